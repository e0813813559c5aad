use kirifuda_games::daifugo::EIGHT;
use kirifuda_players::daifugo::rank_name;

use super::curves::{first_table, second_table};
use super::learned::{History, READINGS, over_standards, phase};
use crate::{
    Axis, Bench, Better, Cell, Experiment, Figure, Finding, LabError, Look, Part, Point, Reading, ResultTable, Series,
    Standing, Verdict, number,
};

pub const FIGURES_2_3: Experiment = Experiment {
    name: "figures-2-3",
    title: "Figures 2 and 3: values of the nines, and the play that they advise",
    claim: "A value for every number held and played; the play of the highest value is made. Of the nines, a weak rank, \
            pairs are kept.",
    part: Part::Paper,
    run: |bench| values(bench, &[(NINE, Better::Lower)], false),
};

pub const FIGURE_6: Experiment = Experiment {
    name: "figure-6",
    title: "Figure 6: learned values of the ranks 3 and 2",
    claim: "After the games against PSInAllState, of the threes pairs and triplets are valued more than smaller plays, of the \
            twos single cards are valued most.",
    part: Part::Paper,
    run: |bench| values(bench, &[(THREE, Better::Lower), (TWO, Better::Higher)], false),
};

pub const FIGURE_9: Experiment = Experiment {
    name: "figure-9",
    title: "Figure 9: learned values of the eights",
    claim: "After the games against PSUnder12, single eights are valued more than pairs and triplets: they clear the table.",
    part: Part::Paper,
    run: |bench| values(bench, &[(EIGHT, Better::Higher)], true),
};

/// The cells: pairs, and where the paper speaks of them triplets.
pub const NINES: &str = "pairs of nines are kept";
pub const FIGURE_6_CELLS: [&str; 4] = [
    "pairs of threes are kept",
    "triplets of threes are kept",
    "pairs of twos are broken",
    "triplets of twos are broken",
];
pub const EIGHTS: [&str; 2] = ["pairs of eights are broken", "triplets of eights are broken"];

/// The cells of pairs and triplets of a rank.
fn cells(rank: u8) -> [Option<&'static str>; 2] {
    match rank {
        THREE => [Some(FIGURE_6_CELLS[0]), Some(FIGURE_6_CELLS[1])],
        TWO => [Some(FIGURE_6_CELLS[2]), Some(FIGURE_6_CELLS[3])],
        EIGHT => EIGHTS.map(Some),
        NINE => [Some(NINES), None],
        _ => [None, None],
    }
}

const THREE: u8 = 0;
const NINE: u8 = 6;
const TWO: u8 = 12;

/// Numbers held and played, as in the paper's figures.
const PLAYS: [(u8, u8); 6] = [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3)];

/// What breaking brings more than keeping: with two held, one less two; with three held, one less three.
const BREAKS: [(u8, &str); 2] = [(2, "one of a pair"), (3, "one of a triplet")];

/// Values of some ranks; `Higher` where the paper breaks them, `Lower` where it keeps them.
fn values(bench: &Bench<'_>, wanted: &[(u8, Better)], second: bool) -> Result<Finding, LabError> {
    let readings = if second { second_table(bench)? } else { first_table(bench)? };
    let after = if second { "PSUnder12" } else { "PSInAllState" };
    let mut finding = Finding::new();
    let mut verdicts = Vec::new();
    for &(rank, better) in wanted {
        let name = rank_name(rank);
        let slug = name.to_ascii_lowercase();
        let mut shown = Vec::new();
        for (reading, runs) in READINGS.iter().zip(&readings) {
            let histories = phase(runs, 0)?;
            verdicts.extend(judged(reading.name, reading.reading(), &histories, rank, better));
            shown.push((reading.name, histories));
        }
        let caption = format!("Values of rank {name} after the games against {after}: means of the runs");
        finding = finding.figure(figure(&format!("rank-{slug}"), &caption, rank, &shown));
        finding = finding.table(table(&format!("rank-{slug}"), &caption, rank, &shown));
    }
    let text = "What the paper prints of these figures is lost in our copy; its text is judged. \"Breaking\" is the value of \
                one card less the value of all cards held, run by run.";
    Ok(Finding { blocks: Finding::new().text(text).blocks.into_iter().chain(finding.blocks).collect(), verdicts })
}

/// The verdicts on breaking pairs and triplets of a rank.
pub fn judged(name: &str, reading: Reading, histories: &[&History], rank: u8, better: Better) -> Vec<Verdict> {
    let deed = if better == Better::Lower { "kept" } else { "broken" };
    let judge = |(cell, (held, _)): (Option<&'static str>, (u8, &str))| {
        let what = if held == 2 { "pairs" } else { "triplets" };
        let breaking = over_standards(histories, |values| values.value(rank, held, 1) - values.value(rank, held, held));
        let verdict =
            Verdict::claim(format!("{name}: {what} of rank {} are {deed}", rank_name(rank)), breaking, better);
        let standing = cell.map_or(Standing::Own, |cell| Standing::Published(cell, reading));
        Verdict { standing, ..verdict }
    };
    cells(rank).into_iter().zip(BREAKS).map(judge).collect()
}

fn figure(name: &str, caption: &str, rank: u8, shown: &[(&str, Vec<&History>)]) -> Figure {
    let plays = PLAYS.map(|(held, played)| format!("{played} of {held}"));
    let axis = Axis::new("cards played of the cards held").names(plays);
    let mut figure = Figure::new(name, caption, axis, Axis::new("value"));
    for (reading, histories) in shown {
        let points = (1u8..).zip(PLAYS).map(|(place, (held, played))| {
            let value = over_standards(histories, |values| values.value(rank, held, played));
            Point::estimate(f64::from(place), value)
        });
        figure = figure.series(Series::ours(*reading, Look::Bars, points));
    }
    figure
}

fn table(name: &str, caption: &str, rank: u8, shown: &[(&str, Vec<&History>)]) -> ResultTable {
    let heads = ["reading", "held", "played", "value", "made so often, mean", "advised in"];
    let mut table = ResultTable::new(name, caption, heads);
    for (reading, histories) in shown {
        for (held, played) in PLAYS {
            let visits: u64 = histories.iter().map(|run| run.standard.visits(rank, held, played)).sum();
            let advised = histories.iter().filter(|run| advice(run, rank, held) == played).count();
            table.row([
                Cell::text(*reading),
                Cell::text(held.to_string()),
                Cell::text(played.to_string()),
                Cell::ours(over_standards(histories, |values| values.value(rank, held, played)), 3),
                Cell::text(number::count(visits / histories.len().max(1) as u64)),
                Cell::text(format!("{advised} of {}", histories.len())),
            ]);
        }
    }
    table
}

/// How many cards a run would play at once, leading; the fewest of equals.
pub fn advice(run: &History, rank: u8, held: u8) -> u8 {
    let value = |played| run.standard.value(rank, held, played);
    (1..=held).fold(1, |best, played| if value(played) > value(best) { played } else { best })
}
