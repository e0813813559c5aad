use kirifuda_arena::Estimate;
use serde_json::json;

use super::TRICKS;
use super::learned::{Game, LEARNER, PLAIN, Runs, WAYS, curve_deals, match_deals, runs, share, way};
use super::rows::row;
use crate::{
    Axis, Bench, Better, Cell, Contest, Experiment, Figure, Finding, LabError, Look, Part, Payoffs, Point, Reading,
    ResultTable, Series, Step, Verdict, difference, number, over_runs, paired,
};

pub const MEANS: Experiment = Experiment {
    name: "means",
    title: "Section 4.1.2: mean tricks against three rule players",
    claim: "After 100,000 deals of learning the self-play player takes 3.69 tricks a deal, the one that learned against \
            random players 3.49; the rule player takes 3.25, the random player 2.47.",
    part: Part::Paper,
    run: means,
};

/// The paper's means, by [`WAYS`].
pub const PUBLISHED_MEANS: [f64; 2] = [3.69, 3.49];

fn means(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let runs = runs(bench, PLAIN)?;
    let mut table = ResultTable::new(
        "mean-tricks",
        "Tricks a deal against three rule players",
        ["player", "paper", "ours", "runs"],
    );
    let mut verdicts = Vec::new();
    for (number, ((runs, opponents), published)) in runs.iter().zip(WAYS).zip(PUBLISHED_MEANS).enumerate() {
        let ours = runs.estimate(PLAIN.measure)?;
        let what = format!("{}: tricks", way(opponents));
        let error = runs.error_of_one(PLAIN.measure, match_deals(bench))?;
        let verdict = Verdict::figure(what, published, 2, ours, error, Better::Higher);
        verdicts.push(verdict.of(TRICKS[number], Reading::Best));
        table.row([
            Cell::text(way(opponents)),
            Cell::Published(published, 2),
            Cell::ours(ours, 3),
            Cell::text(list(runs, PLAIN.measure, 3)?),
        ]);
    }
    for (player, published) in [("rule", 3.25), ("random", 2.47)] {
        let ours = row(bench, PLAIN, player)?.get(PLAIN.measure)?;
        table.row([Cell::text(player), Cell::Published(published, 2), Cell::ours(ours, 3), Cell::Empty]);
    }
    Ok(Finding::new().text(how(bench, runs[0].runs.len())).table(table).verdicts(verdicts))
}

/// How the learned players were made.
pub fn how(bench: &Bench<'_>, seeds: usize) -> String {
    format!(
        "Learned players: `{LEARNER}`, {} deals, {seeds} seeds; each is measured on {} deals in four rotations. \
         The interval has the error of the seeds and of the deals. The runs' own figures stand beside it.",
        number::count(bench.scaled(400, 20_000, super::learned::PAPER_DEALS)),
        number::count(match_deals(bench)),
    )
}

/// The figures of all runs, ascending.
pub fn list(runs: &Runs, measure: &str, digits: usize) -> Result<String, LabError> {
    let mut finals = runs.finals(measure)?;
    finals.sort_by(f64::total_cmp);
    Ok(finals.iter().map(|&value| number::plain(value, digits)).collect::<Vec<_>>().join(" "))
}

pub const FIGURE_1: Experiment = Experiment {
    name: "figure-1",
    title: "Figure 1: how often so many tricks are won",
    claim: "Over 100,000 deals against three rule players, the distribution of tricks won lies furthest to the right for \
            self-play, then for learning against random players, the rule player and the random player.",
    part: Part::Paper,
    run: figure_1,
};

/// The cells of Figure 1.
pub const RIGHT: [&str; 2] = [
    "the distribution of self-play lies right of that learned against random",
    "the distribution learned against random lies right of that of rule",
];
const FOUR: &str = "share of deals with four tricks and more";

/// The cells of Figure 2.
pub const FASTER: &str = "plain tricks: self-play learns faster";
pub const HIGHER: &str = "plain tricks: self-play ends higher";
pub const LATE: &str = "plain tricks: no great change after 20,000 deals";

fn figure_1(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let learned = runs(bench, PLAIN)?;
    let fixed = fixed_payoffs(bench, PLAIN)?;
    let tricks = || (0..=13).map(f64::from);
    let axis = |label: &str| Axis::new(label);
    let mut figure = Figure::new(
        "tricks",
        "Share of deals with so many tricks won. The paper prints this figure without numbers; its means are in \
         `means`.",
        axis("tricks won in a deal").range(0.0, 13.0),
        axis("share of deals"),
    );
    let mut table = ResultTable::new("shares", "Share of deals with so many tricks won", heads());
    let mut columns = Vec::new();
    for (runs, opponents) in learned.iter().zip(WAYS) {
        let shares = runs.shares(tricks());
        let points = shares.iter().map(|&(payoff, share)| Point::estimate(payoff, share)).collect::<Vec<_>>();
        figure = figure.series(Series::ours(way(opponents), Look::LineMarkers, points));
        columns.push(shares.iter().map(|&(_, share)| Cell::ours(share, 4)).collect::<Vec<_>>());
    }
    for (player, payoffs) in ["rule", "random"].into_iter().zip(&fixed) {
        let points = tricks().map(|payoff| Point::new(payoff, share(payoffs, payoff))).collect::<Vec<_>>();
        figure = figure.series(Series::ours(player, Look::LineMarkers, points));
        let shares = tricks().map(|payoff| Cell::ours(Estimate { mean: share(payoffs, payoff), ci95: None }, 4));
        columns.push(shares.collect::<Vec<_>>());
    }
    for number in 0..14 {
        let cells = columns.iter().map(|column| column[number].clone());
        table.row([Cell::text(number.to_string())].into_iter().chain(cells));
    }
    // The order of the curves, as one figure: the share of deals with more than par.
    let above_par = |shares: &mut dyn Iterator<Item = (f64, f64)>| -> f64 {
        shares.filter(|(payoff, _)| *payoff >= 4.0).map(|(_, share)| share).sum()
    };
    let by_seed = |runs: &Runs| -> Vec<f64> {
        let with = runs.runs.iter().filter(|run| !run.payoffs.is_empty());
        with.map(|run| above_par(&mut tricks().map(|payoff| (payoff, share(&run.payoffs, payoff))))).collect()
    };
    let fixed_above: Vec<f64> =
        fixed.iter().map(|payoffs| above_par(&mut tricks().map(|payoff| (payoff, share(payoffs, payoff))))).collect();
    let [self_play, random] = [by_seed(&learned[0]), by_seed(&learned[1])];
    // The error of a share of so many games, for both sides of a difference.
    let games: u64 = fixed[0].iter().map(|(_, games)| games).sum();
    let of_games = |share: f64| 1.96 * (share * (1.0 - share) / games.max(1) as f64).sqrt();
    let with_error = |mean: f64| Estimate { mean, ci95: Some(of_games(mean)) };
    let random_above = over_runs(&random.iter().map(|&share| with_error(share)).collect::<Vec<_>>());
    Ok(Finding::new()
        .figure(figure)
        .table(table)
        .verdict(
            Verdict::claim(
                "four tricks and more: self-play more often than learned against random",
                paired(&self_play, &random),
                Better::Higher,
            )
            .by_our(FOUR)
            .of(RIGHT[0], Reading::Best),
        )
        .verdict(
            Verdict::claim(
                "four tricks and more: learned against random more often than rule",
                difference(random_above, with_error(fixed_above[0])),
                Better::Higher,
            )
            .by_our(FOUR)
            .of(RIGHT[1], Reading::Best),
        ))
}

fn heads() -> Vec<String> {
    let players = WAYS.map(|opponents| way(opponents).to_string());
    ["tricks".to_string()].into_iter().chain(players).chain(["rule".to_string(), "random".to_string()]).collect()
}

/// The payoffs of the rule and the random player.
fn fixed_payoffs(bench: &Bench<'_>, game: Game) -> Result<Vec<Payoffs>, LabError> {
    let (deals, seed) = (match_deals(bench), bench.seed());
    let steps = ["rule", "random"].map(|player| {
        let title = format!("{} {} payoffs of {player} against 3 rule", game.name, game.rules);
        let key = json!({"revision": 1, "game": game.name, "rules": game.rules, "player": player, "deals": deals});
        Step::new(title, &key, move |monitor| {
            let players = [player, "rule", "rule", "rule"];
            Contest { game: game.name, rules: game.rules, players: &players, deals }.payoffs(seed, 1, monitor)
        })
    });
    bench.steps(steps.into())
}

pub const FIGURE_2: Experiment = Experiment {
    name: "figure-2",
    title: "Figure 2: mean tricks while learning",
    claim: "On 10,000 fixed deals against three rule players, self-play learns faster and ends higher than learning \
            against random players; after 20,000 deals there is no great change.",
    part: Part::Paper,
    run: figure_2,
};

fn figure_2(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let runs = runs(bench, PLAIN)?;
    let figure = curve_figure(
        "tricks",
        &format!(
            "Mean tricks over {} fixed deals (each in four rotations) against three rule players, while learning goes \
             on; bands are 95% intervals.",
            number::count(curve_deals(bench))
        ),
        "mean tricks",
        &runs,
        PUBLISHED_MEANS,
    )?;
    let verdicts = curve_verdicts(&runs, "", Better::Higher, [Some(FASTER), Some(HIGHER)])?;
    let [self_play, random] = late_verdicts(&runs, PLAIN_PAR)?;
    Ok(Finding::new()
        .figure(figure)
        .text(late_change(&runs)?)
        .table(curve_table(&runs)?)
        .verdicts(verdicts)
        .verdict(self_play.of(LATE, Reading::Best))
        .verdict(random.of(LATE, Reading::Other)))
}

/// Tricks of four equal players.
const PLAIN_PAR: f64 = 3.25;

/// Whether there is no great change after a fifth of all deals, by ways of learning: the end of each run's curve less its
/// point after a fifth.
pub fn late_verdicts(runs: &[Runs; 2], par: f64) -> Result<[Verdict; 2], LabError> {
    let judge = |runs: &Runs, opponents: &str| -> Result<Verdict, LabError> {
        let measure = runs.game.measure;
        let (mut fifth, mut ends, mut deals) = (Vec::new(), Vec::new(), 0);
        for run in &runs.runs {
            let Some((all, last)) = run.curve.last() else { continue };
            let Some((then, early)) = run.curve.iter().find(|(deals, _)| deals * 5 >= *all) else { continue };
            fifth.push(early.get(measure)?.mean);
            ends.push(last.get(measure)?.mean);
            deals = *then;
        }
        let what = format!("{}: what changes after {} deals", way(opponents), number::count(deals));
        Ok(Verdict::same(what, paired(&ends, &fifth), par).by_our("\"no great change\" is less than 2% of par"))
    };
    Ok([judge(&runs[0], WAYS[0])?, judge(&runs[1], WAYS[1])?])
}

/// The curves of both ways of learning, with the paper's final figures as levels.
pub fn curve_figure(
    name: &str,
    caption: &str,
    label: &str,
    runs: &[Runs; 2],
    published: [f64; 2],
) -> Result<Figure, LabError> {
    let mut figure = Figure::new(name, caption, Axis::new("deals learned from"), Axis::new(label));
    for (runs, opponents) in runs.iter().zip(WAYS) {
        let curve = runs.curve(runs.game.measure)?;
        // A player that knows nothing lies far off and would flatten the rest; it is in the table.
        let points = curve.iter().filter(|(deals, _)| *deals > 0);
        let points = points.map(|&(deals, mean)| Point::estimate(deals as f64, mean)).collect::<Vec<_>>();
        figure = figure.series(Series::ours(way(opponents), Look::Line, points));
    }
    for (opponents, level) in WAYS.into_iter().zip(published) {
        figure = figure.series(Series::level(way(opponents), level));
    }
    Ok(figure)
}

/// How much changes after a fifth of all deals, of which the paper says that it is not much.
pub fn late_change(runs: &[Runs; 2]) -> Result<String, LabError> {
    let mut text = String::new();
    for (runs, opponents) in runs.iter().zip(WAYS) {
        let curve = runs.curve(runs.game.measure)?;
        let (Some(&(all, last)), Some(&(_, first))) = (curve.last(), curve.get(1)) else { continue };
        let Some(&(fifth, then)) = curve.iter().find(|(deals, _)| deals * 5 >= all) else { continue };
        text.push_str(&format!(
            "- {}: {} after {} deals, {} after {}, {} after {}.\n",
            way(opponents),
            number::plain(first.mean, 2),
            number::count(curve[1].0),
            number::plain(then.mean, 2),
            number::count(fifth),
            number::plain(last.mean, 2),
            number::count(all)
        ));
    }
    Ok(text)
}

/// The curves as numbers.
pub fn curve_table(runs: &[Runs; 2]) -> Result<ResultTable, LabError> {
    let name = format!("curve-{}", runs[0].game.rules);
    let mut table = ResultTable::new(
        name,
        format!("The curves under `{}`", runs[0].game.rules),
        ["deals", way(WAYS[0]), way(WAYS[1])],
    );
    let measure = runs[0].game.measure;
    for ((deals, first), (_, second)) in runs[0].curve(measure)?.into_iter().zip(runs[1].curve(measure)?) {
        table.row([Cell::text(number::count(deals)), Cell::ours(first, 3), Cell::ours(second, 3)]);
    }
    Ok(table)
}

/// What the paper says of its curves: self-play is ahead early on and at the end.
pub fn curve_verdicts(
    runs: &[Runs; 2],
    context: &str,
    better: Better,
    cells: [Option<&'static str>; 2],
) -> Result<Vec<Verdict>, LabError> {
    let measure = runs[0].game.measure;
    // Differences of runs from equal seeds at a point of the curves, or at the last one.
    let at = |point: usize| -> Result<Estimate, LabError> {
        let [ours, other] = runs.each_ref().map(|runs| -> Result<Vec<f64>, LabError> {
            let points = runs.runs.iter().filter_map(|run| run.curve.get(point).or_else(|| run.curve.last()));
            points.map(|(_, measures)| Ok(measures.get(measure)?.mean)).collect()
        });
        Ok(paired(&ours?, &other?))
    };
    // The sixth point: a twentieth of all deals.
    let early_deals = runs[0].curve(measure)?.get(5).map_or(0, |(deals, _)| *deals);
    let reading = runs[0].game.reading();
    let counted = |verdict: Verdict, cell: Option<&'static str>| match cell {
        Some(cell) => verdict.of(cell, reading),
        None => verdict,
    };
    let early = Verdict::claim(
        format!("{context}after {} deals self-play is ahead of learning against random", number::count(early_deals)),
        at(5)?,
        better,
    )
    .by_our("a twentieth of all deals");
    let end = Verdict::claim(
        format!("{context}at the end self-play is ahead of learning against random"),
        at(usize::MAX)?,
        better,
    );
    Ok(vec![counted(early, cells[0]), counted(end, cells[1])])
}
