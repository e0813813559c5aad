//! Runs are kept, go on after an interruption, and do not depend on threads.

#![allow(clippy::unwrap_used)]

mod common;

use std::fs;

use common::{PAPER, STEPS, Spy, changed, forget_times, kept_steps, settings, write_steps};
use kirifuda_lab::{
    Experiment, Finding, LabError, Paper, Part, Scale, Settings, State, Step, Unwatched, report, reproduce, select,
    survey,
};
use serde_json::{Value, json};

/// Everything that a report and the store hold.
fn contents(settings: &Settings, paper: &Paper) -> Vec<(String, String)> {
    let folder = settings.folder(paper);
    let mut files = Vec::new();
    for sub in ["", "figures", "tables"] {
        for entry in fs::read_dir(folder.join(sub)).unwrap().flatten().filter(|entry| entry.path().is_file()) {
            let path = entry.path().strip_prefix(&folder).unwrap().to_str().unwrap().to_string();
            files.push((path, fs::read_to_string(entry.path()).unwrap()));
        }
    }
    files.sort();
    files
}

fn report_again(settings: &Settings) {
    let run = survey(&PAPER, settings.scale, settings.seed, &settings.out);
    report::write(&run, &settings.folder(&PAPER)).unwrap();
}

#[test]
fn an_interrupted_run_goes_on_and_ends_with_the_same_bytes_as_one_that_was_not() {
    let (whole, broken) = (settings("whole"), settings("broken"));
    let run = reproduce(&PAPER, &[], &whole, &Unwatched).unwrap();
    report::write(&run, &whole.folder(&PAPER)).unwrap();
    let mut done = 0;
    for stop_after in [1, 2, 3] {
        let spy = Spy::stopping_after(stop_after);
        assert!(matches!(reproduce(&PAPER, &[], &broken, &spy), Err(LabError::Interrupted)));
        let (made, _) = spy.counts();
        assert!(made >= stop_after, "{made}");
        done += made;
        assert_eq!(kept_steps(&broken, &PAPER).len(), done, "finished steps stay, others leave nothing");
    }
    let spy = Spy::default();
    let run = reproduce(&PAPER, &[], &broken, &spy).unwrap();
    assert_eq!(spy.counts().0, STEPS - done, "only what was missing is made");
    report::write(&run, &broken.folder(&PAPER)).unwrap();
    // Times alone differ.
    for settings in [&whole, &broken] {
        forget_times(settings, &PAPER);
        report_again(settings);
    }
    assert_eq!(contents(&whole, &PAPER), contents(&broken, &PAPER));
    fs::remove_dir_all(&whole.out).unwrap();
    fs::remove_dir_all(&broken.out).unwrap();
}

#[test]
fn a_report_made_again_from_kept_steps_is_the_same_to_the_last_byte() {
    let settings = settings("again");
    let first = reproduce(&PAPER, &[], &settings, &Unwatched).unwrap();
    let spy = Spy::default();
    let second = reproduce(&PAPER, &[], &settings, &spy).unwrap();
    assert_eq!(spy.counts().0, 0);
    let third = survey(&PAPER, settings.scale, settings.seed, &settings.out);
    assert_eq!(report::pages(&first), report::pages(&second));
    assert_eq!(report::pages(&first), report::pages(&third));
    fs::remove_dir_all(&settings.out).unwrap();
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let runs = [1, 4].map(|threads| {
        let settings = Settings { threads: Some(threads), ..settings(&format!("threads-{threads}")) };
        reproduce(&PAPER, &[], &settings, &Unwatched).unwrap();
        forget_times(&settings, &PAPER);
        report_again(&settings);
        let contents = contents(&settings, &PAPER);
        fs::remove_dir_all(&settings.out).unwrap();
        contents
    });
    assert_eq!(runs[0], runs[1]);
}

#[test]
fn steps_that_two_experiments_share_are_made_once_even_in_a_fresh_run() {
    for fresh in [false, true] {
        let settings = Settings { fresh, ..settings(&format!("fresh-{fresh}")) };
        for _ in 0..2 {
            let spy = Spy::default();
            reproduce(&PAPER, &[], &settings, &spy).unwrap();
            if spy.counts().0 == 0 {
                assert!(!fresh);
                continue;
            }
            // table-1 and figure-2 throw the same die.
            assert_eq!(spy.counts(), (STEPS, 4));
        }
        fs::remove_dir_all(&settings.out).unwrap();
    }
}

#[test]
fn scale_and_seed_have_results_of_their_own() {
    let smoke = settings("seeds");
    reproduce(&PAPER, &["table-1"], &smoke, &Unwatched).unwrap();
    for (scale, seed, known) in [(Scale::Smoke, 5, true), (Scale::Smoke, 6, false), (Scale::Quick, 5, false)] {
        let found = survey(&PAPER, scale, seed, &smoke.out).found().count();
        // figure-2 needs no other steps than table-1.
        assert_eq!(found, if known { 2 } else { 0 }, "{scale} {seed}");
    }
    fs::remove_dir_all(&smoke.out).unwrap();
}

/// Spoils one kept step and gives the warning of the next run, which must end as if nothing had happened.
fn after_damage(name: &str, damage: impl FnOnce(&str, &str) -> String) -> String {
    let settings = settings(name);
    reproduce(&PAPER, &[], &settings, &Unwatched).unwrap();
    forget_times(&settings, &PAPER);
    report_again(&settings);
    let before = contents(&settings, &PAPER);
    let steps = kept_steps(&settings, &PAPER);
    let damaged = damage(&steps[1].1, &steps[2].1);
    let lines = steps.iter().enumerate();
    let lines = lines.map(|(number, (_, line))| if number == 1 { damaged.clone() } else { line.clone() });
    write_steps(&settings, &PAPER, lines);
    let spy = Spy::default();
    reproduce(&PAPER, &[], &settings, &spy).unwrap();
    assert_eq!(spy.counts().0, 1, "one step is made again");
    forget_times(&settings, &PAPER);
    report_again(&settings);
    assert_eq!(contents(&settings, &PAPER), before);
    fs::remove_dir_all(&settings.out).unwrap();
    let warnings = spy.warnings.into_inner().unwrap();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains(&steps[1].0) && warnings[0].contains("run again"), "{warnings:?}");
    warnings[0].clone()
}

#[test]
fn a_damaged_step_is_told_and_made_again() {
    let warning = after_damage("damaged", |line, _| line[..line.len() / 2].to_string());
    assert!(warning.contains("damaged"), "{warning}");
    let warning = after_damage("mistyped", |line, _| changed(line, |step| step["value"] = json!("words")));
    assert!(warning.contains("damaged"), "{warning}");
}

#[test]
fn a_step_in_the_place_of_another_is_told_and_made_again() {
    let name = |line: &str| line.split('"').nth(3).unwrap().to_string();
    let warning = after_damage("foreign", |line, other| other.replacen(&name(other), &name(line), 1));
    assert!(warning.contains("something else"), "{warning}");
}

#[test]
fn a_step_of_another_version_is_told_and_made_again() {
    let warning = after_damage("version", |line, _| changed(line, |step| step["version"] = json!("0.0.0")));
    assert!(warning.contains("version 0.0.0"), "{warning}");
}

#[test]
fn a_kept_step_says_how_it_was_made_and_not_by_whom() {
    let settings = settings("origin");
    reproduce(&PAPER, &["table-1"], &settings, &Unwatched).unwrap();
    let text = kept_steps(&settings, &PAPER).swap_remove(0).1;
    let step = &serde_json::from_str::<Value>(&text).unwrap()["step"];
    assert_eq!(step["command"], "kirifuda reproduce 900/table-1 --scale smoke --seed 5");
    assert_eq!(step["key"]["revision"], 1);
    assert_eq!(step["version"], kirifuda_lab::VERSION);
    assert_eq!(step["value"].as_array().unwrap().len(), 60);
    assert!(step["machine"]["cores"].as_u64().unwrap() > 0);
    assert!(!text.contains(settings.out.to_str().unwrap()), "{text}");
    fs::remove_dir_all(&settings.out).unwrap();
}

fn failing(name: &'static str, run: fn(&kirifuda_lab::Bench<'_>) -> Result<Finding, LabError>) -> Experiment {
    Experiment { name, title: "T", claim: "C", part: Part::Paper, run }
}

#[test]
fn an_experiment_that_fails_does_not_keep_the_others_from_running() {
    let broken = failing("broken", |bench| {
        let steps = (0..3).map(|number| {
            Step::new(format!("step {number}"), &number, move |_| {
                if number == 1 { Err(LabError::Other("the die fell off the table".to_string())) } else { Ok(number) }
            })
        });
        bench.steps(steps.collect()).map(|_: Vec<i32>| Finding::new())
    });
    let experiments: Vec<Experiment> = [broken].into_iter().chain(PAPER.experiments.iter().copied()).collect();
    let paper = Paper { experiments: experiments.leak(), ..PAPER };
    let settings = settings("failing");
    let run = reproduce(&paper, &[], &settings, &Unwatched).unwrap();
    assert_eq!(run.failures().count(), 1);
    assert_eq!(run.found().count(), 3);
    let pages = report::pages(&run);
    for page in &pages[..2] {
        assert!(page.text.contains("the die fell off the table"), "{}", page.path);
    }
    fs::remove_dir_all(&settings.out).unwrap();
}

#[test]
fn a_value_that_cannot_be_read_back_is_refused_and_not_kept() {
    let infinite = failing("infinite", |bench| {
        bench.step("divide by zero", &1, |_| Ok(vec![1.0, f64::INFINITY]))?;
        Ok(Finding::new())
    });
    let paper = Paper { experiments: vec![infinite].leak(), ..PAPER };
    let settings = settings("infinite");
    let run = reproduce(&paper, &[], &settings, &Unwatched).unwrap();
    let (_, why) = run.failures().next().unwrap();
    assert!(why.to_string().contains("divide by zero") && why.to_string().contains("not finite"), "{why}");
    assert!(kept_steps(&settings, &paper).is_empty());
    fs::remove_dir_all(&settings.out).unwrap();
}

#[test]
fn one_experiment_alone_leaves_the_others_as_they_are() {
    let settings = settings("alone");
    let state = |run: &kirifuda_lab::Run<'_>, name: &str| {
        let (_, state) = run.results.iter().find(|(experiment, _)| experiment.name == name).unwrap();
        matches!(state, State::Found { .. })
    };
    let run = reproduce(&PAPER, &["two-dice"], &settings, &Unwatched).unwrap();
    assert!(state(&run, "two-dice") && !state(&run, "table-1"));
    let page = &report::pages(&run)[0].text;
    assert!(page.contains("kirifuda reproduce 900/table-1 --scale smoke --seed 5"), "{page}");
    let run = reproduce(&PAPER, &["table-1"], &settings, &Unwatched).unwrap();
    assert!(state(&run, "two-dice") && state(&run, "table-1"));
    fs::remove_dir_all(&settings.out).unwrap();
}

#[test]
fn unknown_papers_and_experiments_are_refused_with_the_nearest() {
    let papers = [PAPER];
    assert!(matches!(select(&papers, "900/table-1"), Ok((_, Some("table-1")))));
    assert!(matches!(select(&papers, "900"), Ok((_, None))));
    let why = select(&papers, "90").unwrap_err().to_string();
    assert!(why.contains("unknown paper `90`") && why.contains("did you mean `900`"), "{why}");
    let why = select(&papers, "900/table1").unwrap_err().to_string();
    assert!(why.contains("no experiment `table1`") && why.contains("did you mean `table-1`"), "{why}");
    assert!(why.contains("Valid: table-1, figure-2, two-dice"), "{why}");
    let settings = settings("unknown");
    assert!(reproduce(&PAPER, &["table-9"], &settings, &Unwatched).is_err());
}

#[test]
fn an_experiment_that_this_program_cannot_run_is_left_out_with_a_warning() {
    const OTHER: Experiment = Experiment {
        name: "other",
        run: |_| Err(LabError::Unavailable("it takes another program".to_string())),
        ..PAPER.experiments[0]
    };
    let (settings, spy) = (settings("unavailable"), Spy::default());
    let paper = Paper { experiments: &[OTHER], ..PAPER };
    let run = reproduce(&paper, &[], &settings, &spy).unwrap();
    assert!(matches!(run.results[..], [(_, State::NotRun)]) && run.failures().next().is_none());
    let warnings = spy.warnings.lock().unwrap();
    assert_eq!(*warnings, ["900/other is left out: it takes another program"]);
    fs::remove_dir_all(&settings.out).unwrap();
}
