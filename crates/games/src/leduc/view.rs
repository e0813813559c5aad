use std::fmt;

use kirifuda_play::{Seat, Turn};

use super::{Betting, Leduc, Phase};
use crate::cards::{Card, Rank};

/// What one seat may know of a game of Leduc poker.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Leduc,
    seat: Seat,
}

impl<'a> View<'a> {
    pub(super) fn new(game: &'a Leduc, seat: Seat) -> View<'a> {
        View { game, seat }
    }

    /// Whose eyes.
    pub fn seat(self) -> Seat {
        self.seat
    }

    /// The card of this seat.
    pub fn card(self) -> Card {
        self.game.hands[self.seat.index()]
    }

    /// The public card, once the first round of betting is over.
    pub fn public_card(self) -> Option<Card> {
        self.game.betting.public_card_is_open().then_some(self.game.public)
    }

    /// The card of the other seat, once both have been shown.
    pub fn other_card(self) -> Option<Card> {
        let shown = self.game.betting.phase() == Phase::Showdown;
        shown.then(|| self.game.hands[self.seat.after(1, 2).index()])
    }

    /// The moves, the chips and whose turn it is.
    pub fn betting(self) -> &'a Betting {
        &self.game.betting
    }

    /// The whole game, hidden cards included: for imagination, which replaces them.
    pub(super) fn game(self) -> &'a Leduc {
        self.game
    }

    /// Whose move it is.
    pub fn turn(self) -> Turn {
        self.game.betting.turn()
    }
}

/// Shows what the view shows; hidden cards stay hidden in messages, too.
impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut view = f.debug_struct("View");
        view.field("seat", &self.seat).field("card", &self.card()).field("public_card", &self.public_card());
        view.field("betting", &format_args!("{}", self.betting())).field("other_card", &self.other_card()).finish()
    }
}

/// An information set with the suits left out, since they decide nothing: the rank of the seat's own card, that of
/// the public card once it is open, and the moves so far. There are 288 in which a seat is to move (936 with suits).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Situation {
    rank: Rank,
    public: Option<Rank>,
    betting: Betting,
}

impl Situation {
    pub(super) fn of(view: View<'_>) -> Situation {
        let public = view.public_card().map(|card| card.rank());
        Situation { rank: view.card().rank(), public, betting: *view.betting() }
    }

    /// The rank of the card of the seat to move.
    pub fn rank(&self) -> Rank {
        self.rank
    }

    /// The rank of the public card, once it is open.
    pub fn public_rank(&self) -> Option<Rank> {
        self.public
    }

    /// The moves so far.
    pub fn betting(&self) -> &Betting {
        &self.betting
    }
}

/// The rank, that of the public card once it is open, and the moves by their letters: `J r`, `JQ rc/c`.
impl fmt::Display for Situation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.public {
            Some(public) => write!(f, "{}{public} {}", self.rank, self.betting),
            None => write!(f, "{} {}", self.rank, self.betting),
        }
    }
}
