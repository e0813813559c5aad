use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use kirifuda_arena::Monitor;

use crate::report::INTERRUPTED;

/// Progress on the terminal, once it has taken a second, and Ctrl-C. Quiet when nobody looks.
pub struct Terminal {
    what: &'static str,
    start: Instant,
    /// Done before the start.
    before: u64,
    watched: bool,
    bar: OnceLock<ProgressBar>,
    note: Mutex<Option<String>>,
}

static STOPPED: AtomicBool = AtomicBool::new(false);

impl Terminal {
    /// Starts to watch; `what` is counted ("deals").
    pub fn new(what: &'static str) -> Terminal {
        Terminal::resumed(what, 0)
    }

    /// Starts to watch work of which a part has been done before.
    pub fn resumed(what: &'static str, before: u64) -> Terminal {
        listen();
        let watched = stderr().is_terminal();
        Terminal { what, start: Instant::now(), before, watched, bar: OnceLock::new(), note: Mutex::new(None) }
    }

    /// A few words beside the pace, from now on.
    pub fn note(&self, note: Option<String>) {
        *self.note.lock().unwrap_or_else(PoisonError::into_inner) = note;
    }

    /// Prints something while the bar is up.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match self.bar.get() {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }

    fn new_bar(&self, total: u64) -> ProgressBar {
        let bar = ProgressBar::new(total);
        let template = format!("{{bar:30}} {{human_pos}} of {{human_len}} {} · {{msg}}", self.what);
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        bar
    }
}

impl Monitor for Terminal {
    fn advance(&self, done: u64, total: u64) {
        let elapsed = self.start.elapsed();
        if self.watched && elapsed > Duration::from_secs(1) && !self.stopped() {
            let bar = self.bar.get_or_init(|| self.new_bar(total));
            bar.set_position(done);
            let mut message = pace(done.saturating_sub(self.before), total.saturating_sub(self.before), elapsed);
            if let Some(note) = self.note.lock().unwrap_or_else(PoisonError::into_inner).as_deref() {
                message.push_str(" · ");
                message.push_str(note);
            }
            bar.set_message(message);
        }
    }

    #[inline]
    fn stopped(&self) -> bool {
        stopped()
    }
}

/// Debounce: a second signal that comes so soon is part of the first, since keys bounce, and a closing terminal or a machine
/// that goes down signals more than once.
const ONE_WISH: Duration = Duration::from_secs(1);

/// Listens to Ctrl-C and to what `kill` sends from now on. The second time, a second later or more, ends the program at
/// once.
pub fn listen() {
    let mut first: Option<Instant> = None;
    // A handler that is there already is ours.
    let _ = ctrlc::set_handler(move || match first {
        None => {
            first = Some(Instant::now());
            STOPPED.store(true, Ordering::Relaxed);
        }
        Some(first) if first.elapsed() < ONE_WISH => {}
        Some(_) => std::process::exit(INTERRUPTED.into()),
    });
}

/// True after Ctrl-C or `kill`.
#[inline]
pub fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// `51,230/s · 58 seconds left`. All units are alike, so the mean from the start is the best guess; the bar's own
/// would count everything before it appeared as the work of a moment.
pub fn pace(done: u64, total: u64, elapsed: Duration) -> String {
    let rate = done as f64 / elapsed.as_secs_f64();
    // A rate that is too small to divide by says nothing about the end.
    let left = Duration::try_from_secs_f64(total.saturating_sub(done) as f64 / rate);
    let left = left.map_or_else(|_| "?".to_string(), |left| HumanDuration(left).to_string());
    if rate < 10.0 {
        format!("{rate:.2}/s · {left} left")
    } else {
        format!("{}/s · {left} left", HumanCount(rate as u64))
    }
}
