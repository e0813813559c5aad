//! Daifugo: the rules, read slowly and played fast.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use kirifuda_games::daifugo::{
    Cards, Daifugo, Dealt, Joker, JokerUse, Kind, Meld, PLAYERS, Phase, Rules, SpadeThree, View,
};
use kirifuda_play::conformance::{self, honest_imagination, no_leak, perft, playthrough, random_play, uniform_worlds};
use kirifuda_play::{Actions, Game, Rng, Rules as _, Seat, Series, Text, Turn, Uniform, Worlds};

fn rules(text: &str) -> Rules {
    Rules::book().parse(text).unwrap()
}

/// Rules that differ in what counts here.
const VARIANTS: [&str; 8] = [
    "paper003",
    "uecda",
    "casual",
    "uecda,exchange=off",
    "casual,players=3",
    "casual,players=4,overplay=on,leader-pass=on",
    "uecda,players=6",
    "paper003,players=4,spade-three=off,lock=off,eight-stop=off",
];

/// A sample of melds that are sometimes legal.
fn alphabet() -> Vec<Meld> {
    let mut melds = vec![Meld::PASS, Meld::JOKER];
    for rank in 0..13 {
        melds.extend((0..4).map(|suit| Meld::single(rank, suit)));
        melds.push(Meld::group(rank, 0b0011, None));
        melds.push(Meld::group(rank, 0b0110, Some(3)));
        melds.push(Meld::five(rank));
        melds.push(Meld::give(Cards::card(rank, 0)));
        melds.push(Meld::give(Cards::card(rank, 1) | Cards::JOKER));
        if rank < 11 {
            melds.push(Meld::sequence(rank % 4, rank + 1, 3, None));
            melds.push(Meld::sequence(rank % 4, rank + 1, 3, Some(rank + 2)));
        }
    }
    melds
}

#[test]
fn every_meld_has_a_number() {
    for text in VARIANTS {
        conformance::numbers::<Daifugo>(&rules(text), 10);
    }
}

#[test]
fn games_at_random_keep_the_rules_of_every_game() {
    for text in VARIANTS {
        let rules = rules(text);
        random_play::<Daifugo>(&rules, &alphabet(), 150, |game| {
            let dealt = game.dealt();
            let all = dealt.hands.iter().fold(Cards::EMPTY, |all, &hand| all | hand);
            assert_eq!(all, Cards::DECK);
            let held: usize = Seat::all(rules.seats()).map(|seat| game.view(seat).hand_size(seat)).sum();
            assert_eq!(held + game.view(Seat(0)).played().len(), 53);
            if game.turn() == Turn::Over {
                let places: BTreeSet<u8> = Seat::all(rules.seats()).filter_map(|seat| game.place_of(seat)).collect();
                assert_eq!(places, (0..rules.players).collect());
            }
        });
    }
}

/// All that the methods of a view tell.
fn said(view: View<'_>) -> String {
    let seats: Vec<Seat> = Seat::all(view.rules().seats()).collect();
    let by_seat: Vec<_> = seats
        .iter()
        .map(|&seat| {
            (
                view.hand_size(seat),
                view.has_passed(seat),
                view.is_out(seat),
                view.place_of(seat),
                view.class(seat),
                view.played_by(seat),
                view.known_in(seat),
            )
        })
        .collect();
    let table = (view.table(), view.owner(), view.lock(), view.is_revolution(), view.is_reversed(), view.passes());
    let own =
        (view.hand(), view.to_give(), view.given(), view.received(), view.partner(), view.leader(), view.unseen());
    let order: Vec<Seat> = view.circle().collect();
    let plays: Vec<_> = view.plays().collect();
    format!(
        "{by_seat:?} {table:?} {own:?} {order:?} {plays:?} {:?} {} {}",
        view.phase(),
        view.alive(),
        view.answering()
    )
}

#[test]
fn daifugo_passes_every_check() {
    conformance::all::<Daifugo>();
}

#[test]
fn imagined_worlds_agree_with_what_was_seen() {
    for text in VARIANTS {
        honest_imagination::<Daifugo>(&rules(text), 40, said);
        no_leak::<Daifugo>(&rules(text), 10, || Box::new(Uniform));
    }
}

/// The rules as they are told to people: cells on a table of four rows.
struct Slow {
    kind: Kind,
    size: usize,
    low: i32,
    high: i32,
    suits: BTreeSet<u8>,
    lone_joker: bool,
}

/// What cards and a joker make together, if anything.
fn slow_meld(cards: &[(u8, u8)], joker: Option<Joker>, rules: &Rules) -> Option<Slow> {
    let mut cells: Vec<(i32, u8)> = cards.iter().map(|&(rank, suit)| (i32::from(rank), suit)).collect();
    match joker {
        None => {}
        Some(Joker::Alone) => {
            let alone = cards.is_empty();
            return alone.then(|| Slow {
                kind: Kind::Single,
                size: 1,
                low: 13,
                high: 13,
                suits: BTreeSet::new(),
                lone_joker: true,
            });
        }
        _ if rules.joker == JokerUse::Single => return None,
        Some(Joker::Fifth) => {
            let whole = cards.len() == 4 && cards.iter().all(|card| card.0 == cards[0].0) && rules.groups == 5;
            let rank = i32::from(cards.first()?.0);
            return whole.then(|| Slow {
                kind: Kind::Group,
                size: 5,
                low: rank,
                high: rank,
                suits: (0..4).collect(),
                lone_joker: false,
            });
        }
        Some(Joker::Cell { column, suit }) => {
            // A joker that stands for a card needs others beside it.
            if cards.is_empty() || cells.contains(&(i32::from(column) - 1, suit)) {
                return None;
            }
            cells.push((i32::from(column) - 1, suit));
        }
    }
    cells.sort_unstable();
    let (low, high, size) = (cells.first()?.0, cells.last()?.0, cells.len());
    let suits: BTreeSet<u8> = cells.iter().map(|cell| cell.1).collect();
    let inside = low >= 0 && high <= 12;
    if low == high && inside && size <= usize::from(rules.groups) {
        let kind = if size == 1 { Kind::Single } else { Kind::Group };
        return Some(Slow { kind, size, low, high, suits, lone_joker: false });
    }
    let row = cells.windows(2).all(|two| two[1].0 == two[0].0 + 1 && two[1].1 == two[0].1);
    (rules.sequences && row && size >= 3).then_some(Slow {
        kind: Kind::Sequence,
        size,
        low,
        high,
        suits,
        lone_joker: false,
    })
}

/// Everything that the mover may do in play.
fn slow_legal(game: &Daifugo, seat: Seat) -> BTreeSet<Meld> {
    let view = game.view(seat);
    let rules = game.rules();
    let hand: Vec<(u8, u8)> = (0..13)
        .flat_map(|rank| (0..4).map(move |suit| (rank, suit)))
        .filter(|&(rank, suit)| view.hand().contains(Cards::card(rank, suit)))
        .collect();
    let mut jokers = vec![None];
    if view.hand().has_joker() {
        jokers.extend([Some(Joker::Alone), Some(Joker::Fifth)]);
        jokers.extend((0..15).flat_map(|column| (0..4).map(move |suit| Some(Joker::Cell { column, suit }))));
    }
    let as_slow = |meld: Meld| {
        let naturals: Vec<(u8, u8)> = (0..13)
            .flat_map(|rank| (0..4).map(move |suit| (rank, suit)))
            .filter(|&(rank, suit)| meld.naturals().contains(Cards::card(rank, suit)))
            .collect();
        slow_meld(&naturals, meld.joker(), rules).unwrap()
    };
    let table = view.table().map(as_slow);
    let mut legal = BTreeSet::new();
    if table.is_some() || rules.leader_pass {
        legal.insert(Meld::PASS);
    }
    for part in 0..1u32 << hand.len() {
        let cards: Vec<(u8, u8)> = (0..hand.len()).filter(|n| part >> n & 1 == 1).map(|n| hand[n]).collect();
        // A meld is of one rank or of one suit.
        let alike = |by: fn(&(u8, u8)) -> u8| cards.iter().all(|card| by(card) == by(&cards[0]));
        if !cards.is_empty() && !alike(|card| card.0) && !alike(|card| card.1) {
            continue;
        }
        for &joker in &jokers {
            let Some(meld) = slow_meld(&cards, joker, rules) else { continue };
            let beats = match &table {
                None => true,
                Some(table) if table.lone_joker => {
                    rules.spade_three != SpadeThree::Off && cards == [(0, 0)] && joker.is_none()
                }
                Some(table) if meld.lone_joker => table.size == 1,
                Some(table) => {
                    let higher = if view.is_reversed() { meld.high < table.low } else { meld.low > table.high };
                    let suits: BTreeSet<u8> = (0..4).filter(|suit| view.lock() >> suit & 1 == 1).collect();
                    meld.kind == table.kind
                        && meld.size == table.size
                        && higher
                        && (suits.is_empty() || suits == meld.suits)
                }
            };
            if beats {
                let set = cards.iter().map(|&(rank, suit)| Cards::card(rank, suit)).collect();
                legal.insert(Meld::of(set, joker).unwrap());
            }
        }
    }
    legal
}

#[test]
fn legal_plays_are_those_of_a_slow_reading_of_the_rules() {
    let mut legal = Actions::new();
    for text in VARIANTS {
        let rules = rules(text);
        let (mut leads, mut answers, mut seed) = (0, 0, 0);
        // The slow reading tries every part of a hand: big hands of few players are left out.
        while leads < 40 || answers < 150 {
            let mut rng = Rng::stream(seed, &[7]);
            seed += 1;
            let mut game = Daifugo::deal(&rules, &mut rng);
            while let Turn::Seat(seat) = game.turn() {
                game.legal(&mut legal);
                let view = game.view(seat);
                let few = view.hand().len() <= if view.hand().has_joker() { 9 } else { 12 };
                if game.view(seat).phase() == Phase::Play && few && rng.below(4) == 0 {
                    let fast: BTreeSet<Meld> = legal.iter().copied().collect();
                    assert_eq!(fast, slow_legal(&game, seat), "{text}, seed {}: {}", seed - 1, game.picture());
                    if view.table().is_none() { leads += 1 } else { answers += 1 }
                }
                game.play(rng.pick(&legal));
            }
        }
    }
}

#[test]
fn the_number_of_lines_of_play_is_what_the_slow_reading_counts() {
    fn slow_perft(game: &Daifugo, depth: u32) -> u64 {
        let Turn::Seat(seat) = game.turn() else { return 1 };
        let next = |meld: Meld| {
            let mut next = game.clone();
            next.play(meld);
            next
        };
        match depth {
            0 => 1,
            _ => slow_legal(game, seat).into_iter().map(|meld| slow_perft(&next(meld), depth - 1)).sum(),
        }
    }
    for text in ["paper003", "uecda,exchange=off", "casual,players=4,exchange=off,capital-fall=off"] {
        let (rules, mut most) = (rules(text), 0);
        for seed in 0..6 {
            let mut rng = Rng::new(seed);
            let mut game = Daifugo::deal(&rules, &mut rng);
            let mut legal = Actions::new();
            // To a lead with hands that are small enough for the slow reading.
            let early = |game: &Daifugo| {
                let view = game.view(Seat(0));
                view.table().is_some() || Seat::all(rules.seats()).any(|seat| view.hand_size(seat) > 8)
            };
            while game.turn() != Turn::Over && early(&game) {
                game.legal(&mut legal);
                game.play(rng.pick(&legal));
            }
            let counts: Vec<u64> = (1..=4).map(|depth| perft(&game, depth)).collect();
            let slow: Vec<u64> = (1..=4).map(|depth| slow_perft(&game, depth)).collect();
            assert_eq!(counts, slow, "{text}, seed {seed}");
            most = most.max(counts[3]);
        }
        assert!(most > 100, "{text}: {most}");
    }
}

#[test]
fn perft_counts_stay_as_they_are() {
    let mut table = String::new();
    for text in VARIANTS {
        let game = Daifugo::deal(&rules(text), &mut Rng::new(3));
        let counts: Vec<u64> = (1..=3).map(|depth| perft(&game, depth)).collect();
        table.push_str(&format!("{text}: {counts:?}\n"));
    }
    insta::assert_snapshot!(table);
}

#[test]
fn games_read_like_stories() {
    for (name, text) in [("paper003", "paper003"), ("uecda", "uecda"), ("casual", "casual,players=4")] {
        insta::assert_snapshot!(format!("daifugo_{name}"), playthrough::<Daifugo>(&rules(text), 5));
    }
}

/// A game with these hands; the rest of the deck goes to the others as it comes.
fn with_hands(text: &str, given: &[&str], classes: Option<[u8; PLAYERS]>) -> Daifugo {
    let rules = rules(text);
    let players = rules.seats();
    let given: Vec<Cards> = given.iter().map(|cards| cards.parse().unwrap()).collect();
    let mut left: Vec<Cards> = (Cards::DECK - given.iter().copied().collect()).iter().collect();
    let mut hands = [Cards::EMPTY; PLAYERS];
    for (seat, hand) in hands[..players].iter_mut().enumerate() {
        *hand = given.get(seat).copied().unwrap_or_default();
        let size = (53 + players - 1 - seat) / players;
        while hand.len() < size {
            *hand |= left.pop().unwrap();
        }
    }
    let dealt = Dealt { hands, circle: [0, 1, 2, 3, 4, 5], classes, first: 0, lots: 0 };
    Daifugo::from_deal(&rules, &dealt).unwrap()
}

fn play(game: &mut Daifugo, moves: &str) {
    for (number, word) in moves.split_whitespace().enumerate() {
        let meld: Meld = word.parse().unwrap();
        game.try_play(meld).unwrap_or_else(|why| panic!("move {number}, {word}: {why}\n{}", game.picture()));
    }
}

fn mover(game: &Daifugo) -> u8 {
    game.turn().seat().unwrap().0
}

/// Five hands in which seat 0 has ♦3; all cards are named.
const HANDS: [&str; 5] = [
    "♦3 ♠7 ♥7 ♠8 ♦9 ♦T ♦J ♠A ♥A ♠2 ♣3",
    "♠3 ♥8 ♦8 ♥9 ♥T ♥J ♥Q ♦A ♥2 ♠4 ♥4",
    "★ ♣8 ♣9 ♣T ♣J ♣Q ♣K ♣A ♦2 ♦4 ♣4",
    "♥3 ♦5 ♣5 ♠5 ♥5 ♦6 ♣6 ♠6 ♥6 ♣2",
    "♦7 ♣7 ♠9 ♠T ♠J ♠Q ♦Q ♠K ♥K ♦K",
];

#[test]
fn who_holds_the_three_of_diamonds_leads_anything() {
    let game = with_hands("uecda,exchange=off", &HANDS, None);
    assert_eq!(mover(&game), 0);
    assert!(game.is_legal(Meld::single(12, 0)));
}

#[test]
fn who_passes_is_out_until_the_table_is_cleared_and_the_last_to_play_may_overplay_himself() {
    let mut game = with_hands("uecda,exchange=off", &HANDS, None);
    play(&mut game, "♦9 ♥T pass pass ♠J ♠A");
    assert_eq!(mover(&game), 1, "2 and 3 have passed");
    play(&mut game, "pass pass");
    assert_eq!((mover(&game), game.view(Seat(0)).table()), (0, Some("♠A".parse().unwrap())));
    let mut alone = game.clone();
    play(&mut alone, "♠2 pass");
    assert_eq!((mover(&alone), alone.view(Seat(0)).table()), (0, None));
    play(&mut game, "pass");
    assert_eq!((mover(&game), game.view(Seat(0)).table()), (0, None));
    // Without overplay the table is cleared as soon as all others have passed.
    let mut game = with_hands("uecda,exchange=off,overplay=off", &HANDS, None);
    play(&mut game, "♦9 pass pass pass pass");
    assert_eq!((mover(&game), game.view(Seat(0)).table()), (0, None));
}

#[test]
fn an_eight_clears_the_table_and_its_player_leads() {
    let mut game = with_hands("uecda,exchange=off", &HANDS, None);
    play(&mut game, "♠7 ♥8");
    assert_eq!((mover(&game), game.view(Seat(0)).table()), (1, None));
    // The joker as an eight, in a group.
    let mut game = with_hands("uecda,exchange=off", &HANDS, None);
    play(&mut game, "♠7♥7 pass ♣8★♠8");
    assert_eq!((mover(&game), game.view(Seat(0)).table()), (2, None));
    let mut game = with_hands("uecda,exchange=off,eight-stop=off", &HANDS, None);
    play(&mut game, "♠7 ♥8");
    assert_eq!(mover(&game), 2);
}

#[test]
fn equal_suits_lock_the_table_and_a_lone_joker_lifts_the_lock() {
    let mut game = with_hands("uecda,exchange=off", &HANDS, None);
    play(&mut game, "♣3 ♠4 pass ♠5");
    assert_eq!(game.view(Seat(0)).lock(), 1);
    assert!(game.is_legal("♠9".parse().unwrap()) && !game.is_legal("♦7".parse().unwrap()));
    play(&mut game, "♠9 ♠A");
    assert!(!game.is_legal("♥2".parse().unwrap()));
    let mut game = with_hands("uecda,exchange=off", &HANDS, None);
    play(&mut game, "♣3 pass ♦4 ♦5 ♦7 ♦9");
    assert_eq!(game.view(Seat(0)).lock(), 4);
    play(&mut game, "★");
    assert_eq!(game.view(Seat(0)).lock(), 0);
    let mut game = with_hands("uecda,exchange=off,lock=off", &HANDS, None);
    play(&mut game, "♣3 ♠4 pass ♠5 ♦7");
}

#[test]
fn the_three_of_spades_beats_the_lone_joker_only() {
    for (text, leader) in [("uecda,exchange=off", 1), ("paper003", 2)] {
        let mut game = with_hands(text, &HANDS, None);
        play(&mut game, "♠7 ♥9 ★ pass pass pass");
        assert!(game.is_legal(Meld::single(0, 0)) && !game.is_legal(Meld::single(12, 1)), "{text}");
        play(&mut game, "♠3");
        // In the contest the table is cleared; else it goes on, and the others have passed but one.
        assert_eq!(mover(&game), leader, "{text}");
    }
    let mut game = with_hands("uecda,exchange=off,spade-three=off", &HANDS, None);
    play(&mut game, "♠7 ♥9 ★ pass pass pass");
    assert!(!game.is_legal(Meld::single(0, 0)));
}

#[test]
fn four_of_a_kind_and_five_in_a_row_turn_the_ranks_over() {
    let mut game = with_hands("uecda,exchange=off", &HANDS, None);
    play(&mut game, "♣3 pass pass ♣2 pass pass pass ♠5♥5♦5♣5");
    let view = game.view(Seat(0));
    assert!(view.is_revolution() && view.is_reversed());
    play(&mut game, "pass pass pass pass pass ♠6");
    assert!(game.is_legal(Meld::PASS) && !game.is_legal("♠9".parse().unwrap()));
    let mut game = with_hands("uecda,exchange=off", &HANDS, None);
    play(&mut game, "♦3 pass ♣A pass pass pass pass ♣8-Q");
    assert!(game.view(Seat(0)).is_revolution());
    assert_eq!(mover(&game), 2, "an eight is among them");
    let mut game = with_hands("uecda,exchange=off,revolution=off", &HANDS, None);
    play(&mut game, "♦3 pass ♣A pass pass pass pass ♣8-Q");
    assert!(!game.view(Seat(0)).is_revolution());
}

#[test]
fn four_in_a_row_turn_nothing() {
    let mut game = with_hands("uecda,exchange=off", &HANDS, None);
    play(&mut game, "♦3 ♠4 pass pass pass pass pass ♥9-Q");
    assert!(!game.view(Seat(0)).is_revolution());
}

#[test]
fn the_joker_stands_just_outside_both_ends_of_a_suit() {
    let game = with_hands("uecda,exchange=off", &["♦3 ♦4 ♣A ♣2 ★ ♠6 ♠8 ♥T ♥Q ♦9 ♦J"], None);
    for (text, legal) in
        [("♦★34", true), ("♦34★", true), ("♣A2★", true), ("♣★A2", true), ("♦9★J", true), ("♥T★Q", true)]
    {
        assert_eq!(game.is_legal(text.parse().unwrap()), legal, "{text}");
    }
    let without = with_hands("uecda,exchange=off,joker=single,groups=4", &["♦3 ♦4 ♣A ♣2 ★ ♠6 ♠8 ♥T ♥Q ♦9 ♦J"], None);
    assert!(!without.is_legal("♦★34".parse().unwrap()));
}

#[test]
fn a_sequence_is_beaten_by_an_entirely_higher_one() {
    let mut game = with_hands("uecda,exchange=off", &HANDS, None);
    play(&mut game, "♦9-J");
    assert!(!game.is_legal("♥T-Q".parse().unwrap()));
    assert!(!game.is_legal("♥9-J".parse().unwrap()));
    play(&mut game, "pass");
    assert!(game.is_legal("♣Q-A".parse().unwrap()) && game.is_legal("♣QK★".parse().unwrap()));
    assert!(!game.is_legal("♣J-K".parse().unwrap()));
    assert!(game.is_legal("♣KA★".parse().unwrap()) && game.is_legal("♣★KA".parse().unwrap()));
}

#[test]
fn the_lead_goes_to_the_next_when_the_last_to_play_is_out() {
    let mut game = with_hands("paper003", &["♦3", "★"], None);
    let mut legal = Actions::new();
    // Everyone passes but seat 0, which leads again and again until it is out.
    while game.view(Seat(0)).hand_size(Seat(0)) > 0 {
        game.legal(&mut legal);
        let play = if mover(&game) == 0 && game.view(Seat(0)).table().is_none() { legal[1] } else { Meld::PASS };
        game.play(play);
    }
    assert_eq!(game.place_of(Seat(0)), Some(0));
    play(&mut game, "pass pass pass pass");
    assert_eq!((mover(&game), game.view(Seat(0)).table()), (1, None));
}

#[test]
fn twenty_passes_in_a_row_end_the_game_by_lot() {
    let mut worths = BTreeSet::new();
    for seed in 0..20 {
        let mut game = Daifugo::deal(&rules("paper003"), &mut Rng::new(seed));
        for passes in 0..20 {
            assert_eq!(game.view(Seat(0)).passes(), passes);
            game.try_play(Meld::PASS).unwrap();
        }
        assert_eq!(game.turn(), Turn::Over);
        worths.insert(Seat::all(5).map(|seat| game.payoff(seat) as i8).collect::<Vec<_>>());
    }
    assert!(worths.len() > 10);
}

#[test]
fn the_losers_give_their_strongest_and_the_winners_return_what_they_like() {
    // Classes by seat: seat 4 is the daifugo, 3 the fugo, 1 the hinmin, 0 the daihinmin.
    let game = with_hands("uecda", &HANDS, Some([4, 3, 2, 1, 0, 5]));
    let view = game.view(Seat(4));
    assert_eq!(view.received(), "♠2 ♠A".parse().unwrap());
    assert_eq!(game.view(Seat(3)).received(), "♥2".parse().unwrap());
    assert_eq!((mover(&game), view.to_give(), view.hand().len()), (4, 2, 12));
    let mut legal = Actions::new();
    game.legal(&mut legal);
    assert_eq!(legal.len(), 66);
    let mut game = game;
    game.try_play("give ♦7 ♣7".parse().unwrap()).unwrap();
    assert_eq!((mover(&game), game.view(Seat(3)).to_give()), (3, 1));
    game.try_play("give ♥3".parse().unwrap()).unwrap();
    assert_eq!(mover(&game), 0, "♦3");
    assert_eq!(game.view(Seat(0)).hand(), "♦3 ♠7 ♥7 ♠8 ♦9 ♦T ♦J ♥A ♣3 ♦7 ♣7".parse().unwrap());
    assert_eq!(game.view(Seat(0)).received(), "♦7 ♣7".parse().unwrap());
    assert_eq!(game.view(Seat(4)).known_in(Seat(0)), "♦37 ♣7".parse().unwrap());
    assert_eq!(game.view(Seat(2)).known_in(Seat(0)), "♦3".parse().unwrap());
    assert_eq!(game.dealt().hands[0], HANDS[0].parse().unwrap());
    // With the joker as the strongest, and ties by suit.
    let game = with_hands("uecda", &HANDS, Some([0, 1, 4, 2, 3, 5]));
    assert_eq!(game.view(Seat(0)).received(), "♦2 ★".parse().unwrap());
    assert_eq!(game.view(Seat(1)).received(), "♠K".parse().unwrap());
}

#[test]
fn house_rules_skip_turn_back_and_forbid() {
    // Each five skips a player.
    let text = "casual,exchange=off,capital-fall=off";
    let mut game = with_hands(text, &HANDS, None);
    play(&mut game, "♣3 pass ♦4 ♦5");
    assert_eq!(mover(&game), 0, "seat 4 was skipped");
    // A jack turns the ranks over until the table is cleared.
    let mut game = with_hands(text, &HANDS, None);
    play(&mut game, "♦9 ♥T ♣J");
    assert!(game.view(Seat(0)).is_reversed() && !game.view(Seat(0)).is_revolution());
    play(&mut game, "♦6 pass pass ♥4");
}

/// Seat 0 goes out with its last card while the others pass.
fn run_out(text: &str, hand: &str, last: &str, classes: Option<[u8; PLAYERS]>) -> Daifugo {
    let mut game = with_hands(text, &[hand], classes);
    let (last, mut legal): (Meld, _) = (last.parse().unwrap(), Actions::new());
    while game.turn() != Turn::Over && game.view(Seat(0)).hand_size(Seat(0)) > 0 {
        game.legal(&mut legal);
        let own = mover(&game) == 0 && game.view(Seat(0)).table().is_none();
        let pick = legal.iter().copied().find(|&meld| own && meld.kind() == Kind::Single && meld != last);
        let pass = if legal.contains(&Meld::PASS) { Meld::PASS } else { legal[0] };
        game.play(pick.unwrap_or(if own { last } else { pass }));
    }
    game
}

#[test]
fn a_forbidden_finish_loses() {
    let hand = "♦3 ♠3 ♥3 ♣3 ♠4 ♥4 ♦4 ♣4 ♠8 ♠2 ★";
    let text = "casual,exchange=off,capital-fall=off,sequences=off";
    for (last, place) in [("♠8", 4), ("♠2", 4), ("★", 4), ("♠4", 0)] {
        assert_eq!(run_out(text, hand, last, None).place_of(Seat(0)), Some(place), "{last}");
    }
    assert_eq!(run_out("uecda,exchange=off", hand, "♠2", None).place_of(Seat(0)), Some(0));
}

#[test]
fn a_daifugo_who_is_not_first_falls() {
    for (text, place) in [("casual,exchange=on", Some(4)), ("casual,capital-fall=off", None)] {
        let hand = "♦3 ♠3 ♥3 ♣3 ♠4 ♥4 ♦4 ♣4 ♠5 ♥5 ♦5";
        let rules = rules(text);
        let mut found = false;
        // Seat 0 goes out first, seat 4 was the daifugo.
        let mut game = with_hands(text, &[hand], Some([2, 1, 3, 4, 0, 5]));
        let mut legal = Actions::new();
        while game.turn() != Turn::Over {
            game.legal(&mut legal);
            let own = mover(&game) == 0;
            let pass = if legal.contains(&Meld::PASS) && !own { Meld::PASS } else { legal[legal.len() - 1] };
            game.play(pass);
            if game.place_of(Seat(0)) == Some(0) {
                found = true;
                assert_eq!(game.place_of(Seat(4)), place, "{text}");
                assert_eq!(game.view(Seat(0)).is_out(Seat(4)), rules.capital_fall);
                break;
            }
        }
        assert!(found, "{text}");
    }
}

#[test]
fn a_session_has_classes_reseating_and_resets() {
    let rules = rules("uecda,session=9,reset=6");
    let mut standing = Daifugo::opening(&rules);
    let mut rng = Rng::new(4);
    let mut circles = Vec::new();
    while !Daifugo::finished(&rules, &standing) {
        let mut game = Daifugo::deal_next(&rules, &standing, &mut rng);
        let exchange = !standing.games.is_multiple_of(6);
        assert_eq!(matches!(game.view(Seat(0)).phase(), Phase::Exchange(_)), exchange);
        if let (true, Some(classes)) = (exchange, standing.classes) {
            assert_eq!(game.view(Seat(3)).class(Seat(1)), Some(classes[1]));
            assert_eq!(classes[usize::from(mover(&game))], 0, "the daifugo returns cards first");
        }
        circles.push(game.view(Seat(0)).circle().map(|seat| seat.0).collect::<Vec<_>>());
        let mut legal = Actions::new();
        kirifuda_play::play_out(&mut game, &mut Uniform, &mut legal, &mut rng);
        game.settle(&mut standing);
    }
    assert_eq!(standing.games, 9);
    assert_eq!(standing.totals[..5].iter().sum::<f32>(), 9.0 * 15.0);
    for three in circles.chunks(3) {
        assert!(three.iter().all(|circle| *circle == three[0]), "{circles:?}");
    }
    assert!(circles[0] != circles[3] || circles[3] != circles[6]);
}

#[test]
fn worlds_are_uniform_where_nothing_was_exchanged_between_others() {
    // Late in a game, so that all worlds can be counted.
    for text in ["paper003,players=3", "uecda,exchange=off,players=3"] {
        let rules = rules(text);
        let mut legal = Actions::new();
        let mut checked = 0;
        for seed in 0..200 {
            let mut rng = Rng::stream(seed, &[9]);
            let mut game = Daifugo::deal(&rules, &mut rng);
            while let Turn::Seat(seat) = game.turn() {
                let view = game.view(seat);
                let others: Vec<Seat> = Seat::all(3).filter(|&other| other != seat).collect();
                let unseen = view.unseen();
                if (5..=9).contains(&unseen.len()) && others.iter().all(|&other| view.hand_size(other) > 1) {
                    let known = view.known_in(others[0]);
                    let never = view.known_in(others[1]);
                    let cards: Vec<Cards> = unseen.iter().collect();
                    let possible: Vec<Daifugo> = (0..1u32 << cards.len())
                        .map(|part| {
                            (0..cards.len()).filter(|n| part >> n & 1 == 1).map(|n| cards[n]).collect::<Cards>()
                        })
                        .filter(|part| {
                            part.len() == view.hand_size(others[0])
                                && part.contains(known)
                                && (*part & never).is_empty()
                        })
                        .map(|part| world_with(&game, seat, others[0], part))
                        .collect();
                    if possible.len() > 1 {
                        let name = |world: &Daifugo| world.view(others[0]).hand().to_string();
                        uniform_worlds::<Daifugo>(view, &possible, name, &mut rng);
                        checked += 1;
                    }
                    break;
                }
                game.legal(&mut legal);
                game.play(rng.pick(&legal));
            }
            if checked == 12 {
                break;
            }
        }
        assert_eq!(checked, 12, "{text}");
    }
}

/// The world of a view in which `other` holds these cards, found by drawing.
fn world_with(game: &Daifugo, seat: Seat, other: Seat, cards: Cards) -> Daifugo {
    let mut worlds = <Daifugo as kirifuda_play::Imagine>::worlds(game.view(seat));
    let mut rng = Rng::new(1);
    (0..1_000_000).map(|_| worlds.draw(&mut rng)).find(|world| world.view(other).hand() == cards).unwrap()
}

#[test]
fn worlds_know_that_a_loser_gave_his_strongest_cards() {
    let rules = rules("uecda");
    let mut rng = Rng::new(11);
    let (mut with_winner, mut draws) = (0, 0);
    for _ in 0..60 {
        let game = Daifugo::deal(&rules, &mut rng);
        let by_class = |class: u8| Seat::all(5).find(|&seat| game.view(seat).class(seat) == Some(class)).unwrap();
        let (daifugo, daihinmin, heimin) = (by_class(0), by_class(4), by_class(2));
        let gift = game.view(daifugo).received();
        let mut worlds = <Daifugo as kirifuda_play::Imagine>::worlds(game.view(daifugo));
        for _ in 0..20 {
            let world = worlds.draw(&mut rng);
            assert_eq!(world.dealt().hands[daihinmin.index()].strongest_of(2), gift);
        }
        // To a third player the joker lies with the daifugo more often than with the daihinmin.
        let mut game = game;
        let mut legal = Actions::new();
        while matches!(game.view(daifugo).phase(), Phase::Exchange(_)) {
            game.legal(&mut legal);
            game.play(legal[0]);
        }
        let mut worlds = <Daifugo as kirifuda_play::Imagine>::worlds(game.view(heimin));
        for _ in 0..20 {
            let world = worlds.draw(&mut rng);
            draws += usize::from(!game.view(heimin).hand().has_joker());
            with_winner += usize::from(world.view(daifugo).hand().has_joker());
        }
    }
    // By the deal alone it would be a quarter; what the daihinmin was dealt comes on top.
    assert!(with_winner as f64 > 0.34 * draws as f64, "{with_winner} of {draws}");
}

#[test]
fn wrong_deals_and_stories_are_refused() {
    let rules = rules("uecda");
    let game = Daifugo::deal(&rules, &mut Rng::new(1));
    let deal = game.show_deal();
    for wrong in [
        String::new(),
        "0 1 2 3 4; –; 0; 0".to_string(),
        deal.replacen("0 1 2 3 4", "0 1 2 3 3", 1),
        deal.replacen("0 1 2 3 4", "0 1 2 3 9", 1),
        deal.replace('★', ""),
        deal.rsplit_once(';').unwrap().0.to_string(),
        deal.replacen(';', "; x", 1),
    ] {
        assert!(Daifugo::read_deal(&rules, &wrong).is_err(), "{wrong}");
    }
    let seen = Daifugo::seen(game.view(Seat(2)));
    let mut odd = seen.clone();
    odd.hand.pop();
    assert!(Daifugo::reconstruct(&rules, &odd).is_err());
    let mut odd = seen.clone();
    odd.public.retain(|fact| fact.name != "circle");
    assert!(Daifugo::reconstruct(&rules, &odd).unwrap_err().contains("circle"));
    let mut odd = seen.clone();
    odd.seat = Seat(7);
    assert!(Daifugo::reconstruct(&rules, &odd).is_err());
    for text in
        ["uecda,groups=6", "uecda,players=2", "paper003,groups=5", "paper003,capital-fall=on", "uecda,session=0"]
    {
        assert!(Rules::book().parse(text).is_err(), "{text}");
    }
}
