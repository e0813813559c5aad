//! Sums of floats without any rounding: whatever is added, in any order, in any parts, on any machine, gives the same number.
//!
//! Every finite float is a whole number times a power of two, and so is its square: all of them are multiples of 2^-2148, and
//! their sums are whole numbers of some 4,300 bits. [`Accumulator`] adds to such a number in chunks of 32 bits that put their
//! carries off (a "small superaccumulator", R. Neal, Fast exact summation using small and large superaccumulators, 2015).
//! [`Sum`] is the number itself, for what comes after: merging, writing, and the one rounding at the end.

use std::fmt;
use std::str::FromStr;

use num_bigint::{BigInt, BigUint, Sign};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// All sums are multiples of 2^-`UNIT`: the square of the smallest float.
const UNIT: u32 = 2148;
/// Squares are below 2^2048, and there are fewer than 2^64 of them.
const BITS: usize = UNIT as usize + 2048 + 64;
const CHUNKS: usize = BITS.div_ceil(32) + 1;
/// Additions before carries must be moved on. One adds less than 2^33 to a chunk of 63 bits.
const PATIENCE: u32 = 1 << 29;

/// The sum of some floats and the sum of their squares, exactly, while observations come in.
#[derive(Clone, Debug)]
pub(crate) struct Accumulator {
    /// Multiples of 1/1024 that are not large, which most observations are, are added up as such: in 1024ths, and their
    /// squares in 1024ths of 1024ths.
    small: (i128, u128),
    /// The rest.
    sum: Box<Chunks>,
    squares: Box<Chunks>,
    patience: u32,
    /// False once something was added that is not finite.
    finite: bool,
}

/// A whole number of units, 32 bits to a chunk, carries put off.
type Chunks = [i64; CHUNKS];

impl Default for Accumulator {
    fn default() -> Accumulator {
        let empty = || Box::new([0; CHUNKS]);
        Accumulator { small: (0, 0), sum: empty(), squares: empty(), patience: PATIENCE, finite: true }
    }
}

impl Accumulator {
    /// Adds an observation.
    #[inline]
    pub fn add(&mut self, x: f64) {
        // Added to this number, a float below 2^31 loses what is not whole, and the rest stands in the lowest bits.
        const MAGIC: f64 = 6_755_399_441_055_744.0; // 1.5 * 2^52
        let scaled = x * 1024.0;
        let shifted = scaled + MAGIC;
        if shifted - MAGIC == scaled && scaled.abs() < 2_147_483_648.0 {
            let whole = shifted.to_bits().wrapping_sub(MAGIC.to_bits()) as i64;
            self.small.0 += i128::from(whole);
            self.small.1 += u128::from((whole * whole) as u64);
        } else {
            self.add_large(x);
        }
    }

    fn add_large(&mut self, x: f64) {
        if !x.is_finite() {
            self.finite = false;
            return;
        }
        let bits = x.to_bits();
        let (exponent, fraction) = ((bits >> 52 & 0x7FF) as usize, bits & ((1 << 52) - 1));
        // Numbers below the smallest normal one have its scale, without the leading one: x = mantissa * 2^(exponent - 1075).
        let (mantissa, exponent) = if exponent == 0 { (fraction, 1) } else { (fraction | 1 << 52, exponent) };
        spread(&mut self.sum, mantissa, exponent + (UNIT as usize - 1075), x < 0.0);
        let square = u128::from(mantissa) * u128::from(mantissa);
        let shift = 2 * exponent - 2; // 2 (exponent - 1075) + UNIT
        spread(&mut self.squares, square as u64, shift, false);
        spread(&mut self.squares, (square >> 64) as u64, shift + 64, false);
        self.patience -= 1;
        if self.patience == 0 {
            carry(&mut self.sum);
            carry(&mut self.squares);
            self.patience = PATIENCE;
        }
    }

    /// The sum, and the sum of squares.
    pub fn sums(&self) -> (Sum, Sum) {
        if !self.finite {
            return (Sum(None), Sum(None));
        }
        let sum = whole(&self.sum) + (BigInt::from(self.small.0) << (UNIT - 10));
        let squares = whole(&self.squares) + (BigInt::from(self.small.1) << (UNIT - 20));
        (Sum(Some(sum)), Sum(Some(squares)))
    }
}

/// Adds (or takes away) a whole number of 64 bits times 2^shift.
#[inline]
fn spread(chunks: &mut Chunks, number: u64, shift: usize, negative: bool) {
    let (first, wide) = (shift / 32, u128::from(number) << (shift % 32));
    for (place, chunk) in chunks[first..first + 3].iter_mut().enumerate() {
        let part = i64::from((wide >> (32 * place)) as u32);
        *chunk += if negative { -part } else { part };
    }
}

/// Moves carries on: every chunk but the last is from 0 to 2^32 - 1 then.
fn carry(chunks: &mut Chunks) {
    let mut carry = 0;
    for chunk in &mut chunks[..CHUNKS - 1] {
        let sum = *chunk + carry;
        (*chunk, carry) = (sum & 0xFFFF_FFFF, sum >> 32);
    }
    chunks[CHUNKS - 1] += carry;
}

fn whole(chunks: &Chunks) -> BigInt {
    let mut chunks = *chunks;
    carry(&mut chunks);
    let negative = chunks[CHUNKS - 1] < 0;
    if negative {
        chunks.iter_mut().for_each(|chunk| *chunk = -*chunk);
        carry(&mut chunks);
    }
    let digits = chunks.iter().map(|&chunk| chunk as u32).collect();
    BigInt::from_biguint(if negative { Sign::Minus } else { Sign::Plus }, BigUint::new(digits))
}

/// An exact sum of floats or of squares of floats. Nothing is inside where one of them was not finite.
///
/// As text, and in JSON, it is a whole number in base 16 and the power of two that it is multiplied by, for example `-1ap-3`:
/// -26 / 8. The number is odd, so that there is one text for each sum; 0 is `0p0`, and `nan` is what is no number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sum(Option<BigInt>);

impl Sum {
    /// Adds another one.
    pub fn add(&mut self, other: &Sum) {
        self.0 = match (&self.0, &other.0) {
            (Some(mine), Some(theirs)) => Some(mine + theirs),
            _ => None,
        };
    }

    /// The nearest float.
    pub fn value(&self) -> f64 {
        self.0.as_ref().map_or(f64::NAN, |units| nearest(units, UNIT))
    }

    /// The sum of squared deviations from the mean of `count` observations, times `count`, for the sum of them and the sum of
    /// their squares: n Σx² - (Σx)², rounded once. What cancels, cancels exactly.
    pub fn spread(&self, squares: &Sum, count: u64) -> f64 {
        let (Some(sum), Some(squares)) = (&self.0, &squares.0) else { return f64::NAN };
        nearest(&(((squares * count) << UNIT) - sum * sum), 2 * UNIT)
    }
}

/// The float nearest to a whole number times 2^-`scale`; ties go to even.
fn nearest(number: &BigInt, scale: u32) -> f64 {
    let bits = number.bits();
    let below = bits.saturating_sub(64);
    let top = number.magnitude() >> below;
    let mut head = top.iter_u64_digits().next().unwrap_or(0);
    // Rounding looks at the bits after the 53rd; one for all that were cut off is enough.
    head |= u64::from(number.trailing_zeros().is_some_and(|zeros| zeros < below));
    let value = times_power_of_two(head as f64, below as i64 - i64::from(scale));
    if number.sign() == Sign::Minus { -value } else { value }
}

/// Times 2^power, in steps that do not leave the range of floats before the result does.
fn times_power_of_two(mut value: f64, mut power: i64) -> f64 {
    while power > 0 && value.is_finite() && value != 0.0 {
        let step = power.min(1000);
        value *= f64::from_bits(((step + 1023) as u64) << 52);
        power -= step;
    }
    while power < 0 && value != 0.0 {
        let step = power.max(-1000);
        value *= f64::from_bits(((step + 1023) as u64) << 52);
        power -= step;
    }
    value
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => f.write_str("nan"),
            Some(units) => match units.trailing_zeros() {
                None => f.write_str("0p0"),
                Some(zeros) => write!(f, "{:x}p{}", units >> zeros, zeros as i64 - i64::from(UNIT)),
            },
        }
    }
}

impl FromStr for Sum {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Sum, &'static str> {
        const WRONG: &str = "not an exact sum";
        if text == "nan" {
            return Ok(Sum(None));
        }
        let (digits, power) = text.split_once('p').ok_or(WRONG)?;
        let power: i64 = power.parse().map_err(|_| WRONG)?;
        if digits.len() > BITS / 4 + 2 {
            return Err(WRONG);
        }
        let number = BigInt::parse_bytes(digits.as_bytes(), 16).ok_or(WRONG)?;
        let shift = u32::try_from(power + i64::from(UNIT)).ok().filter(|&shift| shift as usize <= BITS).ok_or(WRONG)?;
        let sum = Sum(Some(number << shift));
        // One text for each sum: no leading zeros, no other power.
        if sum.to_string() == text { Ok(sum) } else { Err(WRONG) }
    }
}

impl Serialize for Sum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Sum {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sum, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use kirifuda_play::Rng;
    use proptest::prelude::*;

    use super::*;

    fn sums(xs: impl IntoIterator<Item = f64>) -> (Sum, Sum) {
        let mut accumulator = Accumulator::default();
        xs.into_iter().for_each(|x| accumulator.add(x));
        accumulator.sums()
    }

    #[test]
    fn nothing_is_lost() {
        let tiny = f64::MIN_POSITIVE / 8.0;
        assert_eq!(sums([1e300, 3.5, -1e300, 1e-300, tiny, -3.0, -1e-300]).0, sums([0.5, tiny]).0);
        // A million times the float 0.1, which is 0.1000000000000000055511151231257827 to so many digits.
        let (sum, squares) = sums((0..1_000_000).map(|_| -0.1));
        assert_eq!(sum.value(), -100_000.0);
        assert_eq!((sums((0..1_000_000).map(|_| 0.1).chain([-1e5])).0).value(), 5.551_115_123_125_783e-12);
        // All observations are the same: there is no spread at all.
        assert_eq!(sum.spread(&squares, 1_000_000), 0.0);
    }

    #[test]
    fn the_largest_and_the_smallest_have_their_place() {
        for x in [f64::MAX, f64::MIN_POSITIVE, 5e-324, -f64::MAX, 1.0 / 3.0, 2_097_152.0, 2_097_151.999_023_437_5] {
            assert_eq!(sums([x]).0.value(), x);
            assert_eq!(sums([x, x, -x]).0.value(), x);
        }
        assert_eq!(sums([f64::MAX; 3]).0.value(), f64::INFINITY);
        assert_eq!(sums([5e-324]).1.to_string(), "1p-2148");
        assert!(sums([f64::INFINITY]).0.value().is_nan());
        assert_eq!(sums([f64::NAN, 1.0]).0.to_string(), "nan");
    }

    #[test]
    fn carries_that_are_put_off_arrive() {
        let mut often = Accumulator { patience: 3, ..Accumulator::default() };
        let mut rng = Rng::new(3);
        let xs: Vec<f64> = (0..1000).map(|_| (rng.unit() - 0.5) / 3.0).collect();
        for &x in &xs {
            often.add(x);
            often.patience = often.patience.min(3);
        }
        assert_eq!(often.sums(), sums(xs));
    }

    #[test]
    fn texts_are_read_back_and_nothing_else_is_read() {
        for (text, value) in [("0p0", 0.0), ("-dp-2", -3.25), ("1p4", 16.0)] {
            let sum: Sum = text.parse().unwrap();
            assert_eq!((sum.value(), sum.to_string().as_str()), (value, text));
        }
        for wrong in ["", "0", "p", "0p1", "2p0", "+1p0", "1p-2149", "1p9999999", "01p0", "1P0", "Ap0", "1p00", "1_1p0"]
        {
            assert!(wrong.parse::<Sum>().is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn sums_do_not_depend_on_order_or_parts(xs in prop::collection::vec(prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL | prop::num::f64::ZERO, 0..60), cut in 0..60usize) {
            let all = sums(xs.iter().copied());
            prop_assert_eq!(&all, &sums(xs.iter().rev().copied()));
            let (one, other) = xs.split_at(cut.min(xs.len()));
            let (mut merged, other) = (sums(other.iter().copied()), sums(one.iter().copied()));
            merged.0.add(&other.0);
            merged.1.add(&other.1);
            prop_assert_eq!(&all, &merged);
            prop_assert_eq!(all.1.to_string().parse::<Sum>().unwrap(), all.1);
        }

        #[test]
        fn sums_of_whole_numbers_are_those_of_whole_numbers(xs in prop::collection::vec(-1_000_000i64..1_000_000, 1..50), scale in -12i32..12) {
            let scale = 2f64.powi(scale);
            let (sum, squares) = sums(xs.iter().map(|&x| x as f64 * scale));
            prop_assert_eq!(sum.value(), xs.iter().sum::<i64>() as f64 * scale);
            let n = xs.len() as i128;
            let (s, q) = xs.iter().fold((0i128, 0i128), |(s, q), &x| (s + i128::from(x), q + i128::from(x * x)));
            prop_assert_eq!(sum.spread(&squares, n as u64), (n * q - s * s) as f64 * scale * scale);
        }

        #[test]
        fn no_text_makes_it_panic(text in "[-+0-9a-fpx]{0,40}") {
            let _ = text.parse::<Sum>();
        }
    }
}
