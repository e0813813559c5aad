use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use kirifuda_arena::{Estimate, Monitor, Standing};

use crate::commands::matches::estimate;
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
    /// Who plays, where their standing shall be told.
    players: Vec<String>,
    /// When it was last told, in milliseconds from the start.
    told: AtomicU64,
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
        let (bar, note, players) = (OnceLock::new(), Mutex::new(None), Vec::new());
        Terminal { what, start: Instant::now(), before, watched, bar, note, players, told: AtomicU64::new(0) }
    }

    /// The same, telling how these players stand.
    pub fn of_players<'a>(self, players: impl Iterator<Item = &'a str>) -> Terminal {
        Terminal { players: players.map(str::to_string).collect(), ..self }
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
        let template = format!("{{bar:30}} {{human_pos}} of {{human_len}} {} · {{wide_msg}}", self.what);
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

    fn interim(&self, standing: &Standing<'_>) {
        let now = self.start.elapsed().as_millis() as u64;
        // Nobody reads faster.
        if self.watched && !self.players.is_empty() && now > self.told.load(Ordering::Relaxed) + 100 {
            self.told.store(now, Ordering::Relaxed);
            self.note(Some(standing_text(&self.players, &|player| standing.payoff(player))));
        }
    }

    #[inline]
    fn stopped(&self) -> bool {
        stopped()
    }
}

/// `jake −5.31 ±0.12, stock −6.90 ±0.15`: payoffs so far.
fn standing_text(players: &[String], payoff: &dyn Fn(usize) -> Estimate) -> String {
    let each = players.iter().enumerate().map(|(place, name)| format!("{name} {}", estimate(payoff(place))));
    each.collect::<Vec<_>>().join(", ")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standing_names_every_player_with_its_interval() {
        let players = ["jake".to_string(), "stock".to_string()];
        let payoff = |place: usize| Estimate { mean: -5.0 - place as f64, ci95: Some(0.12) };
        assert_eq!(standing_text(&players, &payoff), "jake -5.00 ±0.12, stock -6.00 ±0.12");
    }
}
