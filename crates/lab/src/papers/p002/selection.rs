//! Selections of percepts as experiments: their trials are trainings, and what is done is kept.

use std::sync::atomic::{AtomicUsize, Ordering};

use kirifuda_arena::Monitor;
use kirifuda_learn::select::{Ending, Fast, Greedy, Ledger, Progress, Selection, Size, Step as Attempted, Watch};
use kirifuda_players::hearts::Side;
use serde::Serialize;
use serde_json::json;

use super::pupils::{GAME, RATIO, RULES, text};
use crate::selection::{Order, Procedure, Selector};
use crate::{Bench, LabError};

/// What is selected, for whom, and by what examination: everything but the procedure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Subject {
    /// The setting that is selected: `lead` or `follow`.
    pub side: String,
    /// The percepts that may be chosen, by number.
    pub among: Vec<u8>,
    /// The other settings of the learner: who plays the other side, or with what percepts.
    pub other: String,
    pub opponents: &'static str,
    pub against: &'static str,
    pub seed: u64,
}

/// Players at a table: each deal of an examination is played so many times.
pub const SEATS: u64 = 4;

/// So many candidates of every step are kept of a fast selection.
const ROWS: usize = 8;

impl Subject {
    /// The text of a set of places in the list: `6+14+15`.
    pub fn text(&self, set: &[usize]) -> String {
        let numbers: Vec<u8> = set.iter().filter_map(|&place| self.among.get(place)).copied().collect();
        text(&numbers)
    }

    /// The selection of `kirifuda select` with these percepts, trainings and examinations, and with deals of the same seed.
    pub(super) fn selector(&self, procedure: Procedure) -> Result<Selector, LabError> {
        let budget = match &procedure {
            Procedure::Printed(printed) => printed.budget,
            Procedure::Fast(fast) => fast.budget,
        };
        let order = Order {
            game: GAME.to_string(),
            rules: RULES.to_string(),
            learner: format!("falcon:{}", self.other),
            side: self.side.clone(),
            among: self.among.iter().map(u8::to_string).collect(),
            from: Vec::new(),
            opponents: self.opponents.to_string(),
            against: self.against.to_string(),
            measure: RATIO.to_string(),
            seed: self.seed,
            procedure,
        };
        Selector::of(order, budget)
    }

    /// What a trial costs, in games.
    pub fn cost(size: Size) -> u64 {
        size.learn + size.exam * SEATS
    }

    /// The same trainings and matches by command.
    pub fn command(&self, procedure: &str, size: Size, runs: u64) -> String {
        let last = self.among.last().copied().unwrap_or_default();
        format!(
            "kirifuda select {GAME} --rules {RULES} --side {} --among 0-{last} --learner falcon:{} --procedure {procedure} \
             --learn-deals {} --exam-deals {} --runs {runs} --opponents \"{}\" --against {} --seed {}",
            self.side, self.other, size.learn, size.exam, self.opponents, self.against, self.seed
        )
    }

    /// The printed procedure. Every round is a step: what was interrupted goes on with the round that it was in.
    pub fn printed(&self, bench: &Bench<'_>, greedy: &Greedy) -> Result<Selection, LabError> {
        let selector = self.selector(Procedure::Printed(*greedy))?;
        let mut ledger = Ledger::default();
        let mut set = Vec::new();
        loop {
            let round = 1 + set.len();
            let title = format!("printed {} round {round}", self.side);
            let key = json!({"revision": 1, "subject": self, "procedure": greedy, "from": self.text(&set)});
            let new: Ledger = bench.step(&title, &key, |monitor| {
                let mut whole = ledger.clone();
                let guide = Guide::new(monitor, Some(round), None);
                selector.run(Some(bench.threads()), &mut whole, &guide)?;
                guide.finished()?;
                let mut new = Ledger::default();
                for (set, size, run, value) in whole.iter().filter(|at| ledger.get(at.0, at.1, at.2).is_none()) {
                    new.insert(set, size, run, value);
                }
                Ok(new)
            })?;
            new.iter().for_each(|(set, size, run, value)| ledger.insert(set, size, run, value));
            // All trials of the rounds so far are known; none is made here.
            let guide = Guide::new(&kirifuda_arena::Quiet, Some(round), None);
            let found = selector.run(Some(1), &mut ledger, &guide)?;
            if found.ending != Ending::Stopped || found.set.len() < round {
                return Ok(found);
            }
            set = found.set;
        }
    }

    /// The fast procedure, from no percepts at all. It takes no longer than a few trainings: it is one step.
    pub fn fast(&self, bench: &Bench<'_>, title: &str, fast: &Fast) -> Result<Selection, LabError> {
        let key = json!({"revision": 1, "subject": self, "procedure": fast});
        bench.step(title, &key, |monitor| {
            let guide = Guide::new(monitor, None, fast.budget);
            let selector = self.selector(Procedure::Fast(fast.clone()))?;
            let mut found = selector.run(Some(bench.threads()), &mut Ledger::default(), &guide)?;
            guide.finished()?;
            found.steps.iter_mut().for_each(|step| step.rows.truncate(ROWS));
            Ok(found)
        })
    }
}

/// Follows a procedure for the monitor of a step, and ends it after some rounds.
struct Guide<'a> {
    monitor: &'a dyn Monitor,
    rounds: Option<usize>,
    told: AtomicUsize,
    /// Deals at most: what progress is measured by, where waves are many.
    budget: Option<u64>,
}

impl<'a> Guide<'a> {
    fn new(monitor: &'a dyn Monitor, rounds: Option<usize>, budget: Option<u64>) -> Guide<'a> {
        Guide { monitor, rounds, told: AtomicUsize::new(0), budget }
    }

    /// An interrupted procedure has no result.
    fn finished(&self) -> Result<(), LabError> {
        if self.monitor.stopped() { Err(LabError::Interrupted) } else { Ok(()) }
    }
}

impl Watch for Guide<'_> {
    fn advance(&self, progress: &Progress<'_>) {
        match self.budget {
            Some(budget) => self.monitor.advance(progress.deals, budget),
            None => self.monitor.advance(progress.wave.0 as u64, progress.wave.1 as u64),
        }
    }

    fn step(&self, _: &Attempted) {
        self.told.fetch_add(1, Ordering::Relaxed);
    }

    fn stopped(&self) -> bool {
        self.monitor.stopped() || self.rounds.is_some_and(|rounds| self.told.load(Ordering::Relaxed) >= rounds)
    }
}

/// The percepts of the paper's table, by number.
pub fn paper_percepts(side: Side) -> Vec<u8> {
    let count = match side {
        Side::Lead => 16,
        Side::Follow => 13,
    };
    (0..count).collect()
}

/// All percepts there are.
pub fn all_percepts(side: Side) -> Vec<u8> {
    side.percepts().iter().map(|percept| percept.number).collect()
}
