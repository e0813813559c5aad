use serde_json::json;

use super::learned::{Game, LEARNER, PAPER_DEALS, PLAIN as PLAIN_TRICKS, SAITO_FREE, finals, training_seeds};
use crate::verdict::means;
use crate::{
    Bench, Cell, Exam, Exams, Experiment, Finding, LabError, Lesson, Marks, Part, ResultTable, Step, number, over_runs,
    paired,
};

pub const PLAIN: Experiment = Experiment {
    name: "ladder-plain",
    title: "From the paper's player to the best linear one: plain tricks",
    claim: "What each change to the learner brings, one after the other.",
    part: Part::Beyond,
    run: |bench| climb(bench, PLAIN_TRICKS, &rungs("no discount", "1"), &["rule"]),
};

pub const HEARTS: Experiment = Experiment {
    name: "ladder-hearts",
    title: "From the paper's player to the best linear one: Hearts",
    claim: "What each change to the learner brings, one after the other, against the rule player of the paper and the two \
            players of gnome-hearts.",
    part: Part::Beyond,
    run: |bench| {
        let rungs = rungs("discount 0.95 instead of 0.8", "0.95");
        climb(bench, SAITO_FREE, &rungs, &["rule", "stock", "jake"])
    },
};

/// The learner of the best player of Hearts.
pub const BEST: &str = "linear-q:features=wide,step=0.2,halved-after=0,shared-step=on,discount=0.95,epsilon=0.2,\
                        trace=0.5,average=on";

/// A change to the learner.
struct Rung {
    change: &'static str,
    /// The learner with all changes so far.
    learner: String,
    opponents: &'static str,
    /// How many times the paper's deals.
    times: u64,
}

/// The same steps in both games, with the discount that is best there.
fn rungs(discounting: &'static str, discount: &str) -> Vec<Rung> {
    let rung = |change, learner: String, opponents, times| Rung { change, learner, opponents, times };
    let averaged = "linear-q:features=ranks,step=0.1,halved-after=0,average=on";
    let best = || BEST.replace("discount=0.95", &format!("discount={discount}"));
    vec![
        rung("the paper's player, self-play", LEARNER.to_string(), "self-play", 1),
        rung("an average of the weights instead of a decaying step", averaged.to_string(), "self-play", 1),
        rung(discounting, format!("{averaged},discount={discount}"), "self-play", 1),
        rung(
            "all four seats learn, instead of a pool of snapshots",
            format!("{averaged},discount={discount}"),
            "mirror",
            1,
        ),
        rung(
            "wide features (step 0.2 shared among them, ε = 0.2)",
            best().replace("trace=0.5", "trace=0"),
            "mirror",
            1,
        ),
        rung("traces, λ = 0.5", best(), "mirror", 1),
        rung("ten times the deals", best(), "mirror", 10),
    ]
}

fn climb(bench: &Bench<'_>, game: Game, rungs: &[Rung], others: &[&'static str]) -> Result<Finding, LabError> {
    let seeds = training_seeds(bench, bench.scaled(2, 2, 3));
    let deals = bench.scaled(200, 10_000, PAPER_DEALS);
    let exam_deals = bench.scaled(100, 1_000, 10_000);
    let mut steps = Vec::new();
    for Rung { change, learner, opponents, times } in rungs {
        for &seed in &seeds {
            let deals = deals * times;
            let lesson = Lesson { game: game.name, rules: game.rules, learner, opponents, deals, seed };
            let exam = |against: &&'static str| Exam { against, deals: exam_deals, seed: bench.seed() };
            let exams = Exams { finals: others.iter().map(exam).collect(), ..Exams::default() };
            let title = format!("ladder {} {change} seed {seed}", game.name);
            let key = json!({"revision": 1, "lesson": lesson, "exams": exams});
            steps.push(Step::new(title, &key, move |monitor| lesson.hold(&exams, monitor)));
        }
    }
    let marks: Vec<Marks> = bench.steps(steps)?;
    let unit = if game == PLAIN_TRICKS { "tricks" } else { "points" };
    let heads = ["change".to_string()]
        .into_iter()
        .chain(others.iter().map(|other| format!("{unit} against 3 {other}")))
        .chain(["what it brought against 3 rule".to_string()]);
    let caption = format!("`{}`, each change on top of those before it", game.rules);
    let mut table = ResultTable::new("ladder", caption, heads);
    let mut learners = String::from("The learners:\n\n");
    let mut before: Option<Vec<f64>> = None;
    for (Rung { change, learner, opponents, times }, runs) in rungs.iter().zip(marks.chunks(seeds.len())) {
        let mut cells = vec![Cell::text(*change)];
        for exam in 0..others.len() {
            cells.push(Cell::ours(over_runs(&finals(runs, exam, game.measure)?), 3));
        }
        let now = means(&finals(runs, 0, game.measure)?);
        let gain = before.map(|before| paired(&now, &before));
        cells.push(gain.map_or(Cell::Empty, |gain| Cell::ours(gain, 3)));
        learners.push_str(&format!(
            "- {change}: `{learner}`, opponents `{opponents}`, {} deals\n",
            number::count(deals * times)
        ));
        table.row(cells);
        before = Some(now);
    }
    let how = format!(
        "{} seeds; each player measured on {} deals in four rotations; {}. Intervals have the error of the seeds and of the deals.",
        seeds.len(),
        number::count(exam_deals),
        if game == PLAIN_TRICKS { "par is 3.25 tricks, more is better" } else { "par is 6.5 points, fewer is better" }
    );
    Ok(Finding::new().text(how).table(table).text(learners))
}
