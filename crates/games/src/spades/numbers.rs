use kirifuda_play::{Numbered, Seat};

use super::{Spades, View, team};
use crate::tricks::{Action, PLAYERS, numbers};

/// A bid is its number, then come the cards. Besides what all such games tell, a seat knows how many tricks each team still
/// wants, its own first.
impl Numbered for Spades {
    const NUMBERS: &'static str = "spades-1";
    const SEATS: usize = PLAYERS;
    const ACTIONS: usize = Action::COUNT;
    const KNOWN: usize = numbers::KNOWN + 2 * numbers::WANTED;
    const LARGE: f32 = 50.0;

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
        let own = team(view.table().seat());
        for (place, team) in [own, 1 - own].into_iter().enumerate() {
            let account = view.account(team);
            let wanted = numbers::wanted(account.contract, account.won);
            tell(numbers::KNOWN + place * numbers::WANTED + wanted);
        }
    }
    fn made(view: View<'_>, tell: &mut dyn FnMut(Seat, Option<Action>)) {
        view.bids().iter().for_each(|(seat, bid)| tell(seat, Some(Action::Bid(bid))));
        view.table().plays().for_each(|(seat, card)| tell(seat, Some(Action::Play(card))));
    }
}
