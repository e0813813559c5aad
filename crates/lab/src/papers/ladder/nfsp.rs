use kirifuda_arena::Monitor;
use serde_json::json;

use crate::papers::p001::training_seeds;
use crate::{
    Axis, Bench, Better, Cell, Experiment, Figure, Finding, LabError, Look, Part, Point, ResultTable, Series, Step,
    Verdict, number, over_seeds,
};

pub const EQUILIBRIUM: Experiment = Experiment {
    name: "nfsp",
    title: "How near neural fictitious self-play comes to an equilibrium",
    claim: "Exploitability of the average strategy in Kuhn and Leduc poker, beside what OpenSpiel publishes of its own \
            training after ten million episodes. (Needs a program with the feature `deep`.)",
    part: Part::Beyond,
    run: equilibrium,
};

/// A game, and the exploitability that OpenSpiel publishes after [`EPISODES`], with its digits.
const GAMES: [(&str, &str, f64, usize); 2] = [("kuhn", "Kuhn poker", 0.0198, 4), ("leduc", "Leduc poker", 0.638, 3)];

/// Episodes of the published training.
const EPISODES: u64 = 10_000_000;

fn equilibrium(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let episodes = bench.scaled(2_560, 200_000, EPISODES / 5);
    let seeds = training_seeds(bench, bench.scaled(1, 2, 3));
    let round = [1_000, 2_000, 5_000].into_iter();
    let round = round.flat_map(|first| (0..5).map(move |power| first * 10u64.pow(power)));
    let mut points: Vec<u64> = round.filter(|&point| point < episodes).chain([episodes]).collect();
    points.sort_unstable();
    let mut steps = Vec::new();
    for (game, ..) in GAMES {
        for &seed in &seeds {
            let points = points.clone();
            let key = json!({"revision": 1, "game": game, "seed": seed, "points": points});
            let work = move |monitor: &dyn Monitor| curve(game, seed, &points, monitor);
            steps.push(Step::new(format!("nfsp {game} seed {seed}"), &key, work));
        }
    }
    let curves: Vec<Vec<f64>> = bench.steps(steps)?;

    let heads = ["game", "episodes", "ours", "OpenSpiel after 10,000,000"];
    let caption = "Exploitability: chips a game that a perfect opponent gains, the mean over both seats";
    let mut table = ResultTable::new("exploitability", caption, heads);
    let mut finding = Finding::new().text(format!(
        "{} trainings of each game with the settings of `kirifuda train {} nfsp:machine=cpu`; exploitability is computed \
         exactly, over all deals.",
        seeds.len(),
        GAMES.map(|(game, ..)| game).join("` and `")
    ));
    let mut figures = Vec::new();
    for ((game, name, published, digits), runs) in GAMES.into_iter().zip(curves.chunks(seeds.len())) {
        let at = |place: usize| over_seeds(&runs.iter().filter_map(|run| run.get(place)).copied().collect::<Vec<_>>());
        for (place, &point) in points.iter().enumerate() {
            let openspiel = if point == episodes { Cell::Published(published, digits) } else { Cell::Empty };
            table.row([Cell::text(name), Cell::text(number::count(point)), Cell::ours(at(place), 4), openspiel]);
        }
        let curve = points.iter().enumerate().map(|(place, &point)| Point::estimate(point as f64, at(place)));
        let figure = Figure::new(
            game,
            format!("{name}: exploitability of the average strategy. Bars are 95% intervals over the seeds."),
            Axis::new("episodes").log(),
            Axis::new("exploitability, chips a game").log(),
        );
        let figure = figure.series(Series::ours("neural fictitious self-play", Look::LineMarkers, curve));
        figures.push(figure.series(Series::level("OpenSpiel after 10,000,000 episodes", published)));
        if bench.scaled(false, false, true) {
            let what = format!("{name}: exploitability after {} episodes", number::count(episodes));
            let last = at(points.len() - 1);
            finding = finding.verdict(Verdict::figure(what, published, digits, last, 0.0, Better::Lower));
        }
    }
    Ok(figures.into_iter().fold(finding.table(table), Finding::figure))
}

#[cfg(not(feature = "deep"))]
fn curve(_: &str, _: u64, _: &[u64], _: &dyn Monitor) -> Result<Vec<f64>, LabError> {
    Err(super::without_deep())
}

/// The exploitability after so many episodes.
#[cfg(feature = "deep")]
fn curve(game: &str, seed: u64, points: &[u64], monitor: &dyn Monitor) -> Result<Vec<f64>, LabError> {
    use kirifuda_games::kuhn::Kuhn;
    use kirifuda_games::leduc::Leduc;
    use kirifuda_players::poker::{KuhnEncoder, LeducEncoder};
    match game {
        "kuhn" => train::<Kuhn, _>(KuhnEncoder, seed, points, monitor),
        _ => train::<Leduc, _>(LeducEncoder, seed, points, monitor),
    }
}

#[cfg(feature = "deep")]
fn train<G, E>(encoder: E, seed: u64, points: &[u64], monitor: &dyn Monitor) -> Result<Vec<f64>, LabError>
where
    G: kirifuda_play::Tabular,
    E: kirifuda_learn::net::Encoder<G>,
{
    use kirifuda_deep::Cpu;
    use kirifuda_deep::nfsp::{Nfsp, Options, tabulate};
    use kirifuda_learn::cfr::Tree;
    use kirifuda_play::{Rules, Seat};

    /// Episodes between two looks at the monitor.
    const STRETCH: u64 = 1_280;
    let rules = (G::Rules::book().presets[0].rules)();
    let failed = |why: &dyn std::fmt::Display| LabError::Other(format!("neural fictitious self-play: {why}"));
    let active = encoder.active();
    let machines: kirifuda_deep::nfsp::Machines =
        Box::new(move |shape, seed| Ok(Box::new(Cpu::new(shape, active, seed))));
    let tree = Tree::<G>::build(&rules).map_err(|why| failed(&why))?;
    let training = Nfsp::<G, E>::new(rules.clone(), encoder, Options::default(), machines, seed);
    let mut training = training.map_err(|why| failed(&why))?;
    let total = points.last().copied().unwrap_or(0);
    let mut found = Vec::new();
    for &point in points {
        while training.episodes() < point {
            training.advance(STRETCH.min(point - training.episodes())).map_err(|why| failed(&why))?;
            monitor.advance(training.episodes(), total);
            if monitor.stopped() {
                return Err(LabError::Interrupted);
            }
        }
        let mut players = Vec::new();
        for seat in Seat::all(rules.seats()) {
            players.push(training.average_player(seat).map_err(|why| failed(&why))?);
        }
        let strategy = tabulate::<G>(&rules, |seat, view, legal, out| {
            out.extend_from_slice(players[seat.index()].probabilities(view, legal));
        });
        found.push(tree.exploitability(&strategy.map_err(|why| failed(&why))?));
    }
    Ok(found)
}
