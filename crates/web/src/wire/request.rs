use serde::{Deserialize, Serialize};

/// A table that is asked for.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CreateTable {
    /// The game.
    pub game: String,
    /// Its rules; the first preset by default.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub rules: String,
    /// Who sits where.
    pub seats: Vec<SeatRequest>,
    /// A whole match or session instead of single deals.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub series: bool,
    /// Milliseconds that a player's move takes at least.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub pace_ms: u64,
    /// Seconds that a person has for a move; 0, as by default: as many as he likes.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub move_seconds: u64,
    /// Who is asked for hints.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub adviser: Option<String>,
    /// All chance comes from it; random by default.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub seed: Option<u64>,
    /// The creator's name.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub name: String,
}

/// A seat that is asked for.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SeatRequest {
    /// `person`, `open`, `player` or `learner`.
    pub kind: String,
    /// The specification of a player.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub player: Option<String>,
    /// An opponent that goes on learning.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub learner: Option<String>,
    /// What proves that it is the own one: then it learns from the games of this table.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub token: Option<String>,
    /// The name to show.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub name: Option<String>,
}

/// A table that was made.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MadeTable {
    /// Its name in links.
    pub table: String,
    /// The creator's seat; nothing for a watcher.
    pub seat: Option<usize>,
    /// What proves it.
    pub token: String,
}

/// A place at a table that is asked for.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct JoinTable {
    /// Which; any by default.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub seat: Option<usize>,
    /// The name to show.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub name: String,
}

/// A place that was given.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Joined {
    /// The seat.
    pub seat: usize,
    /// What proves it.
    pub token: String,
}

/// What everybody may know of a table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableInfo {
    /// Its name in links.
    pub table: String,
    /// Its game.
    pub game: String,
    /// Its rules, in text.
    pub rules: String,
    /// A whole match or session.
    pub series: bool,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// Number of the deal, from 1.
    pub deal: u64,
    /// The deal is over.
    pub over: bool,
    /// Number of deals that are over.
    pub deals: usize,
    /// Who is asked for hints.
    pub adviser: Option<String>,
}

/// Who sits at a seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatInfo {
    /// `person`, `open`, `player` or `learner`.
    pub kind: &'static str,
    /// The name to show.
    pub name: String,
    /// The specification of a player.
    pub player: Option<String>,
    /// Nobody else can sit here.
    pub taken: bool,
}
