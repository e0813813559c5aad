use super::curves::{first_table, games, second_table};
use super::learned::{ALL_STATE, NO_8, READINGS, UNDER_12, ahead, finals, phase};
use crate::{Bench, Better, Cell, Experiment, Finding, LabError, Part, ResultTable, Verdict, number, over_seeds};

pub const CLAIMS: Experiment = Experiment {
    name: "claims",
    title: "The three claims: ahead of each of the better fixed players",
    claim: "Play-evaluation learning gets ahead of PSInAllState while it learns; without exploration ahead of PSUnder12; and \
            with the same values ahead of PSUnder12No8, the best fixed player, which it never met.",
    part: Part::Paper,
    run: claims,
};

fn claims(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let (first, second) = (first_table(bench)?, second_table(bench)?);
    let [learning, _, playing, last] = games(bench);
    let rows = [
        (&first, 0, "ahead of PSInAllState while learning", ALL_STATE, learning),
        (&second, 1, "ahead of PSUnder12 without exploration", UNDER_12, playing),
        (&second, 2, "ahead of PSUnder12No8, which it never met", NO_8, last),
    ];
    let heads = ["claim", "reading", "against 4", "games", "score", "score a game", "runs ahead"];
    let mut table = ResultTable::new("claims", "Score at the end, means of the runs; par is 0", heads);
    let mut verdicts = Vec::new();
    for (runs, number, claim, opponents, games) in rows {
        for (reading, runs) in READINGS.iter().zip(runs) {
            let ends = finals(&phase(runs, number)?);
            let each: Vec<f64> = ends.iter().map(|score| score / games.max(1) as f64).collect();
            table.row([
                Cell::text(claim),
                Cell::text(reading.name),
                Cell::text(format!("`{opponents}`")),
                Cell::text(number::count(games)),
                Cell::ours(over_seeds(&ends), 0),
                Cell::ours(over_seeds(&each), 4),
                Cell::text(format!("{} of {}", ahead(&ends), ends.len())),
            ]);
            verdicts.push(Verdict::claim(format!("{}: {claim}", reading.name), over_seeds(&ends), Better::Higher));
        }
    }
    let text = "The runs are those of the figures. The paper shows one run of each; the last column says how often a single \
                run would have shown the same.";
    Ok(Finding::new().text(text).table(table).verdicts(verdicts))
}
