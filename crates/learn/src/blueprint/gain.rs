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

    /// The mean over all worlds, as often as they were drawn. Worlds, not draws, are what is independent.
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
        let error = if gains.len() < 2 { f64::INFINITY } else { squares.sqrt() / all * (count / (count - 1.0)).sqrt() };
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
        // Deviations of 1 in two worlds: the standard deviation is √2, of the mean 1.
        let found = gains.of(0);
        assert!(found.mean == 2.0 && (found.error - 1.0).abs() < 1e-12, "{found:?}");
        gains.again(1, 2);
        assert_eq!(gains.worlds(), 2);
        let found = gains.of(0);
        assert_eq!(found.mean, 2.5);
        // √(1.5² + (3 · 0.5)²) / 4 · √2
        assert!((found.error - 0.75).abs() < 1e-12, "{found:?}");
        gains.begin(2);
        assert_eq!((gains.worlds(), gains.of(1).error), (0, f64::INFINITY));
    }
}
