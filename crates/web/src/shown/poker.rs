use kirifuda_catalog::Listed;
use kirifuda_games::kuhn::Kuhn;
use kirifuda_games::leduc::Leduc;

use super::Drawing;
use super::generic::{seen, seen_by_all};
use crate::wire::Board;

/// How Kuhn poker is drawn.
pub fn kuhn() -> Drawing<Kuhn> {
    poker()
}

/// How Leduc poker is drawn.
pub fn leduc() -> Drawing<Leduc> {
    poker()
}

/// Cards and chips, which the page finds among the facts.
fn poker<G: Listed>() -> Drawing<G> {
    Drawing {
        phase: |_| "play",
        board: |view, _| Board::Facts(seen::<G>(view)),
        public_board: |views| Board::Facts(seen_by_all::<G>(views)),
        open_board: |views| Board::Facts(seen_by_all::<G>(views)),
        place: |_, _| None,
        ahead: |_| None,
    }
}
