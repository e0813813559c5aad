use kirifuda_games::cards::Card;
use kirifuda_games::plain_tricks::{PlainTricks, View};

use super::{Shown, no_series, tricks};
use crate::picture::Place;
use crate::wire::Board;

impl Shown for PlainTricks {
    no_series!();

    fn phase(view: View<'_>) -> &'static str {
        if view.trick_number() == 13 { "over" } else { "play" }
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
}
