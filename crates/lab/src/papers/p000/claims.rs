use kirifuda_play::math;

use super::learned::{
    ACTIONS, BOTH, MODES, MONTE_CARLO, OPPONENTS, PAR, PREVIOUS, ROWS, SVR, over, paper_error, ratios, table_runs,
};
use crate::verdict::means;
use crate::{
    Bench, Better, Cell, Experiment, Finding, LabError, Part, Published, Reading, ResultTable, Verdict, paired,
};

pub const CLAIM_ACTIONS: Experiment = Experiment {
    name: "claim-actions",
    title: "Claim: strategic actions help",
    claim: "Actions made from the strategies of Hearts lower the penalty ratio, against rule players and against Monte \
            Carlo players.",
    part: Part::Paper,
    run: |bench| {
        let alone = ["new actions help against rule players", "new actions help against Monte Carlo"];
        let with = ["new actions help with SVR against rule players", "new actions help with SVR against Monte Carlo"];
        compare(bench, &[(ACTIONS, PREVIOUS, Better::Lower, alone), (BOTH, SVR, Better::Lower, with)])
    },
};

pub const CLAIM_SVR: Experiment = Experiment {
    name: "claim-svr",
    title: "Claim: predicting danger while learning helps",
    claim: "With the new actions, the SVR while learning lowers the penalty ratio further; alone it makes little \
            difference.",
    part: Part::Paper,
    run: |bench| {
        let with =
            ["SVR helps with new actions against rule players", "SVR helps with new actions against Monte Carlo"];
        let alone = [
            "SVR alone makes little difference against rule players",
            "SVR alone makes little difference against Monte Carlo",
        ];
        compare(bench, &[(BOTH, ACTIONS, Better::Lower, with), (SVR, PREVIOUS, Better::Neither, alone)])
    },
};

/// Rows of Table 2 that differ in one change: with it, without it, what the paper says of it, and the cells.
type Pair = (usize, usize, Better, [&'static str; 2]);

fn compare(bench: &Bench<'_>, pairs: &[Pair]) -> Result<Finding, LabError> {
    let all = table_runs(bench)?;
    let heads = ["mode", "against", "with", "without", "ratio with", "ratio without", "difference", "in the paper"];
    let caption = "The runs of Table 2: mean of the differences of runs from equal seeds on the same deals";
    let mut table = ResultTable::new("differences", caption, heads);
    let mut verdicts = Vec::new();
    for (mode, rows) in MODES.iter().zip(&all) {
        for &(with, without, better, cells) in pairs {
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
                let figure = |row: usize| Published { value: ROWS[row].published[place], digits: 4 };
                let error = |runs| paper_error(runs, mode.exam_deals(bench)[exam]);
                let verdict = match better {
                    Better::Neither => Verdict::same(what, difference, PAR),
                    _ => {
                        let (size, error) =
                            (figure(with).less(figure(without)), math::hypot(error(&ours), error(&other)));
                        Verdict::sized(what, difference, size, error, better)
                    }
                };
                let reading = if exam > MONTE_CARLO { Reading::Other } else { mode.reading() };
                verdicts.push(verdict.of(cells[place], reading));
            }
        }
    }
    let runs: Vec<String> =
        MODES.iter().map(|mode| format!("{} of `{}`", mode.seeds(bench).len(), mode.name)).collect();
    let text = format!("Runs: {}. A difference below 0 means fewer points.", runs.join(", "));
    Ok(Finding::new().text(text).table(table).verdicts(verdicts))
}
