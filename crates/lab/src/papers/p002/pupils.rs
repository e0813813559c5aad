//! Whole players: trained with some percepts, measured against the paper's opponents.

use std::collections::BTreeMap;

use kirifuda_arena::{Estimate, student_t};
use kirifuda_catalog::entries::falcon::shipped_danger;
use kirifuda_play::Rng;
use kirifuda_players::hearts::Side;
use serde_json::json;

use crate::{Bench, Exam, Exams, LabError, Lesson, Marks, Step, over_seeds, paired};

pub const GAME: &str = "hearts";
pub const RULES: &str = "falcon";
/// What the paper measures: own points / 26.
pub const RATIO: &str = "penalty_ratio";

/// Deals learned from in the paper, deals of its matches, and runs.
pub const PAPER_LEARN: u64 = 75_000;
pub const PAPER_EXAM: u64 = 5_000;
pub const PAPER_RUNS: u64 = 10;

/// A FALCON player to be trained.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pupil {
    pub mode: &'static str,
    /// Percepts by number, joined by `+`.
    pub lead: String,
    pub follow: String,
    pub opponents: &'static str,
    /// Cards that lead to ♠Q are refused while learning.
    pub svr: bool,
}

/// How pupils are trained and measured.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    pub learn: u64,
    pub runs: u64,
    /// Runs are numbered from the one after this; each has deals of its own.
    pub after: u64,
    /// Deals against three rule players and against three Monte Carlo players, each in four rotations.
    pub exams: [u64; 2],
}

/// The penalty ratios of a pupil, one for each run.
#[derive(Clone, Debug, PartialEq)]
pub struct Grades {
    pub stock: Vec<f64>,
    pub monte_carlo: Vec<f64>,
}

/// The opponents of examinations, in the order of [`Course::exams`] and [`Grades::columns`]: name in tables.
pub const AGAINST: [&str; 2] = ["rule", "Monte Carlo"];

/// The streams of the seed: selections have theirs from 1 and 2, as in `kirifuda select`. Whatever they have selected is
/// judged on trainings and deals that they have never seen.
const LEARN: u64 = 3;
const EXAM: u64 = 4;

/// The Monte Carlo player of the paper, with 200 simulations; a trial of the machinery does with few.
pub fn monte_carlo(bench: &Bench<'_>) -> &'static str {
    bench.scaled("mc:sims=2", "mc", "mc")
}

/// The opponents of learning: first rule players, then Monte Carlo with few simulations, as the paper's but for these; and
/// rule players all the time.
pub fn teachers(bench: &Bench<'_>) -> [&'static str; 2] {
    let papers = bench.scaled("stock then mc:sims=2", "stock then mc:sims=5", "stock then mc:sims=10");
    [papers, "stock"]
}

/// The text of a set of percepts.
pub fn text(numbers: &[u8]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
    if numbers.is_empty() { "none".to_string() } else { numbers.join("+") }
}

/// The numbers of a text of percepts as the paper prints them.
pub fn braces(text: &str) -> String {
    if text == "none" { "{}".to_string() } else { format!("{{{}}}", text.replace('+', ", ")) }
}

impl Pupil {
    /// With the percepts that the previous work picked by hand, at both sides.
    pub fn hand_picked(mode: &'static str, opponents: &'static str) -> Pupil {
        let [lead, follow] = [Side::Lead, Side::Follow].map(|side| text(side.hand_picked()));
        Pupil { mode, lead, follow, opponents, svr: false }
    }

    /// With other percepts at one side.
    pub fn with(self, side: Side, set: &str) -> Pupil {
        match side {
            Side::Lead => Pupil { lead: set.to_string(), ..self },
            Side::Follow => Pupil { follow: set.to_string(), ..self },
        }
    }

    pub(super) fn learner(&self, deals: u64) -> String {
        let svr = if self.svr { ",danger=shipped,queen-below=0.25" } else { "" };
        format!("falcon:mode={},lead={},follow={}{svr},plan={deals}", self.mode, self.lead, self.follow)
    }
}

impl Course {
    /// As in the paper: 10 runs of 75,000 deals; at the end matches on deals of their own for every run.
    pub fn paper(bench: &Bench<'_>) -> Course {
        Course {
            learn: bench.scaled(60, 10_000, PAPER_LEARN),
            runs: bench.scaled(2, 3, PAPER_RUNS),
            after: 0,
            exams: [bench.scaled(10, 2_000, 10_000), bench.scaled(2, 40, 400)],
        }
    }

    /// For the last comparison of sets: more deals to learn from.
    pub fn last(bench: &Bench<'_>) -> Course {
        Course {
            learn: bench.scaled(60, 10_000, 100_000),
            runs: bench.scaled(2, 3, 10),
            after: 0,
            exams: [bench.scaled(10, 2_000, 10_000), bench.scaled(2, 40, 480)],
        }
    }

    /// Trains and measures every pupil in every run. Those who are the same are trained once.
    pub fn grades(&self, bench: &Bench<'_>, pupils: &[Pupil]) -> Result<Vec<Grades>, LabError> {
        let mut places: BTreeMap<&Pupil, usize> = BTreeMap::new();
        let mut different = Vec::new();
        for pupil in pupils {
            places.entry(pupil).or_insert_with(|| {
                different.push(pupil);
                different.len() - 1
            });
        }
        let runs =
            |pupil: &&Pupil| (1..=self.runs).map(|run| self.step(bench, pupil, self.after + run)).collect::<Vec<_>>();
        let marks: Vec<Marks> = bench.steps(different.iter().flat_map(runs).collect())?;
        let grades: Vec<Grades> =
            marks.chunks(self.runs.max(1) as usize).map(Grades::of).collect::<Result<_, LabError>>()?;
        let missing = || LabError::Other("a pupil has no grades".to_string());
        pupils
            .iter()
            .map(|pupil| places.get(pupil).and_then(|&at| grades.get(at)).cloned().ok_or_else(missing))
            .collect()
    }

    /// One run. All pupils have the same deals in it; other runs have others.
    fn step(&self, bench: &Bench<'_>, pupil: &Pupil, run: u64) -> Step<'static, Marks> {
        let seed = |part| Rng::stream(bench.seed(), &[part, run]).bits();
        let (learner, opponents, deals, seed, exam_seed) =
            (pupil.learner(self.learn), pupil.opponents, self.learn, seed(LEARN), seed(EXAM));
        let finals = ["stock", monte_carlo(bench)].into_iter().zip(self.exams);
        let finals = finals.map(|(against, deals)| Exam { against, deals, seed: exam_seed }).collect();
        let exams = Exams { finals, ..Exams::default() };
        let svr = if pupil.svr { " SVR" } else { "" };
        let title = format!("{} {} {}{svr} {opponents} run {run}", pupil.mode, pupil.lead, pupil.follow);
        let key = {
            let lesson = Lesson { game: GAME, rules: RULES, learner: &learner, opponents, deals, seed };
            match pupil.svr {
                // Another file that predicts danger is another training.
                true => json!({"lesson": lesson, "exams": exams, "danger": shipped_danger().checksum()}),
                false => json!({"revision": 1, "lesson": lesson, "exams": exams}),
            }
        };
        Step::new(title, &key, move |monitor| {
            let lesson = Lesson { game: GAME, rules: RULES, learner: &learner, opponents, deals, seed };
            lesson.hold(&exams, monitor)
        })
    }

    /// How it was done, in words.
    pub fn words(&self) -> String {
        let [stock, monte_carlo] = self.exams.map(|deals| crate::number::count(deals * 4));
        format!(
            "{} deals of learning, {} runs. Each run has deals of its own, the same for all players, and ends with \
             {stock} games against three rule players and {monte_carlo} against three Monte Carlo players (each deal in \
             four rotations).",
            crate::number::count(self.learn),
            self.runs
        )
    }
}

impl Grades {
    fn of(runs: &[Marks]) -> Result<Grades, LabError> {
        let missing = || LabError::Other("a run lacks an examination".to_string());
        let column = |exam: usize| -> Result<Vec<f64>, LabError> {
            runs.iter().map(|run| Ok(run.finals.get(exam).ok_or_else(missing)?.get(RATIO)?.mean)).collect()
        };
        Ok(Grades { stock: column(0)?, monte_carlo: column(1)? })
    }

    /// By [`AGAINST`].
    pub fn columns(&self) -> [&[f64]; 2] {
        [&self.stock, &self.monte_carlo]
    }

    /// Means over the runs, by [`AGAINST`]. Runs have deals of their own, so their spread holds the error of both.
    pub fn estimates(&self) -> [Estimate; 2] {
        self.columns().map(over_seeds)
    }

    /// How much higher the ratios are than those of another, by [`AGAINST`], over equal runs.
    pub fn above(&self, other: &Grades) -> [Estimate; 2] {
        let [stock, monte_carlo] = self.columns();
        [paired(stock, &other.stock), paired(monte_carlo, &other.monte_carlo)]
    }
}

/// What a mean of ten runs of the paper may be off by, where runs vary as ours do.
pub fn paper_error(runs: &[f64]) -> f64 {
    let freedom = (runs.len() as u64).saturating_sub(1).max(1);
    let mean = runs.iter().sum::<f64>() / runs.len().max(1) as f64;
    let squares: f64 = runs.iter().map(|value| (value - mean).powi(2)).sum();
    student_t(PAPER_RUNS - 1) * (squares / freedom as f64 / PAPER_RUNS as f64).sqrt()
}
