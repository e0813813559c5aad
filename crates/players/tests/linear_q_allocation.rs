//! Learning allocates nothing for a deal once its buffers have grown. A file of its own: it replaces the allocator.
#![allow(clippy::unwrap_used)]

#[path = "../../play/tests/counting/mod.rs"]
mod counting;

use counting::ALLOCATIONS;
use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_games::oh_hell::{self, OhHell};
use kirifuda_games::plain_tricks::{self, PlainTricks};
use kirifuda_games::spades::{self, Spades};
use kirifuda_learn::linear_q::{LinearQTraining, Opponents, Options, Pool, Step, Task};
use kirifuda_play::{Game, Policy, Uniform};
use kirifuda_players::tricks::linear_q::{
    ContractTask, HeartsTask, PaperFeatures, Part, PlainTask, Strengths, WideHeartsTask, WidePlainTask,
};

/// Allocations of 400 deals after 400: the pool has been full and thinned out by then, so that it grows no more.
fn allocations<G: Game, T: Task<G>>(rules: G::Rules, task: T, trace: f32, opponents: Opponents<G>) -> u64 {
    let options =
        Options { trace, average: true, step: Step { shared: true, ..Step::default() }, ..Options::default() };
    let mut training = LinearQTraining::new(rules, task, options, opponents, 1);
    training.advance(400).unwrap();
    let before = ALLOCATIONS.get();
    training.advance(400).unwrap();
    ALLOCATIONS.get() - before
}

fn all_opponents<G: Game>(dimensions: usize) -> [Opponents<G>; 4]
where
    Uniform: Policy<G>,
{
    let players = (0..3).map(|_| Box::new(Uniform) as Box<dyn Policy<G>>).collect();
    let pool = Pool::new(dimensions, 10, 8);
    [Opponents::Random, Opponents::Players(players), Opponents::SelfPlay(pool), Opponents::Mirror]
}

#[test]
fn nothing_is_allocated_per_deal_of_learning() {
    for strengths in [Strengths::Ranks, Strengths::Unplayed] {
        for trace in [0.0, 0.5] {
            let task = HeartsTask(PaperFeatures::hearts(strengths));
            for rules in [Rules::saito_free(), Rules::standard()] {
                for opponents in all_opponents(task.dimensions()) {
                    assert_eq!(allocations::<Hearts, _>(rules, task, trace, opponents), 0);
                }
            }
            let task = PlainTask(PaperFeatures::plain(strengths));
            for opponents in all_opponents(task.dimensions()) {
                assert_eq!(allocations::<PlainTricks, _>(plain_tricks::Rules, task, trace, opponents), 0);
            }
        }
    }
}

#[test]
fn nothing_is_allocated_per_deal_of_learning_with_wide_features() {
    for without in [None].into_iter().chain(Part::ALL.map(Some)) {
        let task = WideHeartsTask { without };
        assert_eq!(allocations::<Hearts, _>(Rules::standard(), task, 0.5, Opponents::Mirror), 0, "{without:?}");
    }
    let pool = Opponents::SelfPlay(Pool::new(Task::<PlainTricks>::dimensions(&WidePlainTask), 10, 8));
    assert_eq!(allocations::<PlainTricks, _>(plain_tricks::Rules, WidePlainTask, 0.5, pool), 0);
}

#[test]
fn nothing_is_allocated_per_deal_of_learning_to_bid() {
    let pool = || Pool::new(Task::<OhHell>::dimensions(&ContractTask), 10, 8);
    for trace in [0.0, 0.5] {
        let rules = oh_hell::Rules::standard();
        assert_eq!(allocations::<OhHell, _>(rules, ContractTask, trace, Opponents::SelfPlay(pool())), 0);
        let rules = spades::Rules::standard();
        assert_eq!(allocations::<Spades, _>(rules, ContractTask, trace, Opponents::SelfPlay(pool())), 0);
    }
}
