use super::learned::{Game, SAITO, SAITO_FREE, WAYS, curve_deals, match_deals, runs, way};
use super::plain::{curve_figure, curve_table, curve_verdicts, how, late_change, list};
use super::rows::row;
use super::{POINTS, ZERO};
use crate::{Bench, Better, Cell, Experiment, Finding, LabError, Part, ResultTable, Verdict, number};

pub const TABLE_3: Experiment = Experiment {
    name: "table-3",
    title: "Table 3: Hearts against three rule players",
    claim: "Against three rule players the self-play player takes no point in 0.39 of the deals and 4.37 points on \
            average, the one that learned against random players 0.37 and 4.55; the rule player 0.31 and 6.51, the \
            random player 0.13 and 9.24.",
    part: Part::Paper,
    run: table_3,
};

/// The paper's zero rates and mean points, by [`WAYS`].
pub const PUBLISHED: [(f64, f64); 2] = [(0.39, 4.37), (0.37, 4.55)];
const FIXED: [(&str, f64, f64); 2] = [("rule", 0.31, 6.51), ("random", 0.13, 9.24)];

/// The cell of Figure 3.
pub const FEWER: &str = "Hearts: self-play takes fewer points at the end";

const PRESETS: [Game; 2] = [SAITO_FREE, SAITO];

fn table_3(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let mut finding = Finding::new();
    for game in PRESETS {
        let runs = runs(bench, game)?;
        if game == SAITO_FREE {
            finding = finding.text(how(bench, runs[0].runs.len()));
        }
        let caption = match game.rules {
            "saito" => "Under `saito`, the rules as printed",
            _ => "Under `saito-free`, hearts free to lead: the rules that the paper's engine seems to have played",
        };
        let heads =
            ["player", "zero rate, paper", "zero rate, ours", "points, paper", "points, ours", "points of the runs"];
        let mut table = ResultTable::new(game.rules, caption, heads);
        for (number, ((runs, opponents), (zero, points))) in runs.iter().zip(WAYS).zip(PUBLISHED).enumerate() {
            let (our_zero, our_points) = (runs.estimate("zero_rate")?, runs.estimate("mean_points")?);
            table.row([
                Cell::text(way(opponents)),
                Cell::Published(zero, 2),
                Cell::ours(our_zero, 3),
                Cell::Published(points, 2),
                Cell::ours(our_points, 3),
                Cell::text(list(runs, "mean_points", 2)?),
            ]);
            let what = |measure: &str| format!("`{}`, {}: {measure}", game.rules, way(opponents));
            let error = runs.error_of_one("mean_points", match_deals(bench))?;
            let zero_error = runs.error_of_one("zero_rate", match_deals(bench))?;
            let points = Verdict::figure(what("points"), points, 2, our_points, error, Better::Lower);
            let zero = Verdict::figure(what("zero rate"), zero, 2, our_zero, zero_error, Better::Higher);
            finding = finding
                .verdict(points.of(POINTS[number], game.reading()))
                .verdict(zero.of(ZERO[number], game.reading()));
        }
        for (player, zero, points) in FIXED {
            let ours = row(bench, game, player)?;
            table.row([
                Cell::text(player),
                Cell::Published(zero, 2),
                Cell::ours(ours.get("zero_rate")?, 3),
                Cell::Published(points, 2),
                Cell::ours(ours.get("mean_points")?, 3),
                Cell::Empty,
            ]);
        }
        finding = finding.table(table);
    }
    Ok(finding)
}

pub const FIGURE_3: Experiment = Experiment {
    name: "figure-3",
    title: "Figure 3: mean points while learning",
    claim: "On 10,000 fixed deals of Hearts against three rule players, self-play takes fewer points than learning \
            against random players, with less of a difference than in plain tricks.",
    part: Part::Paper,
    run: figure_3,
};

fn figure_3(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let mut finding = Finding::new();
    for game in PRESETS {
        let runs = runs(bench, game)?;
        let caption = format!(
            "Mean points over {} fixed deals (each in four rotations) under `{}` against three rule players, while \
             learning goes on; lower is better; bands are 95% intervals.",
            number::count(curve_deals(bench)),
            game.rules
        );
        let published = PUBLISHED.map(|(_, points)| points);
        let context = format!("`{}`: ", game.rules);
        finding = finding
            .figure(curve_figure(game.rules, &caption, "mean points", &runs, published)?)
            .text(late_change(&runs)?)
            .table(curve_table(&runs)?)
            .verdicts(curve_verdicts(&runs, &context, Better::Lower, [None, Some(FEWER)])?);
    }
    Ok(finding)
}
