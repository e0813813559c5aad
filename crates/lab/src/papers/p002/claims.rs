use kirifuda_arena::Estimate;
use kirifuda_players::hearts::Side;

use super::printed::Printed;
use super::pupils::{AGAINST, Course, Grades, Pupil, braces, text};
use super::tables::{MODES, pair, reading, ways};
use crate::{Bench, Better, Cell, Experiment, Finding, LabError, NO_DIFFERENT, Part, ResultTable, Standing, Verdict};

pub const AS_GOOD: Experiment = Experiment {
    name: "claim-as-good",
    title: "Claim: the procedure finds percepts as good as the hand-picked",
    claim: "The procedure sets up a state space like that which people had optimised, and the player is as strong.",
    part: Part::Paper,
    run: as_good,
};

/// The cells, by side and opponents.
pub const CELLS: [[&str; 2]; 2] = [
    ["leading: as good as hand-picked against rule players", "leading: as good as hand-picked against Monte Carlo"],
    ["following: as good as hand-picked against rule players", "following: as good as hand-picked against Monte Carlo"],
];

/// The share of the points of four equal players: the level of all ratios.
const PAR: f64 = 0.25;

/// Judges that a ratio is about as good as another.
pub fn no_worse(what: String, difference: Estimate) -> Verdict {
    Verdict::no_worse(what, difference, PAR, Better::Lower)
}

/// What [`no_worse`] means, for the report.
pub fn margin_in_words() -> String {
    format!(
        "The paper calls 0.2547 about as good as 0.2500. So here as well: a set is as good as another when its ratio is \
         higher by less than {}, with an interval that excludes more.",
        NO_DIFFERENT * PAR
    )
}

fn as_good(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let heads =
        ["side", "percepts", "mode", "learned against", "rule: above hand-picked", "Monte Carlo: above hand-picked"];
    let caption =
        "How much higher the penalty ratio is than with the hand-picked percepts, over equal runs; lower is better";
    let mut table = ResultTable::new("differences", caption, heads);
    let mut verdicts = Vec::new();
    let mut add = |side: Side, whose: &str, pupil: &Pupil, grades: &Grades, hand_picked: &Grades, counts: bool| {
        let above = grades.above(hand_picked);
        let set = if side == Side::Lead { &pupil.lead } else { &pupil.follow };
        let [rule, monte_carlo] = above.map(|difference| Cell::ours(difference, 4));
        table.row([
            Cell::text(side.to_string()),
            Cell::text(format!("{}, {whose}", braces(set))),
            Cell::text(pupil.mode),
            Cell::text(format!("`{}`", pupil.opponents)),
            rule,
            monte_carlo,
        ]);
        for (number, (against, difference)) in AGAINST.into_iter().zip(above).enumerate() {
            let Pupil { mode, opponents, .. } = pupil;
            let what = format!("{side}, {whose}, {mode}, learned against `{opponents}`, against {against}");
            let cell = CELLS[usize::from(side == Side::Follow)][number];
            let standing = if counts { Standing::Published(cell, reading(bench, pupil)) } else { Standing::Own };
            verdicts.push(Verdict { standing, ..no_worse(what, difference) });
        }
    };
    let (papers, last) = (Course::paper(bench), Course::last(bench));
    for side in Side::ALL {
        for (mode, opponents) in ways(bench) {
            let pupils = pair(mode, opponents, side);
            let grades = papers.grades(bench, &pupils)?;
            add(side, "the paper's find", &pupils[0], &grades[0], &grades[1], true);
        }
    }
    for side in Side::ALL {
        let hand_picked = Pupil::hand_picked(MODES[0], "stock");
        let found = Printed::run(bench, side)?.set();
        let pupils = [hand_picked.clone().with(side, &found), hand_picked];
        let grades = last.grades(bench, &pupils)?;
        add(side, "our find", &pupils[0], &grades[0], &grades[1], false);
    }
    let how = format!(
        "The other side has the hand-picked percepts, {} for leading and {} for following. {}\n\nThe paper's find: {}\n\n\
         Our find, by the printed procedure at its smaller scale: {} None of these trainings and deals is one of those \
         that the percepts were selected by.",
        braces(&text(Side::Lead.hand_picked())),
        braces(&text(Side::Follow.hand_picked())),
        margin_in_words(),
        papers.words(),
        last.words()
    );
    Ok(Finding::new().text(how).table(table).verdicts(verdicts))
}
