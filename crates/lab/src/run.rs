use std::path::{Path, PathBuf};

use kirifuda_play::suggest;
use serde_json::{Value, json};

use crate::bench::{Bench, Event, Mode, Note, Unwatched, Watch};
use crate::store::{Store, VERSION};
use crate::{Experiment, Finding, LabError, Paper, Scale};

/// How a paper is to be reproduced.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How much is done.
    pub scale: Scale,
    /// All chance comes from it.
    pub seed: u64,
    /// How many threads work; nothing means one for each core. The results do not depend on it.
    pub threads: Option<usize>,
    /// Where results are kept: in a folder for each paper and scale.
    pub out: PathBuf,
    /// Runs every step again, also those that are kept.
    pub fresh: bool,
}

/// The state of a paper: what each of its experiments has shown.
#[derive(Debug)]
pub struct Run<'a> {
    /// The paper.
    pub paper: &'a Paper,
    /// The scale of all results.
    pub scale: Scale,
    /// The seed of all results.
    pub seed: u64,
    /// Its experiments, all of them, in order.
    pub results: Vec<(&'a Experiment, State)>,
}

/// What is known of an experiment.
#[derive(Debug)]
pub enum State {
    /// It was run.
    Found {
        /// What it has shown.
        finding: Finding,
        /// How its steps were made.
        notes: Vec<Note>,
    },
    /// It was not run yet, or not to its end.
    NotRun,
    /// It was run and could not be finished.
    Failed(LabError),
}

impl Settings {
    /// The folder of a paper: `OUT/001-quick`.
    pub fn folder(&self, paper: &Paper) -> PathBuf {
        folder(&self.out, paper, self.scale, self.seed)
    }
}

/// Another seed than 1 has a folder of its own: its report must not replace that of others.
fn folder(out: &Path, paper: &Paper, scale: Scale, seed: u64) -> PathBuf {
    match seed {
        1 => out.join(format!("{}-{scale}", paper.id)),
        _ => out.join(format!("{}-{scale}-seed-{seed}", paper.id)),
    }
}

/// Runs the named experiments of a paper (all when none is named), and takes what is known of the others from the
/// store. The experiments that fail do not keep the rest from running; an interruption ends it all.
pub fn reproduce<'a>(
    paper: &'a Paper,
    names: &[&str],
    settings: &Settings,
    watch: &dyn Watch,
) -> Result<Run<'a>, LabError> {
    for name in names {
        if paper.experiment(name).is_none() {
            return Err(unknown_experiment(paper, name));
        }
    }
    let what = if let [name] = names { format!("{}/{name}", paper.id) } else { paper.id.to_string() };
    let command = command(&what, settings.scale, settings.seed);
    let folder = settings.folder(paper);
    let store = Store::new(&folder, settings.scale, settings.seed, &command, settings.fresh);
    store.prepare()?;
    let threads = settings.threads.filter(|&threads| threads > 0);
    let threads = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let wanted = |experiment: &Experiment| names.is_empty() || names.contains(&experiment.name);
    let of = paper.experiments.iter().filter(|experiment| wanted(experiment)).count();
    let mut number = 0;
    let mut results = Vec::new();
    for experiment in paper.experiments {
        if !wanted(experiment) {
            results.push((experiment, None));
            continue;
        }
        number += 1;
        watch.tell(Event::Experiment { name: experiment.name, number, of });
        let bench = Bench::new(settings.scale, settings.seed, threads, &store, watch, Mode::Every);
        let state = match (experiment.run)(&bench) {
            Ok(finding) => State::Found { finding, notes: bench.notes() },
            Err(LabError::Interrupted) => return Err(LabError::Interrupted),
            Err(LabError::Unavailable(why)) => {
                watch.tell(Event::Warning(&format!("{}/{} is left out: {why}", paper.id, experiment.name)));
                State::NotRun
            }
            Err(why) => State::Failed(why),
        };
        results.push((experiment, Some(state)));
    }
    store.tidy()?;
    // What was not to be run is looked at as it is, new steps that it shares included.
    let store = Store::new(&folder, settings.scale, settings.seed, "", false);
    let known = |experiment| kept(experiment, settings.scale, settings.seed, &store);
    let results =
        results.into_iter().map(|(experiment, state)| (experiment, state.unwrap_or_else(|| known(experiment))));
    let results = results.collect();
    Ok(Run { paper, scale: settings.scale, seed: settings.seed, results })
}

/// What is known of a paper without running anything.
pub fn survey<'a>(paper: &'a Paper, scale: Scale, seed: u64, out: &Path) -> Run<'a> {
    let store = Store::new(&folder(out, paper, scale, seed), scale, seed, "", false);
    let known = |experiment: &'a Experiment| (experiment, kept(experiment, scale, seed, &store));
    Run { paper, scale, seed, results: paper.experiments.iter().map(known).collect() }
}

/// The finding of an experiment from its kept steps.
fn kept(experiment: &Experiment, scale: Scale, seed: u64, store: &Store) -> State {
    let bench = Bench::new(scale, seed, 1, store, &Unwatched, Mode::Kept);
    match (experiment.run)(&bench) {
        Ok(finding) => State::Found { finding, notes: bench.notes() },
        Err(_) => State::NotRun,
    }
}

/// The command that makes a result again.
pub fn command(what: &str, scale: Scale, seed: u64) -> String {
    format!("kirifuda reproduce {what} --scale {scale} --seed {seed}")
}

/// An experiment that the paper does not have, with the nearest ones.
pub(crate) fn unknown_experiment(paper: &Paper, name: &str) -> LabError {
    let names: Vec<&str> = paper.experiments.iter().map(|experiment| experiment.name).collect();
    LabError::Other(format!("{} has no experiment `{name}`{}", paper.name(), suggest::remedy(name, names)))
}

impl Run<'_> {
    /// The experiments that were run, with what they have shown.
    pub fn found(&self) -> impl Iterator<Item = (&Experiment, &Finding, &[Note])> {
        self.results.iter().filter_map(|(experiment, state)| match state {
            State::Found { finding, notes } => Some((*experiment, finding, notes.as_slice())),
            _ => None,
        })
    }

    /// The experiments that could not be finished.
    pub fn failures(&self) -> impl Iterator<Item = (&Experiment, &LabError)> {
        self.results.iter().filter_map(|(experiment, state)| match state {
            State::Failed(why) => Some((*experiment, why)),
            _ => None,
        })
    }

    /// The machine-readable form: for each experiment its `state` (`found`, `not-run`, `failed`), and with it the
    /// finding (tables, figures, verdicts) or the error.
    pub fn json(&self) -> Value {
        let experiments = self.results.iter().map(|(experiment, state)| {
            let mut object = json!({"name": experiment.name, "title": experiment.title, "part": experiment.part});
            let (word, key, value) = match state {
                State::Found { finding, .. } => ("found", "finding", json!(finding)),
                State::NotRun => ("not-run", "finding", Value::Null),
                State::Failed(why) => ("failed", "error", json!(why.to_string())),
            };
            object["state"] = json!(word);
            object[key] = value;
            object
        });
        json!({
            "paper": self.paper.id,
            "title": self.paper.title,
            "scale": self.scale.name(),
            "seed": self.seed,
            "version": VERSION,
            "says": self.sentences(),
            "answer": self.answer().json(),
            "experiments": experiments.collect::<Vec<_>>(),
        })
    }

    /// How all steps were made, each once, in order.
    pub fn notes(&self) -> Vec<&Note> {
        let mut all: Vec<&Note> = Vec::new();
        for note in self.found().flat_map(|(_, _, notes)| notes) {
            if all.iter().all(|there| there.name != note.name) {
                all.push(note);
            }
        }
        all
    }
}
