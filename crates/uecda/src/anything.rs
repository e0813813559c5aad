//! What the fuzzer feeds: any bytes, to everything that reads bytes of others.

use kirifuda_games::daifugo::{Daifugo, Rules};
use kirifuda_play::{Actions, Game, Rng, Seat, Turn};

use crate::cells::{read_gift, read_hand, read_play, write_play};
use crate::follow::Follow;
use crate::hex;
use crate::protocol::Protocol;
use crate::scene::{SEATS, Scene};
use crate::table::{ByteOrder, Table};

/// Reads the bytes as whatever they could be: tables of all protocols, plays, gifts, a spoilt game that a client follows.
/// It must come back, and what can be read must be the same when it is written and read again.
pub fn swallow(bytes: &[u8]) {
    for protocol in Protocol::ALL {
        for part in bytes.chunks(protocol.table_bytes()).take(8) {
            if let Ok(table) = protocol.read_table(part) {
                swallow_table(&table);
            }
        }
    }
    spoil(bytes);
}

fn swallow_table(table: &Table) {
    for order in [ByteOrder::Big, ByteOrder::Little] {
        assert_eq!(Table::from_bytes(&table.to_bytes(order), order), *table);
    }
    if let Ok(again) = hex::decode(&hex::encode(table)) {
        assert_eq!(hex::encode(&again), hex::encode(table));
    }
    if let Ok(hand) = read_hand(table) {
        let _ = read_gift(table, hand, 2);
    }
    if let Ok(meld) = read_play(table) {
        let mut cells = Table::EMPTY;
        write_play(&mut cells, meld);
        assert_eq!(read_play(&cells), Ok(meld));
    }
    if let Ok(mut follow) = Follow::new(&Rules::uecda(), Seat(0), table) {
        let _ = follow.hand(table);
        let _ = follow.stage(table);
        let _ = follow.game();
    }
}

/// A client follows a game some of whose tables are spoilt: the bytes say whose seat, where and how.
fn spoil(bytes: &[u8]) {
    let rules = Rules::uecda();
    let mut bytes = bytes.iter().copied();
    let seat = Seat(bytes.next().unwrap_or(0) % SEATS as u8);
    let mut rng = Rng::new(bytes.next().unwrap_or(0).into());
    let mut spoilt = |mut table: Table| {
        let mut next = || bytes.next().unwrap_or(0);
        let bad = next() >= 250;
        if bad {
            table.set(usize::from(next() % 8), usize::from(next() % 15), i32::from(next()) - 3);
        }
        (table, bad)
    };
    let mut game = Daifugo::deal(&rules, &mut rng);
    let mut scene = Scene::new(&game);
    let Ok(mut follow) = Follow::new(&rules, seat, &spoilt(scene.exchange(&game, seat)).0) else { return };
    let mut legal = Actions::new();
    while let Turn::Seat(mover) = game.turn() {
        game.legal(&mut legal);
        let meld = rng.pick(&legal);
        if game.view(mover).to_give() > 0 {
            if mover == seat {
                follow.gave(meld.cards());
            }
            game.play(meld);
            continue;
        }
        let (hand, bad) = spoilt(scene.hand(&game, seat));
        let _ = follow.hand(&hand);
        if (bad || mover == seat)
            && let Ok(seen) = follow.game()
        {
            let _ = follow.check(&seen, &hand);
        }
        let mut cells = Table::EMPTY;
        write_play(&mut cells, meld);
        scene.turn(&game, meld, &cells);
        game.play(meld);
        let (stage, bad) = spoilt(scene.stage(&game, mover));
        let _ = follow.stage(&stage);
        if bad {
            let _ = follow.game();
        }
    }
}
