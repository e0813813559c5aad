use std::ops::Deref;

use kirifuda_play::Seat;

use super::{Direction, Hearts, PASSED, Phase, Rules};
use crate::cards::{Card, CardSet};
use crate::tricks::{PLAYERS, TableView};

/// What one seat may know of a deal of Hearts. The table itself (own hand, trick, cards played) is a [`TableView`],
/// which this derefs to.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Hearts,
    table: TableView<'a>,
}

impl<'a> View<'a> {
    #[inline]
    pub(super) fn new(game: &'a Hearts, seat: Seat) -> View<'a> {
        View { game, table: game.table.view(seat) }
    }

    /// The public half of the game, for worlds: everything in it that this seat cannot see must be overwritten.
    pub(super) fn template(self) -> &'a Hearts {
        self.game
    }

    /// The rules in force.
    #[inline]
    pub fn rules(self) -> &'a Rules {
        &self.game.rules
    }

    /// What is going on.
    #[inline]
    pub fn phase(self) -> Phase {
        self.game.phase
    }

    /// True while cards are given.
    #[inline]
    pub fn is_passing(self) -> bool {
        matches!(self.game.phase, Phase::Pass(_))
    }

    /// What shares a table with other trick-taking games.
    #[inline]
    pub fn table(self) -> TableView<'a> {
        self.table
    }

    /// True once hearts may be led (as far as the rules hold them back at all).
    #[inline]
    pub fn is_broken(self) -> bool {
        self.game.broken
    }

    /// Points in the tricks that a seat has taken, before moon and jack.
    #[inline]
    pub fn taken(self, seat: Seat) -> u8 {
        self.game.taken[seat.index()]
    }

    /// What the tricks that a seat has taken add to its match score, moon and jack included.
    #[inline]
    pub fn score(self, seat: Seat) -> i16 {
        self.game.score(seat)
    }

    /// Who has taken ♦J, where it counts.
    pub fn jack_taker(self) -> Option<Seat> {
        self.game.jack_taker
    }

    /// To whom cards are passed in this deal.
    #[inline]
    pub fn direction(self) -> Direction {
        self.game.direction
    }

    /// Match scores before this deal.
    pub fn scores(self) -> [i16; PLAYERS] {
        self.game.scores
    }

    /// The cards that the others hold together; while cards are passed, with what they have laid aside to give.
    pub fn unseen(self) -> CardSet {
        if self.is_passing() { !self.dealt() } else { self.table.unseen() }
    }

    /// Cards a seat holds now.
    pub fn hand_size(self, seat: Seat) -> usize {
        self.table.hand_size(seat) - if self.is_passing() { self.count_given(seat) } else { 0 }
    }

    /// How many cards a seat has given: everybody sees that much.
    pub fn count_given(self, seat: Seat) -> usize {
        match self.game.phase {
            Phase::Pass(given) => (given as usize).saturating_sub(seat.index() * PASSED).min(PASSED),
            _ if self.game.direction == Direction::Hold => 0,
            _ => PASSED,
        }
    }

    /// The cards this seat has given so far, in order.
    pub fn given(self) -> &'a [Card] {
        &self.game.given[self.seat().index()][..self.count_given(self.seat())]
    }

    /// The cards this seat has got from another; none before the exchange.
    pub fn received(self) -> CardSet {
        match self.direction().giver(self.seat()) {
            Some(giver) if !self.is_passing() => self.game.given[giver.index()].into_iter().collect(),
            _ => CardSet::EMPTY,
        }
    }

    /// The cards dealt to this seat.
    pub fn dealt(self) -> CardSet {
        let given: CardSet = self.given().iter().copied().collect();
        (self.hand() | self.played_by(self.seat()) | given) - self.received()
    }

    /// Cards that `seat` is known to hold: those that this seat gave to it and that are not played yet.
    pub fn known_in(self, seat: Seat) -> CardSet {
        if self.is_passing() || self.direction().receiver(self.seat()) != Some(seat) {
            return CardSet::EMPTY;
        }
        self.given().iter().copied().collect::<CardSet>() - self.played()
    }
}

impl<'a> Deref for View<'a> {
    type Target = TableView<'a>;
    #[inline]
    fn deref(&self) -> &TableView<'a> {
        &self.table
    }
}
