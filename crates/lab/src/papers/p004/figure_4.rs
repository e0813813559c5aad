use super::course::{
    CHOSEN, CHOSEN_CAPPED, CHOSEN_OUTRIGHT, Course, DEALT, DEALT_OUTRIGHT, Marks, PAPER_LEARNER, Reading, Sizes, Stage,
    exact_at, runs, smooth_at,
};
use super::figure_2::{curves, trainings};
use super::verdicts::{about, about_apart, target};
use crate::{
    Bench, Better, Cell, Experiment, Finding, LabError, Part, ResultTable, Series, Verdict, number, over_seeds, paired,
};

pub const FIGURE_4: Experiment = Experiment {
    name: "figure4",
    title: "Figure 4: a rule player drawn for every game, then balanced alone",
    claim: "Against a personality drawn for every game it comes to about 70 % after 2,500 games, 10 points less than against \
            balanced alone. Against balanced from there on it rises to about 80 %: what was learned before is a strategy for \
            all.",
    part: Part::Paper,
    run: figure_4,
};

/// The cells.
pub const CELLS: [&str; 4] = [
    "won against a mixed opponent, %",
    "apart from balanced alone, points",
    "won against balanced at the end, %",
    "rises once it meets balanced alone",
];

/// The stages.
const MIXED: usize = 0;
const BALANCED: usize = 1;

fn course(sizes: Sizes) -> Course {
    let (change, games) = (sizes.change(), sizes.games());
    let stage = |from, until, against| Stage { from, until, magic: true, against };
    Course {
        stages: vec![stage(0, change, "mixed"), stage(change, games, "balanced")],
        ..sizes.course(&format!("{PAPER_LEARNER},mixed-until={change}"), "balanced")
    }
}

fn figure_4(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let sizes = Sizes::of(bench);
    let general = runs(bench, &[course(sizes)], sizes.runs)?.concat();
    // The same seeds against balanced from the first game on.
    let special = trainings(bench)?.swap_remove(0);
    let change = number::count(sizes.change());
    let how = format!(
        "{} trainings of {} games: the rule player is balanced, brute or steady, drawn for every game, in the first {change}, then \
         balanced. Exams are held against the same, after {change} games against both. The trainings beside them are those of Figure \
         2, from the same seeds.",
        sizes.runs,
        number::count(sizes.games()),
    );
    let caption = "Games won: moving averages over 500 games, 95% intervals";
    let shown = [("mixed: ", MIXED, general.as_slice()), ("balanced: ", BALANCED, general.as_slice())];
    let figure = curves("mixed-then-balanced", caption, &shown)
        .series(Series::level("the paper, after 2,500 games", 70.0))
        .series(Series::level("the paper, at the end", 80.0));
    let verdicts = judged(sizes, &general, &special);
    Ok(Finding::new().text(how).figure(figure).table(table(sizes, &general, &special)).verdicts(verdicts))
}

fn table(sizes: Sizes, general: &[Marks], special: &[Marks]) -> ResultTable {
    let heads = ["trainings", "exam against", "games", "won", "outright", "capped", "random teams: won", "outright"];
    let mut table = ResultTable::new("levels", "Percent of games, moving averages; at once: one exam", heads);
    let (change, end) = (sizes.change(), sizes.games());
    let mut row = |[trainings, against]: [&str; 2], games: u64, at: &dyn Fn(Reading) -> Vec<f64>| {
        let numbers = [CHOSEN, CHOSEN_OUTRIGHT, CHOSEN_CAPPED, DEALT, DEALT_OUTRIGHT];
        let names = [trainings.to_string(), against.to_string(), number::count(games)].map(Cell::text);
        table.row(names.into_iter().chain(numbers.map(|reading| Cell::ours(over_seeds(&at(reading)), 1))));
    };
    let (first, beside) = ("mixed, then balanced", "balanced (Figure 2)");
    row([first, "mixed"], change, &|reading| smooth_at(general, MIXED, change, reading));
    row([first, "balanced, at once"], change, &|reading| exact_at(general, BALANCED, change, reading));
    row([first, "balanced"], end, &|reading| smooth_at(general, BALANCED, end, reading));
    row([beside, "balanced"], change, &|reading| smooth_at(special, 0, change, reading));
    row([beside, "balanced"], end, &|reading| smooth_at(special, 0, end, reading));
    table
}

/// The verdicts: what the paper says, then what we want.
fn judged(sizes: Sizes, general: &[Marks], special: &[Marks]) -> Vec<Verdict> {
    let (change, end) = (sizes.change(), sizes.games());
    let mixed = smooth_at(general, MIXED, change, CHOSEN);
    let at_once = exact_at(general, BALANCED, change, CHOSEN);
    let last = smooth_at(general, BALANCED, end, CHOSEN);
    let alone = smooth_at(special, 0, change, CHOSEN);
    let games = number::count(change);
    let verdicts = [
        about(format!("games won against a mixed opponent after {games} games, %"), 70.0, &mixed, Better::Higher),
        about_apart("apart from balanced alone after as many games, points", -10.0, &mixed, &alone),
        about("games won against balanced at the end, %", 80.0, &last, Better::Higher),
        Verdict::claim("rises once it meets balanced alone, points", paired(&last, &at_once), Better::Higher),
    ];
    let counted = verdicts.into_iter().zip(CELLS).map(|(verdict, cell)| verdict.of(cell, crate::Reading::Best));
    let targets = [
        target(
            &format!("outright against a mixed opponent after {games} games"),
            70.0,
            &smooth_at(general, MIXED, change, CHOSEN_OUTRIGHT),
        ),
        target("outright against balanced at the end", 80.0, &smooth_at(general, BALANCED, end, CHOSEN_OUTRIGHT)),
    ];
    counted.chain(targets).collect()
}
