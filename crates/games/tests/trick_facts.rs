//! Facts of Hearts and plain tricks that random play does not reach: proofs of the first trick, the limit of a match,
//! views that say nothing hidden, and what is refused when it comes from outside.
#![allow(clippy::unwrap_used)]

mod common;

use common::{dealt, first_trick_deal, variants};
use kirifuda_games::cards::{Card, CardSet, Suit};
use kirifuda_games::hearts::{Direction, Hearts, POINT_CARDS, Rules, points};
use kirifuda_games::plain_tricks::{self, PlainTricks};
use kirifuda_play::{
    Act, Actions, Game, Imagine, Measured, Rng, Rules as _, Seat, Seen, Series, Text, Turn, Uniform, Worlds, play_out,
};

#[test]
fn left_is_the_next_seat_across_the_second_right_the_third() {
    let receivers = Direction::ALL.map(|direction| direction.receiver(Seat(1)));
    assert_eq!(receivers, [Some(Seat(2)), Some(Seat(0)), Some(Seat(3)), None], "left, right, across, hold");
    for direction in Direction::ALL {
        for giver in Seat::all(4) {
            assert!(direction.receiver(giver).is_none_or(|receiver| direction.giver(receiver) == Some(giver)));
        }
    }
}

/// Seat 0 has nothing but points and no club: it must put one on the first trick, and everybody knows why.
fn only_points_in_seat_0() -> Hearts {
    let mut game = dealt(Rules::saito(), ["♥23456789TJQK ♠Q", "♣23456789TJQKA", "♦23456789TJQKA", "♥A ♠23456789TJKA"]);
    for card in ["♣2", "♦4", "♠2", "♥2"] {
        game.try_play(card.parse().unwrap()).unwrap();
    }
    game
}

#[test]
fn a_point_card_discarded_on_the_first_trick_proves_a_hand_of_points_and_no_more() {
    let game = only_points_in_seat_0();
    let view = game.view(Seat(1));
    assert_eq!(view.excluded(Seat(0)), !POINT_CARDS, "every other card is excluded, ♠Q and the hearts are not");
    let mut rng = Rng::new(1);
    let mut worlds = Hearts::worlds(view);
    let drawn: Vec<CardSet> = (0..200).map(|_| worlds.draw(&mut rng).view(Seat(0)).hand()).collect();
    assert!(drawn.iter().all(|hand| hand.is_subset(POINT_CARDS)));
    // 12 of the 13 unseen point cards: each is missing in one world out of 13.
    assert!(drawn.iter().any(|hand| !hand.contains(Card::QUEEN_OF_SPADES)));
    assert!(drawn.iter().any(|hand| hand.contains(Card::QUEEN_OF_SPADES)));
}

#[test]
fn following_with_the_queen_on_the_first_trick_proves_that_she_was_the_only_spade() {
    let rules = Rules::book().parse("saito-free,opening=any-card").unwrap();
    let mut game = dealt(rules, ["♦23456789TJQK ♠Q", "♣23456789TJQ ♠K", "♣KA ♥23456789TJQ", "♦A ♥KA ♠23456789TJA"]);
    for card in ["♠K", "♥2"] {
        // Seat 2 has no spade; points are not legal while it holds clubs.
        let legal = game.try_play(card.parse().unwrap()).is_ok();
        assert_eq!(legal, card == "♠K", "{card}");
    }
    for card in ["♣K", "♠2", "♠Q"] {
        game.try_play(card.parse().unwrap()).unwrap();
    }
    let excluded = game.view(Seat(1)).excluded(Seat(0)).without(Card::TWO_OF_CLUBS);
    assert_eq!(excluded, Suit::Spades.cards().without(Card::QUEEN_OF_SPADES));
}

#[test]
fn only_a_suit_not_followed_is_known_to_be_void() {
    let game = only_points_in_seat_0();
    let view = game.view(Seat(1));
    let voids = |seat| Suit::ALL.map(|suit| view.is_void(Seat(seat), suit));
    assert_eq!(voids(2), [true, false, false, false], "seat 2 did not follow clubs");
    assert_eq!(voids(0), [true, true, false, false], "nor could seat 0, which showed that it has only points");
    // Before the first card, all but the leader are known to lack ♣2: that is no void.
    let fresh = Hearts::deal(&Rules::saito(), &mut Rng::new(1));
    assert!(Seat::all(4).all(|seat| !fresh.view(Seat(0)).is_void(seat, Suit::Clubs)));
}

#[test]
fn points_taken_are_those_of_the_cards_in_full_tricks() {
    let mut legal = Actions::new();
    for rules in variants() {
        let mut rng = Rng::new(4);
        let mut game = Hearts::deal(&rules, &mut rng);
        while game.turn() != Turn::Over {
            game.legal(&mut legal);
            let action = rng.pick(&legal);
            game.play(action);
            let view = game.view(Seat(0));
            let taken: u32 = Seat::all(4).map(|seat| u32::from(view.taken(seat))).sum();
            let in_tricks = view.done().flat_map(|trick| trick.cards().to_vec()).map(|card| u32::from(points(card)));
            assert_eq!(taken, in_tricks.sum::<u32>());
        }
    }
}

#[test]
fn a_match_ends_as_soon_as_somebody_has_the_limit() {
    let rules = Rules { limit: 50, ..Rules::standard() };
    let mut standing = Hearts::opening(&rules);
    standing.scores = [0, 49, -3, 12];
    assert!(!Hearts::finished(&rules, &standing));
    standing.scores[1] = 50;
    assert!(Hearts::finished(&rules, &standing));
}

#[test]
fn measures_are_points_their_share_of_26_no_points_and_tricks() {
    let mut seen_one = false;
    for seed in 0..50 {
        let mut game = Hearts::deal(&Rules::saito(), &mut Rng::new(seed));
        play_out(&mut game, &mut Uniform, &mut Actions::new(), &mut Rng::new(seed));
        for seat in Seat::all(4) {
            let mut measures = [0.0; 4];
            game.measure(seat, &mut measures);
            let points = f64::from(game.view(seat).taken(seat));
            let tricks = f64::from(game.view(seat).tricks_won(seat));
            assert_eq!(measures, [points, points / 26.0, if points == 0.0 { 1.0 } else { 0.0 }, tricks]);
            seen_one |= points == 1.0;
        }
    }
    assert!(seen_one, "no player took exactly one point: the share of deals without points is not tested");
}

/// A deal under way, as `seat` sees it.
fn under_way<G: Text>(rules: &G::Rules, seed: u64, moves: usize, seat: Seat) -> Seen {
    let mut rng = Rng::new(seed);
    let mut game = G::deal(rules, &mut rng);
    let mut legal = Actions::new();
    for _ in 0..moves {
        game.legal(&mut legal);
        let action = rng.pick(&legal);
        game.play(action);
    }
    G::seen(game.view(seat))
}

/// A change to what was seen must be refused for the reason given.
fn refused<G: Text>(rules: &G::Rules, seen: &Seen, change: impl Fn(&mut Seen), why: &str) {
    assert!(G::reconstruct(rules, seen).is_ok());
    let mut changed = seen.clone();
    change(&mut changed);
    let error = G::reconstruct(rules, &changed).err().unwrap_or_else(|| panic!("accepted: {why}"));
    assert!(error.contains(why), "`{error}` does not say `{why}`");
}

fn set_fact(seen: &mut Seen, name: &str, values: &[String]) {
    let facts = seen.public.iter_mut().chain(&mut seen.private);
    facts.filter(|fact| fact.name == name).for_each(|fact| fact.values = values.to_vec());
}

#[test]
fn what_contradicts_itself_is_refused_for_its_reason() {
    let rules = Rules::book().parse("standard,passing=left").unwrap();
    // A deal that this seat does not lead.
    let deals = (0..).map(|seed| under_way::<Hearts>(&rules, seed, 12 + 22, Seat(2)));
    let seen = deals.into_iter().find(|seen| seen.single("leader") != Ok("2")).unwrap();
    let dealt = seen.fact("dealt").unwrap().to_vec();
    let wrong = |change: &dyn Fn(&mut Seen), why: &str| refused::<Hearts>(&rules, &seen, change, why);
    wrong(&|seen| seen.hand[0] = seen.history[12].action.clone().unwrap(), "the hand should be");
    wrong(&|seen| drop(seen.hand.pop()), "the hand should be");
    let leader = seen.single("leader").unwrap().parse::<u8>().unwrap();
    wrong(&|seen| set_fact(seen, "leader", &["2".into()]), "the seat that holds ♣2");
    wrong(&|seen| set_fact(seen, "leader", &["4".into()]), "the seat that holds ♣2");
    wrong(
        &|seen| set_fact(seen, "leader", &[((leader + 1) % 4).to_string()]),
        if leader == 1 { "holds ♣2" } else { "is to play" },
    );
    wrong(&|seen| set_fact(seen, "received", &dealt[..3]), "that were not dealt to this seat");
    wrong(&|seen| set_fact(seen, "received", &dealt[..2]), "must have 3 cards");
    wrong(&|seen| set_fact(seen, "dealt", &dealt[..12]), "13 different cards");
    wrong(&|seen| set_fact(seen, "dealt", &[&dealt[..12], &dealt[..1]].concat()), "names a card twice");
    wrong(&|seen| set_fact(seen, "passing", &["right".into()]), "the pass cannot be right");
    wrong(&|seen| seen.history[14].action = seen.history[13].action.clone(), "was played before");
    wrong(&|seen| seen.history[13].action = None, "seen by all");
    wrong(&|seen| seen.history[0].action = Some("♠2".into()), "a seat sees the cards it gives, and no others");
    wrong(&|seen| seen.history[6].action = None, "a seat sees the cards it gives");
}

#[test]
fn a_history_in_which_somebody_did_not_follow_suit_is_refused() {
    let game = first_trick_deal(Rules::saito());
    let mut seen = Hearts::seen(game.view(Seat(1)));
    let act = |seat: u8, card: &str| Act { seat: Seat(seat), action: Some(card.to_string()) };
    seen.history.push(act(0, "♦2"));
    assert!(Hearts::reconstruct(&Rules::saito(), &seen).is_ok());
    // Seat 0 lays a heart on the first trick and turns out to hold a diamond: it need not have.
    *seen.history.last_mut().unwrap() = act(0, "♥2");
    seen.history.push(act(1, "♣3"));
    seen.history.extend([act(2, "♦5"), act(3, "♠3"), act(0, "♦2")]);
    seen.hand.retain(|card| card != "♣3");
    assert!(Hearts::reconstruct(&Rules::saito(), &seen).is_err());

    // Plain tricks: the seat that looks holds a club and discards a diamond on a club.
    let hands = ["♣23456789TJQKA", "♦23456789TJQKA", "♥23456789TJQKA", "♠23456789TJQKA"];
    let mut swapped = hands.map(|hand| hand.parse::<CardSet>().unwrap());
    for (seat, card) in [(0, "♦2"), (1, "♣2")] {
        let card: Card = card.parse().unwrap();
        swapped[seat].insert(card);
        swapped[1 - seat].remove(card);
    }
    let mut seen = PlainTricks::seen(PlainTricks::with_hands(swapped, Seat(0)).view(Seat(1)));
    seen.history = vec![act(0, "♣3"), act(1, "♦3")];
    seen.hand.retain(|card| card != "♦3");
    let error = PlainTricks::reconstruct(&plain_tricks::Rules, &seen).unwrap_err();
    assert!(error.contains("not legal"), "{error}");
}

#[test]
fn plain_tricks_that_contradict_themselves_are_refused_for_their_reason() {
    let rules = plain_tricks::Rules;
    // A deal in which another seat has just played.
    let deals = (0..).map(|seed| under_way::<PlainTricks>(&rules, seed, 22, Seat(2)));
    let seen = deals.into_iter().find(|seen| seen.history[21].seat != Seat(2)).unwrap();
    let dealt = seen.fact("dealt").unwrap().to_vec();
    let wrong = |change: &dyn Fn(&mut Seen), why: &str| refused::<PlainTricks>(&rules, &seen, change, why);
    wrong(&|seen| drop(seen.hand.pop()), "the hand should be");
    wrong(&|seen| seen.hand[0] = seen.history[0].action.clone().unwrap(), "the hand should be");
    wrong(&|seen| set_fact(seen, "dealt", &dealt[..12]), "13 different cards");
    wrong(&|seen| set_fact(seen, "leader", &["4".into()]), "a seat from 0 to 3");
    wrong(&|seen| seen.history[3].action = seen.history[2].action.clone(), "was played before");
    // Another seat plays a card that this seat holds.
    let own = seen.hand[0].clone();
    wrong(&|seen| seen.history[21].action = Some(own.clone()), "no deal agrees with the history");
}

#[test]
fn a_deal_with_a_card_twice_is_refused() {
    let deal = Hearts::deal(&Rules::saito(), &mut Rng::new(1)).show_deal();
    let parts: Vec<&str> = deal.split("; ").collect();
    let doubled = [parts[0], parts[1], parts[2], parts[2], parts[4], parts[5]].join("; ");
    let error = Hearts::read_deal(&Rules::saito(), &doubled).unwrap_err();
    assert!(error.contains("a card is dealt twice"), "{error}");
    let error = Hearts::read_deal(&Rules::saito(), &deal.replacen("hold", "left", 1)).unwrap_err();
    assert!(error.contains("the pass cannot be left"), "{error}");
}
