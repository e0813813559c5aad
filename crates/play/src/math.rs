//! Exponentials, logarithms and their like: the same bits on every machine.
//!
//! Those of the standard library come from the system's C library, which differs in the last digit from system to system and,
//! on the same system, from processor to processor. Where such a digit decides a move, a weight or a figure of a report, parts
//! of a run on different machines would not fit together. These are computed from additions and multiplications alone (the
//! crate `libm`), so `clippy.toml` forbids the others. Square roots are exact everywhere and need no function here.

/// e^x.
#[inline]
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// The natural logarithm.
#[inline]
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// The logarithm to base 10.
#[inline]
pub fn log10(x: f64) -> f64 {
    libm::log10(x)
}

/// x^y.
#[inline]
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// x^n by repeated squaring.
pub fn power(x: f64, exponent: u64) -> f64 {
    let (mut result, mut factor, mut left) = (1.0, x, exponent);
    while left > 0 {
        if left & 1 == 1 {
            result *= factor;
        }
        factor *= factor;
        left >>= 1;
    }
    result
}

/// √(x² + y²).
#[inline]
pub fn hypot(x: f64, y: f64) -> f64 {
    libm::hypot(x, y)
}

/// Sine and cosine.
#[inline]
pub fn sin_cos(x: f64) -> (f64, f64) {
    libm::sincos(x)
}

/// The tangent.
#[inline]
pub fn tan(x: f64) -> f64 {
    libm::tan(x)
}

/// The same for single precision: worked out in double precision, so that the result is the nearest number but for one case
/// in many millions.
pub mod single {
    /// e^x.
    #[inline]
    pub fn exp(x: f32) -> f32 {
        libm::exp(f64::from(x)) as f32
    }

    /// The natural logarithm.
    #[inline]
    pub fn ln(x: f32) -> f32 {
        libm::log(f64::from(x)) as f32
    }

    /// x^y.
    #[inline]
    pub fn pow(x: f32, y: f32) -> f32 {
        libm::pow(f64::from(x), f64::from(y)) as f32
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "compared with the system's library")]
mod tests {
    use super::*;
    use crate::Rng;

    /// How many units in the last place two numbers are apart.
    fn apart(a: f64, b: f64) -> u64 {
        a.to_bits().abs_diff(b.to_bits())
    }

    #[test]
    fn functions_are_within_a_digit_of_the_systems() {
        let mut rng = Rng::new(1);
        let mut same = [0u32; 6];
        const DRAWS: u32 = 100_000;
        for _ in 0..DRAWS {
            let (x, y) = (40.0 * rng.unit() - 20.0, 1e3 * rng.unit() + 1e-9);
            let angle = 1.57 * rng.unit();
            let pairs = [
                (exp(x), x.exp()),
                (ln(y), y.ln()),
                (log10(y), y.log10()),
                (pow(y, x / 20.0), y.powf(x / 20.0)),
                (tan(angle), angle.tan()),
                (hypot(x, y), x.hypot(y)),
            ];
            for (place, (ours, theirs)) in pairs.into_iter().enumerate() {
                assert!(apart(ours, theirs) <= 2, "function {place}: {ours} and {theirs}");
                same[place] += u32::from(ours == theirs);
            }
            let (sine, cosine) = sin_cos(angle);
            assert!(apart(sine, angle.sin()) <= 2 && apart(cosine, angle.cos()) <= 2);
            let (x, y) = (x as f32, y as f32);
            assert!(single::exp(x).to_bits().abs_diff(x.exp().to_bits()) <= 1);
            assert!(single::ln(y).to_bits().abs_diff(y.ln().to_bits()) <= 1);
            assert!(single::pow(y, 0.3).to_bits().abs_diff(y.powf(0.3).to_bits()) <= 1);
        }
        println!("equal bits of {DRAWS}: {same:?}");
        assert!((-300..=300).all(|power| log10(pow(10.0, power.into())) == power.into()));
    }

    #[test]
    fn the_bits_are_these() {
        // If this fails, players choose other moves than those that results were made with.
        let mut sum = 0u64;
        let mut rng = Rng::new(2);
        for _ in 0..10_000 {
            let (x, y) = (40.0 * rng.unit() - 20.0, 1e3 * rng.unit() + 1e-9);
            let (sine, cosine) = sin_cos(x);
            for value in [exp(x), ln(y), log10(y), pow(y, 0.3), hypot(x, y), sine, cosine, tan(x), power(y, 7)] {
                sum = sum.rotate_left(7) ^ value.to_bits();
            }
        }
        assert_eq!(sum, GOLDEN, "{sum:#x}");
    }
    const GOLDEN: u64 = 0x57a6_c003_a013_8aa1;

    #[test]
    fn powers_agree_with_the_library() {
        for exponent in [0, 1, 2, 7, 1000, 100_000] {
            let (ours, library) = (power(0.999, exponent), 0.999f64.powf(exponent as f64));
            assert!((ours - library).abs() <= 1e-10 * library, "{ours}, {library}");
        }
    }
}
