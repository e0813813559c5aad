use kirifuda_games::cards::Card;
use kirifuda_games::plain_tricks::{PlainTricks, View};

use super::{Drawing, tricks};
use crate::picture::Place;
use crate::wire::Board;

/// How it is drawn.
pub fn drawing() -> Drawing<PlainTricks> {
    Drawing { phase: |_| "play", board, public_board, open_board: public_board, place, ahead: |_| None }
}

fn board(view: View<'_>, _legal: &[Card]) -> Board {
    Board::Tricks(tricks::board(view.table()))
}

fn place(view: View<'_>, card: Card) -> Option<Place> {
    Some(tricks::place(view.table(), card))
}

fn public_board(views: &[View<'_>]) -> Board {
    // Nothing on the board of plain tricks is private.
    Board::Tricks(tricks::board(views[0].table()))
}
