use serde::{Deserialize, Serialize};

use super::trials::{Halt, TrialTable, Trials};
use super::{Change, Ending, Ledger, Score, SelectError, Selection, Size, Stage, Standing, Step, Trial, Watch};

/// The procedure of paper 002, §4.2: in each round every percept that is left is tried on top of the chosen ones, and the
/// best is added if its mean beats that of the round before; else this is the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Greedy {
    /// Size of a trial.
    pub size: Size,
    /// Runs of every candidate.
    pub runs: u64,
    /// Deals at most.
    pub budget: Option<u64>,
}

impl Greedy {
    /// At the size of paper 002, at a table of so many seats: 10 runs of 75,000 deals of learning and 5,000 games of
    /// examination.
    pub fn paper(seats: u64) -> Greedy {
        let size = Size { learn: 75_000, exam: (5_000 / seats.max(1)).max(1) };
        Greedy { size, runs: 10, budget: None }
    }

    /// Deals that it takes to choose so many of so many percepts where a trial costs so much: as many rounds, and one more
    /// that shows that no other helps.
    pub fn deals(&self, percepts: usize, chosen: usize, trial: u64) -> u64 {
        let candidates: usize = (0..=chosen).map(|round| percepts.saturating_sub(round)).sum();
        (candidates as u64).saturating_mul(self.runs).saturating_mul(trial)
    }

    /// Selects among so many percepts.
    pub fn run(
        &self,
        percepts: usize,
        trial: &dyn Trial,
        ledger: &mut Ledger,
        watch: &dyn Watch,
    ) -> Result<Selection, SelectError> {
        if self.runs == 0 {
            return Err(SelectError::Options("no runs: ask for one at least".to_string()));
        }
        let mut trials = Trials::new(trial, ledger, watch, self.budget);
        let mut best = Best::default();
        let ending = loop {
            match self.round(percepts, &best, &mut trials) {
                Ok(Some(better)) => best = better,
                Ok(None) => break Ending::Complete,
                Err(Halt::Stopped) => break Ending::Stopped,
                Err(Halt::Budget) => break Ending::Budget,
                Err(Halt::Failed(why)) => return Err(why),
            }
        };
        let Best { set, values } = best;
        let value = Score::of(&values).map(|score| (score, self.size));
        let (deals, count) = (trials.deals, trials.count());
        Ok(Selection { set, value, steps: trials.steps, deals, trials: count, ending })
    }

    /// One round: the better set, if there is one.
    fn round(&self, percepts: usize, best: &Best, trials: &mut Trials<'_>) -> Result<Option<Best>, Halt> {
        let Best { set, values: before } = best;
        let candidates: Vec<Vec<usize>> = with_one_more(set, percepts);
        if candidates.is_empty() {
            return Ok(None);
        }
        let standings = vec![Standing::Alive; candidates.len()];
        let (stage, change) = (Stage::Round, Some(Change::Add));
        let mut table =
            TrialTable { stage, change, from: set, sets: &candidates, standings, size: self.size, first_run: 0 };
        trials.measure(&table, self.runs)?;
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let values: Vec<Vec<f64>> =
            (0..candidates.len()).map(|candidate| trials.values(&table, candidate, self.runs)).collect();
        // Among equals the first in the list.
        let leader = (0..candidates.len()).min_by(|&a, &b| mean(&values[a]).total_cmp(&mean(&values[b])));
        let Some(leader) = leader else { return Ok(None) };
        let better = before.is_empty() || mean(&values[leader]) < mean(before);
        table.standings.fill(Standing::Eliminated);
        if better {
            table.standings[leader] = Standing::Chosen;
        }
        let gains: Vec<f64> = before.iter().zip(&values[leader]).map(|(before, after)| before - after).collect();
        let chosen = better.then(|| Best { set: candidates[leader].clone(), values: values[leader].clone() });
        trials.finish(Step {
            change: Change::Add,
            from: set.clone(),
            to: chosen.as_ref().map(|chosen| chosen.set.clone()),
            gain: Score::of(&gains),
            rows: trials.rows(&table),
            deals: trials.deals,
        });
        Ok(chosen)
    }
}

/// The best set so far.
#[derive(Default)]
struct Best {
    set: Vec<usize>,
    /// Its values; none before the first round, so that the first is better in any case.
    values: Vec<f64>,
}

/// The set with each of the other percepts added, in the order of the list.
pub(super) fn with_one_more(set: &[usize], percepts: usize) -> Vec<Vec<usize>> {
    let more = |percept| {
        let mut more = set.to_vec();
        more.push(percept);
        more.sort_unstable();
        more
    };
    (0..percepts).filter(|percept| !set.contains(percept)).map(more).collect()
}
