use kirifuda_games::monsters::{Battle, Deck, TEAM};
use kirifuda_learn::mlp::{Output, Replay, Scratch};
use kirifuda_learn::model::Model;
use kirifuda_play::{Arg, Phrase, Rng};

use super::part::{Part, misfit, put, put_replay, restore_replay};
use super::state::{ACTS, Senses, Sizes, State, said_act};
use crate::common::Sentence;

/// What the other will do (paper 004, section 4.1.2): a net from the state to each of the acts, learned from what
/// was really done in the true state, known after the game.
#[derive(Clone, Debug)]
pub struct Predictor {
    part: Part,
    sizes: Sizes,
    replay: Replay,
    /// How often each act was seen.
    seen: [f32; ACTS],
    work: Scratch,
}

impl Predictor {
    /// One that has seen nothing, with room for so many examples. One that is off takes all acts for equally likely.
    pub fn new(on: bool, sizes: Sizes, capacity: usize, rng: &mut Rng) -> Predictor {
        Predictor {
            part: Part::new("predictor", sizes.state, sizes.acts, Output::PROBABILITY, on, rng),
            sizes,
            replay: Replay::new(sizes.state + sizes.acts, capacity),
            seen: [0.0; ACTS],
            work: Scratch::default(),
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
        let Sizes { state: numbers, acts } = self.sizes;
        let (state, done) = (&state[..numbers], &done[..acts]);
        self.part.learn(state, done, rate, &mut self.work);
        for _ in 0..replays {
            if let Some((state, done)) = self.replay.draw(rng).map(|row| row.split_at(numbers)) {
                self.part.learn_again(state, done, rate, &mut self.work);
            }
        }
        self.replay.push(&[state, done]);
    }

    /// The probabilities of the acts that are possible, summing up to 1.
    #[inline]
    pub fn predict(&self, state: &State, possible: impl Fn(usize) -> bool, work: &mut Scratch) -> [f32; ACTS] {
        let mut chances = [0.0; ACTS];
        if self.part.on {
            let Sizes { state: numbers, acts } = self.sizes;
            chances[..acts].copy_from_slice(self.part.forward(&state[..numbers], work));
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

    /// What the other was seen to do, and what it is expected to do in fresh battles, by how the elements of the two in front
    /// stand to each other.
    pub fn explain(&self, senses: &Senses) -> Vec<Sentence> {
        let total: f32 = self.seen.iter().sum();
        if total == 0.0 {
            return Vec::new();
        }
        let mut said = vec![Sentence {
            when: vec![Phrase::new("say.other-chooses")],
            then: Phrase::new("say.seen").with("acts", listed(&self.seen.map(|seen| seen / total), ACTS)),
            uses: total,
            strength: self.seen.iter().copied().fold(0.0, f32::max) / total,
        }];
        let mut sums = [([0.0; ACTS], 0.0f32); SITUATIONS.len()];
        let mut work = Scratch::default();
        for battle in examples(senses.deck()) {
            let [mine, theirs] = battle.sides.map(|side| side.fighter().monster);
            let (hits, suffers) = (senses.deck().multiplier(mine, theirs), senses.deck().multiplier(theirs, mine));
            let place = if suffers > 1.0 {
                0
            } else if hits > 1.0 {
                1
            } else {
                2
            };
            let possible = senses.actions(&battle.sides[1], false, false);
            let chances = self.predict(&senses.state(&battle), |act| possible[act].is_some(), &mut work);
            let (sum, count) = &mut sums[place];
            sum.iter_mut().zip(chances).for_each(|(sum, chance)| *sum += chance);
            *count += 1.0;
        }
        for (situation, (sum, count)) in SITUATIONS.iter().zip(sums).filter(|(_, (_, count))| *count > 0.0) {
            let mean = sum.map(|sum| sum / count);
            said.push(Sentence {
                when: vec![Phrase::new(situation), Phrase::new("say.fresh")],
                then: Phrase::new("say.expect").with("acts", listed(&mean, 4)),
                uses: count,
                strength: mean.iter().copied().fold(0.0, f32::max),
            });
        }
        said
    }

    pub(super) fn part(&self) -> &Part {
        &self.part
    }

    pub(super) fn save<'a>(&'a self, model: &mut Model<'a>, whole: bool) {
        self.part.save(model);
        put(model, SEEN, &self.seen[..self.sizes.acts]);
        if whole {
            put_replay(model, REPLAY, &self.replay);
        }
    }

    pub(super) fn restore(&mut self, model: &mut Model<'_>, whole: bool) -> Result<(), String> {
        self.part.restore(model)?;
        let seen = model.take(SEEN).unwrap_or_default();
        if seen.len() != self.sizes.acts {
            return Err(misfit(self.part.name, "its counts are missing"));
        }
        self.seen[..self.sizes.acts].copy_from_slice(&seen);
        if whole {
            restore_replay(&mut self.replay, model, REPLAY)?;
        }
        Ok(())
    }
}

/// How the elements of the two in front may stand to each other.
const SITUATIONS: [&str; 3] = ["say.effective.theirs", "say.effective.ours", "say.effective.neither"];

/// Battles at their first turn, always the same.
pub(super) fn examples(deck: &'static Deck) -> impl Iterator<Item = Battle> {
    let mut rng = Rng::new(1);
    (0..2000).map(move |_| {
        let teams = [rng.pick(deck.teams()), rng.pick(deck.teams())];
        Battle::new(deck, teams, [rng.below(TEAM) as u8, rng.below(TEAM) as u8])
    })
}

/// The likeliest acts with their shares.
fn listed(shares: &[f32; ACTS], most: usize) -> Vec<Phrase> {
    let mut acts: Vec<(f32, usize)> = shares.iter().copied().zip(0..).filter(|(share, _)| *share >= 0.005).collect();
    acts.sort_by(|one, other| other.0.total_cmp(&one.0));
    let said = |&(share, act): &(f32, usize)| {
        Phrase::new("say.share").with("what", said_act(act)).with("share", Arg::percent(share))
    };
    acts.iter().take(most).map(said).collect()
}

const SEEN: &str = "predictor-seen";
const REPLAY: &str = "predictor-replay";

#[cfg(test)]
mod tests {
    use super::super::state::STATE;
    use super::*;

    #[test]
    fn a_rule_of_the_other_is_found_out() {
        let (mut predictor, mut rng) = (Predictor::new(true, Sizes::PAPER, 500, &mut Rng::new(1)), Rng::new(2));
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
        let mut work = Scratch::default();
        let chances = predictor.predict(&state(true), |_| true, &mut work);
        assert!(chances[6] > 0.9, "{chances:?}");
        assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        // What cannot be done has no chance, however usual it is.
        let chances = predictor.predict(&state(true), |act| act != 6, &mut work);
        assert!(chances[6] == 0.0 && (chances.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    }

    #[test]
    fn switched_off_all_possible_acts_are_equally_likely() {
        let mut predictor = Predictor::new(false, Sizes::PAPER, 500, &mut Rng::new(1));
        predictor.learn(&[0.0; STATE], 3, 0.5, 4, &mut Rng::new(2));
        let chances = predictor.predict(&[0.0; STATE], |act| act < 4, &mut Scratch::default());
        assert_eq!(chances, [0.25, 0.25, 0.25, 0.25, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    }
}
