use super::course::{
    CHOSEN, CHOSEN_CAPPED, CHOSEN_OUTRIGHT, DEALT, DEALT_CAPPED, DEALT_OUTRIGHT, Marks, PAPER_LEARNER, Reading, STYLES,
    Sizes, curve, exact_at, reaches, runs, smooth_at,
};
use super::verdicts::{about, about_hundreds, alike, target};
use crate::{
    Axis, Bench, Better, Cell, Experiment, Figure, Finding, LabError, Look, Part, Point, ResultTable, Series, Verdict,
    number, over_seeds,
};

pub const FIGURE_2: Experiment = Experiment {
    name: "figure2",
    title: "Figure 2: the learner against each rule player",
    claim: "Untrained it wins 25 % of the games, after about 500 games 50 %, after about 2,200 games about 80 %, where it \
            stays; against brute and steady rule players alike.",
    part: Part::Paper,
    run: figure_2,
};

/// What the paper says of its curves: after so many hundreds of games, so many percent.
pub const PUBLISHED: [(u64, f64); 4] = [(0, 25.0), (5, 50.0), (22, 80.0), (52, 80.0)];

/// The cells: levels against balanced, and how the others differ from it.
pub const LEVELS: [&str; 4] =
    ["won untrained, %", "won after 500 games, %", "won after 2,200 games, %", "won after 5,200 games, %"];
pub const ALIKE: [&str; 2] = ["brute is met like balanced", "steady is met like balanced"];

/// The trainings against each of the three rule players.
pub fn trainings(bench: &Bench<'_>) -> Result<Vec<Vec<Marks>>, LabError> {
    let sizes = Sizes::of(bench);
    runs(bench, &STYLES.map(|style| sizes.course(PAPER_LEARNER, style)), sizes.runs)
}

fn figure_2(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let sizes = Sizes::of(bench);
    let all = trainings(bench)?;
    let mut finding = Finding::new().text(how(sizes));
    for (style, runs) in STYLES.iter().zip(&all) {
        finding = finding.figure(figure(sizes, style, runs));
    }
    finding = finding.table(levels(sizes, &all)).table(first_games(sizes, &all));
    for (style, marks) in STYLES.iter().zip(&all) {
        finding = finding.verdicts(judged(sizes, style, marks, &all[0]));
    }
    Ok(finding)
}

fn how(sizes: Sizes) -> String {
    format!(
        "`{PAPER_LEARNER}`, {} trainings of {} games against each rule player, both teams dealt at random. Every {} games an exam: \
         {} games against the teams that the rule player was dealt beforehand, the learner choosing its own team; beside it as \
         many games with random teams. Nothing is tried or learned in exams. Curves are the paper's moving averages over 500 \
         games.",
        sizes.runs,
        number::count(sizes.games()),
        number::count(sizes.unit),
        number::count(2 * sizes.deals),
    )
}

/// The curves of one rule player, the paper's own points beside them.
fn figure(sizes: Sizes, style: &str, runs: &[Marks]) -> Figure {
    let caption =
        format!("Games won against {style}, moving averages over 500 games: means of the trainings, 95% intervals");
    let published = PUBLISHED.map(|(hundreds, percent)| Point::new((hundreds * sizes.unit) as f64, percent));
    curves(&format!("against-{style}"), &caption, &[("", 0, runs)]).series(Series::published(
        "the paper",
        Look::Markers,
        published,
    ))
}

/// What is drawn, and what it is called.
type Drawn = (&'static str, Reading);

const READINGS: [Drawn; 5] = [
    ("chosen team", CHOSEN),
    ("chosen team, the cap counted as lost", CHOSEN_OUTRIGHT),
    ("random teams", DEALT),
    ("random teams, the cap counted as lost", DEALT_OUTRIGHT),
    ("decided by the cap (chosen team)", CHOSEN_CAPPED),
];

/// Games won, however: what is left where several trainings share a figure.
pub const WON: [Drawn; 2] = [("chosen team", CHOSEN), ("random teams", DEALT)];

/// Curves of stages: with what is put before their names, and the number of the stage.
pub fn curves(name: &str, caption: &str, shown: &[(&str, usize, &[Marks])]) -> Figure {
    curves_of(&READINGS, name, caption, shown)
}

/// The same of some readings.
pub fn curves_of(readings: &[Drawn], name: &str, caption: &str, shown: &[(&str, usize, &[Marks])]) -> Figure {
    let mut figure =
        Figure::new(name, caption, Axis::new("games learned from"), Axis::new("games, in percent").range(0.0, 100.0));
    for &(label, reading) in readings {
        for (before, stage, runs) in shown {
            figure = figure.series(Series::ours(format!("{before}{label}"), Look::Line, curve(runs, *stage, reading)));
        }
    }
    figure
}

/// Where the curves stand after the numbers of games that the paper names.
fn levels(sizes: Sizes, all: &[Vec<Marks>]) -> ResultTable {
    let heads = [
        "against",
        "games",
        "paper",
        "won",
        "won, moving average",
        "outright, moving average",
        "capped",
        "random teams: won",
        "outright",
        "capped",
    ];
    let caption = "Percent of games. Outright: won before the cap of turns. Moving averages begin with the first exam";
    let mut table = ResultTable::new("levels", caption, heads);
    for (style, runs) in STYLES.iter().zip(all) {
        for games in sizes.rows() {
            let published = PUBLISHED.iter().find(|(hundreds, _)| hundreds * sizes.unit == games);
            let smooth = |reading: Reading| Cell::ours(over_seeds(&smooth_at(runs, 0, games, reading)), 1);
            table.row([
                Cell::text(*style),
                Cell::text(number::count(games)),
                published.map_or(Cell::Empty, |(_, percent)| Cell::Published(*percent, 0)),
                Cell::ours(over_seeds(&exact_at(runs, 0, games, CHOSEN)), 1),
                smooth(CHOSEN),
                smooth(CHOSEN_OUTRIGHT),
                smooth(CHOSEN_CAPPED),
                smooth(DEALT),
                smooth(DEALT_OUTRIGHT),
                smooth(DEALT_CAPPED),
            ]);
        }
    }
    table
}

/// How long it takes to 50 and 80 percent.
fn first_games(sizes: Sizes, all: &[Vec<Marks>]) -> ResultTable {
    let heads = ["against", "teams", "games won", "trainings that get there", "after games", "paper"];
    let caption = "When the moving average first reaches 50 and 80 percent: mean of the trainings that get there";
    let mut table = ResultTable::new("first-games", caption, heads);
    // The paper chooses its teams and has no cap.
    let readings: [(&str, &str, Reading, bool); 4] = [
        ("chosen", "won", CHOSEN, true),
        ("chosen", "outright", CHOSEN_OUTRIGHT, false),
        ("random", "won", DEALT, false),
        ("random", "outright", DEALT_OUTRIGHT, false),
    ];
    for (style, runs) in STYLES.iter().zip(all) {
        for (teams, how, reading, published) in readings {
            for (level, hundreds) in [(50.0, 5), (80.0, 22)] {
                let reached = reaches(runs, 0, level, reading);
                let games: Vec<f64> = reached.iter().flatten().map(|games| *games as f64).collect();
                let there = format!("{} of {}", games.len(), runs.len());
                let mean = if games.is_empty() { Cell::Empty } else { Cell::ours(over_seeds(&games), 0) };
                let paper = match published {
                    true => Cell::Published((hundreds * sizes.unit) as f64, 0),
                    false => Cell::Empty,
                };
                let what = format!("{} %, {how}", number::plain(level, 0));
                table.row([Cell::text(*style), Cell::text(teams), Cell::text(what), Cell::text(there), mean, paper]);
            }
        }
    }
    table
}

/// The verdicts on one rule player: what the paper says, then what we want.
pub fn judged(sizes: Sizes, style: &str, runs: &[Marks], balanced: &[Marks]) -> Vec<Verdict> {
    let [untrained, early, _, level, end] = sizes.rows();
    let name = |games: u64| format!("after {} games", number::count(games));
    let say = |what: String| format!("against {style}: {what}");
    let smooth = |games, reading| smooth_at(runs, 0, games, reading);
    let levels = [
        about(say("games won untrained, %".into()), 25.0, &smooth(untrained, CHOSEN), Better::Neither),
        about(say(format!("games won {}, %", name(early))), 50.0, &smooth(early, CHOSEN), Better::Higher),
        about(say(format!("games won {}, %", name(level))), 80.0, &smooth(level, CHOSEN), Better::Higher),
        about(say(format!("games won {}, %", name(end))), 80.0, &smooth(end, CHOSEN), Better::Higher),
    ];
    // The paper's levels are those of one curve: against balanced. The others only restate them.
    let mut verdicts: Vec<Verdict> = match style == STYLES[0] {
        true => levels.into_iter().zip(LEVELS).map(|(verdict, cell)| verdict.of(cell, crate::Reading::Best)).collect(),
        false => levels.into(),
    };
    for (percent, hundreds) in [(50.0, 5.0), (80.0, 22.0)] {
        let what = say(format!("hundreds of games until {} % are won", number::plain(percent, 0)));
        let reached = reaches(runs, 0, percent, CHOSEN);
        verdicts.push(about_hundreds(what, hundreds, &reached, sizes.games(), sizes.unit));
    }
    if let Some(other) = STYLES[1..].iter().position(|known| *known == style) {
        let (ours, base) = (smooth(end, CHOSEN), smooth_at(balanced, 0, end, CHOSEN));
        let apart = alike(say(format!("apart from balanced {}, points", name(end))), &ours, &base);
        verdicts.push(apart.of(ALIKE[other], crate::Reading::Best));
    }
    let wanted = [
        (format!("outright {}", name(early)), 50.0, smooth(early, CHOSEN_OUTRIGHT)),
        (format!("outright {}", name(level)), 80.0, smooth(level, CHOSEN_OUTRIGHT)),
        (format!("outright {}", name(end)), 80.0, smooth(end, CHOSEN_OUTRIGHT)),
        (format!("outright with random teams {}", name(level)), 65.0, smooth(level, DEALT_OUTRIGHT)),
    ];
    verdicts.extend(wanted.into_iter().map(|(what, least, ours)| target(&say(what), least, &ours)));
    verdicts
}
