use kirifuda_learn::mlp::{Delta, Output, Replay, Scratch};
use kirifuda_learn::model::Model;
use kirifuda_play::Rng;

use super::part::{Part, put_replay, restore_replay};
use super::state::{Sizes, State};

/// How good a state is (paper 004, section 4.1.4): a net from the state to the rewards that are still to come, learned
/// after each game from its end to its beginning.
#[derive(Clone, Debug)]
pub struct Value {
    part: Part,
    sizes: Sizes,
    /// A state, the one after it, and a [`Lesson`].
    replay: Replay,
    work: Scratch,
}

/// What a state has led to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lesson {
    /// The reward of the turn.
    pub reward: f32,
    /// The sum of all rewards from this turn to the end.
    pub sum: f32,
    /// The game went on after the turn.
    pub goes_on: bool,
}

/// How values are learned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schooling {
    /// The step.
    pub rate: f32,
    /// The share of what really followed in the target; the rest is the reward and the value of the next state.
    pub returns: f32,
    /// Examples of before that are learned again with every new one.
    pub replays: usize,
}

/// The bound of the values of sigmoid outputs: more than all HP of a team and a win are worth.
const BOUND: f32 = 15.0;

impl Value {
    /// One that knows nothing. Linear outputs, or sigmoid units as in the paper. One that is off says 0.
    pub fn new(on: bool, sizes: Sizes, linear: bool, capacity: usize, rng: &mut Rng) -> Value {
        let sigmoid = Output::Sigmoid { low: -BOUND, high: BOUND, delta: Delta::CrossEntropy };
        let output = if linear { Output::Linear } else { sigmoid };
        let part = Part::new("value", sizes.state, 1, output, on, rng);
        Value { part, sizes, replay: Replay::new(2 * sizes.state + 3, capacity), work: Scratch::default() }
    }

    /// A state was followed by another, or by the end.
    pub fn learn(&mut self, state: &State, next: &State, lesson: Lesson, how: Schooling, rng: &mut Rng) {
        if !self.part.on {
            return;
        }
        let numbers = self.sizes.state;
        let (state, next) = (&state[..numbers], &next[..numbers]);
        let goes_on = f32::from(lesson.goes_on);
        let wanted = target(&self.part, next, [lesson.reward, lesson.sum, goes_on], how.returns, &mut self.work);
        self.part.learn(state, &[wanted], how.rate, &mut self.work);
        for _ in 0..how.replays {
            let Some(row) = self.replay.draw(rng) else { break };
            let (state, rest) = row.split_at(numbers);
            let (next, lesson) = rest.split_at(numbers);
            let wanted = target(&self.part, next, [lesson[0], lesson[1], lesson[2]], how.returns, &mut self.work);
            self.part.learn_again(state, &[wanted], how.rate, &mut self.work);
        }
        self.replay.push(&[state, next, &[lesson.reward, lesson.sum, goes_on]]);
    }

    /// The value of a state.
    #[inline]
    pub fn of(&self, state: &State, work: &mut Scratch) -> f32 {
        if self.part.on { self.part.value(&state[..self.sizes.state], work) } else { 0.0 }
    }

    pub(super) fn part(&self) -> &Part {
        &self.part
    }

    pub(super) fn save<'a>(&'a self, model: &mut Model<'a>, whole: bool) {
        self.part.save(model);
        if whole {
            put_replay(model, REPLAY, &self.replay);
        }
    }

    pub(super) fn restore(&mut self, model: &mut Model<'_>, whole: bool) -> Result<(), String> {
        self.part.restore(model)?;
        if whole { restore_replay(&mut self.replay, model, REPLAY) } else { Ok(()) }
    }
}

const REPLAY: &str = "value-replay";

/// What the value of a state should be: of the sum of the real rewards a share, and the rest of the reward and what the
/// next state is thought to be worth now.
fn target(part: &Part, next: &[f32], [reward, sum, goes_on]: [f32; 3], returns: f32, work: &mut Scratch) -> f32 {
    if returns >= 1.0 || goes_on == 0.0 {
        return sum;
    }
    let expected = reward + part.value(next, work);
    returns * sum + (1.0 - returns) * expected
}

#[cfg(test)]
mod tests {
    use super::super::state::STATE;
    use super::*;

    fn state(place: usize) -> State {
        let mut state = [0.0; STATE];
        state[place] = 1.0;
        state
    }

    /// Three states in a row, a reward of 1 after each: the values are 3, 2, 1.
    fn values(linear: bool, returns: f32) -> [f32; 3] {
        let mut value = Value::new(true, Sizes::PAPER, linear, 1000, &mut Rng::new(1));
        let (how, mut rng) = (Schooling { rate: 0.03, returns, replays: 4 }, Rng::new(2));
        for _ in 0..3000 {
            for place in [2, 1, 0] {
                let lesson = Lesson { reward: 1.0, sum: 3.0 - place as f32, goes_on: place < 2 };
                value.learn(&state(place), &state(place + 1), lesson, how, &mut rng);
            }
        }
        [0, 1, 2].map(|place| value.of(&state(place), &mut Scratch::default()))
    }

    #[test]
    fn the_value_of_a_state_is_what_is_still_to_come() {
        for (linear, returns) in [(true, 0.0), (true, 1.0), (true, 0.5), (false, 0.0), (false, 1.0)] {
            let found = values(linear, returns);
            for (value, expected) in found.iter().zip([3.0, 2.0, 1.0]) {
                assert!((value - expected).abs() < 0.15, "linear {linear}, returns {returns}: {found:?}");
            }
        }
    }

    #[test]
    fn switched_off_every_state_is_worth_nothing() {
        let mut value = Value::new(false, Sizes::PAPER, true, 10, &mut Rng::new(1));
        let how = Schooling { rate: 0.1, returns: 1.0, replays: 4 };
        let lesson = Lesson { reward: 1.0, sum: 1.0, goes_on: false };
        value.learn(&state(0), &state(0), lesson, how, &mut Rng::new(1));
        assert_eq!(value.of(&state(0), &mut Scratch::default()), 0.0);
        assert_eq!(value.part().examples(), 0);
    }
}
