use std::convert::Infallible;

use rand::{SeedableRng, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The one source of randomness: Xoshiro256++, named and fixed, so that a seed means the same game for ever.
///
/// Everything random is derived from a seed and a path of numbers ([`Rng::stream`]): the deal of game 17 does not
/// depend on how many games were played before it, or by how many threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// A generator from a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The independent stream that belongs to `path` under `seed`, for example `[deal, rotation]`.
    ///
    /// ```
    /// # use kirifuda_play::Rng;
    /// let mut a = Rng::stream(1, &[7]);
    /// let mut b = Rng::stream(1, &[8]);
    /// assert_ne!(a.bits(), b.bits());
    /// ```
    pub fn stream(seed: u64, path: &[u64]) -> Rng {
        let mut key = mix(seed);
        for &step in path {
            key = mix(key ^ mix(step.wrapping_add(0x9E37_79B9_7F4A_7C15)));
        }
        Rng::new(key)
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        match self.0.try_next_u64() {
            Ok(bits) => bits,
        }
    }

    /// A number below `bound`, which must not be 0. Biased by less than `bound` / 2^64.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        debug_assert!(bound > 0);
        widening(self.bits(), bound as u64).0 as usize
    }

    /// A number below `bound`, for counts of worlds beyond 64 bits: exact beyond 2^64, below it as [`below`](Rng::below).
    pub fn below_u128(&mut self, bound: u128) -> u128 {
        debug_assert!(bound > 0);
        if let Ok(bound) = u64::try_from(bound) {
            return u128::from(widening(self.bits(), bound).0);
        }
        // Whole multiples of the bound only: exact, and less than one retry expected.
        let limit = u128::MAX - u128::MAX % bound;
        loop {
            let draw = u128::from(self.bits()) << 64 | u128::from(self.bits());
            if draw < limit {
                return draw % bound;
            }
        }
    }

    /// One of the items, each equally likely.
    #[inline]
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// A real number in [0, 1).
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// True with the given probability.
    #[inline]
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Puts the items into a uniformly random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.shuffle_front(items, items.len());
    }

    /// Moves a uniformly random selection of `count` items, in random order, to the front.
    #[inline]
    pub fn shuffle_front<T>(&mut self, items: &mut [T], count: usize) {
        let mut draws = self.small_draws(items.len());
        for i in 0..count.min(items.len()) {
            let other = i + draws.below(items.len() - i);
            items.swap(i, other);
        }
    }

    /// Cheap draws of many numbers below bounds that do not exceed `largest`.
    #[inline]
    pub fn small_draws(&mut self, largest: usize) -> SmallDraws<'_> {
        let bits = usize::BITS - largest.max(1).leading_zeros();
        SmallDraws { rng: self, fraction: 0, left: 0, per_draw: (40 / bits).max(1) }
    }
}

/// Several small numbers cut from one draw of 64 bits (Brackett-Rozinsky and Lemire, "Batched ranged random integer
/// generation"). At most 40 of the bits are used up, so no sequence of numbers from one draw is off by more than
/// 2^-24 of its probability.
pub struct SmallDraws<'a> {
    rng: &'a mut Rng,
    fraction: u64,
    left: u32,
    per_draw: u32,
}

impl SmallDraws<'_> {
    /// A number below `bound`, which must not be 0 nor exceed the largest bound announced.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        if self.left == 0 {
            (self.fraction, self.left) = (self.rng.bits(), self.per_draw);
        }
        self.left -= 1;
        let (number, rest) = widening(self.fraction, bound as u64);
        self.fraction = rest;
        number as usize
    }
}

/// So that distributions of `rand` can be drawn from it.
impl TryRng for Rng {
    type Error = Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

/// `fraction / 2^64 * bound`: whole part and the fraction that is left.
#[inline]
fn widening(fraction: u64, bound: u64) -> (u64, u64) {
    let wide = u128::from(fraction) * u128::from(bound);
    ((wide >> 64) as u64, wide as u64)
}

/// The finaliser of SplitMix64: a bijection that spreads every bit.
fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, every seed in every published result means something else.
    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut rng = Rng::stream(1, &[2, 3]);
        let first = [rng.bits(), rng.bits()];
        assert_eq!(first, GOLDEN, "golden stream: {first:#x?}");
        let mut deck: Vec<u8> = (0..10).collect();
        Rng::new(7).shuffle(&mut deck);
        assert_eq!(deck, GOLDEN_ORDER);
    }
    const GOLDEN: [u64; 2] = [0x7f73_2e72_eb62_c4a1, 0x12a5_624c_ed15_07c0];
    const GOLDEN_ORDER: [u8; 10] = [0, 5, 9, 2, 4, 1, 7, 3, 6, 8];

    #[test]
    fn all_orders_of_four_items_are_equally_likely() {
        let mut rng = Rng::new(11);
        let mut counts = std::collections::BTreeMap::new();
        let draws = 48_000;
        for _ in 0..draws {
            let mut items = [0u8, 1, 2, 3];
            rng.shuffle(&mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 24);
        let expected = f64::from(draws) / 24.0;
        let chi2: f64 = counts.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        // 23 degrees of freedom: 49.7 is exceeded once in a thousand seeds; this seed is fixed.
        assert!(chi2 < 49.7, "chi-square {chi2}");
    }

    #[test]
    fn bounds_beyond_64_bits_are_respected() {
        let mut rng = Rng::new(3);
        let bound = 5u128 << 70;
        let draws: Vec<u128> = (0..1000).map(|_| rng.below_u128(bound)).collect();
        assert!(draws.iter().all(|&d| d < bound));
        let high = draws.iter().filter(|&&d| d >= bound / 2).count();
        assert!((400..600).contains(&high), "{high} of 1000 in the upper half");
    }

    #[test]
    fn draws_beyond_the_last_whole_multiple_of_the_bound_are_drawn_again() {
        // 2^128 is 4/3 of this bound: without another draw the lowest third would come up half the time.
        let (bound, mut rng) = (3u128 << 126, Rng::new(5));
        let low = (0..3000).filter(|_| rng.below_u128(bound) < 1 << 126).count();
        assert!((900..1100).contains(&low), "{low} of 3000 in the lowest third"); // standard deviation 26
    }

    #[test]
    fn no_draw_of_64_bits_is_stretched_over_more_than_40() {
        // Numbers below 52 take 6 bits, so six of them come from one draw, and a deck takes nine draws.
        let (mut shuffled, mut counted) = (Rng::new(6), Rng::new(6));
        shuffled.shuffle(&mut [0u8; 52]);
        for _ in 0..9 {
            counted.bits();
        }
        assert_eq!(shuffled, counted);
    }

    #[test]
    fn a_chance_of_one_fifth_comes_up_one_time_in_five() {
        let mut rng = Rng::new(7);
        let hits = (0..10_000).filter(|_| rng.chance(0.2)).count();
        assert!((1840..2160).contains(&hits), "{hits} of 10000"); // four standard deviations of 40
        assert!(!rng.chance(0.0) && rng.chance(1.0));
    }
}
