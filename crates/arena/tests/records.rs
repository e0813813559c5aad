//! Records: reading back, replaying, and what is said about broken ones.
#![allow(clippy::unwrap_used)] // helpers may panic like tests

mod common;

use common::{Boast, plan, recorded, steady, uniform};
use kirifuda_arena::{Quiet, Record, read_records, replay};
use kirifuda_play::{Game, Seat};

fn text() -> String {
    let (_, text) = recorded(&plan(&[uniform(), uniform(), steady(1), steady(0)], 2, 1), &Quiet);
    String::from_utf8(text).unwrap()
}

/// What reading and replaying a file says about its first bad line.
fn complaint(text: &str) -> String {
    let outcome = read_records(text.as_bytes()).try_for_each(|record| replay::<Boast>(&record?).map(|_| ()));
    outcome.unwrap_err().to_string()
}

/// The file with line 3 changed.
fn with_line_3(change: impl Fn(&str) -> String) -> String {
    let lines = text();
    let lines = lines.lines().enumerate().map(|(i, line)| if i == 2 { change(line) } else { line.to_string() });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn records_read_back_and_replay_to_the_same_payoffs() {
    let text = text();
    let records: Vec<Record> = read_records(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(records.len(), 8);
    let mut again = Vec::new();
    for (i, record) in records.iter().enumerate() {
        record.write(&mut again).unwrap();
        assert_eq!((record.deal, record.rotation), (Some(i as u64 / 4), Some(i as u64 % 4)));
        assert_eq!((record.line, record.seed), (Some(i as u64 + 1), Some(7)));
        // Contestant 3 sits three places after contestant 0.
        assert_eq!(record.players[(3 + i) % 4], "steady:boast=0");
        let game = replay::<Boast>(record).unwrap();
        assert!(Seat::all(4).all(|seat| game.payoff(seat) == record.payoffs[seat.index()]));
    }
    assert_eq!(String::from_utf8(again).unwrap(), text);
}

#[test]
fn the_line_has_the_documented_form() {
    let line: serde_json::Value = serde_json::from_str(text().lines().next().unwrap()).unwrap();
    let keys: Vec<&String> = line.as_object().unwrap().keys().collect();
    let expected = ["format", "game", "rules", "seed", "deal", "rotation", "players", "dealt", "actions", "payoffs"];
    assert_eq!(keys, expected);
    assert_eq!(line["format"], "kirifuda-record-1");
}

#[test]
fn games_played_elsewhere_and_unknown_fields_are_welcome() {
    let line = r#"{"format":"kirifuda-record-1","game":"boast","rules":"seats=2,rounds=1","dealt":"5 7","actions":["2","0"],"payoffs":[9,-9],"mood":"good"}"#;
    let record = read_records(line.as_bytes()).next().unwrap().unwrap();
    assert_eq!((record.seed, record.deal, record.players.len()), (None, None, 0));
    replay::<Boast>(&record).unwrap();
}

#[test]
fn every_corruption_names_its_line() {
    let edit = |from: &'static str, to: &'static str| {
        move |line: &str| {
            assert!(line.contains(from), "{line}");
            line.replacen(from, to, 1)
        }
    };
    let said = |change: &dyn Fn(&str) -> String| complaint(&with_line_3(change));
    assert_eq!(said(&|_| "{]".into()), "line 3: not a record: key must be a string (column 2)");
    assert_eq!(said(&|line| line[..40].into()), "line 3: the record is cut off");
    let missing = said(&edit("\"format\":\"kirifuda-record-1\",", ""));
    assert_eq!(missing, "line 3: the field `format` is missing, expected `kirifuda-record-1`");
    let wrong = said(&edit("kirifuda-record-1", "kirifuda-record-9"));
    assert_eq!(wrong, "line 3: the field `format` is `kirifuda-record-9`, expected `kirifuda-record-1`");
    assert!(said(&edit("\"dealt\"", "\"delt\"")).starts_with("line 3: not a record: missing field `dealt`"));
    assert!(said(&edit("\"seed\":7", "\"seed\":\"x\"")).starts_with("line 3: not a record: invalid type"));
    assert_eq!(said(&edit("\"boast\"", "\"chess\"")), "line 3: a record of `chess`, expected `boast`");
    assert!(said(&edit("\"table\"", "\"tabel\"")).starts_with("line 3: unknown rules `tabel`"));
    assert!(said(&edit("\"dealt\":\"", "\"dealt\":\"1 ")).starts_with("line 3: the deal: expected 4 cards, not 5"));
}

#[test]
fn a_bad_action_or_end_is_named() {
    let change = |change: &dyn Fn(&mut Record)| {
        let text = text();
        let mut record = read_records(text.as_bytes()).nth(4).unwrap().unwrap();
        change(&mut record);
        replay::<Boast>(&record).unwrap_err().to_string()
    };
    assert_eq!(change(&|r| r.actions[5] = "3".into()), "line 5: action 6, `3`: not legal in this position");
    assert_eq!(change(&|r| r.actions[0] = "ace".into()), "line 5: action 1, `ace`: expected a number");
    assert_eq!(change(&|r| r.actions.push("0".into())), "line 5: action 9, `0`: the game is over");
    let unfinished = change(&|r| r.actions.truncate(6));
    assert_eq!(unfinished, "line 5: the game is not over after the last of 6 actions: seat 2 is to move");
    assert!(change(&|r| r.payoffs[1] += 1.0).starts_with("line 5: the payoff of seat 1 is "));
    assert_eq!(change(&|r| r.payoffs.truncate(3)), "line 5: 3 payoffs for 4 seats");
    assert_eq!(change(&|r| r.players.truncate(3)), "line 5: 3 players for 4 seats");
}

#[test]
fn a_file_that_ends_in_the_middle_of_a_line_says_so_after_the_good_records() {
    let text = text();
    let cut = &text[..text.len() - 20];
    let read: Vec<_> = read_records(cut.as_bytes()).collect();
    assert_eq!(read.iter().filter(|record| record.is_ok()).count(), 7);
    assert_eq!(complaint(cut), "line 8: the record is cut off: the file ends in the middle of a line");
    // Only the line break is missing: nothing is lost.
    assert!(read_records(text.trim_end().as_bytes()).all(|record| record.is_ok()));
}

#[test]
fn reading_goes_on_after_a_bad_line_and_empty_lines_count() {
    let text = text();
    let (first, rest) = text.split_once('\n').unwrap();
    let mixed = format!("{first}\n\n\u{fffd}nonsense\n{rest}");
    let read: Vec<_> = read_records(mixed.as_bytes()).collect();
    assert_eq!(read.len(), 9);
    assert_eq!(read[1].as_ref().unwrap_err().line, Some(3));
    assert_eq!(read[2].as_ref().unwrap().line, Some(4));
}
