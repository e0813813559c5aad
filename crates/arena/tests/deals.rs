//! Duplicate deals: pairing, places, determinism, interruption, failures.

mod common;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use common::{Boast, BoastRules, BoastView, failing_to_start, plan, quietly, recorded, steady, uniform};
use kirifuda_arena::{
    ArenaError, Contestant, Estimate, Moments, Monitor, Outcome, Plan, Quiet, Record, Standing, nth_deal, play_deals,
};
use kirifuda_play::{Fault, Policy, Rng, Seat, Text, Watch};

#[test]
fn results_and_records_are_the_same_bit_for_bit_on_any_number_of_threads() {
    let table = [uniform(), steady(1), uniform(), uniform()];
    let (alone, records) = recorded(&plan(&table, 700, 1), &Quiet);
    for threads in [2, 3] {
        let (outcome, text) = recorded(&plan(&table, 700, threads), &Quiet);
        assert_eq!(outcome.json().to_string(), alone.json().to_string());
        assert!(text == records, "other records on {threads} threads");
    }
    // Nor does it matter whether records are wanted.
    assert_eq!(quietly(&plan(&table, 700, 2)), alone);
}

#[test]
fn rotation_cancels_the_luck_of_the_deal() {
    // Steady players get each card once: only what they boast remains, 2 rounds * 10 points each, less the mean.
    let outcome = quietly(&plan(&[steady(2), steady(1), steady(1), steady(0)], 50, 2));
    for (player, expected) in outcome.players.iter().zip([20.0, 0.0, 0.0, -20.0]) {
        assert_eq!((player.payoff.mean, player.payoff.ci95), (expected, Some(0.0)));
    }
    // The cards themselves are the same for everyone, deal by deal, but they do vary from deal to deal.
    let cards: Vec<_> = outcome.players.iter().map(|player| player.measures[0]).collect();
    assert!(cards.iter().all(|card| *card == cards[0]) && cards[0].ci95.unwrap() > 1.0, "{cards:?}");
    assert_eq!(outcome.players[0].measures[1].mean, 4.0);
}

#[test]
fn the_interval_holds_the_true_mean_of_a_random_player() {
    // A uniform player boasts 2 on average over two rounds, just like a steady 1: everybody is worth 0. Its boasts
    // have variance 2 * 2/3 per game and pay 10 * 3/4 each; four independent games make one observation.
    let deals = 4000;
    let outcome = quietly(&plan(&[uniform(), steady(1), steady(1), steady(1)], deals, 2));
    let payoff = outcome.players[0].payoff;
    let expected = 1.96 * (2.0f64 * (2.0 / 3.0) * 7.5 * 7.5 / 4.0 / deals as f64).sqrt();
    let half = payoff.ci95.unwrap();
    // The relative error of a standard deviation from 4,000 observations is about 1.1%: five times that.
    assert!((half / expected - 1.0).abs() < 0.055, "{half} against {expected}");
    // 2.5 half-widths are 4.9 standard errors: one seed in a million is farther off, and this one is fixed.
    assert!(payoff.mean.abs() < 2.5 * half, "{payoff:?}");
}

#[test]
fn places_add_up_to_one_for_each_player_and_for_the_table() {
    let rules = BoastRules { rounds: 1, ..BoastRules::TABLE };
    let table = [steady(2), steady(1), uniform(), steady(0)];
    let outcome = quietly(&Plan { rules: &rules, ..plan(&table, 200, 2) });
    let mut places = [0.0; 4];
    for player in &outcome.players {
        assert!((player.rank_shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert_eq!(player.win_rate.mean, player.rank_shares[0]);
        for (sum, share) in places.iter_mut().zip(&player.rank_shares) {
            *sum += share;
        }
    }
    assert!(places.iter().all(|sum| (sum - 1.0).abs() < 1e-12), "{places:?}");
    assert!(outcome.players[0].win_rate.mean > outcome.players[3].win_rate.mean);
}

#[test]
fn a_full_tie_gives_everyone_an_equal_share_of_every_place() {
    let rules = BoastRules { seats: 2, ..BoastRules::TABLE };
    // A seed whose first deal gives two equal cards: one in a hundred does.
    let tied = |seed: &u64| {
        let cards = nth_deal::<Boast>(&rules, *seed, 0).show_deal();
        cards.split_once(' ').is_some_and(|(a, b)| a == b)
    };
    let seed = (0..10_000).find(tied).unwrap();
    let outcome = quietly(&Plan { rules: &rules, seed, ..plan(&[steady(1), steady(1)], 1, 1) });
    for player in &outcome.players {
        assert_eq!(player.rank_shares, [0.5, 0.5]);
        assert_eq!(player.payoff.ci95, None, "a single deal has no interval");
    }
}

/// Wants to stop once so many deals are done.
struct Until(u64, AtomicU64);

impl Monitor for Until {
    fn advance(&self, done: u64, _: u64) {
        self.1.fetch_max(done, Ordering::Relaxed);
    }
    fn stopped(&self) -> bool {
        self.1.load(Ordering::Relaxed) >= self.0
    }
}

#[test]
fn an_interrupted_run_is_the_same_as_a_shorter_one() {
    let table = [uniform(), steady(1), uniform(), steady(0)];
    for threads in [1, 3] {
        let (stopped, records) = recorded(&plan(&table, 5000, threads), &Until(400, AtomicU64::new(0)));
        // One thread has completed the first wave of 256 deals. With more, one of them may be behind: what counts is what lies
        // before the first deal that is missing.
        let least = if threads == 1 { 256 } else { 1 };
        assert!(stopped.interrupted && (least..5000).contains(&stopped.deals), "{}", stopped.deals);
        let (short, short_records) = recorded(&plan(&table, stopped.deals, 1), &Quiet);
        assert!(!short.interrupted && records == short_records);
        let marked = Outcome { interrupted: true, ..short };
        assert_eq!(stopped.json().to_string(), marked.json().to_string());
    }
}

#[test]
fn a_run_stopped_before_its_first_deal_has_no_outcome() {
    let table = [uniform(), steady(1), uniform(), steady(0)];
    let result = play_deals(&plan(&table, 50, 2), &Until(0, AtomicU64::new(0)), None);
    assert!(matches!(result, Err(ArenaError::Interrupted)), "{result:?}");
}

#[test]
fn progress_reaches_the_end() {
    let monitor = Until(u64::MAX, AtomicU64::new(0));
    play_deals(&plan(&[uniform(), uniform(), uniform(), uniform()], 3000, 2), &monitor, None).unwrap();
    assert_eq!(monitor.1.load(Ordering::Relaxed), 3000);
}

/// Counts what it hears; fails at the end of games that give it a certain card.
#[derive(Clone, Default)]
struct Listener {
    heard: [Arc<AtomicU64>; 3],
    bad_card: Option<u8>,
}

impl Policy<Boast> for Listener {
    fn choose(&mut self, _: BoastView<'_>, legal: &[u8], rng: &mut Rng) -> u8 {
        rng.pick(legal)
    }
    fn watch(&mut self) -> Option<&mut dyn Watch<Boast>> {
        Some(self)
    }
}

impl Watch<Boast> for Listener {
    fn begin(&mut self, view: BoastView<'_>) {
        assert_eq!(view.moves(), 0);
        self.heard[0].fetch_add(1, Ordering::Relaxed);
    }
    fn saw(&mut self, view: BoastView<'_>, seat: Seat) {
        assert_eq!(Seat((view.moves() - 1) % 4), seat);
        self.heard[1].fetch_add(1, Ordering::Relaxed);
    }
    fn end(&mut self, view: BoastView<'_>, payoffs: &[f32]) -> Result<(), Fault> {
        assert_eq!(payoffs.iter().sum::<f32>(), 0.0);
        self.heard[2].fetch_add(1, Ordering::Relaxed);
        if self.bad_card == Some(view.card()) { Err(Fault("lost its way".into())) } else { Ok(()) }
    }
}

fn listener(name: &str, listener: &Listener) -> Contestant<Boast> {
    let listener = listener.clone();
    Contestant::new(name, move || Ok(Box::new(listener.clone())))
}

#[test]
fn a_watcher_hears_of_every_move_of_every_game() {
    let ear = Listener::default();
    let table = [steady(1), listener("ear", &ear), uniform(), steady(0)];
    quietly(&plan(&table, 10, 2));
    let heard = ear.heard.each_ref().map(|count| count.load(Ordering::Relaxed));
    assert_eq!(heard, [40, 40 * 8, 40]);
}

#[test]
fn a_fault_stops_the_run_and_names_player_deal_and_rotation() {
    let (bad, good) = (Listener { bad_card: Some(42), ..Listener::default() }, Listener::default());
    let table = [steady(1), listener("bad", &bad), uniform(), listener("good", &good)];
    // The first deal with a 42; contestant 1 reaches its seat in rotation seat - 1.
    let cards = |deal| nth_deal::<Boast>(&BoastRules::TABLE, 7, deal).show_deal();
    let seat_of_42 = |deal| cards(deal).split(' ').position(|card| card == "42");
    let deal = (0..).find(|&deal| seat_of_42(deal).is_some()).unwrap();
    let rotation = (seat_of_42(deal).unwrap() + 3) % 4;
    for threads in [1, 3] {
        let mut records = 0;
        let mut sink = |_: &_| {
            records += 1;
            Ok(())
        };
        let error = play_deals(&plan(&table, 2000, threads), &Quiet, Some(&mut sink)).unwrap_err();
        let expected = format!("player `bad` failed in deal {deal}, rotation {rotation}: lost its way");
        assert_eq!(error.to_string(), expected);
        assert_eq!(records, 4 * deal, "the records of the deals before it are kept");
    }
    let ended = |listener: &Listener| listener.heard[2].load(Ordering::Relaxed);
    assert_eq!(ended(&bad), ended(&good), "the other watcher hears of the end, too");
}

#[test]
fn an_illegal_action_names_player_deal_rotation_and_action() {
    let table = [steady(1), steady(1), steady(7), steady(1)];
    let error = play_deals(&plan(&table, 5, 2), &Quiet, None).unwrap_err();
    assert_eq!(error.to_string(), "player `steady:boast=7` chose the illegal action 7 in deal 0, rotation 0");
}

#[test]
fn plans_that_cannot_be_played_say_why() {
    let say = |contestants: &[Contestant<Boast>], deals| {
        play_deals(&plan(contestants, deals, 2), &Quiet, None).unwrap_err().to_string()
    };
    let four = [uniform(), uniform(), uniform(), uniform()];
    assert_eq!(say(&four[..3], 5), "boast under these rules seats 4 players, not 3: name exactly 4");
    assert_eq!(say(&four, 0), "nothing to play: the number of deals (or matches) must be at least 1");
    let broken = [uniform(), failing_to_start("no such file"), uniform(), uniform()];
    assert_eq!(say(&broken, 5), "player `broken` cannot start: no such file");
}

#[test]
fn a_sink_that_fails_stops_the_run() {
    let table = [uniform(), uniform(), uniform(), uniform()];
    let mut sink = |_: &_| Err(std::io::Error::other("disk full"));
    let error = play_deals(&plan(&table, 5, 2), &Quiet, Some(&mut sink)).unwrap_err();
    assert!(matches!(error, ArenaError::Records(ref why) if why.to_string() == "disk full"), "{error}");
}

#[test]
fn json_has_the_documented_keys_in_order() {
    let outcome = quietly(&plan(&[uniform(), uniform(), steady(1), steady(0)], 1, 1));
    let json = outcome.json();
    let keys = |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let top = ["game", "rules", "seed", "deals", "games", "unit", "interrupted", "version", "players"];
    assert_eq!(keys(&json), top);
    let player = &json["players"][1];
    let names =
        ["name", "mean", "ci95", "mean_card", "mean_boast", "win_rate", "difference", "rank_shares", "intervals"];
    assert_eq!(keys(player), names);
    assert_eq!(keys(&player["intervals"]), ["mean_card", "mean_boast", "win_rate", "difference"]);
    assert!(player["ci95"].is_null() && player["rank_shares"].as_array().unwrap().len() == 4);
    assert_eq!((json["deals"].as_u64(), json["games"].as_u64()), (Some(1), Some(4)));
    assert_eq!((json["unit"].as_str(), json["rules"].as_str()), (Some("deal"), Some("table")));
}

#[test]
fn csv_has_a_line_for_each_player_and_quotes_names() {
    let odd = Contestant { name: "a,\"b\"".into(), ..uniform() };
    let outcome = quietly(&plan(&[odd, uniform(), steady(1), steady(0)], 9, 1));
    let text = outcome.csv();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5);
    assert!(lines[0].starts_with(
        "name,mean,ci95,mean_card,mean_card_ci95,mean_boast,mean_boast_ci95,win_rate,win_rate_ci95,difference,difference_ci95,rank_1,rank_2,rank_3,rank_4,"
    ));
    assert!(lines[1].starts_with("\"a,\"\"b\"\"\","), "{}", lines[1]);
    assert_eq!(lines[4].split(',').count(), lines[0].split(',').count());
}

/// Keeps what it is told.
#[derive(Default)]
struct Onlooker(Mutex<Vec<Vec<Estimate>>>);

impl Monitor for Onlooker {
    fn interim(&self, standing: &Standing<'_>) {
        let payoffs = (0..standing.contestants()).map(|player| standing.payoff(player)).collect();
        self.0.lock().expect("one thread at a time").push(payoffs);
    }
}

#[test]
fn the_standing_while_it_runs_is_the_outcome_of_so_many_deals() {
    let table = [uniform(), steady(1), uniform(), steady(0)];
    let onlooker = Onlooker::default();
    play_deals(&plan(&table, 64, 1), &onlooker, None).unwrap();
    let told = onlooker.0.into_inner().unwrap();
    assert_eq!(told.len(), 4);
    for (number, payoffs) in told.iter().enumerate() {
        let outcome = quietly(&plan(&table, 16 * (number as u64 + 1), 1));
        let expected: Vec<_> = outcome.players.iter().map(|player| player.payoff).collect();
        assert_eq!(*payoffs, expected);
    }
}

#[test]
fn the_difference_from_the_others_has_the_interval_of_pairs() {
    let table = [uniform(), steady(1), uniform(), steady(0)];
    let mut rows: Vec<[f64; 4]> = Vec::new();
    let mut sink = |record: &Record| {
        let rotation = record.rotation.unwrap() as usize;
        if rotation == 0 {
            rows.push([0.0; 4]);
        }
        for (seat, payoff) in record.payoffs.iter().enumerate() {
            // Contestant c sits at seat c + rotation.
            rows.last_mut().unwrap()[(seat + 4 - rotation) % 4] += f64::from(*payoff) / 4.0;
        }
        Ok(())
    };
    let outcome = play_deals(&plan(&table, 50, 1), &Quiet, Some(&mut sink)).unwrap();
    let mut moments = Moments::new(4);
    for row in rows {
        let all: f64 = row.iter().sum();
        moments.push(&row.map(|own| own - (all - own) / 3.0));
    }
    for (contestant, player) in outcome.players.iter().enumerate() {
        let expected = moments.estimate(contestant);
        assert!((player.difference.mean - expected.mean).abs() < 1e-9);
        assert!((player.difference.ci95.unwrap() - expected.ci95.unwrap()).abs() < 1e-9);
    }
}
