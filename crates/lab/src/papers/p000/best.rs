use kirifuda_arena::Estimate;
use kirifuda_catalog::entries::falcon::SHIPPED as FALCON;
use kirifuda_catalog::entries::linear_q::SHIPPED as LINEAR;
use kirifuda_catalog::{Shipped, Spec};
use serde_json::json;

use super::learned::{BOTH, GAME, OPPONENTS, RATIO, ROWS, RULES, opponents};
use crate::{
    Axis, Bench, Cell, Contest, Experiment, Figure, Finding, LabError, Look, Measures, Part, Point, ResultTable,
    Series, Step, number,
};

pub const BEST: Experiment = Experiment {
    name: "best",
    title: "The best FALCON beside the others",
    claim: "How does the `falcon` that comes with the program do against each kind of opponent, and how do the linear \
            learner of paper 001 and Monte Carlo do in the same seats?",
    part: Part::Beyond,
    run: best,
};

/// A player or opponent, and whether it takes long.
struct Party {
    name: &'static str,
    player: &'static str,
    slow: bool,
}

fn best(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let [stock, cards, actions] = opponents(bench);
    let party = |name, player, slow| Party { name, player, slow };
    let players =
        [party("falcon", "falcon", false), party("linear-q", "linear-q", false), party("mc (cards)", cards, true)];
    let others = [
        party(OPPONENTS[0], stock, false),
        party(OPPONENTS[1], cards, true),
        party(OPPONENTS[2], actions, true),
        party("3 jake", "jake", false),
        party("3 linear-q", "linear-q", false),
    ];
    let seed = bench.seed();
    let mut steps = Vec::new();
    for player in &players {
        for other in &others {
            let deals = match player.slow || other.slow {
                true => bench.scaled(2, 50, 1_250),
                false => bench.scaled(50, 2_000, 20_000),
            };
            let (first, against) = (player.player, other.player);
            let title = format!("best: {} against {}", player.name, other.name);
            let models = [checksums(first)?, checksums(against)?];
            let key = json!({"revision": 1, "rules": RULES, "player": first, "against": against, "deals": deals,
                "models": models});
            steps.push(Step::new(title, &key, move |monitor| {
                let players = [first, against, against, against];
                Contest { game: GAME, rules: RULES, players: &players, deals }.play(seed, 1, monitor)
            }));
        }
    }
    let results: Vec<Measures> = bench.steps(steps)?;
    let heads = ["player"].into_iter().chain(others.iter().map(|other| other.name));
    let caption = "Penalty ratio of one player against three of another under `falcon`; par is 0.25, lower is better";
    let mut table = ResultTable::new("best", caption, heads);
    let mut figure = Figure::new(
        "best",
        "Penalty ratio of each player against three of each opponent; bars are 95% intervals.",
        Axis::new("opponents").names(others.iter().map(|other| other.name)),
        Axis::new("penalty ratio"),
    );
    for (number, (player, results)) in players.iter().zip(results.chunks(others.len())).enumerate() {
        let ours: Vec<Estimate> = results.iter().map(|result| result.get(RATIO)).collect::<Result<_, _>>()?;
        table.row([Cell::text(player.name)].into_iter().chain(ours.iter().map(|ours| Cell::ours(*ours, 4))));
        // Side by side, so that intervals do not cover each other.
        let place = |other: usize| other as f64 + 1.0 + (number as f64 - 1.0) * 0.12;
        let points = ours.iter().enumerate().map(|(other, ours)| Point::estimate(place(other), *ours));
        figure = figure.series(Series::ours(player.name, Look::Markers, points));
    }
    let [rule, monte_carlo] = ROWS[BOTH].published;
    let published = [Cell::Published(rule, 4), Cell::Published(monte_carlo, 4)];
    table.row([Cell::text("the paper's best")].into_iter().chain(published));
    let how = format!(
        "{} deals in four rotations, {} where Monte Carlo sits at the table. The models come with the program \
         (`models/README.md` has how they were trained).",
        number::count(bench.scaled(50, 2_000, 20_000)),
        number::count(bench.scaled(2, 50, 1_250)),
    );
    Ok(Finding::new().text(how).figure(figure).table(table))
}

/// The models of a player that has some: others would be another player.
fn checksums(player: &str) -> Result<Vec<u32>, LabError> {
    let models: &[Shipped] = match Spec::parse(player)?.name.as_str() {
        "falcon" => &FALCON,
        "linear-q" => &LINEAR,
        _ => &[],
    };
    Ok(models.iter().map(Shipped::checksum).collect())
}
