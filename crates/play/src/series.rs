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
