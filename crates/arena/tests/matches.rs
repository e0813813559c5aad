//! Whole series of deals.
#![allow(clippy::unwrap_used)] // helpers may panic like tests

mod common;

use std::collections::BTreeMap;

use common::{Boast, BoastRules, plan, steady, uniform};
use kirifuda_arena::{ArenaError, Outcome, Plan, Quiet, Record, play_matches, read_records, replay};

fn recorded(plan: &Plan<'_, Boast>) -> (Outcome, Vec<u8>) {
    let mut text = Vec::new();
    let mut sink = |record: &Record| record.write(&mut text);
    let outcome = play_matches(plan, &Quiet, Some(&mut sink)).unwrap();
    (outcome, text)
}

#[test]
fn the_unit_is_the_match_and_measures_are_means_over_its_deals() {
    // Three deals a match, 20 points a deal for the one who boasts most.
    let table = [steady(2), steady(1), steady(1), steady(0)];
    let outcome = play_matches(&plan(&table, 40, 2), &Quiet, None).unwrap();
    assert_eq!((outcome.deals, outcome.games, outcome.unit.to_string().as_str()), (40, 40 * 4 * 3, "match"));
    for (player, expected) in outcome.players.iter().zip([60.0, 0.0, 0.0, -60.0]) {
        assert_eq!((player.payoff.mean, player.payoff.ci95), (expected, Some(0.0)));
    }
    assert!((outcome.players[0].measures[1].mean - 4.0).abs() < 1e-12);
}

#[test]
fn every_rotation_of_a_match_gets_the_same_cards() {
    let (_, text) = recorded(&plan(&[uniform(), uniform(), steady(1), steady(0)], 20, 2));
    let mut cards: BTreeMap<(u64, u64), Vec<String>> = BTreeMap::new();
    for record in read_records(&*text).map(Result::unwrap) {
        replay::<Boast>(&record).unwrap();
        cards.entry((record.deal.unwrap(), record.round.unwrap())).or_default().push(record.dealt);
    }
    assert_eq!(cards.len(), 60);
    for (deal, dealt) in cards {
        assert_eq!(dealt.len(), 4);
        assert!(dealt.iter().all(|text| *text == dealt[0]), "{deal:?}: {dealt:?}");
    }
}

#[test]
fn matches_do_not_depend_on_the_number_of_threads() {
    let table = [uniform(), uniform(), steady(1), uniform()];
    let alone = recorded(&plan(&table, 150, 1));
    assert!(alone == recorded(&plan(&table, 150, 2)));
    assert!(alone == recorded(&plan(&table, 150, 3)));
}

#[test]
fn a_match_without_end_is_an_error() {
    let rules = BoastRules { length: 0, ..BoastRules::TABLE };
    let table = [steady(1), steady(1), steady(1), steady(1)];
    let error = play_matches(&Plan { rules: &rules, ..plan(&table, 1, 1) }, &Quiet, None).unwrap_err();
    assert!(matches!(error, ArenaError::Endless { .. }));
    assert_eq!(error.to_string(), "match 0, rotation 0 was not over after 10000 deals");
}
