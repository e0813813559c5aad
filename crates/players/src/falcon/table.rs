use std::sync::Arc;

use kirifuda_arena::Maker;
use kirifuda_games::cards::Card;
use kirifuda_games::hearts::{Hearts, View};
use kirifuda_learn::falcon::{Memory, Player};
use kirifuda_play::{Fault, Policy, Rng};

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
    Ok(Box::new(Shared { falcon, own, partner: partner()? }))
}

/// Two players at one seat: one leads, the other follows.
struct Shared<F> {
    falcon: F,
    own: Side,
    partner: Box<dyn Policy<Hearts>>,
}

impl<F: Policy<Hearts>> Policy<Hearts> for Shared<F> {
    fn choose(&mut self, view: View<'_>, legal: &[Card], rng: &mut Rng) -> Card {
        let side = if view.trick().is_empty() { Side::Lead } else { Side::Follow };
        if side == self.own && !view.is_passing() {
            self.falcon.choose(view, legal, rng)
        } else {
            self.partner.choose(view, legal, rng)
        }
    }
}
