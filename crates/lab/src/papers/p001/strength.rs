use kirifuda_arena::{Contestant, Monitor, Plan};
use kirifuda_catalog::Shipped;
use kirifuda_catalog::entries::linear_q::SHIPPED;
use kirifuda_catalog::{Listed, Visitor, contestant, visit};
use kirifuda_play::Rules;
use serde_json::json;

use super::learned::{LEARNER, PAPER_DEALS, training_seeds};
use crate::contest::measure;
use crate::lesson::Share;
use crate::{Bench, Cell, Experiment, Finding, LabError, Lesson, Measures, Part, ResultTable, Step, number};

pub const STRENGTH: Experiment = Experiment {
    name: "strength",
    title: "The shipped linear player against the paper's player, stock and jake",
    claim: "The best linear player we have trained, `linear-q` as it comes with the program, and the paper's self-play \
            player trained under the same rules, each against three of the others.",
    part: Part::Beyond,
    run: strength,
};

/// Game, rules, measure, others.
type Row = (&'static str, &'static str, &'static str, &'static [&'static str]);
const ROWS: &[Row] = &[
    ("plain-tricks", "plain", "mean_tricks", &["rule"]),
    ("hearts", "saito-free", "mean_points", &["rule", "stock", "jake"]),
    ("hearts", "falcon", "mean_points", &["rule", "stock", "jake"]),
    ("hearts", "standard", "mean_points", &["rule", "stock", "jake"]),
];

const BEST: &str = "linear-q";
const PAPER: &str = "the paper's player";

fn strength(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let deals = bench.scaled(100, 2_000, 20_000);
    let learned = bench.scaled(200, 10_000, PAPER_DEALS);
    let training_seed = training_seeds(bench, 1)[0];
    let seed = bench.seed();
    let mut rows = Vec::new();
    let mut steps = Vec::new();
    for &(game, rules, measure, others) in ROWS {
        let meetings = others.iter().copied().flat_map(|other| [(BEST, other), (PAPER, other)]);
        for (player, other) in [(BEST, PAPER), (PAPER, BEST)].into_iter().chain(meetings) {
            rows.push((game, rules, measure, player, other));
            let title = format!("strength {game} {rules} {player} against 3 {other}");
            let models: Vec<u32> = SHIPPED.iter().map(Shipped::checksum).collect();
            let key = json!({"revision": 2, "models": models, "game": game, "rules": rules, "player": player, "other": other,
                "deals": deals, "learned": learned, "learner": LEARNER, "training_seed": training_seed});
            steps.push(Step::new(title, &key, move |monitor| {
                visit(game, Meet { rules, player, other, deals, seed, learned, training_seed, monitor })?
            }));
        }
    }
    let results: Vec<Measures> = bench.steps(steps)?;
    let mut table = ResultTable::new(
        "strength",
        "One player against three of another: tricks in plain tricks (par 3.25, more is better), points in Hearts (par 6.5, under `standard` about 6.9, fewer is better)",
        ["game", "rules", "player", "against 3", "result"],
    );
    for ((game, rules, measure, player, other), result) in rows.into_iter().zip(&results) {
        let name = |player: &str| if player == BEST { format!("`{BEST}`") } else { player.to_string() };
        table.row([
            Cell::text(game),
            Cell::text(format!("`{rules}`")),
            Cell::text(name(player)),
            Cell::text(name(other)),
            Cell::ours(result.get(measure)?, 3),
        ]);
    }
    let how = format!(
        "{} deals in four rotations. The paper's player: `{LEARNER}`, self-play, {} deals, seed {training_seed}, trained \
         under the rules of the row.",
        number::count(deals),
        number::count(learned)
    );
    Ok(Finding::new().text(how).table(table))
}

struct Meet<'a> {
    rules: &'a str,
    player: &'a str,
    other: &'a str,
    deals: u64,
    seed: u64,
    learned: u64,
    training_seed: u64,
    monitor: &'a dyn Monitor,
}

impl Visitor for Meet<'_> {
    type Output = Result<Measures, LabError>;

    fn visit<G: Listed>(self) -> Self::Output {
        let rules = G::Rules::book().parse(self.rules)?;
        let total = self.learned + self.deals;
        let make = |name: &str| -> Result<Contestant<G>, LabError> {
            if name != PAPER {
                return Ok(contestant::<G>(&rules, name)?);
            }
            let lesson = Lesson {
                game: G::NAME,
                rules: self.rules,
                learner: LEARNER,
                opponents: "self-play",
                deals: self.learned,
                seed: self.training_seed,
            };
            let trainee = lesson.train::<G>(&Share { monitor: self.monitor, before: 0, size: self.learned, total })?;
            Ok(Contestant { name: PAPER.to_string(), maker: trainee.player().map_err(LabError::Other)?, many: false })
        };
        let other = make(self.other)?;
        let mut contestants = vec![make(self.player)?];
        contestants.resize_with(rules.seats(), || other.clone());
        let share = Share { monitor: self.monitor, before: self.learned, size: self.deals, total };
        let (deals, seed) = (self.deals, self.seed);
        measure(&Plan { rules: &rules, contestants: &contestants, first: 0, deals, seed, threads: Some(1) }, &share)
    }
}
