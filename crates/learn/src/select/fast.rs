use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::greedy::with_one_more;
use super::race::{Duel, Judge, Race, Rung};
use super::trials::{Halt, STRIDE, TrialTable, Trials};
use super::{
    Change, Ending, Ledger, Row, Score, SelectError, Selection, Size, Stage, Standing, Step, Trial, Watch, canonical,
};

/// Floating selection by races: like [`Greedy`](super::Greedy) it adds percepts, but after each change it also tries to
/// drop one (Pudil, Novovičová and Kittler, "Floating search methods in feature selection", 1994), and where neither
/// helps, to exchange one and to add two at once.
///
/// The candidates of a step race over [`rungs`](Fast::rungs), in few and small trials on common deals, and those that are
/// clearly worse drop out. The winner then meets the set so far in a [`duel`](Fast::duel) on other deals, so that what
/// was chosen because it was lucky is found out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fast {
    /// The races, one after the other, the cheapest first.
    pub rungs: Vec<Rung>,
    /// The winners of the last rung against the set so far, the best first, until one is better.
    pub duel: Rung,
    /// Trials of the chosen set at the end: their size and number. They are the first runs of a printed procedure of the
    /// same size, so that the results of both can be compared.
    pub confirm: Option<(Size, u64)>,
    /// Confidence of the intervals that eliminate and decide early.
    pub confidence: f64,
    /// A larger set must be better by so much, and by [`margin`](Fast::margin).
    pub least_gain: f64,
    /// At the end of a duel that is not clear a larger set must be better by so many standard errors, or the smaller one
    /// is taken.
    pub margin: f64,
    /// Whether one percept may be exchanged for another where nothing else helps.
    pub swaps: bool,
    /// Whether two percepts may be added at once where nothing else helps.
    pub pairs: bool,
    /// Deals at most, all included.
    pub budget: Option<u64>,
}

impl Fast {
    /// The printed procedure may take so many times the deals that this one is usually allowed.
    pub const SHARE: u64 = 20;

    /// The usual size of all its trials, at a table of so many seats: 20,000 deals of learning, 4,000 games of examination.
    pub fn usual_size(seats: u64) -> Size {
        Size { learn: 20_000, exam: (4_000 / seats.max(1)).max(1) }
    }

    /// All trials of one size: the candidates play one run each, the best four two more, and the best two of these meet
    /// the set so far in duels of two to five runs.
    ///
    /// A trial must be long enough to learn with the percept that needs longest: what looks good after few deals is what is
    /// learned with soon. So few long trials are better than many short ones.
    pub fn new(size: Size) -> Fast {
        let rung = |first, most, keep| Rung { size, first, more: 1, most, keep };
        Fast { rungs: vec![rung(1, 1, 4), rung(2, 2, 2)], duel: rung(2, 5, 1), pairs: false, ..Fast::thorough(size) }
    }

    /// With duels of this size and of up to six runs, longer races of three fifths of it, and pairs. Where there are more
    /// than 16 candidates, a first glance at them takes a third.
    pub fn thorough(duel: Size) -> Fast {
        let part = |of: u64, parts: u64| Size {
            learn: (duel.learn * of / parts).max(1),
            exam: (duel.exam * of / parts).max(1),
        };
        let (glance, race) = (part(1, 3), part(3, 5));
        Fast {
            rungs: vec![
                Rung { size: glance, first: 1, more: 1, most: 1, keep: 16 },
                Rung { size: race, first: 1, more: 1, most: 1, keep: 6 },
                Rung { size: race, first: 2, more: 2, most: 4, keep: 2 },
            ],
            duel: Rung { size: duel, first: 3, more: 3, most: 6, keep: 1 },
            confirm: None,
            confidence: 0.95,
            least_gain: 0.0,
            margin: 0.5,
            swaps: true,
            pairs: true,
            budget: None,
        }
    }

    /// With much smaller races, and one winner of each: for percepts that are learned with equally soon and differ clearly.
    pub fn quick(duel: Size) -> Fast {
        let part =
            |learn: u64, exam: u64| Size { learn: (duel.learn * 3 / learn).max(1), exam: (duel.exam / exam).max(1) };
        let (glance, race) = (part(40, 8), part(20, 4));
        Fast {
            rungs: vec![
                Rung { size: glance, first: 1, more: 1, most: 1, keep: 16 },
                Rung { size: race, first: 1, more: 1, most: 1, keep: 4 },
                Rung { size: race, first: 2, more: 2, most: 4, keep: 1 },
            ],
            ..Fast::thorough(duel)
        }
    }

    /// Selects among so many percepts, from a set to start with.
    pub fn run(
        &self,
        percepts: usize,
        start: &[usize],
        trial: &dyn Trial,
        ledger: &mut Ledger,
        watch: &dyn Watch,
    ) -> Result<Selection, SelectError> {
        let set = canonical(start, percepts)?;
        self.check(trial)?;
        // What the confirmation costs is not spent before.
        let budget = self.budget.map(|budget| budget.saturating_sub(self.confirmation(trial)));
        let visited = BTreeSet::from([set.clone()]);
        let mut search =
            Search { fast: self, percepts, trials: Trials::new(trial, ledger, watch, budget), set, visited };
        let mut ending = match search.improve() {
            Ok(()) => Ending::Complete,
            Err(Halt::Budget) => Ending::Budget,
            Err(Halt::Stopped) => Ending::Stopped,
            Err(Halt::Failed(why)) => return Err(why),
        };
        let mut value = None;
        if ending != Ending::Stopped {
            match search.confirm() {
                Ok(confirmed) => value = confirmed,
                Err(Halt::Failed(why)) => return Err(why),
                Err(Halt::Stopped | Halt::Budget) => ending = Ending::Stopped,
            }
        }
        let Search { trials, set, .. } = search;
        let (deals, count) = (trials.deals, trials.count());
        Ok(Selection { set, value, steps: trials.steps, deals, trials: count, ending })
    }

    /// Refuses what makes no sense. ([`run`](Fast::run) does so, too, but perhaps not before something was promised.)
    pub fn check(&self, trial: &dyn Trial) -> Result<(), SelectError> {
        let refuse = |why: String| Err(SelectError::Options(why));
        if !(self.confidence > 0.0 && self.confidence < 1.0) {
            return refuse(format!("a confidence of {}: allowed are numbers between 0 and 1", self.confidence));
        }
        for (name, value) in [("least gain", self.least_gain), ("margin", self.margin)] {
            if !(value >= 0.0 && value.is_finite()) {
                return refuse(format!("a {name} of {value}: allowed are numbers from 0"));
            }
        }
        let most = self.rungs.iter().chain([&self.duel]).map(|rung| rung.most).max().unwrap_or(0);
        if most >= STRIDE {
            return refuse(format!("{most} runs: allowed are fewer than {STRIDE}"));
        }
        let reserve = self.confirmation(trial);
        match self.budget {
            Some(budget) if budget < reserve => refuse(format!(
                "a budget of {budget} deals does not pay for the {reserve} of the trials at the end: allow more"
            )),
            _ => Ok(()),
        }
    }

    /// What the trials at the end cost, in deals.
    pub fn confirmation(&self, trial: &dyn Trial) -> u64 {
        self.confirm.map_or(0, |(size, runs)| trial.cost(size).saturating_mul(runs))
    }

    fn judge(&self) -> Judge {
        Judge { confidence: self.confidence, least_gain: self.least_gain, margin: self.margin }
    }
}

/// A search at work.
struct Search<'a> {
    fast: &'a Fast,
    percepts: usize,
    trials: Trials<'a>,
    set: Vec<usize>,
    /// Sets that were the set so far: none becomes it again, so that there is an end.
    visited: BTreeSet<Vec<usize>>,
}

impl Search<'_> {
    /// Changes the set for the better as long as that is possible.
    fn improve(&mut self) -> Result<(), Halt> {
        let Fast { swaps, pairs, .. } = *self.fast;
        loop {
            while self.attempt(Change::Drop)? {}
            let improved = self.attempt(Change::Add)?
                || (swaps && self.attempt(Change::Swap)?)
                || (pairs && self.attempt(Change::AddTwo)?);
            if !improved {
                return Ok(());
            }
        }
    }

    /// Tries all changes of a kind; true when one was made.
    fn attempt(&mut self, change: Change) -> Result<bool, Halt> {
        let mut sets = neighbours(&self.set, self.percepts, change);
        sets.retain(|set| !self.visited.contains(set));
        if sets.is_empty() {
            return Ok(false);
        }
        let Fast { rungs, duel, confidence, .. } = self.fast;
        let from = self.set.clone();
        let race = Race { change, from: &from, confidence: *confidence };
        // The last table of every candidate; those that went farther stand before those that did not.
        let mut rows: Vec<Row> = Vec::new();
        for (number, rung) in rungs.iter().enumerate() {
            let stage = Stage::Race { number: number + 1, of: rungs.len() };
            let (winners, table) = race.run(&mut self.trials, sets, rung, stage, stage_run(number))?;
            rows.retain(|row| !table.iter().any(|later| later.set == row.set));
            rows.splice(..0, table);
            sets = winners;
        }
        let mut gain: Option<Score> = None;
        let mut chosen = None;
        let mut duellists = vec![from.clone()];
        for challenger in sets {
            duellists.push(challenger.clone());
            let stage = stage_run(rungs.len());
            let Duel { accepted, gain: found } =
                race.duel(&mut self.trials, &challenger, duel, self.fast.judge(), stage)?;
            if accepted || gain.is_none_or(|gain| found.is_some_and(|found| found.mean > gain.mean)) {
                gain = found;
            }
            if accepted {
                chosen = Some(challenger);
                break;
            }
        }
        rows.retain(|row| !duellists.contains(&row.set));
        rows.iter_mut().for_each(|row| row.standing = Standing::Eliminated);
        rows.splice(..0, self.duel_rows(&race, &duellists, chosen.as_ref()));
        if let Some(set) = &chosen {
            self.set = set.clone();
            self.visited.insert(set.clone());
        }
        let deals = self.trials.deals;
        self.trials.finish(Step { change, from, to: chosen.clone(), gain, rows, deals });
        Ok(chosen.is_some())
    }

    /// The rows of the set so far and of those who challenged it.
    fn duel_rows(&self, race: &Race<'_>, sets: &[Vec<usize>], chosen: Option<&Vec<usize>>) -> Vec<Row> {
        let standing = |set: &Vec<usize>| match set {
            set if set == race.from => Standing::Incumbent,
            set if Some(set) == chosen => Standing::Chosen,
            _ => Standing::Eliminated,
        };
        let table = TrialTable {
            stage: Stage::Duel,
            change: Some(race.change),
            from: race.from,
            standings: sets.iter().map(standing).collect(),
            sets,
            size: self.fast.duel.size,
            first_run: stage_run(self.fast.rungs.len()),
        };
        self.trials.rows(&table)
    }

    /// Measures the chosen set in trials of full size.
    fn confirm(&mut self) -> Result<Option<(Score, Size)>, Halt> {
        let (size, runs, first_run) = match self.fast.confirm {
            Some((size, runs)) if runs > 0 => (size, runs, 0),
            // What its duels have shown.
            _ => (self.fast.duel.size, 0, stage_run(self.fast.rungs.len())),
        };
        let (sets, standings) = ([self.set.clone()], vec![Standing::Chosen]);
        let table = TrialTable {
            stage: Stage::Confirmation,
            change: None,
            from: &self.set,
            sets: &sets,
            standings,
            size,
            first_run,
        };
        self.trials.budget = None;
        self.trials.measure(&table, runs)?;
        let row = self.trials.rows(&table).into_iter().next();
        Ok(row.and_then(|row| row.score).map(|score| (score, size)))
    }
}

/// The first run of a stage: that of the confirmation, which is also that of a printed procedure, is 0.
fn stage_run(stage: usize) -> u64 {
    STRIDE * (stage as u64 + 1)
}

/// All sets that a change of this kind leads to.
fn neighbours(set: &[usize], percepts: usize, change: Change) -> Vec<Vec<usize>> {
    let fewer = || set.iter().map(|dropped| set.iter().copied().filter(|kept| kept != dropped).collect::<Vec<usize>>());
    match change {
        Change::Add => with_one_more(set, percepts),
        Change::Drop => fewer().collect(),
        Change::Swap => {
            let mut sets: Vec<Vec<usize>> = fewer().flat_map(|fewer| with_one_more(&fewer, percepts)).collect();
            sets.retain(|swapped| swapped != set);
            sets
        }
        Change::AddTwo => {
            let twice = with_one_more(set, percepts).into_iter().flat_map(|one| with_one_more(&one, percepts));
            twice.collect::<BTreeSet<_>>().into_iter().collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_neighbours_of_a_set_are_all_there_and_each_is_there_once() {
        let of = |change| neighbours(&[1, 3], 4, change);
        assert_eq!(of(Change::Add), [vec![0, 1, 3], vec![1, 2, 3]]);
        assert_eq!(of(Change::Drop), [[3], [1]]);
        assert_eq!(of(Change::Swap), [[0, 3], [2, 3], [0, 1], [1, 2]]);
        assert_eq!(of(Change::AddTwo), [[0, 1, 2, 3]]);
        assert_eq!(neighbours(&[], 3, Change::AddTwo), [[0, 1], [0, 2], [1, 2]]);
        assert!(neighbours(&[], 3, Change::Drop).is_empty());
    }
}
