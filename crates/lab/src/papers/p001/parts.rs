use kirifuda_players::tricks::linear_q::Part as Features;
use serde_json::json;

use super::ladder::BEST;
use super::learned::{PAPER_DEALS, finals, training_seeds};
use crate::verdict::means;
use crate::{
    Bench, Cell, Exam, Exams, Experiment, Finding, LabError, Lesson, Marks, Part, ResultTable, Step, number, over_runs,
    paired,
};

pub const PARTS: Experiment = Experiment {
    name: "parts",
    title: "What each part of the wide features brings",
    claim: "The wide features of Hearts under the `standard` rules, with passing and the moon: each part left out in turn.",
    part: Part::Beyond,
    run: parts,
};

const RULES: &str = "standard";
const AGAINST: [&str; 2] = ["stock", "jake"];

fn parts(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let seeds = training_seeds(bench, bench.scaled(2, 2, 3));
    let deals = bench.scaled(200, 10_000, PAPER_DEALS);
    let exam_deals = bench.scaled(100, 1_000, 10_000);
    let sets: Vec<(&str, &str)> = [("all of them", "wide")]
        .into_iter()
        .chain(Features::ALL.map(|part| (part.about(), part.left_out())))
        .collect();
    let mut steps = Vec::new();
    for (_, features) in &sets {
        let learner = BEST.replace("features=wide", &format!("features={features}"));
        for &seed in &seeds {
            let learner = learner.clone();
            let seed_of_matches = bench.seed();
            let title = format!("parts {features} seed {seed}");
            let key = json!({"revision": 2, "game": "hearts", "rules": RULES, "learner": learner, "opponents": "mirror",
                "deals": deals, "seed": seed, "against": AGAINST, "exam": exam_deals});
            steps.push(Step::new(title, &key, move |monitor| {
                let exam = |against| Exam { against, deals: exam_deals, seed: seed_of_matches };
                let exams = Exams { finals: AGAINST.map(exam).into(), ..Exams::default() };
                let lesson =
                    Lesson { game: "hearts", rules: RULES, learner: &learner, opponents: "mirror", deals, seed };
                lesson.hold(&exams, monitor)
            }));
        }
    }
    let marks: Vec<Marks> = bench.steps(steps)?;
    let heads =
        ["left out", "points against 3 stock", "points against 3 jake", "lost against 3 stock", "lost against 3 jake"];
    let mut table = ResultTable::new("parts", "Points a deal under `standard`; fewer is better", heads);
    let (mut losses, mut clear) = (0, 0);
    let mut whole: Option<[Vec<f64>; 2]> = None;
    for ((about, _), runs) in sets.iter().zip(marks.chunks(seeds.len())) {
        let points = [finals(runs, 0, "mean_points")?, finals(runs, 1, "mean_points")?];
        let now = points.each_ref().map(|points| means(points));
        let mut lost = |exam: usize| match &whole {
            None => Cell::Empty,
            Some(whole) => {
                let lost = paired(&now[exam], &whole[exam]);
                losses += 1;
                clear += usize::from(lost.ci95.is_some_and(|half| lost.mean > half));
                Cell::ours(lost, 3)
            }
        };
        let name = if whole.is_none() { "nothing" } else { about };
        table.row([
            Cell::text(name),
            Cell::ours(over_runs(&points[0]), 3),
            Cell::ours(over_runs(&points[1]), 3),
            lost(0),
            lost(1),
        ]);
        whole.get_or_insert(now);
    }
    let how = format!(
        "`{BEST}`, all four seats learning, {} deals, {} seeds; each player measured on {} deals in four rotations.",
        number::count(deals),
        seeds.len(),
        number::count(exam_deals)
    );
    let verdict = format!(
        "{clear} of {losses} losses are larger than their intervals. The parts say much of the same (♠Q on the table, for \
         example, is in two of them), so that one can stand in for another; what the wide features bring as a whole is in `ladder-hearts`."
    );
    Ok(Finding::new().text(how).table(table).text(verdict))
}
