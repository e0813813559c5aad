//! No memory is allocated per move, nor per deal: in the hot loop the caller owns every buffer.

#[path = "../../play/tests/counting/mod.rs"]
mod counting;

use counting::ALLOCATIONS;
use kirifuda_games::daifugo::{self, Daifugo};
use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_games::kuhn::{self, Kuhn};
use kirifuda_games::leduc::{self, Leduc};
use kirifuda_games::monsters::{self, Monsters};
use kirifuda_games::oh_hell::{self, OhHell};
use kirifuda_games::plain_tricks::{self, PlainTricks};
use kirifuda_games::spades::{self, Spades};
use kirifuda_play::{Actions, Game, Imagine, Rng, Seat, Turn, Uniform, Worlds, play_out};

fn count(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

/// Allocations while whole deals are played, and while worlds are drawn. A hundred deals warm up: the buffer of legal
/// actions grows to the largest position it meets.
fn play<G: Game + Imagine>(rules: &G::Rules) -> (u64, u64) {
    let (mut legal, mut rng) = (Actions::new(), Rng::new(1));
    for _ in 0..100 {
        play_out(&mut G::deal(rules, &mut rng), &mut Uniform, &mut legal, &mut rng);
    }
    let deals = count(|| {
        for _ in 0..1000 {
            play_out(&mut G::deal(rules, &mut rng), &mut Uniform, &mut legal, &mut rng);
        }
    });
    let mut game = G::deal(rules, &mut rng);
    for _ in 0..game.seats() {
        game.legal(&mut legal);
        if game.turn() != Turn::Over {
            game.play(legal[0]);
        }
    }
    let mut worlds = G::worlds(game.view(Seat(0)));
    let draws = count(|| (0..1000).for_each(|_| drop(worlds.draw(&mut rng))));
    (deals, draws)
}

#[test]
fn nothing_is_allocated_per_move_per_deal_or_per_world() {
    for rules in [Rules::standard(), Rules::falcon(), Rules::saito()] {
        assert_eq!(play::<Hearts>(&rules), (0, 0), "{rules:?}");
    }
    for rules in [daifugo::Rules::uecda(), daifugo::Rules::paper003(), daifugo::Rules::casual()] {
        assert_eq!(play::<Daifugo>(&rules), (0, 0), "{rules:?}");
    }
    let dealt = monsters::Rules::dealt();
    let unseen = monsters::Rules { trap_visible: false, ..dealt };
    for rules in [monsters::Rules::paper004(), dealt, monsters::Rules::plain(), unseen] {
        assert_eq!(play::<Monsters>(&rules), (0, 0), "{rules:?}");
    }
    assert_eq!(play::<PlainTricks>(&plain_tricks::Rules), (0, 0));
    for rules in [oh_hell::Rules::standard(), oh_hell::Rules::short(), oh_hell::Rules::full()] {
        assert_eq!(play::<OhHell>(&rules), (0, 0), "{rules:?}");
    }
    assert_eq!(play::<Spades>(&spades::Rules::standard()), (0, 0));
    assert_eq!(play::<Kuhn>(&kuhn::Rules::kuhn()), (0, 0));
    assert_eq!(play::<Leduc>(&leduc::Rules::leduc()), (0, 0));
}

#[test]
fn worlds_of_a_battle_are_drawn_without_allocating_wherever_it_stands() {
    let (mut legal, mut rng) = (Actions::new(), Rng::new(1));
    let dealt = monsters::Rules::dealt();
    for rules in [monsters::Rules::paper004(), dealt, monsters::Rules { trap_visible: false, ..dealt }] {
        for _ in 0..50 {
            let mut game = Monsters::deal(&rules, &mut rng);
            while game.turn() != Turn::Over {
                for seat in Seat::all(2) {
                    let mut worlds = Monsters::worlds(game.view(seat));
                    assert_eq!(count(|| (0..3).for_each(|_| _ = worlds.draw(&mut rng))), 0, "{rules:?}");
                }
                game.legal(&mut legal);
                game.play(rng.pick(&legal));
            }
        }
    }
}
