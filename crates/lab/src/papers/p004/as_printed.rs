use super::course::{
    CHOSEN, CHOSEN_CAPPED, CHOSEN_OUTRIGHT, Course, DEALT_OUTRIGHT, Marks, Reading, Sizes, exact_at, runs_from,
    smooth_at,
};
use super::figure_2::{LEVELS, PUBLISHED, curves};
use super::verdicts::about;
use crate::{
    Bench, Better, Cell, Experiment, Finding, LabError, Look, Part, Point, ResultTable, Series, Verdict, number,
    over_seeds, paired,
};

pub const AS_PRINTED: Experiment = Experiment {
    name: "as-printed",
    title: "Section 4 word for word, then one lever at a time",
    claim: "Values are learned from the sum of all rewards to the end of the game, after each game, from its record alone: no \
            examples of before, no reward for winning, no cost of turns; whether a trap snaps is learned from every turn.",
    part: Part::Paper,
    run: as_printed,
};

/// The learner of section 4, word for word.
pub const PRINTED: &str = "learner:belief=uniform,value=sigmoid,returns=1,replays=0,team-replays=0,win=0,turn-cost=0,\
                           impatience=0,trap-lessons=every";

/// What is changed, and the settings of ours in place of the printed ones.
type Lever = (&'static str, &'static [(&'static str, &'static str)]);

const LEVERS: [Lever; 6] = [
    ("values by TD(0), linear", &[("value=sigmoid", "value=linear"), ("returns=1", "returns=0")]),
    ("4 examples of before with every new one", &[(",replays=0", ",replays=4")]),
    ("4 games of before for the team", &[("team-replays=0", "team-replays=4")]),
    ("64 games of before for the team", &[("team-replays=0", "team-replays=64")]),
    (
        "a won game, a turn and a switch count",
        &[("win=0", "win=5"), ("turn-cost=0", "turn-cost=0.05"), ("impatience=0", "impatience=0.1")],
    ),
    ("traps learned from those that were set", &[("trap-lessons=every", "trap-lessons=set")]),
];

/// Seeds that no other experiment and no choice has seen.
const FRESH: u64 = 20_000;

/// The printed learner with some settings replaced.
pub fn with(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(PRINTED.to_string(), |learner, (printed, ours)| learner.replace(printed, ours))
}

fn as_printed(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let sizes = Sizes::of(bench);
    let whole = runs_from(bench, &[sizes.course(PRINTED, "balanced")], sizes.runs, FRESH)?.concat();
    let (games, deals) = (sizes.level(), bench.scaled(1, 100, 500));
    let learners = [PRINTED.to_string()].into_iter().chain(LEVERS.iter().map(|(_, changes)| with(changes)));
    let courses: Vec<Course> = learners.map(|learner| sizes.short(&learner, "balanced", games, deals)).collect();
    let levers = runs_from(bench, &courses, sizes.runs, FRESH)?;
    let published = PUBLISHED.map(|(hundreds, percent)| Point::new((hundreds * sizes.unit) as f64, percent));
    let caption =
        "Games won against balanced as printed, moving averages over 500 games: means of the trainings, 95% intervals";
    let figure =
        curves("printed", caption, &[("", 0, &whole)]).series(Series::published("the paper", Look::Markers, published));
    let how = format!(
        "`{PRINTED}`: {} trainings of {} games against balanced, examined as in Figure 2; then {} games with one lever of ours at \
         a time. Seeds are fresh. It was decided before measuring: whatever comes out stands in the column \"as printed\", and a \
         lever helps when the interval of what it brings, outright with a chosen team, excludes 0.",
        sizes.runs,
        number::count(sizes.games()),
        number::count(games),
    );
    Ok(Finding::new()
        .text(how)
        .figure(figure)
        .table(levels(sizes, &whole))
        .table(levered(games, &levers))
        .verdicts(judged(sizes, &whole))
        .verdicts(helpful(games, &levers)))
}

fn levels(sizes: Sizes, runs: &[Marks]) -> ResultTable {
    let heads = ["games", "paper", "won", "outright", "capped", "random teams: outright"];
    let caption = "Percent of games against balanced, moving averages, as printed";
    let mut table = ResultTable::new("levels", caption, heads);
    for games in sizes.rows() {
        let published = PUBLISHED.iter().find(|(hundreds, _)| hundreds * sizes.unit == games);
        let cell = |reading: Reading| Cell::ours(over_seeds(&smooth_at(runs, 0, games, reading)), 1);
        table.row([
            Cell::text(number::count(games)),
            published.map_or(Cell::Empty, |(_, percent)| Cell::Published(*percent, 0)),
            cell(CHOSEN),
            cell(CHOSEN_OUTRIGHT),
            cell(CHOSEN_CAPPED),
            cell(DEALT_OUTRIGHT),
        ]);
    }
    table
}

fn levered(games: u64, all: &[Vec<Marks>]) -> ResultTable {
    let heads = ["lever", "won", "outright", "what it brings", "random teams: outright", "what it brings"];
    let caption = format!("Percent of games against balanced after {} games, one exam", number::count(games));
    let mut table = ResultTable::new("levers", caption, heads);
    for (name, runs) in ["as printed"].into_iter().chain(LEVERS.map(|(name, _)| name)).zip(all) {
        let at = |reading: Reading| exact_at(runs, 0, games, reading);
        let cell = |reading: Reading| Cell::ours(over_seeds(&at(reading)), 1);
        let brings = |reading: Reading| match name {
            "as printed" => Cell::Empty,
            _ => Cell::ours(paired(&at(reading), &exact_at(&all[0], 0, games, reading)), 1),
        };
        table.row([
            Cell::text(name),
            cell(CHOSEN),
            cell(CHOSEN_OUTRIGHT),
            brings(CHOSEN_OUTRIGHT),
            cell(DEALT_OUTRIGHT),
            brings(DEALT_OUTRIGHT),
        ]);
    }
    table
}

/// The paper's levels, as printed.
fn judged(sizes: Sizes, runs: &[Marks]) -> Vec<Verdict> {
    let directions = [Better::Neither, Better::Higher, Better::Higher, Better::Higher];
    let rows = PUBLISHED.into_iter().zip(LEVELS).zip(directions);
    rows.map(|(((hundreds, percent), cell), better)| {
        let games = hundreds * sizes.unit;
        let what = format!("as printed: games won after {} games, %", number::count(games));
        about(what, percent, &smooth_at(runs, 0, games, CHOSEN), better).of(cell, crate::Reading::Printed)
    })
    .collect()
}

/// What each lever brings.
fn helpful(games: u64, all: &[Vec<Marks>]) -> Vec<Verdict> {
    let [printed, levers @ ..] = all else { return Vec::new() };
    let rate = |runs: &[Marks]| exact_at(runs, 0, games, CHOSEN_OUTRIGHT);
    let judge = |((name, _), runs): (&Lever, &Vec<Marks>)| {
        let brought = paired(&rate(runs), &rate(printed));
        Verdict::claim(format!("{name}: helps, points outright"), brought, Better::Higher)
    };
    LEVERS.iter().zip(levers).map(judge).collect()
}

#[cfg(test)]
mod tests {
    use kirifuda_catalog::trainers::{self, Wish};
    use kirifuda_games::monsters::Monsters;

    use super::*;

    #[test]
    fn every_lever_changes_what_it_says_and_the_learners_exist() {
        for (name, changes) in LEVERS.iter().chain([("as printed", &[][..])].iter()) {
            let text = with(changes);
            for (printed, ours) in *changes {
                assert!(PRINTED.contains(printed) && text.contains(ours) && text != PRINTED, "{name}: {text}");
            }
            let wish = Wish::<Monsters> { learner: &text, rules: None, opponents: Some("balanced"), seed: None };
            assert!(trainers::start(&wish).is_ok(), "{name}: {text}");
        }
    }
}
