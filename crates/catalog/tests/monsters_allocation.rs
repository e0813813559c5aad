//! Players of Monsters allocate nothing for a move once their buffers have grown. A file of its own: it replaces the
//! allocator.
#![allow(clippy::unwrap_used)]

#[path = "../../play/tests/counting/mod.rs"]
mod counting;

use counting::ALLOCATIONS;
use kirifuda_catalog::contestant;
use kirifuda_games::monsters::{Monsters, Rules};
use kirifuda_play::{Actions, Game, Rng, Turn};

/// Allocations for the choices of both seats in some games, after `grown` games in which buffers grow.
fn allocations(name: &str, rules: Rules, grown: u64, games: u64) -> u64 {
    let mut player = (contestant::<Monsters>(&rules, name).unwrap().maker)().unwrap();
    let mut legal = Actions::new();
    let mut play = |number| {
        let (rng, mut count) = (&mut Rng::stream(5, &[number]), 0);
        let mut game = Monsters::deal(&rules, rng);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let before = ALLOCATIONS.get();
            let action = player.choose(game.view(seat), &legal, rng);
            count += ALLOCATIONS.get() - before;
            game.play(action);
        }
        count
    };
    (0..grown).for_each(|number| _ = play(number));
    (grown..grown + games).map(play).sum()
}

#[test]
fn nothing_is_allocated_for_a_move() {
    for rules in [Rules::paper004(), Rules::dealt(), Rules::plain()] {
        for name in ["random", "greedy", "balanced", "brute", "steady", "steady:poison=naive", "mixed"] {
            assert_eq!(allocations(name, rules, 2, 200), 0, "{name}");
        }
    }
}

#[test]
fn the_softmax_policy_allocates_nothing_once_its_buffers_have_grown() {
    for rules in [Rules::paper004(), Rules::dealt()] {
        let count = allocations("softmax", rules, 100, 100);
        assert!(count <= 3, "{count}, at most for a position with more features than ever before");
    }
}

#[test]
fn the_best_response_uses_its_buffers_again() {
    for rules in [Rules::paper004(), Rules::dealt()] {
        let count = allocations("best-response:worlds=2,width=2", rules, 30, 10);
        assert!(count <= 3, "{count}, at most for a longer search than ever before");
    }
}
