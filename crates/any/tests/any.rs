//! Any game by name: states, views, batches, matches.
#![allow(clippy::unwrap_used)]

use kirifuda_any::{Arrays, BatchOrder, Contender, Error, Match, game};
use kirifuda_arena::{Quiet, Record};
use kirifuda_catalog::games;

fn names() -> impl Iterator<Item = &'static str> {
    games().into_iter().map(|(name, _)| name)
}

#[test]
fn every_seat_can_be_observed_at_any_time_and_sees_nothing_hidden() {
    for name in names() {
        let game = game(name, "").unwrap();
        let mut state = game.deal(1, 0);
        let words = game.bits().div_ceil(64);
        let (mut row, mut other) = (vec![0; words], vec![0; words]);
        let mut moves = 0;
        loop {
            for seat in 0..game.seats() {
                let view = state.view(seat).unwrap();
                state.observe(seat, &mut row).unwrap();
                view.observe(&mut other);
                assert_eq!(row, other, "{name}, seat {seat} after {moves} moves");
                let world = view.imagine(moves);
                world.observe(seat, &mut other).unwrap();
                assert_eq!(row, other, "{name}, seat {seat} after {moves} moves: another world");
                assert_eq!(world.view(seat).unwrap().key(), view.key());
                assert_eq!(view.legal().is_empty(), state.turn() != Some(seat));
            }
            let legal = state.legal();
            let Some(&action) = legal.get(moves as usize % legal.len().max(1)) else { break };
            state.play(action).unwrap();
            moves += 1;
        }
        let (deal, actions) = state.write().unwrap();
        assert_eq!(game.read(&deal, &actions).unwrap().payoffs(), state.payoffs());
    }
}

struct Space {
    bytes: Vec<u8>,
    mask: Vec<bool>,
    seat: Vec<i32>,
    reward: Vec<f32>,
    done: Vec<bool>,
    deal: Vec<i64>,
}

impl Space {
    fn new(game: &dyn kirifuda_any::Game, games: usize) -> Space {
        Space {
            bytes: vec![0; games * game.bits()],
            mask: vec![false; games * game.actions()],
            seat: vec![0; games],
            reward: vec![0.0; games * game.seats()],
            done: vec![false; games],
            deal: vec![0; games],
        }
    }

    fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            bytes: &mut self.bytes,
            packed: &mut [],
            mask: &mut self.mask,
            seat: &mut self.seat,
            reward: &mut self.reward,
            done: &mut self.done,
            deal: &mut self.deal,
        }
    }
}

/// With everybody at their places, the games of a batch are those of a match.
#[test]
fn a_batch_plays_the_games_of_a_match() {
    for (name, rules, players) in [
        ("hearts", "standard", vec!["jake", "stock", "random", "rule"]),
        ("daifugo", "uecda", vec!["default", "random", "default", "random", "default"]),
        ("leduc", "", vec!["cfr:iterations=50", "random"]),
    ] {
        let game = game(name, rules).unwrap();
        let order = Match {
            players: players.iter().map(|name| Contender::Listed(name.to_string())).collect(),
            deals: 12,
            seed: 3,
            threads: Some(2),
            series: false,
        };
        let mut expected = Vec::new();
        let mut keep = |record: &Record| {
            if record.rotation == Some(0) {
                expected.push(record.payoffs.clone());
            }
            Ok(())
        };
        game.play(&order, &Quiet, Some(&mut keep)).unwrap();
        for threads in [1, 2] {
            let mut seats: Vec<Option<String>> = players.iter().map(|name| Some(name.to_string())).collect();
            // Its moves are the caller's, who asks the same player; it draws no lots.
            seats[0] = None;
            let batch = BatchOrder { games: 5, seed: 3, seats, threads: Some(threads), ..BatchOrder::default() };
            let (mut batch, mut space) = (game.batch(batch).unwrap(), Space::new(&*game, 5));
            batch.step(None, &mut space.arrays()).unwrap();
            let (mut found, mut actions) = (vec![None; 12], vec![0; 5]);
            for _ in 0..1000 {
                batch.ask(players[0], &mut actions).unwrap();
                let deals = space.deal.clone();
                batch.step(Some(&actions), &mut space.arrays()).unwrap();
                for (row, &deal) in deals.iter().enumerate().filter(|&(row, _)| space.done[row]) {
                    if let Some(place) = found.get_mut(deal as usize) {
                        *place = Some(space.reward[row * game.seats()..(row + 1) * game.seats()].to_vec());
                    }
                }
            }
            if name != "leduc" {
                let found: Vec<Vec<f32>> = found.into_iter().flatten().collect();
                assert_eq!(found, expected, "{name} on {threads} threads");
            }
        }
    }
}

#[test]
fn what_is_wrong_is_named_and_changes_nothing() {
    let hearts = game("hearts", "").unwrap();
    let batch = BatchOrder { games: 3, threads: Some(1), ..BatchOrder::default() };
    let (mut batch, mut space) = (hearts.batch(batch).unwrap(), Space::new(&*hearts, 3));
    batch.step(None, &mut space.arrays()).unwrap();
    let mut actions = vec![0; 3];
    batch.random(&mut actions).unwrap();
    let before = space.bytes.clone();
    for wrong in [-1, 52, i64::MAX] {
        let bad = [actions[0], wrong, actions[2]];
        let why = batch.step(Some(&bad), &mut space.arrays()).unwrap_err();
        assert!(matches!(&why, Error::Illegal(text) if text.starts_with("row 1: action")), "{why}");
        assert_eq!(space.bytes, before);
    }
    batch.step(Some(&actions), &mut space.arrays()).unwrap();
    assert_ne!(space.bytes, before);
    // The numbers of Monsters leave space for larger files of cards.
    for name in names() {
        let game = game(name, "").unwrap();
        let mut state = game.deal(1, 0);
        let legal = state.legal().to_vec();
        for number in (0..game.actions() + 3).filter(|number| !legal.contains(number)) {
            assert!(matches!(state.play(number), Err(Error::Illegal(_))), "{name}: {number}");
        }
    }
    assert!(matches!(game("chess", ""), Err(Error::Input(_))));
}
