use std::fs;

use kirifuda_arena::{Contestant, Estimate, Monitor, Plan};
use kirifuda_catalog::contestant;
use kirifuda_catalog::trainers::Trainee;
use kirifuda_games::hearts::{Hearts, Rules};
use serde_json::json;

use super::learned::{AVERAGE, MODES, OPPONENTS, Pupil, RATIO, STOCK, danger, opponents, over, training_seeds};
use crate::contest::measure;
use crate::lesson::Share;
use crate::verdict::means;
use crate::{
    Axis, Bench, Cell, Experiment, Figure, Finding, LabError, Look, Marks, Measures, Part, Point, ResultTable, Series,
    Step, number, over_seeds, paired,
};

pub const FUTURE_WORK: Experiment = Experiment {
    name: "future-work",
    title: "Section 7: hearts predicted, too, and danger heeded in play",
    claim: "The paper's future work: what do predictions of the hearts bring beside that of ♠Q, other thresholds, and a \
            look at the danger not only while learning but in play?",
    part: Part::Beyond,
    run: future_work,
};

/// Which degrees of danger are heeded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Heed {
    Queen,
    Points,
    Both,
}

const KINDS: [(Heed, &str); 3] = [(Heed::Queen, "♠Q"), (Heed::Points, "points"), (Heed::Both, "♠Q and points")];

/// What a degree of danger, from −1 to 1, has to be below.
const THRESHOLDS: [f64; 5] = [-0.5, -0.25, 0.0, 0.25, 0.5];

impl Heed {
    /// The settings of learner or player.
    pub fn settings(self, below: f64) -> String {
        match self {
            Heed::Queen => format!("danger=shipped,queen-below={below}"),
            Heed::Points => format!("danger=shipped,queen-below=off,points-below={below}"),
            Heed::Both => format!("danger=shipped,queen-below={below},points-below={below}"),
        }
    }
}

fn pupil(title: &str, settings: &str, deals: u64, seed: u64) -> Pupil {
    let comma = if settings.is_empty() { "" } else { "," };
    let learner = format!("falcon:mode=average,actions=new{comma}{settings}");
    Pupil { title: format!("danger {title}"), learner, deals, seed }
}

/// How many deals are learned from.
fn deals(bench: &Bench<'_>) -> u64 {
    bench.scaled(40, 5_000, 100_000)
}

/// A table of ratios by kind and threshold, and the best threshold of each kind.
struct Trials {
    table: ResultTable,
    figure: Figure,
    best: [f64; 3],
}

/// Tries the thresholds, on seeds and deals that nothing else is measured on.
fn trials(bench: &Bench<'_>) -> Result<Trials, LabError> {
    let matches = [(opponents(bench)[STOCK], bench.scaled(20, 1_000, 10_000))];
    let seeds = training_seeds(bench, 53 + bench.scaled(0, 0, 1)).split_off(51);
    let mut steps = Vec::new();
    for (kind, name) in KINDS {
        for below in THRESHOLDS {
            for &seed in &seeds {
                let title = format!("{name} below {below}, trial");
                steps.push(pupil(&title, &kind.settings(below), deals(bench), seed).examined(&matches));
            }
        }
    }
    let marks: Vec<Marks> = bench.steps(steps)?;
    let mut runs = marks.chunks(seeds.len());
    let heads = ["heeded while learning"].into_iter().map(str::to_string);
    let heads = heads.chain(THRESHOLDS.map(|below| format!("below {}", number::plain(below, 2))));
    let caption = format!(
        "Penalty ratio against three rule players by threshold; {} seeds and {} deals that are not used below",
        seeds.len(),
        number::count(matches[0].1)
    );
    let mut table = ResultTable::new("thresholds", caption, heads);
    let mut figure = Figure::new(
        "thresholds",
        "Penalty ratio against three rule players by the threshold while learning.",
        Axis::new("a degree of danger has to be below"),
        Axis::new("penalty ratio"),
    );
    let mut best = [0.0; 3];
    for ((_, name), best) in KINDS.into_iter().zip(&mut best) {
        let mut all = Vec::new();
        for _ in THRESHOLDS {
            let runs = super::learned::ratios(runs.next().unwrap_or_default(), 0)?;
            all.push(over_seeds(&means(&runs)));
        }
        *best = lowest(&all);
        let points = THRESHOLDS.into_iter().zip(&all).map(|(below, ours)| Point::estimate(below, *ours));
        figure = figure.series(Series::ours(name, Look::LineMarkers, points));
        table.row([Cell::text(name)].into_iter().chain(all.iter().map(|ours| Cell::ours(*ours, 4))));
    }
    Ok(Trials { table, figure, best })
}

/// The threshold with the lowest ratio, the first among equals.
pub(super) fn lowest(ratios: &[Estimate]) -> f64 {
    let mut pairs: Vec<(f64, f64)> = THRESHOLDS.into_iter().zip(ratios.iter().map(|ours| ours.mean)).collect();
    pairs.sort_by(|one, other| one.1.total_cmp(&other.1));
    pairs.first().map_or(0.0, |(below, _)| *below)
}

/// A learner, and the ways to play with what it has learned.
struct Case {
    name: &'static str,
    learning: String,
    /// Name and settings of what is heeded in play; empty for nothing.
    playing: Vec<(&'static str, String)>,
}

fn cases(best: [f64; 3]) -> Vec<Case> {
    let [queen, points, both] = [0, 1, 2].map(|kind: usize| KINDS[kind].0.settings(best[kind]));
    let nothing = || ("nothing", String::new());
    let case = |name, learning, playing| Case { name, learning, playing };
    let in_play = [("♠Q", &queen), ("points", &points), ("♠Q and points", &both)];
    let in_play: Vec<(&str, String)> = in_play.into_iter().map(|(name, settings)| (name, settings.clone())).collect();
    vec![
        case("nothing", String::new(), [nothing()].into_iter().chain(in_play).collect()),
        case("♠Q", queen.clone(), vec![nothing(), ("♠Q", queen)]),
        case("points", points.clone(), vec![nothing(), ("points", points)]),
        case("♠Q and points", both.clone(), vec![nothing(), ("♠Q and points", both)]),
    ]
}

fn future_work(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let Trials { table: thresholds, figure, best } = trials(bench)?;
    let mode = &MODES[AVERAGE];
    let seeds = training_seeds(bench, bench.scaled(2, 3, 5));
    let [stock, cards, _] = opponents(bench);
    let matches = [(stock, bench.scaled(20, 1_000, 10_000)), (cards, bench.scaled(2, 20, 312))];
    let cases = cases(best);
    let mut steps = Vec::new();
    for case in &cases {
        for &seed in &seeds {
            let pupil = pupil(case.name, &case.learning, deals(bench), seed);
            let playing: Vec<String> = case.playing.iter().map(|(_, settings)| settings.clone()).collect();
            let text = pupil.text();
            let used = danger(&format!("{text} {}", playing.concat()));
            let key = json!({"revision": 1, "lesson": pupil.lesson(&text), "playing": playing, "danger": used,
                "matches": matches});
            let title = format!("danger {} while learning, seed {seed}", case.name);
            steps.push(Step::new(title, &key, move |monitor| played(&pupil, &playing, &matches, monitor)));
        }
    }
    let all: Vec<Vec<Vec<Measures>>> = bench.steps(steps)?;
    let heads = [
        "heeded while learning",
        "heeded in play",
        "against 3 stock",
        "against 3 mc (cards)",
        "gained against 3 stock",
        "gained against 3 mc (cards)",
    ];
    let caption = "Penalty ratio, and the difference from heeding nothing (below 0 is better), from equal seeds on the \
                   same deals";
    let mut table = ResultTable::new("danger", caption, heads);
    let mut base: Option<Vec<Vec<f64>>> = None;
    for (case, runs) in cases.iter().zip(all.chunks(seeds.len())) {
        for (way, (playing, _)) in case.playing.iter().enumerate() {
            let mut ours = Vec::new();
            for exam in 0..matches.len() {
                ours.push(ratios(runs, way, exam)?);
            }
            let values: Vec<Vec<f64>> = ours.iter().map(|runs| means(runs)).collect();
            let gains =
                base.as_ref().map(|base| values.iter().zip(base).map(|(now, base)| paired(now, base)).collect());
            let gains: Vec<Estimate> = gains.unwrap_or_default();
            let cells = ours.iter().map(|runs| Cell::ours(over(runs), 4));
            let gained = gains.into_iter().map(|gain| Cell::ours(gain, 4));
            table.row([Cell::text(case.name), Cell::text(*playing)].into_iter().chain(cells).chain(gained));
            base.get_or_insert(values);
        }
    }
    let chosen: Vec<String> =
        KINDS.iter().zip(best).map(|((_, name), below)| format!("{name} below {}", number::plain(below, 2))).collect();
    let how = format!(
        "Mode `{}`, new actions, {} deals of learning. Degrees of danger lie between −1 and 1: of ♠Q for taking it, of \
         points for how many more are taken. The thresholds with the lowest ratio in the trials: {}. With these, {} other \
         seeds, {} deals against {} and {} against {}, in four rotations.",
        mode.name,
        number::count(deals(bench)),
        chosen.join(", "),
        seeds.len(),
        number::count(matches[0].1),
        OPPONENTS[0],
        number::count(matches[1].1),
        OPPONENTS[1],
    );
    Ok(Finding::new().text(how).figure(figure).table(thresholds).table(table))
}

/// The ratios of all runs for one way to play, in one of the matches.
fn ratios(runs: &[Vec<Vec<Measures>>], way: usize, exam: usize) -> Result<Vec<Estimate>, LabError> {
    let missing = || LabError::Other(format!("a run has no match {exam} for way {way} to play"));
    runs.iter().map(|run| run.get(way).and_then(|ways| ways.get(exam)).ok_or_else(missing)?.get(RATIO)).collect()
}

/// Trains once, and plays all matches in each way.
fn played(
    pupil: &Pupil,
    playing: &[String],
    matches: &[(&'static str, u64)],
    monitor: &dyn Monitor,
) -> Result<Vec<Vec<Measures>>, LabError> {
    let exams: u64 = matches.iter().map(|(_, deals)| 4 * deals).sum();
    let total = pupil.deals + exams * playing.len() as u64;
    let trainee =
        pupil.lesson(&pupil.text()).train::<Hearts>(&Share { monitor, before: 0, size: pupil.deals, total })?;
    let rules = Rules::falcon();
    let mut before = pupil.deals;
    let mut all = Vec::new();
    for settings in playing {
        let player = heeding(&*trainee, settings)?;
        let mut results = Vec::new();
        for &(against, deals) in matches {
            let other = contestant::<Hearts>(&rules, against)?;
            let contestants = [player.clone(), other.clone(), other.clone(), other];
            let plan =
                Plan { rules: &rules, contestants: &contestants, first: 0, deals, seed: pupil.seed, threads: Some(1) };
            results.push(measure(&plan, &Share { monitor, before, size: 4 * deals, total })?);
            before += 4 * deals;
        }
        all.push(results);
    }
    Ok(all)
}

/// What was learned, at a table where danger is heeded: by way of a file, as `falcon:model=FILE,danger=…` has it.
fn heeding(trainee: &dyn Trainee<Hearts>, settings: &str) -> Result<Contestant<Hearts>, LabError> {
    if settings.is_empty() {
        return Ok(Contestant {
            name: "learner".to_string(),
            maker: trainee.player().map_err(LabError::Other)?,
            many: false,
        });
    }
    let folder = std::env::temp_dir();
    let file = tempfile::Builder::new().suffix(".kfm").tempfile_in(&folder).map_err(LabError::write(&folder))?;
    fs::write(&file, trainee.model().map_err(LabError::Other)?.to_bytes()).map_err(LabError::write(file.path()))?;
    Ok(contestant::<Hearts>(&Rules::falcon(), &format!("falcon:model={},{settings}", file.path().display()))?)
}
