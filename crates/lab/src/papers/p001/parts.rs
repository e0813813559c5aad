use kirifuda_players::linear_q::Part as Features;
use serde_json::json;

use super::ladder::BEST;
use super::learned::{PAPER_DEALS, training_seeds};
use crate::{
    Bench, Cell, Exam, Exams, Experiment, Finding, LabError, Lesson, Marks, Part, Step, Table, number, over_seeds,
};

pub const PARTS: Experiment = Experiment {
    name: "parts",
    title: "What each part of the wide features brings",
    claim: "The wide features of Hearts under the `standard` rules, with passing and the moon: each part left out in turn.",
    part: Part::Beyond,
    run: parts,
};

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
            let key = json!({"revision": 1, "learner": learner, "deals": deals, "seed": seed, "exam": exam_deals});
            steps.push(Step::new(title, &key, move |monitor| {
                let exam = |against| Exam { against, deals: exam_deals, seed: seed_of_matches };
                let exams = Exams { finals: AGAINST.map(exam).into(), ..Exams::default() };
                let lesson =
                    Lesson { game: "hearts", rules: "standard", learner: &learner, opponents: "mirror", deals, seed };
                lesson.hold(&exams, monitor)
            }));
        }
    }
    let marks: Vec<Marks> = bench.steps(steps)?;
    let heads =
        ["left out", "points against 3 stock", "points against 3 jake", "lost against 3 stock", "lost against 3 jake"];
    let mut table = Table::new("parts", "Points a deal under `standard`; fewer is better", heads);
    let (mut losses, mut clear) = (0, 0);
    let mut whole: Option<[Vec<f64>; 2]> = None;
    for ((about, _), runs) in sets.iter().zip(marks.chunks(seeds.len())) {
        let points = |exam: usize| -> Result<Vec<f64>, LabError> {
            let finals = runs.iter().filter_map(|run| run.finals.get(exam));
            finals.map(|measures| Ok(measures.get("mean_points")?.mean)).collect()
        };
        let now = [points(0)?, points(1)?];
        let mut lost = |exam: usize| match &whole {
            None => Cell::Empty,
            Some(whole) => {
                let lost: Vec<f64> = now[exam].iter().zip(&whole[exam]).map(|(now, whole)| now - whole).collect();
                let lost = over_seeds(&lost);
                losses += 1;
                clear += usize::from(lost.ci95.is_some_and(|half| lost.mean > half));
                Cell::ours(lost, 3)
            }
        };
        let name = if whole.is_none() { "nothing" } else { about };
        table.row([
            Cell::text(name),
            Cell::ours(over_seeds(&now[0]), 3),
            Cell::ours(over_seeds(&now[1]), 3),
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
        "{clear} of {losses} losses are larger than their intervals. The parts say much of the same, so that one can stand \
         in for another; what the wide features bring as a whole is in `ladder-hearts`."
    );
    Ok(Finding::new().text(how).table(table).text(verdict))
}
