/// What a search has found out about an action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate<A> {
    /// The action.
    pub action: A,
    /// Simulations that began with it.
    pub visits: u32,
    /// What they brought to the seat that searches, together.
    pub total: f64, // f64: a million payoffs of ±26 lose digits in f32
}

impl<A> Estimate<A> {
    /// Nothing is known yet.
    pub fn new(action: A) -> Estimate<A> {
        Estimate { action, visits: 0, total: 0.0 }
    }

    /// The mean payoff; the worst there is while nothing is known.
    #[inline]
    pub fn mean(&self) -> f64 {
        if self.visits == 0 { f64::NEG_INFINITY } else { self.total / f64::from(self.visits) }
    }
}

/// The place of the action with the best mean; among equals the one tried most often, then the first.
pub fn best_mean<A>(estimates: &[Estimate<A>]) -> usize {
    first_best(estimates, |e| (e.mean(), f64::from(e.visits)))
}

/// The place of the action tried most often; among equals the one with the best mean, then the first.
pub fn most_visited<A>(estimates: &[Estimate<A>]) -> usize {
    first_best(estimates, |e| (f64::from(e.visits), e.mean()))
}

fn first_best<A>(estimates: &[Estimate<A>], key: impl Fn(&Estimate<A>) -> (f64, f64)) -> usize {
    (1..estimates.len()).fold(0, |best, i| if key(&estimates[i]) > key(&estimates[best]) { i } else { best })
}

/// The payoffs that one seat has met in a search: they are brought between 0 and 1, so that the exploration constant
/// means the same in every game and at every score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    least: f64,
    most: f64,
}

impl Range {
    pub(super) const EMPTY: Range = Range { least: f64::INFINITY, most: f64::NEG_INFINITY };

    #[inline]
    pub(super) fn add(&mut self, payoff: f64) {
        self.least = self.least.min(payoff);
        self.most = self.most.max(payoff);
    }

    /// Factor and offset by which payoffs come to lie between 0 and 1; all 0 while they are all the same.
    #[inline]
    pub(super) fn scale(&self) -> (f64, f64) {
        if self.most > self.least {
            let factor = 1.0 / (self.most - self.least);
            (factor, -self.least * factor)
        } else {
            (0.0, 0.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(visits: u32, total: f64) -> Estimate<u8> {
        Estimate { action: 0, visits, total }
    }

    #[test]
    fn ties_go_to_the_better_known_then_to_the_first() {
        let estimates = [estimate(2, -2.0), estimate(4, -4.0), estimate(4, -4.0), estimate(0, 0.0), estimate(5, -10.0)];
        assert_eq!(best_mean(&estimates), 1);
        assert_eq!(most_visited(&estimates), 4);
        assert_eq!(most_visited(&estimates[..4]), 1);
        assert_eq!(best_mean(&[estimate(0, 0.0), estimate(0, 0.0)]), 0);
    }

    #[test]
    fn payoffs_are_brought_between_zero_and_one() {
        let mut range = Range::EMPTY;
        range.add(-14.0);
        assert_eq!(range.scale(), (0.0, 0.0));
        range.add(-26.0);
        let (factor, offset) = range.scale();
        let scaled = |payoff: f64| payoff * factor + offset;
        assert!((scaled(-14.0) - 1.0).abs() < 1e-12 && scaled(-26.0).abs() < 1e-12);
    }
}
