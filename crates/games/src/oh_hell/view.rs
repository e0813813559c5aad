use std::ops::Deref;

use kirifuda_play::Seat;

use super::{OhHell, Rules};
use crate::cards::Card;
use crate::tricks::{Bids, TableView, TurnedUp};

/// What one seat may know of a deal of Oh Hell. The table itself (own hand, trick, trump, cards played) is a
/// [`TableView`], which this derefs to.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a OhHell,
    table: TableView<'a, TurnedUp>,
}

impl<'a> View<'a> {
    #[inline]
    pub(super) fn new(game: &'a OhHell, seat: Seat) -> View<'a> {
        View { game, table: game.table.view(seat) }
    }

    pub(super) fn game(self) -> &'a OhHell {
        self.game
    }

    /// The rules in force.
    #[inline]
    pub fn rules(self) -> &'a Rules {
        &self.game.rules
    }

    /// What shares a table with other trick-taking games.
    #[inline]
    pub fn table(self) -> TableView<'a, TurnedUp> {
        self.table
    }

    /// The bids so far.
    #[inline]
    pub fn bids(self) -> &'a Bids {
        &self.game.bids
    }

    /// True while bids are made.
    #[inline]
    pub fn is_bidding(self) -> bool {
        self.game.bids.turn().is_some()
    }

    /// What a seat has bid, if it has.
    #[inline]
    pub fn bid(self, seat: Seat) -> Option<u8> {
        self.game.bids.of(seat)
    }

    /// Who deals: bids last.
    #[inline]
    pub fn dealer(self) -> Seat {
        self.game.bids.dealer()
    }

    /// The card that was turned up; none where all cards are dealt.
    #[inline]
    pub fn turned(self) -> Option<Card> {
        self.game.table.form().card
    }

    /// What the deal is worth to a seat as it stands.
    #[inline]
    pub fn score(self, seat: Seat) -> i16 {
        self.game.score(seat)
    }
}

impl<'a> Deref for View<'a> {
    type Target = TableView<'a, TurnedUp>;
    #[inline]
    fn deref(&self) -> &TableView<'a, TurnedUp> {
        &self.table
    }
}
