//! The printed procedure at the paper's size, without Monte Carlo players.

use kirifuda_learn::select::Size;
use kirifuda_players::hearts::Side;

use super::claims::{CELLS, margin_in_words, no_worse};
use super::printed::{Printed, of_size};
use super::pupils::{AGAINST, Course, PAPER_EXAM, PAPER_LEARN, PAPER_RUNS, Pupil, braces, paper_error, text};
use super::selection::{SEATS, Subject, paper_percepts};
use super::tables::{HAND_PICKED, MODES, SELECTED, SETS, differences, published, same_set};
use crate::{Bench, Better, Cell, Experiment, Finding, LabError, Part, Reading, ResultTable, Verdict, number};

pub const FULL_SIZE: Experiment = Experiment {
    name: "full-size",
    title: "The printed procedure at the paper's size, among rule players",
    claim: "With Monte Carlo players at the table the printed procedure takes days at its own size, 75,000 deals of learning in ten \
            runs of every candidate. With rule players in their place everywhere (at the other seats, at the other side, in the \
            examinations) it takes minutes. Which percepts does it find, and how good are they? Decided before it was measured, on \
            deals and runs that nothing else has seen.",
    part: Part::Beyond,
    run: full_size,
};

/// The selection has a seed of its own, and its players have runs that no other experiment has seen.
const SEED: u64 = 2_000;
const AFTER: u64 = 2_000;

/// The run of the procedure for a side.
fn selected(bench: &Bench<'_>, side: Side) -> Result<Printed, LabError> {
    let other = if side == Side::Lead { Side::Follow } else { Side::Lead };
    let subject = Subject {
        side: side.to_string(),
        among: paper_percepts(side),
        other: format!("{other}-by=stock"),
        opponents: "stock",
        against: "stock",
        seed: bench.seed().wrapping_add(SEED),
    };
    let size = Size { learn: bench.scaled(4, 1_500, PAPER_LEARN), exam: bench.scaled(1, 100, PAPER_EXAM / SEATS) };
    let runs = bench.scaled(1, 2, PAPER_RUNS);
    Printed::of(bench, subject, of_size(bench, side, size, runs))
}

fn full_size(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let runs = [selected(bench, Side::Lead)?, selected(bench, Side::Follow)?];
    let course = Course { after: AFTER, ..Course::paper(bench) };
    let hand_picked = Pupil::hand_picked(MODES[0], "stock");
    let mut pupils = vec![hand_picked.clone()];
    for (side, run) in Side::ALL.into_iter().zip(&runs) {
        pupils.push(hand_picked.clone().with(side, &text(side.automatic())));
        pupils.push(hand_picked.clone().with(side, &run.set()));
    }
    let grades = course.grades(bench, &pupils)?;
    let heads = [
        "side",
        "percepts",
        "rule, paper",
        "rule, ours",
        "above hand-picked",
        "Monte Carlo, paper",
        "Monte Carlo, ours",
        "above hand-picked",
    ];
    let caption = "Penalty ratios, mode `average`, learned against `stock`, the hand-picked percepts at the other side; \
                   how far they lie above the hand-picked is paired by runs (below 0 is better)";
    let mut table = ResultTable::new("full-size", caption, heads);
    let mut verdicts = Vec::new();
    let mut row = |side: &str, percepts: String, figures: [f64; 2], place: usize| {
        let [rule, monte_carlo] = grades[place].estimates().map(|ratio| Cell::ours(ratio, 4));
        let [above_rule, above_monte_carlo] = match place {
            0 => [Cell::Empty, Cell::Empty],
            _ => differences(&grades[place], &grades[0]),
        };
        let [of_rule, of_monte_carlo] = figures.map(|figure| Cell::Published(figure, 4));
        let (side, percepts) = (Cell::text(side), Cell::text(percepts));
        table.row([side, percepts, of_rule, rule, above_rule, of_monte_carlo, monte_carlo, above_monte_carlo]);
    };
    let [_, of_hand_picked] = published(Side::Lead);
    row("both", "hand-picked".to_string(), of_hand_picked, 0);
    for (place, (side, run)) in Side::ALL.into_iter().zip(&runs).enumerate() {
        let (theirs, ours) = (text(side.automatic()), run.set());
        let [selected, _] = published(side);
        row(&side.to_string(), format!("{}, the paper's find", braces(&theirs)), selected, 1 + 2 * place);
        row(&side.to_string(), format!("{}, our find", braces(&ours)), selected, 2 + 2 * place);
        let sets = same_set(side, &theirs, &ours, "one run of the procedure among rule players");
        verdicts.push(sets.of(SETS[place], Reading::Other));
        let found = &grades[2 + 2 * place];
        for (number, (ours, own)) in found.estimates().into_iter().zip(found.columns()).enumerate() {
            let what = format!("{side}, our find among rule players, against {}", AGAINST[number]);
            let error = paper_error(own);
            let figure = Verdict::figure(what, selected[number], 4, ours, error, Better::Lower);
            verdicts.push(figure.of(SELECTED[place][number], Reading::Other));
        }
        for (number, above) in found.above(&grades[0]).into_iter().enumerate() {
            let what = format!("{side}, our find among rule players, beside hand-picked, against {}", AGAINST[number]);
            verdicts.push(no_worse(what, above).of(CELLS[place][number], Reading::Other));
        }
    }
    for (number, (ours, own)) in grades[0].estimates().into_iter().zip(grades[0].columns()).enumerate() {
        let what = format!("hand-picked percepts, fresh runs, against {}", AGAINST[number]);
        let figure = Verdict::figure(what, of_hand_picked[number], 4, ours, paper_error(own), Better::Lower);
        verdicts.push(figure.of(HAND_PICKED[number], Reading::Other));
    }
    let mut finding = Finding::new().text(format!("{}\n\n{}", course.words(), margin_in_words())).table(table);
    for run in &runs {
        finding = finding.text(words(run)).table(run.table());
    }
    Ok(finding.verdicts(verdicts))
}

/// What was done, in words.
fn words(run: &Printed) -> String {
    let (size, runs) = (run.greedy.size, run.greedy.runs);
    format!(
        "**{}ing: it finds {}.** {} deals of learning and {} games of examination (each deal in four rotations), {runs} \
         runs of every candidate. {} It took {} trials and {} deals.\n\nThe same by command: `{}`",
        if run.subject.side == "lead" { "Lead" } else { "Follow" },
        braces(&run.set()),
        number::count(size.learn),
        number::count(size.exam * SEATS),
        run.ending(),
        number::count(run.found.trials),
        number::count(run.found.deals),
        run.subject.command("printed", size, runs)
    )
}
