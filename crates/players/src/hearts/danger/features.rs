use std::str::FromStr;

use kirifuda_games::cards::Card;
use kirifuda_play::suggest;

use crate::hearts::{Look, Percept, Side};

/// What a model sees of a decision: the card, and percepts of the situation as bits.
#[derive(Clone, Debug)]
pub struct Features {
    name: &'static str,
    lead: Vec<&'static Percept>,
    follow: Vec<&'static Percept>,
}

/// A suit in four numbers, one of them 1, and the rank, 0 to 12.
pub const CARD_FEATURES: usize = 5;

const SETS: [(&str, &[&str], &[&str]); 2] = [
    // 22 bits on each side, so 27 features as in paper 000, which does not say which: those about the suits and high
    // cards by which ♠Q is taken or given away.
    ("paper", &["0", "3", "6", "9", "11", "14", "15"], &["0", "2", "3", "5", "7", "8", "9", "10", "11", "12"]),
    // The paper's future work, "better features".
    (
        "more",
        &[
            "0",
            "2",
            "3",
            "4",
            "5",
            "6",
            "9",
            "10",
            "11",
            "14",
            "15",
            "safe-exits",
            "low-spades",
            "spade-danger",
            "smoke-safe",
            "own-points",
            "points-left",
        ],
        &[
            "0",
            "2",
            "3",
            "4",
            "5",
            "7",
            "8",
            "9",
            "10",
            "11",
            "12",
            "below-and-above",
            "queen-on-table",
            "queen-may-follow",
            "led-left",
            "escape",
            "later-voids",
            "low-spades",
            "spade-danger",
            "own-points",
            "points-left",
        ],
    ),
];

impl Features {
    /// The name, as it is asked for.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The name in model files.
    pub fn layout(&self) -> String {
        format!("hearts/danger-{}", self.name)
    }

    /// The percepts of a side, the lowest bits first.
    pub fn percepts(&self, side: Side) -> &[&'static Percept] {
        match side {
            Side::Lead => &self.lead,
            Side::Follow => &self.follow,
        }
    }

    /// Bits of a situation.
    pub fn bits(&self, side: Side) -> usize {
        self.percepts(side).iter().map(|percept| percept.width as usize).sum()
    }

    /// Numbers in a row.
    pub fn width(&self, side: Side) -> usize {
        CARD_FEATURES + self.bits(side)
    }

    /// The bits of a situation.
    #[inline]
    pub fn sense(&self, look: &Look<'_>) -> u128 {
        let (mut bits, mut place) = (0, 0);
        for percept in self.percepts(look.side()) {
            bits |= u128::from((percept.sense)(look)) << place;
            place += percept.width;
        }
        bits
    }

    /// The row of a card in a situation.
    pub fn row(&self, side: Side, situation: u128, card: Card) -> Vec<f64> {
        let mut row = vec![0.0; self.width(side)];
        row[card.suit() as usize] = 1.0;
        row[4] = f64::from(card.rank().0);
        for (place, value) in row[CARD_FEATURES..].iter_mut().enumerate() {
            *value = (situation >> place & 1) as f64;
        }
        row
    }
}

impl FromStr for Features {
    type Err = String;

    fn from_str(text: &str) -> Result<Features, String> {
        let Some(&(name, lead, follow)) = SETS.iter().find(|(name, ..)| *name == text) else {
            let known = SETS.map(|(name, ..)| name);
            return Err(format!("unknown features `{text}`{}", suggest::remedy(text, known)));
        };
        let find = |side: Side, names: &[&str]| -> Result<Vec<&'static Percept>, String> {
            let percept = |name: &&str| side.percept(name).ok_or_else(|| format!("no percept `{name}` for {side}"));
            names.iter().map(percept).collect()
        };
        Ok(Features { name, lead: find(Side::Lead, lead)?, follow: find(Side::Follow, follow)? })
    }
}
