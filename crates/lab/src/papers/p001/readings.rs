use serde_json::json;

use super::hearts::PUBLISHED as PUBLISHED_HEARTS;
use super::learned::{Game, LEARNER, PAPER_DEALS, PLAIN, SAITO_FREE, WAYS, error_of_one, finals, training_seeds, way};
use super::plain::PUBLISHED_MEANS;
use super::{POINTS, TRICKS, ZERO};
use crate::{
    Bench, Better, Cell, Exam, Exams, Experiment, Finding, LabError, Lesson, Marks, Part, Reading, ResultTable, Step,
    Verdict, number, over_runs,
};

pub const READINGS: Experiment = Experiment {
    name: "readings",
    title: "What the paper leaves open: readings of the learner side by side",
    claim: "The learner has the step α = 0.1, the discount γ = 0.8, ε = 0.1, and the features of Tables 1 and 2: 8,503 of \
            them in plain tricks, 24,415 in Hearts.",
    part: Part::Paper,
    run: readings,
};

/// What a reading is called, and the learner of it.
const READINGS_TRIED: [(&str, &str); 7] = [
    ("ranks held, decaying step: the one used", LEARNER),
    ("ranks held, α = 0.1 constant: word for word", "linear-q:features=ranks,step=0.1,halved-after=0"),
    (
        "ranks held, decaying step, no feature for the weakest card",
        "linear-q:features=ranks-no-weakest,step=0.1,halved-after=2000",
    ),
    ("places among the unplayed, decaying step", "linear-q:features=unplayed,step=0.1,halved-after=2000"),
    ("places among the unplayed, α = 0.1 constant", "linear-q:features=unplayed,step=0.1,halved-after=0"),
    (
        "places among the unplayed, α = 0.1 divided by the active features",
        "linear-q:features=unplayed,step=0.1,halved-after=0,shared-step=on",
    ),
    (
        "ranks held of the played suit alone, α = 0.1 constant",
        "linear-q:features=ranks-of-played-suit,step=0.1,halved-after=0",
    ),
];

/// The readings that are judged beside the one used, by place. The second is the paper's text as it stands; the sixth comes
/// nearest to its figures of Hearts.
const JUDGED: [(usize, &str, Reading); 3] = [
    (1, "word for word (constant α = 0.1)", Reading::Printed),
    (5, "places among the unplayed, α shared", Reading::Other),
    (6, "ranks of the played suit alone, α = 0.1", Reading::Other),
];

fn readings(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let deals = bench.scaled(400, 20_000, PAPER_DEALS);
    let exam = Exam { against: "rule", deals: bench.scaled(200, 2_000, 20_000), seed: bench.seed() };
    let seeds = training_seeds(bench, bench.scaled(2, 3, 5));
    let games: [(Game, &str); 2] = [(PLAIN, "plain"), (SAITO_FREE, "Hearts")];
    let mut steps = Vec::new();
    for (_, learner) in READINGS_TRIED {
        for (game, _) in games {
            for opponents in WAYS {
                for &seed in &seeds {
                    let lesson = Lesson { game: game.name, rules: game.rules, learner, opponents, deals, seed };
                    let exams = Exams { finals: vec![exam], ..Exams::default() };
                    let title = format!("reading {learner} {} {opponents} seed {seed}", game.name);
                    let key = json!({"revision": 1, "lesson": lesson, "exams": exams});
                    steps.push(Step::new(title, &key, move |monitor| lesson.hold(&exams, monitor)));
                }
            }
        }
    }
    let marks: Vec<Marks> = bench.steps(steps)?;
    let heads = [
        "reading",
        "tricks, self-play",
        "tricks, random",
        "points, self-play",
        "points, random",
        "zero, self-play",
        "zero, random",
    ];
    let mut table =
        ResultTable::new("readings", "Plain tricks and Hearts (`saito-free`) against three rule players", heads);
    let [plain, hearts] = [PUBLISHED_MEANS, PUBLISHED_HEARTS.map(|(_, points)| points)];
    let zero = PUBLISHED_HEARTS.map(|(zero, _)| zero);
    let published = plain.into_iter().chain(hearts).chain(zero).map(|figure| Cell::Published(figure, 2));
    table.row([Cell::text("paper")].into_iter().chain(published));
    let mut verdicts = Vec::new();
    let mut runs = marks.chunks(seeds.len());
    for (place, (name, _)) in READINGS_TRIED.into_iter().enumerate() {
        let mut by_way = Vec::new();
        for _ in 0..games.len() * WAYS.len() {
            by_way.push(runs.next().unwrap_or_default());
        }
        let figure = |of: usize, measure: &str| finals(by_way[of], 0, measure);
        let figures = [
            figure(0, "mean_tricks")?,
            figure(1, "mean_tricks")?,
            figure(2, "mean_points")?,
            figure(3, "mean_points")?,
            figure(2, "zero_rate")?,
            figure(3, "zero_rate")?,
        ];
        // What another reading falls short by belongs to the result.
        for (_, reading_name, reading) in JUDGED.into_iter().filter(|(judged, ..)| *judged == place) {
            let of = [
                ("plain tricks", "tricks", plain, Better::Higher, TRICKS),
                ("Hearts, `saito-free`", "points", hearts, Better::Lower, POINTS),
                ("Hearts, `saito-free`", "zero rate", zero, Better::Higher, ZERO),
            ];
            for ((game, measure, published, better, cells), ours) in of.into_iter().zip(figures.chunks(WAYS.len())) {
                for (number, (opponents, ours)) in WAYS.iter().zip(ours).enumerate() {
                    let what = format!("{reading_name}, {game}, {}: {measure}", way(opponents));
                    let error = error_of_one(ours, exam.deals);
                    let verdict = Verdict::figure(what, published[number], 2, over_runs(ours), error, better);
                    verdicts.push(verdict.of(cells[number], reading));
                }
            }
        }
        let cells = figures.iter().map(|ours| Cell::ours(over_runs(ours), 3));
        table.row([Cell::text(name)].into_iter().chain(cells));
    }
    let how = format!(
        "Which reading of that gives the paper's figures? {} deals of learning, {} seeds, each player measured on {} deals in four rotations.",
        number::count(deals),
        seeds.len(),
        number::count(exam.deals)
    );
    Ok(Finding::new().text(how).table(table).verdicts(verdicts))
}
