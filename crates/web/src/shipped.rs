//! Models that come with the program, found by what is asked for.

use kirifuda_learn::model::Model;

use crate::Shown;

/// The model of a learner for these rules; nothing where there is none.
pub fn shipped_model<G: Shown>(rules: &G::Rules, learner: &str) -> Option<Model<'static>> {
    G::shipped(learner, rules)?.model().ok()
}
