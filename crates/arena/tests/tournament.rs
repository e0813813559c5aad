//! Comparisons of two and more players.

mod common;

use common::{Boast, BoastRules, failing_to_start, plan, steady, uniform};
use kirifuda_arena::{ArenaError, Contestant, Monitor, Plan, Quiet, tournament};

#[test]
fn players_of_known_strength_are_rated_in_their_order() {
    let result = tournament(&plan(&[steady(0), steady(2), uniform()], 100, 2), &Quiet).unwrap();
    let rating: Vec<f64> = result.players.iter().map(|player| player.rating).collect();
    assert!(rating[1] > rating[2] && rating[2] > rating[0], "{rating:?}");
    assert!((rating.iter().sum::<f64>() - 3000.0).abs() < 1e-6);
    for player in &result.players {
        let (low, high) = player.interval.unwrap();
        assert!(low <= high, "{player:?}");
    }
    assert_eq!(result.games, 100 * 3 * 6);
    // A steady 2 boasts 4 more than a steady 0 over two rounds, 10 points each, in every deal.
    let pair = &result.pairs[0];
    assert_eq!((pair.a.as_str(), pair.b.as_str()), ("steady:boast=0", "steady:boast=2"));
    assert_eq!((pair.difference.mean, pair.difference.ci95, pair.win_share), (-40.0, Some(0.0), 0.0));
}

#[test]
fn a_difference_is_the_opponents_difference_reversed() {
    let forth = tournament(&plan(&[uniform(), steady(1)], 200, 2), &Quiet).unwrap();
    let [a, b] = &forth.players[..] else { panic!("two players") };
    assert_eq!((a.difference.mean, a.difference.ci95), (-b.difference.mean, b.difference.ci95));
    assert!((a.rating + b.rating - 2000.0).abs() < 1e-9);
    assert_eq!(forth.pairs[0].difference, a.difference);
    let total: f64 = forth.players.iter().map(|player| player.difference.mean).sum();
    assert_eq!(total, 0.0);
}

#[test]
fn equal_players_tie_in_every_deal() {
    for seats in 2..=5 {
        let rules = BoastRules { seats, ..BoastRules::TABLE };
        let table = [steady(1), steady(1)];
        let result = tournament(&Plan { rules: &rules, ..plan(&table, 30, 2) }, &Quiet).unwrap();
        let pair = &result.pairs[0];
        assert_eq!((pair.difference.mean, pair.win_share), (0.0, 0.5), "{seats} seats");
        assert!(result.players.iter().all(|player| player.rating == 1000.0));
    }
}

#[test]
fn a_pair_does_not_depend_on_who_else_takes_part() {
    let two = tournament(&plan(&[uniform(), steady(1)], 80, 1), &Quiet).unwrap();
    let three = tournament(&plan(&[uniform(), steady(1), steady(2)], 80, 3), &Quiet).unwrap();
    assert_eq!(two.pairs[0], three.pairs[0]);
}

#[test]
fn tournaments_do_not_depend_on_the_number_of_threads() {
    let table = [uniform(), steady(1), uniform()];
    let alone = tournament(&plan(&table, 300, 1), &Quiet).unwrap();
    for threads in [2, 3] {
        let other = tournament(&plan(&table, 300, threads), &Quiet).unwrap();
        assert_eq!(other.json().to_string(), alone.json().to_string());
    }
}

#[test]
fn the_interval_of_a_rating_narrows_with_more_deals() {
    let width = |deals| {
        let result = tournament(&plan(&[uniform(), steady(1)], deals, 2), &Quiet).unwrap();
        let (low, high) = result.players[0].interval.unwrap();
        high - low
    };
    // Sixteen times the deals: a quarter of the width, give or take the noise of 200 resamples.
    let ratio = width(100) / width(1600);
    assert!((2.5..6.0).contains(&ratio), "{ratio}");
}

#[test]
fn the_interval_of_a_rating_holds_the_truth_in_nineteen_of_twenty_tournaments() {
    // A uniform player is as strong as a steady 1: both deserve 1000.
    let table = [uniform(), steady(1)];
    let holds = |&seed: &u64| {
        let result = tournament(&Plan { seed, ..plan(&table, 100, 1) }, &Quiet).unwrap();
        let (low, high) = result.players[0].interval.unwrap();
        (low..=high).contains(&1000.0)
    };
    let held = (0..1000).filter(holds).count();
    // Standard deviation 6.9 around 950: four of them to either side. The seeds are fixed.
    assert!((922..=978).contains(&held), "{held} of 1000");
}

#[test]
fn json_and_csv_have_the_documented_form() {
    let result = tournament(&plan(&[uniform(), steady(1), steady(0)], 1, 1), &Quiet).unwrap();
    let json = result.json();
    let keys = |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let top = ["game", "rules", "seed", "deals", "games", "interrupted", "version", "players", "pairs"];
    assert_eq!(keys(&json), top);
    assert_eq!(keys(&json["players"][0]), ["name", "rating", "rating_low", "rating_high", "mean", "ci95"]);
    assert_eq!(keys(&json["pairs"][2]), ["a", "b", "mean", "ci95", "win_share"]);
    assert!(json["players"][0]["rating_low"].is_null(), "a single deal has no interval");
    assert_eq!(result.csv().lines().count(), 4);
    assert!(result.csv().starts_with("name,rating,rating_low,rating_high,mean,ci95,"));
    assert!(result.pairs_csv().starts_with("a,b,mean,ci95,win_share,"));
    assert_eq!(result.pairs_csv().lines().count(), 4);
}

struct Impatient;

impl Monitor for Impatient {
    fn stopped(&self) -> bool {
        true
    }
}

#[test]
fn tournaments_that_cannot_be_played_say_why() {
    let say = |contestants: &[Contestant<Boast>]| tournament(&plan(contestants, 5, 2), &Quiet).unwrap_err().to_string();
    assert!(say(&[uniform()]).contains("at least two players"));
    assert_eq!(say(&[uniform(), failing_to_start("no model")]), "player `broken` cannot start: no model");
    let illegal = say(&[uniform(), steady(9)]);
    assert_eq!(illegal, "player `steady:boast=9` chose the illegal action 9 in deal 0, rotation 0");
    let stopped = tournament(&plan(&[uniform(), steady(1)], 5, 2), &Impatient);
    assert!(matches!(stopped, Err(ArenaError::Interrupted)));
}
