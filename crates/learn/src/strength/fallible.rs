use std::hash::Hasher;

use kirifuda_play::{Deadline, Game, Many, Opinion, Phrase, Policy, Rng, Watch};
use rustc_hash::FxHasher;

use crate::choice::best;

/// A player that can say what it thinks of every move.
pub trait Judge<G: Game>: Policy<G> {
    /// Replaces `out` by what it thinks each legal action is worth: higher is better, and a difference means as much in
    /// one phase of the game as in another. `attention`, above 0 and at most 1, is the share of what it could look at
    /// that it looks at; `rng` is for imagination.
    fn judge(&mut self, view: G::View<'_>, legal: &[G::Action], attention: f32, rng: &mut Rng, out: &mut Vec<f32>);

    /// Whether its values say something here: while cards are passed, some only point at the one to pass.
    fn speaks(&self, _view: G::View<'_>) -> bool {
        true
    }

    /// What it judged, in the units of the game.
    fn express(&self, view: G::View<'_>, judged: &[f32]) -> Opinion;

    /// A typical difference between a good and a middling move, by which errors are told to be small or large.
    fn unit(&self) -> f32;
}

/// A player that misjudges.
///
/// What it thinks of a move is what its judge thinks of it, give or take an error. The error belongs to the situation and
/// to the move: whoever meets the same situation again meets the same mistake.
#[derive(Clone)]
pub struct Fallible<J> {
    judge: J,
    error: f32,
    values: Vec<f32>,
}

impl<J> Fallible<J> {
    /// A player whose errors have this standard deviation, in the units of the judge; 0: it thinks what the judge thinks.
    pub fn new(judge: J, error: f32) -> Self {
        Fallible { judge, error, values: Vec::new() }
    }
}

/// What the judge imagines comes from here: in the same situation always the same.
const IMAGINATION: u64 = 0x6b69_7269_6675_6461;

impl<G: Game, J: Judge<G>> Policy<G> for Fallible<J> {
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        if self.error == 0.0 {
            return self.judge.choose(view, legal, rng);
        }
        self.misjudge(view, legal);
        legal[best(&self.values).0]
    }

    fn hurry(&mut self, deadline: &Deadline) {
        self.judge.hurry(deadline);
    }

    fn opinion(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> Option<Opinion> {
        if !self.judge.speaks(view) {
            return None;
        }
        if self.error == 0.0 {
            self.judge.judge(view, legal, 1.0, rng, &mut self.values);
        } else {
            self.misjudge(view, legal);
        }
        Some(self.judge.express(view, &self.values))
    }

    fn reason(&self) -> Option<Phrase> {
        if self.error == 0.0 { self.judge.reason() } else { None }
    }

    fn many(&mut self) -> Option<&mut dyn Many<G>> {
        if self.error == 0.0 { self.judge.many() } else { None }
    }

    fn watch(&mut self) -> Option<&mut dyn Watch<G>> {
        self.judge.watch()
    }
}

impl<J> Fallible<J> {
    /// What it thinks of the moves: `values`.
    fn misjudge<G: Game>(&mut self, view: G::View<'_>, legal: &[G::Action])
    where
        J: Judge<G>,
    {
        let attention = 1.0 / (1.0 + self.error / self.judge.unit());
        self.judge.judge(view, legal, attention, &mut Rng::new(IMAGINATION), &mut self.values);
        debug_assert_eq!(self.values.len(), legal.len(), "a value for each move");
        let situation = fingerprint(&self.values);
        for (place, value) in self.values.iter_mut().enumerate() {
            *value += self.error * slip(situation, place as u64);
        }
    }
}

/// Tells situations apart by what is thought of their moves.
fn fingerprint(values: &[f32]) -> u64 {
    let mut hasher = FxHasher::default();
    for value in values {
        hasher.write_u32(value.to_bits());
    }
    hasher.finish()
}

/// The error of a move in a situation, in standard deviations: nearly normal, at most 3.5.
fn slip(situation: u64, place: u64) -> f32 {
    let bits = Rng::stream(situation, &[place]).bits();
    let sum: u64 = (0..4).map(|part| bits >> (16 * part) & 0xffff).sum();
    // The sum of four uniform numbers has variance 4/12.
    (sum as f32 / 65536.0 - 2.0) * 3f32.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_have_mean_zero_and_deviation_one() {
        let slips: Vec<f32> = (0..20_000).map(|place| slip(7, place)).collect();
        let mean = slips.iter().sum::<f32>() / slips.len() as f32;
        let variance = slips.iter().map(|slip| (slip - mean).powi(2)).sum::<f32>() / slips.len() as f32;
        // Four standard errors: 1/√20000 and about √2/√20000.
        assert!(mean.abs() < 0.028, "mean {mean}");
        assert!((variance - 1.0).abs() < 0.04, "variance {variance}");
    }

    #[test]
    fn a_situation_has_its_own_slips_and_keeps_them() {
        assert_eq!(slip(1, 0).to_bits(), slip(1, 0).to_bits());
        assert_ne!(slip(1, 0).to_bits(), slip(1, 1).to_bits());
        assert_ne!(slip(1, 0).to_bits(), slip(2, 0).to_bits());
        assert_ne!(fingerprint(&[1.0, 2.0]), fingerprint(&[2.0, 1.0]));
    }
}
