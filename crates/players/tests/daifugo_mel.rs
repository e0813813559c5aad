//! What UseMEL values, and which play its values advise.

#![allow(clippy::unwrap_used)]

use kirifuda_games::daifugo::{Cards, Daifugo, Dealt, Kind, Meld, PLAYERS, Rules};
use kirifuda_learn::play_values::{Place, Task, Values};
use kirifuda_play::{Actions, Game, Rng, Rules as _, Turn};
use kirifuda_players::daifugo::{Explore, Following, PlayEvaluation, Scope, Ties};

const B: PlayEvaluation =
    PlayEvaluation { following: Following::Exact, explore: Explore::Any, ties: Ties::Smaller, scope: PAPERS };
const B_PRIME: PlayEvaluation =
    PlayEvaluation { following: Following::Larger, explore: Explore::Size, ties: Ties::Smaller, scope: PAPERS };
const PAPERS: Scope = Scope { joker: false, sequences: false, revolution: false, passing: false };

const EIGHT: u8 = 5;
const NINE: u8 = 6;
const KING: u8 = 10;

fn rules(text: &str) -> Rules {
    Rules::book().parse(text).unwrap()
}

/// A game in which the hand is that of the seat to move: seat 0 leads, or seat 1 answers a table.
fn position(rules: &Rules, hand: &str, table: Option<&str>) -> Daifugo {
    let mine: Cards = hand.parse().unwrap();
    let (me, lead) = match table {
        None => (0, Cards::EMPTY),
        Some(table) => (1, table.parse::<Meld>().unwrap().cards() | Cards::DIAMOND_THREE),
    };
    let mut hands = [Cards::EMPTY; PLAYERS];
    hands[me] = mine;
    hands[0] |= lead;
    let mut left: Vec<Cards> = (Cards::DECK - mine - lead).iter().collect();
    for (seat, size) in [11, 11, 11, 10, 10].into_iter().enumerate() {
        while hands[seat].len() < size {
            hands[seat] |= left.pop().unwrap();
        }
    }
    let dealt = Dealt { hands, circle: [0, 1, 2, 3, 4, 5], classes: None, first: 0, lots: 0 };
    let mut game = Daifugo::from_deal(rules, &dealt).unwrap();
    if let Some(table) = table {
        game.try_play(table.parse().unwrap()).unwrap();
    }
    assert_eq!(game.turn(), Turn::Seat(kirifuda_play::Seat(me as u8)));
    game
}

/// Values that are 0 but for these.
fn values(of: &[(Place, f32)]) -> Values {
    let mut values = Values::new(B.shape(), 0.0);
    for &(place, value) in of {
        values.update(place, value, 1.0);
    }
    values
}

fn advice(task: PlayEvaluation, game: &Daifugo, values: &Values) -> String {
    let mut legal = Actions::new();
    game.legal(&mut legal);
    let seat = game.turn().seat().unwrap();
    task.advise(values, game.view(seat), &legal).to_string()
}

fn of(rank: u8, held: u8, played: u8) -> Place {
    PlayEvaluation::place_of(rank, held, played)
}

// Three fives, pairs of eights, nines and kings.
const HAND: &str = "♠5 ♥5 ♦5 ♠8 ♥8 ♠9 ♥9 ♠K ♥K ♠A ♠2";
const LEAD: &str = "♦3 ♥5 ♦5 ♠8 ♥8 ♠9 ♥9 ♠K ♥K ♠A ♠2";
const FIVE: u8 = 2;

#[test]
fn a_leader_plays_the_lowest_rank_in_its_best_number() {
    let rules = rules("paper003");
    let triplet = position(&rules, "♦3 ♠3 ♥3 ♠8 ♥8 ♠9 ♥9 ♠K ♥K ♠A ♠2", None);
    for task in [B, B_PRIME] {
        assert_eq!(advice(task, &position(&rules, LEAD, None), &values(&[])), "♦3");
        assert_eq!(advice(task, &triplet, &values(&[(of(0, 3, 2), 1.0)])), "♠3♥3");
        assert_eq!(advice(task, &triplet, &values(&[(of(0, 3, 3), 1.0)])), "♠3♥3♦3");
        // What other numbers held are worth says nothing about three.
        assert_eq!(advice(task, &triplet, &values(&[(of(0, 2, 2), 1.0), (of(1, 3, 3), 1.0)])), "♠3");
    }
}

#[test]
fn b_answers_with_ranks_whose_best_number_is_the_tables() {
    let rules = rules("paper003");
    let learned =
        values(&[(of(FIVE, 3, 3), 1.0), (of(EIGHT, 2, 1), 1.0), (of(NINE, 2, 2), 1.0), (of(KING, 2, 2), 1.0)]);
    let single = position(&rules, HAND, Some("♣4"));
    let pair = position(&rules, HAND, Some("♣4♦4"));
    assert_eq!(advice(B, &single, &learned), "♠8");
    // Not the eights: one of them is better.
    assert_eq!(advice(B, &pair, &learned), "♠9♥9");
    // B′ keeps no rank back from a table that asks for more than is best.
    assert_eq!(advice(B_PRIME, &single, &learned), "♠8");
    assert_eq!(advice(B_PRIME, &pair, &learned), "♠8♥8");
    // Fives are kept for three in both.
    let triplets = values(&[(of(FIVE, 3, 3), 1.0)]);
    assert_eq!(advice(B, &pair, &triplets), "pass", "with equal values one card is best, for every other rank");
    assert_eq!(advice(B_PRIME, &pair, &triplets), "♠8♥8");
}

#[test]
fn the_joker_alone_is_the_last_resort() {
    let rules = rules("paper003");
    let hand = "♠5 ♥5 ♦5 ♠8 ♥8 ♠9 ♥9 ♠K ♥K ♠A ★";
    let keeps = values(&[(of(KING, 2, 2), 1.0), (of(11, 1, 1), -1.0)]);
    assert_eq!(advice(B_PRIME, &position(&rules, hand, Some("♣Q")), &keeps), "♠A");
    assert_eq!(advice(B_PRIME, &position(&rules, hand, Some("♣A")), &keeps), "★");
    assert_eq!(advice(B_PRIME, &position(&rules, hand, Some("♣A♦A")), &keeps), "pass");
}

#[test]
fn the_joker_makes_pairs_only_where_that_is_valued() {
    let rules = rules("uecda");
    let joker = PlayEvaluation { scope: Scope { joker: true, ..PAPERS }, ..B_PRIME };
    let hand = "♠5 ♥7 ♦9 ♠J ♥Q ♦K ♠A ♥A ♣2 ♥2 ★";
    let pair = position(&rules, hand, Some("♣4♦4"));
    let with_joker = values(&[(PlayEvaluation::place_with_joker(4, 1, 2), 1.0)]);
    assert_eq!(advice(B_PRIME, &pair, &with_joker), "♠A♥A", "the paper's learner has no wild joker");
    assert_eq!(advice(joker, &pair, &values(&[])), "♠A♥A", "one card is as good: the joker is kept");
    assert_eq!(advice(joker, &pair, &with_joker), "★♠7♥7");
    let single = position(&rules, hand, Some("♣6"));
    assert_eq!(advice(joker, &single, &values(&[])), "♥7");
    assert_eq!(advice(joker, &single, &with_joker), "♦9", "the seven waits for the joker");
}

#[test]
fn sequences_are_led_and_kept_where_they_are_valued() {
    let rules = rules("uecda");
    let sequences = PlayEvaluation { scope: Scope { sequences: true, ..PAPERS }, ..B_PRIME };
    let exact = PlayEvaluation { following: Following::Exact, ..sequences };
    let hand = "♦3 ♦4 ♦5 ♦6 ♠9 ♠J ♥Q ♣K ♠A ♥A ♣2";
    // A sequence is choice 8 of the state of its weakest rank.
    let sequence = |rank| Place { choice: 8, ..of(rank, 1, 1) };
    let lead = position(&rules, hand, None);
    assert_eq!(advice(sequences, &lead, &values(&[(sequence(0), 1.0)])), "♦3-6");
    assert_eq!(advice(sequences, &lead, &values(&[])), "♦3");
    assert_eq!(advice(B_PRIME, &lead, &values(&[(sequence(0), 1.0)])), "♦3");
    let hand = "♥6 ♥7 ♥8 ♠9 ♠J ♥Q ♣K ♠A ♥A ♣2 ♦2";
    let single = position(&rules, hand, Some("♣4"));
    assert_eq!(advice(sequences, &single, &values(&[])), "♥6");
    let kept = values(&[(sequence(3), 1.0), (sequence(4), 1.0), (sequence(5), 1.0)]);
    assert_eq!(advice(exact, &single, &kept), "♠9");
    // For B′ a sequence is not more cards of a rank, so that nothing is kept back for it.
    assert_eq!(advice(sequences, &single, &kept), "♥6");
    let run = position(&rules, hand, Some("♦3-5"));
    assert_eq!([sequences, exact].map(|task| advice(task, &run, &kept)), ["♥6-8", "♥6-8"]);
    assert_eq!([sequences, exact].map(|task| advice(task, &run, &values(&[]))), ["♥6-8", "pass"]);
    assert_eq!(advice(B_PRIME, &position(&rules, hand, Some("♦3-5")), &kept), "pass");
}

#[test]
fn a_pass_on_purpose_is_a_choice_of_the_weakest_rank_that_answers() {
    let rules = rules("paper003");
    let passing = PlayEvaluation { scope: Scope { passing: true, ..PAPERS }, ..B_PRIME };
    let game = position(&rules, HAND, Some("♣K"));
    let view = game.view(game.turn().seat().unwrap());
    assert_eq!(passing.place(view, Meld::PASS), Some(PlayEvaluation::place_of_pass(11, 1)));
    assert_eq!(B_PRIME.place(view, Meld::PASS), None);
    let waits = values(&[(PlayEvaluation::place_of_pass(11, 1), 1.0)]);
    assert_eq!(advice(passing, &game, &waits), "pass");
    assert_eq!(advice(passing, &game, &values(&[])), "♠A", "of equals the play");
    assert_eq!(advice(B_PRIME, &game, &waits), "♠A");
    // Who cannot answer has not chosen to pass.
    let none = position(&rules, HAND, Some("♣A♦A"));
    assert_eq!(passing.place(none.view(none.turn().seat().unwrap()), Meld::PASS), None);
}

/// Plays games at random and looks at every decision.
fn every_decision(preset: &str, games: u64, mut look: impl FnMut(&Daifugo, &[Meld], &mut Rng)) {
    let rules = rules(preset);
    for number in 0..games {
        let rng = &mut Rng::stream(7, &[number]);
        let mut game = Daifugo::deal(&rules, rng);
        let mut legal = Actions::new();
        while let Turn::Seat(_) = game.turn() {
            game.legal(&mut legal);
            look(&game, &legal, rng);
            let play = rng.pick(&legal);
            game.play(play);
        }
    }
}

#[test]
fn advice_and_trials_are_legal_and_have_a_place_under_all_rules() {
    let scopes = [PAPERS, Scope { joker: true, ..PAPERS }, Scope { sequences: true, ..PAPERS }, Scope::ALL];
    for preset in ["paper003", "uecda", "casual"] {
        every_decision(preset, 60, |game, legal, rng| {
            let view = game.view(game.turn().seat().unwrap());
            // Values in a jumble, so that all sorts of plays are advised.
            let shape = B.shape();
            let jumble = (0..shape.places()).map(|_| rng.unit() as f32).collect();
            let values = Values::restore(shape, jumble, vec![0; shape.places()]).unwrap();
            for scope in scopes {
                for (following, explore) in [(Following::Exact, Explore::Any), (Following::Larger, Explore::Size)] {
                    let task = PlayEvaluation { following, explore, ties: Ties::Larger, scope };
                    let advised = task.advise(&values, view, legal);
                    assert!(legal.contains(&advised), "{advised} of {legal:?}");
                    let tried = task.explore(view, legal, rng);
                    assert!(legal.contains(&tried), "{tried} of {legal:?}");
                    if scope == Scope::ALL && advised != Meld::PASS && view.to_give() == 0 {
                        let place = task.place(view, advised).unwrap();
                        assert!((place.state as usize) < shape.states && (place.choice as usize) < shape.choices);
                    }
                }
            }
        });
    }
}

#[test]
fn a_pass_has_a_place_exactly_when_cards_of_a_rank_could_answer() {
    for preset in ["paper003", "uecda"] {
        let mut seen = [0; 2];
        every_decision(preset, 200, |game, legal, _| {
            let view = game.view(game.turn().seat().unwrap());
            let Some(table) = view.table() else { return };
            if table.kind() == Kind::Sequence {
                return;
            }
            let task = PlayEvaluation { scope: Scope::ALL, ..B_PRIME };
            let answers = legal.iter().any(|&meld| meld != Meld::PASS);
            assert_eq!(task.place(view, Meld::PASS).is_some(), answers, "{table}: {legal:?}, {}", view.hand());
            seen[usize::from(answers)] += 1;
        });
        assert!(seen.iter().all(|&count| count > 500), "{seen:?}");
    }
}

#[test]
fn trials_of_a_size_are_of_the_weakest_rank_and_trials_of_anything_are_no_passes() {
    every_decision("paper003", 60, |game, legal, rng| {
        let view = game.view(game.turn().seat().unwrap());
        let plays = legal.iter().filter(|&&meld| meld != Meld::PASS && meld != Meld::JOKER);
        let weakest = plays.map(|meld| meld.low()).min();
        let any = B.explore(view, legal, rng);
        assert!(any != Meld::PASS || legal == [Meld::PASS], "{legal:?}");
        let size = B_PRIME.explore(view, legal, rng);
        match weakest {
            Some(weakest) => assert_eq!(size.low(), weakest, "{size} of {legal:?}"),
            None => assert_eq!(size, legal[legal.len() - 1]),
        }
    });
}

#[test]
fn ranks_have_values_of_their_own_while_low_beats_high() {
    let task = PlayEvaluation { scope: Scope { revolution: true, ..PAPERS }, ..B_PRIME };
    let mut seen = 0;
    every_decision("uecda", 1000, |game, legal, _| {
        let view = game.view(game.turn().seat().unwrap());
        let single = legal.iter().find(|meld| meld.kind() == Kind::Single && !meld.has_joker());
        let (Some(&single), true) = (single, view.is_reversed()) else { return };
        let [turned, plain] = [task, B_PRIME].map(|task| task.place(view, single).unwrap());
        assert_eq!((turned.state, turned.choice), (plain.state + 1, plain.choice));
        if view.table().is_none() {
            // The weakest is the highest now.
            let lowest = view.hand().naturals().bits().ilog2() as u8 / 4 + 1;
            assert_eq!(task.advise(&values(&[]), view, legal).low(), lowest);
        }
        seen += 1;
    });
    assert!(seen > 100, "{seen}");
}

#[test]
fn the_contests_points_are_counted_from_their_mean() {
    let [contest, centred] = ["uecda", "uecda,points=centred"].map(|text| {
        let mut game = Daifugo::deal(&rules(text), &mut Rng::new(3));
        let (mut legal, mut rng) = (Actions::new(), Rng::new(4));
        while let Turn::Seat(_) = game.turn() {
            game.legal(&mut legal);
            game.play(rng.pick(&legal));
        }
        kirifuda_play::Seat::all(5).map(|seat| B.reward(&game, seat)).collect::<Vec<f32>>()
    });
    assert_eq!(contest, centred);
    assert_eq!(contest.iter().sum::<f32>(), 0.0);
}

#[test]
fn of_equally_valued_plays_the_smaller_or_the_larger_is_made() {
    let rules = rules("paper003");
    let game = position(&rules, "♦3 ♠3 ♠8 ♥8 ♠9 ♥9 ♠K ♥K ♠A ♠2 ♥2", None);
    let equal = values(&[]);
    assert_eq!(advice(B_PRIME, &game, &equal), "♠3");
    let larger = PlayEvaluation { ties: Ties::Larger, ..B_PRIME };
    assert_eq!(advice(larger, &game, &equal), "♠3♦3");
    // A higher value decides, whatever is done with equal ones.
    let single = values(&[(of(0, 2, 1), 1.0)]);
    assert_eq!(advice(larger, &game, &single), advice(B_PRIME, &game, &single));
}
