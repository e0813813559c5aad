//! Verdicts mean what they say: those of the kept results of all papers, judged once more.

#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

mod common;

use std::path::Path;

use common::rules::{every_published_cell_counts_once, verdicts_follow_their_rules};
use kirifuda_lab::{Judgement, Run, Scale, papers, survey};

fn kept() -> Vec<Run<'static>> {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    let with_source = papers().iter().filter(|paper| paper.source.is_some());
    with_source.map(|paper| survey(paper, Scale::Paper, 1, &results)).collect()
}

#[test]
fn kept_verdicts_are_what_their_printed_rules_say_and_count_each_published_cell_once() {
    for run in kept() {
        let id = run.paper.id;
        for cells in run.paper.cells {
            assert!(
                run.found().any(|(found, ..)| found.name == cells.experiment),
                "{id}/{}: steps lost",
                cells.experiment
            );
        }
        for (experiment, finding, _) in run.found() {
            verdicts_follow_their_rules(&format!("{id}/{}", experiment.name), finding);
        }
        every_published_cell_counts_once(run.paper, run.found().map(|(_, finding, _)| finding));
        let answer = run.answer();
        let cells: usize = run.paper.cells.iter().map(|cells| cells.names.len()).sum();
        assert_eq!(answer.rows.len(), cells, "{id}");
        assert_eq!(
            answer.best().iter().map(|(_, count)| count).sum::<usize>(),
            cells,
            "{id}: one verdict for each cell"
        );
        let held = answer.rows.iter().filter(|row| row.outcome() == Some(Judgement::Reproduced)).count();
        assert!(run.sentences()[1].starts_with(&format!("{held} of {cells} ")), "{id}: {:?}", run.sentences());
    }
}
