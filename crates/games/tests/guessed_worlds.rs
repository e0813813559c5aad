//! Worlds that are drawn by a guess: weighed by how likely they were to be drawn, they tell what uniform ones tell.
#![allow(clippy::unwrap_used)]

use kirifuda_games::cards::Card;
use kirifuda_games::daifugo::{Cards, Daifugo};
use kirifuda_games::hearts::{Hearts, PASSED};
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_games::spades::Spades;
use kirifuda_play::{Actions, Game, Imagine, Rng, Rules, Seat, Turn, Worlds};

const DRAWS: usize = 60_000;
/// A seed with which cards are passed.
const PASSING: u64 = 4;

/// A game after some moves at random.
fn some<G: Game>(rules: &G::Rules, moves: usize, seed: u64) -> (G, Seat) {
    let (mut rng, mut legal) = (Rng::new(seed), Actions::new());
    let mut game = G::deal(rules, &mut rng);
    for _ in 0..moves {
        game.legal(&mut legal);
        game.play(rng.pick(&legal));
    }
    let Turn::Seat(seat) = game.turn() else { panic!("a game that is not over") };
    (game, seat)
}

/// Some odds, from 2 : 3 to 3 : 2.
fn odds(count: usize) -> Vec<f32> {
    let mut rng = Rng::new(5);
    (0..count).map(|_| 2.0 / 3.0 + 0.83 * rng.unit() as f32).collect()
}

/// How often each of some things is so in uniform worlds, and in those drawn by a guess and weighed.
fn same_worlds<G: Imagine>(game: &G, seat: Seat, odds: &[f32], things: impl Fn(&G) -> Vec<bool>) {
    let mut rng = Rng::new(9);
    let mut worlds = G::worlds(game.view(seat));
    let count = things(&worlds.draw(&mut rng)).len();
    let (mut plain, mut weighed, mut raw) = (vec![0.0; count], vec![0.0; count], vec![0.0; count]);
    for _ in 0..DRAWS {
        let world = worlds.draw(&mut rng);
        plain.iter_mut().zip(things(&world)).for_each(|(sum, is_so)| *sum += f64::from(is_so) / DRAWS as f64);
    }
    assert!(worlds.guess(odds));
    let draws: Vec<(Vec<bool>, f64)> = (0..DRAWS)
        .map(|_| {
            let (world, likely) = worlds.draw_guessed(&mut rng);
            assert!(likely > 0.0 && likely <= 1.0 + 1e-9, "{likely}");
            (things(&world), 1.0 / likely)
        })
        .collect();
    let total: f64 = draws.iter().map(|draw| draw.1).sum();
    let squares: f64 = draws.iter().map(|draw| draw.1 * draw.1).sum();
    for (are_so, weight) in &draws {
        for (place, &is_so) in are_so.iter().enumerate() {
            weighed[place] += f64::from(is_so) * weight / total;
            raw[place] += f64::from(is_so) / DRAWS as f64;
        }
    }
    let effective = total * total / squares;
    // Five standard errors of both together; the seeds are fixed.
    let error = 5.0 * 0.5 * (1.0 / effective + 1.0 / DRAWS as f64).sqrt();
    assert!(error < 0.12, "as few as {effective} worlds count");
    let away = |found: &[f64]| found.iter().zip(&plain).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(away(&weighed) < error, "{} instead of at most {error}", away(&weighed));
    assert!(away(&raw) > 0.05, "the guess makes a difference");
}

#[test]
fn hands_and_passed_cards_of_hearts() {
    let rules = <Hearts as Game>::Rules::book().parse("standard").unwrap();
    // In the middle of a trick.
    let (game, seat) = some::<Hearts>(&rules, 3 * 4 + 26, PASSING);
    assert_eq!(game.view(seat).given().len(), PASSED);
    same_worlds(&game, seat, &odds((3 + PASSED) * 52), |world| {
        let mut all = Vec::new();
        for other in Seat::all(4).filter(|&other| other != seat) {
            all.extend(Card::DECK.into_iter().map(|card| world.view(other).hand().contains(card)));
            all.extend(Card::DECK.into_iter().map(|card| world.view(other).given().first() == Some(&card)));
        }
        all
    });
}

#[test]
fn hands_of_plain_tricks() {
    let (game, seat) = some::<PlainTricks>(&<PlainTricks as Game>::Rules::book().parse("").unwrap(), 22, 2);
    same_worlds(&game, seat, &odds(3 * 52), |world| {
        let others = Seat::all(4).filter(|&other| other != seat);
        others.flat_map(|other| Card::DECK.map(|card| world.view(other).hand().contains(card))).collect()
    });
}

/// How the hands of the others are told in Daifugo, in the order in which they follow.
fn hands_of_daifugo(world: &Daifugo, seat: Seat) -> Vec<bool> {
    let hands = (1..5).map(|steps| world.view(world.view(seat).after(steps)).hand());
    hands.flat_map(|hand| (0..53).map(move |card| hand.bits() >> card & 1 == 1)).collect()
}

#[test]
fn hands_of_daifugo_without_an_exchange() {
    let rules = <Daifugo as Game>::Rules::book().parse("uecda,exchange=off").unwrap();
    let (game, seat) = some::<Daifugo>(&rules, 30, 2);
    same_worlds(&game, seat, &odds(5 * 53), |world| hands_of_daifugo(world, seat));
}

#[test]
fn hands_of_daifugo_after_an_exchange_are_possible_and_follow_the_guess() {
    let rules = <Daifugo as Game>::Rules::book().parse("uecda").unwrap();
    for seed in 1..20 {
        let (game, seat) = some::<Daifugo>(&rules, 12, seed);
        let mut worlds = Daifugo::worlds(game.view(seat));
        let unseen = game.view(seat).unseen();
        let Some(card) = (0..53).rev().find(|card| unseen.bits() >> card & 1 == 1) else { continue };
        // Whoever may hold the strongest card that is hidden, the second who follows does.
        let mut odds = vec![1.0; 5 * 53];
        odds[53 + card] = 1000.0;
        assert!(worlds.guess(&odds));
        let (mut rng, mut held, mut can) = (Rng::new(seed), 0, false);
        for _ in 0..200 {
            let (world, likely) = worlds.draw_guessed(&mut rng);
            let hands = std::array::from_fn(|other| match other == seat.index() {
                true => Cards::EMPTY,
                false => world.view(Seat(other as u8)).hand(),
            });
            assert!(likely > 0.0 && worlds.ways(&hands) > 0.0, "seed {seed}");
            held += usize::from(hands_of_daifugo(&world, seat)[53 + card]);
            can |= hands_of_daifugo(&worlds.draw(&mut rng), seat)[53 + card];
        }
        assert!(if can { held > 100 } else { held == 0 }, "seed {seed}: {held} of 200");
    }
    let (game, seat) = some::<Daifugo>(&rules, 0, 1);
    assert!(!Daifugo::worlds(game.view(seat)).guess(&odds(5 * 53)), "nothing is known while cards are exchanged");
}

#[test]
fn nothing_is_known_while_cards_are_passed() {
    let rules = <Hearts as Game>::Rules::book().parse("standard").unwrap();
    let (game, seat) = some::<Hearts>(&rules, 4, PASSING);
    assert!(game.view(seat).is_passing());
    let mut worlds = Hearts::worlds(game.view(seat));
    assert!(!worlds.guess(&odds((3 + PASSED) * 52)));
    assert_eq!(worlds.draw_guessed(&mut Rng::new(1)).1, 1.0, "all are equally likely");
}

#[test]
fn a_guess_of_another_size_is_not_used() {
    let (game, seat) = some::<Spades>(&<Spades as Game>::Rules::book().parse("").unwrap(), 10, 2);
    let mut worlds = Spades::worlds(game.view(seat));
    assert!(!worlds.guess(&odds(52)));
    assert_eq!(worlds.draw_guessed(&mut Rng::new(1)).1, 1.0);
    let (game, seat) = some::<Hearts>(&<Hearts as Game>::Rules::book().parse("standard").unwrap(), 20, PASSING);
    assert!(!Hearts::worlds(game.view(seat)).guess(&odds(3 * 52)));
}
