use serde::{Deserialize, Serialize};

use super::statistics::{Spread, least_difference, student_t};
use super::trials::{Halt, TrialTable, Trials};
use super::{Change, Row, Score, Size, Stage, Standing};

/// A part of a race, or a duel: trials of one size, more and more of them until it is clear who is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rung {
    /// Size of the trials.
    pub size: Size,
    /// Runs of each candidate before the first is eliminated.
    pub first: u64,
    /// Runs more of those that are left, again and again.
    pub more: u64,
    /// Runs of a candidate at most.
    pub most: u64,
    /// So many of the best go on at most. Where there are no more to begin with, nothing is played.
    pub keep: usize,
}

/// A race of candidates who would all change the set so far in the same way.
pub(super) struct Race<'a> {
    pub change: Change,
    /// The set so far.
    pub from: &'a [usize],
    pub confidence: f64,
}

/// What a duel has shown.
pub(super) struct Duel {
    pub accepted: bool,
    /// How much better the challenger is.
    pub gain: Option<Score>,
}

/// How a duel is judged.
#[derive(Clone, Copy)]
pub(super) struct Judge {
    pub confidence: f64,
    pub least_gain: f64,
    pub margin: f64,
}

impl Race<'_> {
    /// Lets candidates race on one rung. Gives those that go on, best first, and the table at the end, which is empty where
    /// nothing was played.
    pub fn run(
        &self,
        trials: &mut Trials<'_>,
        sets: Vec<Vec<usize>>,
        rung: &Rung,
        stage: Stage,
        first_run: u64,
    ) -> Result<(Vec<Vec<usize>>, Vec<Row>), Halt> {
        let keep = rung.keep.max(1);
        if sets.len() <= keep {
            return Ok((sets, Vec::new()));
        }
        let standings = vec![Standing::Alive; sets.len()];
        let mut table = TrialTable {
            stage,
            change: Some(self.change),
            from: self.from,
            sets: &sets,
            standings,
            size: rung.size,
            first_run,
        };
        let mut runs = rung.first.clamp(1, rung.most.max(1));
        let ranking = loop {
            trials.measure(&table, runs)?;
            let ranking = self.judge(trials, &mut table, runs);
            if ranking.len() <= keep || runs >= rung.most {
                break ranking;
            }
            runs = (runs + rung.more.max(1)).min(rung.most);
        };
        for &candidate in ranking.iter().skip(keep) {
            table.standings[candidate] = Standing::Eliminated;
        }
        let rows = trials.rows(&table);
        let winners = ranking.into_iter().take(keep).map(|candidate| sets[candidate].clone()).collect();
        Ok((winners, rows))
    }

    /// Eliminates those that are clearly worse than the leader. Gives the others, best first.
    fn judge(&self, trials: &Trials<'_>, table: &mut TrialTable<'_>, runs: u64) -> Vec<usize> {
        let alive: Vec<usize> =
            (0..table.sets.len()).filter(|&place| table.standings[place] == Standing::Alive).collect();
        let values: Vec<Vec<f64>> = alive.iter().map(|&place| trials.values(table, place, runs)).collect();
        let mean = |row: &Vec<f64>| row.iter().sum::<f64>() / row.len() as f64;
        let mut ranking: Vec<(f64, usize)> = values.iter().map(mean).zip(alive).collect();
        // Among equals the first in the list.
        ranking.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let Some(&(best, _)) = ranking.first() else { return Vec::new() };
        let least = least_difference(&values, self.confidence).unwrap_or(f64::INFINITY);
        ranking.retain(|&(mean, place)| {
            let stays = mean - best <= least;
            if !stays {
                table.standings[place] = Standing::Eliminated;
            }
            stays
        });
        ranking.into_iter().map(|(_, place)| place).collect()
    }

    /// Sets a challenger against the set so far. The larger set, or the new one of two of the same size, has to prove
    /// that it is better.
    pub fn duel(
        &self,
        trials: &mut Trials<'_>,
        challenger: &[usize],
        rung: &Rung,
        judge: Judge,
        first_run: u64,
    ) -> Result<Duel, Halt> {
        let sets = [self.from.to_vec(), challenger.to_vec()];
        let standings = vec![Standing::Incumbent, Standing::Alive];
        let (stage, change, size) = (Stage::Duel, Some(self.change), rung.size);
        let table = TrialTable { stage, change, from: self.from, sets: &sets, standings, size, first_run };
        let smaller = challenger.len() < self.from.len();
        let mut runs = rung.first.clamp(1, rung.most.max(1));
        loop {
            trials.measure(&table, runs)?;
            let (incumbent, challenger) = (trials.values(&table, 0, runs), trials.values(&table, 1, runs));
            let gains: Vec<f64> = incumbent.iter().zip(&challenger).map(|(before, after)| before - after).collect();
            let verdict = judge.verdict(&gains, smaller, runs >= rung.most);
            if let Some(accepted) = verdict {
                return Ok(Duel { accepted, gain: Score::of(&gains) });
            }
            runs = (runs + rung.more.max(1)).min(rung.most);
        }
    }
}

impl Judge {
    /// Whether a challenger with these gains is accepted; nothing where more runs shall decide.
    fn verdict(&self, gains: &[f64], smaller: bool, last: bool) -> Option<bool> {
        let Spread { mean, error } = Spread::of(gains)?;
        let needed = if smaller { -self.least_gain } else { self.least_gain };
        if let Some(error) = error {
            let half = error * student_t(gains.len() as u64 - 1, self.confidence);
            if mean - half > needed {
                return Some(true);
            }
            if mean + half < needed {
                return Some(false);
            }
        }
        let allowance = self.margin * error.unwrap_or(0.0);
        // Where there is no telling, the smaller set.
        let accepted = if smaller { mean >= needed - allowance } else { mean > needed + allowance };
        last.then_some(accepted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JUDGE: Judge = Judge { confidence: 0.95, least_gain: 0.0, margin: 1.0 };

    #[test]
    fn a_clear_gain_or_loss_ends_a_duel_early() {
        assert_eq!(JUDGE.verdict(&[1.0, 1.1, 0.9], false, false), Some(true));
        assert_eq!(JUDGE.verdict(&[-1.0, -1.1, -0.9], true, false), Some(false));
        assert_eq!(JUDGE.verdict(&[1.0, -1.1, 0.9], false, false), None);
        assert_eq!(JUDGE.verdict(&[1.0], false, false), None);
    }

    #[test]
    fn at_the_last_run_the_larger_set_must_be_better_by_a_standard_error() {
        // Mean 0.5, standard error 0.5.
        let gains = [1.5, -0.5, 1.5, -0.5, 0.5, 0.5];
        assert_eq!(JUDGE.verdict(&gains, false, true), Some(true));
        let strict = Judge { margin: 2.0, ..JUDGE };
        assert_eq!(strict.verdict(&gains, false, true), Some(false));
        let losses = gains.map(|gain| -gain);
        assert_eq!(JUDGE.verdict(&losses, true, true), Some(false));
        assert_eq!(strict.verdict(&losses, true, true), Some(true));
        let demanding = Judge { least_gain: 0.4, ..JUDGE };
        assert_eq!(demanding.verdict(&gains, false, true), Some(false));
    }

    #[test]
    fn of_two_sets_that_are_the_same_the_smaller_one_is_taken() {
        assert_eq!(JUDGE.verdict(&[0.0; 4], true, true), Some(true));
        assert_eq!(JUDGE.verdict(&[0.0; 4], false, true), Some(false));
    }
}
