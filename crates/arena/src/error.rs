use std::fmt;
use std::io;

use kirifuda_play::Fault;

use crate::Unit;

/// Why a run gave no result.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// Another number of players than seats.
    #[error("{game} under these rules seats {seats} players, not {given}: name exactly {seats}")]
    Seats {
        /// The game.
        game: &'static str,
        /// Its seats.
        seats: usize,
        /// The players named.
        given: usize,
    },
    /// A tournament needs two players and two seats.
    #[error("a tournament needs at least two players and two seats; here are {players} and {seats}")]
    TooFew {
        /// The players named.
        players: usize,
        /// The seats of the game.
        seats: usize,
    },
    /// Nothing to play.
    #[error("nothing to play: the number of deals (or matches) must be at least 1")]
    NoDeals,
    /// A part that is not in its run.
    #[error("a part that ends after {end} deals is not in a run of {whole}")]
    Beyond {
        /// Where the part ends.
        end: u128,
        /// Deals of the run.
        whole: u64,
    },
    /// A player could not be made.
    #[error("player `{contestant}` cannot start: {why}")]
    Maker {
        /// Its name.
        contestant: String,
        /// What it said.
        why: Fault,
    },
    /// A player failed during a game.
    #[error("player `{contestant}` failed in {place}: {why}")]
    Fault {
        /// Its name.
        contestant: String,
        /// In which game.
        place: Place,
        /// What it said.
        why: Fault,
    },
    /// A player chose what the rules forbid.
    #[error("player `{contestant}` chose the illegal action {action} in {place}")]
    Illegal {
        /// Its name.
        contestant: String,
        /// In which game.
        place: Place,
        /// The action, in the game's notation.
        action: String,
    },
    /// A match that does not end.
    #[error("{place} was not over after {limit} deals")]
    Endless {
        /// Which match.
        place: Place,
        /// The most deals that a match may have.
        limit: u64,
    },
    /// Stopped so early that there is nothing to report.
    #[error("stopped before the first deal was finished")]
    Interrupted,
    /// A part of a run that was stopped: it counts whole or not at all.
    #[error("stopped before all deals of the part were played: play it again")]
    Unfinished,
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(String),
    /// The records could not be written.
    #[error("cannot write the records")]
    Records(#[source] io::Error),
}

/// One game of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// What is counted.
    pub unit: Unit,
    /// Its number, from 0, as in records.
    pub number: u64,
    /// The rotation (in a tournament: the seating) in which it was played, from 0.
    pub rotation: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, rotation {}", self.unit, self.number, self.rotation)
    }
}
