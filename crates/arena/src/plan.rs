use std::io;
use std::sync::Arc;

use kirifuda_play::{Fault, Game, Maker, Policy, Rules};

use crate::{ArenaError, Record, Standing};

/// What is to be played, by whom, from which seed.
pub struct Plan<'a, G: Game> {
    /// The variant.
    pub rules: &'a G::Rules,
    /// Who plays.
    pub contestants: &'a [Contestant<G>],
    /// The number of the first deal (or match): 0, or more in a part of a longer run.
    pub first: u64,
    /// How many deals (in [`play_matches`](crate::play_matches): how many matches). Each is played in every rotation.
    pub deals: u64,
    /// All chance comes from it.
    pub seed: u64,
    /// How many threads play; nothing (or 0) means one for each core. The results do not depend on it.
    pub threads: Option<usize>,
}

/// A player, and how to make one.
pub struct Contestant<G: Game> {
    /// The player's specification.
    pub name: String,
    /// Makes an instance.
    pub maker: Maker<G>,
    /// Instances answer many questions at once ([`Policy::many`]): the arena then plays games side by side.
    pub many: bool,
}

/// Takes the records of games, in the order of deals and rotations.
pub type Sink<'a> = &'a mut dyn FnMut(&Record) -> io::Result<()>;

/// Follows a run from outside: progress bars, the wish to stop. Called from all threads.
pub trait Monitor: Sync {
    /// So many deals of all are finished. Calls from several threads may overtake each other.
    fn advance(&self, _done: u64, _total: u64) {}
    /// The standing so far, now and then, in runs of a full table.
    fn interim(&self, _standing: &Standing<'_>) {}
    /// True when the run shall end early. Asked before every move, so it must be cheap.
    fn stopped(&self) -> bool {
        false
    }
}

/// Shows nothing, never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl Monitor for Quiet {}

/// First step of the path of every stream of random numbers, so that deals, choices and resampling never share one.
pub(crate) mod stream {
    pub const DEAL: u64 = 1;
    pub const PLAY: u64 = 2;
    pub const BOOTSTRAP: u64 = 3;
}

impl<G: Game> Contestant<G> {
    /// A player from its name and a way to make one.
    pub fn new<F>(name: impl Into<String>, maker: F) -> Contestant<G>
    where
        F: Fn() -> Result<Box<dyn Policy<G>>, Fault> + Send + Sync + 'static,
    {
        Contestant { name: name.into(), maker: Arc::new(maker), many: false }
    }
}

impl<G: Game> Contestant<G> {
    /// The same player, of which it is known that it answers many questions at once.
    #[must_use]
    pub fn asked_in_numbers(self) -> Self {
        Contestant { many: true, ..self }
    }
}

impl<G: Game> Clone for Contestant<G> {
    fn clone(&self) -> Self {
        Contestant { name: self.name.clone(), maker: Arc::clone(&self.maker), many: self.many }
    }
}

impl<G: Game> Plan<'_, G> {
    /// Refuses plans for a full table that cannot be carried out.
    pub(crate) fn check_table(&self) -> Result<(), ArenaError> {
        let (seats, given) = (self.rules.seats(), self.contestants.len());
        if seats != given {
            return Err(ArenaError::Seats { game: G::NAME, seats, given });
        }
        self.check_deals()
    }

    /// Refuses a part that is not one of a run of so many deals.
    pub(crate) fn check_part(&self, whole: u64) -> Result<(), ArenaError> {
        self.check_deals()?;
        self.check_end(whole)
    }

    fn check_end(&self, whole: u64) -> Result<(), ArenaError> {
        let end = u128::from(self.first) + u128::from(self.deals);
        if end <= whole.into() { Ok(()) } else { Err(ArenaError::Beyond { end, whole }) }
    }

    pub(crate) fn check_deals(&self) -> Result<(), ArenaError> {
        if self.deals == 0 { Err(ArenaError::NoDeals) } else { self.check_end(u64::MAX) }
    }
}
