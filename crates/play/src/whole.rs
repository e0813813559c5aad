/// Reads a whole number as people write large ones: `100000`, `100_000`, `100k`, `2m`, `1e5`, `1.5k`.
///
/// ```
/// # use kirifuda_play::whole_number;
/// assert_eq!(whole_number("1e5"), Ok(100_000));
/// assert_eq!(whole_number("2m"), Ok(2_000_000));
/// assert!(whole_number("1.5e0").is_err());
/// ```
pub fn whole_number(text: &str) -> Result<u64, String> {
    let number = read(text).ok_or_else(|| format!("`{text}` is no number: write 1000, 1_000, 10k, 2m or 1e5"))?;
    let Scaled { digits, decimals, exponent } = number;
    let Some(zeros) = exponent.checked_sub(decimals) else {
        return Err(format!("`{text}` is not a whole number"));
    };
    let number = match digits.trim_start_matches('0') {
        "" => Some(0),
        digits => {
            let power = u32::try_from(zeros).ok().and_then(|zeros| 10u64.checked_pow(zeros));
            digits.parse::<u64>().ok().zip(power).and_then(|(number, power)| number.checked_mul(power))
        }
    };
    number.ok_or_else(|| format!("`{text}` is too large: {} is the most", u64::MAX))
}

/// `digits` without the point, `decimals` of which stand behind it, times ten to the `exponent`.
struct Scaled {
    digits: String,
    decimals: usize,
    exponent: usize,
}

fn read(text: &str) -> Option<Scaled> {
    let lower = text.to_ascii_lowercase();
    let (mantissa, exponent) = if let Some(thousands) = lower.strip_suffix('k') {
        (thousands, 3)
    } else if let Some(millions) = lower.strip_suffix('m') {
        (millions, 6)
    } else if let Some((mantissa, exponent)) = lower.split_once('e') {
        let exponent = exponent.strip_prefix('+').unwrap_or(exponent);
        if exponent.is_empty() || !exponent.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        // One that is too long to be read is too large in any case.
        (mantissa, exponent.parse().unwrap_or(usize::MAX))
    } else {
        (lower.as_str(), 0)
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let (whole, fraction) = (digits(whole)?, digits(fraction)?);
    let fraction = fraction.trim_end_matches('0');
    Some(Scaled { digits: format!("{whole}{fraction}"), decimals: fraction.len(), exponent })
}

/// Digits without the underscores that may stand between them.
fn digits(text: &str) -> Option<String> {
    let groups: Vec<&str> = text.split('_').collect();
    let sound = |group: &&str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    groups.iter().all(sound).then(|| groups.concat())
}

#[cfg(test)]
mod tests {
    use super::whole_number;

    #[test]
    fn a_number_may_be_written_in_many_ways() {
        let cases = [
            ("0", 0),
            ("007", 7),
            ("1000", 1000),
            ("1_000", 1000),
            ("1_000_000", 1_000_000),
            ("10k", 10_000),
            ("10K", 10_000),
            ("2m", 2_000_000),
            ("1.5k", 1500),
            ("0.5m", 500_000),
            ("1e5", 100_000),
            ("1E5", 100_000),
            ("1e+5", 100_000),
            ("1.25e2", 125),
            ("12.0", 12),
            ("1e0", 1),
            ("0e99999999999999999999", 0),
            ("18446744073709551615", u64::MAX),
        ];
        for (text, number) in cases {
            assert_eq!(whole_number(text), Ok(number), "{text}");
        }
    }

    #[test]
    fn what_is_not_whole_or_too_large_or_no_number_is_told_apart() {
        for text in ["1.5", "1.5e0", "0.0001k", "1.23456e2"] {
            assert_eq!(whole_number(text), Err(format!("`{text}` is not a whole number")));
        }
        for text in ["18446744073709551616", "1e20", "1e99999999999999999999", "99999999999999m"] {
            let why = format!("`{text}` is too large: 18446744073709551615 is the most");
            assert_eq!(whole_number(text), Err(why));
        }
        for text in
            ["", "x", "-1", "+1", "1_", "_1", "1__0", "1e", "1e-3", "1e5k", "k", "e5", ".5", "1.", "1,000", " 1"]
        {
            let why = format!("`{text}` is no number: write 1000, 1_000, 10k, 2m or 1e5");
            assert_eq!(whole_number(text), Err(why));
        }
    }
}
