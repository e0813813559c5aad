use kirifuda_players::hearts::Side;

use super::pupils::{AGAINST, Course, Pupil, paper_error};
use super::tables::{HAND_PICKED, MODES, SELECTED, differences, pair};
use crate::{Bench, Better, Cell, Experiment, Finding, LabError, Part, Reading, ResultTable, Verdict};

pub const WITH_SVR: Experiment = Experiment {
    name: "with-svr",
    title: "The same percepts with predictions of danger",
    claim: "The figures of the hand-picked percepts, 0.2500 and 0.2173, are those that paper 000 prints for its new actions with \
            the SVR (0.2503, 0.2170): were these players trained with it? Decided before measuring, on runs that nothing else \
            has seen.",
    part: Part::Beyond,
    run: with_svr,
};

/// Runs that no other experiment and no choice has seen.
const AFTER: u64 = 1_000;

/// What the paper prints, by [`AGAINST`].
const PLAYERS: [(&str, [f64; 2], [&str; 2]); 3] = [
    ("hand-picked", [0.2173, 0.2500], HAND_PICKED),
    ("selected for leading", [0.2174, 0.2547], SELECTED[0]),
    ("selected for following", [0.2191, 0.2547], SELECTED[1]),
];

fn with_svr(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let course = Course { runs: bench.scaled(2, 3, 5), after: AFTER, ..Course::paper(bench) };
    let [lead, hand_picked] = pair(MODES[0], "stock", Side::Lead);
    let [follow, _] = pair(MODES[0], "stock", Side::Follow);
    let plain = [hand_picked, lead, follow];
    let pupils: Vec<Pupil> =
        plain.into_iter().flat_map(|pupil| [pupil.clone(), Pupil { svr: true, ..pupil }]).collect();
    let grades = course.grades(bench, &pupils)?;
    let heads = [
        "percepts",
        "SVR",
        "rule, paper",
        "rule, ours",
        "what it brought",
        "Monte Carlo, paper",
        "Monte Carlo, ours",
        "what it brought",
    ];
    let caption = "Penalty ratios, mode `average`, learned against `stock`; what the SVR brought is paired by runs (below 0 is better)";
    let mut table = ResultTable::new("with-svr", caption, heads);
    let mut verdicts = Vec::new();
    for ((name, published, cells), both) in PLAYERS.into_iter().zip(grades.chunks(2)) {
        let [without, with] = both else { continue };
        for (svr, grades) in [("without", without), ("with", with)] {
            let [rule, monte_carlo] = grades.estimates();
            let [of_rule, of_monte_carlo] =
                if svr == "with" { differences(with, without) } else { [Cell::Empty, Cell::Empty] };
            table.row([
                Cell::text(name),
                Cell::text(svr),
                Cell::Published(published[0], 4),
                Cell::ours(rule, 4),
                of_rule,
                Cell::Published(published[1], 4),
                Cell::ours(monte_carlo, 4),
                of_monte_carlo,
            ]);
        }
        for (against, (ours, runs)) in with.estimates().into_iter().zip(with.columns()).enumerate() {
            let what = format!("with SVR, {name} percepts, against {}", AGAINST[against]);
            let verdict = Verdict::figure(what, published[against], 4, ours, paper_error(runs), Better::Lower);
            verdicts.push(verdict.of(cells[against], Reading::Other));
        }
    }
    Ok(Finding::new().text(course.words()).table(table).verdicts(verdicts))
}
