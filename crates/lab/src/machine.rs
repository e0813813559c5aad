//! Where and when: what a kept result says about its making.

use std::time::SystemTime;

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
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_a_name_and_cores() {
        let machine = Machine::here();
        assert!(machine.cores > 0 && !machine.cpu.is_empty(), "{machine:?}");
        assert!(machine.text().contains(std::env::consts::ARCH));
    }
}
