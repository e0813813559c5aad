use kirifuda_arena::{Estimate, Monitor, Plan, play_deals};
use kirifuda_catalog::contestant;
use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_play::Rules as _;
use kirifuda_play::math::log10;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    Axis, Bench, Better, Cell, Experiment, Figure, Finding, LabError, Look, Part, Point, ResultTable, Series, Step,
    Verdict, number,
};

pub const THOUGHT: Experiment = Experiment {
    name: "thought",
    title: "What more time brings a search over a net",
    claim: "Against three of the net that it searches over: does `deep-search` become stronger with more milliseconds a move? \
            (Moves by the clock depend on the machine, and are not the same a second time.)",
    part: Part::Beyond,
    run: thought,
};

/// A setting, its values, and on how many deals each is measured: fewer where moves take longer.
struct Course {
    setting: &'static str,
    values: [(u64, u64); 4],
}

/// A trial of the machinery counts worlds, so that it gives the same numbers everywhere.
const SMOKE: Course = Course { setting: "worlds", values: [(1, 2), (2, 2), (3, 2), (4, 2)] };
const QUICK: Course = Course { setting: "ms", values: [(10, 200), (50, 150), (200, 100), (1000, 30)] };
const PAPER: Course = Course { setting: "ms", values: [(10, 1000), (50, 800), (200, 600), (1000, 400)] };

/// Deals that have not been used to choose anything.
const FRESH: u64 = 88_000;
const RULES: &str = "standard";
const NET: &str = "deep";

fn thought(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let Course { setting, values } = bench.scaled(SMOKE, QUICK, PAPER);
    let seed = bench.seed().wrapping_add(FRESH);
    let player = |value: u64| format!("deep-search:{setting}={value}");
    // The longest first: what takes long should not begin last.
    let steps = values.iter().rev().map(|&(value, deals)| {
        let player = player(value);
        let key = json!({"revision": 1, "game": "hearts", "rules": RULES, "players": [player, NET], "deals": deals});
        Step::new(format!("{player} against three {NET}"), &key, move |monitor: &dyn Monitor| {
            meet(&player, deals, seed, monitor)
        })
    });
    let mut found: Vec<Meeting> = bench.steps(steps.collect())?;
    found.reverse();
    let gains: Vec<Estimate> = found.iter().map(|meeting| meeting.fewer).collect();

    let heads = ["player", "deals", "points a deal", "fewer than the others"];
    let caption = "Hearts, standard, every deal in all four seats, against three `deep`";
    let mut table = ResultTable::new("gains", caption, heads);
    for ((value, deals), meeting) in values.iter().zip(&found) {
        table.row([
            Cell::text(format!("`{}`", player(*value))),
            Cell::text(number::count(*deals)),
            Cell::ours(meeting.points, 2),
            Cell::ours(meeting.fewer, 2),
        ]);
    }
    let points = values.iter().zip(&gains).map(|(&(value, _), &gain)| Point::estimate(value as f64, gain));
    let label = if setting == "ms" { "milliseconds a move" } else { "worlds a move" };
    let figure = Figure::new(
        "thought",
        "How many points a deal fewer than three of its net `deep-search` takes. Bars are 95% intervals.",
        Axis::new(label).log(),
        Axis::new("points fewer than the others"),
    );
    let figure = figure.series(Series::ours("deep-search", Look::LineMarkers, points)).series(Series::ours(
        NET,
        Look::Level,
        [Point::new(0.0, 0.0)],
    ));
    let tens: Vec<f64> = values.iter().map(|&(value, _)| log10(value as f64)).collect();
    let trend = Verdict::claim("gained by ten times the time, points a deal", slope(&tens, &gains), Better::Higher)
        .by_our("a straight line over the logarithm, each point by its interval");
    let how = format!(
        "One `deep-search` against three `{NET}`, the net that it searches over, all on the first of the same deals. The trend is the slope of \
         a straight line over the logarithm of the time, each point weighed by its standard error."
    );
    Ok(Finding::new().text(how).table(table).figure(figure).verdict(trend))
}

/// How a player did against three of the net.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Meeting {
    points: Estimate,
    /// Than the others.
    fewer: Estimate,
}

fn meet(player: &str, deals: u64, seed: u64, monitor: &dyn Monitor) -> Result<Meeting, LabError> {
    let rules = Rules::book().parse(RULES)?;
    let names = [player, NET, NET, NET];
    let contestants =
        names.into_iter().map(|name| contestant::<Hearts>(&rules, name)).collect::<Result<Vec<_>, _>>()?;
    let plan = Plan { rules: &rules, contestants: &contestants, first: 0, deals, seed, threads: Some(1) };
    let outcome = play_deals(&plan, monitor, None)?;
    // A part of a match is no result.
    if outcome.interrupted {
        return Err(LabError::Interrupted);
    }
    let first = outcome.players.first().ok_or_else(|| LabError::Other("a match without players".to_string()))?;
    Ok(Meeting { points: Estimate { mean: -first.payoff.mean, ..first.payoff }, fewer: first.difference })
}

/// The slope of the line through some points that fits best, each by its error.
fn slope(places: &[f64], values: &[Estimate]) -> Estimate {
    let weights: Vec<f64> = values.iter().map(|value| value.ci95.map_or(0.0, |half| 1.0 / (half * half))).collect();
    let sum = |of: &dyn Fn(usize) -> f64| (0..places.len()).map(|number| weights[number] * of(number)).sum::<f64>();
    let all = sum(&|_| 1.0);
    let middle = sum(&|number| places[number]) / all;
    let spread = sum(&|number| (places[number] - middle).powi(2));
    if !(all.is_finite() && spread > 0.0) {
        return Estimate { mean: 0.0, ci95: None };
    }
    // Weights are in units of intervals, and so is the error.
    let mean = sum(&|number| (places[number] - middle) * values[number].mean) / spread;
    Estimate { mean, ci95: Some(spread.sqrt().recip()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_again_and_sharp_points_count_more() {
        let estimate = |mean, half| Estimate { mean, ci95: Some(half) };
        let line: Vec<Estimate> = [1.0, 3.0, 5.0].map(|mean| estimate(mean, 0.5)).to_vec();
        let found = slope(&[0.0, 1.0, 2.0], &line);
        // Two points a step, and an error of 0.5 / √2.
        assert!(
            (found.mean - 2.0).abs() < 1e-12 && (found.ci95.unwrap() - 0.5f64.sqrt() * 0.5).abs() < 1e-12,
            "{found:?}"
        );
        let bent = [estimate(0.0, 0.1), estimate(1.0, 0.1), estimate(100.0, 1000.0)];
        assert!((slope(&[0.0, 1.0, 2.0], &bent).mean - 1.0).abs() < 1e-3);
        assert_eq!(slope(&[1.0], &[estimate(3.0, 0.5)]).ci95, None, "one point has no slope");
        assert_eq!(slope(&[0.0, 1.0], &[Estimate { mean: 1.0, ci95: None }; 2]).ci95, None);
    }
}
