//! The rule players against figures that do not depend on anything learned: those of the papers, and those measured
//! on the original programs. They check the engine and the players at once.
#![allow(clippy::unwrap_used)]

use kirifuda_arena::{Outcome, Plan, Quiet, play_deals};
use kirifuda_catalog::{Listed, contestant};
use kirifuda_games::hearts::Hearts;
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_play::Rules as _;

/// One player against three others of one kind, on duplicate deals.
fn one_against_three<G: Listed>(rules: &str, one: &str, three: &str, deals: u64) -> Outcome {
    let rules = G::Rules::book().parse(rules).unwrap();
    let table: Vec<_> = [one, three, three, three].iter().map(|name| contestant::<G>(&rules, name).unwrap()).collect();
    let plan = Plan { rules: &rules, contestants: &table, first: 0, deals, seed: 1, threads: None };
    play_deals(&plan, &Quiet, None).unwrap()
}

/// Checks one measure of the first player, within four standard errors of this run and the error of the figure.
fn check(outcome: &Outcome, measure: usize, expected: f64, error_of_figure: f64) {
    let estimate = outcome.players[0].measures[measure];
    let tolerance = 2.0 * estimate.ci95.unwrap() + error_of_figure;
    let difference = (estimate.mean - expected).abs();
    assert!(difference <= tolerance, "{} instead of {expected} ± {tolerance}", estimate.mean);
}

const POINTS: usize = 0;
const RATIO: usize = 1;
const ZERO: usize = 2;
const TRICKS: usize = 0;

#[test]
fn random_and_rule_players_of_paper_001_reach_its_figures() {
    let plain = one_against_three::<PlainTricks>("plain", "random", "rule", 10_000);
    check(&plain, TRICKS, 2.465, 0.005); // 2.46 measured beforehand, 2.47 published
    let random = one_against_three::<Hearts>("saito-free", "random", "rule", 10_000);
    check(&random, POINTS, 9.29, 0.012);
    check(&random, ZERO, 0.1325, 0.001);
    let rule = one_against_three::<Hearts>("saito-free", "rule", "rule", 10_000);
    check(&rule, ZERO, 0.311, 0.001);
    let printed = one_against_three::<Hearts>("saito", "random", "rule", 10_000);
    check(&printed, POINTS, 9.50, 0.01);
}

#[test]
fn stock_reaches_the_figures_of_the_original_program() {
    // A random card against three stock players, papers 000 and 002: penalty ratio 0.4619.
    check(&one_against_three::<Hearts>("falcon", "random", "stock", 10_000), RATIO, 0.4619, 0.002);
    // Points per deal of the original, standard error 0.12; twice that.
    check(&one_against_three::<Hearts>("standard", "stock", "random", 3_000), POINTS, 2.24, 0.24);
    check(&one_against_three::<Hearts>("standard,passing=hold", "stock", "random", 3_000), POINTS, 2.73, 0.24);
}

#[test]
fn jake_reaches_the_figures_of_the_original_program() {
    check(&one_against_three::<Hearts>("standard", "jake", "stock", 3_000), POINTS, 5.09, 0.24);
    check(&one_against_three::<Hearts>("standard,passing=hold", "jake", "stock", 3_000), POINTS, 6.12, 0.24);
    check(&one_against_three::<Hearts>("standard", "jake", "random", 3_000), POINTS, 1.71, 0.24);
    check(&one_against_three::<Hearts>("standard,passing=hold", "jake", "random", 3_000), POINTS, 2.58, 0.24);
}
