//! Where and when: what a kept result says about its making.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// The kind of machine that did some work. Nothing in it tells whose it was.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's name.
    pub cpu: String,
    /// Cores that the program may use.
    pub cores: usize,
    /// The operating system and architecture: `linux x86_64`.
    pub os: String,
}

impl Machine {
    /// This one.
    pub fn here() -> Machine {
        Machine {
            cpu: processor().unwrap_or_else(|| "unknown processor".to_string()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            os: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }

    /// `AMD EPYC 7B13, 8 cores, linux x86_64`.
    pub fn text(&self) -> String {
        let cores = if self.cores == 1 { "core" } else { "cores" };
        format!("{}, {} {cores}, {}", self.cpu, self.cores, self.os)
    }
}

/// The name by which the system knows the processor.
fn processor() -> Option<String> {
    let name = if cfg!(target_os = "linux") {
        let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
        let line = text.lines().find(|line| line.starts_with("model name") || line.starts_with("Model"))?;
        line.split_once(':')?.1.to_string()
    } else if cfg!(target_os = "macos") {
        let output = std::process::Command::new("sysctl").args(["-n", "machdep.cpu.brand_string"]).output().ok()?;
        String::from_utf8(output.stdout).ok()?
    } else {
        std::env::var("PROCESSOR_IDENTIFIER").ok()?
    };
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    (!name.is_empty()).then_some(name)
}

/// This moment in universal time: `2026-03-01T09:30:05Z`.
pub fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    moment(seconds)
}

/// A moment from the seconds since 1970. Days are counted from 1 March of year 0, so that the leap day is a year's
/// last: an era is 400 years, 146,097 days.
fn moment(seconds: u64) -> String {
    let (day, second) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day_of_era) = (day / 146_097, day % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day_of_month:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_follow_the_calendar() {
        assert_eq!(moment(0), "1970-01-01T00:00:00Z");
        assert_eq!(moment(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(moment(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(moment(1_709_251_200), "2024-03-01T00:00:00Z");
        assert_eq!(moment(1_798_761_599), "2026-12-31T23:59:59Z");
        assert_eq!(moment(4_107_542_400), "2100-03-01T00:00:00Z");
    }

    #[test]
    fn this_machine_has_a_name_and_cores() {
        let machine = Machine::here();
        assert!(machine.cores > 0 && !machine.cpu.is_empty(), "{machine:?}");
        assert!(machine.text().contains(std::env::consts::ARCH));
    }
}
