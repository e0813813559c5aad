//! Hearts and plain tricks against the checks that every game must pass, and against a slow second reading of the
//! rule book.
#![allow(clippy::unwrap_used)]

mod common;

use common::{everything_said, first_trick_deal, rules, variants};
use kirifuda_games::cards::{Card, CardSet, Rank, Suit};
use kirifuda_games::hearts::{
    BrokenBy, Direction, FirstTrick, Hearts, Leading, Moon, Opening, POINT_CARDS, Passing, Rules,
};
use kirifuda_games::plain_tricks::{self, PlainTricks};
use kirifuda_play::conformance::{self, perft};
use kirifuda_play::{Actions, Game, Imagine, Rng, Seat, Series, Text, Turn, Uniform, play_out};

fn hands<'a>(game: &'a Hearts) -> impl Iterator<Item = CardSet> + 'a {
    Seat::all(4).map(|seat| game.view(seat).hand())
}

#[test]
fn hearts_conserves_cards_and_points_in_random_play() {
    for rules in variants() {
        conformance::random_play::<Hearts>(&rules, &Card::DECK, 1000, |game| {
            let view = game.view(Seat(0));
            let held: usize = hands(game).map(CardSet::len).sum();
            let given: usize =
                if view.is_passing() { Seat::all(4).map(|s| game.view(s).given().len()).sum() } else { 0 };
            assert_eq!(held + given + view.played().len(), 52);
            assert!(hands(game).all(|hand| (hand & view.played()).is_empty()));
            if game.turn() == Turn::Over {
                let taken: u32 = Seat::all(4).map(|seat| u32::from(view.taken(seat))).sum();
                assert_eq!(taken, 26);
                let score: i16 = Seat::all(4).map(|seat| game.score(seat)).sum();
                let shot = Seat::all(4).any(|seat| view.taken(seat) == 26);
                let total = match rules.moon {
                    Moon::OthersGain if shot => 78,
                    Moon::ShooterLoses if shot => -26,
                    _ => 26,
                };
                assert_eq!(score, total - if rules.jack { 10 } else { 0 });
            }
        });
    }
}

#[test]
fn plain_tricks_conserves_cards_and_tricks_in_random_play() {
    conformance::random_play::<PlainTricks>(&plain_tricks::Rules, &Card::DECK, 1000, |game| {
        let held: usize = Seat::all(4).map(|seat| game.view(seat).hand().len()).sum();
        assert_eq!(held + game.view(Seat(0)).played().len(), 52);
        if game.turn() == Turn::Over {
            assert_eq!(Seat::all(4).map(|seat| game.payoff(seat)).sum::<f32>(), 13.0);
        }
    });
}

#[test]
fn imagined_worlds_look_the_same_and_are_possible() {
    for rules in variants() {
        conformance::honest_imagination::<Hearts>(&rules, 100, everything_said);
    }
    conformance::honest_imagination::<PlainTricks>(&plain_tricks::Rules, 200, |view| {
        let seats: Vec<_> = Seat::all(4).map(|s| (view.excluded(s), view.hand_size(s), view.tricks_won(s))).collect();
        format!("{:?} {:?} {:?} {}", view.hand(), view.unseen(), seats, view.trick_number())
    });
}

#[test]
fn random_players_see_no_hidden_card() {
    for rules in variants() {
        conformance::no_leak::<Hearts>(&rules, 50, || Box::new(Uniform));
    }
}

/// All hands of three other seats, given the unseen cards and their numbers: every one, legal history or not.
fn all_hands(unseen: CardSet, sizes: [usize; 3]) -> Vec<[CardSet; 3]> {
    let Some(card) = unseen.lowest() else { return vec![[CardSet::EMPTY; 3]] };
    let mut all = Vec::new();
    for i in (0..3).filter(|&i| sizes[i] > 0) {
        let mut fewer = sizes;
        fewer[i] -= 1;
        for mut deal in all_hands(unseen.without(card), fewer) {
            deal[i].insert(card);
            all.push(deal);
        }
    }
    all
}

/// Keeps the point cards to the end, so that hearts stay unbroken long and the restrictions on leading bite.
fn cautious(legal: &[Card], rng: &mut Rng) -> Card {
    let safe: Vec<Card> = legal.iter().copied().filter(|&card| !POINT_CARDS.contains(card)).collect();
    rng.pick(if safe.is_empty() { legal } else { &safe })
}

#[test]
fn imagined_hearts_worlds_are_uniform_over_all_that_the_rule_book_allows() {
    let name = |game: &Hearts| hands(game).map(|hand| hand.to_string()).collect::<Vec<_>>().join("; ");
    let mut legal = Actions::new();
    let (mut checked, mut with_proof, mut with_known) = (0, 0, 0);
    for rules in variants() {
        // The play of a deal with passing is the play of the hands after the exchange.
        let held = Rules { passing: Passing::Always(Direction::Hold), ..rules };
        for seed in 0..30 {
            let mut rng = Rng::stream(seed, &[9]);
            let mut game = Hearts::deal(&rules, &mut rng);
            let stop = 52 - 4 * 3 + rng.below(4);
            while game.view(Seat(0)).plays().count() < stop {
                game.legal(&mut legal);
                let action = if seed % 2 == 0 { cautious(&legal, &mut rng) } else { rng.pick(&legal) };
                game.play(action);
            }
            let seat = Seat(rng.below(4) as u8);
            let view = game.view(seat);
            let others = view.others();
            let mut possible = Vec::new();
            for deal in all_hands(view.unseen(), others.map(|other| view.hand_size(other))) {
                let mut first = [view.hand() | view.played_by(seat); 4];
                for (other, hand) in others.into_iter().zip(deal) {
                    first[other.index()] = hand | view.played_by(other);
                }
                // What this seat gave is with who got it, unless played.
                if !others.iter().zip(deal).all(|(&other, hand)| view.known_in(other).is_subset(hand)) {
                    continue;
                }
                let mut world = Hearts::with_hands(held, first, Direction::Hold, [0; 4]);
                if view.plays().all(|(player, card)| world.turn() == Turn::Seat(player) && world.try_play(card).is_ok())
                {
                    possible.push(world);
                }
            }
            let suits_only = |other: Seat| {
                let excluded = view.excluded(other).without(Card::TWO_OF_CLUBS);
                Suit::ALL
                    .iter()
                    .all(|s| excluded.of(*s).len() != 12 && excluded.of(*s).without(s.card(Rank(0))).len() != 11)
            };
            with_proof += u32::from(!others.into_iter().all(suits_only));
            with_known += u32::from(others.iter().any(|&other| !view.known_in(other).is_empty()));
            conformance::uniform_worlds::<Hearts>(view, &possible, name, &mut rng);
            checked += 1;
        }
    }
    assert_eq!(checked, 9 * 30);
    assert!(with_proof > 5, "{with_proof} positions had proofs finer than voids: too few to test them");
    assert!(with_known > 20, "{with_known} positions had known cards: too few to test them");
}

#[test]
fn imagined_plain_worlds_are_uniform_over_all_that_the_rule_book_allows() {
    let mut legal = Actions::new();
    for seed in 0..40 {
        let mut rng = Rng::stream(seed, &[9]);
        let mut game = PlainTricks::deal(&plain_tricks::Rules, &mut rng);
        let stop = 52 - 4 * 3 + rng.below(4);
        while game.view(Seat(0)).plays().count() < stop {
            game.legal(&mut legal);
            let action = rng.pick(&legal);
            game.play(action);
        }
        let view = game.view(Seat(1));
        let mut possible = Vec::new();
        for deal in all_hands(view.unseen(), view.others().map(|other| view.hand_size(other))) {
            let mut first = [view.hand() | view.played_by(Seat(1)); 4];
            for (other, hand) in view.others().into_iter().zip(deal) {
                first[other.index()] = hand | view.played_by(other);
            }
            let mut world = PlainTricks::with_hands(first, view.first_leader());
            if view.plays().all(|(_, card)| world.try_play(card).is_ok()) {
                possible.push(world);
            }
        }
        conformance::uniform_worlds::<PlainTricks>(view, &possible, |world| world.show_deal(), &mut rng);
    }
}

/// During the exchange the others' cards are as good as freshly dealt, and what they gave is any of it.
#[test]
fn while_cards_are_passed_every_unseen_card_is_equally_likely_everywhere() {
    let mut rng = Rng::new(4);
    let mut game = Hearts::deal(&rules("standard,passing=left"), &mut rng);
    for _ in 0..7 {
        let mut legal = Actions::new();
        game.legal(&mut legal);
        let action = rng.pick(&legal);
        game.play(action);
    }
    // Seat 2 is to give its second card; seats 0 and 1 have given three each.
    let view = game.view(Seat(2));
    let mut worlds = Hearts::worlds(view);
    let (draws, mut first_given) = (39 * 400, std::collections::BTreeMap::new());
    for _ in 0..draws {
        use kirifuda_play::Worlds;
        let world = worlds.draw(&mut rng);
        assert_eq!(Hearts::seen(world.view(Seat(2))), Hearts::seen(view));
        *first_given.entry(world.view(Seat(0)).given()[0]).or_insert(0u32) += 1;
    }
    assert_eq!(first_given.len(), 39);
    let chi2: f64 = first_given.values().map(|&n| (f64::from(n) - 400.0).powi(2) / 400.0).sum();
    assert!(chi2 < 38.0 + 4.5 * 76f64.sqrt(), "chi-square {chi2}");
}

/// The rule book once more, slow and plain: lists of cards, one sentence at a time.
fn slowly_legal(game: &Hearts, seat: Seat, rules: &Rules) -> Vec<Card> {
    let view = game.view(seat);
    let hand: Vec<Card> = view.hand().iter().collect();
    let counts = |card: &Card| card.suit() == Suit::Hearts || card.to_string() == "♠Q";
    if view.is_passing() {
        return hand;
    }
    let plays: Vec<(Seat, Card)> = view.plays().collect();
    let first_trick = plays.len() < 4;
    let on_table = &plays[plays.len() / 4 * 4..];
    let choice: Vec<Card> = if on_table.is_empty() {
        if first_trick && rules.opening == Opening::TwoOfClubs {
            return vec!["♣2".parse().unwrap()];
        }
        let heart_played = plays.iter().any(|(_, card)| card.suit() == Suit::Hearts);
        let queen_played = plays.iter().any(|(_, card)| card.to_string() == "♠Q");
        let broken = heart_played || (queen_played && rules.broken_by == BrokenBy::Points);
        let allowed = |card: &Card| match rules.leading {
            Leading::Free => true,
            Leading::NoHearts => broken || card.suit() != Suit::Hearts,
            Leading::NoPoints => broken || !counts(card),
        };
        hand.iter().copied().filter(allowed).collect()
    } else {
        let led = on_table[0].1.suit();
        let follow: Vec<Card> = hand.iter().copied().filter(|card| card.suit() == led).collect();
        let may = if follow.is_empty() { hand.clone() } else { follow };
        if first_trick && rules.first_trick == FirstTrick::NoPoints && !may.iter().all(counts) {
            may.into_iter().filter(|card| !counts(card)).collect()
        } else {
            may
        }
    };
    if choice.is_empty() { hand } else { choice }
}

#[test]
fn legal_cards_agree_with_a_slow_reading_of_the_rule_book() {
    let mut legal = Actions::new();
    for rules in variants() {
        for seed in 0..300 {
            let mut rng = Rng::stream(seed, &[2]);
            let mut game = Hearts::deal(&rules, &mut rng);
            while let Turn::Seat(seat) = game.turn() {
                game.legal(&mut legal);
                assert_eq!(*legal, slowly_legal(&game, seat, &rules), "{rules:?} seed {seed}\n{}", game.picture());
                let action = if seed % 2 == 0 { cautious(&legal, &mut rng) } else { rng.pick(&legal) };
                game.play(action);
            }
        }
    }
}

#[test]
fn perft_counts_do_not_change() {
    let counts = |text: &str| -> Vec<u64> {
        let game = Hearts::deal(&rules(text), &mut Rng::new(1));
        (1..=6).map(|depth| perft(&game, depth)).collect()
    };
    let all: Vec<String> = ["standard,passing=left", "saito", "saito-free,opening=any-card", "falcon"]
        .iter()
        .map(|text| format!("{text}: {:?}", counts(text)))
        .collect();
    let plain = PlainTricks::deal(&plain_tricks::Rules, &mut Rng::new(1));
    let plain: Vec<u64> = (1..=6).map(|depth| perft(&plain, depth)).collect();
    insta::assert_snapshot!("perft", format!("{}\nplain: {plain:?}\n", all.join("\n")));
}

#[test]
fn playthroughs() {
    for (name, rules) in [("standard", Rules::standard()), ("saito", Rules::saito()), ("falcon", Rules::falcon())] {
        insta::assert_snapshot!(format!("hearts_{name}"), conformance::playthrough::<Hearts>(&rules, 1));
    }
    let plain = conformance::playthrough::<PlainTricks>(&plain_tricks::Rules, 1);
    insta::assert_snapshot!("plain_tricks", plain);
}

fn legal(game: &Hearts) -> String {
    game.legal_cards().to_string()
}

#[test]
fn queen_of_spades_cannot_be_discarded_on_the_first_trick() {
    assert_eq!(legal(&first_trick_deal(Rules::saito())), "♦23");
    let free = Rules { first_trick: FirstTrick::Free, ..Rules::saito() };
    assert_eq!(legal(&first_trick_deal(free)), "♦23 ♥23456789TJ ♠Q");
}

#[test]
fn hearts_and_the_queen_are_led_only_when_broken_or_nothing_else_is_held() {
    let led_by_1 = |rules| {
        let mut game = first_trick_deal(rules);
        game.try_play("♦2".parse().unwrap()).unwrap();
        for card in ["♣3", "♦5", "♠3", "♦3"] {
            game.try_play(card.parse().unwrap()).unwrap();
        }
        // Nobody has played a heart; the next club is followed by seat 0's first heart.
        game.try_play("♣4".parse().unwrap()).unwrap();
        game.try_play("♦6".parse().unwrap()).unwrap();
        game.try_play("♠4".parse().unwrap()).unwrap();
        game
    };
    let mut game = led_by_1(Rules::falcon());
    assert!(!game.view(Seat(0)).is_broken());
    game.try_play("♠Q".parse().unwrap()).unwrap();
    assert!(game.view(Seat(0)).is_broken(), "♠Q breaks under falcon");
    let mut game = led_by_1(Rules::saito());
    game.try_play("♠Q".parse().unwrap()).unwrap();
    assert!(!game.view(Seat(0)).is_broken(), "♠Q does not break under saito");
}

#[test]
fn the_moon_moves_26_points_to_the_others_or_off_the_shooter() {
    for (moon, scores) in
        [(Moon::Off, [0, 26, 0, 0]), (Moon::OthersGain, [26, 0, 26, 26]), (Moon::ShooterLoses, [0, -26, 0, 0])]
    {
        let mut game = first_trick_deal(Rules { moon, ..Rules::saito() });
        let mut actions = Actions::new();
        play_out(&mut game, &mut Uniform, &mut actions, &mut Rng::new(1));
        // Seat 1 holds all clubs and leads for ever.
        assert_eq!([0, 1, 2, 3].map(|seat| game.score(Seat(seat))), scores);
        assert_eq!(game.payoff(Seat(1)), -f32::from(scores[1]));
    }
    let mut game = first_trick_deal(Rules { jack: true, ..Rules::saito() });
    play_out(&mut game, &mut Uniform, &mut Actions::new(), &mut Rng::new(1));
    assert_eq!(game.score(Seat(1)), 16, "♦J takes 10 off");
}

#[test]
fn three_cards_go_to_the_neighbour_and_stay_hidden_from_the_rest() {
    let rules = Rules { passing: Passing::Always(Direction::Left), ..Rules::standard() };
    let mut game = Hearts::deal(&rules, &mut Rng::new(8));
    let before: Vec<CardSet> = hands(&game).collect();
    let mut actions = Actions::new();
    let mut given = [CardSet::EMPTY; 4];
    for i in 0..12 {
        assert_eq!(game.turn(), Turn::Seat(Seat(i / 3)));
        game.legal(&mut actions);
        let card = actions[0];
        given[i as usize / 3].insert(card);
        game.play(card);
    }
    for seat in Seat::all(4) {
        let from = seat.after(3, 4);
        assert_eq!(game.view(seat).received(), given[from.index()]);
        assert_eq!(game.view(seat).hand(), (before[seat.index()] - given[seat.index()]) | given[from.index()]);
        assert_eq!(game.view(seat).known_in(seat.after(1, 4)), given[seat.index()]);
        let seen = Hearts::seen(game.view(seat));
        assert_eq!(seen.history.iter().filter(|act| act.action.is_some()).count(), 3);
    }
}

#[test]
fn a_match_goes_round_the_four_passes_to_the_limit() {
    let rules = Rules { limit: 50, ..Rules::standard() };
    let mut standing = Hearts::opening(&rules);
    let mut rng = Rng::new(3);
    let mut directions = Vec::new();
    while !Hearts::finished(&rules, &standing) {
        let mut game = Hearts::deal_next(&rules, &standing, &mut rng);
        assert_eq!(game.view(Seat(2)).scores(), standing.scores);
        directions.push(game.view(Seat(0)).direction());
        play_out(&mut game, &mut Uniform, &mut Actions::new(), &mut rng);
        game.settle(&mut standing);
    }
    assert!(directions.iter().zip(Direction::ALL.iter().cycle()).all(|(a, b)| a == b));
    assert!(standing.scores.iter().any(|&score| score >= 50));
    assert_eq!(Hearts::total(&standing, Seat(1)), -f32::from(standing.scores[1]));
}

#[test]
fn hearts_and_plain_tricks_pass_every_check() {
    conformance::all::<Hearts>();
    conformance::all::<PlainTricks>();
}
