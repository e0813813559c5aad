use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use super::ledger::Key;
use super::{Change, Ledger, Progress, Row, Score, SelectError, Size, Stage, Standing, Step, Trial, Watch};

/// Makes the trials that a procedure asks for, counts them, and keeps the watcher informed.
pub(super) struct Trials<'a> {
    pub trial: &'a dyn Trial,
    pub ledger: &'a mut Ledger,
    pub watch: &'a dyn Watch,
    /// No wave begins that would lead beyond so many deals.
    pub budget: Option<u64>,
    pub deals: u64,
    pub steps: Vec<Step>,
    /// What was asked for. What the ledger knew before counts as made: a run that goes on counts like a whole one.
    asked: BTreeSet<Key>,
}

/// The runs of different stages are this far apart: what is judged in one stage was not chosen by its luck in another.
pub(super) const STRIDE: u64 = 1_000_000;

/// Why a procedure does not go on.
pub(super) enum Halt {
    Stopped,
    Budget,
    Failed(SelectError),
}

/// Candidates who are measured in the same runs.
pub(super) struct TrialTable<'a> {
    pub stage: Stage,
    pub change: Option<Change>,
    /// The set so far.
    pub from: &'a [usize],
    pub sets: &'a [Vec<usize>],
    pub standings: Vec<Standing>,
    pub size: Size,
    /// The first of its runs; the others follow.
    pub first_run: u64,
}

impl<'a> Trials<'a> {
    pub fn new(trial: &'a dyn Trial, ledger: &'a mut Ledger, watch: &'a dyn Watch, budget: Option<u64>) -> Trials<'a> {
        Trials { trial, ledger, watch, budget, deals: 0, steps: Vec::new(), asked: BTreeSet::new() }
    }

    /// Trials made.
    pub fn count(&self) -> u64 {
        self.asked.len() as u64
    }

    /// Makes the first `runs` trials of every candidate that is not eliminated, as far as they are not made.
    pub fn measure(&mut self, table: &TrialTable<'_>, runs: u64) -> Result<(), Halt> {
        let mut wanted = Vec::new();
        for run in table.first_run..table.first_run + runs {
            for (set, standing) in table.sets.iter().zip(&table.standings) {
                let key = Key { set: set.clone(), size: table.size, run };
                if *standing != Standing::Eliminated && !self.asked.contains(&key) {
                    wanted.push(key);
                }
            }
        }
        let cost = self.trial.cost(table.size);
        let price = cost.saturating_mul(wanted.len() as u64);
        if self.budget.is_some_and(|budget| self.deals.saturating_add(price) > budget) {
            return Err(Halt::Budget);
        }
        let (known, fresh): (Vec<Key>, Vec<Key>) = wanted.into_iter().partition(|key| self.ledger.has(key));
        self.deals += cost * known.len() as u64;
        self.asked.extend(known);
        if fresh.is_empty() {
            return Ok(());
        }

        let wave = Wave {
            trials: Mutex::new(self),
            table,
            cost,
            done: AtomicUsize::new(0),
            total: fresh.len(),
            failed: AtomicUsize::new(usize::MAX),
            failure: Mutex::new(None),
        };
        wave.show();
        fresh.par_iter().enumerate().with_max_len(1).for_each(|(place, key)| wave.make(place, key));
        let (done, total) = (wave.done.into_inner(), wave.total);
        match wave.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(why) => Err(Halt::Failed(why)),
            None if done < total => Err(Halt::Stopped),
            None => Ok(()),
        }
    }

    /// The values of a candidate in the first `runs` runs of its table, as far as they are known.
    pub fn values(&self, table: &TrialTable<'_>, candidate: usize, runs: u64) -> Vec<f64> {
        let run = |run| self.ledger.get(&table.sets[candidate], table.size, run);
        (table.first_run..table.first_run + runs).filter_map(run).collect()
    }

    /// The candidates as they stand: eliminated ones last, better ones before others.
    pub fn rows(&self, table: &TrialTable<'_>) -> Vec<Row> {
        let known = |set: &[usize]| -> Vec<(u64, f64)> {
            // Only what was asked for: a ledger may know more.
            let asked = self.asked.range(Key { set: set.to_vec(), size: table.size, run: table.first_run }..);
            let last = table.first_run + STRIDE;
            let runs = asked.take_while(|key| key.set == set && key.size == table.size && key.run < last);
            runs.filter_map(|key| Some((key.run, self.ledger.get(set, key.size, key.run)?))).collect()
        };
        let mut rows: Vec<(Row, Vec<(u64, f64)>)> = Vec::new();
        for (set, &standing) in table.sets.iter().zip(&table.standings) {
            let values = known(set);
            let numbers: Vec<f64> = values.iter().map(|&(_, value)| value).collect();
            let score = Score::of(&numbers);
            rows.push((Row { set: set.clone(), runs: values.len() as u64, score, behind: None, standing }, values));
        }
        // A stable order: the same for equal values.
        let mean = |row: &Row| row.score.map_or(f64::INFINITY, |score| score.mean);
        rows.sort_by(|(a, _), (b, _)| {
            let out = |row: &Row| row.standing == Standing::Eliminated;
            out(a).cmp(&out(b)).then(mean(a).total_cmp(&mean(b)))
        });
        let leader = rows.first().map(|(_, values)| values.clone()).unwrap_or_default();
        for (row, values) in rows.iter_mut().skip(1) {
            let of_leader = |run: u64| leader.iter().find(|(known, _)| *known == run).map(|&(_, value)| value);
            let differences: Vec<f64> =
                values.iter().filter_map(|&(run, value)| Some(value - of_leader(run)?)).collect();
            row.behind = Score::of(&differences);
        }
        rows.into_iter().map(|(row, _)| row).collect()
    }

    /// Writes down a finished step.
    pub fn finish(&mut self, step: Step) {
        self.watch.step(&step);
        self.steps.push(step);
    }
}

/// Trials that are made together.
struct Wave<'a, 'b> {
    trials: Mutex<&'a mut Trials<'b>>,
    table: &'a TrialTable<'a>,
    cost: u64,
    done: AtomicUsize,
    total: usize,
    /// Place of the first trial that has failed. Those before it are finished: the failure that is told is the same for
    /// every number of threads.
    failed: AtomicUsize,
    failure: Mutex<Option<SelectError>>,
}

impl Wave<'_, '_> {
    fn make(&self, place: usize, key: &Key) {
        let (trial, watch) = {
            let trials = lock(&self.trials);
            (trials.trial, trials.watch)
        };
        if self.failed.load(Ordering::Relaxed) < place || watch.stopped() {
            return;
        }
        let value = trial.run(&key.set, key.run, key.size).and_then(|value| match value.is_finite() {
            true => Ok(value),
            false => Err(format!("its value is {value}, not a number")),
        });
        match value {
            Ok(value) => {
                let mut trials = lock(&self.trials);
                trials.ledger.keep(key.clone(), value);
                trials.asked.insert(key.clone());
                trials.deals += self.cost;
                self.done.fetch_add(1, Ordering::Relaxed);
                self.tell(&trials);
            }
            Err(_) if watch.stopped() => {}
            Err(why) => {
                let mut failure = lock(&self.failure);
                if place < self.failed.load(Ordering::Relaxed) {
                    self.failed.store(place, Ordering::Relaxed);
                    let Key { set, size, run } = key.clone();
                    *failure = Some(SelectError::Trial { set, run, size, why });
                }
            }
        }
    }

    fn show(&self) {
        self.tell(&lock(&self.trials));
    }

    fn tell(&self, trials: &Trials<'_>) {
        trials.watch.advance(&Progress {
            steps: trials.steps.len(),
            change: self.table.change,
            stage: self.table.stage,
            set: self.table.from,
            rows: &trials.rows(self.table),
            size: self.table.size,
            wave: (self.done.load(Ordering::Relaxed), self.total),
            trials: trials.count(),
            deals: trials.deals,
            ledger: trials.ledger,
        });
    }
}

/// A poisoned lock means that a trial panicked; the panic itself ends the run.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
