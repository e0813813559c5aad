//! What FALCON can do: every action in positions made by hand, and over random play.
#![allow(clippy::unwrap_used)]

mod positions;

use std::collections::BTreeSet;

use kirifuda_games::hearts::Hearts;
use kirifuda_play::{Game, Imagine, Worlds};
use kirifuda_players::hearts::{ACTION_SETS, Action, ActionSet, DUCKING, Look, NEW, PREVIOUS, Side, Technique};
use kirifuda_words::Language;
use positions::{ALONE, CASH, EVEN, FIVES, HIGH, SPADES, TOP, deal, look, rest, table, walk};

/// The card that an action names, `–` where it does not apply.
fn pick(set: &ActionSet, id: &str, game: &Hearts) -> String {
    let action = set.lead.iter().chain(set.follow).find(|action| action.id == id).unwrap();
    (action.pick)(&look(game)).map_or("–".to_string(), |card| card.to_string())
}

/// Of the new set, in a position that has come down to these hands.
fn new(id: &str, hands: [&str; 4], leader: u8, plays: &[&str]) -> String {
    pick(&NEW, id, &rest(hands, leader, plays))
}

/// Of the previous set.
fn previous(id: &str, hands: [&str; 4], leader: u8, plays: &[&str]) -> String {
    pick(&PREVIOUS, id, &rest(hands, leader, plays))
}

/// Three hands of hearts only.
const HEARTS: [&str; 4] = ["♥234", "♥567", "♥89T", "♣A ♦A ♠A"];
/// Three hands of clubs only.
const CLUBS: [&str; 4] = ["♦A ♥A ♠A", "♣345", "♣678", "♣9TJ"];
/// ♠Q alone in the hand of seat 0.
const QUEEN: [&str; 4] = ["♠Q", "♣A", "♦A", "♥A"];
/// Hearts are unbroken, and seat 0 has ♠Q.
const EARLY: [&str; 4] =
    ["♣2KA ♦27Q ♥269T ♠28Q", "♣369 ♦38K ♥37J ♠39JK", "♣47T ♦49A ♥48Q ♠4TA", "♣58JQ ♦56TJ ♥5KA ♠567"];
/// Seat 1 has no club in the first trick.
const VOID: [&str; 4] = ["♣23456789TJQKA", "♦23456 ♥2345 ♠2QKA", "♦789TJQKA ♥678 ♠34", "♥9TJQKA ♠56789TJ"];

#[test]
fn par1_leads_the_weakest_spade() {
    assert_eq!(new("par1", EVEN, 0, &[]), "♠2");
    assert_eq!(new("par1", FIVES, 3, &[]), "♠9");
    assert_eq!(new("par1", ALONE, 0, &[]), "–");
}

#[test]
fn par2_leads_the_strongest_spade_below_the_queen() {
    assert_eq!(new("par2", HIGH, 0, &[]), "♠J");
    assert_eq!(new("par2", FIVES, 3, &[]), "♠9", "not ♠K");
    assert_eq!(new("par2", TOP, 0, &[]), "–");
}

#[test]
fn par3_leads_the_strongest_heart_of_two_at_most() {
    assert_eq!(new("par3", FIVES, 2, &[]), "♥9");
    assert_eq!(new("par3", HEARTS, 0, &[]), "–", "three");
    assert_eq!(new("par3", TOP, 0, &[]), "–", "none");
}

#[test]
fn par4_leads_a_club_below_the_strongest_of_the_others_from_fewer_than_average() {
    assert_eq!(new("par4", FIVES, 0, &[]), "♣9");
    assert_eq!(new("par4", EVEN, 0, &[]), "♣2", "♣KA are above ♣Q");
    assert_eq!(new("par4", FIVES, 1, &[]), "–", "two of five");
    assert_eq!(new("par4", TOP, 0, &[]), "–");
}

#[test]
fn par5_leads_a_diamond_below_the_strongest_of_the_others_from_fewer_than_average() {
    assert_eq!(new("par5", FIVES, 2, &[]), "♦T");
    assert_eq!(new("par5", FIVES, 0, &[]), "–", "two of five");
    assert_eq!(new("par5", FIVES, 3, &[]), "–", "♦A is above all");
}

#[test]
fn par6_leads_a_spade_below_the_strongest_of_the_others_from_fewer_than_average() {
    assert_eq!(new("par6", FIVES, 0, &[]), "♠J");
    assert_eq!(new("par6", FIVES, 1, &[]), "♠Q", "♠K is out");
    assert_eq!(new("par6", FIVES, 3, &[]), "–", "two of five");
}

#[test]
fn par7_leads_a_heart_below_the_strongest_of_the_others() {
    assert_eq!(new("par7", FIVES, 0, &[]), "♥Q");
    assert_eq!(new("par7", HEARTS, 0, &[]), "♥4");
    assert_eq!(new("par7", FIVES, 3, &[]), "–", "♥A is above all");
    assert_eq!(new("par7", EVEN, 0, &[]), "–", "hearts may not be led yet");
}

#[test]
fn par8_leads_the_weakest_club() {
    assert_eq!(new("par8", FIVES, 1, &[]), "♣3");
    assert_eq!(new("par8", TOP, 0, &[]), "–");
}

#[test]
fn par9_leads_the_weakest_diamond() {
    assert_eq!(new("par9", FIVES, 0, &[]), "♦2");
    assert_eq!(new("par9", TOP, 0, &[]), "–");
}

#[test]
fn par10_leads_the_weakest_heart() {
    assert_eq!(new("par10", FIVES, 2, &[]), "♥7");
    assert_eq!(new("par10", EVEN, 0, &[]), "–", "hearts may not be led yet");
}

#[test]
fn par11_leads_the_strongest_club_of_two_at_most() {
    assert_eq!(new("par11", FIVES, 1, &[]), "♣K");
    assert_eq!(new("par11", EVEN, 0, &[]), "–", "three");
}

#[test]
fn par12_leads_the_strongest_diamond_of_two_at_most() {
    assert_eq!(new("par12", FIVES, 0, &[]), "♦5");
    assert_eq!(new("par12", CASH, 0, &[]), "–", "three");
}

#[test]
fn par13_leads_the_strongest_club() {
    assert_eq!(new("par13", EVEN, 0, &[]), "♣A");
    assert_eq!(new("par13", TOP, 0, &[]), "–");
}

#[test]
fn par14_leads_the_strongest_diamond() {
    assert_eq!(new("par14", EVEN, 0, &[]), "♦Q");
    assert_eq!(new("par14", TOP, 0, &[]), "–");
}

#[test]
fn par15_leads_the_strongest_heart() {
    assert_eq!(new("par15", FIVES, 2, &[]), "♥9");
    assert_eq!(new("par15", EVEN, 0, &[]), "–", "hearts may not be led yet");
}

#[test]
fn par16_leads_the_strongest_spade_but_the_queen_when_no_opponent_has_her() {
    assert_eq!(new("par16", TOP, 0, &[]), "♠A");
    assert_eq!(new("par16", EARLY, 0, &[]), "♠8", "♠Q is mine");
    assert_eq!(new("par16", FIVES, 0, &[]), "–", "an opponent has ♠Q");
    assert_eq!(new("par16", QUEEN, 0, &[]), "–", "no other spade");
}

#[test]
fn par17_leads_the_queen() {
    assert_eq!(new("par17", FIVES, 1, &[]), "♠Q");
    assert_eq!(new("par17", EARLY, 0, &[]), "–", "she may not be led yet");
    assert_eq!(new("par17", TOP, 0, &[]), "–");
}

#[test]
fn par18_leads_the_weakest_card_but_the_queen() {
    assert_eq!(new("par18", FIVES, 0, &[]), "♦2");
    assert_eq!(new("par18", ALONE, 0, &[]), "♣A", "the lower suit among equals");
    assert_eq!(new("par18", QUEEN, 0, &[]), "–");
}

#[test]
fn ch1_plays_the_ace_or_the_king_of_spades_once_the_queen_is_played() {
    assert_eq!(new("ch1", CASH, 1, &["♠2", "♠6", "♦5"]), "♠A");
    assert_eq!(new("ch1", FIVES, 1, &["♠Q", "♠2"]), "♠K", "the queen on the table counts as played");
    assert_eq!(new("ch1", FIVES, 2, &["♠2"]), "–", "the queen is out");
    assert_eq!(new("ch1", CASH, 1, &["♦2", "♦3", "♦5"]), "–", "♦ is led");
}

#[test]
fn ch2_plays_the_strongest_card_below_the_best_on_the_table() {
    assert_eq!(new("ch2", EVEN, 0, &["♣2", "♣9"]), "♣7");
    assert_eq!(new("ch2", FIVES, 2, &["♠2", "♠9"]), "–", "♠J is above");
    assert_eq!(new("ch2", SPADES, 0, &["♣A"]), "–", "void");
}

#[test]
fn ch3_plays_the_strongest_card() {
    assert_eq!(new("ch3", EVEN, 0, &["♣2", "♣6"]), "♣T");
    assert_eq!(new("ch3", SPADES, 0, &["♣A"]), "–", "void");
}

#[test]
fn ch4_plays_the_weakest_card_from_seven_to_jack() {
    assert_eq!(new("ch4", EVEN, 0, &["♣2", "♣6"]), "♣7");
    assert_eq!(new("ch4", FIVES, 2, &["♠2", "♠9"]), "♠J");
    assert_eq!(new("ch4", FIVES, 0, &["♠J"]), "–", "♠Q");
    assert_eq!(new("ch4", CASH, 0, &["♠K"]), "–", "♠2345");
}

#[test]
fn ch5_plays_the_weakest_card() {
    assert_eq!(new("ch5", EVEN, 0, &["♣2", "♣6"]), "♣4");
    assert_eq!(new("ch5", SPADES, 0, &["♣A"]), "–", "void");
}

#[test]
fn void_1_discards_the_queen() {
    assert_eq!(new("ch'1", ALONE, 0, &["♣A", "♠2", "♠4"]), "♠Q");
    assert_eq!(new("ch'1", ALONE, 0, &["♣A"]), "–");
    assert_eq!(new("ch'1", FIVES, 0, &["♣9"]), "–", "the suit is held");
    assert_eq!(pick(&NEW, "ch'1", &deal(VOID, &["♣2"])), "–", "not on the first trick");
}

#[test]
fn void_2_discards_the_ace_or_the_king_of_spades_while_the_queen_is_unplayed() {
    assert_eq!(new("ch'2", HIGH, 1, &["♣A", "♦A"]), "♠A");
    assert_eq!(new("ch'2", HIGH, 1, &["♣A"]), "♠K");
    assert_eq!(pick(&NEW, "ch'2", &deal(VOID, &["♣2"])), "♠A", "the own queen counts as unplayed");
    assert_eq!(new("ch'2", TOP, 3, &["♦A"]), "–", "the queen is gone");
}

#[test]
fn void_3_discards_the_highest_rank() {
    assert_eq!(new("ch'3", HIGH, 1, &["♣A", "♦A"]), "♥A", "♥ before ♠");
    assert_eq!(new("ch'3", HIGH, 1, &["♣A"]), "♦A", "above ♠K");
    assert_eq!(new("ch'3", ["♣A ♠2", "♦A ♠A", "♠34", "♥A ♠5"], 0, &["♣A"]), "♠A", "♠ before ♦");
    assert_eq!(pick(&NEW, "ch'3", &deal(VOID, &["♣2"])), "♠A");
    assert_eq!(new("ch'3", FIVES, 0, &["♣9"]), "–", "the suit is held");
}

#[test]
fn void_4_discards_the_strongest_diamond_of_two_at_most() {
    assert_eq!(new("ch'4", HIGH, 1, &["♣A"]), "♦A");
    assert_eq!(pick(&NEW, "ch'4", &deal(VOID, &["♣2"])), "–", "five");
    assert_eq!(new("ch'4", SPADES, 0, &["♣A"]), "–", "none");
}

#[test]
fn void_5_discards_the_strongest_club_of_two_at_most() {
    assert_eq!(new("ch'5", TOP, 3, &["♥A", "♠K", "♠2"]), "♣A");
    assert_eq!(new("ch'5", CLUBS, 0, &["♦A"]), "–", "three");
}

#[test]
fn void_6_discards_by_suit() {
    assert_eq!(new("ch'6", SPADES, 0, &["♣A", "♠3", "♠6"]), "♥A");
    assert_eq!(new("ch'6", HIGH, 1, &["♣A"]), "♠K", "♠ before ♦");
    assert_eq!(new("ch'6", CLUBS, 0, &["♦A"]), "♣5");
    assert_eq!(pick(&NEW, "ch'6", &deal(VOID, &["♣2"])), "♠A", "no ♥ may be discarded on the first trick");
    assert_eq!(new("ch'6", FIVES, 0, &["♣9"]), "–", "the suit is held");
}

#[test]
fn previous_par1_leads_the_weakest_club() {
    assert_eq!(previous("par1", EVEN, 0, &[]), "♣2");
    assert_eq!(previous("par1", TOP, 0, &[]), "–");
}

#[test]
fn previous_par2_leads_the_strongest_club() {
    assert_eq!(previous("par2", EVEN, 0, &[]), "♣A");
    assert_eq!(previous("par2", TOP, 0, &[]), "–");
}

#[test]
fn previous_par3_leads_the_weakest_diamond() {
    assert_eq!(previous("par3", EVEN, 0, &[]), "♦2");
    assert_eq!(previous("par3", TOP, 0, &[]), "–");
}

#[test]
fn previous_par4_leads_the_strongest_diamond() {
    assert_eq!(previous("par4", EVEN, 0, &[]), "♦Q");
    assert_eq!(previous("par4", TOP, 0, &[]), "–");
}

#[test]
fn previous_par5_leads_the_weakest_heart() {
    assert_eq!(previous("par5", HEARTS, 0, &[]), "♥2");
    assert_eq!(previous("par5", EVEN, 0, &[]), "–", "hearts may not be led yet");
}

#[test]
fn previous_par6_leads_the_strongest_heart() {
    assert_eq!(previous("par6", HEARTS, 0, &[]), "♥4");
    assert_eq!(previous("par6", EVEN, 0, &[]), "–", "hearts may not be led yet");
}

#[test]
fn previous_par7_leads_the_weakest_spade() {
    assert_eq!(previous("par7", EVEN, 0, &[]), "♠2");
    assert_eq!(previous("par7", ALONE, 0, &[]), "–");
}

#[test]
fn previous_par8_leads_the_strongest_spade() {
    assert_eq!(previous("par8", EVEN, 0, &[]), "♠J");
    assert_eq!(previous("par8", FIVES, 1, &[]), "♠Q", "the queen, too");
    assert_eq!(previous("par8", EARLY, 0, &[]), "♠8", "she may not be led yet");
    assert_eq!(previous("par8", ALONE, 0, &[]), "–");
}

#[test]
fn previous_par9_leads_the_weakest_card() {
    assert_eq!(previous("par9", FIVES, 3, &[]), "♠9");
    assert_eq!(previous("par9", QUEEN, 0, &[]), "♠Q", "the queen, too");
    assert_eq!(previous("par9", FIVES, 0, &["♣9"]), "–", "another leads");
}

#[test]
fn previous_par10_leads_the_strongest_card_without_points() {
    assert_eq!(previous("par10", FIVES, 3, &[]), "♦A", "not ♥A");
    assert_eq!(previous("par10", HEARTS, 0, &[]), "–");
    assert_eq!(previous("par10", QUEEN, 0, &[]), "–");
}

#[test]
fn previous_par11_leads_the_weakest_card_without_points() {
    assert_eq!(previous("par11", FIVES, 2, &[]), "♠2");
    assert_eq!(previous("par11", HEARTS, 0, &[]), "–");
    assert_eq!(previous("par11", QUEEN, 0, &[]), "–");
}

#[test]
fn previous_ch1_plays_the_strongest_card() {
    assert_eq!(previous("ch1", EVEN, 0, &["♣2", "♣6"]), "♣T");
    assert_eq!(previous("ch1", SPADES, 0, &["♣A"]), "–", "void");
}

#[test]
fn previous_ch2_plays_the_weakest_card() {
    assert_eq!(previous("ch2", EVEN, 0, &["♣2", "♣6"]), "♣4");
    assert_eq!(previous("ch2", SPADES, 0, &["♣A"]), "–", "void");
}

#[test]
fn previous_ch3_plays_the_strongest_card_without_points() {
    assert_eq!(previous("ch3", EVEN, 0, &["♣2", "♣6"]), "♣T");
    assert_eq!(previous("ch3", FIVES, 0, &["♠J"]), "–", "♠Q only");
    assert_eq!(previous("ch3", FIVES, 1, &["♥4"]), "–", "hearts only");
}

#[test]
fn previous_ch4_plays_the_weakest_card_without_points() {
    assert_eq!(previous("ch4", EVEN, 0, &["♣2", "♣6"]), "♣4");
    assert_eq!(previous("ch4", FIVES, 0, &["♠J"]), "–", "♠Q only");
    assert_eq!(previous("ch4", FIVES, 1, &["♥4"]), "–", "hearts only");
}

#[test]
fn previous_void_1_discards_the_queen() {
    assert_eq!(previous("ch'1", ALONE, 0, &["♣A", "♠2", "♠4"]), "♠Q");
    assert_eq!(previous("ch'1", SPADES, 0, &["♣A"]), "–");
    assert_eq!(previous("ch'1", FIVES, 0, &["♣9"]), "–", "the suit is held");
}

#[test]
fn previous_void_2_discards_the_strongest_heart() {
    assert_eq!(previous("ch'2", HEARTS, 3, &["♣A"]), "♥4");
    assert_eq!(previous("ch'2", SPADES, 0, &["♣A"]), "–");
}

#[test]
fn previous_void_3_discards_the_strongest_card_without_points() {
    assert_eq!(previous("ch'3", SPADES, 0, &["♣A", "♠3", "♠6"]), "♠J", "not ♥A");
    assert_eq!(previous("ch'3", HEARTS, 3, &["♣A"]), "–");
}

#[test]
fn previous_void_4_discards_the_weakest_card() {
    assert_eq!(previous("ch'4", SPADES, 0, &["♣A", "♠3", "♠6"]), "♠T");
    assert_eq!(previous("ch'4", HIGH, 1, &["♣A", "♦A"]), "♥A", "the lower suit among equals");
    assert_eq!(previous("ch'4", FIVES, 0, &["♣9"]), "–", "the suit is held");
}

#[test]
fn previous_void_5_discards_the_strongest_card() {
    assert_eq!(previous("ch'5", SPADES, 0, &["♣A", "♠3", "♠6"]), "♥A");
    assert_eq!(previous("ch'5", HIGH, 1, &["♣A", "♦A"]), "♠A", "the higher suit among equals");
    assert_eq!(previous("ch'5", FIVES, 0, &["♣9"]), "–", "the suit is held");
}

#[test]
fn picks_are_legal_and_no_decision_is_without_an_action() {
    for set in ACTION_SETS {
        let (mut applied, mut decisions, mut none) = (BTreeSet::new(), 0, 0);
        walk(300, |_, look, _| {
            let mut any = false;
            for action in set.lead.iter().chain(set.follow) {
                let Some(card) = (action.pick)(&look) else { continue };
                let kind = match look.side() {
                    Side::Lead => "par",
                    Side::Follow if look.hand.of(look.led.unwrap()).is_empty() => "ch'",
                    Side::Follow => "ch",
                };
                assert!(look.legal.contains(card), "{}: {card} is not legal", action.id);
                assert_eq!(action.id.trim_end_matches(|c: char| c.is_ascii_digit()), kind, "applies where it belongs");
                applied.insert(action.id);
                any = true;
            }
            decisions += 1;
            none += u32::from(!any);
            assert!(look.legal.contains(look.fallback().unwrap()));
        });
        assert_eq!(decisions, 4 * 300 * 52);
        // When leading, the weakest card and ♠Q cover all hands; otherwise the strongest card does, with the suit or
        // without. So falling back is for action sets to come.
        assert_eq!(none, 0, "{}: decisions without an action", set.name);
        assert_eq!(applied.len(), set.lead.len() + set.follow.len(), "{}: every action applies some time", set.name);
    }
}

#[test]
fn the_fallback_is_the_lowest_legal_card() {
    let fallback = |game: &Hearts| look(game).fallback().unwrap().to_string();
    assert_eq!(fallback(&rest(FIVES, 0, &[])), "♦2");
    assert_eq!(fallback(&rest(ALONE, 0, &[])), "♣A");
    assert_eq!(fallback(&rest(EVEN, 0, &["♣2", "♣6"])), "♣4");
}

#[test]
fn actions_see_nothing_hidden() {
    walk(20, |game, look, rng| {
        let world = Hearts::worlds(game.view(look.view.seat())).draw(rng);
        let there = Look::new(world.view(look.view.seat()), look.legal);
        for action in ACTION_SETS.iter().flat_map(|set| set.lead.iter().chain(set.follow)) {
            assert_eq!((action.pick)(&look), (action.pick)(&there), "{}", action.id);
        }
    });
}

#[test]
fn the_sets_have_as_many_actions_as_the_paper() {
    let count = |set: &ActionSet, kind: &str| {
        let all = set.lead.iter().chain(set.follow);
        all.filter(|action| action.id.trim_end_matches(|c: char| c.is_ascii_digit()) == kind).count()
    };
    assert_eq!(["par", "ch", "ch'"].map(|kind| count(&NEW, kind)), [18, 5, 6]);
    assert_eq!(["par", "ch", "ch'"].map(|kind| count(&PREVIOUS, kind)), [11, 4, 5]);
    assert_eq!(["par", "ch", "ch'"].map(|kind| count(&DUCKING, kind)), [11, 5, 5]);
    for set in ACTION_SETS {
        let all: Vec<&Action> = set.lead.iter().chain(set.follow).collect();
        assert_eq!(all.iter().map(|action| action.name).collect::<BTreeSet<_>>().len(), all.len(), "{}", set.name);
        assert!(std::ptr::eq(ActionSet::named(set.name).unwrap(), set));
        assert_eq!(set.of(Side::Lead).len() + set.of(Side::Follow).len(), all.len());
    }
    assert!(ActionSet::named("old").is_none());
}

#[test]
fn every_action_is_tested_and_stands_in_the_docs() {
    let page = include_str!("../../../docs/games/hearts.md");
    for (set, title) in ACTION_SETS.into_iter().zip(["Actions `new`", "Actions `previous`"]) {
        let technique = |technique: Option<Technique>| technique.map_or("–".to_string(), |t| t.to_string());
        let row = |a: &Action| {
            vec![a.id.into(), format!("`{}`", a.name), technique(a.technique), Language::English.say(&a.phrase())]
        };
        assert_eq!(table(page, title), set.lead.iter().chain(set.follow).map(row).collect::<Vec<Vec<String>>>());
    }
    // A position where it applies and one where it does not, at least.
    let tests: String = include_str!("actions.rs").split_whitespace().collect();
    for (set, calls) in [(&NEW, ["new(", "pick(&NEW,"]), (&PREVIOUS, ["previous(", "pick(&PREVIOUS,"])] {
        for action in set.lead.iter().chain(set.follow) {
            let count = |call: &str| tests.matches(&format!("{call}\"{}\"", action.id)).count();
            assert!(
                calls.into_iter().map(count).sum::<usize>() >= 2,
                "{} {} is tested too little",
                set.name,
                action.id
            );
        }
    }
}
