use super::learned::{
    CELLS, MODES, MONTE_CARLO, Mode, OPPONENTS, PAPER_RUNS, ROWS, STOCK, below_par, over, paper_error, ratios,
    table_runs,
};
use crate::{
    Axis, Bench, Better, Cell, Experiment, Figure, Finding, LabError, Look, Marks, Part, Point, Reading, ResultTable,
    Series, Verdict, number,
};

pub const TABLE_2: Experiment = Experiment {
    name: "table-2",
    title: "Table 2: what the new actions and the SVR bring",
    claim: "After 100,000 deals of learning the penalty ratio against three rule players is 0.2354 for the previous work, \
            0.2181 with new actions only, 0.2429 with SVR only and 0.2170 with both; against three Monte Carlo players \
            0.2657, 0.2549, 0.2685 and 0.2503. Mean of five runs; those below 0.25 in brackets.",
    part: Part::Paper,
    run: table_2,
};

fn table_2(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let all = table_runs(bench)?;
    let mut finding = Finding::new().text(
        "Penalty ratio: own points divided by 26, 0.25 is par, lower is better. In every mode the same four learners. The \
         paper does not say how its Monte Carlo player plays its simulations to the end: against playouts of random \
         cards and of random actions. A run has deals of its own, so that the interval over the runs has the error of \
         the deals, too.",
    );
    for exam in [STOCK, MONTE_CARLO] {
        finding = finding.figure(figure(&all, exam)?);
    }
    for (mode, rows) in MODES.iter().zip(&all) {
        finding = finding.text(how(bench, mode)).table(table(mode, rows)?);
        for ((row, runs), cells) in ROWS.iter().zip(rows).zip(CELLS) {
            for (exam, opponents) in OPPONENTS.into_iter().enumerate() {
                let runs = ratios(runs, exam)?;
                let error = paper_error(&runs, mode.exam_deals(bench)[exam]);
                let what = format!("{}: {} against {opponents}", mode.name, row.name);
                let published = row.published[exam.min(MONTE_CARLO)];
                let verdict = Verdict::figure(what, published, 4, over(&runs), error, Better::Lower);
                // Playouts of random actions are another reading of the Monte Carlo player.
                let reading = if exam > MONTE_CARLO { Reading::Other } else { mode.reading() };
                finding = finding.verdict(verdict.of(cells[exam.min(MONTE_CARLO)], reading));
            }
        }
    }
    Ok(finding)
}

fn how(bench: &Bench<'_>, mode: &Mode) -> String {
    let [stock, cards, actions] = mode.exam_deals(bench).map(number::count);
    format!(
        "**{}**: {}. {} deals of learning against three rule players, {} seeds; measured on {stock} deals against rule \
         players, {cards} and {actions} against Monte Carlo, each in four rotations.",
        mode.name,
        about(mode),
        number::count(mode.deals(bench)),
        mode.seeds(bench).len(),
    )
}

/// What a mode is, in a few words.
fn about(mode: &Mode) -> &'static str {
    match mode.name {
        "average" => "our own reading: means of what each action cost from then on",
        "resonant" => "the printed rule of learning, with a category for every state",
        "as-printed" => "network and rule of learning word for word",
        _ => "the textbook's network, with temporal differences as feedback",
    }
}

fn table(mode: &Mode, rows: &[Vec<Marks>]) -> Result<ResultTable, LabError> {
    let heads = [
        "learner",
        "paper, rule",
        "ours, 3 stock",
        "runs below 0.25, 3 stock",
        "paper, Monte Carlo",
        "ours, 3 mc (cards)",
        "runs below 0.25, 3 mc (cards)",
        "ours, 3 mc (actions)",
        "runs below 0.25, 3 mc (actions)",
    ];
    let caption = format!("Table 2, mode `{}`; in brackets how many runs of the paper are below 0.25", mode.name);
    let mut table = ResultTable::new(mode.name, caption, heads);
    for (row, runs) in ROWS.iter().zip(rows) {
        let mut cells = vec![Cell::text(row.name)];
        for exam in 0..OPPONENTS.len() {
            let ours = ratios(runs, exam)?;
            if let Some(&published) = row.published.get(exam) {
                cells.push(Cell::Published(published, 4));
            }
            let below = format!("{} of {}", below_par(&ours), ours.len());
            let theirs = row.below.get(exam).map(|below| format!(" ({below} of {PAPER_RUNS})"));
            cells.extend([Cell::ours(over(&ours), 4), Cell::text(below + &theirs.unwrap_or_default())]);
        }
        table.row(cells);
    }
    Ok(table)
}

/// All modes beside the paper.
fn figure(all: &[Vec<Vec<Marks>>], exam: usize) -> Result<Figure, LabError> {
    let caption = format!(
        "Penalty ratio against {} of the learners of Table 2. Bars are 95% intervals over the runs.",
        OPPONENTS[exam]
    );
    let name = if exam == STOCK { "rule" } else { "monte-carlo" };
    let axis = Axis::new("learner").names(ROWS.iter().map(|row| row.name));
    let mut figure = Figure::new(name, caption, axis, Axis::new("penalty ratio"));
    for (number, (mode, rows)) in MODES.iter().zip(all).enumerate() {
        let mut points = Vec::new();
        for (place, runs) in rows.iter().enumerate() {
            // Side by side, so that intervals do not cover each other.
            let x = place as f64 + 1.0 + (number as f64 - 1.5) * 0.1;
            points.push(Point::estimate(x, over(&ratios(runs, exam)?)));
        }
        figure = figure.series(Series::ours(mode.name, Look::Markers, points));
    }
    let published = ROWS.iter().enumerate().map(|(place, row)| Point::new(place as f64 + 1.0, row.published[exam]));
    Ok(figure.series(Series::published("paper", Look::Markers, published)))
}
