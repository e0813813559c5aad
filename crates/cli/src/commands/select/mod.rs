//! `kirifuda select`: which percepts a learner should be given.

mod live;
mod paper;

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use kirifuda_lab::selection::{Effort, Kind, ProcedureWish, Record, Selector, Wish};
use kirifuda_learn::select::Ending;
use serde_json::json;

use crate::args::{Procedure, SelectOptions};
use crate::report::INTERRUPTED;
use crate::seating::Choice;
use live::Live;
use paper::Paper;

/// `kirifuda select`.
pub fn run(options: &SelectOptions) -> Result<ExitCode> {
    let choice = Choice::new(&options.game, options.rules.as_deref())?;
    let place = options.out.clone().unwrap_or_else(|| default_place(&choice.game, &options.side));
    let kept = open(&place, options)?;
    let selector = Selector::new(&choice.game, &wish(options, &choice), kept.as_ref())?;

    let start = Instant::now();
    let mut ledger = kept.map(|kept| kept.trials.into_owned()).unwrap_or_default();
    let paper = Paper { selector: &selector, place: &place };
    let live = Live::new(&paper, options.json);
    live.claim(&ledger, options.resume || options.overwrite)?;
    tell(&paper.opening(ledger.len()), options.json)?;
    let found = selector.run(options.threads.map(usize::from), &mut ledger, &live);
    live.finish();
    live.take_failure()?;
    let found = match found {
        Ok(found) => found,
        Err(why) => {
            let kept = live.save(&ledger, None);
            let why = paper.failure(&why);
            kept.with_context(|| why.clone())?;
            bail!("{why}");
        }
    };
    let interrupted = found.ending == Ending::Stopped;
    let mut result = selector.json(&found);
    result["file"] = json!(place.display().to_string());
    live.save(&ledger, (!interrupted).then_some(&result))?;
    if options.json {
        writeln!(std::io::stdout().lock(), "{result}")?;
    } else {
        tell(&paper.summary(&found, start.elapsed(), options), false)?;
    }
    Ok(if interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

fn wish<'a>(options: &'a SelectOptions, choice: &'a Choice) -> Wish<'a> {
    Wish {
        rules: choice.text(),
        learner: options.learner.as_deref(),
        side: &options.side,
        among: options.among.as_deref(),
        from: options.from.as_deref(),
        opponents: options.opponents.as_deref(),
        against: options.against.as_deref(),
        measure: options.measure.as_deref(),
        seed: options.seed,
        budget: options.budget,
        procedure: ProcedureWish {
            kind: options.procedure.map(|procedure| match procedure {
                Procedure::Fast => Kind::Fast,
                Procedure::Printed => Kind::Printed,
            }),
            effort: match (options.quick, options.thorough) {
                (true, _) => Some(Effort::Quick),
                (_, true) => Some(Effort::Thorough),
                _ => None,
            },
            runs: options.runs,
            learn_deals: options.learn_deals,
            exam_deals: options.exam_deals,
            confirm: options.confirm,
        },
    }
}

/// Where everything is kept unless a place is named.
fn default_place(game: &str, side: &str) -> PathBuf {
    PathBuf::from(format!("select-{game}-{side}.json"))
}

/// Reads what shall go on; refuses to destroy what is there, unless asked to.
fn open(place: &Path, options: &SelectOptions) -> Result<Option<Record<'static>>> {
    let name = place.display();
    match (options.resume, place.is_file()) {
        (true, false) => bail!("there is no {name} to resume: start without --resume, or name the file with --out"),
        (true, true) => {}
        (false, true) if !options.overwrite => bail!(
            "{name} holds a selection: go on with --resume, name another file with --out, or start anew with \
             --overwrite"
        ),
        (false, _) => return Ok(None),
    }
    let text = fs::read(place).with_context(|| format!("cannot read {name}"))?;
    let kept = Record::read(&text);
    kept.map(Some).map_err(|why| anyhow!("{name} is not a file that `kirifuda select` has written: {why}"))
}

/// Prints something for people. The work goes on when nobody reads it any more.
fn tell(text: &str, quiet: bool) -> Result<()> {
    if quiet {
        return Ok(());
    }
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(why) if why.kind() != ErrorKind::BrokenPipe => Err(why.into()),
        _ => Ok(()),
    }
}
