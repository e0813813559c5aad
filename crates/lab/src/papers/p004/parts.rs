use super::course::{
    CHOSEN, CHOSEN_CAPPED, CHOSEN_OUTRIGHT, DEALT, DEALT_OUTRIGHT, PAPER_LEARNER, Reading, Sizes, exact_at, runs,
};
use crate::{
    Bench, Better, Cell, Experiment, Finding, LabError, Part, ResultTable, Verdict, number, over_seeds, paired,
};
use kirifuda_players::monsters::learner::Parts;

pub const PARTS: Experiment = Experiment {
    name: "parts",
    title: "Each part of the learner switched off alone",
    claim: "The paper switches off status and trap only. What does each of the seven parts bring, with a chosen team and with \
            random teams?",
    part: Part::Beyond,
    run: parts,
};

/// The row of the trap as the paper has it.
const PRINTED_TRAP: &str = "nothing, but the trap is learned from every turn";

fn parts(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let sizes = Sizes::of(bench);
    let (games, deals) = (sizes.level(), bench.scaled(4, 200, 500));
    let mut courses = vec![sizes.short(PAPER_LEARNER, "balanced", games, deals)];
    let with = |settings: &str| sizes.short(&format!("{PAPER_LEARNER},{settings}"), "balanced", games, deals);
    courses.extend(Parts::NAMES.iter().map(|part| with(&format!("off={part}"))));
    courses.push(with("trap-lessons=every"));
    let all = runs(bench, &courses, sizes.runs)?;
    let heads =
        ["off", "won", "outright", "lost without it", "capped", "random teams: won", "outright", "lost without it"];
    let caption = format!("Percent of games against balanced after {} games", number::count(games));
    let mut table = ResultTable::new("parts", caption, heads);
    let mut verdicts = Vec::new();
    for (off, marks) in ["nothing"].into_iter().chain(Parts::NAMES).chain([PRINTED_TRAP]).zip(&all) {
        let cell = |reading: Reading| Cell::ours(over_seeds(&exact_at(marks, 0, games, reading)), 1);
        let lost =
            |reading: Reading| paired(&exact_at(&all[0], 0, games, reading), &exact_at(marks, 0, games, reading));
        let is_base = off == "nothing";
        let difference = |reading| if is_base { Cell::Empty } else { Cell::ours(lost(reading), 1) };
        table.row([
            Cell::text(off),
            cell(CHOSEN),
            cell(CHOSEN_OUTRIGHT),
            difference(CHOSEN_OUTRIGHT),
            cell(CHOSEN_CAPPED),
            cell(DEALT),
            cell(DEALT_OUTRIGHT),
            difference(DEALT_OUTRIGHT),
        ]);
        if !is_base {
            for (teams, reading) in [("a chosen team", CHOSEN_OUTRIGHT), ("random teams", DEALT_OUTRIGHT)] {
                let what = match off == PRINTED_TRAP {
                    true => format!(
                        "learning from the traps that were set, not from every turn, is missed with {teams}, points outright"
                    ),
                    false => format!("`{off}` is missed with {teams}, points outright"),
                };
                verdicts.push(Verdict::claim(what, lost(reading), Better::Higher));
            }
        }
    }
    let how = format!(
        "`{PAPER_LEARNER},off=…`: {} trainings each of {} games against balanced, from the same seeds, then {} games with a chosen \
         team and as many with random teams. What each part does when it is off: affinity takes every \
         factor for 1, the predictor all acts for equally likely, every state is worth 0, all monsters have the same features, \
         the team is the one dealt, poison and trap are worth nothing. The last row learns whether a trap snaps from every turn, as the          paper has it (`trap-lessons=every`): whether the other uses its status attack within three turns. But a rule player that          sees a trap waits until it is gone, so what happens without a trap does not tell what happens with one. Learned from the          turns in which a trap was really set, traps are seen to be worth little, and the turn is not spent.",
        sizes.runs,
        number::count(games),
        number::count(2 * deals),
    );
    Ok(Finding::new().text(how).table(table).verdicts(verdicts))
}
