use super::learned::{ACTIONS, BOTH, MODES, MONTE_CARLO, OPPONENTS, PREVIOUS, ROWS, SVR, over, ratios, table_runs};
use crate::verdict::means;
use crate::{Bench, Better, Cell, Experiment, Finding, LabError, Part, ResultTable, Verdict, paired};

pub const CLAIM_ACTIONS: Experiment = Experiment {
    name: "claim-actions",
    title: "Claim: strategic actions help",
    claim: "Actions made from the strategies of Hearts lower the penalty ratio, against rule players and against Monte \
            Carlo players.",
    part: Part::Paper,
    run: |bench| compare(bench, &[(ACTIONS, PREVIOUS, Better::Lower), (BOTH, SVR, Better::Lower)]),
};

pub const CLAIM_SVR: Experiment = Experiment {
    name: "claim-svr",
    title: "Claim: predicting danger while learning helps",
    claim: "With the new actions, the SVR while learning lowers the penalty ratio further; alone it makes little \
            difference.",
    part: Part::Paper,
    run: |bench| compare(bench, &[(BOTH, ACTIONS, Better::Lower), (SVR, PREVIOUS, Better::Neither)]),
};

/// Rows of Table 2 that differ in one change: with it, without it, and what the paper says of it.
type Pair = (usize, usize, Better);

fn compare(bench: &Bench<'_>, pairs: &[Pair]) -> Result<Finding, LabError> {
    let all = table_runs(bench)?;
    let heads = ["mode", "against", "with", "without", "ratio with", "ratio without", "difference", "in the paper"];
    let caption = "The runs of Table 2: mean of the differences of runs from equal seeds on the same deals";
    let mut table = ResultTable::new("differences", caption, heads);
    let mut verdicts = Vec::new();
    for (mode, rows) in MODES.iter().zip(&all) {
        for &(with, without, better) in pairs {
            for (exam, opponents) in OPPONENTS.into_iter().enumerate() {
                let [ours, other] = [ratios(&rows[with], exam)?, ratios(&rows[without], exam)?];
                let difference = paired(&means(&ours), &means(&other));
                let [one, two] = [&ROWS[with], &ROWS[without]];
                let place = exam.min(MONTE_CARLO);
                table.row([
                    Cell::text(mode.name),
                    Cell::text(opponents),
                    Cell::text(one.name),
                    Cell::text(two.name),
                    Cell::ours(over(&ours), 4),
                    Cell::ours(over(&other), 4),
                    Cell::ours(difference, 4),
                    Cell::Published(one.published[place] - two.published[place], 4),
                ]);
                let says = if better == Better::Neither { "is no different from" } else { "is lower than" };
                let what = format!("{}, against {opponents}: {} {says} {}", mode.name, one.name, two.name);
                verdicts.push(Verdict::claim(what, difference, better));
            }
        }
    }
    let runs: Vec<String> =
        MODES.iter().map(|mode| format!("{} of `{}`", mode.seeds(bench).len(), mode.name)).collect();
    let text = format!(
        "Runs: {}. A difference below 0 means fewer points. \"No different\" can only be contradicted or stay open.",
        runs.join(", ")
    );
    Ok(Finding::new().text(text).table(table).verdicts(verdicts))
}
