//! How the others have played and passed, as bits that follow those of the position. The table in `docs/games/daifugo.md` is their
//! contract, too.

use kirifuda_games::daifugo::{COLUMNS, DECK_SIZE, Kind, Meld, Moved, PLAYERS, View};
use kirifuda_learn::net::Row;

const OTHERS: usize = PLAYERS - 1;
/// Columns of the low end of a meld: thirteen ranks, one below them, and one for the joker alone.
const RANKS: usize = COLUMNS as usize;
/// What one may pass on: a single card, a pair, a larger group, a sequence, anything that is locked.
const KINDS: usize = 5;
/// How a card may be played: alone or in a meld, led or not.
const WAYS: usize = 4;

/// All bits.
pub(super) const BITS: usize = OTHERS * (2 * KINDS * RANKS + WAYS * DECK_SIZE + DECK_SIZE);

/// For each of the others: on what it passed, in the usual order and in the reversed one; which cards it has played in which way; and
/// those of its last meld.
pub(super) fn write(view: View<'_>, row: &mut Row<'_>) {
    let passed = row.block(OTHERS * 2 * KINDS * RANKS);
    let played = row.block(OTHERS * WAYS * DECK_SIZE);
    let mut places = [usize::MAX; PLAYERS];
    for steps in 1..usize::from(view.rules().players) {
        places[view.after(steps).index()] = steps - 1;
    }
    let mut last = [0; OTHERS];
    view.turns(|Moved { seat, table, lock, reversed, meld }| {
        let other = places[seat.index()];
        if other >= OTHERS {
            return;
        }
        match (meld == Meld::PASS, table) {
            (true, Some(table)) => {
                let kind = (other * 2 + usize::from(reversed)) * KINDS + kind(table, lock);
                row.set(passed + kind * RANKS + usize::from(table.low()));
            }
            (true, None) => {}
            (false, _) => {
                let way = 2 * usize::from(table.is_some()) + usize::from(meld.size() > 1);
                let start = played + (other * WAYS + way) * DECK_SIZE;
                let mut bits = meld.cards().bits();
                last[other] = bits;
                while bits != 0 {
                    row.set(start + bits.trailing_zeros() as usize);
                    bits &= bits - 1;
                }
            }
        }
    });
    for cards in last {
        row.put(cards, DECK_SIZE);
    }
}

fn kind(table: Meld, lock: u8) -> usize {
    match table.kind() {
        _ if lock != 0 => 4,
        Kind::Sequence => 3,
        _ => table.size().clamp(1, 3) - 1,
    }
}
