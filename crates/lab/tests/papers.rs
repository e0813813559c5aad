//! Walks the list of papers.

#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

mod common;

use std::collections::HashSet;
use std::fs;
use std::time::Instant;

use common::rules::verdicts_follow_their_rules;
use common::settings;
use kirifuda_lab::{Part, Unwatched, papers, report, reproduce};

#[test]
fn every_experiment_has_a_smoke_run_that_takes_seconds() {
    for paper in papers() {
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
            let (_, finding, notes) = run.found().find(|(found, ..)| found.name == experiment.name).unwrap();
            assert!(finding.tables().count() + finding.figures().count() > 0, "{name} shows nothing");
            assert!(experiment.part == Part::Beyond || !finding.verdicts.is_empty(), "{name} has no verdict");
            verdicts_follow_their_rules(&name, finding);
            assert!(!notes.is_empty(), "{name} has no step");
            let names: Vec<&str> = finding.tables().map(|table| table.name.as_str()).collect();
            assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{name}: tables of the same name");
            assert!(!report::pages(&run)[0].text.contains("NaN"), "{name}");
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
