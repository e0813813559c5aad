//! Learners that are trained from the page, each on a thread of its own.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use kirifuda_arena::{Contestant, Maker, Monitor, Plan, Stretch, play_deals};
use kirifuda_catalog::trainers::{Trainee, Wish, others, plan, resume, start};
use kirifuda_learn::model::Model;
use kirifuda_play::{Better, Rules};
use rusqlite::{OptionalExtension, params};
use serde::{Deserialize, Serialize};

use crate::disk::now;
use crate::forget::keep_newest;
use crate::limits::{Limits, Ticket};
use crate::owner::Claim;
use crate::picture::{Picture, picture};
use crate::shown::{self, Visitor};
use crate::store::Store;
use crate::{Refusal, Shown, admit, secret};

/// A training that is asked for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateTraining {
    /// The game.
    pub game: String,
    /// Its rules.
    #[serde(default)]
    pub rules: String,
    /// The learner with its settings.
    pub learner: String,
    /// Who sits at the other seats; the learner's own by default.
    #[serde(default)]
    pub opponents: Option<String>,
    /// Deals to learn from.
    pub deals: u64,
    /// All chance comes from it; 1 by default.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// How a training goes.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Its name in links.
    pub training: String,
    /// The game.
    pub game: String,
    /// Its rules.
    pub rules: String,
    /// The learner with its settings.
    pub learner: String,
    /// Deals learned from.
    pub deals: u64,
    /// Deals to learn from.
    pub of: u64,
    /// How it goes, in a few words.
    pub note: Option<String>,
    /// It has ended.
    pub done: bool,
    /// What went wrong.
    pub error: Option<String>,
    /// How strong it was after so many deals.
    pub curve: Vec<Point>,
    /// Against whom.
    pub against: String,
    /// What is measured.
    pub measure: String,
    /// Whether less is better.
    pub less_is_better: bool,
    /// Deals a second.
    pub speed: f64,
    /// What it has learned so far.
    pub picture: Option<Picture>,
}

/// A point of a curve.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Point {
    /// Deals learned from.
    pub deals: u64,
    /// The measure.
    pub score: f64,
    /// Half the width of its 95% interval.
    pub ci95: Option<f64>,
}

/// Trainings that run; those that have ended are in the database. One that runs is there, too, with all that it needs to go
/// on: after a restart it does.
#[derive(Default)]
pub struct Trainings {
    running: Arc<Mutex<Running>>,
}

type Running = HashMap<String, Arc<RunningTraining>>;

struct RunningTraining {
    wish: CreateTraining,
    /// What proves that somebody has started it.
    owner: Option<String>,
    /// It is to end.
    stop: AtomicBool,
    /// It is to wait for the next start of the server.
    rest: AtomicBool,
    /// It had run so long before it was begun here.
    before: Duration,
    begun: Instant,
    /// It ends by itself when it has run so long.
    longest: Duration,
    report: Mutex<Report>,
    model: Mutex<Option<Vec<u8>>>,
    /// Its place among those that run at once; those that were taken up again have none.
    _place: Option<Ticket>,
}

/// The longest training that can be asked for.
const MOST_DEALS: u64 = 5_000_000;
/// Trainings that are kept in the list.
const LISTED: i64 = 100;
/// Deals of a point of the curve.
const EXAM: u64 = 300;
/// Points of a curve.
const POINTS: u64 = 20;
/// The seed of the deals of all points.
const EXAM_SEED: u64 = 20_261;
/// What is needed to go on is stored so often: a killed server loses no more of a training.
const KEPT_EVERY: Duration = Duration::from_secs(20);

impl Trainings {
    /// Starts a training: its name in links, and what proves that somebody has started it. Not for async threads.
    pub fn create(
        &self,
        store: &Arc<Store>,
        wish: CreateTraining,
        place: Ticket,
        limits: &Limits,
    ) -> Result<(String, String), Refusal> {
        if wish.deals == 0 || wish.deals > MOST_DEALS {
            return Err(Refusal::bad(format!("{} deals", wish.deals), format!("ask for 1 to {MOST_DEALS} deals")));
        }
        let (id, owner) = (secret::name(12)?, secret::name(26)?);
        let report = shown::visit(&wish.game, Check { wish: &wish, id: &id })??;
        let training = RunningTraining {
            owner: Some(secret::hash(&owner)),
            _place: Some(place),
            ..RunningTraining::new(wish, report, limits)
        };
        enter(store, &training);
        store.settle()?;
        self.run(store, training, None, limits)?;
        Ok((id, owner))
    }

    /// Goes on with the trainings that ran when the server ended, however it ended. Not for async threads.
    pub fn resume(&self, store: &Arc<Store>, limits: &Limits) -> Result<(), Refusal> {
        let stored = store.read(|db| {
            let sql = "SELECT id, wish, report, owner, spent, checkpoint FROM trainings WHERE wish IS NOT NULL";
            let mut statement = db.prepare(sql)?;
            let rows = statement.query_map([], |row| {
                let texts = (row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?);
                Ok((texts, row.get(3)?, row.get::<_, f64>(4)?, row.get::<_, Option<Vec<u8>>>(5)?))
            })?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        })?;
        for ((id, wish, told, owner), spent, checkpoint) in
            stored.into_iter().map(|((id, wish, told), owner, spent, kept)| ((id, wish, told, owner), spent, kept))
        {
            let again = || -> Result<(), Refusal> {
                let damaged =
                    |why: serde_json::Error| Refusal::broken(format!("the stored training is damaged: {why}"));
                let wish: CreateTraining = serde_json::from_str(&wish).map_err(damaged)?;
                let mut report = shown::visit(&wish.game, Check { wish: &wish, id: &id })??;
                let told: serde_json::Value = serde_json::from_str(&told).map_err(damaged)?;
                report.deals = told["deals"].as_u64().unwrap_or(0);
                report.curve = serde_json::from_value(told["curve"].clone()).unwrap_or_default();
                let before = Duration::try_from_secs_f64(spent).unwrap_or_default();
                let training = RunningTraining { owner, before, ..RunningTraining::new(wish, report, limits) };
                self.run(store, training, checkpoint, limits)
            };
            if let Err(why) = again() {
                eprintln!("a training cannot go on: {why}");
            }
        }
        Ok(())
    }

    /// Runs a training on a thread of its own, from a checkpoint where there is one.
    fn run(
        &self,
        store: &Arc<Store>,
        training: RunningTraining,
        checkpoint: Option<Vec<u8>>,
        limits: &Limits,
    ) -> Result<(), Refusal> {
        let training = Arc::new(training);
        let id = training.lock().training.clone();
        lock(&self.running).insert(id.clone(), Arc::clone(&training));
        let (store, others, most) = (Arc::clone(store), Arc::clone(&self.running), limits.stored_trainings);
        let started = std::thread::Builder::new().name("training".to_string()).spawn(move || {
            let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let run = Run { training: &training, store: &store, checkpoint };
                shown::visit(&training.wish.game, run).and_then(|done| done)
            }));
            let error = match ended {
                Ok(Ok(Ending::Rested)) => {
                    let _ = store.settle();
                    lock(&others).remove(&training.lock().training.clone());
                    return;
                }
                Ok(Ok(Ending::Over)) => None,
                Ok(Err(refusal)) => Some(refusal.message),
                Err(_) => Some("the training broke off".to_string()),
            };
            let report = Report { done: true, error, ..training.lock().clone() };
            keep(&store, &training, &report, most);
            // From now on it is read from the database.
            lock(&others).remove(&report.training);
        });
        if let Err(why) = started {
            lock(&self.running).remove(&id);
            return Err(Refusal::broken(format!("no thread for the training: {why}")));
        }
        Ok(())
    }

    /// How a training goes, or went. Not for async threads.
    pub fn report(&self, store: &Store, id: &str) -> Result<serde_json::Value, Refusal> {
        if let Some(training) = lock(&self.running).get(id) {
            return Ok(serde_json::to_value(&*training.lock()).unwrap_or_default());
        }
        store.touch("trainings", id);
        let text = store.read(|db| {
            let sql = "SELECT report FROM trainings WHERE id = ?1";
            db.prepare_cached(sql)?.query_row([id], |row| row.get::<_, String>(0)).optional()
        })?;
        let text = text.ok_or_else(|| Refusal::missing("training"))?;
        serde_json::from_str(&text).map_err(|why| Refusal::broken(format!("the stored report is damaged: {why}")))
    }

    /// All trainings, the newest first, without pictures. Not for async threads.
    pub fn list(&self, store: &Store) -> Result<Vec<serde_json::Value>, Refusal> {
        let mut all: Vec<serde_json::Value> = {
            let running = lock(&self.running);
            running.values().map(|training| serde_json::to_value(&*training.lock()).unwrap_or_default()).collect()
        };
        let stored: Vec<String> = store.read(|db| {
            let mut statement = db.prepare_cached("SELECT report FROM trainings ORDER BY created DESC LIMIT ?1")?;
            let rows = statement.query_map([LISTED], |row| row.get::<_, String>(0))?;
            rows.collect()
        })?;
        for report in stored.iter().filter_map(|text| serde_json::from_str::<serde_json::Value>(text).ok()) {
            if !all.iter().any(|known| known["training"] == report["training"]) {
                all.push(report);
            }
        }
        for report in &mut all {
            report["picture"] = serde_json::Value::Null;
        }
        Ok(all)
    }

    /// Stops a training, or forgets one that has ended. Not for async threads.
    pub fn stop(&self, store: &Store, id: &str, claim: &Claim) -> Result<(), Refusal> {
        if let Some(training) = lock(&self.running).get(id) {
            claim.check(training.owner.as_deref())?;
            training.stop.store(true, Ordering::Relaxed);
            return Ok(());
        }
        let owner = store.read(|db| {
            let sql = "SELECT owner FROM trainings WHERE id = ?1";
            db.prepare_cached(sql)?.query_row([id], |row| row.get::<_, Option<String>>(0)).optional()
        })?;
        claim.check(owner.ok_or_else(|| Refusal::missing("training"))?.as_deref())?;
        let id = id.to_string();
        store.write(move |db| db.prepare_cached("DELETE FROM trainings WHERE id = ?1")?.execute([&id]).map(drop));
        Ok(())
    }

    /// Lets all wait for the next start of the server.
    pub fn rest(&self) {
        for training in lock(&self.running).values() {
            training.rest.store(true, Ordering::Relaxed);
        }
    }

    /// All have ended, and what they have learned is stored.
    pub fn all_done(&self) -> bool {
        lock(&self.running).is_empty()
    }
}

fn lock(running: &Mutex<Running>) -> MutexGuard<'_, Running> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How the thread of a training ends.
enum Ending {
    /// All is learned, or somebody has stopped it.
    Over,
    /// It goes on at the next start.
    Rested,
}

impl RunningTraining {
    fn new(wish: CreateTraining, report: Report, limits: &Limits) -> RunningTraining {
        RunningTraining {
            wish,
            owner: None,
            stop: AtomicBool::new(false),
            rest: AtomicBool::new(false),
            before: Duration::ZERO,
            begun: Instant::now(),
            longest: limits.training_time,
            report: Mutex::new(report),
            model: Mutex::new(None),
            _place: None,
        }
    }

    fn is_to_end(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.spent() >= self.longest
    }

    fn is_to_rest(&self) -> bool {
        self.rest.load(Ordering::Relaxed)
    }

    /// How long it has run.
    fn spent(&self) -> Duration {
        self.before + self.begun.elapsed()
    }

    fn lock(&self) -> MutexGuard<'_, Report> {
        self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stores a training that begins: after a restart it begins again.
fn enter(store: &Store, training: &RunningTraining) {
    let report = training.lock().clone();
    let (owner, text) = (training.owner.clone(), serde_json::to_string(&report).unwrap_or_default());
    let wish = serde_json::to_string(&training.wish).unwrap_or_default();
    let used = store.clock() as i64;
    store.write(move |db| {
        let sql = "INSERT INTO trainings (id, game, rules, learner, created, touched, report, owner, wish)
            VALUES (?1, ?2, ?3, ?4, ?5, ?9, ?6, ?7, ?8)";
        let Report { training: id, game, rules, learner, .. } = &report;
        db.prepare_cached(sql)?
            .execute(params![id, game, rules, learner, now() as i64, text, owner, wish, used])
            .map(drop)
    });
}

/// Stores what a training needs to go on.
fn hold(store: &Store, training: &RunningTraining, checkpoint: Vec<u8>) {
    let report = Report { picture: None, ..training.lock().clone() };
    let (id, text) = (report.training.clone(), serde_json::to_string(&report).unwrap_or_default());
    let (spent, used) = (training.spent().as_secs_f64(), store.clock() as i64);
    store.write(move |db| {
        let sql = "UPDATE trainings SET report = ?2, checkpoint = ?3, spent = ?4, touched = ?5 WHERE id = ?1";
        db.prepare_cached(sql)?.execute(params![id, text, checkpoint, spent, used]).map(drop)
    });
}

/// Stores a training that has ended; the least recently opened gives way where there are too many.
fn keep(store: &Store, training: &RunningTraining, report: &Report, most: usize) {
    let text = serde_json::to_string(report).unwrap_or_default();
    let model = training.model.lock().unwrap_or_else(PoisonError::into_inner).take();
    let (id, used) = (report.training.clone(), store.clock() as i64);
    store.write(move |db| {
        let sql =
            "UPDATE trainings SET report = ?2, model = ?3, touched = ?4, wish = NULL, checkpoint = NULL WHERE id = ?1";
        db.prepare_cached(sql)?.execute(params![id, text, model, used])?;
        keep_newest(db, "trainings", most)
    });
    // What cannot be written now stays to be written.
    let _ = store.settle();
}

fn order<'a, G: Shown>(rules: &G::Rules, learner: &'a str, wish: &'a CreateTraining) -> Wish<'a, G> {
    Wish {
        learner,
        rules: Some(rules.clone()),
        opponents: wish.opponents.as_deref().filter(|opponents| !opponents.is_empty()),
        seed: wish.seed,
    }
}

/// Refuses a training that cannot be started.
struct Check<'a> {
    wish: &'a CreateTraining,
    id: &'a str,
}

impl Visitor for Check<'_> {
    type Output = Result<Report, Refusal>;

    fn visit<G: Shown>(self) -> Self::Output {
        let rules = admit::rules::<G>(&self.wish.rules)?;
        let learner = admit::learner::<G>(&self.wish.learner)?.to_string();
        for opponent in self.wish.opponents.iter().flat_map(|text| text.split('+')) {
            admit::opponent::<G>(opponent)?;
        }
        plan::<G>(&order(&rules, &learner, self.wish))
            .map_err(|why| Refusal::bad(why.to_string(), "ask /api/catalog for learners"))?;
        let measure = G::MEASURES.first();
        Ok(Report {
            training: self.id.to_string(),
            game: G::NAME.to_string(),
            rules: G::Rules::book().text(&rules),
            learner,
            deals: 0,
            of: self.wish.deals,
            note: None,
            done: false,
            error: None,
            curve: Vec::new(),
            against: G::EXAMINER.to_string(),
            measure: measure.map_or("payoff", |measure| measure.title).to_string(),
            less_is_better: measure.is_some_and(|measure| measure.better == Better::Lower),
            speed: 0.0,
            picture: None,
        })
    }
}

/// Trains.
struct Run<'a> {
    training: &'a RunningTraining,
    store: &'a Store,
    checkpoint: Option<Vec<u8>>,
}

impl Visitor for Run<'_> {
    type Output = Result<Ending, Refusal>;

    fn visit<G: Shown>(self) -> Self::Output {
        let Run { training, store, checkpoint } = self;
        let wish = &training.wish;
        let rules = admit::rules::<G>(&wish.rules)?;
        let learner = training.lock().learner.clone();
        let failed = |why: String| Refusal::broken(why);
        let order = order(&rules, &learner, wish);
        let trainee = match checkpoint {
            Some(bytes) => {
                let model = Model::from_bytes(&bytes).map_err(|why| failed(format!("the checkpoint: {why}")))?;
                resume::<G>(&order, model)
            }
            None => start::<G>(&order),
        };
        let mut trainee = trainee.map_err(|why| failed(why.to_string()))?;
        let every = (wish.deals / POINTS).max(1);
        let next_of = |deals: u64| (deals / every + 1) * every;
        let mut stretch = Stretch::default();
        let mut next = if trainee.deals() == 0 { 0 } else { next_of(trainee.deals()) };
        let (begun, from, mut kept) = (Instant::now(), trainee.deals(), Instant::now());
        loop {
            let deals = trainee.deals();
            let end = deals >= wish.deals || training.is_to_end();
            if training.is_to_rest() && !end {
                hold(store, training, trainee.checkpoint().map_err(failed)?.to_bytes());
                return Ok(Ending::Rested);
            }
            if deals >= next || end {
                examine::<G>(training, &rules, &*trainee)?;
                next = next_of(deals);
            }
            if end {
                return Ok(Ending::Over);
            }
            if kept.elapsed() >= KEPT_EVERY {
                hold(store, training, trainee.checkpoint().map_err(failed)?.to_bytes());
                kept = Instant::now();
            }
            let left = (wish.deals - deals).min(next - deals);
            stretch.work(left, |deals| trainee.advance(deals)).map_err(failed)?;
            let mut report = training.lock();
            report.deals = trainee.deals();
            report.note = trainee.note();
            report.speed = (report.deals - from) as f64 / begun.elapsed().as_secs_f64().max(1e-3);
        }
    }
}

/// Keeps the model of now, draws its picture, and measures its player.
fn examine<G: Shown>(training: &RunningTraining, rules: &G::Rules, trainee: &dyn Trainee<G>) -> Result<(), Refusal> {
    let model = trainee.model().map_err(Refusal::broken)?.into_owned();
    let player: Maker<G> = trainee.player().map_err(Refusal::broken)?;
    let (deals, drawn) = (trainee.deals(), picture::<G>(rules, &model, &player));
    *training.model.lock().unwrap_or_else(PoisonError::into_inner) = Some(model.to_bytes());
    let mut report = training.lock();
    (report.deals, report.picture) = (deals, Some(drawn));
    drop(report);
    let mut contestants = vec![Contestant { name: "learner".to_string(), maker: player, many: false }];
    contestants.extend(others::<G>(rules, G::EXAMINER).map_err(Refusal::broken)?);
    let plan = Plan { rules, contestants: &contestants, first: 0, deals: EXAM, seed: EXAM_SEED, threads: Some(1) };
    let outcome = match play_deals(&plan, &Stop(training), None) {
        Ok(outcome) if !outcome.interrupted => outcome,
        // A training that is stopped does not finish the point that is being measured.
        _ if training.is_to_end() || training.is_to_rest() => return Ok(()),
        Ok(_) => return Err(Refusal::broken("the examination broke off")),
        Err(why) => return Err(Refusal::broken(why.to_string())),
    };
    if let Some(first) = outcome.players.first() {
        let point = first.measures.first().copied().unwrap_or(first.payoff);
        training.lock().curve.push(Point { deals, score: point.mean, ci95: point.ci95 });
    }
    Ok(())
}

/// An examination ends early when the training is to end.
struct Stop<'a>(&'a RunningTraining);

impl Monitor for Stop<'_> {
    fn stopped(&self) -> bool {
        self.0.is_to_end() || self.0.is_to_rest()
    }
}
