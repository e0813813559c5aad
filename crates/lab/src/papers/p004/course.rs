use kirifuda_arena::{Estimate, Maker, Monitor, Stretch};
use kirifuda_catalog::contestant;
use kirifuda_games::monsters::{Monsters, Rules};
use kirifuda_play::{Game, Rules as _};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::exam::{Tally, exam};
use crate::lesson::{Share, learn};
use crate::{Bench, LabError, Lesson, Point, Step, over_seeds};

/// The paper's learner: every bench that may be is as likely as any other.
pub const PAPER_LEARNER: &str = "learner:belief=uniform";
/// The paper's three rule players.
pub const STYLES: [&str; 3] = ["balanced", "brute", "steady"];

/// One training with exams on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Course {
    /// The learner with its settings.
    pub learner: String,
    /// Whom it learns against; before its `mixed-until` all three.
    pub opponents: &'static str,
    /// Games learned from.
    pub games: u64,
    /// Games between two exams.
    pub every: u64,
    /// Where it is examined, and how.
    pub stages: Vec<Stage>,
    /// Deals of an exam, each in both rotations.
    pub deals: u64,
    /// What is added to the rules of trainings and exams: nothing, or switches with a comma before each.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub rules: &'static str,
}

/// A part of a training with its exams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Stage {
    /// After so many games is the first exam of the stage.
    pub from: u64,
    /// After so many its last.
    pub until: u64,
    /// Whether status attack and trap are allowed there.
    pub magic: bool,
    /// Against whom.
    pub against: &'static str,
}

/// What the exams after some games gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The number of the stage.
    pub stage: usize,
    /// Games learned from.
    pub games: u64,
    /// With a team of its own choice, as in the paper.
    pub chosen: Tally,
    /// With teams dealt at random to both.
    pub dealt: Tally,
}

/// All marks of a training, in order.
pub type Marks = Vec<Mark>;

/// The sizes of the paper's experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Games between two exams: 100 in the paper. All other numbers of games are counted in it.
    pub unit: u64,
    /// Deals of an exam: 100, which are 200 games.
    pub deals: u64,
    /// Trainings of each kind: 3 in the paper.
    pub runs: u64,
}

impl Sizes {
    pub fn of(bench: &Bench<'_>) -> Sizes {
        let (unit, deals, runs) = bench.scaled((2, 1, 2), (40, 100, 2), (100, 100, 10));
        Sizes { unit, deals, runs }
    }

    /// 5,200 games.
    pub fn games(self) -> u64 {
        52 * self.unit
    }

    /// 2,500 games, after which rules or opponents change.
    pub fn change(self) -> u64 {
        25 * self.unit
    }

    /// 2,200 games, after which the paper's learner is at its level.
    pub fn level(self) -> u64 {
        22 * self.unit
    }

    /// The numbers of games in the tables: 0, 500, 1,000, 2,200 and 5,200.
    pub fn rows(self) -> [u64; 5] {
        [0, 5, 10, 22, 52].map(|units| units * self.unit)
    }

    /// A training of 5,200 games against one player, examined against the same.
    pub fn course(self, learner: &str, opponents: &'static str) -> Course {
        let stage = Stage { from: 0, until: self.games(), magic: true, against: opponents };
        Course {
            learner: learner.to_string(),
            opponents,
            games: self.games(),
            every: self.unit,
            stages: vec![stage],
            deals: self.deals,
            rules: "",
        }
    }

    /// A training of so many games with one exam at its end.
    pub fn short(self, learner: &str, opponents: &'static str, games: u64, deals: u64) -> Course {
        let stage = Stage { from: games, until: games, magic: true, against: opponents };
        Course { games, stages: vec![stage], deals, ..self.course(learner, opponents) }
    }
}

impl Course {
    /// Learns and is examined, on one thread.
    pub fn hold(&self, seed: u64, monitor: &dyn Monitor) -> Result<Marks, LabError> {
        let Course { learner, opponents, games, .. } = self;
        let rules = format!("{RULES}{}", self.rules);
        let lesson = Lesson { game: Monsters::NAME, rules: &rules, learner, opponents, deals: *games, seed };
        let (mut trainee, mut stretch) = (lesson.begin::<Monsters>()?, Stretch::default());
        let rooms: Vec<Room> = self.stages.iter().map(|stage| Room::of(stage, self.rules)).collect::<Result<_, _>>()?;
        let points: Vec<(u64, Vec<usize>)> = self.points();
        let exams: u64 = points.iter().map(|(_, stages)| stages.len() as u64).sum();
        let total = self.games + 4 * self.deals * exams;
        let (mut done, mut marks) = (0, Marks::new());
        for (games, stages) in points {
            while trainee.deals() < games {
                done += learn(&mut *trainee, games, &mut stretch)?;
                monitor.advance(done, total);
                if monitor.stopped() {
                    return Err(LabError::Interrupted);
                }
            }
            let player = trainee.player().map_err(LabError::Other)?;
            for stage in stages {
                let Some(room) = rooms.get(stage) else { continue };
                let mut sit = |rules: &Rules| {
                    let share = Share { monitor, before: done, size: 2 * self.deals, total };
                    done += 2 * self.deals;
                    exam(rules, &player, &room.other, self.deals, seed.wrapping_add(EXAM), &share)
                };
                marks.push(Mark { stage, games, chosen: sit(&room.chosen)?, dealt: sit(&room.dealt)? });
            }
        }
        Ok(marks)
    }

    /// After how many games there are exams, and of which stages. The last is the end of the training.
    pub fn points(&self) -> Vec<(u64, Vec<usize>)> {
        let every = self.every.max(1);
        let all = (0..self.games.div_ceil(every)).map(|number| number * every).chain([self.games]);
        let stages = |games: u64| {
            let held = |(_, stage): &(usize, &Stage)| (stage.from..=stage.until).contains(&games);
            self.stages.iter().enumerate().filter(held).map(|(number, _)| number).collect()
        };
        all.map(|games| (games, stages(games))).collect()
    }
}

/// The rules of the trainings; their teams are dealt all the same.
const RULES: &str = "paper004";
/// Exams have another seed than their training, so that they have nothing in common with it.
const EXAM: u64 = 500_000;

/// Where the exams of a stage are held.
struct Room {
    chosen: Rules,
    dealt: Rules,
    other: Maker<Monsters>,
}

impl Room {
    fn of(stage: &Stage, added: &str) -> Result<Room, LabError> {
        let [chosen, dealt] = if stage.magic { ["paper004", "dealt"] } else { ["plain", "plain,teams=dealt"] };
        let [chosen, dealt] = [chosen, dealt].map(|rules| format!("{rules}{added}"));
        let chosen = Rules::book().parse(&chosen)?;
        let other = contestant::<Monsters>(&chosen, stage.against)?.maker;
        Ok(Room { chosen, dealt: Rules::book().parse(&dealt)?, other })
    }
}

/// The seeds of the trainings. Settings were chosen with seeds below 1,000.
pub fn seeds(bench: &Bench<'_>, count: u64) -> Vec<u64> {
    seeds_from(bench, count, USUAL)
}

/// Where the seeds of the experiments begin.
const USUAL: u64 = 10_000;

fn seeds_from(bench: &Bench<'_>, count: u64, first: u64) -> Vec<u64> {
    (1..=count).map(|number| bench.seed().wrapping_mul(1000).wrapping_add(first + number)).collect()
}

/// For each of some courses: the marks of one training for each seed.
pub fn runs(bench: &Bench<'_>, courses: &[Course], count: u64) -> Result<Vec<Vec<Marks>>, LabError> {
    runs_from(bench, courses, count, USUAL)
}

/// The same from seeds that begin elsewhere: what is decided by seeds is measured on others.
pub fn runs_from(bench: &Bench<'_>, courses: &[Course], count: u64, first: u64) -> Result<Vec<Vec<Marks>>, LabError> {
    let seeds = seeds_from(bench, count, first);
    let mut steps = Vec::new();
    for course in courses {
        for &seed in &seeds {
            let title = format!("{} against {}, {} games, seed {seed}", course.learner, course.opponents, course.games);
            let key = json!({"revision": 1, "course": course, "seed": seed});
            let course = course.clone();
            steps.push(Step::new(title, &key, move |monitor| course.hold(seed, monitor)));
        }
    }
    let marks = bench.steps(steps)?;
    Ok(marks.chunks(seeds.len().max(1)).map(<[_]>::to_vec).collect())
}

/// What is read off a mark, in percent.
pub type Reading = fn(&Mark) -> f64;

pub const CHOSEN: Reading = |mark| mark.chosen.won();
pub const CHOSEN_OUTRIGHT: Reading = |mark| mark.chosen.outright();
pub const CHOSEN_CAPPED: Reading = |mark| mark.chosen.capped();
pub const DEALT: Reading = |mark| mark.dealt.won();
pub const DEALT_OUTRIGHT: Reading = |mark| mark.dealt.outright();
pub const DEALT_CAPPED: Reading = |mark| mark.dealt.capped();

/// Exams in the paper's moving average over 500 games.
pub const WINDOW: usize = 5;

/// The moving average of a stage of one training: of the exams of the last 500 games up to each point. It begins anew
/// with every stage, since averages over two rules or two opponents mean neither.
pub fn smooth(marks: &[Mark], stage: usize, reading: Reading) -> Vec<(u64, f64)> {
    let own: Vec<(u64, f64)> =
        marks.iter().filter(|mark| mark.stage == stage).map(|mark| (mark.games, reading(mark))).collect();
    let mean = |end: usize| {
        let window = &own[(end + 1).saturating_sub(WINDOW)..=end];
        window.iter().map(|(_, value)| value).sum::<f64>() / window.len() as f64
    };
    (0..own.len()).map(|end| (own[end].0, mean(end))).collect()
}

/// The moving averages of all trainings after so many games of a stage.
pub fn smooth_at(runs: &[Marks], stage: usize, games: u64, reading: Reading) -> Vec<f64> {
    let at = |marks: &Marks| {
        let found = smooth(marks, stage, reading).into_iter().find(|(at, _)| *at == games);
        found.map_or(f64::NAN, |(_, value)| value)
    };
    runs.iter().map(at).collect()
}

/// The exams of all trainings after so many games of a stage, alone.
pub fn exact_at(runs: &[Marks], stage: usize, games: u64, reading: Reading) -> Vec<f64> {
    let at = |marks: &Marks| {
        let found = marks.iter().find(|mark| mark.stage == stage && mark.games == games);
        found.map_or(f64::NAN, reading)
    };
    runs.iter().map(at).collect()
}

/// The mean curve of the moving averages of a stage, with the interval over the trainings.
pub fn curve(runs: &[Marks], stage: usize, reading: Reading) -> Vec<Point> {
    let curves: Vec<Vec<(u64, f64)>> = runs.iter().map(|marks| smooth(marks, stage, reading)).collect();
    let Some(first) = curves.first() else { return Vec::new() };
    let at = |place: usize| {
        let values: Vec<f64> = curves.iter().filter_map(|curve| curve.get(place)).map(|(_, value)| *value).collect();
        Point::estimate(first[place].0 as f64, over_seeds(&values))
    };
    (0..first.len()).map(at).collect()
}

/// After how many games the moving average of each training first reaches a level, counted from the start of the
/// stage; nothing where it never does.
pub fn reaches(runs: &[Marks], stage: usize, level: f64, reading: Reading) -> Vec<Option<u64>> {
    let first = |marks: &Marks| {
        let curve = smooth(marks, stage, reading);
        let start = curve.first().map_or(0, |(games, _)| *games);
        curve.into_iter().find(|(_, value)| *value >= level).map(|(games, _)| games - start)
    };
    runs.iter().map(first).collect()
}

/// The exams of the last 500 games of a stage, taken together, training by training.
pub fn last_exams(runs: &[Marks], stage: usize, of: fn(&Mark) -> &Tally) -> Vec<Tally> {
    let sum = |marks: &Marks| {
        let own: Vec<&Mark> = marks.iter().filter(|mark| mark.stage == stage).collect();
        let last = &own[own.len().saturating_sub(WINDOW)..];
        last.iter().fold(Tally::default(), |sum, mark| sum.and(of(mark)))
    };
    runs.iter().map(sum).collect()
}

/// The mean over trainings of something about their exams.
pub fn over(tallies: &[Tally], of: impl Fn(&Tally) -> f64) -> Estimate {
    over_seeds(&tallies.iter().map(of).collect::<Vec<_>>())
}
