use kirifuda_arena::Estimate;
use kirifuda_players::hearts::Side;

use super::printed::Printed;
use super::pupils::{AGAINST, Course, Grades, Pupil, braces, paper_error, teachers, text};
use crate::{Bench, Better, Cell, Experiment, Finding, LabError, Part, Reading, ResultTable, Standing, Verdict};

pub const TABLE_3: Experiment = Experiment {
    name: "table-3",
    title: "Table 3: percepts for leading, selected automatically",
    claim: "The procedure selects {3, 6, 9, 14, 15} for leading, which holds the hand-picked {6, 14, 15}: all of them are \
            about spades. The player takes 0.2547 of the points against three Monte Carlo players and 0.2174 against \
            three rule players; with the hand-picked percepts 0.2500 and 0.2173.",
    part: Part::Paper,
    run: |bench| table(bench, Side::Lead),
};

pub const TABLE_4: Experiment = Experiment {
    name: "table-4",
    title: "Table 4: percepts for following, selected automatically",
    claim: "The procedure selects {0, 2, 5, 10} for following, of which only 0 and 10 are among the hand-picked {0, 3, 9, \
            10, 11}. The player takes 0.2547 of the points against three Monte Carlo players and 0.2191 against three \
            rule players; with the hand-picked percepts 0.2500 and 0.2173.",
    part: Part::Paper,
    run: |bench| table(bench, Side::Follow),
};

/// The modes of learning that come near to the paper's figures: our averages, and the printed rule with exact categories.
pub const MODES: [&str; 2] = ["average", "resonant"];

/// The cells: which percepts are selected, by side, and how the players do with them, by side and [`AGAINST`].
pub const SETS: [&str; 2] = ["leading: the selected percepts", "following: the selected percepts"];
pub const SELECTED: [[&str; 2]; 2] = [
    ["leading, selected percepts against rule players", "leading, selected percepts against Monte Carlo"],
    ["following, selected percepts against rule players", "following, selected percepts against Monte Carlo"],
];
/// Both tables print these; they are counted once.
pub const HAND_PICKED: [&str; 2] =
    ["hand-picked percepts against rule players", "hand-picked percepts against Monte Carlo"];

/// As what a pupil reads the paper: our averages, taught by the paper's opponents, answer for it.
pub fn reading(bench: &Bench<'_>, pupil: &Pupil) -> Reading {
    let best = pupil.mode == MODES[0] && pupil.opponents == teachers(bench)[0];
    if best { Reading::Best } else { Reading::Other }
}

/// Judges which percepts our run of the procedure has selected: by how many they differ from the paper's. One run of a
/// selection has no interval.
pub fn same_set(side: Side, published: &str, found: &str, how: &'static str) -> Verdict {
    let [theirs, ours] = [published, found].map(|set| set.split('+').filter(|number| *number != "none").count());
    let shared = common(published, found).split('+').filter(|number| *number != "none").count();
    let differ = Estimate { mean: (theirs + ours - 2 * shared) as f64, ci95: None };
    let what = format!("{side}: percepts in one of {} and {} alone", braces(published), braces(found));
    let verdict = Verdict::figure(what, 0.0, 0, differ, 0.0, Better::Neither);
    verdict.by_our(how)
}

/// What the paper prints, by [`AGAINST`]: with the selected percepts of a side, and with the hand-picked ones.
pub fn published(side: Side) -> [[f64; 2]; 2] {
    match side {
        Side::Lead => [[0.2174, 0.2547], [0.2173, 0.2500]],
        Side::Follow => [[0.2191, 0.2547], [0.2173, 0.2500]],
    }
}

/// With the paper's selected percepts at one side, the hand-picked ones at the other; and with hand-picked ones at both.
pub fn pair(mode: &'static str, opponents: &'static str, side: Side) -> [Pupil; 2] {
    let hand_picked = Pupil::hand_picked(mode, opponents);
    [hand_picked.clone().with(side, &text(side.automatic())), hand_picked]
}

/// Every mode with all opponents of learning.
pub fn ways(bench: &Bench<'_>) -> impl Iterator<Item = (&'static str, &'static str)> {
    let opponents = teachers(bench);
    MODES.into_iter().flat_map(move |mode| opponents.map(|opponents| (mode, opponents)))
}

fn table(bench: &Bench<'_>, side: Side) -> Result<Finding, LabError> {
    let course = Course::paper(bench);
    let pupils: Vec<Pupil> = ways(bench).flat_map(|(mode, opponents)| pair(mode, opponents, side)).collect();
    let grades = course.grades(bench, &pupils)?;
    let heads =
        ["mode", "percepts", "learned against", "rule, paper", "rule, ours", "Monte Carlo, paper", "Monte Carlo, ours"];
    let caption = format!("Penalty ratios with the paper's percepts for {side}ing; lower is better, par is 0.25");
    let mut table = ResultTable::new("published-sets", caption, heads);
    let mut verdicts = Vec::new();
    for (place, (pupil, grades)) in pupils.iter().zip(&grades).enumerate() {
        let set = if side == Side::Lead { &pupil.lead } else { &pupil.follow };
        // Pupils stand in pairs.
        let figures = published(side)[place % 2];
        let name = if place % 2 == 0 { "selected" } else { "hand-picked" };
        let mut cells = vec![
            Cell::text(pupil.mode),
            Cell::text(format!("{name}, {}", braces(set))),
            Cell::text(format!("`{}`", pupil.opponents)),
        ];
        for (against, (ours, runs)) in grades.estimates().into_iter().zip(grades.columns()).enumerate() {
            cells.extend([Cell::Published(figures[against], 4), Cell::ours(ours, 4)]);
            let Pupil { mode, opponents, .. } = pupil;
            let what = format!("{mode}, learned against `{opponents}`, {name} percepts, against {}", AGAINST[against]);
            let verdict = Verdict::figure(what, figures[against], 4, ours, paper_error(runs), Better::Lower);
            let reading = reading(bench, pupil);
            let standing = match (place % 2 == 0, side) {
                (true, _) => Standing::Published(SELECTED[usize::from(side == Side::Follow)][against], reading),
                (false, Side::Lead) => Standing::Published(HAND_PICKED[against], reading),
                (false, Side::Follow) => Standing::Own,
            };
            verdicts.push(Verdict { standing, ..verdict });
        }
        table.row(cells);
    }
    let printed = Printed::run(bench, side)?;
    let published_set = text(side.automatic());
    let found = printed.set();
    let sets = same_set(side, &published_set, &found, "one run of the procedure at a tenth of the paper's deals");
    verdicts.push(sets.of(SETS[usize::from(side == Side::Follow)], Reading::Best));
    let common = common(&published_set, &found);
    let summary = format!(
        "**Which percepts the procedure finds.** The paper's run found {}; ours, at its smaller scale, {}. In common: {}.",
        braces(&published_set),
        braces(&found),
        braces(&common)
    );
    Ok(Finding::new()
        .text(format!(
            "**The paper's percepts.** {} The opponents of learning are, as in the paper, rule players in the first half and \
             Monte Carlo players in the second, but these with few simulations; and rule players all the time.",
            course.words()
        ))
        .table(table)
        .text(summary)
        .text(printed.words())
        .table(printed.table())
        .verdicts(verdicts))
}

/// The percepts that two sets have in common.
pub fn common(one: &str, other: &str) -> String {
    let others: Vec<&str> = other.split('+').collect();
    let both: Vec<&str> = one.split('+').filter(|number| others.contains(number) && *number != "none").collect();
    if both.is_empty() { "none".to_string() } else { both.join("+") }
}

/// What two players' ratios differ by, as cells.
pub fn differences(one: &Grades, other: &Grades) -> [Cell; 2] {
    one.above(other).map(|difference| Cell::ours(difference, 4))
}
