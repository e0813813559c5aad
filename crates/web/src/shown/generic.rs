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
        ahead: |_| None,
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

#[cfg(test)]
mod tests {
    use kirifuda_games::plain_tricks::PlainTricks;
    use kirifuda_play::{Game, Rng, Seat};

    use super::*;

    /// The names of the facts on a board.
    fn names(board: &Board) -> Vec<&str> {
        let Board::Generic(board) = board else { panic!("{board:?}") };
        board.facts.iter().map(|fact| fact.name.as_str()).collect()
    }

    #[test]
    fn everybody_is_shown_public_facts_and_a_seat_its_own_besides() {
        let game = PlainTricks::deal(&Default::default(), &mut Rng::new(1));
        let views = [0, 1, 2, 3].map(|seat| game.view(Seat(seat)));
        let drawing = drawing::<PlainTricks>();
        assert_eq!(names(&(drawing.board)(views[2], &[])), ["leader", "dealt"]);
        assert_eq!(names(&(drawing.public_board)(&views)), ["leader"]);
        assert_eq!(names(&(drawing.open_board)(&views)), ["leader"]);
    }
}
