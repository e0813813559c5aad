use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use kirifuda_arena::Monitor;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::machine::Machine;
use crate::store::{Kept, Look, Store};
use crate::{LabError, Scale};

/// Where an experiment works: it knows scale, seed and threads, and does steps that are kept.
pub struct Bench<'a> {
    scale: Scale,
    seed: u64,
    threads: usize,
    store: &'a Store,
    watch: &'a dyn Watch,
    mode: Mode<'a>,
    notes: Mutex<Vec<Note>>,
}

/// Which steps are done. Those that are kept are taken from the store in any case.
#[derive(Clone, Copy)]
pub(crate) enum Mode<'a> {
    /// All.
    Every,
    /// None: the first that is missing ends the experiment.
    Kept,
    /// None, and titles and names of the missing ones are listed.
    List(&'a Mutex<Vec<(String, String)>>),
    /// The one of this name.
    Only(&'a str),
}

/// A part of an experiment that can be done on its own.
pub struct Step<'a, T> {
    title: String,
    key: Result<Value, String>,
    work: Work<'a, T>,
}

/// What became of a step.
type Done<T> = Result<(T, Note), LabError>;

type Work<'a, T> = Box<dyn FnOnce(&dyn Monitor) -> Result<T, LabError> + Send + 'a>;

/// How a step that an experiment used was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// What was done.
    pub title: String,
    /// Its name in the store.
    pub name: String,
    /// How long it took.
    pub seconds: f64,
    /// When it was finished.
    pub date: String,
    /// On what.
    pub machine: Machine,
    /// By which command.
    pub command: String,
    /// True when it was finished before this run.
    pub kept: bool,
    /// False for a step of an earlier program, of which nobody knows whether its players still play so.
    pub fingerprinted: bool,
}

/// Follows an experiment from outside: progress, warnings, the wish to stop. Called from all threads.
pub trait Watch: Sync {
    /// Something has happened.
    fn tell(&self, _event: Event<'_>) {}
    /// True when the run shall end early. Asked all the time, so it must be cheap.
    fn stopped(&self) -> bool {
        false
    }
}

/// What happens in a run.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// An experiment begins, so many of all, counted from 1.
    Experiment {
        /// Its name.
        name: &'a str,
        /// Its number, from 1.
        number: usize,
        /// How many there are.
        of: usize,
    },
    /// So many steps are to be done next.
    Batch {
        /// How many.
        steps: usize,
    },
    /// A step of the batch begins.
    Begin {
        /// Its number in the batch, from 0.
        step: usize,
        /// What it does.
        title: &'a str,
    },
    /// A step has done a part of its work.
    Advance {
        /// Its number in the batch, from 0.
        step: usize,
        /// Units done.
        done: u64,
        /// Units in all.
        total: u64,
    },
    /// A step is finished, or was finished before.
    End {
        /// Its number in the batch, from 0.
        step: usize,
        /// What it does.
        title: &'a str,
        /// How long it took; nothing where its result was kept.
        seconds: Option<f64>,
    },
    /// Something that people should know.
    Warning(&'a str),
}

/// Shows nothing, never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {}

impl<'a, T> Step<'a, T> {
    /// A step; see [`Bench::step`] for title and key.
    pub fn new(
        title: impl Into<String>,
        key: &impl Serialize,
        work: impl FnOnce(&dyn Monitor) -> Result<T, LabError> + Send + 'a,
    ) -> Step<'a, T> {
        let key = serde_json::to_value(key).map_err(|why| why.to_string());
        Step { title: title.into(), key, work: Box::new(work) }
    }
}

impl<'a> Bench<'a> {
    pub(crate) fn new(
        scale: Scale,
        seed: u64,
        threads: usize,
        store: &'a Store,
        watch: &'a dyn Watch,
        mode: Mode<'a>,
    ) -> Bench<'a> {
        Bench { scale, seed, threads, store, watch, mode, notes: Mutex::default() }
    }

    /// How much is to be done.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// All chance comes from it.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Threads for a step that is done alone; steps of [`Bench::steps`] use one each. Results must not depend on it.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Where steps are kept.
    pub(crate) fn folder(&self) -> &Path {
        self.store.folder()
    }

    /// A size by scale.
    pub fn scaled<T>(&self, smoke: T, quick: T, paper: T) -> T {
        match self.scale {
            Scale::Smoke => smoke,
            Scale::Quick => quick,
            Scale::Paper => paper,
        }
    }

    /// Does a step, or takes its result from the store.
    ///
    /// The title is for people. The key holds everything that determines the result besides scale and seed, which are
    /// added: sizes, rules, players. What these players and learners do is noted beside it by the store, so that a step
    /// of others is stale by itself; a `revision` is only for what the experiment itself does otherwise. The
    /// work reports to the monitor (pass it on to the arena) and ends when it says so; what it gives then is not kept.
    pub fn step<T: Serialize + DeserializeOwned>(
        &self,
        title: &str,
        key: &impl Serialize,
        work: impl FnOnce(&dyn Monitor) -> Result<T, LabError>,
    ) -> Result<T, LabError> {
        self.watch.tell(Event::Batch { steps: 1 });
        let key = serde_json::to_value(key).map_err(|why| why.to_string());
        let (value, note) = self.once(0, title, key, work)?;
        self.note([note]);
        Ok(value)
    }

    /// Does independent steps on all threads; each is kept as soon as it is finished. Results in the given order.
    pub fn steps<T: Serialize + DeserializeOwned + Send>(&self, steps: Vec<Step<'_, T>>) -> Result<Vec<T>, LabError> {
        self.watch.tell(Event::Batch { steps: steps.len() });
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let waiting: Vec<Mutex<Option<Step<'_, T>>>> = steps.into_iter().map(|step| Mutex::new(Some(step))).collect();
        let done: Vec<Mutex<Option<Done<T>>>> = waiting.iter().map(|_| Mutex::new(None)).collect();
        let labour = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                // No new step after a failure; those that run are finished and kept.
                if number >= waiting.len() || failed.load(Ordering::Relaxed) {
                    return;
                }
                let Some(Step { title, key, work }) = lock(&waiting[number]).take() else { return };
                let result = self.once(number, &title, key, work);
                // Where steps are left to others, one that is missing ends nothing.
                let left =
                    matches!(self.mode, Mode::List(_) | Mode::Only(_)) && matches!(result, Err(LabError::NotRun(_)));
                failed.fetch_or(result.is_err() && !left, Ordering::Relaxed);
                *lock(&done[number]) = Some(result);
            }
        };
        let threads = self.threads.clamp(1, waiting.len().max(1));
        pool(Some(threads))?.broadcast(|_| labour());
        let results = done.into_iter().map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner));
        // The first failure in the order of the steps; steps after a failure may not have been started.
        let (mut values, mut notes) = (Vec::new(), Vec::new());
        let mut failure = None;
        for result in results {
            match result {
                Some(Ok((value, note))) => {
                    values.push(value);
                    notes.push(note);
                }
                Some(Err(why)) => failure = failure.or(Some(why)),
                None => {}
            }
        }
        failure.map_or(Ok(()), Err)?;
        self.note(notes);
        Ok(values)
    }

    fn once<T: Serialize + DeserializeOwned>(
        &self,
        step: usize,
        title: &str,
        key: Result<Value, String>,
        work: impl FnOnce(&dyn Monitor) -> Result<T, LabError>,
    ) -> Done<T> {
        let unkeepable = |why: String| LabError::Unkeepable { title: title.to_string(), why };
        let key = key.map_err(unkeepable)?;
        let name = self.store.name(title, &key);
        let useless = match self.store.look(&name, &key) {
            Look::Found(mut kept) => match serde_json::from_value(kept.value.take()) {
                Ok(value) => {
                    self.watch.tell(Event::End { step, title, seconds: None });
                    return Ok((value, note(*kept, name, true)));
                }
                Err(why) => Some(format!("it is damaged: {why}")),
            },
            Look::Missing => None,
            Look::Useless(why) => Some(why),
        };
        match self.mode {
            Mode::Every => {}
            Mode::Only(wanted) if wanted == name => {}
            Mode::List(missing) => {
                lock(missing).push((title.to_string(), name));
                return Err(LabError::NotRun(title.to_string()));
            }
            Mode::Kept | Mode::Only(_) => return Err(LabError::NotRun(title.to_string())),
        }
        if let Some(why) = useless {
            self.watch.tell(Event::Warning(&format!("the kept step {name} is not used: {why}; it is run again")));
        }
        if self.watch.stopped() {
            return Err(LabError::Interrupted);
        }
        self.watch.tell(Event::Begin { step, title });
        let start = Instant::now();
        let value = work(&Gauge { watch: self.watch, step });
        // What was stopped is not whole, whatever it says.
        if self.watch.stopped() {
            return Err(LabError::Interrupted);
        }
        let seconds = start.elapsed().as_secs_f64();
        let json = serde_json::to_value(value?).map_err(|why| unkeepable(why.to_string()))?;
        // The value as it will be read next time, so that the first report is the same as all later ones.
        let value = T::deserialize(&json).map_err(|why| {
            unkeepable(format!("its value does not read back ({why}); a number that is not finite has no JSON form"))
        })?;
        let kept = self.store.keep(&name, title, key, json, seconds)?;
        self.watch.tell(Event::End { step, title, seconds: Some(seconds) });
        Ok((value, note(kept, name, false)))
    }

    /// How the steps so far were made, each once, in order.
    pub(crate) fn notes(self) -> Vec<Note> {
        self.notes.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, new: impl IntoIterator<Item = Note>) {
        let mut notes = lock(&self.notes);
        for note in new {
            if notes.iter().all(|there| there.name != note.name) {
                notes.push(note);
            }
        }
    }
}

fn note(kept: Kept, name: String, from_store: bool) -> Note {
    let Kept { title, seconds, date, machine, command, fingerprints, .. } = kept;
    Note { title, name, seconds, date, machine, command, kept: from_store, fingerprinted: !fingerprints.is_empty() }
}

/// The monitor of one step.
struct Gauge<'a> {
    watch: &'a dyn Watch,
    step: usize,
}

impl Monitor for Gauge<'_> {
    fn advance(&self, done: u64, total: u64) {
        self.watch.tell(Event::Advance { step: self.step, done, total });
    }

    fn stopped(&self) -> bool {
        self.watch.stopped()
    }
}

/// So many threads; one for each core where nothing is said.
pub(crate) fn pool(threads: Option<usize>) -> Result<ThreadPool, LabError> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build();
    pool.map_err(|why| LabError::Threads(why.to_string()))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
