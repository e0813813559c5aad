use kirifuda_play::Seat;

use super::{Bids, Form, PLAYERS, TableView};
use crate::cards::Card;

/// Cards of the deck.
const CARDS: usize = Card::DECK.len();
/// Tricks won, from 0 to 13.
const WON: usize = 14;
/// Tricks that are wanted, from 13 too many to 13 too few.
pub(crate) const WANTED: usize = 27;

/// What a seat knows of a table at which tricks are bid for, besides the moves that were made: so many numbers.
///
/// The hand; the cards that lie open; who deals; then for each seat, the own first, how many tricks it has won and, where
/// it has bid, how many it still wants.
pub(crate) const KNOWN: usize = 2 * CARDS + PLAYERS + PLAYERS * (WON + WANTED);

/// Tells those numbers.
pub(crate) fn known<F: Form>(table: TableView<'_, F>, bids: &Bids, tell: &mut dyn FnMut(usize)) {
    table.hand().iter().for_each(|card| tell(card.index()));
    table.open().iter().for_each(|card| tell(CARDS + card.index()));
    let own = table.seat();
    tell(2 * CARDS + bids.dealer().steps_after(own, PLAYERS));
    for seat in Seat::all(PLAYERS) {
        let block = 2 * CARDS + PLAYERS + seat.steps_after(own, PLAYERS) * (WON + WANTED);
        let won = table.tricks_won(seat);
        tell(block + usize::from(won));
        if let Some(bid) = bids.of(seat) {
            tell(block + WON + wanted(bid, won));
        }
    }
}

/// The number of how many tricks are still wanted: 13 where it is none.
pub(crate) fn wanted(bid: u8, won: u8) -> usize {
    (WANTED / 2 + usize::from(bid)).saturating_sub(usize::from(won)).min(WANTED - 1)
}
