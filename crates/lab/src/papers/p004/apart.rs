use super::course::{
    CHOSEN, CHOSEN_OUTRIGHT, Course, DEALT, DEALT_OUTRIGHT, Marks, PAPER_LEARNER, Reading, Sizes, Stage, exact_at,
    runs_from, smooth_at,
};
use super::figure_2::{WON, curves_of};
use super::verdicts::about_apart;
use crate::{
    Bench, Better, Cell, Experiment, Finding, LabError, Part, ResultTable, Series, Verdict, number, over_seeds, paired,
};

pub const APART: Experiment = Experiment {
    name: "apart",
    title: "Figure 4 with personalities further apart",
    claim: "Against a personality drawn for every game the paper's learner is 10 points behind after 2,500 games, and rises once it \
            meets balanced alone. Ours is not behind: the three rule players do the same in most positions. Is it behind where they are \
            further apart, a brute that never gives way and sets no trap, and a steady one that gives way even where it hurts the other?",
    part: Part::Beyond,
    run: apart,
};

/// Seeds that no other experiment and no choice has seen.
const FRESH: u64 = 30_000;

/// The trainings: what they are called, whom the opponent is drawn from at first, and whom it is examined against then.
const KINDS: [(&str, &str, &str); 2] = [
    ("as in the paper", "balanced+brute+steady", "mixed"),
    ("further apart", "balanced+brute:apart=on+steady:apart=on", "mixed:apart=on"),
];

/// The stages.
const MIXED: usize = 0;
const BALANCED: usize = 1;

fn course(sizes: Sizes, drawn: &str, against: &'static str) -> Course {
    let (change, games) = (sizes.change(), sizes.games());
    let stage = |from, until, against| Stage { from, until, magic: true, against };
    Course {
        stages: vec![stage(0, change, against), stage(change, games, "balanced")],
        ..sizes.course(&format!("{PAPER_LEARNER},mixed={drawn},mixed-until={change}"), "balanced")
    }
}

fn apart(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let sizes = Sizes::of(bench);
    let mut courses: Vec<Course> = KINDS.iter().map(|&(_, drawn, against)| course(sizes, drawn, against)).collect();
    courses.push(sizes.course(PAPER_LEARNER, "balanced"));
    let all = runs_from(bench, &courses, sizes.runs, FRESH)?;
    let [usual, further, alone] = &all[..] else { return Ok(Finding::new()) };
    let (change, end) = (sizes.change(), sizes.games());
    let how = format!(
        "{} trainings each of {} games from the same fresh seeds: the rule player is drawn for every game in the first {}, then it is \
         balanced; beside them against balanced from the first game on. `brute:apart=on` never gives way and sets no trap, \
         `steady:apart=on` gives way even where it hurts the other and never goes to meet one. It was decided before measuring: the \
         reading explains the paper's deficit if the interval of the difference to balanced alone lies below 0.",
        sizes.runs,
        number::count(end),
        number::count(change),
    );
    let caption = "Games won: moving averages over 500 games, 95% intervals";
    let shown = [
        ("as in the paper: ", MIXED, usual.as_slice()),
        ("further apart: ", MIXED, further.as_slice()),
        ("further apart, then balanced: ", BALANCED, further.as_slice()),
    ];
    let figure = curves_of(&WON, "apart", caption, &shown).series(Series::level("the paper, after 2,500 games", 70.0));
    let verdicts =
        KINDS.iter().zip([usual, further]).flat_map(|(&(kind, ..), marks)| judged(sizes, kind, marks, alone));
    Ok(Finding::new().text(how).figure(figure).table(table(sizes, [usual, further, alone])).verdicts(verdicts))
}

fn table(sizes: Sizes, [usual, further, alone]: [&[Marks]; 3]) -> ResultTable {
    let heads = ["personalities", "exam against", "games", "won", "outright", "random teams: won", "outright"];
    let mut table = ResultTable::new("levels", "Percent of games, moving averages; at once: one exam", heads);
    let (change, end) = (sizes.change(), sizes.games());
    let mut row = |[kind, against]: [&str; 2], games: u64, at: &dyn Fn(Reading) -> Vec<f64>| {
        let names = [kind.to_string(), against.to_string(), number::count(games)].map(Cell::text);
        let numbers = [CHOSEN, CHOSEN_OUTRIGHT, DEALT, DEALT_OUTRIGHT];
        table.row(names.into_iter().chain(numbers.map(|reading| Cell::ours(over_seeds(&at(reading)), 1))));
    };
    for (&(kind, ..), marks) in KINDS.iter().zip([usual, further]) {
        row([kind, "the same"], change, &|reading| smooth_at(marks, MIXED, change, reading));
        row([kind, "balanced, at once"], change, &|reading| exact_at(marks, BALANCED, change, reading));
        row([kind, "balanced"], end, &|reading| smooth_at(marks, BALANCED, end, reading));
    }
    for games in [change, end] {
        row(["balanced alone", "balanced"], games, &|reading| smooth_at(alone, 0, games, reading));
    }
    table
}

fn judged(sizes: Sizes, kind: &str, marks: &[Marks], alone: &[Marks]) -> [Verdict; 2] {
    let (change, end) = (sizes.change(), sizes.games());
    let mixed = smooth_at(marks, MIXED, change, CHOSEN);
    let at_once = exact_at(marks, BALANCED, change, CHOSEN);
    let last = smooth_at(marks, BALANCED, end, CHOSEN);
    [
        about_apart(
            format!("{kind}: apart from balanced alone after {} games, points", number::count(change)),
            -10.0,
            &mixed,
            &smooth_at(alone, 0, change, CHOSEN),
        ),
        Verdict::claim(
            format!("{kind}: rises once it meets balanced alone, points"),
            paired(&last, &at_once),
            Better::Higher,
        ),
    ]
}
