use kirifuda_arena::Estimate;
use kirifuda_catalog::strength::shipped_curves;

use super::matches::{Meeting, meet};
use crate::{
    Axis, Bench, Better, Cell, Experiment, Figure, Finding, LabError, Look, Part, Point, ResultTable, Series, Verdict,
    number,
};

pub const STRENGTH: Experiment = Experiment {
    name: "strength",
    title: "A weaker opponent to order",
    claim: "The paper asks for a learner that is made weaker on purpose, by measure. When a strength is ordered against balanced, \
            does balanced win that share of the games on fresh deals?",
    part: Part::Beyond,
    run: strength,
};

/// Shares of games that balanced shall win.
const ORDERED: [f64; 6] = [0.15, 0.25, 0.35, 0.5, 0.65, 0.8];
/// Errors that are tried where no curve comes with the program.
const ERRORS: [f64; 4] = [0.25, 1.0, 4.0, 16.0];
/// How far the measured share may lie from the ordered one, besides chance and half a percent of rounding.
const MISS: f64 = 0.025;
const PLAYER: &str = "learner";
const REFERENCE: &str = "balanced";
const RULES: &str = "paper004";

fn strength(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let curves = shipped_curves().map_err(LabError::Other)?;
    let measured = curves.iter().any(|curve| {
        curve.game == "monsters" && curve.player == PLAYER && curve.reference == REFERENCE && curve.rules == RULES
    });
    if measured { ordered(bench) } else { without_curve(bench) }
}

fn ordered(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let texts = ORDERED.map(|share| format!("{PLAYER}:loses={share},against={REFERENCE}"));
    let shares = shares(bench, &texts)?;
    let heads = ["ordered", "player", "balanced wins", "off by"];
    let mut table =
        ResultTable::new("ordered", "Shares of games that balanced wins, as ordered and on fresh deals", heads);
    let mut verdicts = Vec::new();
    for ((share, text), ours) in ORDERED.iter().zip(&texts).zip(&shares) {
        let off = Estimate { mean: ours.mean - share, ..*ours };
        table.row([
            Cell::text(number::plain(*share, 2)),
            Cell::text(format!("`{text}`")),
            Cell::ours(*ours, 3),
            Cell::ours(off, 3),
        ]);
        let what = format!("ordered {}: share of games that balanced wins", number::plain(*share, 2));
        verdicts.push(Verdict::figure(what, *share, 2, *ours, MISS, Better::Neither));
    }
    let points = ORDERED.iter().zip(&shares).map(|(share, ours)| Point::estimate(*share, *ours));
    let exact = ORDERED.iter().map(|share| Point::new(*share, *share));
    let figure = Figure::new(
        "ordered",
        "Share of games that balanced wins on fresh deals, over the share that was ordered",
        Axis::new("ordered").range(0.0, 1.0),
        Axis::new("measured").range(0.0, 1.0),
    )
    .series(Series::ours("as ordered", Look::Line, exact))
    .series(Series::ours("measured", Look::Markers, points));
    let how = format!("{} The error that a strength takes comes from a measured curve.", how(bench));
    Ok(Finding::new().text(how).table(table).figure(figure).verdicts(verdicts))
}

/// What can be shown before a curve was measured: that an error makes it weaker, the more the larger it is.
fn without_curve(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let texts: Vec<String> = ERRORS.iter().map(|error| format!("{PLAYER}:error={error}")).collect();
    let shares = shares(bench, &texts)?;
    let heads = ["player", "balanced wins"];
    let mut table = ResultTable::new("errors", "Shares of games that balanced wins", heads);
    for (text, ours) in texts.iter().zip(&shares) {
        table.row([Cell::text(format!("`{text}`")), Cell::ours(*ours, 3)]);
    }
    let how = format!(
        "{} No curve of `{PLAYER}` against `{REFERENCE}` under `{RULES}` comes with the program, so that no strength can be          ordered; `kirifuda calibrate monsters {PLAYER} --rules {RULES} --against {REFERENCE}` measures one. Errors          instead:",
        how(bench),
    );
    Ok(Finding::new().text(how).table(table))
}

fn deals(bench: &Bench<'_>) -> u64 {
    bench.scaled(10, 2_000, 10_000)
}

fn how(bench: &Bench<'_>) -> String {
    format!(
        "{} games each, with teams of its own choice, on deals that no curve has seen.",
        number::count(2 * deals(bench))
    )
}

/// The share of games that the reference wins against each of some players.
fn shares(bench: &Bench<'_>, players: &[String]) -> Result<Vec<Estimate>, LabError> {
    let meeting =
        |player: &String| Meeting { rules: RULES, player: player.clone(), other: REFERENCE, deals: deals(bench) };
    let meetings: Vec<Meeting> = players.iter().map(meeting).collect();
    let rates = meet(bench, &meetings)?;
    Ok(rates
        .iter()
        .map(|rates| Estimate { mean: 1.0 - rates.won.mean / 100.0, ..rates.won.divided_by(100.0) })
        .collect())
}
