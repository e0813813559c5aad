//! Numbers of paper 000 on made-up runs.
#![expect(clippy::disallowed_methods, reason = "worked out by other means than in the program")]

use kirifuda_arena::Estimate;
use kirifuda_catalog::trainers::{self, Wish};
use kirifuda_games::hearts::{Hearts, Rules};

use super::figures::{Curve, judgements, points};
use super::future::{Heed, lowest};
use super::learned::{
    BOTH, MODES, MONTE_CARLO, PAR, PREVIOUS, Pupil, RATIO, ROWS, STOCK, below_par, from_par, over, paper_error, ratios,
};
use super::ranks::Places;
use crate::{Better, Judgement, LabError, Marks, Measures, Payoffs};

/// Student's t for 1 and 2 degrees of freedom, from tables.
const T1: f64 = 12.7062;
const T2: f64 = 4.3027;

fn estimate(mean: f64, ci95: f64) -> Estimate {
    Estimate { mean, ci95: Some(ci95) }
}

/// A run with these ratios in its matches, and points that must not be taken for them.
fn run(finals: &[f64]) -> Marks {
    let measures = |&ratio: &f64| Measures {
        payoff: estimate(-26.0 * ratio, 1.0),
        measures: [("mean_points", 26.0 * ratio), (RATIO, ratio)]
            .map(|(name, mean)| (name.into(), estimate(mean, 0.02)))
            .into(),
    };
    Marks { curve: Vec::new(), finals: finals.iter().map(measures).collect(), payoffs: Payoffs::new() }
}

fn near(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-4, "{one} and {other}");
}

#[test]
fn the_ratio_of_a_run_is_that_of_the_match_that_is_asked_for() {
    let runs = [run(&[0.21, 0.26, 0.27]), run(&[0.22, 0.24, 0.28])];
    assert_eq!(ratios(&runs, STOCK).unwrap(), [estimate(0.21, 0.02), estimate(0.22, 0.02)]);
    assert_eq!(ratios(&runs, MONTE_CARLO).unwrap(), [estimate(0.26, 0.02), estimate(0.24, 0.02)]);
    assert_eq!(below_par(&ratios(&runs, MONTE_CARLO).unwrap()), 1);
    // A run without that match must not drop out in silence: the rest would be paired with the wrong seeds.
    assert!(matches!(ratios(&[run(&[0.2]), run(&[])], 0), Err(LabError::Other(_))));
}

#[test]
fn runs_have_deals_of_their_own_so_their_spread_is_their_error() {
    let mean = over(&[estimate(0.20, 9.0), estimate(0.21, 9.0), estimate(0.22, 9.0)]);
    near(mean.mean, 0.21);
    near(mean.ci95.unwrap(), T2 * 0.01 / 3f64.sqrt());
    assert_eq!(over(&[estimate(0.2, 0.03)]), estimate(0.2, 0.03), "a single run has the error of its deals");
}

#[test]
fn the_papers_error_is_that_of_five_runs_of_five_thousand_deals() {
    // Two runs that lie 0.01 apart, on a quarter of the paper's deals in four rotations.
    let runs = [estimate(0.21, 0.02), estimate(0.22, 0.02)];
    let of_seeds = T1 * 0.01 / 2f64.sqrt();
    near(paper_error(&runs, 1_250), of_seeds.hypot(0.02) / 5f64.sqrt());
    near(paper_error(&runs, 5_000), of_seeds.hypot(0.04) / 5f64.sqrt());
}

#[test]
fn par_is_a_quarter_of_the_points() {
    let ahead = from_par(estimate(0.21, 0.02));
    near(ahead.mean, 0.21 - PAR);
    assert_eq!(ahead.ci95, Some(0.02));
}

/// A curve with so many deals and the ratios of two runs.
fn curve(row: usize, points: &[(u64, [f64; 2])]) -> Curve {
    let runs = |ratios: [f64; 2]| ratios.iter().map(|&ratio| run(&[ratio, ratio + 0.04])).collect();
    Curve { mode: &MODES[0], row, points: points.iter().map(|&(deals, ratios)| (deals, runs(ratios))).collect() }
}

#[test]
fn curves_are_compared_from_a_tenth_of_all_deals_on_run_by_run() {
    let with = curve(BOTH, &[(0, [0.9, 0.9]), (9, [0.9, 0.9]), (10, [0.20, 0.22]), (100, [0.18, 0.20])]);
    let without = curve(PREVIOUS, &[(0, [0.1, 0.1]), (9, [0.1, 0.1]), (10, [0.25, 0.27]), (100, [0.23, 0.25])]);
    assert_eq!(with.late(STOCK).unwrap().len(), 2);
    near(with.late(STOCK).unwrap()[0], 0.19);
    near(with.late(STOCK).unwrap()[1], 0.21);
    let [_, _, lower] = &judgements(&with, &without, STOCK).unwrap()[..] else { panic!() };
    near(lower.ours.mean, -0.05);
    assert_eq!((lower.outcome(), lower.rule.direction), (Judgement::Reproduced, Better::Lower));
    let opposite = judgements(&without, &with, STOCK).unwrap();
    assert_eq!(opposite[2].outcome(), Judgement::Contradicted);
    // Against Monte Carlo it is the lowest point of the previous work that must not be below par.
    let [lowest, ..] = &judgements(&with, &without, MONTE_CARLO).unwrap()[..] else { panic!() };
    near(lowest.ours.mean, 0.14 - PAR);
    assert_eq!(lowest.rule.direction, Better::Higher);
}

#[test]
fn the_curves_have_the_papers_points() {
    let tens = (1..=10).map(|tens| tens * 10_000);
    assert_eq!(points(100_000, false, false), [0, 1, 100, 1_000].into_iter().chain(tens).collect::<Vec<_>>());
    assert_eq!(points(100_000, true, false), [0, 1, 100, 1_000, 10_000, 100_000]);
    assert_eq!(points(40, false, true), [0, 1, 4, 8, 20, 40]);
}

#[test]
fn the_mean_rank_weighs_places_by_their_shares() {
    let places = Places([vec![0.4, 0.3, 0.2, 0.1], vec![0.25; 4]]);
    near(places.mean(0), 2.0);
    near(places.mean(1), 2.5);
}

#[test]
fn the_threshold_with_the_fewest_points_is_taken_the_first_among_equals() {
    let ratios = |all: [f64; 5]| lowest(&all.map(|mean| estimate(mean, 0.1)));
    assert_eq!(ratios([0.3, 0.2, 0.25, 0.19, 0.4]), 0.25);
    assert_eq!(ratios([0.3, 0.2, 0.25, 0.2, 0.4]), -0.25);
}

#[test]
fn rows_differ_in_actions_and_danger_alone_and_are_planned_for_their_deals() {
    let texts: Vec<String> = ROWS.iter().map(|row| Pupil::of(&MODES[1], row, 500, 3).text()).collect();
    assert_eq!(
        texts,
        [
            "falcon:mode=resonant,actions=previous,plan=500",
            "falcon:mode=resonant,actions=new,plan=500",
            "falcon:mode=resonant,actions=previous,danger=shipped,queen-below=0.25,plan=500",
            "falcon:mode=resonant,actions=new,danger=shipped,queen-below=0.25,plan=500",
        ]
    );
    // No plan is empty, not even that of a player which learns nothing.
    assert!(Pupil::of(&MODES[0], &ROWS[0], 0, 3).text().ends_with(",plan=1"));
    assert!(Pupil::of(&MODES[0], &ROWS[PREVIOUS], 500, 3).danger().is_null());
    assert!(Pupil::of(&MODES[0], &ROWS[BOTH], 500, 3).danger().is_u64());
}

#[test]
fn the_learners_of_all_modes_exist() {
    for mode in &MODES {
        for row in ROWS.iter().filter(|row| !row.svr) {
            let text = Pupil::of(mode, row, 500, 3).text();
            let wish =
                Wish::<Hearts> { learner: &text, rules: Some(Rules::falcon()), opponents: Some("stock"), seed: None };
            let header = trainers::start(&wish).unwrap().header();
            assert_eq!(header.options["mode"], mode.name);
            assert_eq!(header.options["plan"], "500");
        }
    }
}

#[test]
fn what_is_heeded_is_named_in_the_settings() {
    assert_eq!(Heed::Queen.settings(-0.25), "danger=shipped,queen-below=-0.25");
    assert_eq!(Heed::Points.settings(0.5), "danger=shipped,queen-below=off,points-below=0.5");
    assert_eq!(Heed::Both.settings(0.0), "danger=shipped,queen-below=0,points-below=0");
}
