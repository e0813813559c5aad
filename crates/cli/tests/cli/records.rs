//! Recorded games can be played again and read.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{folder, repository, run_words};

/// What a run writes with `--record`.
pub fn recorded(name: &str, line: &str) -> String {
    let folder = folder(&format!("recorded-{name}"));
    let path = folder.join("games.jsonl");
    run_words(line.split(' ').chain(["--record", path.to_str().unwrap()])).fine();
    fs::read_to_string(&path).unwrap()
}

fn replayed(path: &Path, options: &[&str]) -> String {
    run_words(["replay", path.to_str().unwrap()].iter().chain(options)).fine()
}

/// Writes the record of a run and replays it; gives the records.
fn replay(name: &str, line: &str) -> Vec<Value> {
    let text = recorded(name, line);
    let folder = folder(&format!("replayed-{name}"));
    let path = folder.join("games.jsonl");
    fs::write(&path, &text).unwrap();
    let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let expected = format!("{} games replayed: every action legal, every payoff as recorded\n", records.len());
    assert_eq!(replayed(&path, &[]), expected);
    records
}

#[test]
fn a_record_holds_every_deal_in_every_rotation_and_replays() {
    for (game, players) in [
        ("hearts", "random rule stock jake"),
        ("monsters", "random balanced"),
        ("plain-tricks", "random rule random rule"),
        ("kuhn", "random cfr:iterations=20"),
        ("leduc", "random cfr:iterations=20"),
    ] {
        let seats = players.split(' ').count();
        let records = replay(game, &format!("match {game} {players} --deals 5 --seed 9"));
        assert_eq!(records.len(), 5 * seats);
        for (i, record) in records.iter().enumerate() {
            let (deal, rotation) = (i / seats, i % seats);
            assert_eq!([&record["deal"], &record["rotation"], &record["seed"]], [deal, rotation, 9]);
            let names: Vec<&str> = players.split(' ').collect();
            // Contestant c sits at seat c + rotation.
            assert_eq!(record["players"][rotation], names[0]);
            assert_eq!(record["players"][(seats - 1 + rotation) % seats], names[seats - 1]);
            // All rotations play the same cards.
            assert_eq!(record["dealt"], records[deal * seats]["dealt"]);
        }
    }
}

#[test]
fn a_record_of_whole_matches_replays_with_scores_and_passing() {
    let line = "match hearts random rule stock jake --rules standard,limit=50 --matches 3";
    let records = replay("matches", line);
    let first = |record: &&Value| record["round"] == 0;
    // Three matches in four rotations.
    assert_eq!(records.iter().filter(first).count(), 12);
    for record in &records {
        let dealt = record["dealt"].as_str().unwrap();
        let passing = ["left", "right", "across", "hold"][record["round"].as_u64().unwrap() as usize % 4];
        assert!(dealt.starts_with(passing), "{dealt}");
        assert_eq!(dealt.contains("; 0 0 0 0;"), first(&record), "{dealt}");
    }
}

#[test]
fn a_recorded_game_can_be_watched() {
    let folder = folder("watched");
    let path = folder.join("games.jsonl");
    let text = recorded("watched-games", "match hearts random rule stock jake --deals 2 --rules saito --seed 4");
    fs::write(&path, &text).unwrap();
    let story = replayed(&path, &["--show", "2"]);
    let record: Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
    assert!(story.starts_with("hearts under saito\nseat 0: jake\nseat 1: random\nseat 2: rule\nseat 3: stock\n"));
    let moves: Vec<&str> =
        story.lines().filter(|line| line.trim_start().split('.').next().unwrap().parse::<u8>().is_ok()).collect();
    let actions = record["actions"].as_array().unwrap();
    assert_eq!(moves.len(), 52);
    for (number, (shown, action)) in moves.iter().zip(actions).enumerate() {
        assert!(shown.trim_start().starts_with(&format!("{}. seat ", number + 1)), "{shown}");
        assert!(shown.ends_with(action.as_str().unwrap()), "{shown}");
    }
    // Every fourth move ends a trick; its winner stands above it and leads to the next.
    let lines: Vec<&str> = story.lines().collect();
    for trick in 1..=13 {
        let head = format!("trick {trick}, won by seat ");
        let place = lines.iter().position(|line| line.starts_with(&head)).unwrap();
        assert!(lines[place + 1].trim_start().starts_with(&format!("{}. seat ", 4 * trick - 3)), "{story}");
        if trick < 13 {
            let winner = lines[place].strip_prefix(&head).unwrap();
            assert!(lines[place + 6].contains(&format!(". seat {winner} ")), "{story}");
        }
    }
    for seat in 0..4 {
        assert!(story.contains(&format!("payoff of seat {seat}: {}", record["payoffs"][seat].as_f64().unwrap())));
    }
    assert_ne!(replayed(&path, &["--show", "1"]), story);
}

#[test]
fn windows_line_ends_and_blank_lines_do_no_harm() {
    let folder = folder("line-ends");
    let path = folder.join("games.jsonl");
    let text = recorded("line-ends-games", "match kuhn random random --deals 2");
    fs::write(&path, format!("\n{}\n", text.replace('\n', "\r\n"))).unwrap();
    assert!(replayed(&path, &[]).starts_with("4 games replayed"));
}

/// The example of the document is a record that replays, and the table has a row for every field that a run writes.
#[test]
fn the_document_shows_a_record_and_explains_every_field() {
    let text = fs::read_to_string(repository("docs/records.md")).unwrap();
    let example = text.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let example: Value = serde_json::from_str(example).unwrap();
    let folder = folder("documented");
    let path = folder.join("games.jsonl");
    fs::write(&path, format!("{example}\n")).unwrap();
    assert!(replayed(&path, &[]).starts_with("1 games replayed"));
    let matches = recorded("documented", "match daifugo random random random random random --matches 1");
    let written: Value = serde_json::from_str(matches.lines().next().unwrap()).unwrap();
    for record in [&example, &written] {
        for field in record.as_object().unwrap().keys() {
            assert!(text.contains(&format!("\n| `{field}` |")), "{field} is not explained");
        }
    }
    let explained = text.lines().filter(|line| line.starts_with("| `")).take_while(|line| !line.contains("array"));
    let fields: Vec<&str> = explained.map(|line| line.split('`').nth(1).unwrap()).collect();
    for field in &fields[..11] {
        assert!(written.get(field).is_some(), "{field} is explained, but not written");
    }
}
