use std::any::Any;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use kirifuda_arena::Maker;
use kirifuda_catalog::{contestant, weighed};
use kirifuda_play::Rules;

use crate::{Refusal, Shown, admit};

/// Makers of players, each put together once: tables share what a player has learned. They are bounded by the memory that they
/// hold; the least recently used gives way.
pub struct Makers {
    shelf: Mutex<Shelf>,
    /// Bytes.
    most: usize,
}

#[derive(Default)]
struct Shelf {
    known: HashMap<Key, Known>,
    /// Bytes.
    held: usize,
    /// How often somebody has asked.
    asked: u64,
}

struct Known {
    maker: Box<dyn Any + Send + Sync>,
    bytes: usize,
    /// When somebody asked for it last.
    used: u64,
}

/// Game, rules, specification.
type Key = (&'static str, String, String);

/// All makers together may hold so much. Those of tables in memory stay as long as their tables.
const MOST: usize = 64 << 20;
/// What a maker is reckoned to hold besides what it has decoded for itself: its texts, its settings and the small tables of its
/// player.
const BESIDES: usize = 64 << 10;

impl Default for Makers {
    fn default() -> Makers {
        Makers::within(MOST)
    }
}

impl Makers {
    /// Makers that hold so many bytes together at most, but for the last one.
    fn within(most: usize) -> Makers {
        Makers { shelf: Mutex::default(), most }
    }

    /// The maker of a specification. Putting it together may take a moment: not for async threads.
    pub fn get<G: Shown>(&self, rules: &G::Rules, text: &str) -> Result<Maker<G>, Refusal> {
        let spec = admit::player::<G>(text)?;
        let key = (G::NAME, G::Rules::book().text(rules), spec.to_string());
        if let Some(maker) = self.lock().find::<G>(&key) {
            return Ok(maker);
        }
        let (made, own) = weighed(|| contestant::<G>(rules, &key.2));
        let made = made.map_err(|why| {
            Refusal::bad(why.to_string(), format!("see `kirifuda list players {}` or /api/catalog", G::NAME))
        })?;
        let maker = Box::new(made.maker.clone());
        self.lock().keep(key, maker, own + BESIDES, self.most);
        Ok(made.maker)
    }

    /// How many there are, and how many bytes they hold: for metrics.
    pub fn counts(&self) -> (usize, usize) {
        let shelf = self.lock();
        (shelf.known.len(), shelf.held)
    }

    fn lock(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who is asked for hints where nobody is named: the first of the game's advisers that knows the rules.
    pub fn adviser<G: Shown>(&self, rules: &G::Rules) -> Result<String, Refusal> {
        let known = G::FACE.advisers.iter().find(|name| self.get::<G>(rules, name).is_ok());
        known
            .map(|name| name.to_string())
            .ok_or_else(|| Refusal::bad("nobody advises under these rules", "name an adviser"))
    }
}

impl Shelf {
    fn find<G: Shown>(&mut self, key: &Key) -> Option<Maker<G>> {
        self.asked += 1;
        let known = self.known.get_mut(key)?;
        known.used = self.asked;
        known.maker.downcast_ref::<Maker<G>>().cloned()
    }

    fn keep(&mut self, key: Key, maker: Box<dyn Any + Send + Sync>, bytes: usize, most: usize) {
        while self.held + bytes > most {
            let oldest = self.known.iter().min_by_key(|(_, known)| known.used).map(|(key, _)| key.clone());
            let Some(gone) = oldest.and_then(|key| self.known.remove(&key)) else { break };
            self.held -= gone.bytes;
        }
        let known = Known { maker, bytes, used: self.asked };
        let before = self.known.insert(key, known).map_or(0, |before| before.bytes);
        self.held = self.held + bytes - before;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kirifuda_games::hearts::{Hearts, Rules as HeartsRules};
    use kirifuda_games::monsters::{Monsters, Rules as MonstersRules};

    use super::*;

    fn greedy(number: usize) -> String {
        format!("falcon:danger=shipped,queen-below=0.0000{number}")
    }

    #[test]
    fn two_hundred_specifications_of_one_model_hold_it_once() {
        let (makers, rules) = (Makers::default(), HeartsRules::falcon());
        for number in 1..=200 {
            makers.get::<Hearts>(&rules, &greedy(number)).unwrap();
        }
        assert_eq!(makers.counts(), (200, 200 * BESIDES));
    }

    #[test]
    fn what_was_asked_for_least_recently_gives_way() {
        let (makers, rules) = (Makers::within(10 * BESIDES), HeartsRules::falcon());
        let get = |number: usize| makers.get::<Hearts>(&rules, &greedy(number)).unwrap();
        let (first, second) = (get(1), get(2));
        for number in 3..=11 {
            assert!(Arc::ptr_eq(&first, &get(1)), "asked for again and again, it stays");
            get(number);
        }
        assert_eq!(makers.counts(), (10, 10 * BESIDES));
        assert!(!Arc::ptr_eq(&second, &get(2)), "nobody asked for it");
    }

    #[test]
    fn what_a_player_has_decoded_for_itself_counts() {
        let makers = Makers::within(BESIDES);
        for samples in 1..=5 {
            makers.get::<Monsters>(&MonstersRules::paper004(), &format!("learner:samples={samples}")).unwrap();
            let (count, bytes) = makers.counts();
            // The last one is kept, however much it holds: somebody plays with it now.
            assert!(count == 1 && bytes > BESIDES, "{count} makers hold {bytes} bytes");
        }
    }
}
