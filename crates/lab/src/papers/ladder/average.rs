use kirifuda_arena::Estimate;
use kirifuda_catalog::{Listed, Visitor, visit};
use serde_json::json;

use crate::papers::p001::{Game, LEARNER, PLAIN, SAITO_FREE, training_seeds};
use crate::{
    Bench, Better, Cell, Contest, Exam, Exams, Experiment, Finding, LabError, Lesson, Marks, Measures, Part,
    ResultTable, Step, Verdict, number, over_runs, paired,
};

pub const AVERAGE: Experiment = Experiment {
    name: "average",
    title: "An average strategy beside linear Q-learning",
    claim: "Paper 001 fears that its players, which always play the best card, can be exploited. Is the average strategy of \
            neural fictitious self-play, which chooses at random, as strong, and does a learner gain less by having met it?",
    part: Part::Beyond,
    run: average,
};

const GAMES: [Game; 2] = [PLAIN, SAITO_FREE];
/// The two that are compared.
const TARGETS: [&str; 2] = ["nfsp", "linear-q"];
const OTHERS: [&str; 4] = ["random", "rule", "nfsp", "linear-q"];

/// Whether a game has a player of a name.
struct Has(&'static str);

impl Visitor for Has {
    type Output = bool;

    fn visit<G: Listed>(self) -> bool {
        G::players().iter().any(|player| player.name == self.0)
    }
}

fn average(bench: &Bench<'_>) -> Result<Finding, LabError> {
    for game in GAMES {
        if !visit(game.name, Has(TARGETS[0]))? {
            return Err(LabError::Unavailable(format!("{} has no player `{}`", game.name, TARGETS[0])));
        }
    }
    let seeds = training_seeds(bench, bench.scaled(2, 2, 5));
    let deals = bench.scaled(20, 500, 5_000);
    let learned = bench.scaled(100, 5_000, 100_000);
    let (mut contests, mut lessons) = (Vec::new(), Vec::new());
    for Game { name: game, rules, .. } in GAMES {
        for player in TARGETS {
            for other in OTHERS {
                let seed = bench.seed();
                let key = json!({"revision": 1, "game": game, "rules": rules, "player": player, "other": other,
                    "deals": deals});
                contests.push(Step::new(format!("average {game} {player} {other}"), &key, move |monitor| {
                    let players = [player, other, other, other];
                    Contest { game, rules, players: &players, deals }.play(seed, 1, monitor)
                }));
            }
        }
        for target in TARGETS {
            for opponents in ["self-play", target] {
                for &seed in &seeds {
                    let lesson = Lesson { game, rules, learner: LEARNER, opponents, deals: learned, seed };
                    let exam = Exam { against: target, deals, seed: bench.seed() };
                    let exams = Exams { finals: vec![exam], ..Exams::default() };
                    let key = json!({"revision": 1, "lesson": lesson, "exams": exams});
                    let title = format!("average {game} {opponents} against {target} seed {seed}");
                    lessons.push(Step::new(title, &key, move |monitor| lesson.hold(&exams, monitor)));
                }
            }
        }
    }
    let results: Vec<Measures> = bench.steps(contests)?;
    let marks: Vec<Marks> = bench.steps(lessons)?;

    let heads = ["game", "player"].into_iter().map(String::from);
    let heads = heads.chain(OTHERS.iter().map(|other| format!("against 3 {other}")));
    let caption = "Tricks a deal in plain tricks (par 3.25), points a deal in Hearts (par 6.5, fewer is better)";
    let mut strength = ResultTable::new("strength", caption, heads);
    let mut rows = results.chunks(OTHERS.len());
    let heads =
        ["game", "target", "stranger against 3 targets", "exploiter against 3 targets", "gained by having met it"];
    let caption =
        "What a learner gains by having trained against three targets, over one that has trained against itself";
    let mut gains = ResultTable::new("gains", caption, heads);
    let mut finding = Finding::new().text(format!(
        "`nfsp` and `linear-q` as they come with the program, {} deals in four rotations. The learners that meet them are \
         those of paper 001, `{LEARNER}`, trained on {} deals from {} seeds.",
        number::count(deals),
        number::count(learned),
        seeds.len()
    ));
    for (game, marks) in GAMES.into_iter().zip(marks.chunks(4 * seeds.len())) {
        let title = if game == PLAIN { "plain tricks" } else { "Hearts, `saito-free`" };
        for (player, row) in TARGETS.into_iter().zip(&mut rows) {
            let mut cells = vec![Cell::text(title), Cell::text(format!("`{player}`"))];
            for measures in row {
                cells.push(Cell::ours(measures.get(game.measure)?, 3));
            }
            strength.row(cells);
        }
        let mut of_targets: Vec<Vec<f64>> = Vec::new();
        for (target, marks) in TARGETS.into_iter().zip(marks.chunks(2 * seeds.len())) {
            let [stranger, exploiter] = [&marks[..seeds.len()], &marks[seeds.len()..]].map(|runs| finals(runs, game));
            let (stranger, exploiter) = (stranger?, exploiter?);
            // In Hearts points are bad: what a learner takes less, it gains.
            let sign = if game == PLAIN { 1.0 } else { -1.0 };
            let gained = exploiter.iter().zip(&stranger).map(|(met, not)| sign * (met.mean - not.mean));
            let gained: Vec<f64> = gained.collect();
            gains.row([
                Cell::text(title),
                Cell::text(format!("`{target}`")),
                Cell::ours(over_runs(&stranger), 3),
                Cell::ours(over_runs(&exploiter), 3),
                Cell::ours(paired(&gained, &vec![0.0; gained.len()]), 3),
            ]);
            of_targets.push(gained);
        }
        if let [average, best] = &of_targets[..] {
            let what = format!("{title}: a learner gains less by having met `nfsp` than by having met `linear-q`");
            finding = finding.verdict(Verdict::claim(what, paired(average, best), Better::Lower));
        }
    }
    Ok(finding.table(strength).table(gains))
}

fn finals(runs: &[Marks], game: Game) -> Result<Vec<Estimate>, LabError> {
    let of = |run: &Marks| run.finals.first().map(|measures| measures.get(game.measure));
    runs.iter().filter_map(of).collect()
}
