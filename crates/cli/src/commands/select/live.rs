use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use kirifuda_learn::select::{Ledger, Progress, Step, Watch};
use serde_json::Value;

use super::paper::Paper;
use super::tell;
use crate::files::Whole;
use crate::monitor::{listen, stopped};

/// Keeps the file and, where somebody looks, the table of candidates on the terminal.
pub struct Live<'a> {
    paper: &'a Paper<'a>,
    quiet: bool,
    /// The table, where somebody looks.
    bar: Option<ProgressBar>,
    start: Instant,
    state: Mutex<State>,
}

struct State {
    /// Writing takes time, and some trials are shorter: never more than a tenth of all time is spent on it.
    saved: Instant,
    took: Duration,
    /// Why nothing can be kept.
    failure: Option<anyhow::Error>,
}

impl<'a> Live<'a> {
    pub fn new(paper: &'a Paper<'a>, quiet: bool) -> Live<'a> {
        listen();
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{msg} · {elapsed}") {
                bar.set_style(style);
            }
            // A trial may take long: the clock shows that it goes on.
            bar.enable_steady_tick(Duration::from_secs(1));
            bar
        });
        let state = State { saved: Instant::now(), took: Duration::ZERO, failure: None };
        Live { paper, quiet, bar, start: Instant::now(), state: Mutex::new(state) }
    }

    /// Writes the file before anything is played: it tells others that its name is taken.
    pub fn claim(&self, ledger: &Ledger, replace: bool) -> Result<()> {
        let place = self.paper.place;
        if !self.write(ledger, None, replace)? {
            bail!("{} has just been written by another program: name another file with --out", place.display());
        }
        Ok(())
    }

    /// Writes the file.
    pub fn save(&self, ledger: &Ledger, result: Option<&Value>) -> Result<()> {
        self.write(ledger, result, true).map(|_| ())
    }

    /// Takes the table away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// Why nothing could be kept, if so.
    pub fn take_failure(&self) -> Result<()> {
        match self.state().failure.take() {
            Some(why) => Err(why),
            None => Ok(()),
        }
    }

    /// Writes everything; false when a file is there that must not be replaced.
    fn write(&self, ledger: &Ledger, result: Option<&Value>, replace: bool) -> Result<bool> {
        let Paper { selector, place, .. } = *self.paper;
        let mut file = Whole::create(place)?;
        serde_json::to_writer(file.writer(), &selector.record(ledger, result))
            .with_context(|| format!("cannot write {}", place.display()))?;
        if replace { file.publish().map(|()| true) } else { file.publish_new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remember(&self, ledger: &Ledger) {
        let mut state = self.state();
        if state.failure.is_some() || state.saved.elapsed() < state.took * 10 {
            return;
        }
        let begin = Instant::now();
        if let Err(why) = self.save(ledger, None) {
            state.failure = Some(why);
        }
        (state.saved, state.took) = (Instant::now(), begin.elapsed());
    }
}

impl Watch for Live<'_> {
    fn advance(&self, progress: &Progress<'_>) {
        self.remember(progress.ledger);
        if let Some(bar) = &self.bar {
            let elapsed = self.start.elapsed();
            let pace = self.paper.selector.played() as f64 / elapsed.as_secs_f64().max(0.001);
            bar.set_message(self.paper.live(progress, pace));
        }
    }

    fn step(&self, step: &Step) {
        let print = || {
            // What cannot be printed is printed again at the end, and refused there.
            let _ = tell(&self.paper.step(step), self.quiet);
        };
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    fn stopped(&self) -> bool {
        stopped() || self.state().failure.is_some()
    }
}
