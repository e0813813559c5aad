//! Opponents that go on learning from the games that people play against them.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use kirifuda_arena::Maker;
use kirifuda_learn::model::Model;
use kirifuda_play::{Episode, Rules, Seat};
use kirifuda_players::trainers::{Trainee, Wish, adopt, resume, start};
use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;

use crate::shipped::shipped_model;
use crate::shown::{self, Visitor};
use crate::store::{Store, now};
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

/// A learner that is asked for.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateLearner {
    /// The game.
    pub game: String,
    /// Its rules.
    #[serde(default)]
    pub rules: String,
    /// What it is; settings for a fresh one.
    pub learner: String,
    /// A name for it.
    #[serde(default)]
    pub name: String,
    /// `shipped`, `fresh` or `training:ID`.
    #[serde(default)]
    pub start: String,
}

/// So many learners are kept.
const MOST: u64 = 500;
/// Games that a point of the chart is the mean of.
const WINDOW: usize = 20;
/// Results that are kept.
const RESULTS: usize = 2_000;

impl Learners {
    /// Makes a learner. Not for async threads.
    pub fn create(&self, store: &Store, wish: &CreateLearner) -> Result<String, Refusal> {
        let count = store.read(|db| db.query_row("SELECT COUNT(*) FROM learners", [], |row| row.get::<_, i64>(0)))?;
        if count as u64 >= MOST {
            return Err(Refusal::busy(format!("there are {MOST} learners"), "delete some"));
        }
        let made = shown::visit(&wish.game, Begin { store, wish })??;
        let id = secret::name(12)?;
        let name = match admit::name(&wish.name) {
            name if name.is_empty() => made.learner.clone(),
            name => name,
        };
        let (key, game) = (id.clone(), wish.game.clone());
        let start = if wish.start.is_empty() { "shipped".to_string() } else { wish.start.clone() };
        store.write(move |db| {
            db.prepare_cached(
                "INSERT INTO learners (id, name, game, rules, learner, start, created, games, results, spec, model)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, '[]', ?8, ?9)",
            )?
            .execute(params![
                key,
                name,
                game,
                made.rules,
                made.learner,
                start,
                now() as i64,
                made.spec,
                made.checkpoint
            ])
            .map(drop)
        });
        Ok(id)
    }

    /// All learners. Not for async threads.
    pub fn list(&self, store: &Store) -> Result<Vec<Card>, Refusal> {
        store.read(|db| {
            let sql =
                "SELECT id, name, game, rules, learner, start, created, games, results FROM learners ORDER BY created";
            let mut statement = db.prepare_cached(sql)?;
            let cards = statement.query_map([], card)?;
            cards.collect()
        })
    }

    /// One learner. Not for async threads.
    pub fn card(&self, store: &Store, id: &str) -> Result<Card, Refusal> {
        let found = store.read(|db| {
            let sql =
                "SELECT id, name, game, rules, learner, start, created, games, results FROM learners WHERE id = ?1";
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
    pub fn reset(&self, store: &Store, id: &str) -> Result<(), Refusal> {
        let card = self.card(store, id)?;
        let spec = store
            .read(|db| db.query_row("SELECT spec FROM learners WHERE id = ?1", [id], |row| row.get::<_, String>(0)))?;
        let wish = CreateLearner {
            game: card.game.clone(),
            rules: card.rules,
            learner: spec,
            name: String::new(),
            start: card.start,
        };
        let made = shown::visit(&card.game, Begin { store, wish: &wish })??;
        let pupil = self.lock().remove(id);
        // Whoever plays with it now gets the new one at the next deal.
        if let Some(pupil) = pupil {
            shown::visit(&card.game, Replace { pupil: &pupil, checkpoint: made.checkpoint.clone() })??;
            self.lock().insert(id.to_string(), pupil);
        }
        let id = id.to_string();
        store.write(move |db| {
            let sql = "UPDATE learners SET games = 0, results = '[]', model = ?2 WHERE id = ?1";
            db.prepare_cached(sql)?.execute(params![id, made.checkpoint]).map(drop)
        });
        Ok(())
    }

    /// Deletes a learner. Not for async threads.
    pub fn delete(&self, store: &Store, id: &str) -> Result<(), Refusal> {
        self.card(store, id)?;
        self.lock().remove(id);
        let id = id.to_string();
        store.write(move |db| db.prepare_cached("DELETE FROM learners WHERE id = ?1")?.execute([id]).map(drop));
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

    /// A learner takes in a game that it has played at these seats; `score` is how it did against people. Not for
    /// async threads.
    pub fn study<G: Shown>(
        &self,
        store: &Store,
        id: &str,
        episode: &Episode<G>,
        seats: &[Seat],
        score: f64,
    ) -> Result<(), Refusal> {
        let pupil = self.pupil::<G>(store, id)?;
        let mut checkpoint = pupil.checkpoint.lock().unwrap_or_else(PoisonError::into_inner);
        let mut trainee = wake::<G>(&checkpoint)?;
        trainee.study(episode, seats).map_err(|why| Refusal::broken(format!("the learner did not learn: {why}")))?;
        *checkpoint = trainee.checkpoint().to_bytes();
        if let Some(cell) = cell::<G>(&pupil) {
            *cell.write().unwrap_or_else(PoisonError::into_inner) = trainee.player();
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
        Ok(())
    }

    fn pupil<G: Shown>(&self, store: &Store, id: &str) -> Result<Arc<Pupil>, Refusal> {
        if let Some(pupil) = self.lock().get(id) {
            return Ok(Arc::clone(pupil));
        }
        let bytes = stored(store, id)?;
        let player: RwLock<Maker<G>> = RwLock::new(wake::<G>(&bytes)?.player());
        let pupil = Arc::new(Pupil { checkpoint: Mutex::new(bytes), player: Box::new(player) });
        Ok(Arc::clone(self.lock().entry(id.to_string()).or_insert(pupil)))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Pupil>>> {
        self.pupils.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn cell<G: Shown>(pupil: &Pupil) -> Option<&RwLock<Maker<G>>> {
    pupil.player.downcast_ref()
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

fn card(row: &Row<'_>) -> rusqlite::Result<Card> {
    let results: Vec<f64> = serde_json::from_str(&row.get::<_, String>(8)?).unwrap_or_default();
    let games = row.get::<_, i64>(7)? as u64;
    let before = games.saturating_sub(results.len() as u64);
    let chart = (0..results.len()).map(|last| {
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
    })
}

/// A learner that has just begun.
struct Begun {
    rules: String,
    learner: String,
    spec: String,
    checkpoint: Vec<u8>,
}

struct Begin<'a> {
    store: &'a Store,
    wish: &'a CreateLearner,
}

impl Visitor for Begin<'_> {
    type Output = Result<Begun, Refusal>;

    fn visit<G: Shown>(self) -> Self::Output {
        let Begin { store, wish } = self;
        let rules = admit::rules::<G>(&wish.rules)?;
        let spec = admit::learner::<G>(&wish.learner)?;
        let wrong = |why: String| Refusal::bad(why, "ask /api/catalog for learners that adapt");
        let model = match wish.start.as_str() {
            "fresh" => {
                let text = spec.to_string();
                let order = Wish {
                    learner: &text,
                    rules: Some(rules.clone()),
                    opponents: None,
                    seed: Some(secret::number()? >> 1),
                };
                let trainee = start::<G>(&order).map_err(|why| wrong(why.to_string()))?;
                own(&trainee.model())?
            }
            "" | "shipped" => {
                let shipped = shipped_model::<G>(&rules, &spec.name);
                shipped.ok_or_else(|| wrong(format!("no model of `{}` comes with the program", spec.name)))?
            }
            text => match text.strip_prefix("training:") {
                Some(id) => {
                    let model = trained(store, id)?;
                    if model.header.game != G::NAME || model.header.learner != spec.name {
                        return Err(wrong(format!(
                            "the training is of `{}` in {}",
                            model.header.learner, model.header.game
                        )));
                    }
                    model
                }
                None => return Err(wrong(format!("unknown start `{text}`: use shipped, fresh or training:ID"))),
            },
        };
        let trainee = adopt::<G>(model).map_err(|why| wrong(why.to_string()))?;
        Ok(Begun {
            rules: G::Rules::book().text(&rules),
            learner: spec.name.clone(),
            spec: spec.to_string(),
            checkpoint: trainee.checkpoint().to_bytes(),
        })
    }
}

/// The model of a finished training.
pub fn trained(store: &Store, id: &str) -> Result<Model<'static>, Refusal> {
    let bytes = store.read(|db| {
        let sql = "SELECT model FROM trainings WHERE id = ?1 AND model IS NOT NULL";
        db.prepare_cached(sql)?.query_row([id], |row| row.get::<_, Vec<u8>>(0)).optional()
    })?;
    let bytes = bytes.ok_or_else(|| Refusal::missing("finished training"))?;
    Model::from_bytes(&bytes).map_err(|why| Refusal::broken(format!("the stored model is damaged: {why}")))
}

/// A model that borrows nothing.
pub fn own(model: &Model<'_>) -> Result<Model<'static>, Refusal> {
    Model::from_bytes(&model.to_bytes()).map_err(|why| Refusal::broken(format!("the model cannot be kept: {why}")))
}

struct Finished {
    bytes: Vec<u8>,
}

impl Visitor for Finished {
    type Output = Result<Vec<u8>, Refusal>;
    fn visit<G: Shown>(self) -> Self::Output {
        Ok(wake::<G>(&self.bytes)?.model().to_bytes())
    }
}

struct Replace<'a> {
    pupil: &'a Pupil,
    checkpoint: Vec<u8>,
}

impl Visitor for Replace<'_> {
    type Output = Result<(), Refusal>;
    fn visit<G: Shown>(self) -> Self::Output {
        let player = wake::<G>(&self.checkpoint)?.player();
        if let Some(cell) = cell::<G>(self.pupil) {
            *cell.write().unwrap_or_else(PoisonError::into_inner) = player;
        }
        *self.pupil.checkpoint.lock().unwrap_or_else(PoisonError::into_inner) = self.checkpoint;
        Ok(())
    }
}
