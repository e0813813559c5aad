use super::learned::{
    ACTIONS, AVERAGE, MODES, Mode, OPPONENTS, Pupil, ROWS, opponents, over, ratios, table_step, training_seeds,
};
use crate::verdict::means;
use crate::{Bench, Cell, Experiment, Finding, LabError, Marks, Part, ResultTable, number, paired};

pub const READINGS: Experiment = Experiment {
    name: "readings",
    title: "Other readings of the network and its rule",
    claim: "What the paper leaves open: how many networks, what a new category begins with, how much a good deal counts, \
            how much is tried. Which of it matters?",
    part: Part::Beyond,
    run: readings,
};

/// For each mode the changes that are tried, one at a time.
const TRIED: [&[(&str, &str)]; 4] = [
    &[
        ("16 networks: quarter of the deal and place", "networks=16"),
        ("4 networks: place in the trick", "networks=4"),
        ("all actions that name the card learn", "alike=on"),
        ("no mean over all tricks to lean on", "lean=0"),
        ("5% of the choices at random", "explore=0.05"),
        ("10% of the choices at random", "explore=0.1"),
        ("40% of the choices at random", "explore=0.4"),
        ("40% at the start, none at the end", "explore=0.4,explore-end=0"),
    ],
    &[
        ("a good deal counts 3, not 7", "reward=3"),
        ("a good deal counts 1, not 7", "reward=1"),
        ("16 networks", "networks=16"),
        ("4 networks", "networks=4"),
        ("10% of the choices at random", "explore=0.1"),
    ],
    &[
        ("feedback weights begin as (1, 1)", "start=ones"),
        ("percepts with their complements", "complement=on"),
        ("both", "start=ones,complement=on"),
    ],
    &[("a category for every state, values rise and fall", "kind=table")],
];

/// A mode changed in one thing.
fn changed(mode: &Mode, settings: &str, deals: u64, seed: u64) -> Pupil {
    let learner = format!("falcon:mode={},actions=new,{settings}", mode.name);
    Pupil { title: format!("{}, {settings}", mode.name), learner, deals, seed }
}

fn readings(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let seeds = |mode: &Mode| training_seeds(bench, bench.scaled(2, 3, if mode.slow { 3 } else { 5 }));
    let [stock, cards, _] = opponents(bench);
    let mut steps = Vec::new();
    for (mode, tried) in MODES.iter().zip(TRIED) {
        let matches = [(stock, mode.exam_deals(bench)[0]), (cards, bench.scaled(2, 10, 200))];
        // As it is: the runs of Table 2 without SVR.
        steps.extend(seeds(mode).into_iter().map(|seed| table_step(bench, mode, &ROWS[ACTIONS], seed)));
        for (_, settings) in tried {
            let pupil = |seed| changed(mode, settings, mode.deals(bench), seed);
            steps.extend(seeds(mode).into_iter().map(|seed| pupil(seed).examined(&matches)));
        }
    }
    let mut marks = bench.steps(steps)?.into_iter();
    let heads =
        ["mode", "change", "settings", "against 3 stock", "against 3 mc (cards)", "what it brought against 3 stock"];
    let caption = "New actions, no SVR: penalty ratio, and the difference from the mode as it is (below 0 is better)";
    let mut table = ResultTable::new("readings", caption, heads);
    for (mode, tried) in MODES.iter().zip(TRIED) {
        let mut base: Option<Vec<f64>> = None;
        for (change, settings) in [("as it is", "")].iter().chain(tried) {
            let runs: Vec<Marks> = marks.by_ref().take(seeds(mode).len()).collect();
            let [ours, other] = [ratios(&runs, 0)?, ratios(&runs, 1)?];
            let now = means(&ours);
            let brought = base.as_ref().map_or(Cell::Empty, |base| Cell::ours(paired(&now, base), 4));
            let settings = if settings.is_empty() { Cell::Empty } else { Cell::text(format!("`{settings}`")) };
            table.row([
                Cell::text(mode.name),
                Cell::text(*change),
                settings,
                Cell::ours(over(&ours), 4),
                Cell::ours(over(&other), 4),
                brought,
            ]);
            base.get_or_insert(now);
        }
    }
    let how = format!(
        "{} deals of learning, {} seeds ({} where categories are scanned); measured on {} deals against {} ({}). The mode \
         as it is has the runs of Table 2.",
        number::count(MODES[AVERAGE].deals(bench)),
        seeds(&MODES[AVERAGE]).len(),
        seeds(&MODES[MODES.len() - 1]).len(),
        number::count(MODES[AVERAGE].exam_deals(bench)[0]),
        OPPONENTS[0],
        number::count(MODES[MODES.len() - 1].exam_deals(bench)[0]),
    );
    Ok(Finding::new().text(how).table(table))
}
