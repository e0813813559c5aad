use kirifuda_arena::Estimate;

use super::course::{
    CHOSEN, Course, DEALT, Mark, Marks, PAPER_LEARNER, Reading, STYLES, Sizes, Stage, exact_at, runs_from,
};
use crate::{
    Axis, Bench, Cell, Experiment, Figure, Finding, LabError, Look, Part, Point, ResultTable, Series, number,
    over_seeds, paired,
};

pub const LANDS: Experiment = Experiment {
    name: "lands",
    title: "Monsters that need lands",
    claim: "Section 6.1 names what the paper's learner cannot do: a game in which a monster may come only with enough lands. It asks for \
            something that decides which monster is wanted, for learning to fulfil its condition, and for the delayed value to reach \
            the fulfilling. Is that brought by a state that counts the lands that are missing, and a value of what comes after a land?",
    part: Part::Beyond,
    run: lands,
};

/// Seeds that no other experiment and no choice has seen.
const FRESH: u64 = 40_000;
/// The rules of the paper with lands.
const SUMMON: &str = ",summon=lands";
/// The learners: what they are called, and their settings.
const KINDS: [(&str, &str); 2] = [("lays lands", ""), ("never lays a land", ",off=lands")];
/// Exams lie so many units apart.
const APART: u64 = 11;

const LAID_CHOSEN: Reading = |mark| mark.chosen.mean(mark.chosen.magic[0].lands);
const LAID_DEALT: Reading = |mark| mark.dealt.mean(mark.dealt.magic[0].lands);
const THEIRS_DEALT: Reading = |mark| mark.dealt.mean(mark.dealt.magic[1].lands);

fn course(sizes: Sizes, settings: &str, style: &'static str, deals: u64) -> Course {
    let course = sizes.course(&format!("{PAPER_LEARNER}{settings}"), style);
    let games = sizes.level();
    let stages = course.stages.iter().map(|stage| Stage { until: games, ..*stage }).collect();
    Course { rules: SUMMON, games, stages, every: APART * sizes.unit, deals, ..course }
}

fn lands(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let sizes = Sizes::of(bench);
    let (end, deals) = (sizes.level(), bench.scaled(2, 100, 200));
    let runs = bench.scaled(2, 2, 5);
    let mut courses = Vec::new();
    for style in STYLES {
        courses.extend(KINDS.map(|(_, settings)| course(sizes, settings, style, deals)));
    }
    let all = runs_from(bench, &courses, runs, FRESH)?;
    let how = format!(
        "Under `paper004{SUMMON}` a monster comes only with as many lands as it costs, 0 to 3 by its strength; a side begins with one \
         land, and to lay another takes its turn. {} trainings of {} games from the same fresh seeds against each rule player, with \
         random teams; the rule players lay a land where only a monster that they cannot afford would hurt the one in front. Every {} \
         games an exam of {} games with a team of its own choice and as many with random teams. The state of the learner also tells how many lands \
         those who wait still need, by element, and a land is worth what the value net says of the state after it. Beside it the \
         same learner that never lays a land (`off=lands`). Sizes, seeds and comparison were decided before measuring; nothing \
         was chosen by the result. The paper has no such experiment.",
        runs,
        number::count(end),
        number::count(APART * sizes.unit),
        number::count(2 * deals),
    );
    Ok(Finding::new()
        .text(how)
        .text(found(&all, end))
        .figure(figure(&all))
        .table(levels(sizes, &all))
        .table(differences(&all, end)))
}

/// What laying lands brings after so many games against a rule player, in points.
fn gained(kinds: &[Vec<Marks>], games: u64, reading: Reading) -> Option<Estimate> {
    let [with, without] = kinds else { return None };
    Some(paired(&exact_at(with, 0, games, reading), &exact_at(without, 0, games, reading)))
}

/// What is told apart from nothing, in one sentence.
fn found(all: &[Vec<Marks>], games: u64) -> String {
    let said = [("chosen teams", CHOSEN), ("random teams", DEALT)].map(|(teams, reading)| {
        let each: Vec<Estimate> =
            all.chunks(KINDS.len()).filter_map(|kinds| gained(kinds, games, reading as Reading)).collect();
        let count = |fits: fn(&Estimate) -> bool| each.iter().filter(|gained| fits(gained)).count();
        let more = count(|gained| gained.ci95.is_some_and(|width| gained.mean > width));
        let less = count(|gained| gained.ci95.is_some_and(|width| gained.mean < -width));
        let open = each.len() - more - less;
        format!(
            "with {teams} it wins more against {more} of the rule players, less against {less}, and against {open} it is open"
        )
    });
    format!("Who may lay lands, held against who never does, by intervals of 95%: {}.", said.join("; "))
}

fn figure(all: &[Vec<Marks>]) -> Figure {
    let caption = "Games won with random teams where monsters need lands: means of the trainings, 95% intervals";
    let axes = [Axis::new("games learned from"), Axis::new("games, in percent").range(0.0, 100.0)];
    let [games, percent] = axes;
    let mut figure = Figure::new("lands", caption, games, percent);
    for (style, kinds) in STYLES.iter().zip(all.chunks(KINDS.len())) {
        for ((kind, _), marks) in KINDS.iter().zip(kinds) {
            let points = marks.first().into_iter().flatten().map(|Mark { games, .. }| {
                Point::estimate(*games as f64, over_seeds(&exact_at(marks, 0, *games, DEALT)))
            });
            figure = figure.series(Series::ours(format!("{style}: {kind}"), Look::Line, points.collect::<Vec<_>>()));
        }
    }
    figure
}

fn levels(sizes: Sizes, all: &[Vec<Marks>]) -> ResultTable {
    let heads = [
        "against",
        "learner",
        "games",
        "won",
        "lands it lays in a game",
        "random teams: won",
        "lands it lays in a game",
        "lands the other lays",
    ];
    let mut table = ResultTable::new("levels", "Percent of games, and lands laid in a game", heads);
    for (style, kinds) in STYLES.iter().zip(all.chunks(KINDS.len())) {
        for ((kind, _), marks) in KINDS.iter().zip(kinds) {
            for games in [0, APART * sizes.unit, sizes.level()] {
                let at = |reading: Reading| over_seeds(&exact_at(marks, 0, games, reading));
                table.row([
                    Cell::text(*style),
                    Cell::text(*kind),
                    Cell::text(number::count(games)),
                    Cell::ours(at(CHOSEN), 1),
                    Cell::ours(at(LAID_CHOSEN), 2),
                    Cell::ours(at(DEALT), 1),
                    Cell::ours(at(LAID_DEALT), 2),
                    Cell::ours(at(THEIRS_DEALT), 2),
                ]);
            }
        }
    }
    table
}

fn differences(all: &[Vec<Marks>], games: u64) -> ResultTable {
    let caption = format!(
        "Points won more by who may lay lands than by who never does, after {} games: trainings from equal seeds, 95% intervals",
        number::count(games)
    );
    let mut table = ResultTable::new("differences", caption, ["against", "chosen team", "random teams"]);
    for (style, kinds) in STYLES.iter().zip(all.chunks(KINDS.len())) {
        let cell = |reading| gained(kinds, games, reading).map_or(Cell::Empty, |points| Cell::ours(points, 1));
        table.row([Cell::text(*style), cell(CHOSEN), cell(DEALT)]);
    }
    table
}
