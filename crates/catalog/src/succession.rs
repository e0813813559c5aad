use kirifuda_arena::{ArenaError, Monitor, Origin, Outcome, Plan, Sink, Tally, play_matches, tally_matches};
use kirifuda_play::{Game, Measured, Opening, Series, Text, open};

/// Plays series of deals: [`kirifuda_arena::play_matches`] for a game that has them.
pub type MatchRunner<G> = fn(&Plan<'_, G>, &dyn Monitor, Option<Sink<'_>>) -> Result<Outcome, ArenaError>;

/// Plays a part of a run of series: [`kirifuda_arena::tally_matches`] for a game that has them.
pub type MatchTallier<G> = fn(&Plan<'_, G>, u64, &Origin, &dyn Monitor, Option<Sink<'_>>) -> Result<Tally, ArenaError>;

/// How one deal follows another in a game that has series.
#[derive(Clone, Copy)]
pub struct Succession<G: Game> {
    /// Plays whole series.
    pub matches: MatchRunner<G>,
    /// Plays a part of a run of them.
    pub tally: MatchTallier<G>,
    /// The standing before the first deal.
    pub open: Opening<G>,
}

impl<G: Text + Measured + Series> Succession<G> {
    /// As the game says.
    pub fn new() -> Succession<G> {
        Succession { matches: play_matches, tally: tally_matches, open }
    }
}

impl<G: Text + Measured + Series> Default for Succession<G> {
    fn default() -> Self {
        Self::new()
    }
}
