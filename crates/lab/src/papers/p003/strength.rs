use kirifuda_arena::{Contestant, Estimate, Monitor, Outcome, Plan};
use kirifuda_catalog::entries::daifugo::SHIPPED;
use kirifuda_catalog::{Listed, contestant};
use kirifuda_games::daifugo::{Daifugo, Rules};
use kirifuda_play::Rules as _;
use kirifuda_players::daifugo::{PlayEvaluation, Scope};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::learned::{B, B_PRIME, Phase, Pupil, seeds};
use crate::lesson::Share;
use crate::{
    Axis, Bench, Cell, Experiment, Figure, Finding, LabError, Look, Part, Point, ResultTable, Series, Step, number,
};

pub const STRENGTH: Experiment = Experiment {
    name: "strength",
    title: "All players under the contest's rules, in sessions of 100 games",
    claim: "Points a game, 5 … 1, with classes and the exchange of cards: where do the paper's players and UseMEL stand beside \
            the contest's sample client and the learned policy?",
    part: Part::Beyond,
    run: strength,
};

const RULES: &str = "uecda";

/// Players of the list that need no training here, weakest first.
const LISTED: [&str; 9] =
    ["random", "enemy", "pairsave", "psinallstate", "psunder12", "psunder12no8", "default", "mel", "softmax"];

/// UseMEL trained here, in single games against `default`.
const TRAINED: [Pupil; 3] = [
    Pupil { name: "UseMEL, B", ..B },
    Pupil { name: "UseMEL, B′", ..B_PRIME },
    Pupil {
        name: "UseMEL, B′, all plays valued",
        task: PlayEvaluation { scope: Scope::ALL, ..B_PRIME.task },
        ..B_PRIME
    },
];

/// How a player did in sessions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Standing {
    /// Points a game of all players at the table, in its order.
    points: Vec<Estimate>,
    first: Estimate,
    last: Estimate,
}

fn strength(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let games = bench.scaled(300, 30_000, 200_000);
    let sessions = bench.scaled(1, 20, 200);
    let others: [&'static str; 2] = ["default", "psunder12no8"];
    let mut steps = Vec::new();
    for other in others {
        for player in LISTED {
            steps.push(of_the_list(bench, player, other, sessions));
        }
        for pupil in TRAINED {
            steps.push(trained(bench, pupil, other, games, sessions));
        }
    }
    steps.push(all_at_one(bench, sessions));
    let mut standings: Vec<Standing> = bench.steps(steps)?;
    let together = standings.pop();
    let names: Vec<String> = LISTED
        .iter()
        .map(|player| format!("`{player}`"))
        .chain(TRAINED.iter().map(|pupil| pupil.name.to_string()))
        .collect();
    let heads = ["player", "against 4 default", "first", "last", "against 4 PSUnder12No8", "first", "last"];
    let mut table = ResultTable::new("points", "Points a game in sessions under `uecda`; par is 3", heads);
    let mut figure = Figure::new(
        "points",
        "Points a game, players in the order of the table",
        Axis::new("row of the table"),
        Axis::new("points a game"),
    );
    let halves: Vec<&[Standing]> = standings.chunks(names.len()).collect();
    for (number, name) in names.iter().enumerate() {
        let cells = halves.iter().filter_map(|half| half.get(number)).flat_map(|standing| {
            let points = standing.points.first().copied().unwrap_or(Estimate { mean: f64::NAN, ci95: None });
            [Cell::ours(points, 3), Cell::ours(standing.first, 3), Cell::ours(standing.last, 3)]
        });
        table.row([Cell::text(name.as_str())].into_iter().chain(cells));
    }
    for (other, half) in others.iter().zip(&halves) {
        let points = (1u16..).zip(half.iter()).filter_map(|(row, standing)| {
            standing.points.first().map(|&points| Point::estimate(f64::from(row), points))
        });
        figure = figure.series(Series::ours(format!("against 4 {other}"), Look::Bars, points));
    }
    let mut one_table =
        ResultTable::new("one-table", "All at one table: points a game; par is 3", ["player", "points a game"]);
    for (player, points) in ONE_TABLE.iter().zip(together.iter().flat_map(|standing| &standing.points)) {
        one_table.row([Cell::text(format!("`{player}`")), Cell::ours(*points, 3)]);
    }
    let how = format!(
        "{} sessions of 100 games in five rotations each; classes, exchange, seats drawn anew every 3 games. `mel` and \
         `softmax` are as they come with the program; UseMEL below is trained here, {} single games against four `default`, \
         ε fading.",
        number::count(sessions),
        number::count(games),
    );
    Ok(Finding::new().text(how).table(table).figure(figure).table(one_table))
}

/// The five at one table.
const ONE_TABLE: [&str; 5] = ["softmax", "mel", "default", "psunder12no8", "enemy"];

/// What a listed player plays may come from a file: another one is another player.
fn shipped() -> Vec<u32> {
    SHIPPED.iter().map(|model| model.checksum()).collect()
}

fn of_the_list(bench: &Bench<'_>, player: &'static str, other: &'static str, sessions: u64) -> Step<'static, Standing> {
    let models = if ["mel", "softmax"].contains(&player) { shipped() } else { Vec::new() };
    let key = json!({"revision": 1, "player": player, "other": other, "sessions": sessions, "models": models});
    let seed = bench.seed();
    Step::new(format!("sessions of {player} against 4 {other}"), &key, move |monitor| {
        let rules = Rules::book().parse(RULES)?;
        hold(&rules, contestant(&rules, player)?, other, sessions, seed, monitor)
    })
}

fn trained(bench: &Bench<'_>, pupil: Pupil, other: &'static str, games: u64, sessions: u64) -> Step<'static, Standing> {
    let phase = Phase { fade: Some(games / 10), ..Phase::learning("default", games) };
    let seed = seeds(bench, 1)[0];
    let key = json!({"revision": 1, "learner": pupil.text(&phase), "phase": phase, "other": other,
        "sessions": sessions, "seed": seed});
    let match_seed = bench.seed();
    Step::new(format!("sessions of {} against 4 {other}", pupil.name), &key, move |monitor| {
        let rules = Rules::book().parse(RULES)?;
        let (learner, share) = (pupil.text(&phase), Share { monitor, before: 0, size: games, total: 2 * games });
        let trainee = pupil.lesson(&learner, RULES, &phase, seed).train::<Daifugo>(&share)?;
        let learned =
            Contestant { name: "learned".into(), maker: trainee.player().map_err(LabError::Other)?, many: false };
        let share = Share { monitor, before: games, size: games, total: 2 * games };
        hold(&rules, learned, other, sessions, match_seed, &share)
    })
}

fn all_at_one(bench: &Bench<'_>, sessions: u64) -> Step<'static, Standing> {
    let key = json!({"revision": 1, "players": ONE_TABLE, "sessions": sessions, "models": shipped()});
    let seed = bench.seed();
    Step::new("sessions of five players".to_string(), &key, move |monitor| {
        let rules = Rules::book().parse(RULES)?;
        let table: Vec<Contestant<Daifugo>> =
            ONE_TABLE.iter().map(|player| contestant(&rules, player)).collect::<Result<_, _>>()?;
        play(&rules, &table, sessions, seed, monitor)
    })
}

fn hold(
    rules: &Rules,
    player: Contestant<Daifugo>,
    other: &str,
    sessions: u64,
    seed: u64,
    monitor: &dyn Monitor,
) -> Result<Standing, LabError> {
    let other = contestant::<Daifugo>(rules, other)?;
    let mut table = vec![player];
    table.resize_with(rules.seats(), || other.clone());
    play(rules, &table, sessions, seed, monitor)
}

fn play(
    rules: &Rules,
    table: &[Contestant<Daifugo>],
    sessions: u64,
    seed: u64,
    monitor: &dyn Monitor,
) -> Result<Standing, LabError> {
    let matches = Daifugo::matches().ok_or_else(|| LabError::Other("Daifugo has no sessions".to_string()))?;
    let plan = Plan { rules, contestants: table, first: 0, deals: sessions, seed, threads: Some(1) };
    let outcome = matches(&plan, monitor, None)?;
    if outcome.interrupted {
        return Err(LabError::Interrupted);
    }
    let measure = |player: usize, name: &str| measure(&outcome, player, name);
    // The places of a game count 5 … 1.
    let points = |player| {
        let place = measure(player, "mean_place")?;
        Ok::<_, LabError>(Estimate { mean: table.len() as f64 + 1.0 - place.mean, ..place })
    };
    Ok(Standing {
        points: (0..table.len()).map(points).collect::<Result<_, _>>()?,
        first: measure(0, "first_rate")?,
        last: measure(0, "last_rate")?,
    })
}

fn measure(outcome: &Outcome, player: usize, name: &str) -> Result<Estimate, LabError> {
    let place = outcome.measures.iter().position(|measure| measure.name == name);
    let found = outcome.players.get(player).zip(place).and_then(|(player, place)| player.measures.get(place));
    found.copied().ok_or_else(|| LabError::Other(format!("there is no measure `{name}`")))
}
