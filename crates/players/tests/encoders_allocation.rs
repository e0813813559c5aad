//! What nets see of a position is written without any allocation once the list of parts has grown. A file of its own: it
//! replaces the allocator.

#[path = "../../play/tests/counting/mod.rs"]
mod counting;

use counting::ALLOCATIONS;
use kirifuda_games::daifugo::{self, Daifugo};
use kirifuda_games::monsters::{self, Monsters};
use kirifuda_learn::net::{Encoder, Parts, Row, words};
use kirifuda_play::{Actions, Game, Rng, Turn};
use kirifuda_players::daifugo::DaifugoEncoder;
use kirifuda_players::monsters::MonstersEncoder;

fn allocations<G: Game, E: Encoder<G>>(encoder: &E, rules: &G::Rules) -> u64 {
    let (mut legal, mut parts, mut bits) = (Actions::new(), Parts::new(), vec![0; words(encoder.inputs())]);
    // Room for more than any position has.
    (0..20_000).for_each(|_| {
        parts.add(0);
        parts.end();
    });
    let mut count = 0;
    for seed in 0..100 {
        let mut rng = Rng::new(seed);
        let mut game = G::deal(rules, &mut rng);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let before = ALLOCATIONS.get();
            encoder.position(game.view(seat), &mut Row::new(&mut bits));
            parts.clear();
            encoder.moves(game.view(seat), &legal, &mut parts);
            count += ALLOCATIONS.get() - before;
            game.play(rng.pick(&legal));
        }
    }
    count
}

#[test]
fn nothing_is_allocated_for_a_position_and_its_moves() {
    for rules in [daifugo::Rules::uecda(), daifugo::Rules::paper003(), daifugo::Rules::casual()] {
        assert_eq!(allocations::<Daifugo, _>(&DaifugoEncoder::LONG, &rules), 0);
    }
    for rules in [monsters::Rules::paper004(), monsters::Rules::dealt()] {
        assert_eq!(allocations::<Monsters, _>(&MonstersEncoder, &rules), 0);
    }
}
