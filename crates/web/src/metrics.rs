use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Figures for those who run the server, in the text form of Prometheus.
#[derive(Default)]
pub struct Metrics {
    /// Tables made.
    pub tables_made: Counter,
    /// Tables loaded from the database.
    pub tables_loaded: Counter,
    /// Tables closed because nobody looked.
    pub tables_closed: Counter,
    /// Tables that nobody had opened for very long.
    pub tables_forgotten: Counter,
    /// Websockets opened.
    pub sockets: Counter,
    /// Messages received over websockets.
    pub messages: Counter,
    /// Messages and requests refused.
    pub refusals: Counter,
    /// Moves of people.
    pub moves_of_people: Counter,
    /// Moves of players.
    pub moves_of_players: Counter,
    /// Players that failed.
    pub players_failed: Counter,
    /// Hints given.
    pub hints: Counter,
    /// How long an answer to a message took.
    pub answers: Histogram,
    /// How long players thought.
    pub thoughts: Histogram,
}

/// Something that is counted.
#[derive(Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// One more.
    pub fn add(&self) {
        self.add_all(1);
    }

    /// So many more.
    pub fn add_all(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    /// How many.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Upper bounds of the classes of durations, in milliseconds.
const BOUNDS: [u64; 10] = [1, 2, 5, 10, 20, 50, 100, 500, 1000, 5000];

/// Durations by class.
#[derive(Default)]
pub struct Histogram {
    classes: [AtomicU64; BOUNDS.len() + 1],
    microseconds: AtomicU64,
}

impl Histogram {
    /// One more.
    pub fn note(&self, took: Duration) {
        let class = BOUNDS.iter().position(|&bound| took <= Duration::from_millis(bound)).unwrap_or(BOUNDS.len());
        self.classes[class].fetch_add(1, Ordering::Relaxed);
        self.microseconds.fetch_add(took.as_micros() as u64, Ordering::Relaxed);
    }

    fn write(&self, out: &mut String, name: &str, about: &str) {
        let _ = writeln!(out, "# HELP {name} {about}\n# TYPE {name} histogram");
        let mut sum = 0;
        for (class, bound) in self.classes.iter().zip(BOUNDS) {
            sum += class.load(Ordering::Relaxed);
            let _ = writeln!(out, "{name}_bucket{{le=\"{}\"}} {sum}", bound as f64 / 1000.0);
        }
        sum += self.classes[BOUNDS.len()].load(Ordering::Relaxed);
        let seconds = self.microseconds.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {sum}\n{name}_sum {seconds}\n{name}_count {sum}");
    }
}

impl Metrics {
    /// All figures; `gauges` are those that rise and fall: name, explanation, value.
    pub fn text(&self, gauges: &[(&str, &str, u64)]) -> String {
        let mut out = String::new();
        let counters = [
            ("kirifuda_tables_made_total", "Tables made", &self.tables_made),
            ("kirifuda_tables_loaded_total", "Tables loaded from the database", &self.tables_loaded),
            ("kirifuda_tables_closed_total", "Tables closed because nobody looked", &self.tables_closed),
            ("kirifuda_tables_forgotten_total", "Tables forgotten: not opened for very long", &self.tables_forgotten),
            ("kirifuda_sockets_total", "Websockets opened", &self.sockets),
            ("kirifuda_messages_total", "Messages received over websockets", &self.messages),
            ("kirifuda_refusals_total", "Messages and requests refused", &self.refusals),
            ("kirifuda_moves_of_people_total", "Moves of people", &self.moves_of_people),
            ("kirifuda_moves_of_players_total", "Moves of players", &self.moves_of_players),
            ("kirifuda_players_failed_total", "Players that failed", &self.players_failed),
            ("kirifuda_hints_total", "Hints given", &self.hints),
        ];
        for (name, about, counter) in counters {
            let _ = writeln!(out, "# HELP {name} {about}\n# TYPE {name} counter\n{name} {}", counter.get());
        }
        for (name, about, value) in gauges {
            let _ = writeln!(out, "# HELP {name} {about}\n# TYPE {name} gauge\n{name} {value}");
        }
        self.answers.write(&mut out, "kirifuda_answer_seconds", "How long an answer to a message took");
        self.thoughts.write(&mut out, "kirifuda_thought_seconds", "How long players thought");
        out
    }
}
