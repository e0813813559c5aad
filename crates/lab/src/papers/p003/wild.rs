use kirifuda_players::daifugo::{PlayEvaluation, Scope, rank_name};
use serde_json::json;

use super::learned::{
    B_PRIME, GAME, History, NO_8, PAPERS, Phase, Pupil, over_standards, phase, ranks, rates, runs, seeds,
};
use crate::{
    Axis, Bench, Better, Cell, Contest, Experiment, Figure, Finding, LabError, Look, Measures, Part, Point,
    ResultTable, Series, Step, Verdict, number, over_seeds, paired,
};

pub const WILD: Experiment = Experiment {
    name: "wild",
    title: "The joker as any card, sequences, revolution, and passing on purpose",
    claim: "The paper leaves for later when to use the joker and whether to pass on purpose. Valued like all other plays, do \
            they make the learner stronger under the contest's rules?",
    part: Part::Beyond,
    run: wild,
};

/// The contest's rules for single games: there are no classes before the first.
const RULES: &str = "uecda,exchange=off,points=centred";

const fn valued(name: &'static str, scope: Scope) -> Pupil {
    Pupil { name, task: PlayEvaluation { scope, ..B_PRIME.task }, ..B_PRIME }
}

/// What is valued, more and more of it, and all but one thing.
const SCOPES: [Pupil; 7] = [
    valued("natural groups (the paper)", PAPERS),
    valued("and the joker", Scope { joker: true, ..PAPERS }),
    valued("and sequences", Scope { joker: true, sequences: true, ..PAPERS }),
    valued("and the order of the ranks", Scope { passing: false, ..Scope::ALL }),
    valued("and passing", Scope::ALL),
    valued("all but the joker", Scope { joker: false, ..Scope::ALL }),
    valued("all but sequences", Scope { sequences: false, ..Scope::ALL }),
];
const ALL: usize = 4;

const OTHERS: [&str; 2] = ["default", NO_8];

fn wild(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let seeds = seeds(bench, bench.scaled(2, 3, 6));
    let games = bench.scaled(300, 80_000, 200_000);
    let exam = bench.scaled(200, 10_000, 50_000);
    let lives: Vec<_> = SCOPES
        .iter()
        .flat_map(|&pupil| {
            OTHERS.map(|other| {
                let learning = Phase { fade: Some(games / 10), ..Phase::learning(other, games) };
                (pupil, RULES, vec![learning, Phase::playing(other, exam)])
            })
        })
        .collect();
    let all = runs(bench, &lives, &seeds, 10)?;
    let fixed = fixed(bench)?;
    let heads = ["player", "against 4 default", "brought", "against 4 PSUnder12No8", "brought"];
    let caption = "Score a game, +2 … −2, under the contest's rules without exchange; what one thing more brought";
    let mut table = ResultTable::new("scopes", caption, heads);
    for ((name, _), results) in FIXED.iter().zip(fixed.chunks(OTHERS.len())) {
        let cells = results.iter().flat_map(|result| [Cell::ours(result.payoff, 3), Cell::Empty]);
        table.row([Cell::text(*name)].into_iter().chain(cells));
    }
    let mut before: Vec<Vec<f64>> = Vec::new();
    let mut verdicts = Vec::new();
    for (number, (pupil, tables)) in SCOPES.iter().zip(all.chunks(OTHERS.len())).enumerate() {
        let mut cells = vec![Cell::text(pupil.name)];
        for (other, runs) in tables.iter().enumerate() {
            let scores = rates(&phase(runs, 1)?, 0, exam);
            // Up to all: beside the one before. After that: beside all.
            let base = if number <= ALL { number.checked_sub(1) } else { Some(ALL) };
            let brought = base.and_then(|base| before.get(base * OTHERS.len() + other));
            cells.push(Cell::ours(over_seeds(&scores), 3));
            cells.push(brought.map_or(Cell::Empty, |base| Cell::ours(paired(&scores, base), 3)));
            if number == ALL
                && let Some(papers) = before.get(other)
            {
                let what = format!("valuing all plays beats valuing natural groups against 4 {}", OTHERS[other]);
                verdicts.push(Verdict::claim(what, paired(&scores, papers), Better::Higher));
            }
            before.push(scores);
        }
        table.row(cells);
    }
    let learned = phase(&all[ALL * OTHERS.len()], 0)?;
    let how = format!(
        "B′ with more and more valued: {} runs of {} games of learning against four of the other, ε fading, then {} games \
         without exploration. The last learner: `{}`. Fixed players for comparison.",
        seeds.len(),
        number::count(games),
        number::count(exam),
        SCOPES[ALL].text(&Phase { fade: Some(games / 10), ..Phase::learning("default", 0) }),
    );
    Ok(Finding::new().text(how).table(table).figure(timing(&learned)).table(timing_table(&learned)).verdicts(verdicts))
}

/// Fixed players for comparison, for people and for the list.
const FIXED: [(&str, &str); 2] = [("PSUnder12No8", NO_8), ("`default`", "default")];

fn fixed(bench: &Bench<'_>) -> Result<Vec<Measures>, LabError> {
    let (seed, deals) = (bench.seed(), bench.scaled(20, 4_000, 20_000));
    let meetings = FIXED.iter().flat_map(|&(_, player)| OTHERS.map(|other| (player, other)));
    let step = |(player, other): (&'static str, &'static str)| {
        let key = json!({"revision": 1, "rules": RULES, "player": player, "other": other, "deals": deals});
        Step::new(format!("{player} against 4 {other}"), &key, move |monitor| {
            let players = [player, other, other, other, other];
            Contest { game: GAME, rules: RULES, players: &players, deals }.play(seed, 1, monitor)
        })
    };
    bench.steps(meetings.map(step).collect())
}

/// What the joker and a pass are worth beside the plays that they stand against.
fn timing(histories: &[&History]) -> Figure {
    let caption = "All plays valued, learned against `default`: with the joker in hand, a pair with it less the card alone; \
                   and passing less playing, with one card of the weakest rank that could answer";
    let mut figure = Figure::new(
        "timing",
        caption,
        Axis::new("rank: 1 is 3, 6 is 8, 11 is K, 13 is 2"),
        Axis::new("difference of values"),
    );
    for (name, joker) in [("pair with the joker less single", true), ("passing less playing", false)] {
        let points = ranks().map(|rank| Point::estimate(f64::from(rank) + 1.0, advantage(histories, rank, joker)));
        figure = figure.series(Series::ours(name, Look::LineMarkers, points));
    }
    figure.series(Series::ours("indifferent", Look::Level, [Point::new(0.0, 0.0)]))
}

fn timing_table(histories: &[&History]) -> ResultTable {
    let heads = ["rank", "pair with the joker less single", "passing less playing"];
    let mut table = ResultTable::new("timing", "Differences of values: above 0 the first is done", heads);
    for rank in ranks() {
        let cells = [true, false].map(|joker| Cell::ours(advantage(histories, rank, joker), 3));
        table.row([Cell::text(rank_name(rank).to_string())].into_iter().chain(cells));
    }
    table
}

fn advantage(histories: &[&History], rank: u8, joker: bool) -> kirifuda_arena::Estimate {
    over_standards(histories, |values| {
        let pairs = if joker { &values.joker } else { &values.passing };
        pairs.get(usize::from(rank)).map_or(f64::NAN, |[one, other]| f64::from(other - one))
    })
}
