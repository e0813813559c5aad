//! Files that are no records, or no true ones.

use std::fs;

use crate::records::recorded;
use crate::support::{folder, run_words};

/// Replays a file with this content and expects a refusal with these words.
#[track_caller]
fn refused(name: &str, content: impl AsRef<[u8]>, words: &[&str]) {
    let folder = folder(&format!("bad-record-{name}"));
    let path = folder.join("games.jsonl");
    fs::write(&path, content).unwrap();
    run_words(["replay", path.to_str().unwrap()]).refused(&[words, &["games.jsonl"]].concat());
}

/// Six games of Leduc, one line each, the second one changed.
#[track_caller]
fn second_changed(name: &str, change: impl Fn(&str) -> String) -> String {
    let text = recorded(name, "match leduc random cfr:iterations=20 --deals 3");
    let lines: Vec<&str> = text.lines().collect();
    let changed = change(lines[1]);
    assert_ne!(changed, lines[1]);
    [&[lines[0], &changed], &lines[2..]].concat().join("\n") + "\n"
}

/// Puts `new` in the place of the array behind a key.
fn with_array(line: &str, key: &str, new: &str) -> String {
    let (before, rest) = line.split_once(&format!("\"{key}\":[")).unwrap();
    let (_, after) = rest.split_once(']').unwrap();
    format!("{before}\"{key}\":[{new}]{after}")
}

#[test]
fn a_file_that_is_not_there_is_refused() {
    run_words(["replay", "no/such/file.jsonl"]).refused(&["cannot read no/such/file.jsonl", "No such file"]);
}

#[test]
fn a_directory_is_refused() {
    let folder = folder("replay-directory");
    run_words(["replay", folder.to_str().unwrap()]).refused(&["cannot read", "directory"]);
}

#[test]
fn an_empty_file_is_refused() {
    refused("empty", "", &["holds no game", "written by `--record`"]);
    refused("blank", "\n\n", &["holds no game", "written by `--record`"]);
}

#[test]
fn a_binary_file_is_refused_at_its_first_line() {
    let noise: Vec<u8> = (0..4096u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 11) as u8).collect();
    refused("binary", noise, &["line 1", "not a record"]);
    refused("not-text", [0xff, 0xfe, 0x00, b'\n'], &["line 1", "not a record"]);
}

#[test]
fn a_text_file_is_refused_at_its_first_line() {
    refused("text", "♥Q ♥J / ♠Q\n", &["line 1", "not a record"]);
    refused("json", "{\"game\":\"leduc\"}\n", &["line 1", "`format` is missing", "kirifuda-record-1"]);
}

#[test]
fn a_file_that_is_cut_off_is_refused_at_the_line_that_is() {
    let text = recorded("cut", "match leduc random cfr:iterations=20 --deals 3");
    let cut = &text[..text.len() - 30];
    refused("cut-end", cut, &["line 6", "cut off", "in the middle of a line"]);
}

#[test]
fn a_corrupted_line_is_named() {
    let text = second_changed("corrupted", |line| line.replacen(':', ";", 1));
    refused("corrupted", text, &["line 2", "not a record"]);
}

#[test]
fn a_record_of_an_unknown_game_is_refused_with_the_nearest_one() {
    let text = second_changed("game", |line| line.replacen("\"leduc\"", "\"ledoc\"", 1));
    refused("game", text, &["line 2", "unknown game `ledoc`", "did you mean `leduc`"]);
}

#[test]
fn a_record_of_another_game_is_refused() {
    let text = second_changed("other-game", |line| line.replace("\"leduc\"", "\"kuhn\""));
    refused("other-game", text, &["line 2"]);
}

#[test]
fn a_record_of_a_later_format_is_refused() {
    let text = second_changed("format", |line| line.replace("record-1", "record-2"));
    refused("format", text, &["line 2", "`kirifuda-record-2`", "expected `kirifuda-record-1`"]);
}

#[test]
fn an_altered_payoff_is_found() {
    let text = second_changed("payoff", |line| with_array(line, "payoffs", "13.0,-13.0"));
    refused("payoff", text, &["line 2", "payoff of seat 0", "recorded is 13"]);
}

#[test]
fn a_missing_payoff_is_found() {
    let text = second_changed("payoffs", |line| with_array(line, "payoffs", "1.0"));
    refused("payoffs", text, &["line 2", "1 payoffs for 2 seats"]);
}

#[test]
fn an_illegal_action_is_found() {
    // Nobody can fold before anyone has bet.
    let text = second_changed("illegal", |line| with_array(line, "actions", "\"fold\""));
    refused("illegal", text, &["line 2", "action 1, `fold`", "not legal"]);
}

#[test]
fn an_action_of_no_game_is_found_with_the_nearest_one() {
    let text = second_changed("unknown-action", |line| with_array(line, "actions", "\"rase\""));
    refused("unknown-action", text, &["line 2", "action 1", "did you mean `raise`"]);
}

#[test]
fn a_game_without_an_end_is_found() {
    let text = second_changed("unfinished", |line| with_array(line, "actions", "\"call\""));
    refused("unfinished", text, &["line 2", "the game is not over", "seat 1 is to move"]);
}

#[test]
fn a_deal_with_a_card_twice_is_found() {
    let text = second_changed("deal", |line| {
        let (before, rest) = line.split_once("\"dealt\":\"").unwrap();
        let (_, after) = rest.split_once('"').unwrap();
        format!("{before}\"dealt\":\"♥Q ♥Q / ♠Q\"{after}")
    });
    refused("deal", text, &["line 2", "the deal"]);
}

#[test]
fn a_game_beyond_the_end_cannot_be_shown() {
    let folder = folder("beyond");
    let path = folder.join("games.jsonl");
    fs::write(&path, recorded("beyond-games", "match leduc random random --deals 3")).unwrap();
    let show = |number| run_words(["replay", path.to_str().unwrap(), "--show", number]);
    show("7").refused(&["has 6 games", "no game 7"]);
    show("0").refused(&["invalid value '0' for '--show <N>'"]);
    show("-1").refused(&["invalid value '-1' for '--show <N>'"]);
    assert!(show("6").fine().contains("leduc"));
}

#[cfg(unix)]
#[test]
fn a_file_without_lines_and_without_end_is_refused() {
    run_words(["replay", "/dev/zero"]).refused(&["line 1", "longer than", "name a file of records"]);
}
