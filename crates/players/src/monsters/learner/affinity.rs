use kirifuda_games::monsters::{Deck, Element};
use kirifuda_learn::mlp::{Delta, Output, Replay, Scratch};
use kirifuda_learn::model::Model;
use kirifuda_play::{Phrase, Rng};

use super::part::{Part, misfit, put_replay, restore_replay};
use crate::common::Chart;

/// What elements do to each other (paper 004, section 4.1.3): a net from the elements of attacker and defender to the
/// factor on the damage, 0 to 2, learned from the damage of special attacks that were seen.
#[derive(Clone, Debug)]
pub struct Affinity {
    part: Part,
    /// Elements of attacker and defender, and the factor.
    replay: Replay,
    work: Scratch,
}

impl Affinity {
    /// One that has seen no attack; all factors are near 1. One that is off always says 1.
    pub fn new(on: bool, capacity: usize, rng: &mut Rng) -> Affinity {
        let output = Output::Sigmoid { low: 0.0, high: 2.0, delta: Delta::CrossEntropy };
        let part = Part::new("affinity", 10, 1, output, on, rng);
        Affinity { part, replay: Replay::new(3, capacity), work: Scratch::default() }
    }

    /// A special attack was seen: its damage as a multiple of what it had been without elements.
    pub fn learn(&mut self, [attacker, defender]: [usize; 2], factor: f32, rate: f32, replays: usize, rng: &mut Rng) {
        if !self.part.on {
            return;
        }
        let factor = factor.clamp(0.0, 2.0);
        self.part.learn(&inputs(attacker, defender), &[factor], rate, &mut self.work);
        for _ in 0..replays {
            if let Some(&[attacker, defender, factor]) = self.replay.draw(rng) {
                let inputs = inputs(attacker as usize, defender as usize);
                self.part.learn_again(&inputs, &[factor], rate, &mut self.work);
            }
        }
        self.replay.push(&[&[attacker as f32, defender as f32, factor]]);
    }

    /// The factor, by the places of the elements.
    pub fn factor(&self, attacker: usize, defender: usize, work: &mut Scratch) -> f32 {
        if self.part.on { self.part.value(&inputs(attacker, defender), work) } else { 1.0 }
    }

    /// The chart as it was learned, beside the true one; nothing where the net is off.
    pub fn chart(&self, deck: &Deck) -> Option<Chart> {
        let mut work = Scratch::default();
        let names = || Element::ALL.map(|element| Phrase::name("element", element.name())).into();
        let learned =
            |attacker| Element::ALL.map(|defender| Some(self.factor(attacker, defender.index(), &mut work))).to_vec();
        self.part.on.then(|| Chart {
            title: "picture.elements",
            rows: names(),
            columns: names(),
            values: Element::ALL.map(Element::index).map(learned).into(),
            truth: Element::ALL.map(|attacker| Element::ALL.map(|other| deck.chart(attacker, other)).to_vec()).into(),
        })
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
        if !whole {
            return Ok(());
        }
        restore_replay(&mut self.replay, model, REPLAY)?;
        let (rows, _) = self.replay.rows().as_chunks::<3>();
        match rows.iter().all(|[one, other, _]| [one, other].iter().all(|element| (0.0..5.0).contains(*element))) {
            true => Ok(()),
            false => Err(misfit(REPLAY, "elements that there are not")),
        }
    }
}

const REPLAY: &str = "affinity-replay";

fn inputs(attacker: usize, defender: usize) -> [f32; 10] {
    let mut inputs = [0.0; 10];
    (inputs[attacker], inputs[5 + defender]) = (1.0, 1.0);
    inputs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chart_is_learned_from_hits() {
        let (deck, mut rng) = (Deck::built_in(), Rng::new(3));
        let (mut affinity, mut draws) = (Affinity::new(true, 1000, &mut Rng::new(1)), Rng::new(4));
        for _ in 0..20_000 {
            let (attacker, defender) = (rng.pick(&Element::ALL), rng.pick(&Element::ALL));
            let pair = [attacker.index(), defender.index()];
            affinity.learn(pair, deck.chart(attacker, defender), 0.05, 4, &mut draws);
        }
        for attacker in Element::ALL {
            for defender in Element::ALL {
                let found = affinity.factor(attacker.index(), defender.index(), &mut Scratch::default());
                let factor = deck.chart(attacker, defender);
                assert!((found - factor).abs() < 0.3, "{attacker} on {defender}: {found} instead of {factor}");
            }
        }
        let chart = affinity.chart(deck).unwrap();
        assert_eq!((chart.values.len(), chart.truth.len()), (5, 5));
        let cells = chart.values.iter().flatten().zip(chart.truth.iter().flatten());
        assert!(cells.into_iter().all(|(found, truth)| (found.unwrap() - truth).abs() < 0.3), "{chart:?}");
    }

    #[test]
    fn switched_off_it_learns_nothing_and_says_one() {
        let mut affinity = Affinity::new(false, 1000, &mut Rng::new(1));
        for _ in 0..1000 {
            affinity.learn([0, 1], 2.0, 0.1, 4, &mut Rng::new(1));
        }
        assert_eq!(affinity.factor(0, 1, &mut Scratch::default()), 1.0);
        assert_eq!(affinity.part().examples(), 0);
        assert_eq!(affinity.chart(Deck::built_in()), None);
    }
}
