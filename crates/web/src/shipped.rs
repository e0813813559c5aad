//! Models that come with the program, found by what is asked for.

use kirifuda_catalog::Shipped;
use kirifuda_catalog::entries::{daifugo, falcon, linear_q, monsters};
use kirifuda_learn::model::Model;
use kirifuda_play::Rules;

use crate::Shown;

/// The model of a learner for the rules that are nearest to these; nothing where there is none.
pub fn shipped_model<G: Shown>(rules: &G::Rules, learner: &str) -> Option<Model<'static>> {
    let all: [&'static [Shipped]; 5] =
        [&linear_q::SHIPPED, &falcon::SHIPPED, &daifugo::SHIPPED, &monsters::SHIPPED, &monsters::learner::SHIPPED];
    let models = all.into_iter().flatten().filter_map(|shipped| shipped.model().ok());
    let fitting = models.filter(|model| model.header.learner == learner && model.header.game == G::NAME);
    fitting.min_by_key(|model| match G::Rules::book().parse(&model.header.rules) {
        Ok(own) => differences::<G>(rules, &own),
        Err(_) => usize::MAX,
    })
}

/// The number of switches in which two variants differ.
fn differences<G: Shown>(one: &G::Rules, other: &G::Rules) -> usize {
    let switches = G::Rules::book().switches.iter();
    switches.filter(|switch| (switch.get)(one) != (switch.get)(other)).count()
}
