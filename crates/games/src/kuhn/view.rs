use std::fmt;

use kirifuda_play::{Game, Seat, Turn};

use super::{Action, Betting, Card, End, Kuhn};

/// What one seat may know of a game of Kuhn poker.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Kuhn,
    seat: Seat,
}

impl<'a> View<'a> {
    pub(super) fn new(game: &'a Kuhn, seat: Seat) -> View<'a> {
        View { game, seat }
    }

    /// Whose eyes.
    pub fn seat(self) -> Seat {
        self.seat
    }

    /// The card of this seat.
    pub fn card(self) -> Card {
        self.game.cards[self.seat.index()]
    }

    /// The card of the other seat, once both have been shown.
    pub fn other_card(self) -> Option<Card> {
        let shown = matches!(self.game.betting.end(), Some(End::Showdown { .. }));
        shown.then(|| self.game.cards[self.seat.after(1, 2).index()])
    }

    /// The moves so far, of both seats in turn.
    pub fn history(self) -> &'a [Action] {
        self.game.betting.so_far()
    }

    /// Whose move it is.
    pub fn turn(self) -> Turn {
        self.game.turn()
    }

    pub(super) fn betting(self) -> Betting {
        self.game.betting
    }
}

/// Shows what the view shows; the hidden card stays hidden in messages, too.
impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut view = f.debug_struct("View");
        view.field("seat", &self.seat).field("card", &self.card()).field("history", &self.history());
        view.field("other_card", &self.other_card()).finish()
    }
}

/// An information set: the seat's own card and the moves so far. There are 12 in which a seat is to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Situation {
    card: Card,
    betting: Betting,
}

impl Situation {
    /// A situation from a card and the moves so far; nothing where no game goes like that.
    pub fn new(card: Card, history: &[Action]) -> Option<Situation> {
        let mut betting = Betting::NONE;
        for &action in history {
            if betting.end().is_some() {
                return None;
            }
            betting.push(action);
        }
        Some(Situation { card, betting })
    }

    pub(super) fn of(view: View<'_>) -> Situation {
        Situation { card: view.card(), betting: view.betting() }
    }

    /// The card of the seat to move.
    pub fn card(&self) -> Card {
        self.card
    }

    /// The moves so far.
    pub fn history(&self) -> &[Action] {
        self.betting.so_far()
    }
}

/// The card, then one letter for each move: `K pb` is a King after pass and bet.
impl fmt::Display for Situation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.card)?;
        self.history().iter().try_for_each(|action| write!(f, "{action:.1}"))
    }
}
