//! Walks the list of papers.

#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

mod common;

use std::collections::HashSet;
use std::fs;
use std::time::Instant;

use common::{says_what_it_found, settings};
use kirifuda_lab::{Unwatched, papers, reproduce};

#[test]
fn every_experiment_has_a_smoke_run_that_takes_seconds() {
    // The ladder takes longest: its own test runs it, and looks at it in the same way.
    for paper in papers().iter().filter(|paper| paper.id != "ladder") {
        for experiment in paper.experiments {
            let settings = settings(&format!("smoke-{}-{}", paper.id, experiment.name));
            let start = Instant::now();
            let run = reproduce(paper, &[experiment.name], &settings, &Unwatched).unwrap();
            let seconds = start.elapsed().as_secs();
            let name = format!("{}/{}", paper.id, experiment.name);
            if let Some((_, why)) = run.failures().next() {
                panic!("{name}: {why}");
            }
            if run.found().all(|(found, ..)| found.name != experiment.name) {
                // It trains deep nets, which takes a program that can: the page says so.
                assert!(!cfg!(feature = "deep") && experiment.claim.contains("feature `deep`"), "{name} was left out");
                fs::remove_dir_all(&settings.out).unwrap();
                continue;
            }
            // A bound for busy machines; alone it should take a few seconds.
            assert!(seconds < 150, "{name} took {seconds} seconds");
            says_what_it_found(&run, experiment);
            fs::remove_dir_all(&settings.out).unwrap();
        }
    }
}

#[test]
fn every_paper_and_experiment_has_a_name_of_its_own_that_commands_can_hold() {
    let ids: HashSet<&str> = papers().iter().map(|paper| paper.id).collect();
    assert_eq!(ids.len(), papers().len());
    for paper in papers() {
        let names: HashSet<&str> = paper.experiments.iter().map(|experiment| experiment.name).collect();
        assert_eq!(names.len(), paper.experiments.len(), "{}", paper.id);
        for name in names {
            let plain = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
            // Anchors of the page that belong to its own parts.
            assert!(plain && !["summary", "beyond", "deviations", "making"].contains(&name), "{name}");
        }
    }
}
