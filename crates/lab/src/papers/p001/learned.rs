//! The trained players of the paper, each trained once and used by all experiments.

use kirifuda_arena::{Estimate, student_t};
use kirifuda_play::math;
use serde_json::json;

use crate::verdict::means;
use crate::{Bench, Exam, Exams, LabError, Lesson, Marks, Payoffs, Reading, Step, over_runs, over_seeds};

/// The reading of the paper's learner that gives its figures.
pub const LEARNER: &str = "linear-q:features=ranks,step=0.1,halved-after=2000,discount=0.8,epsilon=0.1";

/// Deals learned from in the paper, and deals of its matches, each played once.
pub const PAPER_DEALS: u64 = 100_000;

/// A game of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    pub name: &'static str,
    pub rules: &'static str,
    pub measure: &'static str,
}

impl Game {
    /// As what its rules read the paper, with the learner that answers for it.
    pub fn reading(self) -> Reading {
        if self == SAITO { Reading::Other } else { Reading::Best }
    }
}

pub const PLAIN: Game = Game { name: "plain-tricks", rules: "plain", measure: "mean_tricks" };
pub const SAITO_FREE: Game = Game { name: "hearts", rules: "saito-free", measure: "mean_points" };
pub const SAITO: Game = Game { name: "hearts", rules: "saito", measure: "mean_points" };

/// The two ways of learning, self-play first as in the paper's tables.
pub const WAYS: [&str; 2] = ["self-play", "random"];

/// A way of learning, in the words of a table.
pub fn way(opponents: &str) -> &'static str {
    if opponents == "random" { "learned against random" } else { "self-play" }
}

/// The seeds of trainings: other numbers than those of the matches.
pub fn training_seeds(bench: &Bench<'_>, count: u64) -> Vec<u64> {
    (1..=count).map(|number| bench.seed().wrapping_mul(100).wrapping_add(number)).collect()
}

/// The runs of one way of learning, one for each seed.
pub struct Runs {
    pub game: Game,
    pub runs: Vec<Marks>,
}

/// All runs of a game, by [`WAYS`].
pub fn runs(bench: &Bench<'_>, game: Game) -> Result<[Runs; 2], LabError> {
    let seeds = training_seeds(bench, bench.scaled(2, 3, 10));
    let curves = bench.scaled(2, 3, 5);
    let steps = WAYS.iter().flat_map(|&opponents| {
        seeds.iter().enumerate().map(move |(number, &seed)| lesson_step(bench, game, opponents, seed, number < curves))
    });
    let mut all = bench.steps(steps.collect())?;
    let second = all.split_off(seeds.len());
    Ok([Runs { game, runs: all }, Runs { game, runs: second }])
}

fn lesson_step<'a>(bench: &Bench<'_>, game: Game, opponents: &'static str, seed: u64, curve: bool) -> Step<'a, Marks> {
    let deals = bench.scaled(400, 20_000, PAPER_DEALS);
    let lesson = Lesson { game: game.name, rules: game.rules, learner: LEARNER, opponents, deals, seed };
    let exam = |deals| Exam { against: "rule", deals, seed: bench.seed() };
    let exams = Exams {
        points: if curve { points(deals) } else { Vec::new() },
        on_the_way: curve.then_some(exam(curve_deals(bench))),
        finals: vec![exam(match_deals(bench))],
        distribution: game == PLAIN && curve,
    };
    let title = format!("{} {} {opponents} seed {seed}", game.name, game.rules);
    let key = json!({"revision": 1, "lesson": lesson, "exams": exams});
    Step::new(title, &key, move |monitor| lesson.hold(&exams, monitor))
}

/// Deals of the matches on the way.
pub fn curve_deals(bench: &Bench<'_>) -> u64 {
    bench.scaled(100, 1000, 10_000)
}

/// Deals of the matches at the end.
pub fn match_deals(bench: &Bench<'_>) -> u64 {
    bench.scaled(200, 5_000, PAPER_DEALS)
}

/// Where the curves have points: closer at the start, where most is learned.
fn points(deals: u64) -> Vec<u64> {
    let shares = [0.0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];
    shares.iter().map(|share| (share * deals as f64).round() as u64).collect()
}

impl Runs {
    /// The final figure of each run.
    pub fn finals(&self, measure: &str) -> Result<Vec<f64>, LabError> {
        Ok(means(&self.estimates(measure)?))
    }

    /// The final figure over the seeds.
    pub fn estimate(&self, measure: &str) -> Result<Estimate, LabError> {
        Ok(over_runs(&self.estimates(measure)?))
    }

    fn estimates(&self, measure: &str) -> Result<Vec<Estimate>, LabError> {
        finals(&self.runs, 0, measure)
    }

    /// What the paper's single run may be off by; ours were measured on so many deals.
    pub fn error_of_one(&self, measure: &str, deals: u64) -> Result<f64, LabError> {
        Ok(error_of_one(&self.estimates(measure)?, deals))
    }

    /// The curve: mean over the seeds that have one, at every point.
    pub fn curve(&self, measure: &str) -> Result<Vec<(u64, Estimate)>, LabError> {
        let curves: Vec<&Marks> = self.runs.iter().filter(|run| !run.curve.is_empty()).collect();
        let Some(first) = curves.first() else { return Ok(Vec::new()) };
        let points = first.curve.iter().enumerate();
        points
            .map(|(place, (deals, _))| {
                let values: Result<Vec<Estimate>, LabError> = curves
                    .iter()
                    .map(|run| match run.curve.get(place) {
                        Some((_, measures)) => measures.get(measure),
                        None => Err(LabError::Other("the curves have different lengths".to_string())),
                    })
                    .collect();
                Ok((*deals, over_runs(&values?)))
            })
            .collect()
    }

    /// The distribution of payoffs: for each payoff its share over the seeds.
    pub fn shares(&self, payoffs: impl Iterator<Item = f64>) -> Vec<(f64, Estimate)> {
        let runs: Vec<&Payoffs> = self.runs.iter().map(|run| &run.payoffs).filter(|all| !all.is_empty()).collect();
        payoffs
            .map(|payoff| {
                let shares: Vec<f64> = runs.iter().map(|run| share(run, payoff)).collect();
                (payoff, over_seeds(&shares))
            })
            .collect()
    }
}

/// What a single run of the paper may be off by: the 95% half-width of runs around their mean, and that of 100,000 deals
/// each played once. Ours were measured on so many deals in four rotations; see `rows` for the factor.
pub fn error_of_one(runs: &[Estimate], deals: u64) -> f64 {
    let of_deals = runs.iter().filter_map(|run| run.ci95).sum::<f64>() / runs.len().max(1) as f64;
    math::hypot(spread(&means(runs)), 2.0 * of_deals * (deals as f64 / PAPER_DEALS as f64).sqrt())
}

/// The 95% half-width of single runs around their mean.
pub fn spread(runs: &[f64]) -> f64 {
    let freedom = (runs.len() as u64).saturating_sub(1).max(1);
    let mean = runs.iter().sum::<f64>() / runs.len() as f64;
    let squares: f64 = runs.iter().map(|value| (value - mean).powi(2)).sum();
    student_t(freedom) * (squares / freedom as f64).sqrt()
}

/// How each run did in one of its finals.
pub fn finals(runs: &[Marks], exam: usize, measure: &str) -> Result<Vec<Estimate>, LabError> {
    let missing = || LabError::Other(format!("a run has no final {exam}"));
    runs.iter().map(|run| run.finals.get(exam).ok_or_else(missing)?.get(measure)).collect()
}

/// The share of games with a payoff.
pub fn share(payoffs: &Payoffs, payoff: f64) -> f64 {
    let all: u64 = payoffs.iter().map(|(_, games)| games).sum();
    let here: u64 = payoffs.iter().filter(|(known, _)| *known == payoff).map(|(_, games)| games).sum();
    here as f64 / all.max(1) as f64
}
