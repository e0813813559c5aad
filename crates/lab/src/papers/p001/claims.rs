use kirifuda_arena::Estimate;
use kirifuda_play::math;

use super::learned::{Game, PLAIN, Runs, SAITO, SAITO_FREE, WAYS, match_deals, runs, way};
use super::rows::row;
use crate::{
    Bench, Better, Cell, Experiment, Finding, LabError, Part, Published, ResultTable, Verdict, difference, paired,
};

pub const BEATS_RULE: Experiment = Experiment {
    name: "claim-beats-rule",
    title: "Claim: learned players beat the rule player",
    claim: "Q-learning with a linear function gives players that do better than a simple rule-based player.",
    part: Part::Paper,
    run: beats_rule,
};

pub const SELF_PLAY: Experiment = Experiment {
    name: "claim-self-play",
    title: "Claim: self-play beats learning against random players",
    claim: "Learning by self-play gives better players than learning against random players.",
    part: Part::Paper,
    run: self_play,
};

/// The cells, by measure and by way of learning.
pub const BEATS: [[&str; 2]; 3] = [
    ["self-play beats rule in tricks", "learned against random beats rule in tricks"],
    ["self-play beats rule in points", "learned against random beats rule in points"],
    ["self-play beats rule in zero rate", "learned against random beats rule in zero rate"],
];
pub const AHEAD: [&str; 3] = [
    "self-play beats learning against random in tricks",
    "self-play beats learning against random in points",
    "self-play beats learning against random in zero rate",
];

/// What the paper prints, by measure: of both ways of learning, and of the rule player.
const PUBLISHED: [([f64; 2], f64); 3] = [([3.69, 3.49], 3.25), ([4.37, 4.55], 6.51), ([0.39, 0.37], 0.31)];

/// The number of a measure in the lists above.
fn place(measure: &str) -> usize {
    match measure {
        "mean_tricks" => 0,
        "mean_points" => 1,
        _ => 2,
    }
}

/// A printed figure.
fn printed(value: f64) -> Published {
    Published { value, digits: 2 }
}

/// What is compared: game, measure, which direction is good.
const COMPARED: [(Game, &str, &str, Better); 5] = [
    (PLAIN, "mean_tricks", "tricks", Better::Higher),
    (SAITO_FREE, "mean_points", "points", Better::Lower),
    (SAITO_FREE, "zero_rate", "zero rate", Better::Higher),
    (SAITO, "mean_points", "points", Better::Lower),
    (SAITO, "zero_rate", "zero rate", Better::Higher),
];

fn beats_rule(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let heads = ["game", "measure", "player", "learned", "rule", "difference"];
    let mut table = ResultTable::new("differences", "Against three rule players", heads);
    let mut verdicts = Vec::new();
    for (game, measure, name, better) in COMPARED {
        let rule = row(bench, game, "rule")?.get(measure)?;
        let (learned_figures, rule_figure) = PUBLISHED[place(measure)];
        for (number, (runs, opponents)) in runs(bench, game)?.iter().zip(WAYS).enumerate() {
            let learned = runs.estimate(measure)?;
            let ahead = difference(learned, rule);
            table.row(cells(game, name, way(opponents), learned, rule, ahead));
            let what = format!("{}, `{}`: {} beats rule in {name}", game.name, game.rules, way(opponents));
            // The rule player's figure has little error beside that of one training.
            let error = runs.error_of_one(measure, match_deals(bench))?;
            let size = printed(learned_figures[number]).less(printed(rule_figure));
            let verdict = Verdict::sized(what, ahead, size, error, better);
            verdicts.push(verdict.of(BEATS[place(measure)][number], game.reading()));
        }
    }
    Ok(Finding::new().table(table).verdicts(verdicts))
}

fn self_play(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let heads = ["game", "measure", "self-play", "learned against random", "difference"];
    let mut table =
        ResultTable::new("differences", "Against three rule players; differences of runs from equal seeds", heads);
    let mut verdicts = Vec::new();
    for (game, measure, name, better) in COMPARED {
        let [self_play, random] = runs(bench, game)?;
        let ahead = paired(&self_play.finals(measure)?, &random.finals(measure)?);
        let (ours, theirs) = (self_play.estimate(measure)?, random.estimate(measure)?);
        let [game_cell, measure_cell, _, rest @ ..] = cells(game, name, "", ours, theirs, ahead);
        table.row([game_cell, measure_cell].into_iter().chain(rest));
        let what = format!("{}, `{}`: self-play beats learning against random in {name}", game.name, game.rules);
        let error = |runs: &Runs| runs.error_of_one(measure, match_deals(bench));
        let ([one, two], _) = PUBLISHED[place(measure)];
        let error = math::hypot(error(&self_play)?, error(&random)?);
        let verdict = Verdict::sized(what, ahead, printed(one).less(printed(two)), error, better);
        verdicts.push(verdict.of(AHEAD[place(measure)], game.reading()));
    }
    Ok(Finding::new().table(table).verdicts(verdicts))
}

fn cells(game: Game, measure: &str, player: &str, ours: Estimate, other: Estimate, ahead: Estimate) -> [Cell; 6] {
    [
        Cell::text(format!("{}, `{}`", game.name, game.rules)),
        Cell::text(measure),
        Cell::text(player),
        Cell::ours(ours, 3),
        Cell::ours(other, 3),
        Cell::ours(ahead, 3),
    ]
}
