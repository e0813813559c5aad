use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use kirifuda_catalog::Listed;
use serde_json::Value;

use crate::args::RunOptions;
use crate::files::Whole;
use crate::seating::Seating;

/// What an interrupted program says by custom: 128 + SIGINT.
pub const INTERRUPTED: u8 = 130;

/// The result of a run, in every form that can be asked for.
pub struct Report {
    pub text: String,
    pub json: Value,
    pub csv: String,
    pub interrupted: bool,
}

impl Report {
    /// Opens what the result will be written to, so that a wrong path is told before the work, not after it.
    pub fn prepare(options: &RunOptions) -> Result<Option<Whole>> {
        options.csv.as_deref().map(|place| Whole::create_new(place, options.overwrite)).transpose()
    }

    /// Writes and prints what was asked for.
    pub fn publish<G: Listed>(
        mut self,
        options: &RunOptions,
        csv: Option<Whole>,
        seating: &Seating<G>,
    ) -> Result<ExitCode> {
        if let Some(csv) = csv {
            csv.publish_text(&self.csv)?;
        }
        let mut out = std::io::stdout().lock();
        if options.json {
            seating.count_faults(&mut self.json);
            writeln!(out, "{}", self.json)?;
        } else {
            write!(out, "{}", self.text)?;
        }
        seating.report_faults();
        Ok(if self.interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }
}
