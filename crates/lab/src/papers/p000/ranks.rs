use kirifuda_arena::{Contestant, Estimate, Monitor, Plan, play_matches};
use kirifuda_catalog::contestant;
use kirifuda_games::hearts::{Hearts, Rules};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::learned::{
    AVERAGE, BOTH, MODES, MONTE_CARLO, Mode, OPPONENTS, PREVIOUS, Pupil, ROWS, opponents, training_seeds,
};
use crate::lesson::Share;
use crate::{
    Axis, Bench, Better, Cell, Experiment, Figure, Finding, LabError, Look, Part, Point, ResultTable, Series, Step,
    Verdict, number, over_seeds, paired,
};

pub const TABLES_3_4: Experiment = Experiment {
    name: "tables-3-4",
    title: "Tables 3 and 4: places in matches to 100 points",
    claim: "In matches to 100 points the previous work comes out at a mean rank of 2.3756 against three rule players and \
            2.7482 against three Monte Carlo players; the proposed method at 2.0744 and 2.5150.",
    part: Part::Paper,
    run: ranks,
};

/// Shares of first to fourth place, and the mean rank.
struct Published {
    shares: [f64; 4],
    mean: f64,
}

/// A row of Table 2 and its places, against rule and Monte Carlo players.
const PUBLISHED: [(usize, &str, [Published; 2]); 2] = [
    (
        PREVIOUS,
        "previous work",
        [
            Published { shares: [0.2884, 0.2572, 0.2448, 0.2096], mean: 2.3756 },
            Published { shares: [0.1808, 0.2270, 0.2554, 0.3368], mean: 2.7482 },
        ],
    ),
    (
        BOTH,
        "proposed",
        [
            Published { shares: [0.3906, 0.2706, 0.2126, 0.1262], mean: 2.0744 },
            Published { shares: [0.2446, 0.2534, 0.2444, 0.2576], mean: 2.5150 },
        ],
    ),
];

/// Matches of a run of the paper.
const PAPER_MATCHES: f64 = 1_000.0;

/// The places, and in which direction their shares are better.
const PLACES: [(&str, Better); 4] = [
    ("first places", Better::Higher),
    ("second places", Better::Neither),
    ("third places", Better::Neither),
    ("fourth places", Better::Lower),
];

/// Shares of first to fourth place against rule and Monte Carlo players.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Places(pub [Vec<f64>; 2]);

impl Places {
    /// The mean rank against an opponent.
    pub fn mean(&self, exam: usize) -> f64 {
        (1..).map(f64::from).zip(&self.0[exam]).map(|(rank, share)| rank * share).sum()
    }
}

fn ranks(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let mode = &MODES[AVERAGE];
    let seeds = training_seeds(bench, bench.scaled(2, 3, 5));
    let against = opponents(bench);
    let matches: [u64; 2] = bench.scaled([5, 1], [100, 5], [1_000, 250]);
    let mut steps = Vec::new();
    for (row, name, _) in &PUBLISHED {
        for &seed in &seeds {
            let pupil = Pupil::of(mode, &ROWS[*row], mode.deals(bench), seed);
            let text = pupil.text();
            let key = json!({"revision": 1, "lesson": pupil.lesson(&text), "danger": pupil.danger(), "matches": matches,
                "against": &against[..matches.len()]});
            let title = format!("places {}, {name}, seed {seed}", mode.name);
            let against = [against[0], against[1]];
            steps.push(Step::new(title, &key, move |monitor| places(&pupil, against, matches, monitor)));
        }
    }
    let all: Vec<Places> = bench.steps(steps)?;
    let runs: Vec<&[Places]> = all.chunks(seeds.len()).collect();
    let mut finding = Finding::new().text(format!(
        "Mode `{}`, {} deals of learning, {} seeds. Each run plays {} matches against rule players and {} against Monte \
         Carlo (playouts of random cards), a quarter of them from each seat; equal players share their places. Under `falcon`, until someone has 100 points.",
        mode.name,
        number::count(mode.deals(bench)),
        seeds.len(),
        number::count(4 * matches[0]),
        number::count(4 * matches[1]),
    ));
    for exam in 0..matches.len() {
        finding = finding.figure(figure(&runs, exam));
    }
    let mut verdicts = Vec::new();
    for ((_, name, published), runs) in PUBLISHED.iter().zip(&runs) {
        finding = finding.table(table(name, published, runs));
        for (exam, published) in published.iter().enumerate() {
            // The paper's runs have 1,000 matches; ours may have more.
            let error = |ours: Estimate| {
                ours.ci95.unwrap_or(0.0) * (4.0 * matches[exam] as f64 / PAPER_MATCHES).sqrt().max(1.0)
            };
            let cell = |of: &str| cell(name, exam, of);
            let what = |what: &str| format!("{}: {name} against {}: {what}", mode.name, OPPONENTS[exam]);
            for (place, (of, better)) in PLACES.into_iter().enumerate() {
                let ours = share(runs, exam, place);
                let share = Verdict::figure(what(of), published.shares[place], 4, ours, error(ours), better);
                verdicts.push(counted(share, cell(of), mode));
            }
            let mean = mean_rank(runs, exam);
            let rank = Verdict::figure(what(RANK), published.mean, 4, mean, error(mean), Better::Lower);
            verdicts.push(counted(rank, cell(RANK), mode));
        }
    }
    for (exam, opponents) in OPPONENTS.iter().enumerate().take(matches.len()) {
        let ranks = |runs: &[Places]| -> Vec<f64> { runs.iter().map(|run| run.mean(exam)).collect() };
        let what = format!("{}: the proposed method has the better mean rank against {opponents}", mode.name);
        if let [previous, proposed] = runs[..] {
            verdicts.push(Verdict::claim(what, paired(&ranks(proposed), &ranks(previous)), Better::Lower));
        }
    }
    Ok(finding.verdicts(verdicts))
}

const RANK: &str = "mean rank";

/// The cell of the paper's list with a name like this.
fn cell(player: &str, exam: usize, of: &str) -> Option<&'static str> {
    let table = if player == PUBLISHED[0].1 { 3 } else { 4 };
    let others = if exam == MONTE_CARLO { "Monte Carlo" } else { "rule players" };
    let name = format!("Table {table}, {others}: {of}");
    super::CELLS.iter().flat_map(|cells| cells.names).copied().find(|known| *known == name)
}

fn counted(verdict: Verdict, cell: Option<&'static str>, mode: &Mode) -> Verdict {
    cell.map_or(verdict.clone(), |cell| verdict.of(cell, mode.reading()))
}

/// Trains a player and plays matches with it.
fn places(pupil: &Pupil, against: [&str; 2], matches: [u64; 2], monitor: &dyn Monitor) -> Result<Places, LabError> {
    // A match has about twelve deals in each of four rotations.
    let sizes = matches.map(|matches| matches * 48);
    let total = pupil.deals + sizes.iter().sum::<u64>();
    let training = Share { monitor, before: 0, size: pupil.deals, total };
    let trainee = pupil.lesson(&pupil.text()).train::<Hearts>(&training)?;
    let rules = Rules::falcon();
    let learner =
        Contestant { name: "learner".to_string(), maker: trainee.player().map_err(LabError::Other)?, many: false };
    let mut before = pupil.deals;
    let mut shares = [Vec::new(), Vec::new()];
    for (exam, against) in against.into_iter().enumerate() {
        let other = contestant::<Hearts>(&rules, against)?;
        let contestants = [learner.clone(), other.clone(), other.clone(), other];
        let (deals, seed) = (matches[exam], pupil.seed);
        let plan = Plan { rules: &rules, contestants: &contestants, first: 0, deals, seed, threads: Some(1) };
        let outcome = play_matches(&plan, &Share { monitor, before, size: sizes[exam], total }, None)?;
        // A part of the matches is no result.
        if outcome.interrupted {
            return Err(LabError::Interrupted);
        }
        before += sizes[exam];
        shares[exam] = outcome.players.into_iter().next().map(|first| first.rank_shares).unwrap_or_default();
    }
    Ok(Places(shares))
}

fn mean_rank(runs: &[Places], exam: usize) -> Estimate {
    over_seeds(&runs.iter().map(|run| run.mean(exam)).collect::<Vec<_>>())
}

/// The share of a place, from 0, over the runs.
fn share(runs: &[Places], exam: usize, place: usize) -> Estimate {
    over_seeds(&runs.iter().filter_map(|run| run.0[exam].get(place)).copied().collect::<Vec<_>>())
}

fn table(name: &str, published: &[Published; 2], runs: &[Places]) -> ResultTable {
    let heads = ["rank", "paper, rule", "ours, 3 stock", "paper, Monte Carlo", "ours, 3 mc (cards)"];
    let number = if name == PUBLISHED[0].1 { 3 } else { 4 };
    let file = if number == 3 { "table-3" } else { "table-4" };
    let mut table = ResultTable::new(file, format!("Table {number}: shares of places, {name}"), heads);
    for place in 0..4 {
        let cells = published.iter().enumerate().flat_map(|(exam, published)| {
            [Cell::Published(published.shares[place], 4), Cell::ours(share(runs, exam, place), 4)]
        });
        table.row([Cell::text((place + 1).to_string())].into_iter().chain(cells));
    }
    let cells = published
        .iter()
        .enumerate()
        .flat_map(|(exam, published)| [Cell::Published(published.mean, 4), Cell::ours(mean_rank(runs, exam), 4)]);
    table.row([Cell::text("mean rank")].into_iter().chain(cells));
    table
}

/// Shares of places, both players beside the paper's.
fn figure(runs: &[&[Places]], exam: usize) -> Figure {
    let caption = format!("Shares of first to fourth place in matches to 100 points against {}.", OPPONENTS[exam]);
    let name = if exam == MONTE_CARLO { "places-monte-carlo" } else { "places-rule" };
    let mut figure = Figure::new(
        name,
        caption,
        Axis::new("place").names(["first", "second", "third", "fourth"]),
        Axis::new("share of matches"),
    );
    for ((_, player, _), runs) in PUBLISHED.iter().zip(runs) {
        let points = (0..4u8).map(|place| Point::estimate(f64::from(place) + 1.0, share(runs, exam, place.into())));
        figure = figure.series(Series::ours(*player, Look::LineMarkers, points));
    }
    for (_, player, published) in &PUBLISHED {
        let points = (1..).map(f64::from).zip(published[exam].shares).map(|(place, share)| Point::new(place, share));
        figure = figure.series(Series::published(*player, Look::LineMarkers, points));
    }
    figure
}
