use kirifuda_games::monsters::{Deck, Fighter};
use kirifuda_learn::mlp::{Delta, Output, Replay, Scratch};
use kirifuda_learn::model::Model;
use kirifuda_play::{Arg, Phrase, Rng};

use super::features::stats;
use super::part::{Part, misfit, put, put_replay, restore_replay, valued};
use crate::common::Sentence;

/// What a status attack does (paper 004, section 4.3): a net from the six stats and the HP left of its victim to the
/// damage that the victim takes by it until the game is over, learned from every poisoning of either side. What poison
/// is it was never told.
#[derive(Clone, Debug)]
pub struct Status {
    part: Part,
    replay: Replay,
    /// Shares of their full HP that poisoned monsters were seen to lose when they acted: sum and number.
    bites: [f32; 2],
    work: Scratch,
}

const INPUTS: usize = 7;
/// The most damage, in hundreds: no monster of the built-in deck has more HP.
const MOST: f32 = 4.0;

impl Status {
    /// One that has seen no status attack. One that is off says 0.
    pub fn new(on: bool, capacity: usize, rng: &mut Rng) -> Status {
        let output = Output::Sigmoid { low: 0.0, high: MOST, delta: Delta::CrossEntropy };
        Status {
            part: Part::new("status", INPUTS, 1, output, on, rng),
            replay: Replay::new(INPUTS + 1, capacity),
            bites: [0.0; 2],
            work: Scratch::default(),
        }
    }

    /// A victim has lost so much by its poison until the game was over, in hundreds of HP.
    pub fn learn(&mut self, deck: &Deck, victim: Fighter, damage: f32, rate: f32, replays: usize, rng: &mut Rng) {
        if !self.part.on {
            return;
        }
        let (inputs, target) = (inputs(deck, victim), [damage.clamp(0.0, MOST)]);
        self.part.learn(&inputs, &target, rate, &mut self.work);
        for _ in 0..replays {
            if let Some((inputs, target)) = self.replay.draw(rng).map(|row| row.split_at(INPUTS)) {
                self.part.learn_again(inputs, target, rate, &mut self.work);
            }
        }
        self.replay.push(&[&inputs, &target]);
    }

    /// A poisoned monster was seen to lose this share of its full HP when it acted.
    pub fn see_bite(&mut self, share: f32) {
        if self.part.on {
            self.bites[0] += share;
            self.bites[1] += 1.0;
        }
    }

    /// What a poisoned monster loses when it acts, as far as is known: a share of its full HP.
    pub fn bite(&self) -> f32 {
        if self.bites[1] > 0.0 { self.bites[0] / self.bites[1] } else { 0.0 }
    }

    /// What it would cost a monster to be poisoned, in hundreds of HP. Nothing before a status attack was ever seen.
    #[inline]
    pub fn harm(&self, deck: &Deck, victim: Fighter, work: &mut Scratch) -> f32 {
        if self.part.on && self.part.examples() > 0 { self.part.value(&inputs(deck, victim), work) } else { 0.0 }
    }

    /// What poison does to each monster that has not been hurt.
    pub fn explain(&self, deck: &Deck) -> Vec<Sentence> {
        if self.part.examples() == 0 {
            return Vec::new();
        }
        let (mut work, uses) = (Scratch::default(), self.part.examples() as f32);
        let mut harm = |monster: u8, share: f32| {
            let hp = (f32::from(deck.monster(monster).hp) * share) as u16;
            100.0 * self.harm(deck, Fighter { monster, poisoned: false, hp }, &mut work)
        };
        let all = 0..deck.len() as u8;
        let mean = |harm: &mut dyn FnMut(u8, f32) -> f32, share: f32| {
            all.clone().map(|monster| harm(monster, share)).sum::<f32>() / deck.len() as f32
        };
        let [whole, half, quarter] = [1.0, 0.5, 0.25].map(|share| mean(&mut harm, share));
        let mut targets: Vec<(f32, u8)> = all.clone().map(|monster| (harm(monster, 1.0), monster)).collect();
        targets.sort_by(|one, other| other.0.total_cmp(&one.0));
        let named = |&(harm, monster): &(f32, u8)| valued(&deck.monster(monster).name, Arg::real(harm, 0));
        let best: Vec<Phrase> = targets.iter().take(3).map(named).collect();
        let least: Vec<Phrase> = targets.iter().rev().take(3).map(named).collect();
        vec![
            Sentence {
                when: vec![Phrase::new("say.poison-when")],
                then: Phrase::new("say.poison")
                    .with("whole", Arg::real(whole, 0))
                    .with("half", Arg::real(half, 0))
                    .with("quarter", Arg::real(quarter, 0)),
                uses,
                strength: whole / 100.0,
            },
            Sentence {
                when: vec![Phrase::new("say.targets-when")],
                then: Phrase::new("say.targets").with("best", best).with("least", least),
                uses,
                strength: targets.first().map_or(0.0, |(harm, _)| harm / 100.0),
            },
        ]
    }

    pub(super) fn part(&self) -> &Part {
        &self.part
    }

    pub(super) fn save<'a>(&'a self, model: &mut Model<'a>, whole: bool) {
        self.part.save(model);
        put(model, BITES, &self.bites);
        if whole {
            put_replay(model, REPLAY, &self.replay);
        }
    }

    pub(super) fn restore(&mut self, model: &mut Model<'_>, whole: bool) -> Result<(), String> {
        self.part.restore(model)?;
        let bites: Option<[f32; 2]> = model.take(BITES).and_then(|numbers| numbers.try_into().ok());
        let sound = |bites: &[f32; 2]| bites.iter().all(|number| number.is_finite() && *number >= 0.0);
        self.bites = bites.filter(sound).ok_or_else(|| misfit(self.part.name, "what poison does is missing"))?;
        if whole { restore_replay(&mut self.replay, model, REPLAY) } else { Ok(()) }
    }
}

const BITES: &str = "bites";
const REPLAY: &str = "status-replay";

fn inputs(deck: &Deck, victim: Fighter) -> [f32; INPUTS] {
    let mut inputs = [0.0; INPUTS];
    inputs[..6].copy_from_slice(&stats(deck, victim.monster));
    inputs[6] = f32::from(victim.hp) / 200.0 - 1.0;
    inputs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_healthy_suffer_more_from_poison() {
        let (deck, mut rng) = (Deck::built_in(), Rng::new(2));
        let mut status = Status::new(true, 1000, &mut Rng::new(1));
        let victim = |monster: u8, hp: u16| Fighter { monster, poisoned: false, hp };
        assert_eq!(status.harm(deck, victim(0, 300), &mut Scratch::default()), 0.0, "never seen");
        let mut draws = Rng::new(9);
        for _ in 0..5000 {
            let monster = rng.below(deck.len()) as u8;
            let hp = 1 + rng.below(usize::from(deck.monster(monster).hp)) as u16;
            status.learn(deck, victim(monster, hp), f32::from(hp) / 200.0, 0.05, 4, &mut draws);
        }
        let harm = |hp: u16| status.harm(deck, victim(4, hp), &mut Scratch::default());
        assert!((harm(250) - 1.25).abs() < 0.25, "{}", harm(250));
        assert!((harm(60) - 0.3).abs() < 0.25, "{}", harm(60));
    }

    #[test]
    fn a_bite_is_the_mean_of_what_was_seen() {
        let mut status = Status::new(true, 10, &mut Rng::new(1));
        assert_eq!(status.bite(), 0.0);
        status.see_bite(0.125);
        status.see_bite(0.25);
        assert_eq!(status.bite(), 0.1875);
    }

    #[test]
    fn switched_off_poison_is_worth_nothing() {
        let (deck, mut status) = (Deck::built_in(), Status::new(false, 10, &mut Rng::new(1)));
        let victim = Fighter { monster: 0, poisoned: false, hp: 300 };
        status.learn(deck, victim, 2.0, 0.1, 4, &mut Rng::new(1));
        status.see_bite(0.5);
        assert_eq!((status.harm(deck, victim, &mut Scratch::default()), status.bite()), (0.0, 0.0));
    }
}
