//! FALCON learns by averages without allocating, once it has met its places. A file of its own: it replaces the allocator.
#![allow(clippy::unwrap_used)]

#[path = "../../play/tests/counting/mod.rs"]
mod counting;

use counting::ALLOCATIONS;
use kirifuda_catalog::contestant;
use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_learn::falcon::{Average, AverageOptions, Course, FalconTraining, Opponents};
use kirifuda_play::{Actions, Game, Policy, Rng, Turn};
use kirifuda_players::hearts::falcon::{HeartsTask, Networks};
use kirifuda_players::hearts::{NEW, Side};

/// A task with so few places that all of them are met soon.
fn small() -> HeartsTask {
    let of = |side: Side| side.percepts()[..1].to_vec();
    HeartsTask::new(&of(Side::Lead), &of(Side::Follow), &NEW, Networks::Four).unwrap()
}

fn training(task: HeartsTask, opponents: Opponents<Hearts>) -> FalconTraining<Hearts, HeartsTask, Average> {
    let course = Course {
        rules: Rules::falcon(),
        seed: 1,
        opponents: vec![opponents],
        plan: 10_000,
        exploration: [0.2, 0.2],
        partner: None,
        filter: None,
    };
    FalconTraining::new(course, task, &AverageOptions::default())
}

fn stock() -> Opponents<Hearts> {
    Opponents::Players(vec![(contestant::<Hearts>(&Rules::falcon(), "stock").unwrap().maker)().unwrap()])
}

#[test]
fn nothing_is_allocated_per_deal_of_learning() {
    for opponents in [stock(), Opponents::Mirror] {
        let mut training = training(small(), opponents);
        training.advance(500);
        let before = ALLOCATIONS.get();
        training.advance(500);
        assert_eq!(ALLOCATIONS.get() - before, 0);
    }
}

#[test]
fn with_many_places_only_new_ones_are_allocated_for() {
    let mut training = training(HeartsTask::hand_picked(), stock());
    training.advance(3000);
    let (places, before) = (kirifuda_learn::falcon::Memory::categories(training.memory()), ALLOCATIONS.get());
    training.advance(3000);
    let grown = kirifuda_learn::falcon::Memory::categories(training.memory()) - places;
    // Lists and tables double: a few allocations for all the new places, none for the 78,000 decisions at known ones.
    let allocations = ALLOCATIONS.get() - before;
    assert!(grown > 100 && allocations <= 16, "{allocations} allocations for {grown} new places");
}

#[test]
fn nothing_is_allocated_in_play() {
    let mut training = training(HeartsTask::hand_picked(), stock());
    training.advance(200);
    let (mut player, mut legal) = (training.player(), Actions::new());
    let mut play = |number| {
        let rng = &mut Rng::stream(5, &[number]);
        let mut game = Hearts::deal(&Rules::falcon(), rng);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let card = player.choose(game.view(seat), &legal, rng);
            game.play(card);
        }
    };
    (0..5).for_each(&mut play);
    let before = ALLOCATIONS.get();
    (5..50).for_each(&mut play);
    assert_eq!(ALLOCATIONS.get() - before, 0);
}
