use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use kirifuda_arena::Maker;
use kirifuda_play::Rules;
use tokio::sync::OnceCell;
use tokio::time::Instant;

use crate::bell::Bell;
use crate::bundle::Asset;
use crate::learners::Learners;
use crate::limits::{Gate, Limits};
use crate::live::Live;
use crate::makers::Makers;
use crate::metrics::Metrics;
use crate::runner::{Lane, Runner};
use crate::shown::{self, Visitor};
use crate::store::{Store, StoredTable};
use crate::table::{AnyTable, Chair, GameTable, Lesson, Sitter, Sitting};
use crate::trainings::Trainings;
use crate::wire::{CreateTable, MadeTable, Noticed, SeatRequest};
use crate::{Refusal, Shown, Task, admit, catalog, forget, secret};

/// All that the server's tasks share.
pub struct App {
    /// Who takes how much.
    pub gate: Arc<Gate>,
    /// The database.
    pub store: Arc<Store>,
    /// Where players think.
    pub runner: Runner,
    /// Makers of players.
    pub makers: Arc<Makers>,
    /// Opponents that go on learning.
    pub learners: Learners,
    /// Learners that are trained.
    pub trainings: Trainings,
    /// Figures.
    pub metrics: Metrics,
    /// When it began.
    pub started: Instant,
    /// Where it can be reached from.
    pub reach: Reach,
    /// Games that learners are learning from.
    lessons: AtomicUsize,
    /// In the order of their names, so that a simulated run can be repeated.
    tables: Mutex<BTreeMap<String, Arc<Live>>>,
    stopping: Bell<bool>,
    catalog: OnceCell<Arc<Asset>>,
}

/// From where the server can be reached.
pub struct Reach {
    /// Names by which pages may call it, besides this machine's own.
    pub hosts: Vec<String>,
    /// Where it listens.
    pub address: SocketAddr,
    /// It listens to this machine only.
    pub local: bool,
    /// A proxy says from where a request comes.
    pub trust_proxy: bool,
    /// Others than the person at this machine can reach it.
    pub shared: bool,
}

/// The longest time for a move of a person, in seconds.
const LONGEST_MOVE: u64 = 3600;
/// The slowest pace.
pub const SLOWEST: u64 = 10_000;

impl App {
    /// An app on a database.
    pub fn new(store: Store, limits: Limits, reach: Reach) -> App {
        App {
            runner: Runner::new(&limits),
            gate: Arc::new(Gate::new(limits)),
            store: Arc::new(store),
            makers: Arc::default(),
            learners: Learners::default(),
            trainings: Trainings::default(),
            metrics: Metrics::default(),
            started: Instant::now(),
            reach,
            lessons: AtomicUsize::new(0),
            tables: Mutex::default(),
            stopping: Bell::new(false),
            catalog: OnceCell::new(),
        }
    }

    /// Makes a table.
    pub async fn create(self: &Arc<Self>, wish: CreateTable, address: IpAddr) -> Result<MadeTable, Refusal> {
        let ticket = self.gate.table(address)?;
        let id = secret::name(12)?;
        let app = Arc::clone(self);
        let made = self.work(Lane::Tables, address, move || {
            let game = wish.game.clone();
            shown::visit(&game, Arrange { app: &app, wish })?
        });
        let (table, made) = made.await?;
        self.store.put_table(&id, table.sitting(), 1);
        if let Err(refusal) = self.store.flush().await {
            // It was not confirmed: nobody may find it later.
            self.store.drop_table(&id);
            return Err(refusal);
        }
        self.metrics.tables_made.add();
        let live = Arc::new(Live::new(id.clone(), table, ticket));
        self.lock().insert(id.clone(), Arc::clone(&live));
        live.wake(self);
        Ok(MadeTable { table: id, ..made })
    }

    /// The table of a name, from memory or from the database, for somebody at an address.
    pub async fn table(self: &Arc<Self>, id: &str, address: IpAddr) -> Result<Arc<Live>, Refusal> {
        if let Some(live) = self.lock().get(id) {
            return Ok(Arc::clone(live));
        }
        if id.len() > 32 || !id.bytes().all(|letter| letter.is_ascii_alphanumeric()) {
            return Err(Refusal::missing("table"));
        }
        let ticket = self.gate.table(address)?;
        let (app, name) = (Arc::clone(self), id.to_string());
        let loaded = self.work(Lane::Tables, address, move || {
            let Some(stored) = app.store.table(&name)? else {
                return Err(Refusal::missing("table"));
            };
            let game = stored.sitting.game.clone();
            shown::visit(&game, Load { app: &app, stored })?
        });
        let table = loaded.await?;
        let live = {
            let mut tables = self.lock();
            // Somebody else may have been faster.
            let fresh = || {
                self.metrics.tables_loaded.add();
                Arc::new(Live::new(id.to_string(), table, ticket))
            };
            Arc::clone(tables.entry(id.to_string()).or_insert_with(fresh))
        };
        live.wake(self);
        Ok(live)
    }

    /// Does something that takes its time for somebody at an address.
    pub async fn work<T: Send + 'static>(
        &self,
        lane: Lane,
        address: IpAddr,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        self.ponder(lane, address, Box::new(|_| work())).await
    }

    /// Does something for somebody at an address that has to be done by a deadline.
    pub async fn ponder<T: Send + 'static>(
        &self,
        lane: Lane,
        address: IpAddr,
        task: Task<Result<T, Refusal>>,
    ) -> Result<T, Refusal> {
        self.runner.run(lane, address, task).await.map_err(Refusal::broken)?
    }

    /// Closes tables at which nobody has looked for long. They are stored already.
    pub async fn close_idle(&self) {
        let idle = self.gate.limits().idle;
        let some = self.lock().values().any(|live| live.is_idle(idle));
        if some {
            // What is taken out of memory must be there when it is loaded again.
            if self.store.flush().await.is_err() {
                return;
            }
            self.lock().retain(|_, live| {
                let keep = Arc::strong_count(live) > 1 || !live.is_idle(idle);
                if !keep {
                    self.metrics.tables_closed.add();
                }
                keep
            });
        }
        self.learners.close_unused();
        self.gate.sweep();
    }

    /// Forgets what nobody has opened for very long.
    pub async fn forget(&self) {
        self.store.keep_clock();
        let open = self.lock().keys().cloned().collect();
        let gone = forget::forget(&self.store, self.gate.limits(), open).await;
        self.metrics.tables_forgotten.add_all(gone as u64);
    }

    /// No learner is learning from a game.
    pub fn lessons_done(&self) -> bool {
        self.lessons.load(Ordering::Relaxed) == 0
    }

    /// Something was moved at a table: when a deal is over, whoever learns from it does.
    pub fn after_move(self: &Arc<Self>, live: &Arc<Live>) {
        for lesson in live.change(|core| core.table.lessons()) {
            let (app, address, live) = (Arc::clone(self), live.address(), Arc::clone(live));
            self.lessons.fetch_add(1, Ordering::Relaxed);
            tokio::spawn(async move {
                let house = Arc::clone(&app);
                let Lesson { deal, seat, learn } = lesson;
                let taught = app.work(Lane::Tables, address, move || learn(&house.learners, &house.store)).await;
                let taught = taught.map(|words| {
                    if let Some(words) = words {
                        live.change(|core| core.table.notice(deal, Noticed { seat, words }));
                    }
                });
                app.lessons.fetch_sub(1, Ordering::Relaxed);
                // Who is deleted learns nothing more.
                if let Err(Refusal { message: why, .. }) = taught.or_else(Refusal::unless_missing) {
                    app.metrics.players_failed.add();
                    eprintln!("a learner did not learn: {why}");
                }
            });
        }
    }

    /// The catalog as JSON, put together once.
    pub async fn catalog(self: &Arc<Self>) -> Result<Arc<Asset>, Refusal> {
        let app = Arc::clone(self);
        let make = move || {
            let text = catalog::text(&app.makers, app.reach.shared)?;
            Ok(Arc::new(Asset::new("application/json", text.into_bytes())))
        };
        self.catalog.get_or_try_init(|| blocking(make)).await.cloned()
    }

    /// The server is about to end.
    pub fn is_stopping(&self) -> bool {
        self.stopping.get()
    }

    /// Waits until the server is about to end.
    pub async fn stopped(&self) {
        self.stopping.wait_for(|stop| *stop).await;
    }

    /// Tells everybody that the server is about to end.
    pub fn stop(&self) {
        self.stopping.change(|stop| {
            *stop = true;
            true
        });
        // Those who wait for a pace wake up.
        for live in self.lock().values() {
            live.changed.change(|version| {
                *version += 1;
                true
            });
        }
    }

    /// The table of a name, where it is in memory.
    #[cfg(test)]
    pub fn in_memory(&self, id: &str) -> Option<Arc<Live>> {
        self.lock().get(id).cloned()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Arc<Live>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The players of a table, by seat. Not for async threads.
    fn makers_of<G: Shown>(&self, rules: &G::Rules, chairs: &[Chair]) -> Result<Vec<Option<Maker<G>>>, Refusal> {
        let maker = |chair: &Chair| match &chair.sitter {
            Sitter::Player(spec) => self.makers.get::<G>(rules, spec).map(Some),
            Sitter::Learner { id, spec, .. } => match self.learners.maker::<G>(&self.store, id) {
                // A table outlives a learner that was deleted: one of its kind plays on.
                Err(why) if why.status == 404 => {
                    let kind = self.makers.get::<G>(rules, spec);
                    kind.or_else(|_| self.makers.get::<G>(rules, "random")).map(Some)
                }
                found => found.map(Some),
            },
            _ => Ok(None),
        };
        chairs.iter().map(maker).collect()
    }
}

/// Does something that may take a while on a thread of its own.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(why) => Err(Refusal::broken(format!("something broke off: {why}"))),
    }
}

/// Makes a table from a wish.
struct Arrange<'a> {
    app: &'a App,
    wish: CreateTable,
}

impl Visitor for Arrange<'_> {
    type Output = Result<(Box<dyn AnyTable>, MadeTable), Refusal>;

    fn visit<G: Shown>(self) -> Self::Output {
        let Arrange { app, wish } = self;
        let rules = admit::rules::<G>(&wish.rules)?;
        if wish.seats.len() != rules.seats() {
            return Err(Refusal::bad(
                format!("{} seats for a game of {}", wish.seats.len(), rules.seats()),
                "name a sitter for every seat",
            ));
        }
        if wish.series && !G::has_series() {
            return Err(Refusal::bad(format!("{} has no series", G::NAME), "leave out `series`"));
        }
        let others = wish.seats.iter().any(|seat| seat.kind == "open");
        if wish.seed.is_some() && others {
            return Err(Refusal::bad(
                "a seed tells whoever chose it all cards of all deals",
                "leave out `seed` where others play",
            ));
        }
        let canonical = G::Rules::book().text(&rules);
        let mut chairs = Vec::new();
        let mut made: Option<(usize, String)> = None;
        for (seat, wanted) in wish.seats.iter().enumerate() {
            let mut chair = chair(app, seat, wanted, G::NAME, &canonical)?;
            if let Sitter::Person(proof) = &mut chair.sitter {
                let token = secret::name(26)?;
                *proof = secret::hash(&token);
                if made.is_some() {
                    return Err(Refusal::bad(
                        "one person makes a table",
                        "give the seats of other people the kind `open`: they join by a link",
                    ));
                }
                made = Some((seat, token));
                if chair.name.is_empty() {
                    chair.name = admit::name(&wish.name);
                }
            }
            if chair.name.is_empty() {
                chair.name = format!("Player {}", seat + 1);
            }
            chairs.push(chair);
        }
        let makers = app.makers_of::<G>(&rules, &chairs)?;
        if let Some(adviser) = &wish.adviser {
            app.makers.get::<G>(&rules, adviser)?;
        }
        let owner = secret::name(26)?;
        let sitting = Sitting {
            game: G::NAME.to_string(),
            rules: canonical,
            chairs,
            series: wish.series,
            pace_ms: wish.pace_ms.min(SLOWEST),
            move_ms: 1000 * wish.move_seconds.min(LONGEST_MOVE),
            adviser: wish.adviser,
            seed: wish.seed.map_or_else(secret::number, Ok)?,
            secret: if wish.seed.is_none() { Some(secret::name(52)?) } else { None },
            owner: secret::hash(&owner),
            marks: Default::default(),
            held: Default::default(),
        };
        let (seat, token) = match made {
            Some((seat, token)) => (Some(seat), token),
            None => (None, owner),
        };
        let table = GameTable::<G>::new(sitting, rules, makers);
        Ok((Box::new(table), MadeTable { table: String::new(), seat, token }))
    }
}

fn chair(app: &App, seat: usize, wanted: &SeatRequest, game: &str, rules: &str) -> Result<Chair, Refusal> {
    let name = admit::name(wanted.name.as_deref().unwrap_or_default());
    let sitter = match wanted.kind.as_str() {
        // Its token comes with the table.
        "person" => Sitter::Person(String::new()),
        "open" => Sitter::Open,
        "player" => {
            let Some(spec) = wanted.player.clone() else {
                return Err(Refusal::bad(format!("seat {} names no player", seat + 1), "give it a `player`"));
            };
            Sitter::Player(spec)
        }
        "learner" => {
            let Some(id) = wanted.learner.clone() else {
                return Err(Refusal::bad(format!("seat {} names no learner", seat + 1), "give it a `learner`"));
            };
            let card = app.learners.card(&app.store, &id)?;
            if card.game != game || card.rules != rules {
                return Err(Refusal::bad(
                    format!("this learner plays {} under the rules {}", card.game, card.rules),
                    "make a table of that game and those rules, or another learner",
                ));
            }
            let name = if name.is_empty() { card.name } else { name };
            // Games of strangers change a learner only where its owner says so.
            let taught =
                card.open || app.learners.proves(&app.store, &id, wanted.token.as_deref(), app.reach.shared)?;
            return Ok(Chair { sitter: Sitter::Learner { id, spec: card.learner, taught }, name, agrees: false });
        }
        kind => {
            return Err(Refusal::bad(
                format!("unknown kind of seat `{kind}`"),
                "use `person`, `open`, `player` or `learner`",
            ));
        }
    };
    let name = match &sitter {
        Sitter::Player(spec) if name.is_empty() => spec.split(':').next().unwrap_or_default().to_string(),
        _ => name,
    };
    Ok(Chair { sitter, name, agrees: false })
}

/// Plays a stored table again.
struct Load<'a> {
    app: &'a App,
    stored: StoredTable,
}

impl Visitor for Load<'_> {
    type Output = Result<Box<dyn AnyTable>, Refusal>;

    fn visit<G: Shown>(self) -> Self::Output {
        let StoredTable { sitting, deals } = self.stored;
        let rules = admit::rules::<G>(&sitting.rules)?;
        let makers = self.app.makers_of::<G>(&rules, &sitting.chairs)?;
        let mut table = GameTable::<G>::new(sitting, rules, makers);
        table.replay(&deals).map_err(|why| Refusal::broken(format!("the stored table is damaged: {why}")))?;
        Ok(Box::new(table))
    }
}
