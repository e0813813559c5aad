use std::any::Any;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use kirifuda_arena::Maker;
use kirifuda_catalog::contestant;
use kirifuda_play::Rules;

use crate::{Refusal, Shown, admit};

/// Makers of players, each put together once: tables share what a player has learned.
#[derive(Default)]
pub struct Makers {
    known: Mutex<HashMap<Key, Box<dyn Any + Send + Sync>>>,
}

/// Game, rules, specification.
type Key = (&'static str, String, String);

/// So many are kept; then they are put together anew.
const KEPT: usize = 256;

impl Makers {
    /// The maker of a specification. Putting it together may take a moment: not for async threads.
    pub fn get<G: Shown>(&self, rules: &G::Rules, text: &str) -> Result<Maker<G>, Refusal> {
        let spec = admit::player::<G>(text)?;
        let key = (G::NAME, G::Rules::book().text(rules), spec.to_string());
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(maker) = lock().get(&key).and_then(|maker| maker.downcast_ref::<Maker<G>>()) {
            return Ok(maker.clone());
        }
        let made = contestant::<G>(rules, &key.2).map_err(|why| {
            Refusal::bad(why.to_string(), format!("see `kirifuda list players {}` or /api/catalog", G::NAME))
        })?;
        let mut known = lock();
        if known.len() >= KEPT {
            known.clear();
        }
        known.insert(key, Box::new(made.maker.clone()));
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
