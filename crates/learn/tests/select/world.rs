//! Trials whose truth is known: what a set is worth, hidden by luck that is partly common to all sets of a run.

use std::sync::atomic::{AtomicU64, Ordering};

use kirifuda_learn::select::{Size, Trial};
use kirifuda_play::Rng;

/// Percepts with known effects.
pub struct World {
    /// What a set is worth: lower is better.
    pub truth: fn(&[usize]) -> f64,
    /// How much is lost for each percept after a single deal of learning; inversely proportional to the deals.
    pub slowness: fn(usize) -> f64,
    /// Standard deviation of the luck of a single deal of the examination that all sets share.
    pub common: f64,
    /// The same of each set's own luck.
    pub own: f64,
    /// Standard deviation of what comes out of equal trainings.
    pub training: f64,
    pub seed: u64,
    /// Trials made.
    pub made: AtomicU64,
}

impl World {
    /// Without any luck.
    pub fn certain(truth: fn(&[usize]) -> f64) -> World {
        World { truth, slowness: |_| 0.0, common: 0.0, own: 0.0, training: 0.0, seed: 0, made: AtomicU64::new(0) }
    }

    /// As noisy as Hearts, where the penalty ratio of a game has a standard deviation of 0.2, and as slow as FALCON there,
    /// which plays worse for one more helpful percept after 5,000 deals of learning, and better after 30,000.
    pub fn hearts_like(truth: fn(&[usize]) -> f64, seed: u64) -> World {
        World { truth, slowness: |_| 30.0, common: 0.16, own: 0.12, training: 0.0015, seed, made: AtomicU64::new(0) }
    }
}

impl Trial for World {
    fn run(&self, set: &[usize], run: u64, size: Size) -> Result<f64, String> {
        assert!(set.is_sorted_by(|a, b| a < b), "{set:?}");
        self.made.fetch_add(1, Ordering::Relaxed);
        let mut shared = Rng::stream(self.seed, &[1, run, size.exam]);
        let mut path = vec![2, run, size.learn, size.exam];
        path.extend(set.iter().map(|&percept| percept as u64));
        let mut own = Rng::stream(self.seed, &path);
        let root = (size.exam as f64).sqrt();
        Ok((self.truth)(set)
            + set.iter().map(|&percept| (self.slowness)(percept)).sum::<f64>() / size.learn as f64
            + self.common * normal(&mut shared) / root
            + self.own * normal(&mut own) / root
            + self.training * normal(&mut own))
    }
}

/// A draw with mean 0 and standard deviation 1, nearly normal.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0
}

/// As in Hearts, where some percepts are one bit and others six: those that tell more are learned with later.
pub fn uneven(percept: usize) -> f64 {
    let width = [1, 1, 3, 5, 4, 5, 5, 1, 1, 3, 2, 1, 1, 3, 1, 1, 3][percept];
    6.0 + 9.0 * f64::from(width)
}

/// A third of the deals of learning of paper 002.
pub const DUEL: Size = Size { learn: 25_000, exam: 5_000 };

/// The size of paper 002.
pub const FULL: Size = Size { learn: 75_000, exam: 5_000 };

/// As in paper 002: of 17 percepts five help, one more than another, two overlap, the rest only cost.
pub fn penalty_ratio(set: &[usize]) -> f64 {
    let has = |percept| set.contains(&percept);
    let worth = |percept, worth| if has(percept) { worth } else { 0.0 };
    let helpful = worth(6, 0.020) + worth(14, 0.012) + worth(15, 0.009) + worth(3, 0.006) + worth(9, 0.004);
    // 5 tells half of what 6 does, and nothing besides.
    let overlap = if has(6) { 0.0 } else { worth(5, 0.010) };
    let idle = set.iter().filter(|percept| ![3, 5, 6, 9, 14, 15].contains(percept)).count();
    0.300 - helpful - overlap + 0.001 * idle as f64
}
