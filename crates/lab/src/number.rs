//! Numbers for people.

use kirifuda_arena::Estimate;
use kirifuda_play::math;

/// A number with so many digits after the point; never `-0.00`.
pub fn plain(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return "–".to_string();
    }
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(positive) if positive.bytes().all(|byte| matches!(byte, b'0' | b'.')) => positive.to_string(),
        Some(positive) => format!("−{positive}"),
        None => text,
    }
}

/// `3.752 ± 0.021`; only the mean where there is no interval.
pub fn estimate(estimate: Estimate, digits: usize) -> String {
    let mean = plain(estimate.mean, digits);
    match estimate.ci95 {
        Some(half) => format!("{mean} ± {}", plain(half, digits)),
        None => mean,
    }
}

/// As many digits as the interval supports: two digits of its half-width. Three where there is none.
pub fn digits(estimate: Estimate) -> usize {
    match estimate.ci95 {
        // A half-width of 1e-19 is nothing but rounding.
        Some(half) if half > 1e-9 => (1.0 - math::log10(half).floor()).clamp(0.0, 6.0) as usize,
        _ => 3,
    }
}

/// A count with its thousands apart: `100,000`.
pub fn count(number: u64) -> String {
    grouped(&number.to_string())
}

/// Puts commas between the thousands of a number's text.
pub(crate) fn grouped(text: &str) -> String {
    let whole = text.find('.').unwrap_or(text.len());
    let mut grouped = String::new();
    for (place, letter) in text.char_indices() {
        let behind_digit = grouped.ends_with(|letter: char| letter.is_ascii_digit());
        if place < whole && (whole - place).is_multiple_of(3) && behind_digit {
            grouped.push(',');
        }
        grouped.push(letter);
    }
    grouped
}

/// Seconds as people say them: `0.4 s`, `3 min 20 s`, `2 h 5 min`.
pub fn duration(seconds: f64) -> String {
    let whole = seconds.max(0.0).round() as u64;
    match whole {
        0..10 => format!("{seconds:.1} s"),
        10..60 => format!("{whole} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(plain(-0.0004, 2), "0.00");
        assert_eq!(plain(-1.5, 1), "−1.5");
        assert_eq!(plain(f64::NAN, 1), "–");
        assert_eq!(estimate(Estimate { mean: 3.7519, ci95: Some(0.0211) }, 3), "3.752 ± 0.021");
        assert_eq!(estimate(Estimate { mean: 3.7519, ci95: None }, 1), "3.8");
        assert_eq!([0, 999, 1000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(grouped("−20000.125"), "−20,000.125");
        assert_eq!(digits(Estimate { mean: 3.7519, ci95: Some(0.0211) }), 3);
        assert_eq!(digits(Estimate { mean: 3000.0, ci95: Some(211.0) }), 0);
        assert_eq!([0.44, 12.2, 200.0, 7500.0].map(duration), ["0.4 s", "12 s", "3 min 20 s", "2 h 5 min"]);
    }
}
