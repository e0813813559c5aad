use super::course::{CHOSEN, CHOSEN_OUTRIGHT, DEALT, DEALT_OUTRIGHT, Marks, Reading, STYLES, Sizes, exact_at, runs};
use crate::{
    Bench, Better, Cell, Experiment, Finding, LabError, Part, ResultTable, Verdict, number, over_seeds, paired,
};

pub const BELIEFS: Experiment = Experiment {
    name: "beliefs",
    title: "What is thought of the hidden bench",
    claim: "The paper samples hidden states uniformly and names it as its weak point. What do beliefs bring that come from the \
            report on the other's team, or from its play?",
    part: Part::Beyond,
    run: beliefs,
};

/// Values of the setting `belief`, the paper's first.
const KINDS: [(&str, &str); 3] = [
    ("uniform", "every bench is as likely as any other (the paper)"),
    ("report", "the other's team is one of those that the report fits"),
    ("learned", "benches are weighed by how well they explain what the other has done"),
];

fn beliefs(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let sizes = Sizes::of(bench);
    let (games, deals) = (sizes.games(), bench.scaled(4, 200, 500));
    let mut courses = Vec::new();
    for style in STYLES {
        courses.extend(KINDS.map(|(belief, _)| sizes.short(&format!("learner:belief={belief}"), style, games, deals)));
    }
    let all = runs(bench, &courses, sizes.runs)?;
    let heads = ["against", "belief", "won", "outright", "gained", "random teams: won", "outright", "gained"];
    let caption =
        format!("Percent of games after {} games; gained: outright, over the uniform belief", number::count(games));
    let mut table = ResultTable::new("beliefs", caption, heads);
    let mut verdicts = Vec::new();
    for (style, kinds) in STYLES.iter().zip(all.chunks(KINDS.len())) {
        for ((belief, _), marks) in KINDS.iter().zip(kinds) {
            let at = |marks: &[Marks], reading: Reading| exact_at(marks, 0, games, reading);
            let gained = |reading: Reading| paired(&at(marks, reading), &at(&kinds[0], reading));
            let is_base = *belief == KINDS[0].0;
            let gain = |reading| if is_base { Cell::Empty } else { Cell::ours(gained(reading), 1) };
            let cell = |reading: Reading| Cell::ours(over_seeds(&at(marks, reading)), 1);
            table.row([
                Cell::text(*style),
                Cell::text(*belief),
                cell(CHOSEN),
                cell(CHOSEN_OUTRIGHT),
                gain(CHOSEN_OUTRIGHT),
                cell(DEALT),
                cell(DEALT_OUTRIGHT),
                gain(DEALT_OUTRIGHT),
            ]);
            let judged = [("a chosen team", CHOSEN_OUTRIGHT), ("random teams", DEALT_OUTRIGHT)];
            // Without a report there is nothing to believe.
            let judged = match *belief {
                "uniform" => &judged[..0],
                "report" => &judged[..1],
                _ => &judged[..],
            };
            for (teams, reading) in judged {
                let what = format!("`belief={belief}` helps against {style} with {teams}, points outright");
                verdicts.push(Verdict::claim(what, gained(*reading), Better::Higher));
            }
        }
    }
    let kinds: Vec<String> = KINDS.iter().map(|(belief, about)| format!("`{belief}`: {about}")).collect();
    let how = format!(
        "{} trainings each of {} games from the same seeds, then {} games with a chosen team and as many with random teams, for \
         which there is no report. {}.",
        sizes.runs,
        number::count(games),
        number::count(2 * deals),
        kinds.join("; "),
    );
    Ok(Finding::new().text(how).table(table).verdicts(verdicts))
}
