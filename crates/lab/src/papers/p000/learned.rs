//! The trained players of the paper, each trained once and used by all experiments.

use kirifuda_arena::{Estimate, student_t};
use kirifuda_catalog::entries::falcon::shipped_danger;
use kirifuda_play::math;
use serde_json::{Value, json};

use crate::verdict::means;
use crate::{Bench, Exam, Exams, LabError, Lesson, Marks, Reading, Step, number, over_seeds};

/// The paper's measure: own points of a deal divided by all 26.
pub const RATIO: &str = "penalty_ratio";

/// The share of the points of four equal players.
pub const PAR: f64 = 0.25;

pub const GAME: &str = "hearts";
pub const RULES: &str = "falcon";

/// Runs of the paper, and the deals of each of its matches, played once.
pub const PAPER_RUNS: u64 = 5;
const PAPER_MATCH: f64 = 5_000.0;

/// A row of the paper's Table 2.
#[derive(Debug)]
pub struct Row {
    pub name: &'static str,
    pub new_actions: bool,
    pub svr: bool,
    /// Against three rule players, against three Monte Carlo players.
    pub published: [f64; 2],
    /// In how many of five runs it stayed below 0.25.
    pub below: [u32; 2],
}

const fn row(name: &'static str, changes: [bool; 2], published: [f64; 2], below: [u32; 2]) -> Row {
    Row { name, new_actions: changes[0], svr: changes[1], published, below }
}

pub const PREVIOUS: usize = 0;
pub const ACTIONS: usize = 1;
pub const SVR: usize = 2;
pub const BOTH: usize = 3;

/// Table 2, in its order.
pub static ROWS: [Row; 4] = [
    row("previous work", [false, false], [0.2354, 0.2657], [5, 0]),
    row("new actions only", [true, false], [0.2181, 0.2549], [5, 1]),
    row("SVR only", [false, true], [0.2429, 0.2685], [5, 0]),
    row("both", [true, true], [0.2170, 0.2503], [5, 2]),
];

/// The cells of Table 2, by row and opponents.
pub const CELLS: [[&str; 2]; 4] = [
    ["previous work against rule players", "previous work against Monte Carlo"],
    ["new actions only against rule players", "new actions only against Monte Carlo"],
    ["SVR only against rule players", "SVR only against Monte Carlo"],
    ["both against rule players", "both against Monte Carlo"],
];

/// A way of FALCON to learn.
#[derive(Debug)]
pub struct Mode {
    pub name: &'static str,
    /// It scans its categories at every card.
    pub slow: bool,
}

/// All modes: those that work first.
pub static MODES: [Mode; 4] = [
    Mode { name: "average", slow: false },
    Mode { name: "resonant", slow: false },
    Mode { name: "as-printed", slow: true },
    Mode { name: "td-falcon", slow: true },
];

/// Our own mode.
pub const AVERAGE: usize = 0;

/// The paper's network and rule, word for word.
pub const AS_PRINTED: usize = 2;

impl Mode {
    /// As what a mode reads the paper.
    pub fn reading(&self) -> Reading {
        match self.name {
            name if name == MODES[AVERAGE].name => Reading::Best,
            name if name == MODES[AS_PRINTED].name => Reading::Printed,
            _ => Reading::Other,
        }
    }

    /// The seeds of its trainings.
    pub fn seeds(&self, bench: &Bench<'_>) -> Vec<u64> {
        let paper = if self.name == MODES[AVERAGE].name { 2 * PAPER_RUNS } else { PAPER_RUNS };
        training_seeds(bench, bench.scaled(2, 3, paper))
    }

    /// How many deals it learns from.
    pub fn deals(&self, bench: &Bench<'_>) -> u64 {
        bench.scaled(40, 10_000, 100_000)
    }

    /// Deals of the matches of Table 2, by opponents.
    pub fn exam_deals(&self, bench: &Bench<'_>) -> [u64; 3] {
        match (self.name == MODES[AVERAGE].name, self.slow) {
            (true, _) => bench.scaled([20, 2, 2], [2_000, 40, 20], [20_000, 1_250, 625]),
            (false, false) => bench.scaled([20, 2, 2], [2_000, 20, 10], [20_000, 625, 312]),
            (false, true) => bench.scaled([20, 2, 2], [500, 12, 12], [5_000, 312, 156]),
        }
    }
}

/// The seeds of trainings and their matches. Each run has its own: runs are independent, and those of equal seeds meet
/// the same deals.
pub fn training_seeds(bench: &Bench<'_>, count: u64) -> Vec<u64> {
    (1..=count).map(|number| bench.seed().wrapping_mul(100).wrapping_add(number)).collect()
}

/// Rule players, Monte Carlo with playouts of random cards, and of random actions.
pub fn opponents(bench: &Bench<'_>) -> [&'static str; 3] {
    match bench.scaled(true, false, false) {
        true => ["stock", "mc:sims=10", "mc:playout=actions,sims=10"],
        false => ["stock", "mc", "mc:playout=actions"],
    }
}

/// The opponents in the words of a table.
pub const OPPONENTS: [&str; 3] = ["3 stock", "3 mc (cards)", "3 mc (actions)"];

pub const STOCK: usize = 0;
pub const MONTE_CARLO: usize = 1;

/// A training of FALCON against three rule players.
#[derive(Clone, Debug, PartialEq)]
pub struct Pupil {
    /// For people.
    pub title: String,
    /// The learner, with all settings but the plan.
    pub learner: String,
    pub deals: u64,
    pub seed: u64,
}

impl Pupil {
    /// The learner of a row of Table 2.
    pub fn of(mode: &Mode, row: &Row, deals: u64, seed: u64) -> Pupil {
        let actions = if row.new_actions { "new" } else { "previous" };
        let svr = if row.svr { ",danger=shipped,queen-below=0.25" } else { "" };
        let learner = format!("falcon:mode={},actions={actions}{svr}", mode.name);
        Pupil { title: format!("{}, {}", mode.name, row.name), learner, deals, seed }
    }

    /// The whole learner: planned for just the deals that it learns from.
    pub fn text(&self) -> String {
        format!("{},plan={}", self.learner, self.deals.max(1))
    }

    /// The training with this text of the learner.
    pub fn lesson<'a>(&self, text: &'a str) -> Lesson<'a> {
        let Pupil { deals, seed, .. } = *self;
        Lesson { game: GAME, rules: RULES, learner: text, opponents: "stock", deals, seed }
    }

    /// The training and its matches, on deals of its own seed.
    pub fn examined(self, matches: &[(&'static str, u64)]) -> Step<'static, Marks> {
        let seed = self.seed;
        let finals = matches.iter().map(|&(against, deals)| Exam { against, deals, seed }).collect();
        let exams = Exams { finals, ..Exams::default() };
        let title = format!("{}, {} deals, seed {seed}", self.title, number::count(self.deals));
        let text = self.text();
        let key = json!({"revision": 1, "lesson": self.lesson(&text), "exams": exams, "danger": self.danger()});
        Step::new(title, &key, move |monitor| self.lesson(&self.text()).hold(&exams, monitor))
    }

    /// What predicts danger, if anything does: another file is another training.
    pub fn danger(&self) -> Value {
        danger(&self.learner)
    }
}

/// The checksum of what predicts danger, where a player or learner uses it.
pub fn danger(text: &str) -> Value {
    if text.contains("danger=") { json!(shipped_danger().checksum()) } else { Value::Null }
}

/// A run of Table 2.
pub fn table_step(bench: &Bench<'_>, mode: &Mode, row: &Row, seed: u64) -> Step<'static, Marks> {
    let matches: Vec<(&str, u64)> = opponents(bench).into_iter().zip(mode.exam_deals(bench)).collect();
    Pupil::of(mode, row, mode.deals(bench), seed).examined(&matches)
}

/// The runs of Table 2: for each mode, for each row, one run for each seed.
pub fn table_runs(bench: &Bench<'_>) -> Result<Vec<Vec<Vec<Marks>>>, LabError> {
    let mut steps = Vec::new();
    for mode in &MODES {
        for row in &ROWS {
            steps.extend(mode.seeds(bench).into_iter().map(|seed| table_step(bench, mode, row, seed)));
        }
    }
    let mut marks = bench.steps(steps)?.into_iter();
    let mut rows = |mode: &Mode| -> Vec<Vec<Marks>> {
        let runs = mode.seeds(bench).len();
        ROWS.iter().map(|_| marks.by_ref().take(runs).collect()).collect()
    };
    Ok(MODES.iter().map(&mut rows).collect())
}

/// The penalty ratio of each run in one of its matches.
pub fn ratios(runs: &[Marks], exam: usize) -> Result<Vec<Estimate>, LabError> {
    let missing = || LabError::Other(format!("a run has no match {exam}"));
    runs.iter().map(|run| run.finals.get(exam).ok_or_else(missing)?.get(RATIO)).collect()
}

/// Mean of runs with deals of their own; a single run has the error of its deals alone.
pub fn over(runs: &[Estimate]) -> Estimate {
    match runs {
        [alone] => *alone,
        _ => over_seeds(&means(runs)),
    }
}

/// The difference from par, for claims about it.
pub fn from_par(ours: Estimate) -> Estimate {
    Estimate { mean: ours.mean - PAR, ..ours }
}

/// How many runs stay below par.
pub fn below_par(runs: &[Estimate]) -> usize {
    runs.iter().filter(|run| run.mean < PAR).count()
}

/// What the paper's mean of five runs may be off by: the 95% half-width of runs around their mean, as ours show it, and
/// that of 5,000 deals each played once. Ours were measured on so many deals in four rotations, whose mean varies less
/// than that of four independent games: twice our interval, at the same number of deals, is not too wide.
pub fn paper_error(runs: &[Estimate], deals: u64) -> f64 {
    let of_deals = runs.iter().filter_map(|run| run.ci95).sum::<f64>() / runs.len().max(1) as f64;
    let of_one = math::hypot(spread(&means(runs)), 2.0 * of_deals * (deals as f64 / PAPER_MATCH).sqrt());
    of_one / (PAPER_RUNS as f64).sqrt()
}

/// The 95% half-width of single runs around their mean.
fn spread(runs: &[f64]) -> f64 {
    let freedom = (runs.len() as u64).saturating_sub(1).max(1);
    let mean = runs.iter().sum::<f64>() / runs.len().max(1) as f64;
    let squares: f64 = runs.iter().map(|value| (value - mean).powi(2)).sum();
    student_t(freedom) * (squares / freedom as f64).sqrt()
}
