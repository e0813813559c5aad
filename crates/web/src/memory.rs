//! What a learner has changed its mind about, found by comparing what it was with what it is.

use kirifuda_catalog::trainers::{Explained, Trainee};
use kirifuda_catalog::{Change, changes};
use kirifuda_play::Phrase;
use kirifuda_players::common::Explanation;
use serde::Serialize;

use crate::Shown;

/// What a learner has learned from people.
#[derive(Clone, Debug, Serialize)]
pub struct Learned {
    /// Games against people that it has learned from.
    pub games: u64,
    /// What has changed most since it began, the largest change first; empty where its model cannot be read.
    pub changes: Vec<Phrase>,
}

/// So many changes are told on its card.
const TOLD: usize = 5;

/// What can be read in a learner; nothing where it cannot be explained.
pub fn explanation<G: Shown>(trainee: &dyn Trainee<G>) -> Option<Explanation> {
    let trainer = G::trainers().into_iter().find(|trainer| trainer.name == trainee.header().learner)?;
    let model = trainee.model().ok()?.into_owned();
    (trainer.explain?)(Explained::Model(Box::new(model)), 0).ok()
}

/// What a learner says after a deal: its largest change.
pub fn noticed(before: &Explanation, after: &Explanation) -> Option<Phrase> {
    changes(before, after).iter().find_map(Change::phrase)
}

/// The largest changes since a learner began.
pub fn since(before: &Explanation, after: &Explanation) -> Vec<Phrase> {
    changes(before, after).iter().filter_map(Change::since).take(TOLD).collect()
}
