use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use kirifuda_arena::Monitor;
use kirifuda_players::hearts::danger::{Group, Part as Learned, Target};
use serde_json::json;

use super::learned::{ACTIONS, AVERAGE, BOTH, CELLS, MODES, Pupil, ROWS, RULES, opponents, over, paper_error, ratios};
use crate::danger::{DangerWork, Order, Shelf, Wish, kept_model};
use crate::lesson::Share;
use crate::verdict::means;
use crate::{
    Bench, Better, Cell, Exam, Exams, Experiment, Finding, LabError, Marks, Part, Reading, ResultTable, Step, Verdict,
    number, paired,
};

pub const SVR_SIZE: Experiment = Experiment {
    name: "svr-size",
    title: "The SVR from 10,000 examples of each label, as in the paper",
    claim: "The shipped SVR has learned from 2,000 examples of each label, the paper's from 10,000. What do the paper's size, \
            more features and the threshold of our own trials bring? Decided before they were measured, on seeds that nothing \
            else has seen.",
    part: Part::Beyond,
    run: svr_size,
};

/// What foretells danger.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Source {
    Nothing,
    /// The model that comes with the program.
    Shipped,
    /// One of the paper's size.
    Made(&'static Made),
}

/// A model of the paper's size.
#[derive(Debug, PartialEq)]
struct Made {
    /// What it sees of a situation.
    features: &'static str,
    /// Its file, beside the steps.
    file: &'static str,
}

/// By the paper's features, and with more of them.
static MODELS: [Made; 2] =
    [Made { features: "paper", file: "danger-10000.kfm" }, Made { features: "more", file: "danger-10000-more.kfm" }];

/// A learner.
struct Tried {
    name: &'static str,
    source: Source,
    /// A degree of danger has to be below this.
    below: f64,
}

const fn tried(name: &'static str, source: Source, below: f64) -> Tried {
    Tried { name, source, below }
}

/// The threshold of Table 2, and that with the lowest ratio in the trials of `future-work`.
const USUAL: f64 = 0.25;
const OF_THE_TRIALS: f64 = 0.5;

/// The places of what others are compared with.
const NOTHING: usize = 0;
const SHIPPED: usize = 1;

static TRIED: [Tried; 6] = [
    tried("no SVR", Source::Nothing, USUAL),
    tried("2,000 examples (shipped)", Source::Shipped, USUAL),
    tried("2,000 examples (shipped), threshold of the trials", Source::Shipped, OF_THE_TRIALS),
    tried("10,000 examples", Source::Made(&MODELS[0]), USUAL),
    tried("10,000 examples, threshold of the trials", Source::Made(&MODELS[0]), OF_THE_TRIALS),
    tried("10,000 examples, more features", Source::Made(&MODELS[1]), USUAL),
];

/// Seeds that no other experiment and no choice has seen.
const FROM: u64 = 40_000;

/// The grid of the shipped model.
const GRID: &str = "C=1,4;nu=0.5;gamma=0.02,0.05,0.1";
const FOLDS: usize = 3;
const TARGET: &str = "q";
/// All chance of the model: its games are those of the shipped one.
const SEED: u64 = 1;

fn wish(bench: &Bench<'_>, made: &Made) -> Wish<'static> {
    Wish {
        rules: Some(RULES),
        players: Some(opponents(bench)[1]),
        seed: Some(SEED),
        deals: Some(bench.scaled(200, 4_000, 70_000)),
        features: Some(made.features),
        per_label: Some(bench.scaled(40, 400, 10_000)),
        grid: Some(GRID),
        folds: Some(FOLDS),
        solver: Some("merged"),
        target: Some(TARGET),
    }
}

/// A model of the paper's size: made when it is first needed, and kept beside the steps. One that is there already, by
/// the command of [`command`], is taken.
struct Workshop<'a> {
    bench: &'a Bench<'a>,
    made: &'static Made,
    place: Mutex<Option<PathBuf>>,
}

impl Workshop<'_> {
    fn file(&self, monitor: &dyn Monitor) -> Result<PathBuf, LabError> {
        // Who comes second waits.
        let mut place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = &*place {
            return Ok(place.clone());
        }
        let file = self.bench.folder().join(self.made.file);
        if file.to_string_lossy().contains(',') {
            let name = file.display();
            return Err(LabError::Other(format!(
                "{name}: a learner's settings end at a comma; name a folder without one"
            )));
        }
        let order = Order::new(&wish(self.bench, self.made), None)?;
        if !kept_model(&file, &order) {
            let work = DangerWork::new(order, None)?;
            crate::store::replace(&file, &self.make(work, monitor)?)?;
        }
        *place = Some(file.clone());
        Ok(file)
    }

    fn make(&self, mut work: DangerWork, monitor: &dyn Monitor) -> Result<Vec<u8>, LabError> {
        let (threads, deals) = (Some(self.bench.threads()), work.order().deals());
        let share = |before, size| Share { monitor, before, size, total: 2 * deals };
        let played = work.collect(threads, &share(0, deals), |_| Ok::<(), LabError>(()))?;
        let parts = if played { work.learn(threads, &share(deals, deals), &Nowhere)? } else { None };
        let parts = parts.ok_or(LabError::Interrupted)?;
        if parts.is_empty() {
            return Err(LabError::Other(format!("{deals} deals: too few examples for any model of danger")));
        }
        Ok(work.model(&parts).to_bytes())
    }
}

/// Single models are not kept.
struct Nowhere;

impl Shelf for Nowhere {
    type Error = LabError;

    fn load(&self, _what: (Target, Group)) -> Result<Option<Option<Learned>>, LabError> {
        Ok(None)
    }

    fn keep(&self, _what: (Target, Group), _part: Option<&Learned>) -> Result<(), LabError> {
        Ok(())
    }
}

/// A learner that heeds what a file foretells; nothing where there is none.
fn pupil(bench: &Bench<'_>, tried: &Tried, file: &str, seed: u64) -> Pupil {
    let mode = &MODES[AVERAGE];
    let danger = match file {
        "" => String::new(),
        file => format!(",danger={file},queen-below={}", tried.below),
    };
    let learner = format!("falcon:mode={},actions=new{danger}", mode.name);
    Pupil { title: tried.name.to_string(), learner, deals: mode.deals(bench), seed }
}

/// The training and its matches.
fn step<'a>(
    bench: &'a Bench<'a>,
    workshops: &'a [Workshop<'a>],
    tried: &'static Tried,
    seed: u64,
    matches: &[(&'static str, u64)],
) -> Step<'a, Marks> {
    let made = match tried.source {
        Source::Nothing => None,
        Source::Shipped => return pupil(bench, tried, "shipped", seed).examined(matches),
        Source::Made(made) => workshops.iter().find(|workshop| workshop.made == made),
    };
    let Some(workshop) = made else { return pupil(bench, tried, "", seed).examined(matches) };
    let exams = Exams {
        finals: matches.iter().map(|&(against, deals)| Exam { against, deals, seed }).collect(),
        ..Exams::default()
    };
    // Its place decides nothing.
    let named = pupil(bench, tried, workshop.made.file, seed);
    let Wish { rules, players, seed: chance, deals, features, per_label, grid, folds, solver, target } =
        wish(bench, workshop.made);
    let made = json!({"rules": rules, "players": players, "seed": chance, "deals": deals, "features": features,
        "per_label": per_label, "grid": grid, "folds": folds, "solver": solver, "target": target});
    let text = named.text();
    let key = json!({"revision": 1, "lesson": named.lesson(&text), "exams": exams, "danger": made});
    let title = format!("{}, {} deals, seed {seed}", tried.name, number::count(named.deals));
    Step::new(title, &key, move |monitor| {
        let file = workshop.file(monitor)?;
        let pupil = pupil(bench, tried, &file.display().to_string(), seed);
        pupil.lesson(&pupil.text()).hold(&exams, monitor)
    })
}

/// The command that makes a model of the paper's size.
fn command(bench: &Bench<'_>, made: &Made) -> String {
    let Wish { players, deals, per_label, .. } = wish(bench, made);
    let Made { features, file } = made;
    format!(
        "kirifuda danger hearts --players {} --deals {} --features {features} --per-label {} --target {TARGET} --grid '{GRID}' --folds {FOLDS} \
         --seed {SEED} --out {file}",
        players.unwrap_or_default(),
        deals.unwrap_or_default(),
        per_label.unwrap_or_default(),
    )
}

fn svr_size(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let mode = &MODES[AVERAGE];
    let seeds: Vec<u64> =
        (1..=bench.scaled(2, 3, 5)).map(|run| bench.seed().wrapping_mul(1_000_000).wrapping_add(FROM + run)).collect();
    let [stock, cards, _] = opponents(bench);
    let deals = [mode.exam_deals(bench)[0], bench.scaled(2, 10, 150)];
    let matches = [(stock, deals[0]), (cards, deals[1])];
    let workshops = MODELS.each_ref().map(|made| Workshop { bench, made, place: Mutex::default() });
    let steps = TRIED.iter().flat_map(|tried| seeds.iter().map(|&seed| step(bench, &workshops, tried, seed, &matches)));
    let marks: Vec<Marks> = bench.steps(steps.collect())?;
    let runs: Vec<&[Marks]> = marks.chunks(seeds.len()).collect();
    let heads = [
        "SVR",
        "heeded below",
        "against 3 stock",
        "beside no SVR",
        "beside the shipped",
        "against 3 mc (cards)",
        "beside no SVR",
        "beside the shipped",
    ];
    let caption = "Penalty ratio with the new actions, and paired differences from equal seeds (below 0 is better)";
    let mut table = ResultTable::new("svr-size", caption, heads);
    let mut verdicts = Vec::new();
    for (place, (tried, of)) in TRIED.iter().zip(&runs).enumerate() {
        let nothing = tried.source == Source::Nothing;
        let row = if nothing { ACTIONS } else { BOTH };
        let below = if nothing { Cell::Empty } else { Cell::text(number::plain(tried.below, 2)) };
        let mut cells = vec![Cell::text(tried.name), below];
        for (exam, who) in ["3 stock", "3 mc (cards)"].into_iter().enumerate() {
            let ours = ratios(of, exam)?;
            cells.push(Cell::ours(over(&ours), 4));
            for beside in [NOTHING, SHIPPED] {
                cells.push(match beside < place {
                    true => Cell::ours(paired(&means(&ours), &means(&ratios(runs[beside], exam)?)), 4),
                    false => Cell::Empty,
                });
            }
            let what = format!("{}, below {}, against {who}", tried.name, number::plain(tried.below, 2));
            let what = if nothing { format!("{}, against {who}", tried.name) } else { what };
            let error = paper_error(&ours, deals[exam]);
            let verdict = Verdict::figure(what, ROWS[row].published[exam], 4, over(&ours), error, Better::Lower);
            verdicts.push(verdict.of(CELLS[row][exam], Reading::Other));
        }
        table.row(cells);
    }
    let how = format!(
        "Mode `{}`, {} deals of learning, {} seeds; measured on {} deals against {stock} and {} against `{cards}`, in four \
         rotations. The models of the paper's size: `{}` and `{}`; one that lies beside the steps is taken, otherwise it is made. All readings were decided before measuring; none was left out.",
        mode.name,
        number::count(mode.deals(bench)),
        seeds.len(),
        number::count(deals[0]),
        number::count(deals[1]),
        command(bench, &MODELS[0]),
        command(bench, &MODELS[1]),
    );
    Ok(Finding::new().text(how).table(table).verdicts(verdicts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_are_compared_with_is_in_its_place() {
        assert_eq!(TRIED[NOTHING].source, Source::Nothing);
        assert_eq!((TRIED[SHIPPED].source, TRIED[SHIPPED].below), (Source::Shipped, USUAL));
        // Every threshold with every model that sees what the paper's does.
        for source in [Source::Shipped, Source::Made(&MODELS[0])] {
            let below: Vec<f64> =
                TRIED.iter().filter(|tried| tried.source == source).map(|tried| tried.below).collect();
            assert_eq!(below, [USUAL, OF_THE_TRIALS]);
        }
    }
}
