use super::learned::{B_PRIME, FIXED, Phase, RULES, ahead, curve, phase, rates, runs, seeds};
use crate::{
    Axis, Bench, Better, Cell, Experiment, Figure, Finding, LabError, Look, Part, Point, ResultTable, Series, Verdict,
    number, over_seeds, paired,
};

pub const FADING: Experiment = Experiment {
    name: "fading",
    title: "Exploration that fades by itself",
    claim: "The paper proposes to explore less as learning goes on. With an ε that fades, does the learner end ahead of every \
            fixed player at its own table, and what does ε = 0.05 cost late in training?",
    part: Part::Beyond,
    run: fading,
};

/// Games after which ε is halved.
const HALF: u64 = 3_000;

fn fading(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let seeds = seeds(bench, bench.scaled(2, 3, 10));
    let games = bench.scaled(600, 40_000, 200_000);
    let exam = bench.scaled(300, 20_000, 50_000);
    let lives: Vec<_> = FIXED
        .iter()
        .flat_map(|&(opponents, _)| {
            [None, Some(HALF)].map(|fade| {
                let learning = Phase { fade, ..Phase::learning(opponents, games) };
                (B_PRIME, RULES, vec![learning, Phase::playing(opponents, exam)])
            })
        })
        .collect();
    let all = runs(bench, &lives, &seeds, 60)?;
    let late = games - games / 5;
    let heads = [
        "against 4",
        "ε = 0.05, last fifth",
        "ε = 0.05, then 0",
        "late cost of ε = 0.05",
        "as a share",
        "ε fades, last fifth",
        "gained by fading",
        "runs ahead",
        "ε fades, then 0",
    ];
    let mut table = ResultTable::new("fading", "Score a game; par is 0", heads);
    let mut figure = Figure::new(
        "curves",
        "Cumulative score of B′ against each fixed player while ε fades: means of the runs, 95% intervals",
        Axis::new("games"),
        Axis::new("score in all"),
    );
    let mut verdicts = Vec::new();
    for ((_, name), pair) in FIXED.iter().zip(all.chunks(2)) {
        let [constant, fading] = pair else { continue };
        let histories = phase(fading, 0)?;
        let [constant_late, fading_late] = [rates(&phase(constant, 0)?, late, games), rates(&histories, late, games)];
        let [without, faded] = [rates(&phase(constant, 1)?, 0, exam), rates(&phase(fading, 1)?, 0, exam)];
        let cost = paired(&without, &constant_late);
        table.row([
            Cell::text(*name),
            Cell::ours(over_seeds(&constant_late), 4),
            Cell::ours(over_seeds(&without), 4),
            Cell::ours(cost, 4),
            Cell::text(share(cost.mean, over_seeds(&without).mean)),
            Cell::ours(over_seeds(&fading_late), 4),
            Cell::ours(paired(&fading_late, &constant_late), 4),
            Cell::text(format!("{} of {}", ahead(&fading_late), fading_late.len())),
            Cell::ours(over_seeds(&faded), 4),
        ]);
        figure = figure.series(Series::ours(*name, Look::Line, curve(&histories)));
        let claims = [
            (
                format!("with an ε that fades, B′ ends ahead of {name} (score a game, last fifth)"),
                over_seeds(&fading_late),
            ),
            (format!("late in training, ε = 0.05 costs something against {name} (score a game)"), cost),
        ];
        verdicts.extend(claims.map(|(what, difference)| Verdict::claim(what, difference, Better::Higher)));
    }
    let how = format!(
        "`{}`: ε is halved after {} games, to a third after twice as many, …. {} runs of {} games at each table, then {} games \
         without exploration in which nothing is learned.",
        B_PRIME.text(&Phase { fade: Some(HALF), ..Phase::learning("", 0) }),
        number::count(HALF),
        seeds.len(),
        number::count(games),
        number::count(exam),
    );
    Ok(Finding::new()
        .text(how)
        .figure(figure.series(Series::ours("par", Look::Level, [Point::new(0.0, 0.0)])))
        .table(table)
        .verdicts(verdicts))
}

/// A part of a gain in percent; nothing where there is no gain.
fn share(part: f64, gain: f64) -> String {
    if gain > 0.0 { format!("{} %", number::plain(100.0 * part / gain, 0)) } else { "–".to_string() }
}
