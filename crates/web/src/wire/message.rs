use kirifuda_play::{Grades, Meaning, Phrase};
use serde::{Deserialize, Serialize};

use crate::Refusal;

/// What a page sends over the websocket. The number in `id` comes back in the answer.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Message {
    /// To be echoed.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub id: Option<u64>,
    /// What is wanted.
    #[serde(flatten)]
    pub command: Command,
}

/// What a page may want.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Command {
    /// A move.
    Act {
        /// In the game's notation.
        action: String,
        /// The version of the state that was seen.
        at: u64,
    },
    /// What is to be played when the turn comes, where all move at the same time.
    Choose {
        /// In the game's notation; none to choose anew.
        moves: Vec<String>,
        /// Number of the deal, from 1.
        deal: u64,
    },
    /// Take back the last move.
    Undo,
    /// Let a player move for a person who is away.
    Replace {
        /// Whose seat.
        seat: usize,
    },
    /// What would an adviser play?
    Hint {
        /// Who; the table's by default.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        adviser: Option<String>,
    },
    /// Agrees that hints are given where several people play, or does so no longer.
    Hints {
        /// Whether.
        on: bool,
    },
    /// The next deal.
    Next,
    /// How long a player's move takes at least.
    Pace {
        /// Milliseconds.
        ms: u64,
    },
    /// Let the players wait.
    Pause {
        /// Whether.
        on: bool,
    },
    /// Is anybody there?
    Ping,
}

/// What the server sends besides states.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Answer {
    /// The answer to a hint.
    Hint(HintMessage),
    /// Something was refused or failed.
    Error {
        /// The message that is answered.
        re: Option<u64>,
        /// What.
        #[serde(flatten)]
        fault: Fault,
    },
    /// The connection is about to be closed.
    Closing {
        /// Why.
        reason: String,
    },
    /// The answer to a ping.
    Pong {
        /// The message that is answered.
        re: Option<u64>,
    },
}

/// What is wrong, and what to do.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Fault {
    /// One word for programs.
    pub code: &'static str,
    /// The problem.
    pub message: String,
    /// The remedy.
    pub remedy: String,
}

impl From<&Refusal> for Fault {
    fn from(refusal: &Refusal) -> Fault {
        Fault { code: refusal.code, message: refusal.message.clone(), remedy: refusal.remedy.clone() }
    }
}

/// What an adviser thinks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HintMessage {
    /// The message that is answered.
    pub re: Option<u64>,
    /// The version of the state that it is about.
    pub version: u64,
    /// Who was asked.
    pub adviser: String,
    /// What it would play.
    pub best: String,
    /// The same, with the moves of the same decision that follow it: the three cards of a pass.
    pub plan: Vec<String>,
    /// What it thinks of every legal move, the best first.
    pub values: Option<Vec<HintValue>>,
    /// What the values are.
    #[cfg_attr(test, ts(type = "Meaning | null"))]
    pub meaning: Option<Meaning>,
    /// What counts as a slip or a blunder in their unit.
    #[cfg_attr(test, ts(type = "Grades | null"))]
    pub grades: Option<Grades>,
    /// A fact that speaks for the best move.
    #[cfg_attr(test, ts(type = "Phrase | null"))]
    pub because: Option<Phrase>,
    /// What the adviser itself says, where it can.
    #[cfg_attr(test, ts(type = "Phrase | null"))]
    pub why: Option<Phrase>,
    /// Milliseconds of thought.
    pub ms: u64,
}

/// What an adviser thinks of a move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HintValue {
    /// The move.
    pub action: String,
    /// What it is worth; higher is better. Nothing for what the adviser would never do.
    pub value: Option<f32>,
}
