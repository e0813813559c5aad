use std::sync::Arc;

use kirifuda_arena::Maker;
use kirifuda_games::cards::Card;
use kirifuda_games::hearts::{Hearts, View};
use kirifuda_learn::falcon::{Memory, Player};
use kirifuda_play::{Deadline, Fault, Opinion, Phrase, Policy, Rng};

use super::{Guard, HeartsTask};
use crate::hearts::Side;

/// Players with what was learned; a partner plays the side that FALCON does not, a guard refuses dangerous cards.
pub fn seat<M: Memory>(
    task: HeartsTask,
    memory: M,
    partner: Option<Maker<Hearts>>,
    guard: Option<Arc<Guard>>,
) -> Maker<Hearts> {
    Arc::new(move || {
        let mut falcon = Player::new(task.clone(), memory.clone());
        if let Some(guard) = &guard {
            falcon = falcon.with_filter(guard.filter());
        }
        match (&partner, task.side()) {
            (Some(partner), Some(own)) => Ok(shared(falcon, own, partner)?),
            _ => Ok(Box::new(falcon)),
        }
    })
}

fn shared(
    falcon: impl Policy<Hearts> + 'static,
    own: Side,
    partner: &Maker<Hearts>,
) -> Result<Box<dyn Policy<Hearts>>, Fault> {
    Ok(Box::new(Shared { falcon, own, partner: partner()?, is_own: false }))
}

/// Two players at one seat: one leads, the other follows.
struct Shared<F> {
    falcon: F,
    own: Side,
    partner: Box<dyn Policy<Hearts>>,
    /// Whether FALCON made the last choice.
    is_own: bool,
}

impl<F: Policy<Hearts>> Shared<F> {
    /// Who decides.
    fn turn_to(&mut self, view: View<'_>) -> &mut dyn Policy<Hearts> {
        let side = if view.trick().is_empty() { Side::Lead } else { Side::Follow };
        self.is_own = side == self.own && !view.is_passing();
        if self.is_own { &mut self.falcon } else { self.partner.as_mut() }
    }
}

impl<F: Policy<Hearts>> Policy<Hearts> for Shared<F> {
    fn choose(&mut self, view: View<'_>, legal: &[Card], rng: &mut Rng) -> Card {
        self.turn_to(view).choose(view, legal, rng)
    }

    fn hurry(&mut self, deadline: &Deadline) {
        self.falcon.hurry(deadline);
        self.partner.hurry(deadline);
    }

    fn opinion(&mut self, view: View<'_>, legal: &[Card], rng: &mut Rng) -> Option<Opinion> {
        self.turn_to(view).opinion(view, legal, rng)
    }

    fn reason(&self) -> Option<Phrase> {
        if self.is_own { self.falcon.reason() } else { self.partner.reason() }
    }
}
