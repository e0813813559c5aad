//! What scripts may rely on in `--json` and `--csv`.

use std::fs;

use serde_json::{Value, json};

use crate::support::{folder, number, players, run, run_words};

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

#[track_caller]
fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} is not {b}");
}

#[test]
fn rules_solve_bench_and_replay_tell_everything_as_data() {
    let version = env!("CARGO_PKG_VERSION");
    let rules = run("rules hearts falcon,moon=self --json").json();
    assert_eq!(keys(&rules), ["game", "about", "rules", "seats", "version", "presets", "switches"]);
    assert_eq!((&rules["rules"], &rules["seats"]), (&json!("falcon,moon=self"), &json!(4)));
    assert_eq!(rules["presets"][0]["name"], "standard");
    let moon = rules["switches"].as_array().unwrap().iter().find(|switch| switch["name"] == "moon").unwrap();
    assert_eq!((&moon["value"], &moon["kind"]["type"]), (&json!("self"), &json!("choice")));
    run("rules harts --json").refused(&["unknown game `harts`"]);

    let solved = run("solve kuhn --iterations 100 --json").json();
    assert_eq!(keys(&solved), ["game", "iterations", "interrupted", "version", "points"]);
    let last = solved["points"].as_array().unwrap().last().unwrap();
    assert_eq!(keys(last), ["iterations", "exploitability", "value", "seconds"]);
    assert_eq!((&last["iterations"], &solved["interrupted"]), (&json!(100), &json!(false)));
    run("solve hearts --json").refused(&["`hearts` cannot be solved"]);

    let measured = run("bench kuhn --time 10ms --json").json();
    assert_eq!((&measured["seconds"], &measured["version"]), (&json!(0.01), &json!(version)));
    let figures = &measured["figures"][0];
    let rates = ["deals_per_second", "moves_per_second", "arena_deals_per_second", "worlds_per_second"];
    assert_eq!(keys(figures), [&["game", "rules"][..], &rates].concat());
    assert!(rates.iter().all(|rate| number(&figures[*rate]) > 0.0), "{figures}");

    let folder = folder("replay-json");
    let path = folder.join("games.jsonl").to_str().unwrap().to_string();
    run(&format!("match hearts stock jake rule random --deals 1 --record {path}")).fine();
    let all = run(&format!("replay {path} --json")).json();
    assert_eq!(all, json!({ "file": path, "games": 4, "interrupted": false, "version": version }));
    let one = run(&format!("replay {path} --show 2 --json")).json();
    let shown = &one["shown"];
    assert_eq!((&shown["number"], &shown["players"][0]), (&json!(2), &json!("random")));
    let (moves, tricks) = (shown["moves"].as_array().unwrap(), shown["tricks"].as_array().unwrap());
    // Twelve cards are passed, then thirteen tricks are played; who wins one leads to the next.
    assert_eq!((moves.len(), tricks.len()), (12 + 52, 13));
    assert_eq!((&tricks[0]["first_move"], &tricks[12]["last_move"]), (&json!(13), &json!(64)));
    for pair in tricks.windows(2) {
        let lead = pair[1]["first_move"].as_u64().unwrap() as usize;
        assert_eq!(moves[lead - 1]["seat"], pair[0]["winner"]);
    }
}

fn sum(result: &Value, key: &str) -> f64 {
    players(result).iter().map(|player| number(&player[key])).sum()
}

/// What holds in every game: shares are shares, first place is the win rate.
fn check_shares(result: &Value) {
    let count = players(result).len();
    for player in players(result) {
        let shares: Vec<f64> = player["rank_shares"].as_array().unwrap().iter().map(number).collect();
        assert_eq!(shares.len(), count);
        assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{shares:?}");
        close(shares.iter().sum(), 1.0);
        close(number(&player["win_rate"]), shares[0]);
        assert!(number(&player["ci95"]) > 0.0);
        // Against the mean of the others: what one has more, they have less.
        assert!(number(&player["intervals"]["difference"]) > 0.0);
        for interval in player["intervals"].as_object().unwrap().values() {
            assert!(number(interval) >= 0.0);
        }
    }
    let means: f64 = players(result).iter().map(|player| number(&player["mean"])).sum();
    for player in players(result) {
        let own = number(&player["mean"]);
        close(number(&player["difference"]), own - (means - own) / (count - 1) as f64);
    }
    for place in 0..count {
        close(players(result).iter().map(|player| number(&player["rank_shares"][place])).sum(), 1.0);
    }
}

#[test]
fn a_match_of_hearts_has_the_promised_keys_and_adds_up() {
    let result = run("match hearts stock random stock rule --rules falcon --deals 200 --seed 3 --json").json();
    for key in ["game", "rules", "seed", "deals", "version", "players"] {
        assert!(keys(&result).contains(&key), "{key}: {result}");
    }
    assert_eq!(result["game"], "hearts");
    assert_eq!(result["rules"], "falcon");
    assert_eq!(result["seed"], 3);
    assert_eq!(result["deals"], 200);
    assert_eq!(result["games"], 800);
    assert_eq!(result["unit"], "deal");
    assert_eq!(result["interrupted"], false);
    assert_eq!(result["version"], env!("CARGO_PKG_VERSION"));

    let names: Vec<&Value> = players(&result).iter().map(|player| &player["name"]).collect();
    assert_eq!(names, [&json!("stock"), &json!("random"), &json!("stock"), &json!("rule")]);
    let measures = ["mean_points", "penalty_ratio", "zero_rate", "mean_tricks", "win_rate", "difference"];
    for player in players(&result) {
        for key in ["name", "mean", "ci95", "rank_shares"].iter().chain(&measures) {
            assert!(keys(player).contains(key), "{key}: {player}");
        }
        assert_eq!(keys(&player["intervals"]), measures);
        close(number(&player["mean"]), -number(&player["mean_points"]));
        close(number(&player["penalty_ratio"]), number(&player["mean_points"]) / 26.0);
        assert!((0.0..=1.0).contains(&number(&player["zero_rate"])));
    }
    // Without the moon and ♦J every deal has 26 points and 13 tricks.
    close(sum(&result, "mean_points"), 26.0);
    close(sum(&result, "penalty_ratio"), 1.0);
    close(sum(&result, "mean_tricks"), 13.0);
    close(sum(&result, "win_rate"), 1.0);
    check_shares(&result);
}

#[test]
fn a_match_of_poker_adds_up_to_zero() {
    for game in ["kuhn", "leduc"] {
        let result = run(&format!("match {game} random cfr:iterations=100 --deals 500 --json")).json();
        close(sum(&result, "mean"), 0.0);
        check_shares(&result);
    }
}

#[test]
fn whole_matches_count_matches_and_report_measures_by_deal() {
    let result = run("match hearts random rule stock jake --rules saito,limit=60 --matches 12 --json").json();
    assert_eq!(result["unit"], "match");
    assert_eq!(result["deals"], 12);
    // To 60 points at 26 a deal: at least three deals, in each of four rotations.
    assert!(result["games"].as_u64().unwrap() >= 3 * 4 * 12, "{result}");
    close(sum(&result, "mean_points"), 26.0);
    // A match cannot end before one player has 60 points.
    assert!(sum(&result, "mean") <= -60.0, "{result}");
    check_shares(&result);
}

#[test]
fn a_single_deal_gives_no_interval() {
    let result = run("match hearts random rule stock jake --deals 1 --json").json();
    for player in players(&result) {
        assert_eq!(player["ci95"], Value::Null);
    }
}

#[test]
fn rules_in_the_game_and_in_the_option_are_the_same() {
    let option = run("match hearts random rule stock jake --rules falcon,jack=on --deals 5 --json").fine();
    assert_eq!(run("match hearts:rules=falcon,jack=on random rule stock jake --deals 5 --json").fine(), option);
    assert!(option.contains("\"rules\":\"falcon,jack=on\""), "{option}");
}

#[test]
fn a_tournament_has_ratings_and_all_pairs() {
    let result = run("tournament hearts random rule stock jake --rules falcon --deals 40 --seed 3 --json").json();
    for key in ["game", "rules", "seed", "deals", "games", "interrupted", "version", "players", "pairs"] {
        assert!(keys(&result).contains(&key), "{key}: {result}");
    }
    // Six pairs in six balanced seatings.
    assert_eq!(result["games"], 40 * 6 * 6);
    for player in players(&result) {
        assert_eq!(keys(player), ["name", "rating", "rating_low", "rating_high", "mean", "ci95"]);
        let [low, rating, high] = ["rating_low", "rating", "rating_high"].map(|key| number(&player[key]));
        assert!(low <= rating && rating <= high, "{player}");
    }
    close(sum(&result, "rating"), 4000.0);
    close(sum(&result, "mean"), 0.0);
    let pairs: Vec<String> =
        result["pairs"].as_array().unwrap().iter().map(|pair| format!("{} {}", pair["a"], pair["b"])).collect();
    assert_eq!(pairs.len(), 6);
    assert_eq!(pairs[0], r#""random" "rule""#);
    assert_eq!(pairs[5], r#""stock" "jake""#);
}

#[test]
fn the_csv_file_says_the_same_as_the_json() {
    let folder = folder("csv");
    let path = folder.join("result.csv");
    let mut words: Vec<&str> = "match hearts random rule stock jake --deals 20 --json --csv".split(' ').collect();
    words.push(path.to_str().unwrap());
    let result = run_words(words).json();
    let text = fs::read_to_string(&path).unwrap();
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let column = |name: &str| head.iter().position(|&title| title == name).unwrap();
    let rows: Vec<Vec<&str>> = lines.collect();
    assert_eq!(rows.len(), 4);
    for (row, player) in rows.iter().zip(players(&result)) {
        assert_eq!(row[column("name")], player["name"]);
        for key in
            ["mean", "ci95", "mean_points", "penalty_ratio", "zero_rate", "mean_tricks", "win_rate", "difference"]
        {
            close(row[column(key)].parse().unwrap(), number(&player[key]));
        }
        close(row[column("rank_4")].parse().unwrap(), number(&player["rank_shares"][3]));
        assert_eq!([row[column("game")], row[column("seed")], row[column("deals")]], ["hearts", "1", "20"]);
    }
}
