use kirifuda_learn::mlp::{Output, Replay, Scratch};
use kirifuda_learn::model::Model;
use kirifuda_play::{Arg, Phrase, Rng};

use super::part::{Part, put, put_replay, restore_replay};
use super::predictor;
use super::state::{Senses, Sizes, State};
use crate::common::Sentence;

/// Whether a trap would snap (paper 004, section 4.4): a net from the state to the probability that the other uses its
/// status attack while a trap set now is in force. The paper learns it from every turn; an opponent that sees a trap waits,
/// so it is better learned from turns in which one was set.
#[derive(Clone, Debug)]
pub struct Trap {
    part: Part,
    sizes: Sizes,
    replay: Replay,
    /// How often a trap had snapped.
    snapped: f32,
    work: Scratch,
}

impl Trap {
    /// One that has seen nothing. One that is off says 0.
    pub fn new(on: bool, sizes: Sizes, capacity: usize, rng: &mut Rng) -> Trap {
        let part = Part::new("trap", sizes.state, 1, Output::PROBABILITY, on, rng);
        Trap { part, sizes, replay: Replay::new(sizes.state + 1, capacity), snapped: 0.0, work: Scratch::default() }
    }

    /// From this state, in which the other still had its status attack, a trap had snapped or not.
    pub fn learn(&mut self, state: &State, snapped: bool, rate: f32, replays: usize, rng: &mut Rng) {
        if !self.part.on {
            return;
        }
        let (state, target) = (&state[..self.sizes.state], [f32::from(snapped)]);
        self.snapped += target[0];
        self.part.learn(state, &target, rate, &mut self.work);
        for _ in 0..replays {
            if let Some((state, target)) = self.replay.draw(rng).map(|row| row.split_at(self.sizes.state)) {
                self.part.learn_again(state, target, rate, &mut self.work);
            }
        }
        self.replay.push(&[state, &target]);
    }

    /// How likely a trap set now would snap. Never, before anything was seen.
    #[inline]
    pub fn chance(&self, state: &State, work: &mut Scratch) -> f32 {
        if self.part.on && self.part.examples() > 0 { self.part.value(&state[..self.sizes.state], work) } else { 0.0 }
    }

    /// How often a trap had snapped, and where it is expected to.
    pub fn explain(&self, senses: &Senses) -> Vec<Sentence> {
        let examples = self.part.examples() as f32;
        if examples == 0.0 {
            return Vec::new();
        }
        let mut work = Scratch::default();
        let mut mean = |hurt: bool| {
            let (mut sum, mut count) = (0.0, 0.0);
            for mut battle in predictor::examples(senses.deck()) {
                if hurt {
                    battle.sides.iter_mut().flat_map(|side| &mut side.fighters).for_each(|fighter| fighter.hp /= 2);
                }
                sum += self.chance(&senses.state(&battle), &mut work);
                count += 1.0;
            }
            sum / f32::max(count, 1.0)
        };
        let (fresh, hurt) = (mean(false), mean(true));
        vec![Sentence {
            when: vec![Phrase::new("say.trap-may-snap")],
            then: Phrase::new("say.trap")
                .with("seen", Arg::percent(self.snapped / examples))
                .with("fresh", Arg::percent(fresh))
                .with("hurt", Arg::percent(hurt)),
            uses: examples,
            strength: fresh,
        }]
    }

    pub(super) fn part(&self) -> &Part {
        &self.part
    }

    pub(super) fn save<'a>(&'a self, model: &mut Model<'a>, whole: bool) {
        self.part.save(model);
        put(model, SNAPPED, std::slice::from_ref(&self.snapped));
        if whole {
            put_replay(model, REPLAY, &self.replay);
        }
    }

    pub(super) fn restore(&mut self, model: &mut Model<'_>, whole: bool) -> Result<(), String> {
        self.part.restore(model)?;
        self.snapped = model.take(SNAPPED).and_then(|numbers| numbers.first().copied()).unwrap_or(0.0);
        if whole { restore_replay(&mut self.replay, model, REPLAY) } else { Ok(()) }
    }
}

const SNAPPED: &str = "snapped";
const REPLAY: &str = "trap-replay";

#[cfg(test)]
mod tests {
    use super::super::state::STATE;
    use super::*;

    #[test]
    fn it_learns_where_a_trap_snaps() {
        let (mut trap, mut rng) = (Trap::new(true, Sizes::PAPER, 1000, &mut Rng::new(1)), Rng::new(2));
        let state = |place: usize| {
            let mut state = [0.0; STATE];
            state[place] = 1.0;
            state
        };
        assert_eq!(trap.chance(&state(5), &mut Scratch::default()), 0.0, "nothing was seen");
        let mut draws = Rng::new(9);
        for _ in 0..3000 {
            let often = rng.chance(0.5);
            let snapped = rng.chance(if often { 0.8 } else { 0.05 });
            trap.learn(&state(if often { 5 } else { 6 }), snapped, 0.02, 4, &mut draws);
        }
        let chance = |place: usize| trap.chance(&state(place), &mut Scratch::default());
        assert!((chance(5) - 0.8).abs() < 0.15 && (chance(6) - 0.05).abs() < 0.1, "{}, {}", chance(5), chance(6));
    }

    #[test]
    fn switched_off_no_trap_snaps() {
        let mut trap = Trap::new(false, Sizes::PAPER, 10, &mut Rng::new(1));
        trap.learn(&[0.0; STATE], true, 0.5, 4, &mut Rng::new(1));
        assert_eq!(trap.chance(&[0.0; STATE], &mut Scratch::default()), 0.0);
    }
}
