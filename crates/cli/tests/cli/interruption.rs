//! Ctrl-C in the middle of a run.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{command, faulty, folder, run_words};

/// What Ctrl-C sends.
pub fn interrupt(child: &Child) {
    signal(child, "INT", 1);
}

/// Sends a signal so many times, one right after the other; it may be too late for the last of them.
pub fn signal(child: &Child, name: &str, times: usize) {
    let kill = format!("kill -{name} {0}", child.id());
    let line = format!("{kill} && for i in $(seq 2 {times}); do {kill} 2>/dev/null; done; true");
    assert!(Command::new("sh").args(["-c", &line]).status().unwrap().success());
}

/// Waits until something has happened; a minute is enough for any machine.
pub fn wait_for(what: &str, mut happened: impl FnMut() -> bool) {
    let start = Instant::now();
    while !happened() {
        assert!(start.elapsed() < Duration::from_secs(60), "waited a minute for {what}");
        sleep(Duration::from_millis(5));
    }
}

/// Starts a run of more deals than anyone can wait for, interrupts it when `ready`, and gives what it printed.
fn interrupted(words: &[&str], deals: &str, ready: impl Fn() -> bool) -> Value {
    let mut child = command(words.iter().chain(&[deals, "1000000000", "--json"])).spawn().unwrap();
    wait_for("the first deals", || ready() || child.try_wait().unwrap().is_some());
    interrupt(&child);
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(stderr).unwrap(), "");
    assert_eq!(status.code(), Some(130));
    serde_json::from_slice(&stdout).unwrap()
}

/// A run of as many deals as the interrupted one finished gives the same, but for the word.
fn check_against_whole_run(words: &[&str], deals: &str, mut partial: Value) {
    assert_eq!(partial["interrupted"], true);
    let played = partial["deals"].to_string();
    let whole = run_words(words.iter().chain(&[deals, &played, "--json"])).json();
    assert_eq!(whole["interrupted"], false);
    partial["interrupted"] = false.into();
    assert_eq!(partial, whole);
}

/// The draft of a file has its first records.
fn has_content(folder: &Path) -> bool {
    let sizes = fs::read_dir(folder).unwrap().map(|file| file.and_then(|file| file.metadata()).map_or(0, |m| m.len()));
    sizes.max().is_some_and(|most| most > 0)
}

fn records_survive(name: &str, deals: &str) {
    let (partial_folder, whole_folder) = (folder(&format!("{name}-partial")), folder(&format!("{name}-whole")));
    let (partial, whole) = (partial_folder.join("games.jsonl"), whole_folder.join("games.jsonl"));
    let line = ["match", "hearts", "random", "rule", "stock", "jake", "--seed", "5", "--record"];
    let words = |path| line.into_iter().chain([path]).collect::<Vec<&str>>();
    let result = interrupted(&words(partial.to_str().unwrap()), deals, || has_content(&partial_folder));
    let games = result["games"].as_u64().unwrap();
    assert!(games > 0);
    check_against_whole_run(&words(whole.to_str().unwrap()), deals, result);
    assert!(fs::read(&partial).unwrap() == fs::read(&whole).unwrap(), "the records differ");
    let replayed = run_words(["replay", partial.to_str().unwrap()]).fine();
    assert!(replayed.starts_with(&format!("{games} games replayed")), "{replayed}");
    assert_eq!(fs::read_dir(&partial_folder).unwrap().count(), 1, "a draft is left behind");
}

#[test]
fn an_interrupted_match_reports_its_deals_like_a_run_of_so_many() {
    records_survive("interrupted-deals", "--deals");
}

#[test]
fn an_interrupted_run_of_matches_reports_its_matches_like_a_run_of_so_many() {
    records_survive("interrupted-matches", "--matches");
}

#[test]
fn an_interrupted_tournament_reports_its_deals_like_a_run_of_so_many() {
    let folder = folder("interrupted-tournament");
    let mark = folder.join("mark");
    let bot = faulty(&format!("mark '{}'", mark.to_str().unwrap()));
    // One thread: with more, the program of the first deal may still be starting when another has played 20 games.
    let words = ["tournament", "leduc", &bot, "random", "cfr:iterations=20", "--threads", "1"];
    let result = interrupted(&words, "--deals", || mark.exists());
    check_against_whole_run(&words, "--deals", result);
}

#[test]
fn an_interrupted_match_says_so_to_people() {
    let folder = folder("interrupted-text");
    let path = folder.join("games.jsonl");
    let words = ["match", "kuhn", "random", "random", "--deals", "1000000000", "--record", path.to_str().unwrap()];
    let child = command(words).spawn().unwrap();
    wait_for("the first deals", || has_content(&folder));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().next().unwrap().ends_with("(interrupted)"), "{text}");
    // Nobody looks at standard error: no progress bar.
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn an_interruption_before_the_first_deal_leaves_nothing_to_report() {
    let folder = folder("interrupted-at-once");
    let mark = folder.join("mark");
    let bot = faulty(&format!("slow '{}'", mark.to_str().unwrap()));
    let child = command(["match", "leduc", &bot, "random", "--threads", "1", "--json"]).spawn().unwrap();
    wait_for("the first question", || mark.exists());
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.is_empty());
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("stopped before the first deal was finished"), "{message}");
}

#[test]
fn a_second_interruption_ends_at_once_but_within_a_second_it_is_part_of_the_first() {
    let folder = folder("interrupted-twice");
    let mark = folder.join("mark");
    let bot = faulty(&format!("slow '{}'", mark.to_str().unwrap()));
    let mut child = command(["match", "leduc", &bot, "random", "--threads", "1", "--json"]).spawn().unwrap();
    wait_for("the first question", || mark.exists());
    signal(&child, "INT", 20);
    sleep(Duration::from_millis(1200));
    assert_eq!(child.try_wait().unwrap(), None, "it waits for the answer, which takes 3 seconds");
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.is_empty());
    // At once: there is no word about what was not finished.
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn a_match_that_is_told_to_end_reports_what_it_has() {
    let folder = folder("terminated");
    let path = folder.join("games.jsonl");
    let words = ["match", "kuhn", "random", "random", "--deals", "1000000000", "--json", "--record"];
    let child = command(words.into_iter().chain([path.to_str().unwrap()])).spawn().unwrap();
    wait_for("the first deals", || has_content(&folder));
    signal(&child, "TERM", 1);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["interrupted"], true);
}
