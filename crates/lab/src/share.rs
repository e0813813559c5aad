//! Steps that other machines do: which can be done now, to do one of them, and to keep what came back.
//!
//! Experiments stay as they are. They are run again and again over what is kept: a step that is missing is noted and not done,
//! and what needs it waits for the next round.

use std::sync::Mutex;

use crate::bench::{Bench, Mode, Watch};
use crate::run::{command, unknown_experiment};
use crate::store::{Kept, Store};
use crate::{Experiment, LabError, Paper, Settings, Unwatched};

/// A step that can be done now: all that it needs is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The experiment that asks for it.
    pub experiment: &'static str,
    /// What is done, for people.
    pub title: String,
    /// Its name in the store.
    pub name: String,
}

/// The steps of the named experiments (all when none is named) that can be done now. None: all is kept that can be had.
pub fn due(paper: &Paper, names: &[&str], settings: &Settings) -> Result<Vec<Due>, LabError> {
    let store = store(paper, settings, "");
    let mut all: Vec<Due> = Vec::new();
    for experiment in wanted(paper, names)? {
        let missing = Mutex::default();
        let bench = bench(settings, &store, &Unwatched, Mode::List(&missing));
        match (experiment.run)(&bench) {
            Ok(_) | Err(LabError::NotRun(_) | LabError::Unavailable(_)) => {}
            Err(why) => return Err(why),
        }
        let missing: Vec<(String, String)> = missing.into_inner().unwrap_or_default();
        for (title, name) in missing {
            // Experiments share steps.
            if all.iter().all(|due| due.name != name) {
                all.push(Due { experiment: experiment.name, title, name });
            }
        }
    }
    Ok(all)
}

/// Does one step of an experiment that is due, and keeps it.
pub fn perform(
    paper: &Paper,
    experiment: &str,
    name: &str,
    settings: &Settings,
    watch: &dyn Watch,
) -> Result<Kept, LabError> {
    let command = command(&format!("{}/{experiment}", paper.id), settings.scale, settings.seed);
    let store = store(paper, settings, &command);
    store.prepare()?;
    let found = wanted(paper, &[experiment])?;
    for experiment in found {
        let bench = bench(settings, &store, watch, Mode::Only(name));
        match (experiment.run)(&bench) {
            Ok(_) | Err(LabError::NotRun(_)) => {}
            Err(why) => return Err(why),
        }
    }
    store.made(name).ok_or_else(|| {
        LabError::Other(format!(
            "{}/{experiment} has no step `{name}` that is due: it is done already, or what it needs is not there",
            paper.id
        ))
    })
}

/// All that is kept of a paper at this scale and seed.
pub fn kept(paper: &Paper, settings: &Settings) -> Vec<Kept> {
    store(paper, settings, "").all()
}

/// Keeps what other machines have made. What is damaged or of another run is refused.
pub fn accept(paper: &Paper, settings: &Settings, steps: &[Kept]) -> Result<(), LabError> {
    let store = store(paper, settings, "");
    store.prepare()?;
    steps.iter().try_for_each(|step| store.accept(step))
}

fn store(paper: &Paper, settings: &Settings, command: &str) -> Store {
    Store::new(&settings.folder(paper), settings.scale, settings.seed, command, false)
}

fn bench<'a>(settings: &Settings, store: &'a Store, watch: &'a dyn Watch, mode: Mode<'a>) -> Bench<'a> {
    let threads = settings.threads.filter(|&threads| threads > 0);
    let threads = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    Bench::new(settings.scale, settings.seed, threads, store, watch, mode)
}

fn wanted<'a>(paper: &'a Paper, names: &[&str]) -> Result<Vec<&'a Experiment>, LabError> {
    if let Some(name) = names.iter().find(|name| paper.experiment(name).is_none()) {
        return Err(unknown_experiment(paper, name));
    }
    let named = |experiment: &&Experiment| names.is_empty() || names.contains(&experiment.name);
    Ok(paper.experiments.iter().filter(named).collect())
}
