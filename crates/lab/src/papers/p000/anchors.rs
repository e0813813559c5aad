use serde_json::json;

use super::learned::{GAME, RATIO, RULES, from_par, opponents};
use crate::{
    Bench, Better, Cell, Contest, Experiment, Finding, LabError, Measures, Part, Reading, ResultTable, Step, Verdict,
    number,
};

pub const ANCHORS: Experiment = Experiment {
    name: "anchors",
    title: "Section 2.2: the opponents against each other",
    claim: "Of the two kinds of opponents the Monte Carlo player is the stronger, the rule player the weaker one.",
    part: Part::Paper,
    run: anchors,
};

/// The cell.
pub const STRONGER: &str = "Monte Carlo is stronger than the rule player";

/// A player against three others.
struct Meeting {
    player: &'static str,
    against: &'static str,
    deals: u64,
}

fn meetings(bench: &Bench<'_>) -> Vec<Meeting> {
    let [stock, cards, actions] = opponents(bench);
    let (by_stock, by_jake) = bench.scaled(
        ("mc:playout=stock,sims=10", "mc:playout=jake,sims=10"),
        ("mc:playout=stock", "mc:playout=jake"),
        ("mc:playout=stock", "mc:playout=jake"),
    );
    let quick = bench.scaled(50, 5_000, 50_000);
    let slow = bench.scaled(5, 50, 2_500);
    let players =
        [("random", quick), (stock, quick), (cards, slow), (actions, slow), (by_stock, slow), (by_jake, slow)];
    let against_stock = players.into_iter().map(|(player, deals)| Meeting { player, against: stock, deals });
    let against_mc = [cards, actions].map(|against| Meeting { player: stock, against, deals: slow / 2 });
    against_stock.chain(against_mc).collect()
}

fn anchors(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let ([stock, mc, _], meetings) = (opponents(bench), meetings(bench));
    let seed = bench.seed();
    let step = |&Meeting { player, against, deals }: &Meeting| {
        let title = format!("{player} against 3 {against}");
        let key = json!({"revision": 1, "rules": RULES, "player": player, "against": against, "deals": deals});
        Step::new(title, &key, move |monitor| {
            let players = [player, against, against, against];
            Contest { game: GAME, rules: RULES, players: &players, deals }.play(seed, 1, monitor)
        })
    };
    let results: Vec<Measures> = bench.steps(meetings.iter().map(step).collect())?;
    let heads = ["player", "against 3", "deals", "penalty ratio", "points", "zero rate"];
    let caption = "Fixed players under `falcon`; each deal in four rotations; par is 0.25, lower is better";
    let mut table = ResultTable::new("anchors", caption, heads);
    let mut verdicts = Vec::new();
    for (Meeting { player, against, deals }, result) in meetings.iter().zip(&results) {
        let ours = result.get(RATIO)?;
        table.row([
            Cell::text(format!("`{player}`")),
            Cell::text(format!("`{against}`")),
            Cell::text(number::count(*deals)),
            Cell::ours(ours, 4),
            Cell::ours(result.get("mean_points")?, 3),
            Cell::ours(result.get("zero_rate")?, 3),
        ]);
        let (what, better) = match (player.starts_with("mc"), against.starts_with("mc")) {
            (true, false) => (format!("`{player}` stays below par against 3 `{against}`"), Better::Lower),
            (false, true) => (format!("`{player}` stays above par against 3 `{against}`"), Better::Higher),
            _ => continue,
        };
        let verdict = Verdict::claim(what, from_par(ours), better).by_our("a share of the points other than par");
        // The Monte Carlo player of all other tables answers for the paper; the others are other readings of it.
        let counted = *player == mc && *against == stock;
        verdicts.push(verdict.of(STRONGER, if counted { Reading::Only } else { Reading::Other }));
    }
    let text = "`stock` is the rule player. `mc` tries the cards that FALCON's actions name, 200 simulations a move; what \
                the paper leaves open is how a simulation is played to the end: by random cards (`mc` itself), random \
                actions of FALCON, or rule players. No figure of these is published.";
    Ok(Finding::new().text(text).table(table).verdicts(verdicts))
}
