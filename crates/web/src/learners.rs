//! Opponents that go on learning from the games that people play against them.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use kirifuda_arena::Maker;
use kirifuda_catalog::trainers::{Trainee, Wish, resume};
use kirifuda_learn::model::Model;
use kirifuda_play::{Episode, Phrase, Seat};
use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;

use crate::beginning::{Begin, Begun, CreateLearner};
use crate::disk::now;
use crate::memory::{self, Learned};
use crate::owner::Claim;
use crate::shown::{self, Visitor};
use crate::store::Store;
use crate::{Refusal, Shown, admit, secret};

/// Learners in the database, and the players that they are now.
#[derive(Default)]
pub struct Learners {
    /// By learner: a cell of a maker, whatever the game. Locked while it learns.
    pupils: Mutex<HashMap<String, Arc<Pupil>>>,
}

/// A learner in memory.
struct Pupil {
    /// Its checkpoint, as bytes.
    checkpoint: Mutex<Vec<u8>>,
    /// A `RwLock<Maker<G>>`: the player of now.
    player: Box<dyn Any + Send + Sync>,
}

/// What everybody may know of a learner.
#[derive(Clone, Debug, Serialize)]
pub struct Card {
    /// Its name in links.
    pub id: String,
    /// The name that somebody gave it.
    pub name: String,
    /// Its game.
    pub game: String,
    /// Its rules.
    pub rules: String,
    /// What it is.
    pub learner: String,
    /// Games against people that it has learned from.
    pub games: u64,
    /// When it was made, in seconds since 1970.
    pub created: u64,
    /// What it began with: `shipped`, `fresh` or `training:ID`.
    pub start: String,
    /// It learns from everybody's games, not only from its owner's.
    pub open: bool,
    /// How often it did better than people: the mean over the last games, after so many.
    pub chart: Vec<Point>,
}

/// A point of the chart.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Point {
    /// Games.
    pub games: u64,
    /// The share of people that did worse, over the last games.
    pub score: f64,
}

/// So many learners are kept.
const MOST: u64 = 500;
/// Where there are too many, those give way against whom nobody has played for a day since they were made.
const UNPLAYED: u64 = 24 * 3600;
/// Points of a chart: more do not fit.
const POINTS: usize = 200;
/// Games that a point of the chart is the mean of.
const WINDOW: usize = 20;
/// Results that are kept.
const RESULTS: usize = 2_000;

impl Learners {
    /// Makes a learner: its name in links, and what proves that somebody has made it. Not for async threads.
    pub fn create(&self, store: &Store, wish: &CreateLearner) -> Result<(String, String), Refusal> {
        if count(store)? >= MOST {
            self.make_room(store);
        }
        if count(store)? >= MOST {
            return Err(Refusal::busy(format!("there are {MOST} learners"), "delete some"));
        }
        let made = shown::visit(&wish.game, Begin { store, wish })??;
        let (id, owner) = (secret::name(12)?, secret::name(26)?);
        let name = match admit::name(&wish.name) {
            name if name.is_empty() => made.learner.clone(),
            name => name,
        };
        let (key, token, game, open) = (id.clone(), secret::hash(&owner), wish.game.clone(), wish.open);
        let start = if wish.start.is_empty() { "shipped".to_string() } else { wish.start.clone() };
        // Trainings can be deleted; what began with one must be able to begin anew.
        let beginning = start.starts_with("training:").then(|| made.checkpoint.clone());
        store.write(move |db| {
            let sql = "INSERT INTO learners
                (id, name, game, rules, learner, start, created, games, results, spec, model, beginning, owner, open)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, '[]', ?8, ?9, ?10, ?11, ?12)";
            let Begun { rules, learner, spec, checkpoint } = &made;
            let created = now() as i64;
            let values =
                params![key, name, game, rules, learner, start, created, spec, checkpoint, beginning, token, open];
            db.prepare_cached(sql)?.execute(values).map(drop)
        });
        store.settle()?;
        Ok((id, owner))
    }

    /// Deletes learners that nobody has played against and that are not about to be.
    fn make_room(&self, store: &Store) {
        let seated: Vec<String> = self.lock().keys().cloned().collect();
        store.write(move |db| {
            let sql =
                "DELETE FROM learners WHERE games = 0 AND created < ?1 AND id NOT IN (SELECT value FROM json_each(?2))";
            let seated = serde_json::to_string(&seated).unwrap_or_default();
            db.prepare_cached(sql)?.execute(params![now().saturating_sub(UNPLAYED) as i64, seated]).map(drop)
        });
        let _ = store.settle();
    }

    /// Lets go of learners that sit at no table in memory. They are stored already.
    pub fn close_unused(&self) {
        // The lock is held while a learner is read from the database: do not wait for it, the next sweep comes.
        if let Ok(mut pupils) = self.pupils.try_lock() {
            pupils.retain(|_, pupil| Arc::strong_count(pupil) > 1);
        }
    }

    /// All learners. Not for async threads.
    pub fn list(&self, store: &Store) -> Result<Vec<Card>, Refusal> {
        store.read(|db| {
            let sql =
                "SELECT id, name, game, rules, learner, start, created, games, results, open FROM learners ORDER BY created";
            let mut statement = db.prepare_cached(sql)?;
            let cards = statement.query_map([], card)?;
            cards.collect()
        })
    }

    /// One learner. Not for async threads.
    pub fn card(&self, store: &Store, id: &str) -> Result<Card, Refusal> {
        let found = store.read(|db| {
            let sql =
                "SELECT id, name, game, rules, learner, start, created, games, results, open FROM learners WHERE id = ?1";
            db.prepare_cached(sql)?.query_row([id], card).optional()
        })?;
        found.ok_or_else(|| Refusal::missing("learner"))
    }

    /// The model of a learner, to play with. Not for async threads.
    pub fn model(&self, store: &Store, id: &str) -> Result<(Card, Vec<u8>), Refusal> {
        let card = self.card(store, id)?;
        let bytes = stored(store, id)?;
        let bytes = shown::visit(&card.game, Finished { bytes })??;
        Ok((card, bytes))
    }

    /// Makes a learner forget all games against people. Not for async threads.
    pub fn reset(&self, store: &Store, id: &str, claim: &Claim) -> Result<(), Refusal> {
        let card = self.card(store, id)?;
        claim.check(owner(store, id)?.as_deref())?;
        let checkpoint = self.beginning(store, id, &card)?;
        shown::visit(&card.game, Replace { learners: self, store, id, checkpoint })?
    }

    /// Whether somebody has made a learner; on a server for one person everybody has. Not for async threads.
    pub fn proves(&self, store: &Store, id: &str, token: Option<&str>, shared: bool) -> Result<bool, Refusal> {
        let owner = owner(store, id)?;
        Ok(!shared || owner.zip(token).is_some_and(|(owner, token)| secret::proves(&owner, token)))
    }

    /// Says whether a learner learns from everybody's games. Tables that are there stay as they are. Not for async threads.
    pub fn open(&self, store: &Store, id: &str, open: bool, claim: &Claim) -> Result<(), Refusal> {
        self.card(store, id)?;
        claim.check(owner(store, id)?.as_deref())?;
        let id = id.to_string();
        store.write(move |db| {
            db.prepare_cached("UPDATE learners SET open = ?2 WHERE id = ?1")?.execute(params![id, open]).map(drop)
        });
        Ok(())
    }

    /// Deletes a learner. Not for async threads.
    pub fn delete(&self, store: &Store, id: &str, claim: &Claim) -> Result<(), Refusal> {
        self.card(store, id)?;
        claim.check(owner(store, id)?.as_deref())?;
        let key = id.to_string();
        store.write(move |db| db.prepare_cached("DELETE FROM learners WHERE id = ?1")?.execute([&key]).map(drop));
        self.lock().remove(id);
        Ok(())
    }

    /// The player that a learner is; each deal gets the newest. Not for async threads.
    pub fn maker<G: Shown>(&self, store: &Store, id: &str) -> Result<Maker<G>, Refusal> {
        let pupil = self.pupil::<G>(store, id)?;
        Ok(Arc::new(move || {
            let maker = cell::<G>(&pupil).map(|cell| cell.read().unwrap_or_else(PoisonError::into_inner).clone());
            maker.ok_or_else(|| kirifuda_play::Fault("a learner of another game".to_string()))?()
        }))
    }

    /// A learner takes in a game that it has played at these seats; `score` is how it did against people. What has
    /// changed most by it, where that can be said. Not for async threads.
    pub fn study<G: Shown>(
        &self,
        store: &Store,
        id: &str,
        episode: &Episode<G>,
        seats: &[Seat],
        score: f64,
    ) -> Result<Option<Phrase>, Refusal> {
        let pupil = self.pupil::<G>(store, id)?;
        let mut checkpoint = pupil.checkpoint.lock().unwrap_or_else(PoisonError::into_inner);
        let mut trainee = wake::<G>(&checkpoint)?;
        let before = memory::explanation(&*trainee);
        trainee.study(episode, seats).map_err(|why| Refusal::broken(format!("the learner did not learn: {why}")))?;
        let noticed = before.zip(memory::explanation(&*trainee)).and_then(|(was, is)| memory::noticed(&was, &is));
        let (learned, player) = (trainee.checkpoint().map_err(Refusal::broken)?, player(&*trainee)?);
        *checkpoint = learned.to_bytes();
        if let Some(cell) = cell::<G>(&pupil) {
            *cell.write().unwrap_or_else(PoisonError::into_inner) = player;
        }
        let (id, bytes) = (id.to_string(), checkpoint.clone());
        store.write(move |db| {
            let sql = "SELECT results FROM learners WHERE id = ?1";
            let kept: Option<String> = db.prepare_cached(sql)?.query_row([&id], |row| row.get(0)).optional()?;
            let Some(kept) = kept else {
                return Ok(());
            };
            let mut results: Vec<f64> = serde_json::from_str(&kept).unwrap_or_default();
            results.push(score);
            if results.len() > RESULTS {
                results.remove(0);
            }
            let kept = serde_json::to_string(&results).unwrap_or_default();
            let sql = "UPDATE learners SET games = games + 1, results = ?2, model = ?3 WHERE id = ?1";
            db.prepare_cached(sql)?.execute(params![id, kept, bytes]).map(drop)
        });
        Ok(noticed)
    }

    /// What a learner has changed since it began. One that began afresh began with chance, which changes nothing. Not for
    /// async threads.
    pub fn changes(&self, store: &Store, id: &str) -> Result<Learned, Refusal> {
        let card = self.card(store, id)?;
        if card.games == 0 || card.start == "fresh" {
            return Ok(Learned { games: card.games, changes: Vec::new() });
        }
        let (beginning, now) = (self.beginning(store, id, &card)?, stored(store, id)?);
        let changes = shown::visit(&card.game, Compare { beginning, now })??;
        Ok(Learned { games: card.games, changes })
    }

    /// The checkpoint that a learner began with.
    fn beginning(&self, store: &Store, id: &str, card: &Card) -> Result<Vec<u8>, Refusal> {
        let (spec, beginning) = store.read(|db| {
            let sql = "SELECT spec, beginning FROM learners WHERE id = ?1";
            db.query_row(sql, [id], |row| Ok((row.get::<_, String>(0)?, row.get::<_, Option<Vec<u8>>>(1)?)))
        })?;
        if let Some(checkpoint) = beginning {
            return Ok(checkpoint);
        }
        let Card { game, rules, start, .. } = card.clone();
        let wish = CreateLearner { game, rules, learner: spec, name: String::new(), start, open: false };
        Ok(shown::visit(&card.game, Begin { store, wish: &wish })??.checkpoint)
    }

    fn pupil<G: Shown>(&self, store: &Store, id: &str) -> Result<Arc<Pupil>, Refusal> {
        // Locked while it is read: there must be one of each.
        let mut pupils = self.lock();
        if let Some(pupil) = pupils.get(id) {
            return Ok(Arc::clone(pupil));
        }
        // What it has learned last may be on its way to the database.
        let _ = store.settle();
        let bytes = stored(store, id)?;
        let player: RwLock<Maker<G>> = RwLock::new(player(&*wake::<G>(&bytes)?)?);
        let pupil = Arc::new(Pupil { checkpoint: Mutex::new(bytes), player: Box::new(player) });
        pupils.insert(id.to_string(), Arc::clone(&pupil));
        Ok(pupil)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Pupil>>> {
        self.pupils.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn cell<G: Shown>(pupil: &Pupil) -> Option<&RwLock<Maker<G>>> {
    pupil.player.downcast_ref()
}

fn count(store: &Store) -> Result<u64, Refusal> {
    store.read(|db| db.query_row("SELECT COUNT(*) FROM learners", [], |row| row.get::<_, u32>(0))).map(u64::from)
}

/// What proves that somebody has made a learner.
fn owner(store: &Store, id: &str) -> Result<Option<String>, Refusal> {
    let found = store.read(|db| {
        let sql = "SELECT owner FROM learners WHERE id = ?1";
        db.prepare_cached(sql)?.query_row([id], |row| row.get::<_, Option<String>>(0)).optional()
    })?;
    found.ok_or_else(|| Refusal::missing("learner"))
}

fn stored(store: &Store, id: &str) -> Result<Vec<u8>, Refusal> {
    let found = store.read(|db| {
        let sql = "SELECT model FROM learners WHERE id = ?1";
        db.prepare_cached(sql)?.query_row([id], |row| row.get::<_, Vec<u8>>(0)).optional()
    })?;
    found.ok_or_else(|| Refusal::missing("learner"))
}

/// A learner from its checkpoint.
fn wake<G: Shown>(bytes: &[u8]) -> Result<Box<dyn Trainee<G>>, Refusal> {
    let damaged = |why: String| Refusal::broken(format!("the stored learner is damaged: {why}"));
    let model = Model::from_bytes(bytes).map_err(|why| damaged(why.to_string()))?;
    let name = model.header.learner.clone();
    let wish = Wish { learner: &name, rules: None, opponents: None, seed: None };
    resume::<G>(&wish, model).map_err(|why| damaged(why.to_string()))
}

fn player<G: Shown>(trainee: &dyn Trainee<G>) -> Result<Maker<G>, Refusal> {
    trainee.player().map_err(Refusal::broken)
}

fn card(row: &Row<'_>) -> rusqlite::Result<Card> {
    let results: Vec<f64> = serde_json::from_str(&row.get::<_, String>(8)?).unwrap_or_default();
    let games = row.get::<_, i64>(7)? as u64;
    let before = games.saturating_sub(results.len() as u64);
    let every = results.len().div_ceil(POINTS).max(1);
    let shown = (0..results.len()).filter(|last| (results.len() - 1 - last).is_multiple_of(every));
    let chart = shown.map(|last| {
        let window = &results[(last + 1).saturating_sub(WINDOW)..=last];
        Point { games: before + last as u64 + 1, score: window.iter().sum::<f64>() / window.len() as f64 }
    });
    Ok(Card {
        id: row.get(0)?,
        name: row.get(1)?,
        game: row.get(2)?,
        rules: row.get(3)?,
        learner: row.get(4)?,
        start: row.get(5)?,
        created: row.get::<_, i64>(6)? as u64,
        games,
        chart: chart.collect(),
        open: row.get(9)?,
    })
}

struct Finished {
    bytes: Vec<u8>,
}

impl Visitor for Finished {
    type Output = Result<Vec<u8>, Refusal>;
    fn visit<G: Shown>(self) -> Self::Output {
        Ok(wake::<G>(&self.bytes)?.model().map_err(Refusal::broken)?.to_bytes())
    }
}

struct Compare {
    beginning: Vec<u8>,
    now: Vec<u8>,
}

impl Visitor for Compare {
    type Output = Result<Vec<Phrase>, Refusal>;
    fn visit<G: Shown>(self) -> Self::Output {
        let explained = |bytes: &[u8]| wake::<G>(bytes).map(|trainee| memory::explanation(&*trainee));
        let both = explained(&self.beginning)?.zip(explained(&self.now)?);
        Ok(both.map(|(was, is)| memory::since(&was, &is)).unwrap_or_default())
    }
}

struct Replace<'a> {
    learners: &'a Learners,
    store: &'a Store,
    id: &'a str,
    checkpoint: Vec<u8>,
}

impl Visitor for Replace<'_> {
    type Output = Result<(), Refusal>;
    fn visit<G: Shown>(self) -> Self::Output {
        let pupil = self.learners.pupil::<G>(self.store, self.id)?;
        let player = player(&*wake::<G>(&self.checkpoint)?)?;
        // Locked until all is done: a game that is learned from meanwhile comes before it or after it.
        let mut checkpoint = pupil.checkpoint.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever plays with it now gets the new one at the next deal.
        if let Some(cell) = cell::<G>(&pupil) {
            *cell.write().unwrap_or_else(PoisonError::into_inner) = player;
        }
        checkpoint.clone_from(&self.checkpoint);
        let (id, bytes) = (self.id.to_string(), self.checkpoint);
        self.store.write(move |db| {
            let sql = "UPDATE learners SET games = 0, results = '[]', model = ?2 WHERE id = ?1";
            db.prepare_cached(sql)?.execute(params![id, bytes]).map(drop)
        });
        Ok(())
    }
}
