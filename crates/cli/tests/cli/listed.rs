//! The list as data.

use serde_json::{Value, json};

use crate::support::run;

/// A refactoring leaves it alone. `INSTA_UPDATE=always cargo test -p kirifuda --test cli listed` writes it anew.
#[test]
fn the_list_as_data_is_that_of_the_golden_copy() {
    let mut told = run("list --json").json();
    assert_eq!(told["version"].take(), env!("CARGO_PKG_VERSION"));
    for game in told["games"].as_array_mut().unwrap() {
        // Pinned elsewhere: crates/catalog/tests/behaviour.rs.
        for player in game["players"].as_array_mut().unwrap() {
            let fingerprints = player["fingerprints"].take();
            // A player without a model does nothing yet.
            let ready = player["models"]
                .as_object()
                .unwrap()
                .values()
                .all(|files| !files.as_array().unwrap().contains(&Value::Null));
            assert!(!ready || fingerprints.as_object().is_some_and(|all| !all.is_empty()), "{}", player["name"]);
        }
        for learner in game["learners"].as_array_mut().unwrap() {
            // What can be set about nets is known to a program that can train them.
            if learner["portable"] == false {
                learner["settings"] = Value::Null;
            } else {
                assert!(learner["fingerprint"].take().is_string(), "{}", learner["name"]);
            }
        }
    }
    insta::assert_snapshot!("list", serde_json::to_string_pretty(&told).unwrap());
}

#[test]
fn one_game_can_be_asked_for_and_an_unknown_one_is_refused() {
    let told = run("list players kuhn --json").json();
    assert_eq!(told["games"].as_array().map(Vec::len), Some(1));
    let settings = &told["games"][0]["players"][1]["settings"];
    assert_eq!(settings[0]["kind"], json!({ "type": "whole", "least": 1, "most": 100_000_000, "multiple": 1 }));
    let names = run("list games").fine().lines().count() - 1;
    assert_eq!(run("list --json").json()["games"].as_array().map(Vec::len), Some(names));
    run("list players kun --json").refused(&["unknown game `kun`", "did you mean `kuhn`?"]);
}
