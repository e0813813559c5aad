//! Games side by side, for players that are asked about many at once: the same results as games one by one.
#![allow(clippy::unwrap_used)]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{Boast, BoastView, plan, quietly, recorded, steady, uniform};
use kirifuda_arena::{ArenaError, Contestant, Monitor, Plan, Quiet, play_deals};
use kirifuda_play::{Fault, Many, Policy, Question, Rng, Seat, Watch};

/// A uniform player that can be asked in numbers, and counts how many questions it got at once.
#[derive(Clone, Default)]
struct Crowd {
    most: Arc<AtomicUsize>,
    /// Fails at the question with this card.
    fails_at: Option<u8>,
    /// Chooses what is not legal at the question with this card.
    cheats_at: Option<u8>,
}

impl Policy<Boast> for Crowd {
    fn choose(&mut self, _: BoastView<'_>, legal: &[u8], rng: &mut Rng) -> u8 {
        rng.pick(legal)
    }
    fn many(&mut self) -> Option<&mut dyn Many<Boast>> {
        Some(self)
    }
}

impl Many<Boast> for Crowd {
    fn choose_many(&mut self, questions: &mut [Question<'_, '_, Boast>], chosen: &mut Vec<u8>) -> Result<(), Fault> {
        self.most.fetch_max(questions.len(), Ordering::Relaxed);
        for question in questions {
            let card = Some(question.view.card());
            if card == self.fails_at {
                return Err(Fault("no idea".to_string()));
            }
            chosen.push(if card == self.cheats_at { 9 } else { question.rng.pick(question.legal) });
        }
        Ok(())
    }
}

fn crowd(crowd: &Crowd) -> Contestant<Boast> {
    let crowd = crowd.clone();
    // The name is that of the player that it is compared with.
    Contestant::new("uniform", move || Ok(Box::new(crowd.clone()))).asked_in_numbers()
}

/// Boasts as much as it has seen moves, and checks that it sees all of them.
#[derive(Default)]
struct Follows(u8);

impl Policy<Boast> for Follows {
    fn choose(&mut self, view: BoastView<'_>, _: &[u8], _: &mut Rng) -> u8 {
        assert_eq!(view.moves(), self.0);
        self.0 % 3
    }
    fn watch(&mut self) -> Option<&mut dyn Watch<Boast>> {
        Some(self)
    }
}

impl Watch<Boast> for Follows {
    fn begin(&mut self, _: BoastView<'_>) {
        self.0 = 0;
    }
    fn saw(&mut self, _: BoastView<'_>, _: Seat) {
        self.0 += 1;
    }
    fn end(&mut self, _: BoastView<'_>, payoffs: &[f32]) -> Result<(), Fault> {
        if payoffs.len() == 4 && self.0 == 8 { Ok(()) } else { Err(Fault("it has missed a move".to_string())) }
    }
}

fn follows() -> Contestant<Boast> {
    Contestant::new("follows", || Ok(Box::new(Follows::default())))
}

#[test]
fn results_and_records_are_those_of_games_one_by_one() {
    let (one, two) = (Crowd::default(), Crowd::default());
    for deals in [1, 63, 64, 65, 700] {
        let alone = recorded(&plan(&[uniform(), steady(1), uniform(), follows()], deals, 1), &Quiet);
        for threads in [1, 2, 3] {
            let table = [crowd(&one), steady(1), crowd(&two), follows()];
            let together = recorded(&plan(&table, deals, threads), &Quiet);
            assert_eq!(together.0, alone.0, "{deals} deals, {threads} threads");
            assert!(together.1 == alone.1, "other records: {deals} deals, {threads} threads");
            assert_eq!(quietly(&plan(&table, deals, threads)), alone.0);
        }
    }
    assert!(one.most.load(Ordering::Relaxed) >= 100, "asked about many at once");
}

#[test]
fn a_part_begins_where_it_is_told() {
    let ours = [crowd(&Crowd::default()), steady(1), steady(0), steady(2)];
    let theirs = [uniform(), steady(1), steady(0), steady(2)];
    let part = |table| quietly(&Plan { first: 130, ..plan(table, 70, 2) });
    assert_eq!(part(&ours), part(&theirs));
}

#[test]
fn a_failure_names_the_player_and_the_first_game() {
    let failing = Crowd { fails_at: Some(3), ..Crowd::default() };
    let cheating = Crowd { cheats_at: Some(3), ..Crowd::default() };
    for threads in [1, 3] {
        let run = |crowd_of: &Crowd| {
            let table = [steady(0), crowd(crowd_of), steady(1), steady(1)];
            play_deals(&plan(&table, 900, threads), &Quiet, None).unwrap_err()
        };
        assert!(matches!(run(&failing), ArenaError::Fault { contestant, .. } if contestant == "uniform"));
        let why = run(&cheating).to_string();
        assert!(why.contains("illegal action 9"), "{why}");
    }
}

#[test]
fn a_player_that_only_says_so_is_refused() {
    let table = [steady(0).asked_in_numbers(), steady(1), steady(1), steady(1)];
    let why = play_deals(&plan(&table, 10, 1), &Quiet, None).unwrap_err().to_string();
    assert!(why.contains("`steady:boast=0` failed in deal 0, rotation 0"), "{why}");
}

#[test]
fn a_run_can_be_stopped() {
    struct Soon(AtomicUsize);
    impl Monitor for Soon {
        fn stopped(&self) -> bool {
            self.0.fetch_add(1, Ordering::Relaxed) > 40
        }
    }
    let table = [crowd(&Crowd::default()), steady(1), steady(0), steady(2)];
    let outcome = play_deals(&plan(&table, 100_000, 1), &Soon(AtomicUsize::new(0)), None).unwrap();
    assert!(outcome.interrupted && outcome.deals > 0 && outcome.deals < 100_000);
    let same = quietly(&plan(&table, outcome.deals, 1));
    assert_eq!(same.players, outcome.players, "the deals that were finished");
}
