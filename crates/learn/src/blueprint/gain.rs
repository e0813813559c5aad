/// What moves gain over the blueprint's, world by world.
#[derive(Clone, Debug, Default)]
pub(super) struct Gains {
    /// How often each world was drawn.
    tickets: Vec<f64>,
    /// By move, then by world. A move that was dropped has fewer.
    gains: Vec<Vec<f32>>,
}

/// What is known of a move's gain.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Gain {
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Gain {
    /// The same with what was thought of the gain before: thoughts may be wrong by `few`, and by a `share` of what they are. Both count by what
    /// they may be wrong by.
    pub fn with(self, thought: f64, (few, share): (f64, f64)) -> Gain {
        let (own, before) = (self.error.powi(2), (few + share * thought.abs()).powi(2));
        if !own.is_finite() || own + before <= 0.0 {
            return Gain { mean: if own.is_finite() { self.mean } else { thought }, error: before.min(own).sqrt() };
        }
        let mean = (self.mean * before + thought * own) / (own + before);
        Gain { mean, error: (own * before / (own + before)).sqrt() }
    }
}

impl Gains {
    /// Begins with so many moves beside the blueprint's.
    pub fn begin(&mut self, moves: usize) {
        self.tickets.clear();
        self.gains.iter_mut().for_each(Vec::clear);
        self.gains.resize(moves, Vec::new());
    }

    /// A world that was not met before; its gains follow.
    pub fn add_world(&mut self, tickets: u32) {
        self.tickets.push(f64::from(tickets));
    }

    /// The gain of a move in the world added last.
    pub fn add(&mut self, number: usize, gain: f32) {
        self.gains[number].push(gain);
    }

    /// A world was drawn again.
    pub fn again(&mut self, world: usize, tickets: u32) {
        self.tickets[world] += f64::from(tickets);
    }

    /// Worlds met.
    pub fn worlds(&self) -> usize {
        self.tickets.len()
    }

    /// The mean over all worlds, as often as they were drawn. Worlds, not draws, are what is independent; and few worlds that happen to agree
    /// do not make it sure: the error is what it would be if one more had gained nothing.
    pub fn of(&self, number: usize) -> Gain {
        let gains = &self.gains[number];
        let all: f64 = self.tickets[..gains.len()].iter().sum();
        if all <= 0.0 {
            return Gain { mean: 0.0, error: f64::INFINITY };
        }
        let pairs = || self.tickets.iter().zip(gains);
        let mean = pairs().map(|(&tickets, &gain)| tickets * f64::from(gain)).sum::<f64>() / all;
        let squares: f64 = pairs().map(|(&tickets, &gain)| (tickets * (f64::from(gain) - mean)).powi(2)).sum();
        let count = gains.len() as f64;
        // One degree of freedom went into the mean.
        let spread = squares.sqrt() / all * (count / (count - 1.0)).sqrt();
        let error =
            if gains.len() < 2 { f64::INFINITY } else { (spread.powi(2) + (mean / (count + 1.0)).powi(2)).sqrt() };
        Gain { mean, error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_world_that_is_drawn_twice_counts_twice_and_is_one_witness() {
        let mut gains = Gains::default();
        gains.begin(1);
        for gain in [1.0, 3.0] {
            gains.add_world(1);
            gains.add(0, gain);
        }
        // Deviations of 1 in two worlds: the standard deviation is √2, of the mean 1; and 2 / 3 for one more world without a gain.
        let found = gains.of(0);
        assert!(found.mean == 2.0 && (found.error - (13.0f64 / 9.0).sqrt()).abs() < 1e-12, "{found:?}");
        gains.again(1, 2);
        assert_eq!(gains.worlds(), 2);
        let found = gains.of(0);
        assert_eq!(found.mean, 2.5);
        // √(1.5² + (3 · 0.5)²) / 4 · √2
        assert!((found.error - (0.75f64.powi(2) + (2.5f64 / 3.0).powi(2)).sqrt()).abs() < 1e-12, "{found:?}");
        gains.begin(2);
        assert_eq!((gains.worlds(), gains.of(1).error), (0, f64::INFINITY));
    }
    #[test]
    fn playouts_and_thoughts_count_by_what_they_may_be_wrong_by() {
        let played = Gain { mean: 1.0, error: 0.5 };
        // A thought that may be wrong by as much counts as much.
        let both = played.with(-0.5, (0.25, 0.5));
        assert!((both.mean - 0.25).abs() < 1e-12 && (both.error - 0.125f64.sqrt()).abs() < 1e-12, "{both:?}");
        // Nothing was played: the thought stands. A thought that is sure, and playouts that are.
        assert_eq!(Gain { mean: 0.0, error: f64::INFINITY }.with(-0.5, (0.3, 0.0)), Gain { mean: -0.5, error: 0.3 });
        assert_eq!(played.with(-0.5, (0.0, 0.0)), Gain { mean: -0.5, error: 0.0 });
        assert_eq!(Gain { mean: 2.0, error: 0.0 }.with(-0.5, (0.3, 0.0)), Gain { mean: 2.0, error: 0.0 });
        assert_eq!(Gain { mean: 0.0, error: 0.0 }.with(0.0, (0.0, 1.0)), Gain { mean: 0.0, error: 0.0 });
    }
}
