//! `kirifuda export`: the decisions of recorded games as arrays.

#[cfg(feature = "arrow")]
mod arrow;
mod npz;

use std::cell::Cell;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use kirifuda_arena::{Monitor, read_records};
use kirifuda_catalog::decisions::{Decision, Layout, WalkError, Walker};
use serde_json::json;

use super::replay::{Counted, fault};
use crate::args::ExportOptions;
use crate::files::Whole;
use crate::monitor::Terminal;
use crate::report::INTERRUPTED;

/// `kirifuda export`.
pub fn run(options: &ExportOptions) -> Result<ExitCode> {
    let form = Form::of(&options.out)?;
    let path = &options.file;
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let size = file.metadata().map_or(0, |about| about.len());
    let out = Whole::create_new(&options.out, options.overwrite)?;
    let (monitor, read) = (Terminal::new("bytes"), Cell::new(0));
    let (mut walker, mut table): (Walker, Place) = (Walker::new(), Err(Some(out)));
    for record in read_records(BufReader::new(Counted { file, read: &read })) {
        if monitor.stopped() {
            monitor.finish();
            eprintln!("interrupted: nothing is written");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        monitor.advance(read.get(), size);
        let record = record.map_err(|why| fault(path, &why))?;
        let line = record.line.unwrap_or_default();
        let at = |why: &dyn std::fmt::Display| anyhow!("{}, line {line}: {why}", path.display());
        let first = walker.layout().map_or("", |layout| layout.game);
        let walked = walker.walk(&record, &mut |layout, decision| add(&mut table, form, layout, decision));
        walked.map_err(|why| match why {
            WalkError::Unknown(why) => at(&why),
            // It names the line itself.
            WalkError::Record(why) => fault(path, &why),
            WalkError::Other(game) => {
                at(&format!("a game of {game}, but the file begins with {first}: export one game at a time"))
            }
            WalkError::Caller(why) => at(&why),
        })?;
    }
    monitor.finish();
    let (games, decisions) = (walker.games(), walker.decisions());
    let (Ok(table), Some(layout)) = (table, walker.layout()) else {
        bail!("{} holds no game: is it a file written by `--record`?", path.display())
    };
    table.finish()?;
    let mut out = std::io::stdout().lock();
    let place = options.out.display();
    if options.json {
        let result = json!({
            "file": place.to_string(),
            "game": layout.game,
            "layout": layout.name,
            "inputs": layout.inputs,
            "outputs": layout.outputs,
            "games": games,
            "decisions": decisions,
            "version": env!("CARGO_PKG_VERSION"),
        });
        writeln!(out, "{result}")?;
    } else {
        writeln!(out, "{decisions} decisions of {games} games of {} in {place}", layout.game)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is written.
#[derive(Clone, Copy)]
enum Form {
    Npz,
    Arrow,
}

impl Form {
    fn of(place: &Path) -> Result<Form> {
        match place.extension().and_then(|extension| extension.to_str()) {
            Some("npz") => Ok(Form::Npz),
            Some("arrow") if cfg!(feature = "arrow") => Ok(Form::Arrow),
            Some("arrow") => bail!(
                "--out {}: this program was built without Arrow; write a .npz file, or build with `--features arrow`",
                place.display()
            ),
            _ => bail!("--out {}: name a file that ends in .npz or .arrow", place.display()),
        }
    }

    fn open(self, out: Whole, layout: &Layout) -> Result<Box<dyn Table>> {
        match self {
            Form::Npz => Ok(Box::new(npz::Npz::new(out, layout)?)),
            #[cfg(feature = "arrow")]
            Form::Arrow => Ok(Box::new(arrow::Arrow::new(out, layout)?)),
            #[cfg(not(feature = "arrow"))]
            Form::Arrow => bail!("this program was built without Arrow"),
        }
    }
}

/// A file of decisions, written as they come.
trait Table {
    fn push(&mut self, decision: &Decision<'_>) -> Result<()>;
    fn finish(self: Box<Self>) -> Result<()>;
}

/// The table, or until the first decision the file that it will be in.
type Place = Result<Box<dyn Table>, Option<Whole>>;

/// Adds a decision to the table, which is opened for the first.
fn add(place: &mut Place, form: Form, layout: &Layout, decision: &Decision<'_>) -> Result<()> {
    if let Err(out) = place {
        let out = out.take().context("the file is taken")?;
        *place = Ok(form.open(out, layout)?);
    }
    match place {
        Ok(table) => table.push(decision),
        Err(_) => Ok(()),
    }
}
