use std::cmp::Ordering;

use kirifuda_arena::Record;
use kirifuda_play::{Decision, Episode};

use super::Marks;
use crate::Shown;

/// A deal that is over.
pub struct Finished<G: Shown> {
    pub dealt: G,
    pub actions: Vec<G::Action>,
    pub payoffs: Vec<f32>,
}

impl<G: Shown> Finished<G> {
    /// The deal as learners take it in.
    pub fn episode(&self) -> Episode<G> {
        let mut game = self.dealt.clone();
        let decide = |&action: &G::Action| {
            let seat = game.turn().seat().unwrap_or_default();
            game.play(action);
            Decision { seat, action }
        };
        let decisions = self.actions.iter().map(decide).collect();
        Episode { dealt: self.dealt.clone(), decisions, payoffs: self.payoffs.clone() }
    }

    /// The deal as a record: without the seed, which would tell the deals to come.
    pub fn record(&self, names: &[String], round: u64, marks: Option<&Marks>) -> Record {
        let record = Record::new(&self.dealt, &self.actions, &self.payoffs, names.to_vec());
        let taken_back = marks.map(|marks| marks.taken_back).filter(|&count| count > 0);
        let stood_in = marks.map_or_else(Vec::new, |marks| marks.stood_in.iter().copied().collect());
        Record { round: Some(round), taken_back, stood_in, ..record }
    }

    /// How a seat did against people: the share of them that did worse, half for those who did as well. Nothing where
    /// there were none.
    pub fn score(&self, own: usize, people: &[bool]) -> Option<f64> {
        let others = self.payoffs.iter().zip(people).enumerate();
        let others = others.filter(|(seat, (_, person))| *seat != own && **person);
        let results: Vec<f64> = others
            .map(|(_, (other, _))| match self.payoffs[own].total_cmp(other) {
                Ordering::Greater => 1.0,
                Ordering::Equal => 0.5,
                Ordering::Less => 0.0,
            })
            .collect();
        (!results.is_empty()).then(|| results.iter().sum::<f64>() / results.len() as f64)
    }
}
