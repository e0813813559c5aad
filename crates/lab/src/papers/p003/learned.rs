//! UseMEL: its readings, its trainings in phases, and what is kept of them.

use kirifuda_arena::{Estimate, Monitor, Stretch};
use kirifuda_catalog::entries::daifugo::{learned, score};
use kirifuda_catalog::trainers::Trainee;
use kirifuda_games::daifugo::{Daifugo, RANKS};
use kirifuda_learn::model::Model;
use kirifuda_learn::play_values::{Place, Values};
use kirifuda_players::daifugo::{Explore, Following, PlayEvaluation, Scope, Ties};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::lesson::learn;
use crate::{Bench, LabError, Lesson, Point, Reading, Step, over_seeds};

pub const GAME: &str = "daifugo";
pub const RULES: &str = "paper003";

pub const ALL_STATE: &str = "psinallstate";
pub const UNDER_12: &str = "psunder12";
pub const NO_8: &str = "psunder12no8";

/// The five fixed players, weakest first as the paper says, with their names there.
pub const FIXED: [(&str, &str); 5] = [
    ("enemy", "Enemy"),
    ("pairsave", "PairSave"),
    (ALL_STATE, "PSInAllState"),
    (UNDER_12, "PSUnder12"),
    (NO_8, "PSUnder12No8"),
];

/// What the printed experiments try: how often another play is made.
pub const EPSILON: f64 = 0.05;

/// How a learner learns, but for ε.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pupil {
    /// For people.
    pub name: &'static str,
    pub task: PlayEvaluation,
    /// α.
    pub step: f32,
    /// α is halved after so many plays of the same kind.
    pub step_fade: Option<u64>,
    /// V₀.
    pub start: f32,
    /// Rewards are added up.
    pub additive: bool,
}

/// Reading B: a rank answers only if the table's number of cards is its best.
pub const B: Pupil = Pupil {
    name: "B",
    task: PlayEvaluation { following: Following::Exact, explore: Explore::Any, ties: Ties::Smaller, scope: PAPERS },
    step: 0.01,
    step_fade: None,
    start: 2.0,
    additive: false,
};

/// Reading B′: a rank is kept back only if more of its cards at once are better.
pub const B_PRIME: Pupil = Pupil {
    name: "B′",
    task: PlayEvaluation { following: Following::Larger, explore: Explore::Size, ties: Ties::Smaller, scope: PAPERS },
    step: 0.003,
    step_fade: None,
    start: 1.0,
    additive: false,
};

/// The paper values groups of natural cards alone.
pub const PAPERS: Scope = Scope { joker: false, sequences: false, revolution: false, passing: false };

pub const READINGS: [Pupil; 2] = [B, B_PRIME];

impl Pupil {
    /// As what it reads the paper.
    pub fn reading(&self) -> Reading {
        match self.name {
            name if name == B.name => Reading::Printed,
            name if name == B_PRIME.name => Reading::Best,
            _ => Reading::Other,
        }
    }

    /// The learner as `kirifuda train` takes it.
    pub fn text(&self, phase: &Phase) -> String {
        let PlayEvaluation { following, explore, ties, scope } = self.task;
        let following = if following == Following::Exact { "exact" } else { "larger" };
        let explore = if explore == Explore::Any { "any" } else { "size" };
        let mut text = format!("mel:following={following},explore={explore},step={},start={}", self.step, self.start);
        if let Some(half) = self.step_fade {
            text.push_str(&format!(",step-fade=visits:{half}"));
        }
        if ties == Ties::Larger {
            text.push_str(",ties=larger");
        }
        if self.additive {
            text.push_str(",update=sum");
        }
        text.push_str(&format!(",epsilon={}", phase.epsilon));
        if let Some(half) = phase.fade {
            text.push_str(&format!(",epsilon-fade=games:{half}"));
        }
        if phase.learners != 1 {
            text.push_str(&format!(",learners={}", phase.learners));
        }
        let Scope { joker, sequences, revolution, passing } = scope;
        for (on, name) in [(joker, "joker"), (sequences, "sequences"), (revolution, "revolution"), (passing, "passing")]
        {
            if on {
                text.push_str(&format!(",{name}=on"));
            }
        }
        text
    }

    /// The learner as it is trained: nothing moves the values while it only plays.
    fn trained(&self, phase: &Phase) -> String {
        if phase.learns { self.text(phase) } else { Pupil { step: 0.0, ..*self }.text(phase) }
    }

    /// A phase as a training by name.
    pub fn lesson<'a>(&self, learner: &'a str, rules: &'a str, phase: &Phase, seed: u64) -> Lesson<'a> {
        Lesson { game: GAME, rules, learner, opponents: phase.opponents, deals: phase.games, seed }
    }
}

/// A part of a learner's life: so many games at one table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Phase {
    /// The player at all seats that are not the learner's.
    pub opponents: &'static str,
    pub games: u64,
    pub epsilon: f64,
    /// ε is halved after so many games.
    pub fade: Option<u64>,
    /// Whether the values move.
    pub learns: bool,
    /// Seats of the learner.
    pub learners: usize,
}

impl Phase {
    /// Learns as the paper does.
    pub fn learning(opponents: &'static str, games: u64) -> Phase {
        Phase { opponents, games, epsilon: EPSILON, fade: None, learns: true, learners: 1 }
    }

    /// Plays what was learned, and nothing else.
    pub fn playing(opponents: &'static str, games: u64) -> Phase {
        Phase { epsilon: 0.0, learns: false, ..Phase::learning(opponents, games) }
    }
}

/// What is kept of a phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct History {
    /// After so many games: the score in all; the mean of the learner's seats where it has several.
    pub scores: Vec<(u64, f64)>,
    /// The values at its end; nothing where they did not move.
    pub standard: Standard,
}

/// The learned standard: values of plays, by rank, number held and number played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Standard {
    values: Vec<f32>,
    visits: Vec<u64>,
    /// With the joker in hand and one card of a rank: playing it alone, and as a pair with the joker.
    pub joker: Vec<[f32; 2]>,
    /// With one card of the weakest rank that could answer: playing it, and passing.
    pub passing: Vec<[f32; 2]>,
}

/// Numbers held and played that are kept.
const HELD: u8 = 4;
const PLAYED: u8 = 3;

impl Standard {
    pub fn of(values: &Values) -> Standard {
        let places: Vec<Place> = ranks()
            .flat_map(|rank| (1..=HELD).map(move |held| (rank, held)))
            .flat_map(|(rank, held)| (1..=PLAYED).map(move |played| PlayEvaluation::place_of(rank, held, played)))
            .collect();
        let pairs = |one: fn(u8) -> Place, other: fn(u8) -> Place| {
            ranks().map(|rank| [values.get(one(rank)), values.get(other(rank))]).collect()
        };
        Standard {
            values: places.iter().map(|&place| values.get(place)).collect(),
            visits: places.iter().map(|&place| values.visits(place)).collect(),
            joker: pairs(
                |rank| PlayEvaluation::place_beside_joker(rank, 1, 1),
                |rank| PlayEvaluation::place_with_joker(rank, 1, 2),
            ),
            passing: pairs(|rank| PlayEvaluation::place_of(rank, 1, 1), |rank| PlayEvaluation::place_of_pass(rank, 1)),
        }
    }

    fn index(rank: u8, held: u8, played: u8) -> usize {
        (usize::from(rank) * usize::from(HELD) + usize::from(held) - 1) * usize::from(PLAYED) + usize::from(played) - 1
    }

    /// The value of playing so many of the cards held of a rank.
    pub fn value(&self, rank: u8, held: u8, played: u8) -> f64 {
        self.values.get(Self::index(rank, held, played)).map_or(f64::NAN, |&value| f64::from(value))
    }

    /// How often that was played.
    pub fn visits(&self, rank: u8, held: u8, played: u8) -> u64 {
        self.visits.get(Self::index(rank, held, played)).copied().unwrap_or_default()
    }

    /// How much better it is to break a pair than to play it whole.
    pub fn breaking(&self, rank: u8) -> f64 {
        self.value(rank, 2, 1) - self.value(rank, 2, 2)
    }
}

/// All ranks, from the threes.
pub fn ranks() -> impl Iterator<Item = u8> {
    0..RANKS as u8
}

/// The learner's life through some phases, under these rules, with `points` scores kept of each phase. It sits down at
/// every table with what it knows already.
pub fn live(
    pupil: &Pupil,
    rules: &str,
    phases: &[Phase],
    seed: u64,
    points: u64,
    monitor: &dyn Monitor,
) -> Result<Vec<History>, LabError> {
    let total: u64 = phases.iter().map(|phase| phase.games).sum();
    let (mut done, mut known) = (0, None::<Model<'static>>);
    let mut histories = Vec::new();
    for (number, phase) in (0..).zip(phases) {
        let learner = pupil.trained(phase);
        let lesson = pupil.lesson(&learner, rules, phase, seed.wrapping_mul(10).wrapping_add(number));
        let mut trainee: Box<dyn Trainee<Daifugo>> = match known.take() {
            Some(known) => lesson.begin_from(known)?,
            None => lesson.begin()?,
        };
        let (mut scores, mut stretch) = (vec![(0, 0.0)], Stretch::default());
        for point in 1..=points {
            let until = phase.games * point / points;
            while trainee.deals() < until {
                done += learn(&mut *trainee, until, &mut stretch)?;
                monitor.advance(done, total);
                if monitor.stopped() {
                    return Err(LabError::Interrupted);
                }
            }
            let missing = || LabError::Other(format!("`{learner}` does not tell its score"));
            scores.push((until, score(&trainee.checkpoint().map_err(LabError::Other)?.header).ok_or_else(missing)?));
        }
        scores.dedup_by_key(|(games, _)| *games);
        let model = trainee.model().map_err(LabError::Other)?.into_owned();
        let standard = match phase.learns {
            true => Standard::of(&learned(model.clone()).map_err(LabError::Other)?.1),
            false => Standard::default(),
        };
        histories.push(History { scores, standard });
        known = Some(model);
    }
    Ok(histories)
}

/// A step that is a learner's life.
pub fn life(
    pupil: Pupil,
    rules: &'static str,
    phases: Vec<Phase>,
    seed: u64,
    points: u64,
) -> Step<'static, Vec<History>> {
    let tables: Vec<&str> = phases.iter().map(|phase| phase.opponents).collect();
    let title = format!("{} under {rules} against {}, seed {seed}", pupil.name, tables.join(", "));
    let learners: Vec<String> = phases.iter().map(|phase| pupil.text(phase)).collect();
    let key =
        json!({"revision": 1, "rules": rules, "learners": learners, "phases": phases, "seed": seed, "points": points});
    Step::new(title, &key, move |monitor| live(&pupil, rules, &phases, seed, points, monitor))
}

/// The seeds of the runs.
pub fn seeds(bench: &Bench<'_>, count: u64) -> Vec<u64> {
    (1..=count).map(|number| bench.seed().wrapping_mul(1000).wrapping_add(number)).collect()
}

/// For each of some lives: one run for each seed. Each run has its phases.
pub fn runs(
    bench: &Bench<'_>,
    lives: &[(Pupil, &'static str, Vec<Phase>)],
    seeds: &[u64],
    points: u64,
) -> Result<Vec<Vec<Vec<History>>>, LabError> {
    let mut steps = Vec::new();
    for (pupil, rules, phases) in lives {
        steps.extend(seeds.iter().map(|&seed| life(*pupil, rules, phases.clone(), seed, points)));
    }
    let histories = bench.steps(steps)?;
    Ok(histories.chunks(seeds.len().max(1)).map(<[_]>::to_vec).collect())
}

/// One phase of each run.
pub fn phase(runs: &[Vec<History>], number: usize) -> Result<Vec<&History>, LabError> {
    let missing = || LabError::Other(format!("a run has no phase {number}"));
    runs.iter().map(|run| run.get(number).ok_or_else(missing)).collect()
}

/// The scores of all runs at the point that is nearest to a number of games.
pub fn scores_at(runs: &[&History], games: u64) -> Vec<f64> {
    let nearest = |run: &&History| {
        let near = run.scores.iter().min_by_key(|(at, _)| at.abs_diff(games));
        near.map_or(f64::NAN, |(_, score)| *score)
    };
    runs.iter().map(nearest).collect()
}

/// The scores of all runs at the end.
pub fn finals(runs: &[&History]) -> Vec<f64> {
    scores_at(runs, u64::MAX)
}

/// What a game brought, on average, between two points of each run.
pub fn rates(runs: &[&History], from: u64, until: u64) -> Vec<f64> {
    let games = until.saturating_sub(from).max(1) as f64;
    let (before, after) = (scores_at(runs, from), scores_at(runs, until));
    before.iter().zip(after).map(|(before, after)| (after - before) / games).collect()
}

/// How many runs end ahead.
pub fn ahead(scores: &[f64]) -> usize {
    scores.iter().filter(|&&score| score > 0.0).count()
}

/// The mean curve of the runs.
pub fn curve(runs: &[&History]) -> Vec<Point> {
    let Some(first) = runs.first() else { return Vec::new() };
    let at = |&(games, _): &(u64, f64)| Point::estimate(games as f64, over_seeds(&scores_at(runs, games)));
    first.scores.iter().map(at).collect()
}

/// A difference of values, run by run.
pub fn over_standards(runs: &[&History], difference: impl Fn(&Standard) -> f64) -> Estimate {
    over_seeds(&runs.iter().map(|run| difference(&run.standard)).collect::<Vec<_>>())
}
