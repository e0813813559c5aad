/// The weights of the learner at earlier times, as opponents: each of them, and one random player, equally likely.
///
/// Snapshots lie one after the other in one block, 4 bytes a weight; nothing is copied when one is chosen. When the
/// pool is full every second snapshot is dropped and from then on they are taken half as often, so that a run of any
/// length has a bounded pool that covers its whole past evenly.
#[derive(Clone, Debug, PartialEq)]
pub struct Pool {
    dimensions: usize,
    /// At most so many snapshots.
    most: usize,
    /// A snapshot is taken every so many deals.
    every: u64,
    weights: Vec<f32>,
}

impl Pool {
    /// An empty pool for weights of so many dimensions. Paper 001 takes a snapshot every 100 deals.
    pub fn new(dimensions: usize, every: u64, most: usize) -> Pool {
        Pool { dimensions, most: most.max(2), every: every.max(1), weights: Vec::new() }
    }

    /// Number of weights in a snapshot.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Number of snapshots.
    pub fn len(&self) -> usize {
        self.weights.len() / self.dimensions.max(1)
    }

    /// True before the first snapshot.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// The deals from one snapshot to the next.
    pub fn every(&self) -> u64 {
        self.every
    }

    /// At most so many snapshots.
    pub fn most(&self) -> usize {
        self.most
    }

    /// The weights of one snapshot.
    #[inline]
    pub fn snapshot(&self, number: usize) -> &[f32] {
        &self.weights[number * self.dimensions..][..self.dimensions]
    }

    /// Takes a snapshot if it is time for one after so many deals.
    pub fn note(&mut self, deals: u64, weights: &[f32]) {
        debug_assert_eq!(weights.len(), self.dimensions);
        if !deals.is_multiple_of(self.every) {
            return;
        }
        if self.len() == self.most {
            self.thin_out();
            if !deals.is_multiple_of(self.every) {
                return;
            }
        }
        self.weights.extend_from_slice(weights);
    }

    /// Keeps the second, fourth, … snapshot: those whose deals are multiples of the doubled interval.
    fn thin_out(&mut self) {
        let kept = self.len() / 2;
        for number in 0..kept {
            let from = (2 * number + 1) * self.dimensions;
            self.weights.copy_within(from..from + self.dimensions, number * self.dimensions);
        }
        self.weights.truncate(kept * self.dimensions);
        self.every *= 2;
    }

    /// Everything in the pool, one snapshot after the other.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// A pool as it was; nothing when the weights do not make up whole snapshots.
    pub fn restore(dimensions: usize, every: u64, most: usize, weights: Vec<f32>) -> Option<Pool> {
        let whole = dimensions > 0 && weights.len().is_multiple_of(dimensions) && weights.len() / dimensions <= most;
        (whole && every > 0 && most >= 2).then_some(Pool { dimensions, most, every, weights })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_pool_covers_the_past_evenly_at_half_the_rate() {
        let mut pool = Pool::new(1, 100, 4);
        for deals in 1..=1600u64 {
            pool.note(deals, &[deals as f32]);
            assert!(pool.len() <= 4);
        }
        assert_eq!(pool.every(), 400);
        assert_eq!(pool.weights(), [400.0, 800.0, 1200.0, 1600.0]);
    }
}
