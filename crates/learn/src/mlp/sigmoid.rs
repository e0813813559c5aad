use crate::svr::power_of_two;

/// 1 / (1 + e^−x), to about a millionth, by basic operations only: the same on every machine, and on many numbers at
/// once.
#[inline]
pub fn sigmoid(x: f32) -> f32 {
    // The power of a number of at most 0 cannot overflow.
    let power = power_of_two(-x.abs() * std::f32::consts::LOG2_E);
    let above = if x < 0.0 { power } else { 1.0 };
    above / (1.0 + power)
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "compared with the system's library")]
mod tests {
    use super::*;

    #[test]
    fn the_sigmoid_agrees_with_the_library() {
        for step in -40_000..=40_000 {
            let x = step as f32 / 1000.0;
            let exact = 1.0 / (1.0 + (-f64::from(x)).exp());
            let ours = f64::from(sigmoid(x));
            assert!((ours - exact).abs() <= 5e-6 * exact, "sigmoid {x}: {ours}, exactly {exact}");
        }
        assert_eq!(sigmoid(0.0), 0.5);
    }

    #[test]
    fn the_ends_are_nothing_and_one() {
        assert_eq!(sigmoid(1e30), 1.0);
        assert!(sigmoid(-1e30) < 1e-37);
        assert_eq!(sigmoid(f32::INFINITY), 1.0);
        assert!(sigmoid(f32::NEG_INFINITY) < 1e-37);
    }
}
