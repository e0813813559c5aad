//! What paper 002 counts, and that its selections are those of the procedures.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use kirifuda_arena::Estimate;
use kirifuda_catalog::contestant;
use kirifuda_catalog::trainers::{self, Wish};
use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_learn::select::{Ending, Greedy, Ledger, Quiet, Selection, Size, Trial};
use kirifuda_play::Rules as _;
use kirifuda_players::hearts::Side;
use tempfile::TempDir;

use super::claims::no_worse;
use super::fast::{Choice, Found};
use super::printed::{self, Printed};
use super::pupils::{
    Course, Grades, PAPER_EXAM, PAPER_LEARN, PAPER_RUNS, Pupil, braces, monte_carlo, paper_error, text,
};
use super::selection::{SEATS, Subject, all_percepts, paper_percepts};
use super::tables::{common, same_set, ways};
use crate::selection::Procedure;
use crate::store::Store;
use crate::{Bench, Event, Judgement, LabError, Scale, Unwatched, Watch, over_seeds};

/// A store in a folder of its own, which is taken away at the end.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn with<T>(&self, scale: Scale, watch: &dyn Watch, work: impl FnOnce(&Bench<'_>) -> T) -> T {
        let store = Store::new(self.0.path(), scale, 1, "", false);
        work(&Bench::new(scale, 1, 2, &store, watch, crate::bench::Mode::Every))
    }
}

/// Stops when so many steps are made.
struct Stop {
    after: usize,
    made: AtomicUsize,
}

impl Watch for Stop {
    fn tell(&self, event: Event<'_>) {
        if let Event::End { seconds: Some(_), .. } = event {
            self.made.fetch_add(1, Ordering::SeqCst);
        }
    }

    fn stopped(&self) -> bool {
        self.made.load(Ordering::SeqCst) >= self.after
    }
}

/// Four percepts of the following side; trainings so short that a round is over at once.
fn small() -> (Subject, Greedy) {
    let subject = Subject {
        side: "follow".to_string(),
        among: vec![0, 3, 9, 12],
        other: "lead-by=mc:sims=1".to_string(),
        opponents: "stock",
        against: "stock",
        seed: 1,
    };
    (subject, Greedy { size: Size { learn: 200, exam: 20 }, runs: 2, budget: None })
}

fn at_once(subject: &Subject, greedy: &Greedy) -> Selection {
    let selector = subject.selector(Procedure::Printed(*greedy)).unwrap();
    greedy.run(subject.among.len(), &selector.trial(&Quiet), &mut Ledger::default(), &Quiet).unwrap()
}

#[test]
fn the_printed_procedure_round_by_round_is_the_printed_procedure() {
    let (subject, greedy) = small();
    let place = Place::new();
    let found = place.with(Scale::Smoke, &Unwatched, |bench| subject.printed(bench, &greedy)).unwrap();
    let expected = at_once(&subject, &greedy);
    assert_eq!(found, expected);
    assert_eq!(found.ending, Ending::Complete);
    assert!(!found.set.is_empty() && found.deals == found.trials * (200 + 4 * 20), "{found:?}");
    let kept = fs::read_to_string(place.0.path().join("steps.jsonl")).unwrap();
    assert_eq!(kept.lines().count(), found.steps.len(), "a line for each round");
}

#[test]
fn an_interrupted_selection_goes_on_with_its_round() {
    let (subject, greedy) = small();
    let place = Place::new();
    let expected = at_once(&subject, &greedy);
    for _ in 1..expected.steps.len() {
        let stop = Stop { after: 1, made: AtomicUsize::new(0) };
        let broken = place.with(Scale::Smoke, &stop, |bench| subject.printed(bench, &greedy));
        assert!(matches!(broken, Err(LabError::Interrupted)), "{broken:?}");
        assert_eq!(stop.made.into_inner(), 1, "what was kept is not made again");
    }
    let last = Stop { after: usize::MAX, made: AtomicUsize::new(0) };
    let found = place.with(Scale::Smoke, &last, |bench| subject.printed(bench, &greedy)).unwrap();
    assert_eq!((found, last.made.into_inner()), (expected, 1));
}

#[test]
fn a_budget_of_two_rounds_ends_the_printed_procedure_after_two() {
    let (subject, greedy) = small();
    let budget = (4 + 3) * 2 * Subject::cost(greedy.size);
    let place = Place::new();
    let found = place
        .with(Scale::Smoke, &Unwatched, |bench| subject.printed(bench, &Greedy { budget: Some(budget), ..greedy }));
    let found = found.unwrap();
    assert!(found.steps.len() <= 2 && found.deals <= budget, "{found:?}");
}

#[test]
fn a_trial_that_is_stopped_has_no_value() {
    struct Stopped;
    impl kirifuda_learn::select::Watch for Stopped {
        fn stopped(&self) -> bool {
            true
        }
    }
    let (subject, greedy) = small();
    let selector = subject.selector(Procedure::Printed(greedy)).unwrap();
    assert!(selector.trial(&Stopped).run(&[0], 0, greedy.size).is_err());
    let [one, same, other] = [(&[0][..], 0), (&[0], 0), (&[0], 1)]
        .map(|(set, run)| selector.trial(&Quiet).run(set, run, greedy.size).unwrap());
    assert_eq!(one, same);
    assert_ne!(one, other, "another run has other deals");
}

#[test]
fn the_deals_of_the_printed_procedure_are_its_rounds_times_its_candidates() {
    // 16 + 15 + 14 + 13 + 12 + 11 candidates, and 13 + 12 + 11 + 10 + 9.
    let paper = Greedy::paper(SEATS);
    assert_eq!((paper.size.learn, paper.size.exam * SEATS, paper.runs), (PAPER_LEARN, PAPER_EXAM, PAPER_RUNS));
    assert_eq!(paper.deals(16, 5, Subject::cost(paper.size)), 81 * 800_000);
    assert_eq!(paper.deals(13, 4, Subject::cost(paper.size)), 55 * 800_000);
    assert_eq!(paper.deals(2, 5, 1), 30, "when none is left there is no round");
}

#[test]
fn every_learner_and_player_of_every_scale_is_in_the_list() {
    let rules = Rules::book().parse("falcon").unwrap();
    let start = |learner: &str, opponents: &str| {
        let wish = Wish::<Hearts> { learner, rules: Some(rules), opponents: Some(opponents), seed: Some(1) };
        trainers::start(&wish).unwrap_or_else(|why| panic!("{learner} against {opponents}: {why}"));
    };
    let place = Place::new();
    for scale in Scale::ALL {
        place.with(scale, &Unwatched, |bench| {
            contestant::<Hearts>(&rules, monte_carlo(bench)).unwrap();
            for (mode, opponents) in ways(bench) {
                let pupil = Pupil::hand_picked(mode, opponents);
                start(&pupil.learner(100), pupil.opponents);
            }
            for side in Side::ALL {
                let printed = printed::subject(bench, side);
                let selector = printed.selector(Procedure::Printed(Greedy::paper(SEATS))).unwrap();
                for set in [&[][..], &[0, 3]] {
                    let learner = selector.learner(set, 100);
                    assert!(learner.starts_with("falcon:") && learner.ends_with(",plan=100"), "{learner}");
                    start(&learner, printed.opponents);
                }
            }
        });
    }
}

#[test]
fn the_papers_percepts_are_the_first_of_all() {
    for (side, bits) in [(Side::Lead, 59), (Side::Follow, 32)] {
        let (paper, all) = (paper_percepts(side), all_percepts(side));
        assert_eq!(paper[..], all[..paper.len()]);
        assert!(all.len() > paper.len());
        let width: u32 = paper.iter().map(|&number| side.percepts()[number as usize].width).sum();
        assert_eq!(width, bits, "the bits of the paper's table");
    }
}

#[test]
fn a_fast_selection_costs_a_twentieth_of_the_printed_one_at_most() {
    let place = Place::new();
    place.with(Scale::Smoke, &Unwatched, |bench| {
        for side in Side::ALL {
            let printed = Printed::run(bench, side).unwrap();
            for choice in Choice::ALL {
                let found = Found::run(bench, side, choice).unwrap();
                assert!(found.selection.deals * 20 <= found.printed, "{side} {choice:?}");
                let counted = if choice == Choice::Reduced { printed.found.deals } else { 44_000_000 };
                assert!(found.printed >= counted, "{side} {choice:?}: {}", found.printed);
            }
        }
    });
}

#[test]
fn sets_read_as_the_paper_prints_them() {
    assert_eq!((text(&[]), text(&[6, 14, 15])), ("none".to_string(), "6+14+15".to_string()));
    assert_eq!((braces("none"), braces("6+14+15")), ("{}".to_string(), "{6, 14, 15}".to_string()));
    assert_eq!(common("3+6+9+14+15", "6+1+15"), "6+15");
    assert_eq!(common("1", "11"), "none");
    assert_eq!(common("none", "none"), "none");
    let (subject, _) = small();
    assert_eq!(subject.text(&[1, 3]), "3+12", "places in the list, not numbers");
}

#[test]
fn as_good_means_worse_by_less_than_the_margin_for_certain() {
    let judge = |mean, ci95| no_worse("x".to_string(), Estimate { mean, ci95 }).outcome();
    assert_eq!(judge(0.001, Some(0.003)), Judgement::Reproduced);
    assert_eq!(judge(-0.01, Some(0.003)), Judgement::Reproduced, "better is as good, too");
    assert_eq!(judge(0.003, Some(0.003)), Judgement::Open);
    assert_eq!(judge(0.01, Some(0.003)), Judgement::Contradicted);
    assert_eq!(judge(0.0, None), Judgement::Open, "a single run proves nothing");
}

#[test]
fn grades_are_compared_over_equal_runs() {
    let grades =
        |stock: [f64; 3], monte_carlo: [f64; 3]| Grades { stock: stock.into(), monte_carlo: monte_carlo.into() };
    let (one, other) = (grades([0.2, 0.3, 0.4], [0.5; 3]), grades([0.1, 0.2, 0.3], [0.6; 3]));
    let [stock, monte_carlo] = one.above(&other);
    assert!((stock.mean - 0.1).abs() < 1e-12 && stock.ci95.unwrap() < 1e-9, "{stock:?}");
    assert!((monte_carlo.mean + 0.1).abs() < 1e-12, "{monte_carlo:?}");
    assert_eq!(one.estimates()[0], over_seeds(&one.stock));
}

#[test]
fn the_papers_mean_of_ten_runs_varies_as_ours_of_ten() {
    let runs: Vec<f64> = (0..10).map(f64::from).collect();
    let ours = over_seeds(&runs).ci95.unwrap();
    assert!((paper_error(&runs) - ours).abs() < 1e-9);
    // Fewer runs of ours have a wider interval; the paper's has not.
    let [few, all] = [&[1.0, 3.0][..], &[1.0, 3.0, 1.0, 3.0]].map(|runs| over_seeds(runs).ci95.unwrap());
    assert!(paper_error(&[1.0, 3.0]) < few && all < few);
}

#[test]
fn selected_sets_differ_by_what_only_one_of_them_has_and_one_run_decides_nothing() {
    let differ = |ours: &str| same_set(Side::Lead, "3+6+9+14+15", ours, "one run of the procedure");
    assert_eq!(differ("3+6+9+14+15").outcome(), Judgement::Reproduced);
    for (ours, by) in [("6+14", 3.0), ("none", 5.0), ("1+2", 7.0), ("3+6+9+14+15+1", 1.0)] {
        assert_eq!((differ(ours).ours.mean, differ(ours).outcome()), (by, Judgement::Open), "{ours}");
    }
}

#[test]
fn pupils_that_are_the_same_are_trained_once() {
    let place = Place::new();
    let count = Stop { after: usize::MAX, made: AtomicUsize::new(0) };
    place.with(Scale::Smoke, &count, |bench| {
        let pupil = Pupil::hand_picked("average", "stock");
        let other = pupil.clone().with(Side::Lead, "none");
        let course = Course::paper(bench);
        let grades = course.grades(bench, &[pupil.clone(), other, pupil]).unwrap();
        assert_eq!(grades[0], grades[2]);
        assert_eq!(grades[0].stock.len() as u64, course.runs);
        assert_eq!(count.made.load(Ordering::SeqCst) as u64, 2 * course.runs);
    });
}
