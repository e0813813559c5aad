//! Every player and learner does what it did: see `kirifuda_catalog::behaviour`.
#![allow(clippy::unwrap_used)]

use std::fs;

use kirifuda_catalog::behaviour::{self, COMMAND, FILE};

#[test]
fn every_player_and_learner_does_what_it_did() {
    let file = fs::read_to_string(FILE).unwrap();
    let meant = behaviour::read(&file).unwrap();
    let found = behaviour::compute(&behaviour::cases(&meant).unwrap()).unwrap();
    let differences = behaviour::differences(&meant, &found);
    assert!(
        differences.is_empty(),
        "{} of {} cases behave differently; if that is meant, `{COMMAND}` and say so in the changelog:\n{}",
        differences.len(),
        found.len(),
        differences.join("\n")
    );
    assert_eq!(behaviour::text(&found), file, "the file is not as `{COMMAND}` writes it");
}
