use super::learned::{
    ACTIONS, AVERAGE, BOTH, CELLS, MODES, PREVIOUS, Pupil, ROWS, STOCK, opponents, over, paper_error, ratios,
};
use crate::verdict::means;
use crate::{
    Bench, Better, Cell, Experiment, Finding, LabError, Marks, Part, Reading, ResultTable, Verdict, number, paired,
};

pub const FRESH: Experiment = Experiment {
    name: "fresh",
    title: "Readings decided before they were measured, on seeds that nothing else has seen",
    claim: "What the paper leaves unsaid: the percepts of FALCON (those of the SVR?), whether it tries while it learns, what its \
            feedback is added up to, whether the previous actions could stay below, and a Monte Carlo player that searches \
            the current trick only. Which of it comes nearer to Table 2?",
    part: Part::Beyond,
    run: fresh,
};

/// A learner, and the row of Table 2 that it is a reading of.
struct Tried {
    name: &'static str,
    row: usize,
    /// Settings besides the mode.
    settings: &'static str,
    /// The place of the one that it is compared with.
    beside: usize,
}

const fn tried(name: &'static str, row: usize, settings: &'static str, beside: usize) -> Tried {
    Tried { name, row, settings, beside }
}

/// The 22 bits of the situation that the SVR sees.
const SITUATION: &str = "actions=new,lead=0+3+6+9+11+14+15,follow=0+2+3+5+7+8+9+10+11+12";

static TRIED: [Tried; 8] = [
    tried("new actions, as it is", ACTIONS, "actions=new", 0),
    tried("always the strongest action while learning", ACTIONS, "actions=new,explore=0", 0),
    tried("percepts: the 22 bits that the SVR sees", ACTIONS, SITUATION, 0),
    tried("mean of the printed feedback", ACTIONS, "actions=new,signal=printed", 0),
    tried(
        "mean of the printed feedback, with SVR",
        BOTH,
        "actions=new,signal=printed,danger=shipped,queen-below=0.25",
        3,
    ),
    tried("previous actions, as it is", PREVIOUS, "actions=previous", 5),
    tried("previous actions and a duck", PREVIOUS, "actions=ducking", 5),
    tried("previous actions, mean of the printed feedback", PREVIOUS, "actions=previous,signal=printed", 5),
];

/// Seeds that no other experiment and no choice has seen.
const FROM: u64 = 30_000;

/// The Monte Carlo player of section 2.2: a tree of the current trick, then playouts; 200 simulations.
fn of_the_trick(bench: &Bench<'_>) -> &'static str {
    bench.scaled(
        "ismcts:sims=10,candidates=actions,depth=trick",
        "ismcts:sims=200,candidates=actions,depth=trick",
        "ismcts:sims=200,candidates=actions,depth=trick",
    )
}

fn fresh(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let mode = &MODES[AVERAGE];
    let seeds: Vec<u64> =
        (1..=bench.scaled(2, 3, 5)).map(|run| bench.seed().wrapping_mul(1_000_000).wrapping_add(FROM + run)).collect();
    let [stock, cards, _] = opponents(bench);
    let [of_stock, of_cards] = [mode.exam_deals(bench)[0], bench.scaled(2, 20, 600)];
    let matches = [(stock, of_stock), (cards, of_cards), (of_the_trick(bench), of_cards)];
    let pupil = |tried: &Tried, seed| Pupil {
        title: tried.name.to_string(),
        learner: format!("falcon:mode={},{}", mode.name, tried.settings),
        deals: mode.deals(bench),
        seed,
    };
    let steps = TRIED.iter().flat_map(|tried| seeds.iter().map(|&seed| pupil(tried, seed).examined(&matches)));
    let marks: Vec<Marks> = bench.steps(steps.collect())?;
    let runs: Vec<&[Marks]> = marks.chunks(seeds.len()).collect();
    let heads = [
        "reading",
        "settings",
        "paper",
        "against 3 stock",
        "what it brought",
        "paper",
        "against 3 mc",
        "against 3 that search the trick",
    ];
    let caption =
        "Penalty ratio after learning against 3 stock; what a change brought is paired by seeds (below 0 is better)";
    let mut table = ResultTable::new("fresh", caption, heads);
    let mut verdicts = Vec::new();
    for (place, (tried, of)) in TRIED.iter().zip(&runs).enumerate() {
        let ours = [ratios(of, 0)?, ratios(of, 1)?, ratios(of, 2)?];
        let published = ROWS[tried.row].published;
        let brought = match tried.beside == place {
            true => Cell::Empty,
            false => Cell::ours(paired(&means(&ours[0]), &means(&ratios(runs[tried.beside], 0)?)), 4),
        };
        table.row([
            Cell::text(tried.name),
            Cell::text(format!("`{}`", tried.settings)),
            Cell::Published(published[0], 4),
            Cell::ours(over(&ours[0]), 4),
            brought,
            Cell::Published(published[1], 4),
            Cell::ours(over(&ours[1]), 4),
            Cell::ours(over(&ours[2]), 4),
        ]);
        let kinds =
            [("3 stock", 0, of_stock, STOCK), ("3 mc", 1, of_cards, 1), ("3 that search the trick", 2, of_cards, 1)];
        for (who, exam, deals, cell) in kinds {
            let what = format!("{}, against {who}", tried.name);
            let error = paper_error(&ours[exam], deals);
            let verdict = Verdict::figure(what, published[cell], 4, over(&ours[exam]), error, Better::Lower);
            verdicts.push(verdict.of(CELLS[tried.row][cell], Reading::Other));
        }
    }
    let how = format!(
        "{} deals of learning, {} seeds; measured on {} deals against {stock}, {} against `{cards}` and `{}`. All readings were \
         decided before measuring; none was left out.",
        number::count(mode.deals(bench)),
        seeds.len(),
        number::count(of_stock),
        number::count(of_cards),
        of_the_trick(bench),
    );
    Ok(Finding::new().text(how).table(table).verdicts(verdicts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reading_is_compared_with_one_of_its_own_actions() {
        for tried in &TRIED {
            let beside = &TRIED[tried.beside];
            let new = |tried: &Tried| ROWS[tried.row].new_actions;
            assert_eq!(new(tried), new(beside), "{}", tried.name);
        }
    }
}
