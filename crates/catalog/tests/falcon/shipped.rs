//! The models that come with the program.

use kirifuda_arena::{Plan, Quiet, play_deals};
use kirifuda_catalog::contestant;
use kirifuda_catalog::entries::falcon::SHIPPED;
use kirifuda_catalog::trainers::Explained;
use kirifuda_games::hearts::Hearts;

use crate::{learner, rules};

/// The mean share of the points of a deal that the first player takes against three others.
fn ratio(rules_text: &str, one: &str, three: &str, deals: u64) -> f64 {
    let rules = rules(rules_text);
    let table: Vec<_> = [one, three, three, three].iter().map(|name| contestant(&rules, name).unwrap()).collect();
    let plan = Plan::<Hearts> { rules: &rules, contestants: &table, first: 0, deals, seed: 1, threads: None };
    let outcome = play_deals(&plan, &Quiet, None).unwrap();
    let place = outcome.measures.iter().position(|measure| measure.name == "penalty_ratio").unwrap();
    outcome.players[0].measures[place].mean
}

#[test]
fn the_models_that_come_with_the_program_are_of_this_learner() {
    for shipped in &SHIPPED {
        let header = shipped.model().unwrap().header;
        assert_eq!([header.learner.as_str(), header.game.as_str()], ["falcon", "hearts"], "{}", shipped.file);
    }
}

#[test]
fn the_model_that_comes_with_the_program_beats_stock() {
    // 500 deals in four rotations have a standard error of about 0.005; four equal players take 0.25 each.
    let found = ratio("falcon", "falcon", "stock", 500);
    assert!(found < 0.21, "{found}");
    let full = ratio("standard", "falcon", "stock", 500);
    assert!(full < 0.25, "{full}");
}

#[test]
fn the_model_that_comes_with_the_program_can_be_explained() {
    for rules in ["falcon", "standard"].map(rules) {
        let sentences = (learner().explain.unwrap())(Explained::Shipped(&rules), 10).unwrap().rules;
        assert_eq!(sentences.len(), 10);
    }
}
