use kirifuda_learn::select::{Change, Ending, Fast, Greedy, Selection, Size};
use kirifuda_players::hearts::Side;

use super::printed::{Printed, score};
use super::pupils::{braces, text};
use super::selection::{SEATS, Subject, all_percepts, paper_percepts};
use crate::{Bench, Cell, Experiment, Finding, LabError, Part, ResultTable, number};

pub const FAST: Experiment = Experiment {
    name: "fast",
    title: "A faster procedure",
    claim: "The paper's complaint about its procedure: it takes much time, and combinations are overlooked, since percepts \
            are added one by one. Can one that races its candidates, and can drop and exchange percepts, do with a \
            twentieth of the deals?",
    part: Part::Beyond,
    run: fast,
};

/// What a fast selection chooses from, and at what scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The percepts of the paper, in place of the procedure at the paper's size.
    Paper,
    /// All percepts there are, likewise.
    All,
    /// The percepts of the paper, in place of our smaller run of the procedure.
    Reduced,
}

impl Choice {
    pub const ALL: [Choice; 3] = [Choice::Paper, Choice::All, Choice::Reduced];

    pub fn words(self) -> &'static str {
        match self {
            Choice::Paper => "the paper's percepts",
            Choice::All => "all percepts",
            Choice::Reduced => "the paper's percepts, at the scale of our printed run",
        }
    }

    fn percepts(self, side: Side) -> Vec<u8> {
        match self {
            Choice::All => all_percepts(side),
            _ => paper_percepts(side),
        }
    }

    /// Deals of the printed procedure in the place of which this stands, as many rounds as the paper's or ours.
    fn printed_deals(self, bench: &Bench<'_>, side: Side) -> Result<u64, LabError> {
        let paper = Greedy::paper(SEATS);
        let whole = || paper.deals(self.percepts(side).len(), side.automatic().len(), Subject::cost(paper.size));
        match self {
            Choice::Reduced => Ok(Printed::run(bench, side)?.found.deals),
            _ => Ok(whole()),
        }
    }
}

/// A fast selection with what it is compared to.
pub struct Found {
    pub subject: Subject,
    pub procedure: Fast,
    pub selection: Selection,
    /// Deals of the printed procedure.
    pub printed: u64,
}

impl Found {
    /// Selects, or takes what is kept. No Monte Carlo: rule players at the other seats, and the other side by FALCON itself
    /// with its hand-picked percepts.
    pub fn run(bench: &Bench<'_>, side: Side, choice: Choice) -> Result<Found, LabError> {
        let printed = choice.printed_deals(bench, side)?;
        let other = if side == Side::Lead { Side::Follow } else { Side::Lead };
        let subject = Subject {
            side: side.to_string(),
            among: choice.percepts(side),
            other: format!("networks=4,{other}={}", text(other.hand_picked())),
            opponents: "stock",
            against: "stock",
            seed: bench.seed(),
        };
        let usual = Fast::usual_size(SEATS);
        let size = match choice {
            Choice::Reduced => Size { learn: bench.scaled(4, 100, 500), exam: bench.scaled(1, 10, 50) },
            _ => Size { learn: bench.scaled(4, 4_000, usual.learn), exam: bench.scaled(1, 250, usual.exam) },
        };
        // Smaller scales have smaller budgets: less than a twentieth.
        let budget = match choice {
            Choice::Reduced => printed / Fast::SHARE,
            _ => bench.scaled(80 * Subject::cost(size), printed / Fast::SHARE / 5, printed / Fast::SHARE),
        };
        let procedure = Fast { budget: Some(budget), ..Fast::new(size) };
        let words = match choice {
            Choice::Paper => "paper",
            Choice::All => "all",
            Choice::Reduced => "reduced",
        };
        let selection = subject.fast(bench, &format!("fast {side} {words}"), &procedure)?;
        Ok(Found { subject, procedure, selection, printed })
    }

    /// The percepts that it found, as the learner takes them.
    pub fn set(&self) -> String {
        self.subject.text(&self.selection.set)
    }
}

fn fast(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let heads = ["side", "from", "found", "ended", "trials", "deals", "printed procedure's deals", "share"];
    let mut table = ResultTable::new("deals", "What the fast procedure finds, and what it costs", heads);
    let steps_heads = ["side", "from", "attempt", "set before", "set after", "gain", "deals so far"];
    let mut steps = ResultTable::new("steps", "Every attempt to make a set better", steps_heads);
    let mut how = None;
    for side in Side::ALL {
        for choice in Choice::ALL {
            let found = Found::run(bench, side, choice)?;
            let Selection { deals, trials, ending, .. } = found.selection;
            let share = match deals {
                0 => "nothing was played".to_string(),
                _ => format!("1/{}", number::plain(found.printed as f64 / deals as f64, 0)),
            };
            table.row([
                Cell::text(side.to_string()),
                Cell::text(choice.words()),
                Cell::text(braces(&found.set())),
                Cell::text(match ending {
                    Ending::Complete => "nothing helps any more",
                    _ if found.selection.steps.is_empty() => "budget spent before the first step",
                    _ => "budget spent",
                }),
                Cell::text(number::count(trials)),
                Cell::text(number::count(deals)),
                Cell::text(number::count(found.printed)),
                Cell::text(share),
            ]);
            for step in &found.selection.steps {
                steps.row([
                    Cell::text(side.to_string()),
                    Cell::text(choice.words()),
                    Cell::text(match step.change {
                        Change::Add => "add",
                        Change::Drop => "drop",
                        Change::Swap => "exchange",
                        Change::AddTwo => "add two",
                    }),
                    Cell::text(braces(&found.subject.text(&step.from))),
                    Cell::text(step.to.as_ref().map_or("no".to_string(), |to| braces(&found.subject.text(to)))),
                    score(step.gain),
                    Cell::text(number::count(step.deals)),
                ]);
            }
            how.get_or_insert_with(|| words(&found));
        }
    }
    Ok(Finding::new().text(how.unwrap_or_default()).table(table).text(COMPARED).table(steps))
}

fn words(found: &Found) -> String {
    let Fast { duel, .. } = &found.procedure;
    format!(
        "The procedure of `kirifuda select`, as it comes: on common deals all candidates play \
         one run each, the best four play two more, and the best two of these meet the set so far in a duel of {} to {} \
         runs on other deals. Percepts are added \
         one at a time; after each change the procedure tries to drop one, and where nothing is gained, to exchange one. It \
         starts from no percepts. A run is {} deals of learning and {} games against rule players. The learner has one \
         network for each place in the trick (`networks=4`) instead of one for each trick and place: it shows with fewer \
         deals what a percept is worth. The other side is played by the learner itself, with the hand-picked percepts. So \
         there is no Monte Carlo in it at all, which at the paper's 200 simulations takes hundreds of times as long for a \
         game.",
        duel.first,
        duel.most,
        number::count(duel.size.learn),
        number::count(duel.size.exam * 4),
    )
}

const COMPARED: &str = "\
What it is compared with: the printed procedure at the paper's size, as many rounds as the paper's sets have percepts and \
one more that ends it, all percepts left in each of them, 10 runs of 75,000 + 5,000 games. The fast procedure has a budget \
of a twentieth of that, and cannot cost more; the question is what it finds for it, and that is in `sets`. The last rows of \
each side compare with what our own, smaller run of the printed procedure has cost: a twentieth of it, in trials as much \
smaller.

The numbers of the procedure were chosen after trials. With 5,000 deals of learning and 52 networks it had selected nothing \
for leading and {9} for following, whose players then fell short of the hand-picked percepts after 100,000 deals: from few \
deals little can be learned, and the fewer percepts the better. Four networks and 20,000 deals came after that. `sets` is \
measured on trainings and deals that had no part in it.";
