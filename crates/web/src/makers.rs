use std::any::Any;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use kirifuda_arena::Maker;
use kirifuda_catalog::contestant;
use kirifuda_play::Rules;

use crate::{Refusal, Shown, admit};

/// Makers of players, each put together once: tables share what a player has learned.
#[derive(Default)]
pub struct Makers {
    known: Mutex<HashMap<Key, Known>>,
}

struct Known {
    maker: Box<dyn Any + Send + Sync>,
    used: Instant,
}

/// Game, rules, specification.
type Key = (&'static str, String, String);

/// So many are kept; the least recently used gives way. What is large in a player is its model, and players of one model
/// share it, so that these are kilobytes each.
const KEPT: usize = 256;

impl Makers {
    /// The maker of a specification. Putting it together may take a moment: not for async threads.
    pub fn get<G: Shown>(&self, rules: &G::Rules, text: &str) -> Result<Maker<G>, Refusal> {
        let spec = admit::player::<G>(text)?;
        let key = (G::NAME, G::Rules::book().text(rules), spec.to_string());
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get_mut(&key)
            && let Some(maker) = known.maker.downcast_ref::<Maker<G>>()
        {
            known.used = Instant::now();
            return Ok(maker.clone());
        }
        let made = contestant::<G>(rules, &key.2).map_err(|why| {
            Refusal::bad(why.to_string(), format!("see `kirifuda list players {}` or /api/catalog", G::NAME))
        })?;
        let mut known = lock();
        if known.len() >= KEPT {
            let oldest = known.iter().min_by_key(|(_, known)| known.used).map(|(key, _)| key.clone());
            oldest.map(|key| known.remove(&key));
        }
        known.insert(key, Known { maker: Box::new(made.maker.clone()), used: Instant::now() });
        Ok(made.maker)
    }

    /// Who is asked for hints where nobody is named: the first of the game's advisers that knows the rules.
    pub fn adviser<G: Shown>(&self, rules: &G::Rules) -> Result<String, Refusal> {
        let known = G::FACE.advisers.iter().find(|name| self.get::<G>(rules, name).is_ok());
        known
            .map(|name| name.to_string())
            .ok_or_else(|| Refusal::bad("nobody advises under these rules", "name an adviser"))
    }
}
