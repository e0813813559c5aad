//! Oh Hell and Spades against the checks that every game must pass, and against a slow second reading of the rule book.
#![allow(clippy::unwrap_used)]

use kirifuda_games::cards::{Card, CardSet, Suit};
use kirifuda_games::oh_hell::{self, OhHell, Scoring};
use kirifuda_games::spades::{self, Spades, partner, team};
use kirifuda_games::tricks::Action;
use kirifuda_play::conformance::{self, perft};
use kirifuda_play::{
    Actions, Game, Imagine, Measured, Rng, Rules as _, Seat, Series, Text, Turn, Uniform, Worlds, play_out,
};

fn oh_hell(text: &str) -> oh_hell::Rules {
    oh_hell::Rules::book().parse(text).unwrap()
}

fn spades(text: &str) -> spades::Rules {
    spades::Rules::book().parse(text).unwrap()
}

/// Plays these moves.
fn moved<G: Text>(mut game: G, moves: &str) -> G {
    for word in moves.split_whitespace() {
        let action = G::read_action(game.rules(), word).unwrap();
        game.try_play(action).unwrap_or_else(|why| panic!("{word}: {why}\n{}", game.picture()));
    }
    game
}

fn legal<G: Text>(game: &G) -> String {
    let mut legal = Actions::new();
    game.legal(&mut legal);
    legal.iter().map(|&action| G::show_action(game.rules(), action)).collect::<Vec<_>>().join(" ")
}

#[test]
fn oh_hell_passes_every_check() {
    conformance::all::<OhHell>();
}

#[test]
fn spades_passes_every_check() {
    conformance::all::<Spades>();
}

#[test]
fn oh_hell_conserves_cards_and_tricks_under_every_switch() {
    let alphabet: Vec<Action> = Action::all().collect();
    for text in ["cards=1", "cards=3,scoring=tricks", "cards=12,hook=off", "full,scoring=penalty"] {
        let rules = oh_hell(text);
        conformance::random_play::<OhHell>(&rules, &alphabet, 100, |game| {
            let view = game.view(Seat(0));
            let hands: Vec<CardSet> = Seat::all(4).map(|seat| game.view(seat).hand()).collect();
            let held: usize = hands.iter().map(|hand| hand.len()).sum();
            assert_eq!(held + view.played().len(), 4 * rules.cards as usize);
            assert_eq!(view.trump().is_none(), rules.cards == 13);
            assert!(view.turned().is_none_or(|card| !hands.iter().any(|hand| hand.contains(card))));
            let won: u8 = Seat::all(4).map(|seat| view.tricks_won(seat)).sum();
            if game.turn() == Turn::Over {
                assert_eq!(won, rules.cards);
                let bids: u8 = Seat::all(4).map(|seat| view.bid(seat).unwrap()).sum();
                assert!(!rules.hook || bids != rules.cards, "the dealer may not make the bids add up");
            }
        });
        conformance::honest_imagination::<OhHell>(&rules, 20, |view| {
            let seats: Vec<_> = Seat::all(4)
                .map(|s| (view.excluded(s), view.hand_size(s), view.tricks_won(s), view.bid(s), view.score(s)))
                .collect();
            format!("{seats:?} {:?} {:?} {:?} {:?}", view.unseen(), view.turned(), view.dealer(), view.trump())
        });
    }
}

#[test]
fn spades_conserves_cards_and_tricks_under_every_switch() {
    let alphabet: Vec<Action> = Action::all().collect();
    for text in ["nonil,bags=-10", "bags=0", "bags=-1"] {
        let rules = spades(text);
        conformance::random_play::<Spades>(&rules, &alphabet, 100, |game| {
            let view = game.view(Seat(0));
            let held: usize = Seat::all(4).map(|seat| game.view(seat).hand().len()).sum();
            assert_eq!(held + view.played().len(), 52);
            assert_eq!(view.is_broken(), !view.played().of(Suit::Spades).is_empty());
            for seat in Seat::all(4) {
                assert_eq!(game.payoff(seat), game.payoff(partner(seat)), "partners score together");
            }
            if game.turn() == Turn::Over {
                assert_eq!(Seat::all(4).map(|seat| view.tricks_won(seat)).sum::<u8>(), 13);
            }
        });
        conformance::honest_imagination::<Spades>(&rules, 20, |view| {
            let seats: Vec<_> = Seat::all(4)
                .map(|s| (view.excluded(s), view.hand_size(s), view.account(team(s)), view.bid(s), view.score(s)))
                .collect();
            format!("{seats:?} {:?} {:?} {:?} {}", view.unseen(), view.standing(), view.dealer(), view.is_broken())
        });
    }
}

/// The rule book once more, slow and plain. What is led before spades are broken matters in Spades only.
fn slowly_legal(hand: CardSet, plays: &[(Seat, Card)], spades_held_back: bool) -> Vec<Card> {
    let hand: Vec<Card> = hand.iter().collect();
    let on_table = &plays[plays.len() / 4 * 4..];
    let allowed = |card: &Card| match on_table.first() {
        Some((_, led)) => card.suit() == led.suit(),
        None => {
            let broken = plays.iter().any(|(_, card)| card.suit() == Suit::Spades);
            !spades_held_back || broken || card.suit() != Suit::Spades
        }
    };
    let choice: Vec<Card> = hand.iter().copied().filter(allowed).collect();
    if choice.is_empty() { hand } else { choice }
}

/// Who takes a trick, slow and plain: the highest trump, or else the highest card of the led suit.
fn slow_winner(trick: &[(Seat, Card)], trump: Option<Suit>) -> Seat {
    let best_of = |suit: Suit| trick.iter().filter(|(_, card)| card.suit() == suit).max_by_key(|(_, card)| card.rank());
    trump.and_then(best_of).or_else(|| best_of(trick[0].1.suit())).unwrap().0
}

#[test]
fn cards_and_winners_agree_with_a_slow_reading_of_the_rule_book() {
    /// Hand of who is to move, plays so far, tricks won by seat, trump.
    type Facts = (CardSet, Vec<(Seat, Card)>, [u8; 4], Option<Suit>);
    fn check<G: Game<Action = Action>>(rules: &G::Rules, facts: fn(&G, Seat) -> Option<Facts>, held_back: bool) {
        let mut actions = Actions::new();
        for seed in 0..100 {
            let mut rng = Rng::stream(seed, &[2]);
            let mut game = G::deal(rules, &mut rng);
            while let Turn::Seat(seat) = game.turn() {
                game.legal(&mut actions);
                if let Some((hand, plays, won, trump)) = facts(&game, seat) {
                    let cards: Vec<Card> = actions.iter().map(|action| action.card().unwrap()).collect();
                    assert_eq!(cards, slowly_legal(hand, &plays, held_back), "seed {seed}: {plays:?}");
                    let mut slowly = [0; 4];
                    for trick in plays.chunks_exact(4) {
                        slowly[slow_winner(trick, trump).index()] += 1;
                    }
                    assert_eq!(won, slowly, "seed {seed}: {plays:?}");
                }
                // Spades are kept to the end half of the time, so that they are broken late.
                let late = |action: &&Action| action.card().is_some_and(|card| card.suit() != Suit::Spades);
                let others: Vec<Action> = actions.iter().filter(late).copied().collect();
                game.play(rng.pick(if seed % 2 == 0 || others.is_empty() { &actions } else { &others }));
            }
        }
    }
    for text in ["standard", "short", "full"] {
        let facts = |game: &OhHell, seat| {
            let view = game.view(seat);
            let won = [0, 1, 2, 3].map(|seat| view.tricks_won(Seat(seat)));
            (!view.is_bidding()).then(|| (view.hand(), view.plays().collect(), won, view.trump()))
        };
        check::<OhHell>(&oh_hell(text), facts, false);
    }
    let facts = |game: &Spades, seat| {
        let view = game.view(seat);
        let won = [0, 1, 2, 3].map(|seat| view.tricks_won(Seat(seat)));
        (!view.is_bidding()).then(|| (view.hand(), view.plays().collect(), won, Some(Suit::Spades)))
    };
    check::<Spades>(&spades("standard"), facts, true);
}

/// All hands of the other seats, out of some cards, of which the rest stays in the stock.
fn all_hands(unseen: CardSet, sizes: &[usize]) -> Vec<Vec<CardSet>> {
    let Some((&size, others)) = sizes.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for hand in subsets(unseen, size) {
        for mut rest in all_hands(unseen - hand, others) {
            rest.insert(0, hand);
            all.push(rest);
        }
    }
    all
}

fn subsets(cards: CardSet, size: usize) -> Vec<CardSet> {
    match (size, cards.lowest()) {
        (0, _) => vec![CardSet::EMPTY],
        (_, None) => Vec::new(),
        (_, Some(card)) => {
            let rest = cards.without(card);
            let with = subsets(rest, size - 1).into_iter().map(|hand| hand.with(card));
            with.chain(subsets(rest, size)).collect()
        }
    }
}

/// The hands that every seat had, if the others hold these now.
fn first_hands(own: (Seat, CardSet), others: [Seat; 3], held: &[CardSet], played: [CardSet; 4]) -> [CardSet; 4] {
    let mut first = played;
    first[own.0.index()] = first[own.0.index()] | own.1;
    for (other, &hand) in others.into_iter().zip(held) {
        first[other.index()] = first[other.index()] | hand;
    }
    first
}

#[test]
fn imagined_worlds_of_oh_hell_are_uniform_over_hands_and_stock() {
    let (mut checked, mut with_voids) = (0, 0);
    for seed in 0..40 {
        let mut rng = Rng::stream(seed, &[9]);
        // Of two or three cards each, all but the last of two players are played.
        let rules = oh_hell(if seed % 2 == 0 { "cards=2" } else { "cards=3" });
        let mut game = OhHell::deal(&rules, &mut rng);
        let mut actions = Actions::new();
        for _ in 0..4 + 4 * rules.cards as usize - 2 {
            game.legal(&mut actions);
            game.play(rng.pick(&actions));
        }
        let Turn::Seat(next) = game.turn() else { panic!("two cards are left") };
        let view = game.view(next.after(3, 4));
        let (own, others) = ((view.seat(), view.hand()), view.others());
        let played = [0, 1, 2, 3].map(|seat| view.played_by(Seat(seat)));
        let mut possible = Vec::new();
        for held in all_hands(view.unseen(), &others.map(|other| view.hand_size(other))) {
            let hands = first_hands(own, others, &held, played);
            let mut world = OhHell::with_hands(rules, hands, view.turned(), view.dealer());
            let bids = view.bids().iter().map(|(_, bid)| Action::Bid(bid));
            let plays = view.plays().map(|(_, card)| Action::Play(card));
            if bids.chain(plays).all(|action| world.try_play(action).is_ok()) {
                possible.push(world);
            }
        }
        with_voids += u32::from(others.iter().any(|&other| !view.excluded(other).is_empty()));
        conformance::uniform_worlds::<OhHell>(view, &possible, |world| world.show_deal(), &mut rng);
        checked += 1;
    }
    assert!(checked == 40 && with_voids > 10, "{with_voids} positions with voids");
}

/// Before anything is played, an unseen card is with each of the others as often as their hands are large.
#[test]
fn the_stock_is_a_place_like_any_other() {
    let rules = oh_hell("short");
    let game = OhHell::deal(&rules, &mut Rng::new(3));
    let view = game.view(Seat(1));
    let (mut worlds, mut rng, draws) = (OhHell::worlds(view), Rng::new(4), 20_000);
    let mut counts = [[0u32; 52]; 4];
    for _ in 0..draws {
        let world = worlds.draw(&mut rng);
        for seat in Seat::all(4) {
            world.view(seat).hand().iter().for_each(|card| counts[seat.index()][card.index()] += 1);
        }
    }
    // 46 unseen cards, of which each of the three others holds five.
    let share = 5.0 / 46.0;
    let (mean, deviation) = (f64::from(draws) * share, (f64::from(draws) * share * (1.0 - share)).sqrt());
    for other in view.others() {
        for card in view.unseen() {
            let off = (f64::from(counts[other.index()][card.index()]) - mean) / deviation;
            // 138 counts; 4.5 deviations are exceeded by one in a thousand such tests. The seed is fixed.
            assert!(off.abs() < 4.5, "{card} with seat {other}: {off:.1} deviations");
        }
    }
    assert_eq!(view.unseen().len(), 46);
    assert!(view.turned().is_some_and(|card| !view.unseen().contains(card)));
}

#[test]
fn imagined_worlds_of_spades_are_uniform_over_all_that_the_rule_book_allows() {
    let mut with_proof = 0;
    for seed in 0..40 {
        let mut rng = Rng::stream(seed, &[9]);
        let mut game = Spades::deal(&spades("standard"), &mut rng);
        let (mut actions, stop) = (Actions::new(), 4 + 52 - 4 * 3 + rng.below(4));
        for _ in 0..stop {
            game.legal(&mut actions);
            // Spades are kept, so that some are led because nothing else is held.
            let late = |action: &&Action| action.card().is_some_and(|card| card.suit() != Suit::Spades);
            let others: Vec<Action> = actions.iter().filter(late).copied().collect();
            game.play(rng.pick(if others.is_empty() { &actions } else { &others }));
        }
        let view = game.view(Seat(1));
        let (own, others) = ((Seat(1), view.hand()), view.others());
        let played = [0, 1, 2, 3].map(|seat| view.played_by(Seat(seat)));
        let mut possible = Vec::new();
        for held in all_hands(view.unseen(), &others.map(|other| view.hand_size(other))) {
            let hands = first_hands(own, others, &held, played);
            let mut world = Spades::with_hands(*view.rules(), hands, view.dealer(), view.standing());
            let bids = view.bids().iter().map(|(_, bid)| Action::Bid(bid));
            let plays = view.plays().map(|(_, card)| Action::Play(card));
            if bids.chain(plays).all(|action| world.try_play(action).is_ok()) {
                possible.push(world);
            }
        }
        let led_spades = |other: &Seat| (!Suit::Spades.cards()).is_subset(view.excluded(*other));
        with_proof += u32::from(others.iter().any(led_spades));
        conformance::uniform_worlds::<Spades>(view, &possible, |world| world.show_deal(), &mut rng);
    }
    assert!(with_proof > 3, "{with_proof} positions in which a spade was led for want of others");
}

#[test]
fn perft_counts_do_not_change() {
    let counts = |game: OhHell| (1..=6).map(|depth| perft(&game, depth)).collect::<Vec<u64>>();
    let short = counts(OhHell::deal(&oh_hell("cards=3"), &mut Rng::new(1)));
    // Four bids of 0 to 3, of which the dealer lacks one unless the sum is above 3 already.
    assert_eq!(short[..3], [4, 16, 64]);
    assert_eq!(short[3], (0..64).map(|i| if i / 16 + i / 4 % 4 + i % 4 > 3 { 4 } else { 3 }).sum::<u64>());
    let spades = Spades::deal(&spades("nonil"), &mut Rng::new(1));
    let spades: Vec<u64> = (1..=5).map(|depth| perft(&spades, depth)).collect();
    assert_eq!(spades[..4], [13, 169, 2197, 28561]);
    insta::assert_snapshot!("perft", format!("oh-hell cards=3: {short:?}\nspades nonil: {spades:?}\n"));
}

#[test]
fn playthroughs() {
    for name in ["standard", "short", "full"] {
        let text = conformance::playthrough::<OhHell>(&oh_hell(name), 1);
        insta::assert_snapshot!(format!("oh_hell_{name}"), text);
    }
    insta::assert_snapshot!("spades_standard", conformance::playthrough::<Spades>(&spades("standard"), 1));
}

/// Two cards each; seat 3 deals, hearts are trump.
fn two_cards(rules: &str) -> OhHell {
    OhHell::read_deal(&oh_hell(rules), "3; ♥9; ♣AK; ♣2 ♥2; ♣3 ♦A; ♣4 ♠2").unwrap()
}

#[test]
fn the_dealer_may_not_make_the_bids_add_up() {
    assert_eq!(legal(&two_cards("cards=2")), "0 1 2");
    assert_eq!(legal(&moved(two_cards("cards=2"), "1 0 0")), "0 2");
    assert_eq!(legal(&moved(two_cards("cards=2"), "2 1 0")), "0 1 2", "they cannot add up any more");
    assert_eq!(legal(&moved(two_cards("cards=2,hook=off"), "1 0 0")), "0 1 2");
}

#[test]
fn a_trump_takes_the_trick_and_exact_bids_count() {
    // Seat 0 takes the first trick with ♣A; seat 1 takes the second with its trump.
    let end = |rules: &str| {
        let game = moved(two_cards(rules), "2 1 0 0 ♣A ♣2 ♣3 ♣4 ♣K ♥2 ♦A ♠2");
        assert_eq!(game.turn(), Turn::Over);
        [0, 1, 2, 3].map(|seat| game.payoff(Seat(seat)))
    };
    assert_eq!(end("cards=2"), [0.0, 11.0, 10.0, 10.0]);
    assert_eq!(end("cards=2,scoring=tricks"), [1.0, 11.0, 10.0, 10.0]);
    assert_eq!(end("cards=2,scoring=penalty"), [-1.0, 0.0, 0.0, 0.0]);
    let game = moved(two_cards("cards=2"), "2 1 0 0 ♣A ♣2 ♣3 ♣4 ♣K ♥2 ♦A ♠2");
    let mut measures = [0.0; 4];
    game.measure(Seat(0), &mut measures);
    assert_eq!(measures, [0.0, 0.0, 2.0, 1.0]);
    game.measure(Seat(1), &mut measures);
    assert_eq!(measures, [11.0, 1.0, 1.0, 1.0]);
}

#[test]
fn a_series_of_oh_hell_goes_down_to_one_card_and_up_again() {
    let rules = oh_hell("cards=4");
    let (mut standing, mut rng) = (OhHell::opening(&rules), Rng::new(5));
    let (mut sizes, mut dealers, mut sum) = (Vec::new(), Vec::new(), 0.0);
    while !OhHell::finished(&rules, &standing) {
        let mut game = OhHell::deal_next(&rules, &standing, &mut rng);
        assert!(OhHell::read_deal(&rules, &game.show_deal()).is_ok(), "a deal of a series reads back");
        sizes.push(game.view(Seat(0)).tricks());
        dealers.push(game.view(Seat(0)).dealer().0);
        play_out(&mut game, &mut Uniform, &mut Actions::new(), &mut rng);
        sum += game.payoff(Seat(2));
        game.settle(&mut standing);
    }
    assert_eq!(sizes, [4, 3, 2, 1, 2, 3, 4]);
    assert_eq!(dealers, [3, 0, 1, 2, 3, 0, 1]);
    assert_eq!(OhHell::total(&standing, Seat(2)), sum);
}

#[test]
fn spades_are_not_led_until_they_are_broken() {
    let deal = "3; 0 0; 0 0; ♣23456789TJQ ♠2K; ♦23456789TJQKA; ♣KA ♥23456789TJQ; ♥KA ♠3456789TJQA";
    let game = moved(Spades::read_deal(&spades("standard"), deal).unwrap(), "4 1 0 8");
    assert_eq!(legal(&game), "♣2 ♣3 ♣4 ♣5 ♣6 ♣7 ♣8 ♣9 ♣T ♣J ♣Q", "not the spades");
    // Seat 3 is out of clubs and trumps: now they are.
    let game = moved(game, "♣2 ♦2 ♣K ♠3");
    assert!(game.view(Seat(0)).is_broken());
    assert_eq!(legal(&game), "♥K ♥A ♠4 ♠5 ♠6 ♠7 ♠8 ♠9 ♠T ♠J ♠Q ♠A");
    let only = "3; 0 0; 0 0; ♠23456789TJQKA; ♦23456789TJQKA; ♣23456789TJQKA; ♥23456789TJQKA";
    let game = moved(Spades::read_deal(&spades("standard"), only).unwrap(), "13 0 0 0 ♠2");
    assert_eq!(game.view(Seat(1)).excluded(Seat(0)), !Suit::Spades.cards(), "nothing else was held");
}

#[test]
fn nil_is_bid_only_where_it_is_allowed() {
    let first = |rules| legal(&Spades::deal(&spades(rules), &mut Rng::new(1)));
    assert_eq!(first("standard"), "0 1 2 3 4 5 6 7 8 9 10 11 12 13");
    assert_eq!(first("nonil"), "1 2 3 4 5 6 7 8 9 10 11 12 13");
}

#[test]
fn a_match_of_spades_carries_scores_and_bags_to_the_limit() {
    let rules = spades("short,nil=off");
    let mut rng = Rng::new(3);
    let mut fell = false;
    for _ in 0..20 {
        let mut standing = Spades::opening(&rules);
        while !Spades::finished(&rules, &standing) {
            let mut game = Spades::deal_next(&rules, &standing, &mut rng);
            let before = standing;
            let stands = game.view(Seat(1)).standing();
            assert_eq!((stands.scores, stands.bags), (before.scores, before.bags));
            assert_eq!(game.view(Seat(0)).dealer(), Seat(3).after(before.deals as usize, 4));
            // Low bids, so that bags pile up.
            for bid in [2, 2, 1, 1] {
                game.play(Action::Bid(bid));
            }
            play_out(&mut game, &mut Uniform, &mut Actions::new(), &mut rng);
            game.settle(&mut standing);
            for team in [0, 1] {
                let bags = before.bags[team] + game.account(team).bags();
                assert_eq!(standing.bags[team], bags % 10);
                let tens = i16::from(bags / 10);
                let plain = if game.account(team).is_made() { 30 } else { -30 } + i16::from(game.account(team).bags());
                assert_eq!(standing.scores[team] - before.scores[team], plain - 100 * tens);
                fell |= tens > 0;
            }
        }
        assert!(standing.scores.iter().any(|score| score.abs() >= 200));
        assert_eq!(Spades::total(&standing, Seat(3)), f32::from(standing.scores[1]));
    }
    assert!(fell, "no team ever had ten bags");
}

#[test]
fn scoring_is_a_choice_of_three() {
    assert_eq!(oh_hell("scoring=penalty").scoring, Scoring::Penalty);
    assert_eq!(oh_hell("standard").scoring, Scoring::Exact);
}

#[test]
fn errors_name_what_is_wrong() {
    let rules = oh_hell("short");
    let deal = |text: &str| OhHell::read_deal(&rules, text).err().unwrap();
    let match_deal = |text: &str| Spades::read_deal(&spades("standard"), text).err().unwrap();
    let rest = "♦23456789TJQKA; ♣23456789TJQKA; ♥23456789TJQKA";
    let seen = OhHell::seen(moved(two_cards("cards=2"), "2 1 0 0 ♣A").view(Seat(1)));
    let refused = |change: &dyn Fn(&mut kirifuda_play::Seen)| {
        let mut seen = seen.clone();
        change(&mut seen);
        OhHell::reconstruct(&oh_hell("cards=2"), &seen).err().unwrap()
    };
    let say = |text: &str| Some(text.to_string());
    let errors = [
        deal("3"),
        deal("4; ♥9; ♣A; ♣2; ♣3; ♣4"),
        deal("3; –; ♣A; ♣2; ♣3; ♣4"),
        deal("3; ♣A; ♣A; ♣2; ♣3; ♣4"),
        deal("3; ♥9; ♣A; ♣A; ♣3; ♣4"),
        deal("3; ♥9; ♣A; ♣2; ♣34; ♣5"),
        deal("3; ♥9; ♣23456789; ♦23456789; ♠23456789; ♥2345678T"),
        match_deal(&format!("3; 0; 0 0; ♠23456789TJQKA; {rest}")),
        match_deal(&format!("3; 0 0; 0 10; ♠23456789TJQKA; {rest}")),
        refused(&|seen| seen.seat = Seat(4)),
        refused(&|seen| seen.private.clear()),
        refused(&|seen| seen.public.truncate(1)),
        refused(&|seen| seen.history[0].action = None),
        refused(&|seen| seen.history[3].action = say("♣4")),
        refused(&|seen| seen.history[3].action = say("14")),
        refused(&|seen| seen.history[4].action = say("1")),
        refused(&|seen| seen.history[4].action = say("♥9")),
        refused(&|seen| seen.history[4].action = say("♣2")),
        refused(&|seen| seen.history[4].seat = Seat(2)),
        refused(&|seen| seen.hand.clear()),
    ];
    insta::assert_snapshot!(errors.join("\n"));
}
