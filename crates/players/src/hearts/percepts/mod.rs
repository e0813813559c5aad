//! What FALCON can see: percepts of a few bits each, by number, for leading and for following.

mod ours;
mod paper;
mod words;

use std::fmt;

use kirifuda_play::Phrase;

use super::{Look, Side};

/// Something to be seen in a position, as a few bits.
#[derive(Clone, Copy)]
pub struct Percept {
    /// Its number in paper 002, Table 1 or 2; ours come after the paper's. Also its place in the list.
    pub number: u8,
    /// A name, unique in its list.
    pub name: &'static str,
    /// How many bits.
    pub width: u32,
    /// What the bits say, the lowest bit first.
    pub about: &'static str,
    /// The bits of a position of the side whose list it is in: less than 2 to the power of `width`.
    pub sense: fn(&Look<'_>) -> u32,
    /// What such bits say, to be listed.
    pub say: fn(u32) -> Vec<Phrase>,
}

impl Percept {
    const fn at(self, number: u8) -> Percept {
        Percept { number, ..self }
    }
}

impl fmt::Debug for Percept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.number, self.name)
    }
}

impl Side {
    /// What can be perceived on this side, by number.
    pub fn percepts(self) -> &'static [Percept] {
        match self {
            Side::Lead => LEAD,
            Side::Follow => FOLLOW,
        }
    }

    /// A percept by its number or its name.
    pub fn percept(self, text: &str) -> Option<&'static Percept> {
        let number = text.parse().ok();
        self.percepts().iter().find(|percept| Some(percept.number) == number || percept.name == text)
    }

    /// The percepts picked by hand in the work before paper 002 (§4.1).
    pub fn hand_picked(self) -> &'static [u8] {
        match self {
            Side::Lead => &[6, 14, 15],
            Side::Follow => &[0, 3, 9, 10, 11],
        }
    }

    /// The percepts that paper 002 found automatically (Tables 3 and 4).
    pub fn automatic(self) -> &'static [u8] {
        match self {
            Side::Lead => &[3, 6, 9, 14, 15],
            Side::Follow => &[0, 2, 5, 10],
        }
    }
}

/// When leading: 0 to 15 are paper 002, Table 1; the rest is ours.
pub static LEAD: &[Percept] = &[
    paper::HEARTS_BROKEN.at(0),
    paper::LONGEST_SUIT.at(1),
    paper::HEARTS_STANDING.at(2),
    paper::SPADES_STANDING.at(3),
    paper::DIAMONDS_STANDING.at(4),
    paper::CLUBS_STANDING.at(5),
    paper::HIGH_SPADES.at(6),
    paper::CLUBS_COUNTS.at(7),
    paper::DIAMONDS_COUNTS.at(8),
    paper::SPADES_COUNTS.at(9),
    paper::HEARTS_COUNTS.at(10),
    paper::VOIDS_SHOWN.at(11),
    paper::SUITS_HELD.at(12),
    paper::AVERAGE_HELD.at(13),
    paper::LOW_SPADE_MINE.at(14),
    paper::LOW_SPADES_GONE.at(15),
    ours::SAFE_EXITS.at(16),
    ours::BEATABLE.at(17),
    ours::BEST_EXIT.at(18),
    ours::QUEEN_PLACE.at(19),
    ours::LOW_SPADES.at(20),
    ours::SPADE_DANGER.at(21),
    ours::SMOKE_SAFE.at(22),
    ours::CASH_SAFE.at(23),
    ours::THEIRS_GONE.at(24),
    ours::SHORT_SIDES.at(25),
    ours::OWN_POINTS.at(26),
    ours::POINTS_LEFT.at(27),
    ours::CLUBS_LEFT.at(28),
    ours::DIAMONDS_LEFT.at(29),
    ours::HEARTS_LEFT.at(30),
    ours::SPADES_LEFT.at(31),
    ours::POINT_TAKERS.at(32),
];

/// When following: 0 to 12 are paper 002, Table 2; the rest is ours.
pub static FOLLOW: &[Percept] = &[
    paper::HEARTS_BROKEN.at(0),
    paper::LONGEST_SUIT.at(1),
    paper::LED_STANDING.at(2),
    paper::HIGH_SPADES.at(3),
    paper::LED_COUNTS.at(4),
    paper::LATER_VOID_SHOWN.at(5),
    paper::AVERAGE_HELD.at(6),
    paper::LOW_SPADE_MINE.at(7),
    paper::LOW_SPADES_GONE.at(8),
    paper::LED_SUIT.at(9),
    paper::LED_HELD.at(10),
    paper::LED_TOP_MINE.at(11),
    paper::POINTS_SHOWING.at(12),
    ours::BELOW_AND_ABOVE.at(13),
    ours::QUEEN_ON_TABLE.at(14),
    ours::POINTS_ON_TABLE.at(15),
    ours::QUEEN_MAY_FOLLOW.at(16),
    ours::LED_LEFT.at(17),
    ours::ESCAPE.at(18),
    ours::LATER_VOIDS.at(19),
    ours::CLEAN_TRICK.at(20),
    ours::QUEEN_PLACE.at(21),
    ours::LOW_SPADES.at(22),
    ours::SPADE_DANGER.at(23),
    ours::OWN_POINTS.at(24),
    ours::POINTS_LEFT.at(25),
    ours::SHORT_SIDES.at(26),
    ours::TOP_HEART.at(27),
    ours::UNSAFE_SUITS.at(28),
    ours::POINT_TAKERS.at(29),
];
