//! Results never depend on the number of threads.

use std::fs;

use crate::support::{folder, run_words};

/// Everything that a run leaves behind: its output and its files.
fn traces(name: &str, line: &str, files: &[&str], threads: u32) -> Vec<String> {
    let folder = folder(&format!("{name}-{threads}"));
    let threads = threads.to_string();
    let mut words: Vec<&str> = line.split_whitespace().chain(["--threads", &threads, "--json"]).collect();
    let paths: Vec<String> = files.iter().map(|file| folder.join(file).to_str().unwrap().to_string()).collect();
    let options: Vec<String> = files.iter().map(|file| format!("--{file}")).collect();
    for (option, path) in options.iter().zip(&paths) {
        words.extend([option.as_str(), path.as_str()]);
    }
    let mut traces = vec![run_words(words).fine()];
    traces.extend(paths.iter().map(|path| fs::read_to_string(path).unwrap()));
    let left: Vec<_> = fs::read_dir(&folder).unwrap().collect();
    assert_eq!(left.len(), files.len(), "drafts are left behind: {left:?}");
    traces
}

#[track_caller]
fn is_the_same_for_every_number_of_threads(name: &str, line: &str, files: &[&str]) {
    let one = traces(name, line, files, 1);
    assert!(one.iter().all(|trace| trace.len() > 100), "{one:?}");
    for threads in [2, 3] {
        // Not assert_eq: a difference would print megabytes.
        assert!(traces(name, line, files, threads) == one, "{line}: {threads} threads differ from one");
    }
}

#[test]
fn a_match_of_hearts_is_the_same_for_every_number_of_threads() {
    let line = "match hearts random rule stock jake --deals 700 --seed 7";
    is_the_same_for_every_number_of_threads("match-hearts", line, &["csv", "record"]);
}

#[test]
fn whole_matches_of_hearts_are_the_same_for_every_number_of_threads() {
    let line = "match hearts random rule stock jake --matches 23 --seed 7";
    is_the_same_for_every_number_of_threads("matches-hearts", line, &["csv", "record"]);
}

#[test]
fn a_tournament_of_hearts_is_the_same_for_every_number_of_threads() {
    let line = "tournament hearts random rule stock jake --deals 101 --seed 7";
    is_the_same_for_every_number_of_threads("tournament-hearts", line, &["csv"]);
}

#[test]
fn a_match_of_leduc_is_the_same_for_every_number_of_threads() {
    let line = "match leduc random cfr:iterations=50 --deals 3001 --seed 7";
    is_the_same_for_every_number_of_threads("match-leduc", line, &["csv", "record"]);
}

#[test]
fn a_tournament_of_leduc_is_the_same_for_every_number_of_threads() {
    let line = "tournament leduc random cfr:iterations=5 cfr:iterations=50 --deals 1001 --seed 7";
    is_the_same_for_every_number_of_threads("tournament-leduc", line, &["csv"]);
}

#[test]
fn another_seed_is_another_result() {
    let line = "match hearts random rule stock jake --deals 50";
    let traces = |seed| traces("seed", &format!("{line} --seed {seed}"), &["record"], 1);
    assert!(traces(1) != traces(2));
    assert!(traces(1) == traces(1));
}
