//! Oh Hell and Spades: a trick in the middle, and who has bid what.

use kirifuda_games::oh_hell::{self, OhHell};
use kirifuda_games::spades::{self, Spades, team};
use kirifuda_games::tricks::{Action, PLAYERS};
use kirifuda_play::Seat;

use super::{Drawing, tricks};
use crate::picture::Place;
use crate::wire::Board;

/// How Oh Hell is drawn.
pub fn oh_hell() -> Drawing<OhHell> {
    fn board(view: oh_hell::View<'_>) -> Board {
        Board::Tricks(tricks::contract(view.table(), view.bids(), None))
    }
    fn place(view: oh_hell::View<'_>, action: Action) -> Option<Place> {
        action.card().map(|card| tricks::place(view.table(), card))
    }
    // Nothing on the board is private.
    Drawing {
        phase: |view| phase(view.is_bidding()),
        board: |view, _| board(view),
        public_board: |views| board(views[0]),
        open_board: |views| board(views[0]),
        place,
        ahead: |_| None,
    }
}

/// How Spades is drawn.
pub fn spades() -> Drawing<Spades> {
    fn board(view: spades::View<'_>) -> Board {
        let teams = std::array::from_fn::<_, PLAYERS, _>(|seat| team(Seat(seat as u8)));
        let mut board = tricks::contract(view.table(), view.bids(), Some(teams));
        board.broken = view.is_broken();
        Board::Tricks(board)
    }
    fn place(view: spades::View<'_>, action: Action) -> Option<Place> {
        action.card().map(|card| tricks::place(view.table(), card))
    }
    Drawing {
        phase: |view| phase(view.is_bidding()),
        board: |view, _| board(view),
        public_board: |views| board(views[0]),
        open_board: |views| board(views[0]),
        place,
        ahead: |_| None,
    }
}

fn phase(bidding: bool) -> &'static str {
    if bidding { "bid" } else { "play" }
}
