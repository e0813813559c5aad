use std::fmt;

use kirifuda_play::{Seat, Turn};

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Gives up the pot; only in answer to a raise.
    Fold,
    /// Puts in as much as the other seat: a check when nothing is missing.
    Call,
    /// Calls, and puts in more on top.
    Raise,
}

/// The public part of the game but for the card: moves, chips and whose turn it is.
///
/// It follows from the moves alone; unused places hold [`Action::Fold`], so equal moves mean equal values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Betting {
    actions: [Action; Betting::LONGEST],
    count: u8,
    /// Number of moves in the first round, once it is over.
    first_round: Option<u8>,
    /// Raises in the round that is being played.
    raises: u8,
    /// Chips that each seat has put in.
    stakes: [u8; 2],
    phase: Phase,
}

/// Where the betting stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// The first round, before the public card.
    First,
    /// The second round, with the public card on the table.
    Second,
    /// Over: a seat gave up.
    Folded {
        /// The seat that gave up.
        by: Seat,
    },
    /// Over: the hands are shown.
    Showdown,
}

impl Action {
    /// All actions, ascending.
    pub const ALL: [Action; 3] = [Action::Fold, Action::Call, Action::Raise];
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Action::Fold => "fold",
            Action::Call => "call",
            Action::Raise => "raise",
        })
    }
}

impl Betting {
    /// Check, raise, raise, call, in both rounds.
    const LONGEST: usize = 8;
    /// Raises of a round.
    pub const MOST_RAISES: u8 = 2;

    /// Before the first move: each seat has put in an ante of 1 chip.
    pub(super) const NONE: Betting = Betting {
        actions: [Action::Fold; Betting::LONGEST],
        count: 0,
        first_round: None,
        raises: 0,
        stakes: [1, 1],
        phase: Phase::First,
    };

    /// Where the betting stands.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose move it is. Seat 0 begins both rounds.
    pub fn turn(&self) -> Turn {
        match self.phase {
            Phase::First | Phase::Second => Turn::Seat(Seat(self.moves_this_round() % 2)),
            Phase::Folded { .. } | Phase::Showdown => Turn::Over,
        }
    }

    /// The chips that each seat has put into the pot.
    pub fn stakes(&self) -> [u8; 2] {
        self.stakes
    }

    /// True once the first round is over: the public card lies on the table.
    pub fn public_card_is_open(&self) -> bool {
        self.first_round.is_some()
    }

    /// The moves of the first round and of the second.
    pub fn rounds(&self) -> [&[Action]; 2] {
        let all = &self.actions[..usize::from(self.count)];
        let (first, second) = all.split_at(usize::from(self.first_round.unwrap_or(self.count)));
        [first, second]
    }

    /// Every move with the seat that made it, in order.
    pub fn history(&self) -> impl Iterator<Item = (Seat, Action)> {
        self.rounds().into_iter().flat_map(|round| (0..).map(|i| Seat(i % 2)).zip(round.iter().copied()))
    }

    /// The legal actions, ascending; none when the betting is over.
    pub fn legal(&self) -> impl Iterator<Item = Action> {
        Action::ALL.into_iter().filter(|&action| self.allows(action))
    }

    pub(super) fn allows(&self, action: Action) -> bool {
        let Turn::Seat(seat) = self.turn() else { return false };
        match action {
            // A seat that has put in less than the other faces a raise.
            Action::Fold => self.stakes[seat.index()] < self.stakes[seat.after(1, 2).index()],
            Action::Call => true,
            Action::Raise => self.raises < Betting::MOST_RAISES,
        }
    }

    pub(super) fn play(&mut self, action: Action) {
        debug_assert!(self.allows(action), "{action} is not legal after {self}");
        let Turn::Seat(seat) = self.turn() else { return };
        let (mine, theirs) = (seat.index(), seat.after(1, 2).index());
        let opens_the_round = self.moves_this_round() == 0;
        self.actions[usize::from(self.count)] = action;
        self.count += 1;
        match action {
            Action::Fold => self.phase = Phase::Folded { by: seat },
            Action::Raise => {
                // Raises are of 2 chips in the first round and of 4 in the second.
                let size = if self.phase == Phase::First { 2 } else { 4 };
                self.stakes[mine] = self.stakes[theirs] + size;
                self.raises += 1;
            }
            Action::Call => {
                self.stakes[mine] = self.stakes[theirs];
                // Every call but a check by the first to speak ends the round.
                if !opens_the_round {
                    self.end_round();
                }
            }
        }
    }

    fn end_round(&mut self) {
        if self.phase == Phase::First {
            self.phase = Phase::Second;
            self.first_round = Some(self.count);
            self.raises = 0;
        } else {
            self.phase = Phase::Showdown;
        }
    }

    fn moves_this_round(&self) -> u8 {
        self.count - self.first_round.unwrap_or(0)
    }
}

/// One letter for each move, the rounds divided by a stroke: `rc/c`.
impl fmt::Display for Betting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.rounds();
        first.iter().try_for_each(|action| write!(f, "{action:.1}"))?;
        if self.public_card_is_open() {
            f.write_str("/")?;
        }
        second.iter().try_for_each(|action| write!(f, "{action:.1}"))
    }
}
