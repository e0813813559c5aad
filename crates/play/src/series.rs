use crate::{Game, Rng, Seat};

/// Games that are played as a series: what one deal hands on to the next, and when the series ends.
///
/// Hearts is played until someone reaches a limit; in Daifugo the ranks of one game decide the exchange of the next.
pub trait Series: Game {
    /// What is carried from deal to deal.
    type Standing: Clone + Send;

    /// Before the first deal.
    fn opening(rules: &Self::Rules) -> Self::Standing;
    /// The next deal of a series.
    fn deal_next(rules: &Self::Rules, standing: &Self::Standing, rng: &mut Rng) -> Self;
    /// Adds a finished deal to the standing.
    fn settle(&self, standing: &mut Self::Standing);
    /// True when no further deal is played.
    fn finished(rules: &Self::Rules, standing: &Self::Standing) -> bool;
    /// What the series is worth to a seat so far. Higher is better.
    fn total(standing: &Self::Standing, seat: Seat) -> f32;
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

/// How a series begins: its standing before the first deal.
pub type Opening<G> = fn(&<G as Game>::Rules) -> Box<dyn Standing<G>>;

/// The [`Opening`] of a game that has series.
pub fn open<G: Series>(rules: &G::Rules) -> Box<dyn Standing<G>> {
    Box::new(Stands::<G>(G::opening(rules)))
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
