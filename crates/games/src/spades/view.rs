use std::ops::Deref;

use kirifuda_play::Seat;

use super::{Account, Rules, Spades, Standing};
use crate::tricks::{Bids, SpadesTrump, TableView};

/// What one seat may know of a deal of Spades. The table itself (own hand, trick, cards played) is a [`TableView`], which
/// this derefs to.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Spades,
    table: TableView<'a, SpadesTrump>,
}

impl<'a> View<'a> {
    #[inline]
    pub(super) fn new(game: &'a Spades, seat: Seat) -> View<'a> {
        View { game, table: game.table.view(seat) }
    }

    pub(super) fn game(self) -> &'a Spades {
        self.game
    }

    /// The rules in force.
    #[inline]
    pub fn rules(self) -> &'a Rules {
        &self.game.rules
    }

    /// What shares a table with other trick-taking games.
    #[inline]
    pub fn table(self) -> TableView<'a, SpadesTrump> {
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

    /// True once spades may be led.
    #[inline]
    pub fn is_broken(self) -> bool {
        self.game.broken
    }

    /// How bid and tricks of a team stand.
    #[inline]
    pub fn account(self, team: usize) -> Account {
        self.game.account(team)
    }

    /// What the deal is worth to the team of a seat as it stands.
    #[inline]
    pub fn score(self, seat: Seat) -> i16 {
        self.game.score(seat)
    }

    /// Where the match stands before this deal. How many deals were played is not said.
    #[inline]
    pub fn standing(self) -> Standing {
        Standing { deals: 0, ..self.game.standing }
    }
}

impl<'a> Deref for View<'a> {
    type Target = TableView<'a, SpadesTrump>;
    #[inline]
    fn deref(&self) -> &TableView<'a, SpadesTrump> {
        &self.table
    }
}
