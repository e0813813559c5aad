use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use kirifuda_arena::{Outcome, Tournament};
use kirifuda_catalog::Listed;
use serde_json::Value;

use crate::args::RunOptions;
use crate::commands::{matches, tournament};
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
    pub fn prepare(csv: Option<&Path>, overwrite: bool) -> Result<Option<Whole>> {
        csv.map(|place| Whole::create_new(place, overwrite)).transpose()
    }

    /// The result of a match.
    pub fn of_match(outcome: &Outcome) -> Report {
        let text = matches::text(outcome);
        Report { text, json: outcome.json(), csv: outcome.csv(), interrupted: outcome.interrupted }
    }

    /// The result of a tournament.
    pub fn of_tournament(result: &Tournament) -> Report {
        let text = tournament::text(result);
        Report { text, json: result.json(), csv: result.csv(), interrupted: result.interrupted }
    }

    /// Writes and prints what was asked for, with the faults of outside programs.
    pub fn publish_with_faults<G: Listed>(
        mut self,
        options: &RunOptions,
        csv: Option<Whole>,
        seating: &Seating<G>,
    ) -> Result<ExitCode> {
        seating.count_faults(&mut self.json);
        let done = self.publish(options.json, csv)?;
        seating.report_faults();
        Ok(done)
    }

    /// Writes and prints what was asked for.
    pub fn publish(self, json: bool, csv: Option<Whole>) -> Result<ExitCode> {
        if let Some(csv) = csv {
            csv.publish_text(&self.csv)?;
        }
        let mut out = std::io::stdout().lock();
        if json {
            writeln!(out, "{}", self.json)?;
        } else {
            write!(out, "{}", self.text)?;
        }
        Ok(if self.interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }
}
