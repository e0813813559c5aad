//! How values of options are read: the same everywhere.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use kirifuda_play::whole_number;

/// Any whole number.
pub const ANY: RangeInclusive<u64> = 0..=u64::MAX;
/// At least one.
pub const SOME: RangeInclusive<u64> = 1..=u64::MAX;
/// How many threads there may be.
pub const THREADS: RangeInclusive<u64> = 1..=1024;
/// A day: the longest time that can be given, in seconds.
pub const DAY: f64 = 86_400.0;

/// A number of things, within a range: `1000`, `1_000`, `10k`, `2m`, `1e5`.
pub fn count<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = whole_number(text)?;
        let refusal = || match (*range.start(), *range.end()) {
            (least, u64::MAX) => format!("at least {least} is needed"),
            (least, most) => format!("allowed are {least} to {most}"),
        };
        if !range.contains(&number) {
            return Err(refusal());
        }
        T::try_from(number).map_err(|_| refusal())
    }
}

/// A time within a range of seconds: `90`, `90s`, `5m`, `1h`, `500ms`.
pub fn time(seconds: RangeInclusive<f64>) -> impl Fn(&str) -> Result<Duration, String> + Clone + Send + Sync + 'static {
    move |text| {
        let given = in_seconds(text).ok_or_else(|| "a time is written 90, 90s, 5m, 1h or 500ms".to_string())?;
        if !seconds.contains(&given) {
            return Err(format!("allowed are {} to {} seconds", seconds.start(), seconds.end()));
        }
        Ok(Duration::from_secs_f64(given))
    }
}

/// One of some parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which, from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// A part: `17/400`.
pub fn part(text: &str) -> Result<Part, String> {
    let form = || "a part is written K/N, for example 17/400: the 17th of 400 parts".to_string();
    let (number, of) = text.split_once('/').ok_or_else(form)?;
    let part = Part { number: whole_number(number).map_err(|_| form())?, of: whole_number(of).map_err(|_| form())? };
    if (1..=part.of).contains(&part.number) {
        Ok(part)
    } else {
        Err(format!("parts are numbered from 1/N to N/N; {}", form()))
    }
}

fn in_seconds(text: &str) -> Option<f64> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let unit = units.into_iter().find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, seconds)));
    let (number, seconds) = unit.unwrap_or((text, 1.0));
    Some(number.parse::<f64>().ok().filter(|number| number.is_finite())? * seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_from_one() {
        assert_eq!(part("17/400"), Ok(Part { number: 17, of: 400 }));
        assert_eq!(part("1/1").map(|part| part.to_string()), Ok("1/1".to_string()));
        for wrong in ["0/4", "5/4", "0/0", "4", "1/2/3", "/", "-1/4", "1/x"] {
            assert!(part(wrong).is_err_and(|why| why.contains("K/N")), "{wrong}");
        }
    }

    #[test]
    fn a_time_has_a_unit_or_is_in_seconds() {
        let read = time(0.0..=DAY);
        let cases =
            [("90", 90_000), ("90s", 90_000), ("5m", 300_000), ("1h", 3_600_000), ("500ms", 500), ("0.25", 250)];
        for (text, milliseconds) in cases {
            assert_eq!(read(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "s", "x", "NaN", "inf", "5 m", "5d", "1h30m"] {
            assert_eq!(read(text), Err("a time is written 90, 90s, 5m, 1h or 500ms".to_string()), "{text}");
        }
        for text in ["-1", "25h", "1e9"] {
            assert_eq!(read(text), Err("allowed are 0 to 86400 seconds".to_string()), "{text}");
        }
    }

    #[test]
    fn a_count_stays_within_its_range_and_its_type() {
        assert_eq!(count::<u16>(THREADS)("1k"), Ok(1000));
        assert_eq!(count::<u16>(THREADS)("2k"), Err("allowed are 1 to 1024".to_string()));
        assert_eq!(count::<u64>(SOME)("0"), Err("at least 1 is needed".to_string()));
        assert_eq!(count::<u64>(ANY)("1.5"), Err("`1.5` is not a whole number".to_string()));
    }
}
