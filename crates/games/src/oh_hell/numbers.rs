use kirifuda_play::{Numbered, Seat};

use super::{OhHell, View};
use crate::tricks::{Action, PLAYERS, numbers};

/// A bid is its number, then come the cards.
impl Numbered for OhHell {
    const NUMBERS: &'static str = "oh-hell-1";
    const SEATS: usize = PLAYERS;
    const ACTIONS: usize = Action::COUNT;
    const KNOWN: usize = numbers::KNOWN;
    const LARGE: f32 = 10.0;

    fn number(action: Action) -> usize {
        action.index()
    }
    fn numbered(number: usize) -> Option<Action> {
        Action::from_index(number)
    }
    fn seat(view: View<'_>) -> Seat {
        view.table().seat()
    }
    fn known(view: View<'_>, tell: &mut dyn FnMut(usize)) {
        numbers::known(view.table(), view.bids(), tell);
    }
    fn made(view: View<'_>, tell: &mut dyn FnMut(Seat, Option<Action>)) {
        view.bids().iter().for_each(|(seat, bid)| tell(seat, Some(Action::Bid(bid))));
        view.table().plays().for_each(|(seat, card)| tell(seat, Some(Action::Play(card))));
    }
}
