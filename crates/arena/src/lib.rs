//! Matches on duplicate deals, statistics with intervals, ratings, game records.
//!
//! Every deal is played once for each rotation of the players around the table, so that the luck of the cards falls
//! on all of them alike: the unit of statistics is the deal, not the game. [`play_deals`] compares as many players as
//! the table has seats, [`play_matches`] does so over whole series of deals, [`tournament`] compares any number of
//! players two by two and rates them. What comes out is a value with its error, its seed and its version, and it is
//! the same to the last bit for every number of threads.
//!
//! A run can be shared out over machines: [`tally_deals`] and its like play a part of it, and give a [`Tally`]; those of all
//! parts merge, in any order, into what one machine would have found.
//!
//! A [`Record`] is one game as a line of JSON: [`read_records`] reads many, [`replay`] plays one again and checks it.
//!
//! This crate knows no game and no player by name.

mod counts;
pub mod csv;
mod deals;
mod error;
mod exact;
mod lockstep;
mod matches;
mod outcome;
mod plan;
mod rating;
mod record;
mod sheet;
mod statistics;
mod stretch;
mod table;
mod tally;
mod tournament;
mod waves;

pub use deals::{choices, nth_deal, play_deals, tally_deals};
pub use error::{ArenaError, Place};
pub use kirifuda_play::Maker;
pub use matches::{MATCH_LIMIT, play_matches, tally_matches};
pub use outcome::{Outcome, PlayerOutcome, Unit};
pub use plan::{Contestant, Monitor, Plan, Quiet, Sink};
pub use rating::bradley_terry;
pub use record::{Record, RecordError, RecordFault, Records, read_records, replay};
pub use sheet::Standing;
pub use statistics::{Estimate, Moments, student_t};
pub use stretch::Stretch;
pub use tally::{Contest, Identity, Origin, Program, Tally, TallyError};
pub use tournament::{Pair, Rated, Tournament, tally_tournament, tournament};
