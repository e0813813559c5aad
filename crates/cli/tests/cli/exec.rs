//! Programs of others at our table, and our players at theirs.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::{Done, faulty, folder, number, players, python, repository, run_words};

/// A match of Leduc of a program against a random player.
fn leduc(player: &str, options: &[&str]) -> Done {
    run_words(["match", "leduc", player, "random", "--deals", "4", "--threads", "1"].iter().chain(options))
}

#[test]
fn the_example_bot_plays_hearts_without_a_fault() {
    let bot = python(&repository("examples/bot_hearts.py"), "");
    for rules in ["standard", "falcon"] {
        let words =
            ["match", "hearts", &bot, "random", "random", "random", "--deals", "12", "--rules", rules, "--json"];
        let result = run_words(words).json();
        let [bot, others @ ..] = players(&result) else { panic!("{result}") };
        assert_eq!(bot["faults"], 0);
        assert!(others.iter().all(|player| player.get("faults").is_none()), "only outside programs have faults");
        // It avoids points: 48 games against random players leave no doubt.
        assert!(number(&bot["penalty_ratio"]) < 0.2, "{bot}");
    }
}

#[test]
fn a_program_plays_the_same_on_any_number_of_threads() {
    let bot = python(&repository("examples/bot_hearts.py"), "");
    let result = |threads: &str| {
        let words =
            ["match", "hearts", &bot, "random", "rule", "stock", "--deals", "9", "--json", "--threads", threads];
        run_words(words).fine()
    };
    assert_eq!(result("1"), result("3"));
}

#[test]
fn a_program_that_crashes_stops_the_match_with_its_last_words() {
    let words = ["failed in deal 0", "at seat", "it ended by itself", "exit status: 3", "the cards are marked"];
    leduc(&faulty("crash"), &["--json"]).refused(&words);
}

#[test]
fn what_a_program_writes_to_its_error_output_is_shown_if_wanted() {
    let done = leduc(&faulty("crash"), &["--bot-stderr"]);
    assert!(done.stderr.starts_with("bot: the cards are marked\n"), "{}", done.stderr);
    assert!(!leduc(&faulty("crash"), &[]).stderr.contains("bot: "));
}

#[test]
fn a_program_that_hangs_stops_the_match_when_its_time_is_over() {
    let start = Instant::now();
    leduc(&faulty("hang"), &["--move-time", "0.3"]).refused(&["failed in deal", "it did not answer within 300 ms"]);
    // 0.3 s for the move; the rest is the start of an interpreter on a busy machine. The program sleeps for 600 s.
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn games_before_a_crash_stay_in_the_record_file() {
    let folder = folder("tired");
    let file = folder.join("games.jsonl");
    let path = file.to_str().unwrap();
    let words = ["match", "leduc", &faulty("tire"), "random", "--deals", "50", "--threads", "1", "--record", path];
    // Ten deals in two rotations are complete when it gives up.
    run_words(words).refused(&["failed in deal 10", "exit status: 3", "The 20 games before are in the record file"]);
    assert!(run_words(["replay", path]).fine().starts_with("20 games replayed"));
}

#[test]
fn a_program_that_plays_an_illegal_action_stops_the_match_with_the_legal_ones() {
    let words = ["failed in deal 0, rotation 0", "action `cheat` is not legal", "legal: ", "line 1 of its output"];
    leduc(&faulty("illegal"), &[]).refused(&words);
}

#[test]
fn a_program_that_prints_no_json_stops_the_match_with_its_line() {
    leduc(&faulty("garbage"), &[]).refused(&["malformed", "line 2 of its output: I think I fold"]);
}

#[test]
fn a_record_of_a_stopped_match_is_not_left_half_written() {
    let folder = folder("stopped");
    let path = folder.join("games.jsonl");
    leduc(&faulty("crash"), &["--record", path.to_str().unwrap()]).refused(&["it ended by itself"]);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn faults_are_counted_and_the_first_ones_told_when_the_first_legal_action_is_played() {
    for (kind, words) in
        [("crash", "it ended by itself"), ("illegal", "`cheat` is not legal"), ("garbage", "malformed")]
    {
        let done = leduc(&faulty(kind), &["--on-fault", "first-legal", "--json"]);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        let result: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
        let faults = players(&result)[0]["faults"].as_u64().unwrap();
        assert!(faults > 0);
        assert!(players(&result)[1].get("faults").is_none());
        assert_eq!(result["games"], 8);
        assert!(done.stderr.contains(&format!("warning: {faults} faults of")), "{}", done.stderr);
        assert!(done.stderr.contains(words), "{}", done.stderr);
    }
}

#[test]
fn a_program_that_hangs_plays_on_with_the_first_legal_action() {
    // Every second question costs the limit, at most 10 starts in all.
    let done = leduc(&faulty("hang"), &["--on-fault", "first-legal", "--move-time", "0.1", "--json"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let result: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    assert!(players(&result)[0]["faults"].as_u64().unwrap() > 0);
    assert!(done.stderr.contains("it did not answer within 100 ms"), "{}", done.stderr);
}

#[test]
fn a_tournament_counts_faults_too() {
    let bot = faulty("illegal");
    let words = ["tournament", "leduc", &bot, "random", "--deals", "3", "--on-fault", "first-legal", "--json"];
    let done = run_words(words);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let result: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    assert!(players(&result)[0]["faults"].as_u64().unwrap() > 0, "{result}");
    run_words(["tournament", "leduc", &bot, "random", "--deals", "3"]).refused(&["`cheat` is not legal"]);
}

#[test]
fn our_own_bot_at_our_own_table_never_fails() {
    let binary = env!("CARGO_BIN_EXE_kirifuda");
    for (game, player, others) in
        [("hearts", "jake", &["random", "stock", "rule"][..]), ("leduc", "cfr:iterations=20", &["random"])]
    {
        let bot = format!("exec:'{binary}' bot {game} {player}");
        let words = [&["match", game, &bot], others, &["--deals", "10", "--json"]].concat();
        let result = run_words(words).json();
        assert_eq!(players(&result)[0]["faults"], 0);
    }
}

/// A player without chance is the same player over the wire.
#[test]
fn a_player_over_the_wire_plays_like_the_player_itself() {
    let bot = format!("exec:'{}' bot hearts jake", env!("CARGO_BIN_EXE_kirifuda"));
    let result = |player: &str| {
        let words = ["match", "hearts", player, "stock", "stock", "stock", "--deals", "10", "--json"];
        run_words(words).json()
    };
    let (inside, outside) = (result("jake"), result(&bot));
    for (inside, outside) in players(&inside).iter().zip(players(&outside)) {
        for key in ["mean", "ci95", "zero_rate", "mean_tricks", "rank_shares"] {
            assert_eq!(inside[key], outside[key], "{key}");
        }
    }
}

#[test]
fn the_example_referee_finds_no_fault_with_our_players() {
    let output = Command::new("python3")
        .arg(repository("examples/referee_hearts.py"))
        .args(["--kirifuda", &format!("'{}'", env!("CARGO_BIN_EXE_kirifuda")), "--deals", "6"])
        .args(["stock", "random", "jake", "-"])
        .output()
        .unwrap();
    let (report, errors) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{errors}");
    assert_eq!(report.lines().filter(|line| line.starts_with("deal ")).count(), 6, "{report}");
    assert!(report.contains("seat 2: jake: "), "{report}");
}
