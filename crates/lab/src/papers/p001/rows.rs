use serde_json::json;

use super::learned::{Game, PAPER_DEALS, match_deals};
use crate::{
    Bench, Better, Cell, Contest, Experiment, Finding, LabError, Measures, Part, Reading, ResultTable, Step, Verdict,
    number,
};

pub const ROWS: Experiment = Experiment {
    name: "rows",
    title: "Rule and random players against three rule players",
    claim: "Over 100,000 deals the random player takes 2.47 plain tricks and the rule player 3.25; in Hearts they \
            take 9.24 and 6.51 points, and no point in 0.13 and 0.31 of the deals (text of section 4.1.2, \
            Table 3).",
    part: Part::Paper,
    run: rows,
};

/// The cells: what the paper prints of players that do not learn.
pub const CELLS: [&str; 6] = [
    "plain tricks, random: tricks",
    "plain tricks, rule: tricks",
    "Hearts, random: points",
    "Hearts, random: zero rate",
    "Hearts, rule: points",
    "Hearts, rule: zero rate",
];

/// Measure, its name, figure, cell.
type Figure = (&'static str, &'static str, f64, &'static str);
/// Game, rules, player, what the paper prints.
type Row = (&'static str, &'static str, &'static str, &'static [Figure]);

const HEARTS_RANDOM: &[Figure] =
    &[("mean_points", "points", 9.24, CELLS[2]), ("zero_rate", "zero rate", 0.13, CELLS[3])];
const HEARTS_RULE: &[Figure] = &[("mean_points", "points", 6.51, CELLS[4]), ("zero_rate", "zero rate", 0.31, CELLS[5])];
const PUBLISHED: &[Row] = &[
    ("plain-tricks", "plain", "random", &[("mean_tricks", "tricks", 2.47, CELLS[0])]),
    ("plain-tricks", "plain", "rule", &[("mean_tricks", "tricks", 3.25, CELLS[1])]),
    ("hearts", "saito-free", "random", HEARTS_RANDOM),
    ("hearts", "saito-free", "rule", HEARTS_RULE),
    ("hearts", "saito", "random", HEARTS_RANDOM),
    ("hearts", "saito", "rule", HEARTS_RULE),
];

/// The rows of fixed players, in the order of [`PUBLISHED`].
fn fixed(bench: &Bench<'_>) -> Result<Vec<Measures>, LabError> {
    let (deals, seed) = (match_deals(bench), bench.seed());
    let steps = PUBLISHED.iter().map(|&(game, rules, player, _)| {
        let title = format!("{game} {rules} {player} against 3 rule");
        let key = json!({"revision": 1, "game": game, "rules": rules, "player": player, "deals": deals});
        Step::new(title, &key, move |monitor| {
            let players = [player, "rule", "rule", "rule"];
            Contest { game, rules, players: &players, deals }.play(seed, 1, monitor)
        })
    });
    bench.steps(steps.collect())
}

/// How a fixed player does against three rule players.
pub fn row(bench: &Bench<'_>, game: Game, player: &str) -> Result<Measures, LabError> {
    let rows = PUBLISHED.iter().zip(fixed(bench)?);
    let found = rows
        .into_iter()
        .find(|((name, rules, known, _), _)| *name == game.name && *rules == game.rules && *known == player);
    found.map(|(_, row)| row).ok_or_else(|| LabError::Other(format!("there is no row of `{player}`")))
}

fn rows(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let results = fixed(bench)?;
    let deals = match_deals(bench);
    let heads = ["game", "rules", "player", "measure", "paper", "ours"];
    let mut table = ResultTable::new("rows", "Each player against three rule players", heads);
    let mut verdicts = Vec::new();
    for (&(game, rules, player, figures), result) in PUBLISHED.iter().zip(&results) {
        for &(measure, name, published, cell) in figures {
            let ours = result.get(measure)?;
            // The paper plays a deal once, we play it in four rotations. Good cards of one seat are bad for the
            // others, so the mean of the four varies less than that of four independent games: twice our interval, at
            // the same number of deals, is not too wide for the paper's.
            let paper_error = 2.0 * ours.ci95.unwrap_or(0.0) * (deals as f64 / PAPER_DEALS as f64).sqrt();
            let verdict = Verdict::figure(
                format!("{game}, `{rules}`, {player}: {name}"),
                published,
                2,
                ours,
                paper_error,
                Better::Neither,
            );
            table.row([
                Cell::text(game),
                Cell::text(format!("`{rules}`")),
                Cell::text(player),
                Cell::text(name),
                Cell::Published(published, 2),
                Cell::ours(ours, verdict.digits()),
            ]);
            let reading = match rules {
                "saito" => Reading::Printed,
                "saito-free" => Reading::Best,
                _ => Reading::Only,
            };
            verdicts.push(verdict.of(cell, reading));
        }
    }
    Ok(Finding::new()
        .text(format!(
            "Nothing in these rows is learned: they check the engines and the rule players. {} deals, each played in \
             four rotations.",
            number::count(deals)
        ))
        .table(table)
        .text(
            "The paper's figures are rounded to two digits and have an error of their own, which is larger than ours \
             at the same number of deals.",
        )
        .verdicts(verdicts))
}
