use kirifuda_arena::Estimate;

use super::learned::{Game, PLAIN, SAITO, SAITO_FREE, WAYS, runs, way};
use super::rows::row;
use crate::{Bench, Better, Cell, Experiment, Finding, LabError, Part, ResultTable, Verdict, difference, paired};

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
        for (runs, opponents) in runs(bench, game)?.iter().zip(WAYS) {
            let learned = runs.estimate(measure)?;
            let ahead = difference(learned, rule);
            table.row(cells(game, name, way(opponents), learned, rule, ahead));
            let what = format!("{}, `{}`: {} beats rule in {name}", game.name, game.rules, way(opponents));
            verdicts.push(Verdict::claim(what, ahead, better));
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
        verdicts.push(Verdict::claim(what, ahead, better));
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
