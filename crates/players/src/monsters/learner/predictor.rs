use kirifuda_learn::mlp::{Output, Replay, Work};
use kirifuda_learn::model::Model;
use kirifuda_play::Rng;

use super::part::{Part, misfit, put};
use super::state::{ACT_NAMES, ACTS, STATE, State};
use crate::trainers::Sentence;

/// What the other will do (paper 004, section 4.1.2): a net from the state to each of the nine acts, learned from what
/// was really done in the true state, known after the game.
#[derive(Clone, Debug)]
pub struct Predictor {
    part: Part,
    replay: Replay,
    /// How often each act was seen.
    seen: [f32; ACTS],
    work: Work,
}

impl Predictor {
    /// One that has seen nothing, with room for so many examples. One that is off takes all acts for equally likely.
    pub fn new(on: bool, capacity: usize, rng: &mut Rng) -> Predictor {
        Predictor {
            part: Part::new("predictor", STATE, ACTS, Output::PROBABILITY, on, rng),
            replay: Replay::new(STATE + ACTS, capacity),
            seen: [0.0; ACTS],
            work: Work::default(),
        }
    }

    /// In this state the other did this; so many examples of before are learned again.
    pub fn learn(&mut self, state: &State, act: usize, rate: f32, replays: usize, rng: &mut Rng) {
        if !self.part.on {
            return;
        }
        let mut done = [0.0; ACTS];
        done[act] = 1.0;
        self.seen[act] += 1.0;
        self.part.learn(state, &done, rate, &mut self.work);
        for _ in 0..replays {
            if let Some((state, done)) = self.replay.draw(rng).map(|row| row.split_at(STATE)) {
                self.part.learn_again(state, done, rate, &mut self.work);
            }
        }
        self.replay.push(&[state, &done]);
    }

    /// The probabilities of the acts that are possible, summing up to 1.
    #[inline]
    pub fn predict(&self, state: &State, possible: impl Fn(usize) -> bool, work: &mut Work) -> [f32; ACTS] {
        let mut chances = [0.0; ACTS];
        if self.part.on {
            chances.copy_from_slice(self.part.forward(state, work));
        } else {
            chances.fill(1.0);
        }
        let mut sum = 0.0;
        for (act, chance) in chances.iter_mut().enumerate() {
            *chance = if possible(act) { *chance } else { 0.0 };
            sum += *chance;
        }
        // Attack is always possible and no sigmoid is 0, so that there is a sum.
        for chance in &mut chances {
            *chance /= sum.max(f32::MIN_POSITIVE);
        }
        chances
    }

    /// How often the other was seen to do what.
    pub fn explain(&self) -> Vec<Sentence> {
        let total: f32 = self.seen.iter().sum();
        let said = ACT_NAMES.iter().zip(self.seen).filter(|(_, seen)| *seen > 0.0);
        said.map(|(name, seen)| Sentence {
            when: "the other chooses".to_string(),
            then: format!("expect {name} {:.1}% of the time", 100.0 * seen / total),
            uses: seen,
            strength: seen / total,
        })
        .collect()
    }

    pub(super) fn part(&self) -> &Part {
        &self.part
    }

    pub(super) fn save<'a>(&'a self, model: &mut Model<'a>, whole: bool) {
        self.part.save(model);
        put(model, SEEN, &self.seen);
        if whole {
            put(model, REPLAY, self.replay.rows());
            model.header.state.insert(REPLAY.to_string(), self.replay.oldest().into());
        }
    }

    pub(super) fn restore(&mut self, model: &mut Model<'_>, whole: bool) -> Result<(), String> {
        self.part.restore(model)?;
        let seen = model.take(SEEN).unwrap_or_default();
        self.seen = seen.try_into().map_err(|_| misfit(self.part.name, "its counts are missing"))?;
        if whole {
            restore_replay(&mut self.replay, model, REPLAY)?;
        }
        Ok(())
    }
}

const SEEN: &str = "predictor-seen";
const REPLAY: &str = "predictor-replay";

/// Takes the rows of a replay out of a checkpoint; the replay has its sizes.
pub(super) fn restore_replay(replay: &mut Replay, model: &mut Model<'_>, name: &str) -> Result<(), String> {
    let oldest = model.header.state.get(name).and_then(serde_json::Value::as_u64);
    let rows = model.take(name).filter(|rows| rows.iter().all(|number| number.is_finite()));
    let (Some(rows), Some(oldest)) = (rows, oldest) else {
        return Err(misfit(name, "its examples are missing"));
    };
    *replay = Replay::restore(replay.width(), replay.capacity(), rows, oldest as usize)
        .ok_or_else(|| misfit(name, "its examples do not fit"))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_of_the_other_is_found_out() {
        let (mut predictor, mut rng) = (Predictor::new(true, 500, &mut Rng::new(1)), Rng::new(2));
        let state = |hurt: bool| {
            let mut state = [0.0; STATE];
            state[11] = if hurt { -2.0 } else { 1.0 };
            state
        };
        let mut draws = Rng::new(9);
        for _ in 0..2000 {
            let hurt = rng.chance(0.5);
            predictor.learn(&state(hurt), if hurt { 6 } else { 1 }, 0.05, 4, &mut draws);
        }
        let mut work = Work::default();
        let chances = predictor.predict(&state(true), |_| true, &mut work);
        assert!(chances[6] > 0.9, "{chances:?}");
        assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        // What cannot be done has no chance, however usual it is.
        let chances = predictor.predict(&state(true), |act| act != 6, &mut work);
        assert!(chances[6] == 0.0 && (chances.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    }

    #[test]
    fn switched_off_all_possible_acts_are_equally_likely() {
        let mut predictor = Predictor::new(false, 500, &mut Rng::new(1));
        predictor.learn(&[0.0; STATE], 3, 0.5, 4, &mut Rng::new(2));
        let chances = predictor.predict(&[0.0; STATE], |act| act < 4, &mut Work::default());
        assert_eq!(chances, [0.25, 0.25, 0.25, 0.25, 0.0, 0.0, 0.0, 0.0, 0.0]);
    }
}
