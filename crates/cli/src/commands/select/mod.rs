//! `kirifuda select`: which percepts a learner should be given.

mod live;
mod order;
mod paper;
mod trial;

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use kirifuda_catalog::{Listed, Visitor, visit};
use kirifuda_learn::select::{Ending, Fast, Ledger, SelectError, Selection};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::args::SelectOptions;
use crate::files::Whole;
use crate::report::INTERRUPTED;
use crate::seating::Choice;
use live::Live;
use order::{Candidates, Order, Procedure};
use paper::Paper;
use trial::Training;

/// `kirifuda select`.
pub fn run(options: &SelectOptions) -> Result<ExitCode> {
    let choice = Choice::new(&options.game, options.rules.as_deref())?;
    visit(&choice.game, Select { choice: &choice, options })?
}

struct Select<'a> {
    choice: &'a Choice,
    options: &'a SelectOptions,
}

impl Visitor for Select<'_> {
    type Output = Result<ExitCode>;

    fn visit<G: Listed>(self) -> Result<ExitCode> {
        let options = self.options;
        let candidates = Candidates::find::<G>(options)?;
        let place = options.out.clone().unwrap_or_else(|| default_place(G::NAME, &options.side));
        let kept = Kept::open(&place, options)?;
        let order = Order::new::<G>(options, self.choice, &candidates, kept.as_ref().map(|kept| &kept.order))?;
        let candidates = candidates.among(&order.among)?;
        let training = Training::<G>::new(&order, &candidates)?;
        training.rehearse()?;
        let budget = match (options.budget, &kept) {
            (Some(budget), _) => Some(budget),
            (None, Some(kept)) => kept.budget,
            (None, None) => order.usual_budget(&training, training.seats()),
        };
        if let Procedure::Fast(fast) = &order.procedure {
            Fast { budget, ..fast.clone() }.check(&training)?;
        }

        let start = Instant::now();
        let mut ledger = kept.map(|kept| kept.trials).unwrap_or_default();
        let paper = Paper::new(&order, budget, &candidates, training.unit(), &place);
        let live = Live::new(&paper, &training, options.json);
        live.claim(&ledger, options.resume || options.overwrite)?;
        tell(&paper.opening(ledger.len()), options.json)?;
        let found =
            in_pool(options.threads, || run_procedure(&order, budget, &candidates, &training, &mut ledger, &live))?;
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
        let result = paper.json::<G>(&found);
        live.save(&ledger, (!interrupted).then_some(&result))?;
        if options.json {
            writeln!(std::io::stdout().lock(), "{result}")?;
        } else {
            tell(&paper.summary(&found, start.elapsed(), options), false)?;
        }
        Ok(if interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }
}

fn run_procedure<G: Listed>(
    order: &Order,
    budget: Option<u64>,
    candidates: &Candidates,
    training: &Training<'_, G>,
    ledger: &mut Ledger,
    live: &Live<'_>,
) -> Result<Selection, SelectError> {
    let count = candidates.numbers.len();
    match order.procedure.clone() {
        Procedure::Printed(mut printed) => {
            printed.budget = budget;
            printed.run(count, training, ledger, live)
        }
        Procedure::Fast(mut fast) => {
            fast.budget = budget;
            let start: Vec<usize> = order.from.iter().filter_map(|number| candidates.place(number)).collect();
            fast.run(count, &start, training, ledger, live)
        }
    }
}

/// Works in a pool of so many threads.
fn in_pool<T: Send>(threads: Option<u16>, work: impl FnOnce() -> T + Send) -> Result<T> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.map_or(0, usize::from)).build();
    Ok(pool.map_err(|why| anyhow!("cannot start threads: {why}"))?.install(work))
}

/// Where everything is kept unless a place is named.
fn default_place(game: &str, side: &str) -> PathBuf {
    PathBuf::from(format!("select-{game}-{side}.json"))
}

/// What is kept of a selection, finished or not.
#[derive(Deserialize)]
struct Kept {
    order: Order,
    /// Deals at most, unless something else is said.
    #[serde(default)]
    budget: Option<u64>,
    trials: Ledger,
}

/// The same, to be written.
#[derive(Serialize)]
struct Keep<'a> {
    kind: &'static str,
    version: &'static str,
    order: &'a Order,
    budget: Option<u64>,
    result: Option<&'a Value>,
    trials: &'a Ledger,
}

/// What tells such a file from others.
const KIND: &str = "kirifuda selection of percepts";

impl Kept {
    /// Reads what shall go on; refuses to destroy what is there, unless asked to.
    fn open(place: &Path, options: &SelectOptions) -> Result<Option<Kept>> {
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
        let misfit = || format!("{name} is not a file that `kirifuda select` has written");
        let value: Value = serde_json::from_slice(&text).with_context(misfit)?;
        if value["kind"] != KIND {
            bail!("{}: name another with --out", misfit());
        }
        Ok(Some(serde_json::from_value(value).with_context(misfit)?))
    }
}

impl Keep<'_> {
    /// Writes everything; false when a file is there that must not be replaced.
    fn write(&self, place: &Path, replace: bool) -> Result<bool> {
        let mut file = Whole::create(place)?;
        serde_json::to_writer(file.writer(), self).with_context(|| format!("cannot write {}", place.display()))?;
        if replace { file.publish().map(|()| true) } else { file.publish_new() }
    }
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
