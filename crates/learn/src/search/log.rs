/// Natural logarithms of counts, from a table and by basic operations only: the logarithm of a system's library may
/// differ in its last digit from machine to machine, and a search would then choose other moves.
#[derive(Clone, Debug)]
pub struct Logs(Vec<f64>);

/// Counts in the table: those of most searches.
const SIZE: usize = 1 << 12;

impl Default for Logs {
    fn default() -> Logs {
        Logs((0..SIZE).map(|count| ln(count as u32)).collect())
    }
}

impl Logs {
    /// The logarithm of a count; 0 for 0.
    #[inline]
    pub fn of(&self, count: u32) -> f64 {
        match self.0.get(count as usize) {
            Some(&log) => log,
            None => ln(count),
        }
    }
}

/// ln n = e ln 2 + 2 artanh((m − 1) / (m + 1)), where n = m 2^e and 1 ≤ m < 2. The ratio is below 1/3, so 17 terms of
/// the series are exact to the last digit or two. 0 for 0.
fn ln(count: u32) -> f64 {
    let Some(exponent) = count.checked_ilog2() else {
        return 0.0;
    };
    let mantissa = f64::from(count) / (1u64 << exponent) as f64;
    let ratio = (mantissa - 1.0) / (mantissa + 1.0);
    let series = (0..17).rev().fold(0.0, |sum, k| sum * ratio * ratio + 1.0 / f64::from(2 * k + 1));
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * ratio * series
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "compared with the system's library")]
mod tests {
    use super::*;

    #[test]
    fn logarithms_agree_with_the_library() {
        let logs = Logs::default();
        for count in (1..10_000).chain([1 << 20, 123_456_789, u32::MAX]) {
            let (ours, library) = (logs.of(count), f64::from(count).ln());
            assert!((ours - library).abs() <= 1e-14 * library.max(1.0), "ln {count}: {ours}, library {library}");
        }
        assert_eq!(logs.of(0), 0.0);
    }
}
