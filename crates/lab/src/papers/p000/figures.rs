use kirifuda_arena::Estimate;

use super::learned::{
    BOTH, MODES, MONTE_CARLO, Mode, OPPONENTS, PREVIOUS, Pupil, ROWS, STOCK, below_par, from_par, opponents, over,
    ratios, table_step, training_seeds,
};
use crate::verdict::means;
use crate::{
    Axis, Bench, Better, Cell, Experiment, Figure, Finding, LabError, Look, Marks, Part, Point, ResultTable, Series,
    Verdict, number, over_seeds, paired,
};

pub const FIGURE_3: Experiment = Experiment {
    name: "figure-3",
    title: "Figure 3: the ratio against rule players, by deals learned from",
    claim: "Against three rule players the penalty ratio falls below 0.25 already in the previous work; with the method it \
            is lower still.",
    part: Part::Paper,
    run: |bench| figure(bench, STOCK),
};

pub const FIGURE_4: Experiment = Experiment {
    name: "figure-4",
    title: "Figure 4: the ratio against Monte Carlo players, by deals learned from",
    claim: "Against three Monte Carlo players the previous work never falls below a penalty ratio of 0.25. With the method \
            the ratio is lower, and some runs fall below 0.25.",
    part: Part::Paper,
    run: |bench| figure(bench, MONTE_CARLO),
};

/// The cells.
pub const BELOW_PAR: &str = "the previous work falls below 0.25 against rule players";
pub const NEVER_BELOW: &str = "the previous work never falls below 0.25 against Monte Carlo";
pub const LOWER: [&str; 2] =
    ["the method is lower still against rule players", "the method is lower against Monte Carlo"];
pub const SOME_RUNS: &str = "some runs with the method fall below 0.25 against Monte Carlo";

/// The paper does not say from where on.
const LATE: &str = "the mean of the points from a tenth of the deals on";

/// The two curves of each figure.
const CURVES: [(usize, &str); 2] = [(BOTH, "with the method"), (PREVIOUS, "without")];

/// The modes that are drawn: td-falcon has no part in the paper.
const DRAWN: usize = 3;

/// One curve: after so many deals, each a training of its own, the runs.
pub(super) struct Curve {
    pub mode: &'static Mode,
    pub row: usize,
    pub points: Vec<(u64, Vec<Marks>)>,
}

/// The paper's numbers of deals up to so many; a slow mode and a small run have fewer.
pub(super) fn points(all: u64, slow: bool, small: bool) -> Vec<u64> {
    let tenths: &[u64] = match (slow, small) {
        (true, _) => &[1, 10],
        (false, true) => &[1, 2, 5, 10],
        (false, false) => &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    };
    let early = [0, 1, 100, 1_000].into_iter().filter(|&deals| deals * 10 < all);
    early.chain(tenths.iter().map(|tenth| all * tenth / 10)).collect()
}

/// All curves, for both figures.
fn curves(bench: &Bench<'_>) -> Result<Vec<Curve>, LabError> {
    let seeds = training_seeds(bench, bench.scaled(2, 3, 5));
    let [stock, cards, _] = opponents(bench);
    let mut plan = Vec::new();
    let mut steps = Vec::new();
    for mode in &MODES[..DRAWN] {
        // The middle of the curve needs fewer deals than its end, which Table 2 has.
        let [stock_deals, _, _] = mode.exam_deals(bench);
        let mc_deals = bench.scaled(2, 20, if mode.name == MODES[0].name { 312 } else { 200 });
        let matches = [(stock, stock_deals / 2), (cards, mc_deals)];
        for (row, _) in CURVES {
            for deals in points(mode.deals(bench), mode.slow, bench.scaled(true, true, false)) {
                // Who has learned nothing is the same from every seed.
                let seeds = if deals == 0 { &seeds[..1] } else { &seeds[..] };
                plan.push((mode, row, deals, seeds.len()));
                steps.extend(seeds.iter().map(|&seed| match deals == mode.deals(bench) {
                    true => table_step(bench, mode, &ROWS[row], seed),
                    false => Pupil::of(mode, &ROWS[row], deals, seed).examined(&matches),
                }));
            }
        }
    }
    let mut marks = bench.steps(steps)?.into_iter();
    let mut curves: Vec<Curve> = Vec::new();
    for (mode, row, deals, runs) in plan {
        let point = (deals, marks.by_ref().take(runs).collect());
        match curves.last_mut().filter(|curve| curve.mode.name == mode.name && curve.row == row) {
            Some(curve) => curve.points.push(point),
            None => curves.push(Curve { mode, row, points: vec![point] }),
        }
    }
    Ok(curves)
}

impl Curve {
    fn estimates(&self, exam: usize) -> Result<Vec<(u64, Estimate)>, LabError> {
        self.points.iter().map(|(deals, runs)| Ok((*deals, over(&ratios(runs, exam)?)))).collect()
    }

    /// For each run the mean of its points from a tenth of all deals on.
    pub fn late(&self, exam: usize) -> Result<Vec<f64>, LabError> {
        let all = self.points.last().map_or(0, |(deals, _)| *deals);
        let mut sums: Vec<f64> = Vec::new();
        let mut count = 0.0;
        for (_, runs) in self.points.iter().filter(|(deals, _)| deals * 10 >= all) {
            let here = means(&ratios(runs, exam)?);
            sums.resize(here.len(), 0.0);
            sums.iter_mut().zip(here).for_each(|(sum, ratio)| *sum += ratio);
            count += 1.0;
        }
        Ok(sums.into_iter().map(|sum| sum / count).collect())
    }

    fn name(&self) -> &'static str {
        CURVES.iter().find(|(row, _)| *row == self.row).map_or("", |(_, name)| *name)
    }
}

fn figure(bench: &Bench<'_>, exam: usize) -> Result<Finding, LabError> {
    let curves = curves(bench)?;
    let mut finding = Finding::new().text(how(bench));
    let (mut tables, mut verdicts) = (Vec::new(), Vec::new());
    for pair in curves.chunks(CURVES.len()) {
        let [with, without] = pair else { continue };
        finding = finding.figure(drawing(pair, exam)?);
        tables.push(table(with, without, exam)?);
        verdicts.extend(judgements(with, without, exam)?);
    }
    for table in tables {
        finding = finding.table(table);
    }
    Ok(finding.verdicts(verdicts))
}

fn how(bench: &Bench<'_>) -> String {
    format!(
        "Every number of deals is a training of its own that is planned for it, from {} seeds. The method: new actions and \
         SVR while learning. The paper draws its curves without numbers; its figures after 100,000 deals are in Table 2 \
         and stand here as levels.",
        bench.scaled(2, 3, 5)
    )
}

fn drawing(pair: &[Curve], exam: usize) -> Result<Figure, LabError> {
    let mode = pair[0].mode.name;
    let caption = format!(
        "Mode `{mode}`: penalty ratio against {} after learning from so many deals; bands are 95% intervals.",
        OPPONENTS[exam]
    );
    // Half of the points are below a hundredth of the way.
    let mut figure = Figure::new(mode, caption, Axis::new("deals learned from").log(), Axis::new("penalty ratio"));
    for curve in pair {
        let points = curve.estimates(exam)?.into_iter().map(|(deals, ours)| Point::estimate(deals as f64, ours));
        figure = figure.series(Series::ours(curve.name(), Look::Line, points));
    }
    for (row, name) in CURVES {
        figure = figure.series(Series::level(name, ROWS[row].published[exam]));
    }
    Ok(figure)
}

fn table(with: &Curve, without: &Curve, exam: usize) -> Result<ResultTable, LabError> {
    let mode = with.mode.name;
    let heads = ["deals", with.name(), "runs below 0.25, with", without.name(), "runs below 0.25, without"];
    let caption = format!("Mode `{mode}`: penalty ratio against {}", OPPONENTS[exam]);
    let mut table = ResultTable::new(mode, caption, heads);
    for ((deals, one), (_, other)) in with.points.iter().zip(&without.points) {
        let mut cells = vec![Cell::text(number::count(*deals))];
        for runs in [one, other] {
            let ours = ratios(runs, exam)?;
            let below = format!("{} of {}", below_par(&ours), ours.len());
            cells.extend([Cell::ours(over(&ours), 4), Cell::text(below)]);
        }
        table.row(cells);
    }
    Ok(table)
}

/// What the text says of the curves.
pub(super) fn judgements(with: &Curve, without: &Curve, exam: usize) -> Result<Vec<Verdict>, LabError> {
    let (mode, reading) = (with.mode.name, with.mode.reading());
    let (with_late, without_late) = (with.late(exam)?, without.late(exam)?);
    let mut verdicts = Vec::new();
    let below = |name: &str, late: &[f64]| {
        let what = format!("{mode}: {name}, the ratio stays below 0.25");
        Verdict::claim(what, from_par(over_seeds(late)), Better::Lower).by_our(LATE)
    };
    if exam == STOCK {
        verdicts.push(below("without", &without_late).of(BELOW_PAR, reading));
        verdicts.push(below("with the method", &with_late));
    } else {
        let lowest = without.estimates(exam)?.into_iter().map(|(_, ours)| ours);
        if let Some(lowest) = lowest.min_by(|one, other| one.mean.total_cmp(&other.mean)) {
            let what = format!("{mode}: without, the lowest point of the curve is above 0.25");
            verdicts.push(Verdict::claim(what, from_par(lowest), Better::Higher).of(NEVER_BELOW, reading));
        }
        let ends = with.points.last().map_or(Ok(Vec::new()), |(_, runs)| ratios(runs, exam))?;
        if let Some(&lowest) = ends.iter().min_by(|one, other| one.mean.total_cmp(&other.mean)) {
            let what = format!("{mode}: with the method, the lowest run ends below 0.25");
            let verdict = Verdict::claim(what, from_par(lowest), Better::Lower);
            verdicts.push(
                verdict.by_our("the lowest run at the last point, by the interval of its deals").of(SOME_RUNS, reading),
            );
        }
        verdicts.push(below("with the method", &with_late));
    }
    let what = format!("{mode}: the method lowers the ratio");
    let lower = Verdict::claim(what, paired(&with_late, &without_late), Better::Lower).by_our(LATE);
    verdicts.push(lower.of(LOWER[exam], reading));
    Ok(verdicts)
}
