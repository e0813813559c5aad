//! Danger in Hearts (paper 000, section 5.2): how likely a card is to bring ♠Q, or points, in this trick or later.
//!
//! A [`Collection`] gathers decisions of games with what they led to, [`fit`] learns one ν-SVR for each [`Target`] and
//! [`Group`] from it, and [`Danger`] tells the degree of danger of a card in a position. What is seen of a decision is a
//! [`Features`] set: the card (suit 4, rank 1) and bits of the situation.

mod collection;
mod features;
mod file;
mod fit;
mod oracle;

use std::fmt;

use kirifuda_games::hearts::{POINT_CARDS, View};
use kirifuda_games::tricks::PLAYERS;

use crate::hearts::{Look, Side};

pub use collection::{Collection, Source};
pub use features::{CARD_FEATURES, Features};
pub use file::{LEARNER, model};
pub use fit::{Part, Recipe, Tuning, fit};
pub use oracle::{Danger, Situation};

/// Tricks of a deal.
const TRICKS: usize = 13;

/// What is to be foretold about a card that a seat plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// Whether the seat takes ♠Q in this trick or later: 1, or −1 (DegSQ of paper 000).
    Queen,
    /// The points that the seat takes in this trick and later, p of them as p/13 − 1: from −1 for none to 1 for all 26
    /// (paper 000's future work).
    Points,
}

impl Target {
    /// All of them.
    pub const ALL: [Target; 2] = [Target::Queen, Target::Points];

    /// The name in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Target::Queen => "q",
            Target::Points => "points",
        }
    }

    /// What it foretells, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Target::Queen => "takes ♠Q in this trick or later: 1, or not: -1",
            Target::Points => "points taken in this trick and later, divided by 13, less 1",
        }
    }

    /// True when nothing is left to foretell: the degree is [`NONE`](Target::NONE).
    #[inline]
    pub fn is_settled(self, view: View<'_>) -> bool {
        let done = view.trick().cards().iter().fold(view.played(), |done, &card| done.without(card));
        match self {
            Target::Queen => done.contains(kirifuda_games::cards::Card::QUEEN_OF_SPADES),
            Target::Points => POINT_CARDS.is_subset(done),
        }
    }

    /// The label of what happens: ♠Q taken (1) or not (0), or the points taken.
    pub fn label(self, happened: u8) -> f64 {
        match self {
            Target::Queen => 2.0 * f64::from(happened) - 1.0,
            Target::Points => f64::from(happened) / 13.0 - 1.0,
        }
    }

    /// The degree of no danger at all.
    pub const NONE: f32 = -1.0;

    /// Examples are kept apart by label, to be balanced, where there are two labels.
    fn classes(self) -> usize {
        match self {
            Target::Queen => 2,
            Target::Points => 1,
        }
    }
}

/// Decisions that share a model: those at one position of one trick. 4 × 13 = 52 groups.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Group(u8);

impl Group {
    /// How many there are.
    pub const COUNT: usize = PLAYERS * TRICKS;

    /// All of them: by position, then by trick.
    pub fn all() -> impl Iterator<Item = Group> {
        (0..Group::COUNT as u8).map(Group)
    }

    /// The group of a decision.
    #[inline]
    pub fn of(look: &Look<'_>) -> Group {
        let (position, trick) = (look.view.trick().cards().len(), look.view.trick_number());
        Group((position.min(PLAYERS - 1) * TRICKS + trick.min(TRICKS - 1)) as u8)
    }

    /// Its place in [`all`](Group::all).
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Cards on the table.
    pub fn position(self) -> usize {
        self.index() / TRICKS
    }

    /// Number of the trick, from 1.
    pub fn trick(self) -> usize {
        self.index() % TRICKS + 1
    }

    /// Leading, or following.
    pub fn side(self) -> Side {
        if self.position() == 0 { Side::Lead } else { Side::Follow }
    }
}

/// `lead-05`, `second-05`, `third-05`, `last-05`.
impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = ["lead", "second", "third", "last"][self.position()];
        write!(f, "{position}-{:02}", self.trick())
    }
}

/// `q-lead-05`: the name of a model's files and sections.
pub fn part_name(target: Target, group: Group) -> String {
    format!("{}-{group}", target.name())
}
