//! Who won how many deals of a tournament, and how many of resampled ones: counts that add up.

use kirifuda_play::Rng;
use serde::{Deserialize, Serialize};

use crate::rating::bradley_terry;

/// Deals won by the pairs of a tournament, in halves: 2 for a win of the first, 1 for a tie.
///
/// For the intervals of ratings all is counted again in [`RESAMPLES`] samples, in which a deal comes up not once but as often as
/// a draw says whose mean is 1 (the Poisson bootstrap: Chamandy and others, Estimating uncertainty for massive data streams,
/// 2012). A deal's draws are its own, from its own stream, and the same for all pairs: so nobody needs to know how many deals
/// there are, and parts add up. For many deals the intervals are those of drawing deals with replacement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Counts {
    /// By pair.
    pub halves: Vec<u64>,
    /// Deals of each sample.
    weights: Vec<u64>,
    /// By sample, and in it by pair.
    resampled: Vec<u64>,
}

/// How many times deals are counted again.
const RESAMPLES: usize = 200;

/// Shares of 2^32 in which a Poisson variable of mean 1 is at most 0, 1, 2 and so on.
const POISSON: [u32; 12] = [
    1_580_030_168,
    3_160_060_337,
    3_950_075_421,
    4_213_413_783,
    4_279_248_373,
    4_292_415_291,
    4_294_609_777,
    4_294_923_276,
    4_294_962_463,
    4_294_966_817,
    4_294_967_252,
    4_294_967_292,
];

/// How often a deal comes up: so many shares are passed.
#[inline]
fn poisson(draw: u32) -> u64 {
    match BY_TOP_BYTE[(draw >> 24) as usize] {
        UNDECIDED => passed(draw).into(),
        passed => passed.into(),
    }
}

const fn passed(draw: u32) -> u8 {
    let mut passed = 0;
    while passed < POISSON.len() && draw >= POISSON[passed] {
        passed += 1;
    }
    passed as u8
}

/// Nearly all draws are decided by their top byte: 12 comparisons for each would cost a tournament of rule players 7%.
const BY_TOP_BYTE: [u8; 256] = {
    let mut table = [UNDECIDED; 256];
    let mut top = 0;
    while top < table.len() {
        let least = (top as u32) << 24;
        if passed(least) == passed(least | 0x00FF_FFFF) {
            table[top] = passed(least);
        }
        top += 1;
    }
    table
};
const UNDECIDED: u8 = u8::MAX;

impl Counts {
    pub fn new(pairs: usize) -> Counts {
        Counts { halves: vec![0; pairs], weights: vec![0; RESAMPLES], resampled: vec![0; RESAMPLES * pairs] }
    }

    /// Adds a deal: the halves of each pair, and the stream of its draws.
    pub fn push(&mut self, won: &[u64], mut draws: Rng) {
        add(&mut self.halves, won, 1);
        let samples = self.resampled.chunks_exact_mut(won.len());
        let mut bits = 0;
        for (number, (sample, sum)) in samples.zip(&mut self.weights).enumerate() {
            bits = if number % 2 == 0 { draws.bits() } else { bits >> 32 };
            let weight = poisson(bits as u32);
            *sum += weight;
            add(sample, won, weight);
        }
    }

    /// These and others; nothing where a count would be too large.
    pub fn plus(&self, other: &Counts) -> Option<Counts> {
        let sum = |one: &[u64], other: &[u64]| -> Option<Vec<u64>> {
            (one.len() == other.len()).then_some(())?;
            one.iter().zip(other).map(|(one, other)| one.checked_add(*other)).collect()
        };
        Some(Counts {
            halves: sum(&self.halves, &other.halves)?,
            weights: sum(&self.weights, &other.weights)?,
            resampled: sum(&self.resampled, &other.resampled)?,
        })
    }

    /// Whether it can be what was counted of so many pairs.
    pub fn fits(&self, pairs: usize) -> bool {
        let Counts { halves, weights, resampled } = self;
        let lengths = halves.len() == pairs && weights.len() == RESAMPLES && resampled.len() == RESAMPLES * pairs;
        let within = |halves: &[u64], deals: u64| deals <= u64::MAX / 2 && halves.iter().all(|&won| won <= 2 * deals);
        pairs > 0 && lengths && resampled.chunks(pairs).zip(weights).all(|(halves, &deals)| within(halves, deals))
    }

    /// Ratings from all deals.
    pub fn ratings(&self, pairs: &[(usize, usize)], players: usize, deals: u64) -> Vec<f64> {
        ratings(pairs, players, &self.halves, deals)
    }

    /// The middle 95% of the ratings of the samples, for each player.
    pub fn intervals(&self, pairs: &[(usize, usize)], players: usize) -> Vec<(f64, f64)> {
        let samples = self.resampled.chunks_exact(pairs.len()).zip(&self.weights);
        let samples: Vec<Vec<f64>> = samples.map(|(halves, &deals)| ratings(pairs, players, halves, deals)).collect();
        let interval = |player: usize| {
            let mut ratings: Vec<f64> = samples.iter().map(|ratings| ratings[player]).collect();
            ratings.sort_by(f64::total_cmp);
            (quantile(&ratings, 0.025), quantile(&ratings, 0.975))
        };
        (0..players).map(interval).collect()
    }
}

#[inline]
fn add(sums: &mut [u64], won: &[u64], weight: u64) {
    for (sum, won) in sums.iter_mut().zip(won) {
        *sum += weight * won;
    }
}

fn ratings(pairs: &[(usize, usize)], players: usize, halves: &[u64], deals: u64) -> Vec<f64> {
    let mut wins = vec![vec![0.0; players]; players];
    for (&(a, b), &halves) in pairs.iter().zip(halves) {
        wins[a][b] = halves as f64 / 2.0;
        wins[b][a] = (2 * deals).saturating_sub(halves) as f64 / 2.0;
    }
    bradley_terry(&wins)
}

/// A quantile of ascending numbers, between two neighbours by proportion. The n numbers cut the distribution they come
/// from into n + 1 parts that are equally likely, so number k (from 1) stands for the share k / (n + 1).
fn quantile(ascending: &[f64], share: f64) -> f64 {
    let last = (ascending.len() - 1) as f64;
    let place = (share * (last + 2.0) - 1.0).clamp(0.0, last);
    let (below, above) = (ascending[place.floor() as usize], ascending[place.ceil() as usize]);
    below + (above - below) * place.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.5), 2.0);
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.625), 3.0);
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.99), 4.0);
    }

    #[test]
    fn shares_are_those_of_poisson() {
        // e^-1 (1 + 1 + 1/2! + ... + 1/k!), by whole numbers: e^-1 = 0.36787944117144232159552377...
        let (mut factorial, mut sum) = (1.0, 0.0);
        for (k, &share) in POISSON.iter().enumerate() {
            factorial *= k.max(1) as f64;
            sum += 0.367_879_441_171_442_33 / factorial;
            assert_eq!(share, (sum * 4_294_967_296.0) as u32, "{k}");
        }
    }

    #[test]
    fn the_table_says_what_the_shares_say() {
        let around = |share: u32| [share - 1, share, share + 1];
        let mut rng = Rng::new(2);
        let draws =
            (0..10_000).map(|_| rng.bits() as u32).chain(POISSON.into_iter().flat_map(around)).chain([0, u32::MAX]);
        for draw in draws {
            let passed = POISSON.iter().filter(|&&share| draw >= share).count();
            assert_eq!(poisson(draw), passed as u64, "{draw}");
        }
        assert!(BY_TOP_BYTE.iter().filter(|&&passed| passed == UNDECIDED).count() < 8);
    }

    #[test]
    fn weights_have_mean_and_variance_one() {
        let mut rng = Rng::new(1);
        let draws: Vec<f64> = (0..100_000).map(|_| poisson((rng.bits() >> 32) as u32) as f64).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let variance = draws.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / draws.len() as f64;
        // Standard deviations of 0.0032 and, since the fourth moment about the mean is 4, of 0.0055: four of them.
        assert!((mean - 1.0).abs() < 0.0127 && (variance - 1.0).abs() < 0.022, "{mean}, {variance}");
    }

    #[test]
    fn counts_too_large_are_not_added() {
        let full = Counts { halves: vec![u64::MAX], ..Counts::new(1) };
        let mut one = Counts::new(1);
        one.push(&[2], Rng::new(1));
        assert!(full.plus(&one).is_none() && one.plus(&Counts::new(2)).is_none());
        assert!(one.fits(1) && !one.fits(2) && !Counts { weights: vec![0; RESAMPLES], ..one }.fits(1));
    }
}
