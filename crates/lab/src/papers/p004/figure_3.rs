use super::course::{
    CHOSEN, CHOSEN_OUTRIGHT, Course, DEALT, DEALT_OUTRIGHT, Mark, Marks, PAPER_LEARNER, Reading, Sizes, Stage,
    exact_at, last_exams, over, reaches, runs, smooth_at,
};
use super::exam::{Magic, Tally, percent};
use super::figure_2::curves;
use super::verdicts::{about, alike, target};
use crate::{
    Bench, Better, Cell, Experiment, Finding, LabError, Part, ResultTable, Series, Verdict, number, over_seeds, paired,
};

pub const FIGURE_3: Experiment = Experiment {
    name: "figure3",
    title: "Figure 3: status attack and trap are forbidden at first",
    claim: "While they are forbidden, to 2,500 games, it comes to about 70 %. When they are allowed it falls, then rises to \
            about 80 %. With the learners of both switched off it does not rise.",
    part: Part::Paper,
    run: figure_3,
};

/// The cells.
pub const CELLS: [&str; 5] = [
    "won while magic is forbidden, %",
    "falls when magic is allowed",
    "rises again with magic",
    "won with magic at the end, %",
    "without the two learners it does not rise",
];

/// The stages: forbidden, allowed, and at the end once more without, to tell what the magic is worth.
const FORBIDDEN: usize = 0;
const ALLOWED: usize = 1;
const WITHOUT: usize = 2;

/// The two kinds of trainings.
const KINDS: [(&str, &str); 2] = [("all parts", ""), ("without the two learners", ",off=status+trap")];

fn course(sizes: Sizes, settings: &str) -> Course {
    let (change, games) = (sizes.change(), sizes.games());
    let stage = |from, until, magic| Stage { from, until, magic, against: "balanced" };
    Course {
        stages: vec![stage(0, change, false), stage(change, games, true), stage(games, games, false)],
        ..sizes.course(&format!("{PAPER_LEARNER},magic-from={change}{settings}"), "balanced")
    }
}

fn figure_3(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let sizes = Sizes::of(bench);
    let all = runs(bench, &KINDS.map(|(_, settings)| course(sizes, settings)), sizes.runs)?;
    let change = number::count(sizes.change());
    let how = format!(
        "{} trainings of {} games against balanced, of each kind; all parts, and `off=status+trap`. Neither side may use status \
         attack or trap in the first {change} games; exams are held under the rules of their moment, after {change} games under both. \
         Moving averages begin anew there.",
        sizes.runs,
        number::count(sizes.games()),
    );
    let mut finding = Finding::new().text(how);
    for ((kind, _), marks) in KINDS.iter().zip(&all) {
        let caption = format!("Games won against balanced, {kind}: moving averages over 500 games, 95% intervals");
        let shown = [("before: ", FORBIDDEN, marks.as_slice()), ("after: ", ALLOWED, marks.as_slice())];
        let name = if *kind == KINDS[0].0 { "all-parts" } else { "without-learners" };
        finding = finding.figure(curves(name, &caption, &shown).series(Series::level("the paper, at the end", 80.0)));
    }
    finding = finding.table(phases(sizes, &all)).text(WHY).table(magic(&all)).table(worth(sizes, &all));
    Ok(finding.verdicts(judged(sizes, &all)))
}

const WHY: &str = "\
What the magic does. A hit takes a tenth to a half of a monster's HP at once; poison takes an eighth whenever its victim acts, so \
that it must come early to be worth a turn, and never into a trap. There are three things to learn: when to poison, not to poison \
into a trap, and when to set one. The first table counts what happened in the exams of the last 500 games; the second says what the \
magic is worth to the learner, by exams with and without it after the same games.";

/// Before, dip, recovery, end.
fn phases(sizes: Sizes, all: &[Vec<Marks>]) -> ResultTable {
    let heads = [
        "trainings",
        "teams",
        "games won",
        "before the change",
        "at once after it",
        "lowest exam later",
        "at the end",
        "games back to the level before",
        "trainings that get back",
    ];
    let caption = "Percent of games against balanced; before and end are moving averages, the others single exams";
    let mut table = ResultTable::new("phases", caption, heads);
    let readings: [(&str, &str, Reading); 4] = [
        ("chosen", "won", CHOSEN),
        ("chosen", "outright", CHOSEN_OUTRIGHT),
        ("random", "won", DEALT),
        ("random", "outright", DEALT_OUTRIGHT),
    ];
    for ((kind, _), runs) in KINDS.iter().zip(all) {
        for (teams, how, reading) in readings {
            let [before, dip, end] = levels(sizes, runs, reading);
            let back: Vec<Option<u64>> = runs
                .iter()
                .zip(&before)
                .map(|(run, level)| reaches(std::slice::from_ref(run), ALLOWED, *level, reading).into_iter().next()?)
                .collect();
            let games: Vec<f64> = back.iter().flatten().map(|games| *games as f64).collect();
            table.row([
                Cell::text(*kind),
                Cell::text(teams),
                Cell::text(how),
                Cell::ours(over_seeds(&before), 1),
                Cell::ours(over_seeds(&dip), 1),
                Cell::ours(over_seeds(&lowest(runs, reading)), 1),
                Cell::ours(over_seeds(&end), 1),
                if games.is_empty() { Cell::Empty } else { Cell::ours(over_seeds(&games), 0) },
                Cell::text(format!("{} of {}", games.len(), runs.len())),
            ]);
        }
    }
    table
}

/// The level before the change, the first exam after it, the level at the end.
fn levels(sizes: Sizes, runs: &[Marks], reading: Reading) -> [Vec<f64>; 3] {
    [
        smooth_at(runs, FORBIDDEN, sizes.change(), reading),
        exact_at(runs, ALLOWED, sizes.change(), reading),
        smooth_at(runs, ALLOWED, sizes.games(), reading),
    ]
}

/// The lowest exam of each training once magic is allowed.
fn lowest(runs: &[Marks], reading: Reading) -> Vec<f64> {
    let least = |marks: &Marks| {
        let own = marks.iter().filter(|mark| mark.stage == ALLOWED).map(reading);
        own.fold(f64::NAN, f64::min)
    };
    runs.iter().map(least).collect()
}

/// What both sides did by magic at the end.
fn magic(all: &[Vec<Marks>]) -> ResultTable {
    let heads = [
        "trainings",
        "teams",
        "side",
        "tries to poison, % of games",
        "poisons",
        "is thrown back",
        "sets the trap",
        "wins after it has poisoned, %",
        "after it was thrown back, %",
        "HP lost by hits a game",
        "by poison",
        "by its own",
    ];
    let mut table = ResultTable::new("magic", "The exams of the last 500 games against balanced, magic allowed", heads);
    type Exam = fn(&Mark) -> &Tally;
    let teams: [(&str, Exam); 2] = [("chosen", |mark| &mark.chosen), ("random", |mark| &mark.dealt)];
    for ((kind, _), runs) in KINDS.iter().zip(all) {
        for (name, of) in teams {
            let tallies = last_exams(runs, ALLOWED, of);
            for (side, who) in ["learner", "balanced"].into_iter().enumerate() {
                let share = |count: fn(&Magic) -> u64| {
                    Cell::ours(over(&tallies, |tally| percent(count(&tally.magic[side]), tally.games)), 1)
                };
                let part = |won: fn(&Magic) -> u64, of: fn(&Magic) -> u64| {
                    // Where it never happened there is no share.
                    let known: Vec<Tally> =
                        tallies.iter().copied().filter(|tally| of(&tally.magic[side]) > 0).collect();
                    let rate = |tally: &Tally| percent(won(&tally.magic[side]), of(&tally.magic[side]));
                    if known.is_empty() { Cell::Empty } else { Cell::ours(over(&known, rate), 1) }
                };
                let mean = |count: fn(&Magic) -> u64| {
                    Cell::ours(over(&tallies, |tally| tally.mean(count(&tally.magic[side]))), 1)
                };
                table.row([
                    Cell::text(*kind),
                    Cell::text(name),
                    Cell::text(who),
                    share(|magic| magic.tried),
                    share(|magic| magic.landed),
                    share(|magic| magic.reflected),
                    share(|magic| magic.trapped),
                    part(|magic| magic.landed_won, |magic| magic.landed),
                    part(|magic| magic.reflected_won, |magic| magic.reflected),
                    mean(|magic| magic.hit),
                    mean(|magic| magic.bitten),
                    mean(|magic| magic.bitten_by_own),
                ]);
            }
        }
    }
    table
}

/// What it is worth that magic is allowed, at the end of the trainings.
fn worth(sizes: Sizes, all: &[Vec<Marks>]) -> ResultTable {
    let heads = ["trainings", "teams", "outright, magic forbidden", "outright, magic allowed", "what it brings"];
    let caption =
        "One exam at the end under both rules, the same learner and the same teams: percent of games against balanced";
    let mut table = ResultTable::new("worth", caption, heads);
    for ((kind, _), runs) in KINDS.iter().zip(all) {
        for (teams, reading) in [("chosen", CHOSEN_OUTRIGHT), ("random", DEALT_OUTRIGHT)] {
            let [without, with] = [WITHOUT, ALLOWED].map(|stage| exact_at(runs, stage, sizes.games(), reading));
            table.row([
                Cell::text(*kind),
                Cell::text(teams),
                Cell::ours(over_seeds(&without), 1),
                Cell::ours(over_seeds(&with), 1),
                Cell::ours(paired(&with, &without), 1),
            ]);
        }
    }
    table
}

/// The verdicts: what the paper says, then what we want.
fn judged(sizes: Sizes, all: &[Vec<Marks>]) -> Vec<Verdict> {
    let [with, off] = all else { return Vec::new() };
    let [before, dip, end] = levels(sizes, with, CHOSEN);
    let [_, off_dip, off_end] = levels(sizes, off, CHOSEN);
    let [dealt_end, off_dealt_end] = [with, off].map(|runs| smooth_at(runs, ALLOWED, sizes.games(), DEALT));
    let outright = smooth_at(with, ALLOWED, sizes.games(), CHOSEN_OUTRIGHT);
    let claim = |what: &str, one: &[f64], other: &[f64], better| Verdict::claim(what, paired(one, other), better);
    let mut verdicts = vec![
        about("all parts: games won while magic is forbidden, %", 70.0, &before, Better::Higher),
        claim("all parts: falls when magic is allowed, points", &dip, &before, Better::Lower),
        claim("all parts: rises from there, points", &end, &dip, Better::Higher),
        about("all parts: games won at the end, %", 80.0, &end, Better::Higher),
        alike("without the two learners: does not rise, points", &off_end, &off_dip),
    ];
    verdicts = verdicts.into_iter().zip(CELLS).map(|(verdict, cell)| verdict.of(cell, crate::Reading::Best)).collect();
    verdicts.extend([
        claim("all parts: ends above the level before, points", &end, &before, Better::Higher),
        claim("all parts end above without the two learners, points", &end, &off_end, Better::Higher),
        claim("the same with random teams, points", &dealt_end, &off_dealt_end, Better::Higher),
        target("all parts: outright at the end", 80.0, &outright),
    ]);
    verdicts
}
