use kirifuda_catalog::Listed;

use super::{Drawing, facts};
use crate::wire::{Board, FactsBoard};

/// Any game in words: what a seat has seen, as its notation tells it. Hands, moves and the history are in every state.
pub fn drawing<G: Listed>() -> Drawing<G> {
    Drawing {
        phase: |_| "play",
        board: |view, _| Board::Generic(seen::<G>(view)),
        public_board: |views| Board::Generic(seen_by_all::<G>(views)),
        open_board: |views| Board::Generic(seen_by_all::<G>(views)),
        place: |_, _| None,
    }
}

/// The facts that a seat knows.
pub fn seen<G: Listed>(view: G::View<'_>) -> FactsBoard {
    let seen = G::seen(view);
    FactsBoard { facts: facts(&[seen.public, seen.private].concat()), hands: None }
}

/// The facts that everybody knows.
pub fn seen_by_all<G: Listed>(views: &[G::View<'_>]) -> FactsBoard {
    FactsBoard { facts: facts(&G::seen(views[0]).public), hands: None }
}
