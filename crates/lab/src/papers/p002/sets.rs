use kirifuda_players::hearts::Side;
use kirifuda_players::hearts::falcon::best;

use super::claims::{margin_in_words, no_worse};
use super::fast::{Choice, Found};
use super::printed::Printed;
use super::pupils::{AGAINST, Course, Grades, Pupil, braces, text};
use super::tables::{MODES, differences};
use crate::{
    Axis, Bench, Cell, Experiment, Figure, Finding, LabError, Look, Part, Point, ResultTable, Series, Verdict,
};

pub const SETS: Experiment = Experiment {
    name: "sets",
    title: "How good the sets are",
    claim: "The percepts of people, of the paper's run, of our run of its procedure and of the fast procedure, each at both \
            sides of the same player: on trainings and deals that none of them was selected by, is the fast procedure's \
            choice any worse?",
    part: Part::Beyond,
    run: sets,
};

/// Rows of the table, by place.
const HAND_PICKED: usize = 0;
const PRINTED: usize = 2;
const FAST: [usize; 2] = [3, 4];

fn sets(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let sides = |set: &dyn Fn(Side) -> Result<String, LabError>| -> Result<[String; 2], LabError> {
        Ok([set(Side::Lead)?, set(Side::Follow)?])
    };
    let fast = |choice: Choice| sides(&|side| Ok(Found::run(bench, side, choice)?.set()));
    let rows: Vec<(&str, [String; 2])> = vec![
        ("hand-picked", sides(&|side| Ok(text(side.hand_picked())))?),
        ("the paper's find", sides(&|side| Ok(text(side.automatic())))?),
        ("our find by the printed procedure", sides(&|side| Ok(Printed::run(bench, side)?.set()))?),
        ("fast, the paper's percepts", fast(Choice::Paper)?),
        ("fast, all percepts", fast(Choice::All)?),
        ("fast, at the scale of our printed run", fast(Choice::Reduced)?),
        ("`best`, of the player that comes with the program", sides(&|side| Ok(text(best(side))))?),
    ];
    let course = Course::last(bench);
    let pupil = |(_, [lead, follow]): &(&str, [String; 2])| Pupil {
        mode: MODES[0],
        lead: lead.clone(),
        follow: follow.clone(),
        opponents: "stock",
        svr: false,
    };
    let grades = course.grades(bench, &rows.iter().map(pupil).collect::<Vec<_>>())?;
    let heads = [
        "percepts",
        "leading",
        "following",
        "rule",
        "Monte Carlo",
        "rule: above hand-picked",
        "Monte Carlo: above hand-picked",
    ];
    let caption =
        "Penalty ratios against three rule players and three Monte Carlo players; lower is better, par is 0.25";
    let mut table = ResultTable::new("sets", caption, heads);
    for (place, ((name, [lead, follow]), own)) in rows.iter().zip(&grades).enumerate() {
        let [rule, monte_carlo] = own.estimates().map(|ratio| Cell::ours(ratio, 4));
        let above = match place {
            HAND_PICKED => [Cell::Empty, Cell::Empty],
            _ => differences(own, &grades[HAND_PICKED]),
        };
        let cells = [Cell::text(*name), Cell::text(braces(lead)), Cell::text(braces(follow)), rule, monte_carlo];
        table.row(cells.into_iter().chain(above));
    }
    let mut verdicts: Vec<Verdict> = Vec::new();
    for place in FAST {
        for (other, name) in [(HAND_PICKED, "the hand-picked"), (PRINTED, "our find by the printed procedure")] {
            for (against, difference) in AGAINST.into_iter().zip(grades[place].above(&grades[other])) {
                let what = format!("{} beside {name}, against {against}", rows[place].0);
                verdicts.push(no_worse(what, difference));
            }
        }
    }
    let how = format!("`falcon:mode={}`, learning against `stock`. {} {}", MODES[0], course.words(), margin_in_words());
    Ok(Finding::new().text(how).table(table).figure(figure(&grades)).verdicts(verdicts))
}

fn figure(grades: &[Grades]) -> Figure {
    let figure = Figure::new(
        "ratios",
        "Penalty ratio with the percepts of each row of the table above; bars are 95% intervals over the runs.",
        Axis::new("percepts").names(["hand", "paper", "ours", "fast", "fast, all", "fast, small", "best"]),
        Axis::new("penalty ratio"),
    );
    AGAINST.into_iter().enumerate().fold(figure, |figure, (against, name)| {
        let points = (1..).zip(grades).map(|(row, own)| Point::estimate(f64::from(row), own.estimates()[against]));
        figure.series(Series::ours(format!("against three {name} players"), Look::Markers, points))
    })
}
