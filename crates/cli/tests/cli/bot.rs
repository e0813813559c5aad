//! `kirifuda bot` on its standard input and output.

use std::io::Write;
use std::process::Stdio;

use serde_json::Value;

use crate::support::{Done, command, run};

/// Runs a command with this input to its end.
fn run_with_input(line: &str, input: &[u8]) -> Done {
    let mut child = command(line.split_whitespace()).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    Done {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn answers(line: &str, input: &[u8]) -> Vec<Value> {
    run_with_input(line, input).fine().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn garbage_is_answered_by_errors_that_name_the_line() {
    let input = b"what is trumps?\n\n{}\n[1, 2]\n{\"type\": \"dance\"}\n\xff\xfe\n{\"type\": \"choose\"}\n{\"type\":";
    let answers = answers("bot hearts stock", input);
    let lines: Vec<u64> = answers.iter().map(|answer| answer["line"].as_u64().unwrap()).collect();
    // The blank line is none.
    assert_eq!(lines, [1, 3, 4, 5, 6, 7, 8]);
    for answer in &answers {
        assert_eq!(answer["type"], "error");
        assert!(answer["message"].as_str().is_some_and(|message| message.len() > 10), "{answer}");
    }
}

#[test]
fn a_question_after_garbage_is_still_answered() {
    let question = r#"{"type":"choose","protocol":1,"id":"q","game":"leduc","rules":"leduc","seat":0,"hand":["♠K"],"public":{},"private":{},"history":[],"legal":["call","raise"]}"#;
    let answers = answers("bot leduc cfr:iterations=20", format!("nonsense\n{question}\n").as_bytes());
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[1]["type"], "answer");
    assert_eq!(answers[1]["id"], "q");
    assert!(["call", "raise"].contains(&answers[1]["action"].as_str().unwrap()));
}

#[test]
fn no_question_is_no_problem() {
    assert!(answers("bot hearts stock", b"").is_empty());
    assert!(answers("bot hearts stock", b"{\"type\":\"bye\"}\nnonsense after the end\n").is_empty());
}

#[test]
fn a_greeting_is_answered_by_the_name_of_the_player() {
    let hello = br#"{"type":"hello","protocol":1,"game":"kuhn","rules":"kuhn","seats":2}"#;
    let answers = answers("bot kuhn cfr:iterations=20", hello);
    assert_eq!(answers.len(), 1);
    assert_eq!([&answers[0]["type"], &answers[0]["name"]], ["hello", "cfr:iterations=20"]);
}

#[test]
fn a_wrong_player_is_told_before_the_first_question() {
    run("bot hearts stok").refused(&["unknown player `stok`", "did you mean `stock`"]);
    run("bot kuhn cfr:iterations=x").refused(&["`iterations=x`", "1 to 1000000"]);
    run("bot hearts exec:anything").refused(&["outside program already", "kirifuda list players"]);
    run("bot hearts").refused(&["required", "<PLAYER>"]);
}
