//! Numbers of paper 001 on made-up runs.
#![expect(clippy::disallowed_methods, reason = "worked out by other means than in the program")]

use std::collections::BTreeMap;

use kirifuda_arena::Estimate;
use kirifuda_catalog::trainers::{self, Wish};
use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_learn::linear_q::{Options, Selection, Step, Task};
use kirifuda_players::tricks::linear_q::{HeartsTask, PaperFeatures, Strengths, WideHeartsTask};

use super::exploit::{best_options, paper_options};
use super::ladder::BEST;
use super::learned::{Game, LEARNER, PLAIN, Runs, SAITO, error_of_one, finals, share, spread};
use super::plain::{curve_figure, curve_table, curve_verdicts, late_change, list};
use crate::{Better, Cell, Judgement, LabError, Marks, Measures, Payoffs};

/// Student's t for 1 and 2 degrees of freedom, from tables.
const T1: f64 = 12.7062;
const T2: f64 = 4.3027;

/// A match: the measure of the game, and another that must not be taken for it.
fn measures(game: Game, mean: f64, ci95: f64) -> Measures {
    let estimate = |mean| Estimate { mean, ci95: Some(ci95) };
    let measures = [("another", -mean), (game.measure, mean)].map(|(name, mean)| (name.to_string(), estimate(mean)));
    Measures { payoff: estimate(1000.0 + mean), measures: measures.into() }
}

/// A run with the given results in the finals.
fn run(finals: &[(f64, f64)]) -> Marks {
    let finals = finals.iter().map(|&(mean, ci95)| measures(PLAIN, mean, ci95)).collect();
    Marks { curve: Vec::new(), finals, payoffs: Payoffs::new() }
}

/// Runs with the given curves: value after so many deals.
fn curves(game: Game, curves: &[&[(u64, f64)]]) -> Runs {
    let curve =
        |points: &[(u64, f64)]| points.iter().map(|&(deals, mean)| (deals, measures(game, mean, 0.3))).collect();
    let runs = curves.iter().map(|points| Marks { curve: curve(points), ..run(&[(99.0, 9.0)]) }).collect();
    Runs { game, runs }
}

/// Three runs that end at 3, 4 and 5, with intervals of 0.1, 0.2 and 0.3, and do worse in a second final.
fn three() -> Runs {
    let runs = [(3.0, 0.1), (4.0, 0.2), (5.0, 0.3)].map(|(mean, ci95)| run(&[(mean, ci95), (mean - 2.0, 7.0)]));
    Runs { game: PLAIN, runs: runs.into() }
}

fn near(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-3, "{one} and {other}");
}

fn cell_mean(cell: &Cell) -> f64 {
    match cell {
        Cell::Ours { estimate, .. } => estimate.mean,
        _ => panic!("{cell:?} is no figure of ours"),
    }
}

#[test]
fn the_final_figure_of_a_run_is_its_first_final_in_the_measure_that_is_asked_for() {
    let runs = three();
    assert_eq!(runs.finals(PLAIN.measure).unwrap(), [3.0, 4.0, 5.0]);
    assert_eq!(runs.finals("another").unwrap(), [-3.0, -4.0, -5.0]);
    assert!(runs.finals("mean_points").is_err());
    let second = finals(&runs.runs, 1, PLAIN.measure).unwrap();
    assert_eq!(second, [1.0, 2.0, 3.0].map(|mean| Estimate { mean, ci95: Some(7.0) }));
    // A run without that final must not drop out in silence: the rest would be paired with the wrong seeds.
    let short = [run(&[(3.0, 0.1)]), run(&[]), run(&[(5.0, 0.1)])];
    assert!(matches!(finals(&short, 0, PLAIN.measure), Err(LabError::Other(_))));
    assert!(matches!(Runs { game: PLAIN, runs: short.into() }.estimate(PLAIN.measure), Err(LabError::Other(_))));
}

#[test]
fn an_estimate_has_the_error_of_the_seeds_and_of_the_deals() {
    let estimate = three().estimate(PLAIN.measure).unwrap();
    assert_eq!(estimate.mean, 4.0);
    // The runs lie 1 apart; their matches have an error of 0.2 on average, on the same deals.
    near(estimate.ci95.unwrap(), (T2 / 3f64.sqrt()).hypot(0.2));
}

#[test]
fn a_single_run_spreads_by_students_t() {
    near(spread(&[1.0, 3.0]), T1 * 2f64.sqrt());
    near(spread(&[3.0, 4.0, 5.0]), T2);
    near(spread(&[5.0, 3.0, 4.0]), T2);
    assert_eq!(spread(&[2.0, 2.0, 2.0]), 0.0);
    assert_eq!(spread(&[3.7]), 0.0, "one run shows no spread");
}

#[test]
fn the_error_of_the_papers_run_is_that_of_a_run_and_of_its_own_deals() {
    // At the paper's number of deals: twice our interval, since a deal is played once instead of four times.
    near(three().error_of_one(PLAIN.measure, 100_000).unwrap(), T2.hypot(2.0 * 0.2));
    // Our interval is wider on a quarter of the deals; the paper's is not.
    near(three().error_of_one(PLAIN.measure, 25_000).unwrap(), T2.hypot(0.2));
    let equal = [0.1, 0.3].map(|ci95| Estimate { mean: 3.0, ci95: Some(ci95) });
    near(error_of_one(&equal, 100_000), 0.4);
    near(error_of_one(&equal, 1_000), 0.04);
}

#[test]
fn a_curve_is_the_mean_of_the_runs_that_have_one() {
    let runs = curves(PLAIN, &[&[(0, 1.0), (10, 2.0)], &[], &[(0, 3.0), (10, 8.0)]]);
    let curve = runs.curve(PLAIN.measure).unwrap();
    assert_eq!(curve.iter().map(|(deals, at)| (*deals, at.mean)).collect::<Vec<_>>(), [(0, 2.0), (10, 5.0)]);
    near(curve[0].1.ci95.unwrap(), T1.hypot(0.3));
    near(curve[1].1.ci95.unwrap(), (3.0 * T1).hypot(0.3));
    assert!(curves(PLAIN, &[&[], &[]]).curve(PLAIN.measure).unwrap().is_empty());
    let ragged = curves(PLAIN, &[&[(0, 1.0), (10, 2.0)], &[(0, 3.0)]]);
    assert!(matches!(ragged.curve(PLAIN.measure), Err(LabError::Other(_))));
}

#[test]
fn shares_are_those_of_the_games_of_each_run() {
    let with = |payoffs: &[(f64, u64)]| Marks { payoffs: payoffs.to_vec(), ..run(&[(3.0, 0.1)]) };
    // A run of more games counts no more; a run that was not counted does not count.
    let runs = [with(&[(2.0, 30), (5.0, 10)]), with(&[]), with(&[(2.0, 100), (3.0, 300)])];
    let shares = Runs { game: PLAIN, runs: runs.into() }.shares((2..=5).map(f64::from));
    let means: Vec<(f64, f64)> = shares.iter().map(|(payoff, share)| (*payoff, share.mean)).collect();
    assert_eq!(means, [(2.0, 0.5), (3.0, 0.375), (4.0, 0.0), (5.0, 0.125)]);
    near(shares[0].1.ci95.unwrap(), 0.25 * T1);
    near(shares[2].1.ci95.unwrap(), 0.0);
    assert_eq!(share(&vec![(2.0, 30), (5.0, 10)], 5.0), 0.25);
    assert_eq!(share(&Payoffs::new(), 5.0), 0.0, "no games, not no number");
}

/// Eighteen points as in the experiments, ten deals apart. Self-play is about 10 above the other after 50 deals, about 20
/// below it at the end, and far from both elsewhere.
fn two_ways(game: Game) -> [Runs; 2] {
    let curve = |early: f64, end: f64| -> Vec<(u64, f64)> {
        let value = |point: u64| match point {
            5 => early,
            17 => end,
            _ => 100.0 * early,
        };
        (0..18).map(|point| (10 * point, value(point))).collect()
    };
    let three = |points: [(f64, f64); 3]| {
        let points = points.map(|(early, end)| curve(early, end));
        curves(game, &points.each_ref().map(Vec::as_slice))
    };
    // The seeds differ by much, the differences of equal seeds by little: 9, 10, 11 and −19, −20, −21.
    [three([(50.0, 40.0), (70.0, 50.0), (90.0, 60.0)]), three([(41.0, 59.0), (60.0, 70.0), (79.0, 81.0)])]
}

#[test]
fn curves_are_judged_at_the_sixth_and_the_last_point_by_self_play_minus_random() {
    let judged = |game, better| curve_verdicts(&two_ways(game), "x: ", better, [None, Some("y")]).unwrap();
    for (game, better, outcomes) in [
        (PLAIN, Better::Higher, [Judgement::Reproduced, Judgement::Contradicted]),
        (SAITO, Better::Lower, [Judgement::Contradicted, Judgement::Reproduced]),
    ] {
        let verdicts = judged(game, better);
        let what = ["x: after 50 deals self-play is ahead of", "x: at the end self-play is ahead of"];
        assert_eq!(verdicts.len(), 2);
        for (place, mean) in [10.0, -20.0].into_iter().enumerate() {
            let (ours, outcome) = (verdicts[place].ours, verdicts[place].outcome());
            assert_eq!(verdicts[place].what, format!("{} learning against random", what[place]));
            assert_eq!((ours.mean, outcome), (mean, outcomes[place]), "{}", verdicts[place].what);
            // Of the differences, not of the curves, whose seeds lie 20 and 10 apart.
            near(ours.ci95.unwrap(), T2 / 3f64.sqrt());
        }
    }
}

#[test]
fn the_first_curve_of_tables_figures_and_words_is_self_play() {
    let runs = two_ways(PLAIN);
    let table = curve_table(&runs).unwrap();
    assert_eq!(table.heads, ["deals", "self-play", "learned against random"]);
    assert_eq!(table.rows.len(), 18);
    for (point, means) in [(5, [70.0, 60.0]), (17, [50.0, 70.0])] {
        assert_eq!(table.rows[point][0], Cell::text((10 * point).to_string()));
        assert_eq!([1, 2].map(|column| cell_mean(&table.rows[point][column])), means);
    }
    let figure = curve_figure("x", "x", "x", &runs, [3.69, 3.49]).unwrap();
    let last: Vec<(&str, bool, f64)> = figure
        .series
        .iter()
        .map(|series| (series.name.as_str(), series.published, series.points.last().unwrap().y))
        .collect();
    let (first, second) = ("self-play", "learned against random");
    assert_eq!(last, [(first, false, 50.0), (second, false, 70.0), (first, true, 3.69), (second, true, 3.49)]);
    let words = late_change(&runs).unwrap();
    // 170 deals in all: the first point that has a fifth of them is at 40.
    let lines = [
        "- self-play: 7000.00 after 10 deals, 7000.00 after 40, 50.00 after 170.",
        "- learned against random: 6000.00 after 10 deals, 6000.00 after 40, 70.00 after 170.",
    ];
    assert_eq!(words.lines().collect::<Vec<_>>(), lines);
}

#[test]
fn the_figures_of_the_runs_are_listed_in_ascending_order() {
    let runs = [run(&[(5.0, 0.1)]), run(&[(3.25, 0.1)]), run(&[(4.0, 0.1)])];
    assert_eq!(list(&Runs { game: PLAIN, runs: runs.into() }, PLAIN.measure, 1).unwrap(), "3.2 4.0 5.0");
}

#[test]
fn the_targets_of_exploit_learn_as_the_learners_of_the_report() {
    let paper = HeartsTask(PaperFeatures::hearts(Strengths::Ranks));
    let wide = WideHeartsTask::default();
    for (learner, opponents, options, layout, dimensions) in [
        (LEARNER, "self-play", paper_options(), paper.layout(), paper.dimensions()),
        (BEST, "mirror", best_options(), wide.layout(), wide.dimensions()),
    ] {
        let wish = Wish::<Hearts> { learner, rules: Some(Rules::saito_free()), opponents: Some(opponents), seed: None };
        let header = trainers::start(&wish).unwrap().header();
        assert_eq!((header.layout.as_str(), header.dimensions), (layout, dimensions as u64), "{learner}");
        let of_header = header.options.iter().map(|(name, value)| (name.as_str(), value.as_str().unwrap().to_string()));
        let mut asked: BTreeMap<&str, String> = of_header.collect();
        asked.remove("features");
        // The pool of self-play is no option of the learner: `exploit` gives it by hand.
        let pool = ["snapshot-every", "pool"].map(|name| asked.remove(name));
        if opponents == "self-play" {
            assert_eq!(pool, ["100", "1000"].map(|number| Some(number.to_string())));
        }
        assert_eq!(asked, settings(options), "{learner}");
    }
}

/// Options as settings of the learner. No field is left out: a new one does not compile.
fn settings(options: Options) -> BTreeMap<&'static str, String> {
    let Options { step: Step { size, shared, halved_after }, discount, selection, trace, average } = options;
    let Selection::Greedy { epsilon } = selection else { panic!("{selection:?} is not in the paper") };
    let on_off = |on: bool| if on { "on" } else { "off" }.to_string();
    BTreeMap::from([
        ("step", size.to_string()),
        ("halved-after", halved_after.unwrap_or(0).to_string()),
        ("shared-step", on_off(shared)),
        ("discount", discount.to_string()),
        ("epsilon", epsilon.to_string()),
        ("trace", trace.to_string()),
        ("average", on_off(average)),
    ])
}
