use kirifuda_arena::Estimate;

use super::learned::{
    ALL_STATE, B, B_PRIME, History, NO_8, Phase, Pupil, READINGS, RULES, UNDER_12, ahead, curve, finals, phase, rates,
    runs, scores_at, seeds,
};
use crate::{
    Axis, Bench, Better, Cell, Experiment, Figure, Finding, LabError, Look, Part, Point, ResultTable, Series, Verdict,
    number, over_seeds, paired,
};

pub const FIGURES_4_5: Experiment = Experiment {
    name: "figures-4-5",
    title: "Figures 4 and 5: UseMEL learns against PSInAllState",
    claim: "Over 30,000 games with ε = 0.05 it loses heavily at first, rises from about 5,000 games on, and ends ahead.",
    part: Part::Paper,
    run: |bench| against_all_state(bench),
};

pub const FIGURE_7: Experiment = Experiment {
    name: "figure-7",
    title: "Figure 7: UseMEL learns against PSUnder12",
    claim: "Over 30,000 games with ε = 0.05 it does not get ahead, but loses less and less.",
    part: Part::Paper,
    run: |bench| against_under_12(bench),
};

pub const FIGURE_8: Experiment = Experiment {
    name: "figure-8",
    title: "Figure 8: what was learned, with ε = 0, against PSUnder12",
    claim: "Without exploration it gets ahead of PSUnder12.",
    part: Part::Paper,
    run: |bench| without_exploration(bench, 1, "figure-8"),
};

pub const FIGURE_10: Experiment = Experiment {
    name: "figure-10",
    title: "Figure 10: what was learned against PSUnder12, with ε = 0, against PSUnder12No8",
    claim: "Over 50,000 games it gets ahead of PSUnder12No8, which it never met.",
    part: Part::Paper,
    run: |bench| without_exploration(bench, 2, "figure-10"),
};

/// Points of a curve.
pub const POINTS: u64 = 60;

/// Games of the paper's four curves.
pub fn games(bench: &Bench<'_>) -> [u64; 4] {
    bench.scaled([600, 600, 600, 1_000], [30_000, 30_000, 30_000, 50_000], [30_000, 30_000, 30_000, 50_000])
}

/// The seeds of the paper's experiments. Luck alone moves 50,000 games by ±316.
pub fn paper_seeds(bench: &Bench<'_>) -> Vec<u64> {
    seeds(bench, bench.scaled(3, 10, 40))
}

/// Runs against PSInAllState, by reading.
pub fn first_table(bench: &Bench<'_>) -> Result<Vec<Vec<Vec<History>>>, LabError> {
    let phases = vec![Phase::learning(ALL_STATE, games(bench)[0])];
    let lives: Vec<_> = READINGS.iter().map(|&reading| (reading, RULES, phases.clone())).collect();
    runs(bench, &lives, &paper_seeds(bench), POINTS)
}

/// Runs that learn against PSUnder12 and play what was learned against it and PSUnder12No8, by reading.
pub fn second_table(bench: &Bench<'_>) -> Result<Vec<Vec<Vec<History>>>, LabError> {
    let [_, learning, playing, last] = games(bench);
    let phases =
        vec![Phase::learning(UNDER_12, learning), Phase::playing(UNDER_12, playing), Phase::playing(NO_8, last)];
    let lives: Vec<_> = READINGS.iter().map(|&reading| (reading, RULES, phases.clone())).collect();
    runs(bench, &lives, &paper_seeds(bench), POINTS)
}

/// The cells.
pub const DIP: [&str; 3] =
    ["loses at first against PSInAllState", "rises from about 5,000 games on", "ends ahead of PSInAllState"];
pub const FLATTER: [&str; 2] = ["does not get ahead of PSUnder12 while learning", "loses less and less to PSUnder12"];
pub const AHEAD: [&str; 2] =
    ["gets ahead of PSUnder12 without exploration", "gets ahead of PSUnder12No8, which it never met"];

/// The verdicts on the dip and the rise.
pub fn dip_and_rise(reading: &Pupil, histories: &[&History], all: u64) -> Vec<Verdict> {
    let turn = all / 6;
    let say = |what: &str| format!("{}: {what}", reading.name);
    let turn_text = number::count(turn);
    let of = |number: usize, verdict: Verdict| verdict.of(DIP[number], reading.reading());
    let behind = Verdict::claim(
        say(&format!("behind after {turn_text} games")),
        over_seeds(&scores_at(histories, turn)),
        Better::Lower,
    );
    let rises = Verdict::claim(
        say(&format!("rises from {turn_text} games on (score a game)")),
        over_seeds(&rates(histories, turn, all)),
        Better::Higher,
    );
    let ends = Verdict::claim(say("ends ahead of PSInAllState"), over_seeds(&finals(histories)), Better::Higher);
    vec![of(0, behind.by_our("the score after a sixth of the games")), of(1, rises), of(2, ends)]
}

/// The verdicts on a loss that flattens.
pub fn flattening(reading: &Pupil, histories: &[&History], all: u64) -> Vec<Verdict> {
    let [early, late] = [rates(histories, 0, all / 6), rates(histories, all - all / 3, all)];
    let behind = Verdict::claim(
        format!("{}: is behind PSUnder12 at the end", reading.name),
        over_seeds(&finals(histories)),
        Better::Lower,
    );
    let flatter = Verdict::claim(
        format!("{}: loses less in the last third than in the first sixth (score a game)", reading.name),
        paired(&late, &early),
        Better::Higher,
    );
    vec![
        behind.of(FLATTER[0], reading.reading()),
        flatter.by_our("the last third beside the first sixth").of(FLATTER[1], reading.reading()),
    ]
}

fn against_all_state(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let all = games(bench)[0];
    let readings = first_table(bench)?;
    let mut verdicts = Vec::new();
    let mut shown = Vec::new();
    for (reading, runs) in READINGS.iter().zip(&readings) {
        let histories = phase(runs, 0)?;
        verdicts.extend(dip_and_rise(reading, &histories, all));
        shown.push((reading.name, histories));
    }
    let text = how(bench, "ε = 0.05, one learner against four PSInAllState");
    let caption = "Cumulative score of UseMEL against four PSInAllState, ε = 0.05: means of the runs, 95% intervals";
    Ok(Finding::new()
        .text(text)
        .figure(figure("scores", caption, &shown))
        .table(table("scores", &shown, all))
        .verdicts(verdicts))
}

fn against_under_12(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let all = games(bench)[1];
    let readings = second_table(bench)?;
    let mut verdicts = Vec::new();
    let mut shown = Vec::new();
    for (reading, runs) in READINGS.iter().zip(&readings) {
        let histories = phase(runs, 0)?;
        verdicts.extend(flattening(reading, &histories, all));
        shown.push((reading.name, histories));
    }
    let text = how(bench, "ε = 0.05, one learner against four PSUnder12");
    let caption = "Cumulative score of UseMEL against four PSUnder12, ε = 0.05: means of the runs, 95% intervals";
    Ok(Finding::new()
        .text(text)
        .figure(figure("scores", caption, &shown))
        .table(table("scores", &shown, all))
        .verdicts(verdicts))
}

fn without_exploration(bench: &Bench<'_>, number: usize, name: &str) -> Result<Finding, LabError> {
    let (all, other) = if number == 1 { (games(bench)[2], "PSUnder12") } else { (games(bench)[3], "PSUnder12No8") };
    let readings = second_table(bench)?;
    let mut verdicts = Vec::new();
    let mut shown = Vec::new();
    for (reading, runs) in READINGS.iter().zip(&readings) {
        let histories = phase(runs, number)?;
        let what = format!("{}: ends ahead of {other} without exploration", reading.name);
        let verdict = Verdict::claim(what, over_seeds(&finals(&histories)), Better::Higher);
        verdicts.push(verdict.of(AHEAD[number - 1], reading.reading()));
        shown.push((reading.name, histories));
    }
    let text = how(
        bench,
        &format!("the values of the runs of Figure 7, which no longer move; ε = 0, one learner against four {other}"),
    );
    let caption = format!("Cumulative score against four {other}, ε = 0 ({name}): means of the runs, 95% intervals");
    Ok(Finding::new()
        .text(text)
        .figure(figure("scores", &caption, &shown))
        .table(table("scores", &shown, all))
        .verdicts(verdicts))
}

/// What the curves have in common.
fn how(bench: &Bench<'_>, setting: &str) -> String {
    let of = |reading: &Pupil| format!("`{}`", reading.text(&Phase::learning(ALL_STATE, 0)));
    format!(
        "{} runs; {setting}. Reading B: {}; reading B′: {}. The dip of the paper's curves is that of a learner which tries \
         any play and begins with values that are too high; see the deviations.",
        paper_seeds(bench).len(),
        of(&B),
        of(&B_PRIME),
    )
}

/// A curve for each of some groups of runs.
pub fn figure(name: &str, caption: &str, shown: &[(&str, Vec<&History>)]) -> Figure {
    let mut figure = Figure::new(name, caption, Axis::new("games"), Axis::new("score in all"));
    for (name, histories) in shown {
        figure = figure.series(Series::ours(*name, Look::Line, curve(histories)));
    }
    figure.series(Series::ours("par", Look::Level, [Point::new(0.0, 0.0)]))
}

/// Where the curves stand.
pub fn table(name: &str, shown: &[(&str, Vec<&History>)], all: u64) -> ResultTable {
    let turn = all / 6;
    let heads = [
        "reading".to_string(),
        format!("after {}", number::count(turn)),
        "lowest".to_string(),
        "at game".to_string(),
        format!("after {}", number::count(all)),
        "score a game, last third".to_string(),
        "runs ahead".to_string(),
    ];
    let mut table = ResultTable::new(name, "Cumulative score, means of the runs", heads);
    for (name, histories) in shown {
        let lowest = lowest(histories);
        let ends = finals(histories);
        table.row([
            Cell::text(*name),
            Cell::ours(over_seeds(&scores_at(histories, turn)), 0),
            Cell::ours(lowest.1, 0),
            Cell::text(number::count(lowest.0)),
            Cell::ours(over_seeds(&ends), 0),
            Cell::ours(over_seeds(&rates(histories, all - all / 3, all)), 4),
            Cell::text(format!("{} of {}", ahead(&ends), ends.len())),
        ]);
    }
    table
}

/// Where the mean curve is lowest.
pub fn lowest(histories: &[&History]) -> (u64, Estimate) {
    let points = curve(histories);
    let least = points.iter().min_by(|one, other| one.y.total_cmp(&other.y));
    least.map_or((0, over_seeds(&[])), |point| (point.x as u64, Estimate { mean: point.y, ci95: point.ci95 }))
}
