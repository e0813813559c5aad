use std::fmt;

use kirifuda_play::Seat;

use super::PLAYERS;
use crate::cards::Card;

/// A move in a game in which tricks are bid for before they are played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Says how many tricks will be taken.
    Bid(u8),
    /// Plays a card.
    Play(Card),
}

impl Action {
    /// The most tricks that can be bid.
    pub const MOST: u8 = 13;
    /// Number of actions: 14 bids and 52 cards.
    pub const COUNT: usize = Self::MOST as usize + 1 + Card::DECK.len();

    /// All of them, ascending.
    pub fn all() -> impl Iterator<Item = Action> {
        (0..=Self::MOST).map(Action::Bid).chain(Card::DECK.map(Action::Play))
    }

    /// 0 to 65 in ascending order, for tables.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Action::Bid(tricks) => tricks as usize,
            Action::Play(card) => Self::MOST as usize + 1 + card.index(),
        }
    }

    /// The action of an index.
    pub fn from_index(index: usize) -> Option<Action> {
        match index.checked_sub(Self::MOST as usize + 1) {
            None => Some(Action::Bid(index as u8)),
            Some(card) => Card::DECK.get(card).copied().map(Action::Play),
        }
    }

    /// The card, if one is played.
    #[inline]
    pub const fn card(self) -> Option<Card> {
        match self {
            Action::Bid(_) => None,
            Action::Play(card) => Some(card),
        }
    }

    /// Reads a bid or a card; the error says what was expected.
    pub(crate) fn read(text: &str) -> Result<Action, String> {
        if let Ok(card) = text.parse() {
            return Ok(Action::Play(card));
        }
        match text.parse() {
            Ok(tricks @ 0..=Self::MOST) => Ok(Action::Bid(tricks)),
            _ => {
                let text: String = text.chars().take(40).collect();
                Err(format!("`{text}` is neither a bid from 0 to 13 nor a card, such as ♠Q, ♥T or C2"))
            }
        }
    }
}

/// A bid is its number.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Bid(tricks) => tricks.fmt(f),
            Action::Play(card) => card.fmt(f),
        }
    }
}

/// The bids of a deal: one by each player, once round the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bids {
    bids: [u8; PLAYERS],
    made: u8,
    first: Seat,
}

impl Bids {
    /// No bid yet; the player to the left of the dealer bids first.
    pub fn after(dealer: Seat) -> Bids {
        Bids { bids: [0; PLAYERS], made: 0, first: dealer.after(1, PLAYERS) }
    }

    /// Who deals, and bids last.
    #[inline]
    pub fn dealer(&self) -> Seat {
        self.first.after(PLAYERS - 1, PLAYERS)
    }

    /// Who bids next; nobody when all have.
    #[inline]
    pub fn turn(&self) -> Option<Seat> {
        if self.made as usize == PLAYERS { None } else { Some(self.first.after(self.made as usize, PLAYERS)) }
    }

    /// The next player bids.
    #[inline]
    pub fn push(&mut self, tricks: u8) {
        if let Some(seat) = self.turn() {
            self.bids[seat.index()] = tricks;
            self.made += 1;
        }
    }

    /// What a seat has bid, if it has.
    #[inline]
    pub fn of(&self, seat: Seat) -> Option<u8> {
        let has_bid = seat.steps_after(self.first, PLAYERS) < self.made as usize;
        if has_bid { Some(self.bids[seat.index()]) } else { None }
    }

    /// The bids so far with who made them, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, u8)> + use<> {
        let Bids { bids, made, first } = *self;
        (0..made as usize).map(move |i| first.after(i, PLAYERS)).map(move |seat| (seat, bids[seat.index()]))
    }

    /// The bids so far, added up.
    #[inline]
    pub fn sum(&self) -> u8 {
        self.bids.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bids_go_round_from_the_left_of_the_dealer() {
        let mut bids = Bids::after(Seat(2));
        assert_eq!((bids.turn(), bids.dealer()), (Some(Seat(3)), Seat(2)));
        bids.push(4);
        bids.push(0);
        assert_eq!(bids.turn(), Some(Seat(1)));
        assert_eq!([0, 1, 2, 3].map(|seat| bids.of(Seat(seat))), [Some(0), None, None, Some(4)]);
        bids.push(1);
        bids.push(3);
        assert_eq!((bids.turn(), bids.sum()), (None, 8));
        assert_eq!(bids.iter().collect::<Vec<_>>(), [(Seat(3), 4), (Seat(0), 0), (Seat(1), 1), (Seat(2), 3)]);
    }

    #[test]
    fn bids_and_cards_are_told_apart() {
        for (index, action) in Action::all().enumerate() {
            assert_eq!((Action::read(&action.to_string()), action.index()), (Ok(action), index));
            assert_eq!(Action::from_index(index), Some(action));
        }
        assert_eq!((Action::all().count(), Action::from_index(Action::COUNT)), (Action::COUNT, None));
        for text in ["14", "-1", "", "S", "nil", "♠"] {
            assert!(Action::read(text).is_err(), "{text}");
        }
    }
}
