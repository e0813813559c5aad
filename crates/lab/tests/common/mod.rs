//! A paper that nobody wrote, and someone who watches.

#![allow(dead_code)]

pub mod rules;

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use kirifuda_arena::Estimate;
use kirifuda_lab::{
    Axis, Bench, Better, Cell, Cells, Event, Experiment, Figure, Finding, LabError, Look, Paper, Part, Point, Reading,
    ResultTable, Run, Scale, Series, Settings, Source, Step, Verdict, Watch, difference, over_seeds, report,
};
use kirifuda_play::Rng;
use serde_json::{Value, json};

pub const PAPER: Paper = Paper {
    id: "900",
    title: "On <dice> & cards",
    source: Some(Source { authors: "Nobody", venue: "Nowhere", year: 1900 }),
    about: "A die is thrown, `twice`.",
    claims: "Dice show what they show.",
    printed: "the die as it was thrown.",
    best: "a fair die.",
    cells: &[
        Cells { experiment: "table-1", names: &["mean of a die", "loaded die"] },
        Cells { experiment: "figure-2", names: &["more than three"] },
    ],
    experiments: &[DICE, CURVES, BEYOND],
    deviations: "**Dice.** Ours are fair.\n\n- one\n- two",
};

const DICE: Experiment = Experiment {
    name: "table-1",
    title: "Mean of a die",
    claim: "A die shows 3.5 & more.",
    part: Part::Paper,
    run: dice,
};
const CURVES: Experiment = Experiment {
    name: "figure-2",
    title: "Learning to throw",
    claim: "More throws, smaller errors.",
    part: Part::Paper,
    run: curves,
};
const BEYOND: Experiment = Experiment {
    name: "two-dice",
    title: "Two dice",
    claim: "Do two dice show more than one?",
    part: Part::Beyond,
    run: beyond,
};

/// Steps of a whole run.
pub const STEPS: usize = 9;

fn throws(bench: &Bench<'_>, dice: u64) -> Result<Vec<Vec<f64>>, LabError> {
    let (count, seed) = (bench.scaled(60, 600, 6000), bench.seed());
    let step = |number: u64| {
        let key = json!({"revision": 1, "dice": dice, "number": number, "count": count});
        Step::new(format!("throw {dice} dice, run {number}"), &key, move |monitor| {
            let mut rng = Rng::stream(seed, &[dice, number]);
            let mut throws = Vec::new();
            for throw in 0..count {
                if monitor.stopped() {
                    return Ok(throws);
                }
                throws.push((0..dice).map(|_| 1.0 + rng.below(6) as f64).sum());
                monitor.advance(throw + 1, count);
            }
            Ok(throws)
        })
    };
    bench.steps((0..4).map(step).collect())
}

fn mean(throws: &[f64]) -> f64 {
    throws.iter().sum::<f64>() / throws.len() as f64
}

fn dice(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let means: Vec<f64> = throws(bench, 1)?.iter().map(|throws| mean(throws)).collect();
    let ours = over_seeds(&means);
    let mut table = ResultTable::new("means", "Means of `four` runs", ["run", "paper", "ours", "remark, \"if any\""]);
    for (number, mean) in means.iter().enumerate() {
        let alone = Estimate { mean: *mean, ci95: None };
        table.row([Cell::text(format!("{number} | <b>")), Cell::Empty, Cell::ours(alone, 3)]);
    }
    table.row([Cell::text("all"), Cell::Published(3.5, 1), Cell::ours(ours, 3), Cell::text("four, **in all**")]);
    Ok(Finding::new()
        .text("Thrown on a table.")
        .table(table)
        .verdict(
            Verdict::figure("mean of a die", 3.5, 1, ours, 0.01, Better::Higher).of("mean of a die", Reading::Only),
        )
        .verdict(Verdict::figure("a loaded die", 2.0, 1, ours, 0.01, Better::Lower).of("loaded die", Reading::Best)))
}

fn curves(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let all = throws(bench, 1)?;
    let count = all.iter().map(Vec::len).min().unwrap_or(0);
    let at = |throws: usize| over_seeds(&all.iter().map(|run| mean(&run[..throws])).collect::<Vec<_>>());
    let curve = (1..=count).map(|throws| Point::estimate(throws as f64, at(throws)));
    let marks = [1usize, 5, 25].map(|throws| Point::estimate(throws as f64, at(throws)));
    let published = [(1.0, 3.2), (10.0, 3.4), (50.0, 3.5)].map(|(x, y)| Point::new(x, y));
    let curves = Figure::new(
        "means",
        "Mean of the throws so far; the band holds it with 95%",
        Axis::new("throws").log(),
        Axis::new("mean of the throws").range(1.0, 6.0),
    )
    .series(Series::ours("die", Look::Line, curve))
    .series(Series::ours("at some throws", Look::Markers, marks))
    .series(Series::published("die", Look::Markers, published))
    .series(Series::level("fair", 3.5));
    let share = |face: f64| {
        let shares = all.iter().map(|run| run.iter().filter(|&&throw| throw == face).count() as f64 / run.len() as f64);
        over_seeds(&shares.collect::<Vec<_>>())
    };
    let faces = || (1..=6).map(f64::from);
    let faces_figure = Figure::new("faces", "Share of each face", Axis::new("face"), Axis::new("share of throws"))
        .series(Series::ours("ours", Look::Bars, faces().map(|face| Point::estimate(face, share(face)))))
        .series(Series::published("a paper die", Look::Bars, faces().map(|face| Point::new(face, 1.0 / 6.0))))
        .series(Series::ours(
            "ours as a line",
            Look::LineMarkers,
            faces().map(|face| Point::estimate(face, share(face))),
        ));
    let last = at(count);
    Ok(Finding::new()
        .figure(curves)
        .text("The faces:")
        .figure(faces_figure)
        .verdict(
            Verdict::claim(
                "more than three",
                difference(last, Estimate { mean: 3.0, ci95: Some(0.0) }),
                Better::Higher,
            )
            .by_our("the last throw")
            .of("more than three", Reading::Best),
        )
        .verdict(Verdict::claim(
            "more than 3.5",
            difference(last, Estimate { mean: 3.5, ci95: Some(0.0) }),
            Better::Higher,
        )))
}

fn beyond(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let fair: f64 = bench.step("the mean of a fair die", &json!({"revision": 1}), |_| Ok(21.0 / 6.0))?;
    let means: Vec<f64> = throws(bench, 2)?.iter().map(|throws| mean(throws) - fair).collect();
    let more = over_seeds(&means);
    let mut table = ResultTable::new("two-dice", "Two dice", ["dice", "ours"]);
    table.row([Cell::text("2"), Cell::ours(more, 2)]);
    Ok(Finding::new().table(table).verdict(Verdict::claim("two show less than one", more, Better::Lower)))
}

/// Counts what happens, and stops after so many finished steps.
#[derive(Default)]
pub struct Spy {
    pub stop_after: Option<usize>,
    pub made: AtomicUsize,
    pub kept: AtomicUsize,
    pub warnings: Mutex<Vec<String>>,
}

impl Spy {
    pub fn stopping_after(steps: usize) -> Spy {
        Spy { stop_after: Some(steps), ..Spy::default() }
    }

    pub fn counts(&self) -> (usize, usize) {
        (self.made.load(Ordering::SeqCst), self.kept.load(Ordering::SeqCst))
    }
}

impl Watch for Spy {
    fn tell(&self, event: Event<'_>) {
        match event {
            Event::End { seconds: Some(_), .. } => _ = self.made.fetch_add(1, Ordering::SeqCst),
            Event::End { seconds: None, .. } => _ = self.kept.fetch_add(1, Ordering::SeqCst),
            Event::Warning(text) => self.warnings.lock().unwrap().push(text.to_string()),
            _ => {}
        }
    }

    fn stopped(&self) -> bool {
        self.stop_after.is_some_and(|steps| self.made.load(Ordering::SeqCst) >= steps)
    }
}

/// Settings for a fresh folder.
pub fn settings(name: &str) -> Settings {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&out);
    Settings { scale: Scale::Smoke, seed: 5, threads: Some(2), out, fresh: false }
}

/// An experiment that ran shows something, judges by its rules, and says what it was made of.
pub fn says_what_it_found(run: &Run<'_>, experiment: &Experiment) {
    let name = format!("{}/{}", run.paper.id, experiment.name);
    let (_, finding, notes) = run.found().find(|(found, ..)| found.name == experiment.name).unwrap();
    assert!(finding.tables().count() + finding.figures().count() > 0, "{name} shows nothing");
    assert!(experiment.part == Part::Beyond || !finding.verdicts.is_empty(), "{name} has no verdict");
    rules::verdicts_follow_their_rules(&name, finding);
    assert!(!notes.is_empty(), "{name} has no step");
    let names: Vec<&str> = finding.tables().map(|table| table.name.as_str()).collect();
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{name}: tables of the same name");
    assert!(!report::pages(run)[0].text.contains("NaN"), "{name}");
}

/// The kept steps: name, and line of the file.
pub fn kept_steps(settings: &Settings, paper: &Paper) -> Vec<(String, String)> {
    let text = fs::read_to_string(settings.folder(paper).join("steps.jsonl")).unwrap_or_default();
    let name = |line: &str| line.split('"').nth(3).unwrap_or_default().to_string();
    text.lines().map(|line| (name(line), line.to_string())).collect()
}

/// Writes the lines of kept steps.
pub fn write_steps(settings: &Settings, paper: &Paper, lines: impl IntoIterator<Item = String>) {
    let text: String = lines.into_iter().map(|line| line + "\n").collect();
    fs::write(settings.folder(paper).join("steps.jsonl"), text).unwrap();
}

/// A line with a changed step. It loses its checksum, like one of an earlier program: what was changed shall be looked at.
pub fn changed(line: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut line: Value = serde_json::from_str(line).unwrap();
    change(&mut line["step"]);
    line["step"].as_object_mut().unwrap().remove("checksum");
    line.to_string()
}

/// Makes the times of all kept steps the same: they are all that differs between two runs.
pub fn forget_times(settings: &Settings, paper: &Paper) {
    let timeless = |(_, line): (String, String)| {
        changed(&line, |step| {
            step["seconds"] = json!(1.5);
            step["date"] = json!("2026-01-02T03:04:05Z");
        })
    };
    write_steps(settings, paper, kept_steps(settings, paper).into_iter().map(timeless));
}
