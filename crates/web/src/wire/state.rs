use std::collections::BTreeMap;

use kirifuda_play::{Phrase, Unit};
use serde::Serialize;

use super::Board;

/// All that one pair of eyes sees of a table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename = "state")]
pub struct State {
    /// Grows with every change.
    pub version: u64,
    /// The table.
    pub table: String,
    /// Its game.
    pub game: &'static str,
    /// Its rules, in text.
    pub rules: String,
    /// The seat of whoever looks; nothing for watchers.
    pub you: Option<usize>,
    /// All hands are shown: nobody plays against anybody here who could look, or the deal is over.
    pub open: bool,
    /// Who sits where.
    pub seats: Vec<SeatState>,
    /// Number of the deal, from 1.
    pub deal: u64,
    /// Whose move it is.
    pub turn: Option<usize>,
    /// What is going on: `pass`, `play`, `exchange`, `team`, `battle`, `replace`, `over`.
    pub phase: &'static str,
    /// The own hand.
    pub hand: Vec<String>,
    /// What may be played now; empty when it is not the own turn.
    pub legal: Vec<String>,
    /// Why what somebody might try is not legal now; empty when it is not the own turn.
    #[cfg_attr(test, ts(type = "{ [action in string]: Phrase }"))]
    pub why_not: BTreeMap<String, Phrase>,
    /// What whoever looks may choose before his turn, where all move at the same time.
    pub choosing: Option<Choosing>,
    /// Every move of the deal, as seen.
    pub history: Vec<Happened>,
    /// The game's own picture.
    pub board: Board,
    /// Where the series stands.
    pub score: Score,
    /// The last move may be taken back.
    pub can_undo: bool,
    /// What came out, when the deal is over.
    pub result: Option<Outcome>,
    /// Milliseconds that a player's move takes at least.
    pub pace_ms: u64,
    /// Whoever looks may ask for hints: nobody else plays here, or all who play agree.
    pub hints: bool,
    /// Milliseconds that whoever is to move has left; nothing without a clock.
    pub left_ms: Option<u64>,
    /// The players wait.
    pub paused: bool,
    /// What learners say that they have changed, when the deal is over and they have learned from it.
    pub noticed: Vec<Noticed>,
    /// Whoever looks may ask for the next deal, change the pace and (where nobody plays) pause.
    pub may_control: bool,
}

/// Moves that all make at the same time: they may be chosen before the turn comes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Choosing {
    /// What can be chosen.
    pub moves: Vec<String>,
    /// How many are.
    pub count: usize,
    /// What whoever looks has chosen; it is played when the turn comes, and can be changed until then.
    pub held: Vec<String>,
}

/// Who sits at a seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatState {
    /// The name to show.
    pub name: String,
    /// `person`, `player`, `learner` or `open`.
    pub kind: &'static str,
    /// The specification of a player.
    pub player: Option<String>,
    /// Somebody looks at the table from here.
    pub connected: bool,
    /// Milliseconds since somebody last looked from here; nothing while somebody does.
    pub away_ms: Option<u64>,
    /// The player that moves for a person who is away.
    pub stand_in: Option<String>,
    /// Agrees that hints are given, where several people play.
    pub agrees: bool,
    /// A player that is about to move.
    pub thinking: bool,
}

/// What a learner says after a deal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Noticed {
    /// Who says it.
    pub seat: usize,
    /// What it has changed most, with the numbers before and after.
    #[cfg_attr(test, ts(type = "Phrase"))]
    pub words: Phrase,
}

/// A move as it was seen.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Happened {
    /// Who moved.
    pub seat: usize,
    /// The move; nothing where it is hidden from whoever looks.
    pub action: Option<String>,
}

/// Where a series stands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Score {
    /// So far, by seat.
    pub totals: Vec<f32>,
    /// Of each finished deal, by seat.
    pub deals: Vec<Vec<f32>>,
    /// No further deal is played.
    pub finished: bool,
    /// Few are good: who has least leads.
    pub few: bool,
    /// What is counted: `points`, `penalty`, `tricks`, `chips`, `chance`.
    #[cfg_attr(test, ts(type = "string"))]
    pub unit: Unit,
}

/// What came out of a deal.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Outcome {
    /// What it was worth, by seat; higher is better.
    pub payoffs: Vec<f32>,
    /// What everybody held at the deal.
    pub hands: Vec<Vec<String>>,
    /// The seed that the cards were dealt by, so that they can be dealt again; it tells nothing about other deals. Nothing where
    /// somebody chose the seed of the table.
    pub seed: Option<String>,
}
