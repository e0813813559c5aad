use serde_json::json;

use super::without_deep;
use crate::papers::p001::training_seeds;
use crate::{
    Axis, Bench, Cell, Contest, Exam, Exams, Experiment, Figure, Finding, LabError, Lesson, Look, Marks, Measures,
    Part, Point, ResultTable, Series, Step, number, over_runs,
};

pub const LEARNING: Experiment = Experiment {
    name: "learning",
    title: "How fast a small deep net learns, beside the papers' learners",
    claim: "After how many deals of self-play does a small net, trained on the processor, do as well against the papers' \
            rule players as the papers' learners that come with the program? (Needs a program with the feature `deep`.)",
    part: Part::Beyond,
    run: learning,
};

/// A net of few units in small batches: it learns on a processor in minutes. Batches divide the points of the curves.
const LEARNER: &str = "deep:width=64,blocks=1,batch=250,minibatch=2500,rate=0.001,last-rate=0.0001,machine=cpu";

/// A paper's game, whom its learner had to beat, and that learner.
struct Course {
    name: &'static str,
    game: &'static str,
    rules: &'static str,
    against: &'static str,
    /// None is the payoff.
    measure: Option<&'static str>,
    unit: &'static str,
    learner: &'static str,
}

const COURSES: [Course; 4] = [
    Course {
        name: "plain tricks",
        game: "plain-tricks",
        rules: "plain",
        against: "rule",
        measure: Some("mean_tricks"),
        unit: "tricks a deal",
        learner: "linear-q",
    },
    Course {
        name: "Hearts",
        game: "hearts",
        rules: "saito-free",
        against: "rule",
        measure: Some("mean_points"),
        unit: "points a deal (fewer is better)",
        learner: "linear-q",
    },
    Course {
        name: "Daifugo",
        game: "daifugo",
        rules: "paper003",
        against: "psunder12no8",
        measure: None,
        unit: "points a game",
        learner: "mel",
    },
    Course {
        name: "Monsters",
        game: "monsters",
        rules: "dealt",
        against: "balanced",
        measure: Some("outright"),
        unit: "share of games won before the cap",
        learner: "learner",
    },
];

impl Course {
    fn result(&self, measures: &Measures) -> Result<kirifuda_arena::Estimate, LabError> {
        self.measure.map_or(Ok(measures.payoff), |name| measures.get(name))
    }

    fn seats(&self) -> usize {
        match self.game {
            "monsters" => 2,
            "daifugo" => 5,
            _ => 4,
        }
    }
}

fn learning(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let seeds = training_seeds(bench, bench.scaled(1, 2, 3));
    let deals = bench.scaled(500, 10_000, 100_000);
    let exam_deals = bench.scaled(10, 300, 1_000);
    let learner = format!("{LEARNER},span={deals}");
    let halves = [0].into_iter().chain([250, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000]);
    let points: Vec<u64> = halves.filter(|&point| point <= deals).collect();
    let (mut lessons, mut levels) = (Vec::new(), Vec::new());
    for course in &COURSES {
        for &seed in &seeds {
            let learner = learner.clone();
            let lesson =
                Lesson { game: course.game, rules: course.rules, learner: "", opponents: "mirror", deals, seed };
            let exam = Exam { against: course.against, deals: exam_deals, seed: bench.seed() };
            let exams = Exams { points: points.clone(), on_the_way: Some(exam), ..Exams::default() };
            let key = json!({"revision": 1, "learner": learner, "lesson": lesson, "exams": exams});
            let title = format!("learning {} seed {seed}", course.game);
            lessons.push(Step::new(title, &key, move |monitor| {
                if !cfg!(feature = "deep") {
                    return Err(without_deep());
                }
                Lesson { learner: &learner, ..lesson }.hold(&exams, monitor)
            }));
        }
        let (game, rules, seed) = (course.game, course.rules, bench.seed());
        let mut players = vec![course.learner];
        players.resize(course.seats(), course.against);
        let key = json!({"revision": 1, "game": game, "rules": rules, "players": players, "deals": exam_deals});
        levels.push(Step::new(format!("learning {game} {}", course.learner), &key, move |monitor| {
            Contest { game, rules, players: &players, deals: exam_deals }.play(seed, 1, monitor)
        }));
    }
    let marks: Vec<Marks> = bench.steps(lessons)?;
    let levels: Vec<Measures> = bench.steps(levels)?;

    let heads = ["game", "against", "measure", "untrained", "after half", "at the end", "the paper's learner"];
    let caption = format!("A small deep net after {} deals of self-play", number::count(deals));
    let mut table = ResultTable::new("learning", caption, heads);
    let mut figures = Vec::new();
    for ((course, runs), level) in COURSES.iter().zip(marks.chunks(seeds.len())).zip(&levels) {
        let mut curve = Vec::new();
        for (place, &point) in points.iter().enumerate() {
            let at = runs.iter().filter_map(|run| run.curve.get(place)).map(|(_, measures)| course.result(measures));
            curve.push((point, over_runs(&at.collect::<Result<Vec<_>, _>>()?)));
        }
        let level = course.result(level)?;
        let cell = |place: Option<&(u64, kirifuda_arena::Estimate)>| {
            place.map_or(Cell::Empty, |(_, estimate)| Cell::ours(*estimate, 3))
        };
        table.row([
            Cell::text(format!("{}, `{}`", course.name, course.rules)),
            Cell::text(format!("{} × `{}`", course.seats() - 1, course.against)),
            Cell::text(course.unit),
            cell(curve.first()),
            cell(curve.iter().rfind(|(point, _)| 2 * point <= deals)),
            cell(curve.last()),
            Cell::ours(level, 3),
        ]);
        let figure = Figure::new(
            course.game,
            format!("{} under `{}` against {} × `{}`.", course.name, course.rules, course.seats() - 1, course.against),
            Axis::new("deals of self-play").log(),
            Axis::new(course.unit),
        );
        let points = curve.iter().filter(|(point, _)| *point > 0).map(|&(at, is)| Point::estimate(at as f64, is));
        let learner = Series::ours(
            format!("{} (comes with the program)", course.learner),
            Look::Level,
            [Point::new(0.0, level.mean)],
        );
        figures.push(figure.series(Series::ours("deep", Look::LineMarkers, points)).series(learner));
    }
    let how = format!(
        "{} trainings of each: `{learner}`, opponents `mirror`; every point is an exam of {} deals in all rotations.",
        seeds.len(),
        number::count(exam_deals)
    );
    Ok(figures.into_iter().fold(Finding::new().text(how).table(table), Finding::figure))
}
