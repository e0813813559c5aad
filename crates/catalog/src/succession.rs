use kirifuda_arena::{ArenaError, Monitor, Origin, Outcome, Plan, Sink, Tally, play_matches, tally_matches};
use kirifuda_play::{Game, Measured, Rng, Series, Text};

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
    pub open: fn(&G::Rules) -> Box<dyn Standing<G>>,
}

impl<G: Text + Measured + Series> Succession<G> {
    /// As the game says.
    pub fn new() -> Succession<G> {
        Succession {
            matches: play_matches,
            tally: tally_matches,
            open: |rules| Box::new(Stands::<G>(G::opening(rules))),
        }
    }
}

impl<G: Text + Measured + Series> Default for Succession<G> {
    fn default() -> Self {
        Self::new()
    }
}

/// Where a series stands, whatever the game carries on: [`Series`] behind one type.
pub trait Standing<G: Game>: Send {
    /// The next deal.
    fn deal_next(&self, rules: &G::Rules, rng: &mut Rng) -> G;
    /// Adds a finished deal.
    fn settle(&mut self, game: &G);
    /// True when no further deal is played.
    fn is_finished(&self, rules: &G::Rules) -> bool;
}

struct Stands<G: Series>(G::Standing);

impl<G: Series> Standing<G> for Stands<G> {
    fn deal_next(&self, rules: &G::Rules, rng: &mut Rng) -> G {
        G::deal_next(rules, &self.0, rng)
    }

    fn settle(&mut self, game: &G) {
        game.settle(&mut self.0);
    }

    fn is_finished(&self, rules: &G::Rules) -> bool {
        G::finished(rules, &self.0)
    }
}
