//! Exponentials and logarithms by basic operations only: those of a system's library may differ in the last digit from
//! machine to machine, and a training would end with other weights.

use crate::svr::power_of_two;

/// e^x for x ≤ 0, to about a millionth.
#[inline]
pub(crate) fn exp(x: f32) -> f32 {
    power_of_two(x * std::f32::consts::LOG2_E)
}

/// ln x for x > 0, to about a ten-millionth: x = m 2^e with m between √½ and √2, and ln m = 2 artanh((m − 1) / (m + 1)).
#[inline]
pub(crate) fn ln(x: f32) -> f32 {
    const HALF_ROOT: u32 = 0x3F35_04F3; // √½
    let shifted = x.max(f32::MIN_POSITIVE).to_bits().wrapping_sub(HALF_ROOT);
    let exponent = shifted as i32 >> 23;
    let mantissa = f32::from_bits((shifted & 0x007F_FFFF) + HALF_ROOT);
    let ratio = (mantissa - 1.0) / (mantissa + 1.0);
    let square = ratio * ratio;
    let mut series = 1.0 / 9.0;
    for term in [1.0 / 7.0, 1.0 / 5.0, 1.0 / 3.0, 1.0] {
        series = series * square + term;
    }
    exponent as f32 * std::f32::consts::LN_2 + 2.0 * ratio * series
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "compared with the system's library")]
mod tests {
    use super::*;

    #[test]
    fn exponentials_and_logarithms_agree_with_the_library() {
        for step in 0..200_000u32 {
            let x = -(step as f32) / 2500.0;
            let exact = f64::from(x).exp();
            assert!((f64::from(exp(x)) - exact).abs() <= 1e-5 * exact + 1e-37, "e^{x}: {}", exp(x));
            let y = (step + 1) as f32 / 1000.0;
            assert!((f64::from(ln(y)) - f64::from(y).ln()).abs() < 1e-6, "ln {y}: {}", ln(y));
            let small = y * 1e-30;
            assert!((f64::from(ln(small)) - f64::from(small).ln()).abs() < 1e-5, "ln {small}: {}", ln(small));
        }
        assert_eq!([exp(0.0), ln(1.0)], [1.0, 0.0]);
        assert!(exp(f32::NEG_INFINITY) < 1e-37);
    }
}
