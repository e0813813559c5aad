//! A part of a run that is shared out over machines.

use std::io::{Write, stdout};
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use kirifuda_arena::{Contest, Origin, Sink, Tally};
use kirifuda_catalog::{Listed, PartError, portion, tally};

use crate::args::{RunOptions, ShareOptions};
use crate::commands::matches::watcher;
use crate::files::Whole;
use crate::seating::Seating;
use crate::values::Part;

/// What this machine has to play, and where it is written to.
pub struct Share {
    part: Part,
    deals: Range<u64>,
    whole: u64,
    origin: Origin,
    place: PathBuf,
    file: Whole,
}

impl Share {
    /// The part that is asked for, if one is: everything that can be refused is refused before anything is played.
    pub fn prepare<G: Listed>(
        options: &ShareOptions,
        whole: u64,
        overwrite: bool,
        seating: &Seating<G>,
    ) -> Result<Option<Share>> {
        let (Some(part), Some(place)) = (options.part, &options.out) else { return Ok(None) };
        let Some(deals) = portion(whole, part.number, part.of) else {
            bail!(
                "--part {part}: {whole} deals (or matches) cannot be cut into {} parts; ask for fewer parts",
                part.of
            );
        };
        let origin = seating.origin()?;
        let file = Whole::create_new(place, overwrite)?;
        Ok(Some(Share { part, deals, whole, origin, place: place.clone(), file }))
    }

    /// Plays and writes it.
    pub fn play<G: Listed>(self, contest: Contest, seating: &Seating<G>, options: &RunOptions) -> Result<ExitCode> {
        let tally = self.tally(contest, seating, options, None).map_err(plain)?;
        self.publish(&tally)
    }

    /// Plays it.
    pub fn tally<G: Listed>(
        &self,
        contest: Contest,
        seating: &Seating<G>,
        options: &RunOptions,
        sink: Option<Sink<'_>>,
    ) -> Result<Tally, PartError> {
        let plan = seating.part(self.deals.clone(), options);
        let monitor = watcher(contest, &plan);
        let tally = tally(contest, &plan, self.whole, &self.origin, &monitor, sink);
        monitor.finish();
        tally
    }

    /// Writes it.
    pub fn publish(self, tally: &Tally) -> Result<ExitCode> {
        self.file.publish_text(&(tally.to_json() + "\n"))?;
        let Range { start, end } = self.deals;
        let file = self.place.display();
        writeln!(stdout(), "part {}, numbers {start} to {} of {}: {file}", self.part, end - 1, self.whole)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// What went wrong in the arena is told, and counts, as it does without parts.
pub fn plain(why: PartError) -> anyhow::Error {
    match why {
        PartError::Arena(why) => why.into(),
        other => other.into(),
    }
}
