//! Every player and learner does what it did: see `kirifuda_catalog::behaviour`.
#![allow(clippy::unwrap_used)]

use std::process::Command;
use std::{env, fs};

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

/// The system's C library has several versions of its functions, and takes the fastest that the processor can do. They differ in
/// the last digit. Nothing that is decided here may depend on it: the test above is run again by a process for which the fast
/// ones are switched off. (Vectors of nets are compared in `kirifuda_learn::net`.)
#[test]
fn the_same_without_the_fast_paths_of_the_processor() {
    const SLOW: &str = "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX,-AVX2";
    let test = "every_player_and_learner_does_what_it_did";
    let mut again = Command::new(env::current_exe().unwrap());
    let done = again.args([test, "--exact", "--nocapture"]).env("GLIBC_TUNABLES", SLOW).output().unwrap();
    let told = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{told}{}", String::from_utf8_lossy(&done.stderr));
    assert!(told.contains("1 passed"), "the test was not run: {told}");
}
