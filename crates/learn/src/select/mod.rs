//! Which of many percepts a learner should be given: the choice of a state space, for any game and any learner.
//!
//! A [`Trial`] trains the learner with a set of percepts and tells how well it does. [`Greedy`] is the procedure of paper
//! 002, §4.2, as printed. [`Fast`] needs a small part of its deals: candidates race on common deals, percepts can be
//! dropped and exchanged again, and a change counts only when it stands on deals that did not choose it.
//!
//! Every finished trial is kept in a [`Ledger`]. A procedure is determined by the values of its trials, so with the
//! ledger of a run that was broken off it goes on where it was, and ends just as if there had been no break; nor does the
//! result depend on the number of threads. The trials run in the thread pool of the caller.
//!
//! ```
//! # use kirifuda_learn::select::{Fast, Greedy, Ledger, Quiet, Size, Trial};
//! /// Percepts 1 and 3 help, the others cost a little.
//! struct Toy;
//! impl Trial for Toy {
//!     fn run(&self, set: &[usize], _run: u64, _size: Size) -> Result<f64, String> {
//!         Ok(set.iter().map(|percept| if percept % 2 == 1 { -1.0 } else { 0.1 }).sum())
//!     }
//! }
//! let printed = Greedy::paper(1).run(5, &Toy, &mut Ledger::default(), &Quiet)?;
//! let fast = Fast::new(Fast::usual_size(1)).run(5, &[], &Toy, &mut Ledger::default(), &Quiet)?;
//! assert_eq!((printed.set, fast.set), (vec![1, 3], vec![1, 3]));
//! assert!(fast.deals * 4 < printed.deals);
//! # Ok::<(), kirifuda_learn::select::SelectError>(())
//! ```

mod fast;
mod greedy;
mod ledger;
mod race;
mod statistics;
mod trials;

pub use fast::Fast;
pub use greedy::Greedy;
pub use ledger::Ledger;
pub use race::Rung;
pub use statistics::Score;

use serde::{Deserialize, Serialize};

/// How good a set of percepts is, measured once.
pub trait Trial: Sync {
    /// Trains and examines with these percepts (ascending, by place in the list): lower is better. The same `run` means
    /// the same deals and the same chances for every set, so that differences tell the sets apart and not their luck.
    ///
    /// An error after [`Watch::stopped`] means that the trial was broken off and says nothing about the set.
    fn run(&self, set: &[usize], run: u64, size: Size) -> Result<f64, String>;

    /// What a trial costs, in deals.
    fn cost(&self, size: Size) -> u64 {
        size.learn + size.exam
    }
}

/// How much is played in a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Size {
    /// Deals to learn from.
    pub learn: u64,
    /// Deals of the examination.
    pub exam: u64,
}

/// What came out of a procedure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Selection {
    /// The percepts, ascending.
    pub set: Vec<usize>,
    /// How good they are, in trials of this size, where that was measured.
    pub value: Option<(Score, Size)>,
    /// What was tried, one step after the other.
    pub steps: Vec<Step>,
    /// Deals played.
    pub deals: u64,
    /// Trials made.
    pub trials: u64,
    /// Why it ended.
    pub ending: Ending,
}

/// Why a procedure ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// No step makes the set better.
    Complete,
    /// The next trials would have cost more deals than are left.
    Budget,
    /// It was asked to stop; with the ledger it can go on.
    Stopped,
}

/// One attempt to make the set better.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// What kind of change was looked for.
    pub change: Change,
    /// The set before.
    pub from: Vec<usize>,
    /// The set after, where a change was made.
    pub to: Option<Vec<usize>>,
    /// How much the best candidate is better than the set before, on common runs; in the first round of [`Greedy`] there
    /// is no set before.
    pub gain: Option<Score>,
    /// The candidates, best first, those that went farther before others.
    pub rows: Vec<Row>,
    /// Deals played so far, this step included.
    pub deals: u64,
}

/// A kind of change to a set of percepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// One more.
    Add,
    /// One less.
    Drop,
    /// One for another.
    Swap,
    /// Two more at once: either may be worth nothing without the other.
    AddTwo,
}

/// A candidate in a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its percepts.
    pub set: Vec<usize>,
    /// Runs that are finished, of the size of now.
    pub runs: u64,
    /// Their mean; nothing before the first.
    pub score: Option<Score>,
    /// How far it is behind the leader of the table, on their common runs.
    pub behind: Option<Score>,
    /// How it stands.
    pub standing: Standing,
}

/// How a candidate stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Still in the race.
    Alive,
    /// Out of the race.
    Eliminated,
    /// The set that a challenger has to beat.
    Incumbent,
    /// It is the set from now on.
    Chosen,
}

/// What a table is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A round of [`Greedy`].
    Round,
    /// A race of [`Fast`]: rung `number` of `of`, from 1.
    Race {
        /// Which rung.
        number: usize,
        /// How many rungs there are.
        of: usize,
    },
    /// The winner of a race against the set so far.
    Duel,
    /// The chosen set in trials of full size.
    Confirmation,
}

/// Where a procedure is.
pub struct Progress<'a> {
    /// Steps finished.
    pub steps: usize,
    /// What is tried; nothing in the [confirmation](Stage::Confirmation).
    pub change: Option<Change>,
    /// What the table is of.
    pub stage: Stage,
    /// The set so far.
    pub set: &'a [usize],
    /// Its candidates, as they stand.
    pub rows: &'a [Row],
    /// Size of the trials of now.
    pub size: Size,
    /// Trials of this wave that are finished, and all of them. No candidate is judged within a wave.
    pub wave: (usize, usize),
    /// Trials made.
    pub trials: u64,
    /// Deals played.
    pub deals: u64,
    /// All values so far.
    pub ledger: &'a Ledger,
}

/// Follows a procedure from outside.
pub trait Watch: Sync {
    /// A wave of trials begins, or a trial is finished. Called from all threads, one at a time.
    fn advance(&self, _progress: &Progress<'_>) {}
    /// A step is finished. In a run that goes on from a ledger the steps that it had finished are told again.
    fn step(&self, _step: &Step) {}
    /// True when the run shall end early. Asked before every trial.
    fn stopped(&self) -> bool {
        false
    }
}

/// Shows nothing, never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl Watch for Quiet {}

/// Why a procedure gave no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelectError {
    /// A trial failed.
    #[error("the trial of percepts {set:?}, run {run}, {} deals learned and {} examined, failed: {why}", size.learn, size.exam)]
    Trial {
        /// Its percepts.
        set: Vec<usize>,
        /// Its run.
        run: u64,
        /// Its size.
        size: Size,
        /// What went wrong.
        why: String,
    },
    /// What was asked for makes no sense.
    #[error("{0}")]
    Options(String),
}

/// A set in its one form: ascending, each percept once. Refuses percepts that do not exist.
fn canonical(set: &[usize], percepts: usize) -> Result<Vec<usize>, SelectError> {
    let mut set = set.to_vec();
    set.sort_unstable();
    set.dedup();
    match set.last() {
        Some(&last) if last >= percepts => Err(SelectError::Options(format!(
            "there is no percept {last}: they are numbered from 0 to {}",
            percepts - 1
        ))),
        _ => Ok(set),
    }
}
