use std::collections::BTreeMap;
use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, MultiProgress, ProgressBar, ProgressStyle};
use kirifuda_lab::{Event, Watch, number};

use crate::monitor::{listen, pace, stopped};

/// Progress of many steps on the terminal, several at a time, and Ctrl-C.
///
/// ```text
/// step 8 of 31 · table-3 (2 of 5) · 12 minutes left
/// ██████▌░░░░░░░░░░░░░  33% train plain self-play seed 3 · 1,204/s · 56 seconds left
/// ██▏░░░░░░░░░░░░░░░░░  11% train plain self-play seed 4 · 1,198/s · 74 seconds left
/// ```
///
/// When nobody looks, only steps that took long are told, each by a line.
pub struct Steps {
    watched: bool,
    start: Instant,
    /// When steps were last drawn, in milliseconds from the start; steps share them, but few that run together do.
    drawn: [AtomicU64; 64],
    bars: MultiProgress,
    batch: Mutex<Batch>,
}

/// The steps that are being done.
#[derive(Default)]
struct Batch {
    experiment: String,
    total: usize,
    finished: usize,
    /// Those of `finished` that were not kept from before.
    made: usize,
    start: Option<Instant>,
    head: Option<ProgressBar>,
    running: BTreeMap<usize, Running>,
}

struct Running {
    title: String,
    start: Instant,
    share: f64,
    bar: Option<ProgressBar>,
}

/// Short work needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);
/// So long must a step take to be worth a line in a log.
const WORTH_A_LINE: f64 = 10.0;
/// Draws at most so often, in milliseconds.
const PERIOD: u64 = 50;

impl Steps {
    /// Starts to watch.
    pub fn new() -> Steps {
        listen();
        Steps {
            watched: stderr().is_terminal(),
            start: Instant::now(),
            drawn: std::array::from_fn(|_| AtomicU64::new(0)),
            bars: MultiProgress::new(),
            batch: Mutex::default(),
        }
    }

    /// Takes the bars away.
    pub fn finish(&self) {
        let mut batch = self.batch();
        batch.running.clear();
        batch.head = None;
        let _ = self.bars.clear();
    }

    fn batch(&self) -> MutexGuard<'_, Batch> {
        self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn line(&self, text: &str) {
        self.bars.suspend(|| eprintln!("{text}"));
    }

    fn advance(&self, step: usize, done: u64, total: u64) {
        let now = self.start.elapsed().as_millis() as u64;
        let drawn = &self.drawn[step % self.drawn.len()];
        if !self.watched || now < drawn.load(Ordering::Relaxed) + PERIOD || stopped() {
            return;
        }
        drawn.store(now, Ordering::Relaxed);
        let mut batch = self.batch();
        let Some(running) = batch.running.get_mut(&step) else { return };
        running.share = done as f64 / total.max(1) as f64;
        let elapsed = running.start.elapsed();
        if elapsed > PATIENCE {
            let bar = running.bar.get_or_insert_with(|| self.bars.add(step_bar()));
            bar.set_position((running.share * 1000.0) as u64);
            bar.set_message(format!("{} · {}", running.title, pace(done, total, elapsed)));
        }
        self.show_head(&mut batch);
    }

    /// The line above the bars.
    fn show_head(&self, batch: &mut Batch) {
        let elapsed = batch.start.map(|start| start.elapsed()).unwrap_or_default();
        if !self.watched || elapsed <= PATIENCE {
            return;
        }
        let text = batch.text(elapsed);
        let head = batch.head.get_or_insert_with(|| {
            let bar = self.bars.insert(0, ProgressBar::new(1));
            if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
                bar.set_style(style);
            }
            bar
        });
        head.set_message(text);
    }
}

impl Watch for Steps {
    fn tell(&self, event: Event<'_>) {
        match event {
            Event::Experiment { name, number, of } => {
                self.batch().experiment = format!("{name} ({number} of {of})");
            }
            Event::Batch { steps } => {
                let mut batch = self.batch();
                if let Some(head) = batch.head.take() {
                    head.finish_and_clear();
                }
                let experiment = std::mem::take(&mut batch.experiment);
                *batch = Batch { experiment, total: steps, start: Some(Instant::now()), ..Batch::default() };
            }
            Event::Begin { step, title } => {
                let running = Running { title: title.to_string(), start: Instant::now(), share: 0.0, bar: None };
                self.batch().running.insert(step, running);
            }
            Event::Advance { step, done, total } => self.advance(step, done, total),
            Event::End { step, title, seconds } => {
                let mut batch = self.batch();
                batch.finished += 1;
                batch.made += usize::from(seconds.is_some());
                if let Some(bar) = batch.running.remove(&step).and_then(|running| running.bar) {
                    bar.finish_and_clear();
                }
                self.show_head(&mut batch);
                drop(batch);
                let worth = if self.watched { PATIENCE.as_secs_f64() } else { WORTH_A_LINE };
                if let Some(seconds) = seconds.filter(|&seconds| seconds >= worth) {
                    self.line(&format!("done: {title} ({})", number::duration(seconds)));
                }
            }
            Event::Warning(text) => self.line(&format!("warning: {text}")),
        }
    }

    #[inline]
    fn stopped(&self) -> bool {
        stopped()
    }
}

impl Batch {
    /// `step 8 of 31 · table-3 (2 of 5) · 12 minutes left`. Steps of a batch are alike, so what was made so far is the
    /// best guess for the rest.
    fn text(&self, elapsed: Duration) -> String {
        let parts: f64 = self.running.values().map(|running| running.share).sum();
        let left = (self.total - self.finished.min(self.total)) as f64 - parts;
        let seconds = elapsed.as_secs_f64() * left / (self.made as f64 + parts);
        let left = Duration::try_from_secs_f64(seconds).map(|left| format!(" · {} left", HumanDuration(left)));
        let step = (self.finished + 1).min(self.total);
        format!("step {step} of {} · {}{}", self.total, self.experiment, left.unwrap_or_default())
    }
}

fn step_bar() -> ProgressBar {
    let bar = ProgressBar::new(1000);
    if let Ok(style) = ProgressStyle::with_template("{bar:20} {percent:>3}% {wide_msg}") {
        bar.set_style(style.progress_chars("█▉▊▋▌▍▎▏░"));
    }
    bar
}
