//! Learning how dangerous cards are: examples from games, then a model for every target and group, each of which can be
//! broken off and taken up again.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use kirifuda_arena::{Monitor, Stretch};
use kirifuda_catalog::entries::hearts::danger::source;
use kirifuda_learn::model::{Header, Model};
use kirifuda_learn::svr::{Solver, SvrError, Watch};
use kirifuda_players::hearts::danger::{self, Collection, Features, Group, Part, Recipe, Source, Target, Tuning};
use rayon::prelude::*;
use serde_json::{Map, Value, json};

use crate::LabError;
use crate::bench::pool;

/// What is asked for: what is left out is as it was, or has its default. An error names a field as the option of
/// `kirifuda danger`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wish<'a> {
    /// The rules; by default `falcon`.
    pub rules: Option<&'a str>,
    /// Whose games are learned from; by default `mc`.
    pub players: Option<&'a str>,
    /// The seed; by default 1.
    pub seed: Option<u64>,
    /// Games to learn from; by default 100,000.
    pub deals: Option<u64>,
    /// What is seen of a situation; by default as in the paper.
    pub features: Option<&'a str>,
    /// Most examples of each label; by default 10,000.
    pub per_label: Option<usize>,
    /// How parameters are chosen; by default by a grid.
    pub grid: Option<&'a str>,
    /// Parts of the cross-validations; by default 5.
    pub folds: Option<usize>,
    /// How trainings are done; by default equal examples are put together.
    pub solver: Option<&'a str>,
    /// What is foretold; by default everything.
    pub target: Option<&'a str>,
}

/// Everything that determines the models.
#[derive(Clone)]
pub struct Order {
    source: Source,
    deals: u64,
    recipe: Recipe,
    /// One alone, if not all.
    target: Option<Target>,
}

impl Order {
    /// What is asked for; what is left out is as it was in the kept examples, or has its default.
    pub fn new(wish: &Wish<'_>, kept: Option<&Model<'_>>) -> Result<Order, LabError> {
        let header = kept.map(|kept| &kept.header);
        let option = |key: &str| header.and_then(|header| header.options.get(key)).and_then(Value::as_str);
        let note = |key: &str| header.and_then(|header| header.notes.get(key));
        let features = features(wish.features.or(option("features")))?;
        let per_label = option("per-label").and_then(|text| text.parse().ok());
        let per_label = wish.per_label.or(per_label).unwrap_or(10_000);
        let seed = wish.seed.or(header.map(|header| header.seed)).unwrap_or(1);
        let rules = wish.rules.or(header.map(|header| header.rules.as_str())).unwrap_or(RULES);
        let players = wish.players.or(header.map(|header| header.opponents.as_str())).unwrap_or("mc");
        let source = source(rules, players, seed, features, per_label).map_err(LabError::Other)?;
        let deals = wish.deals.or(note("deals").and_then(Value::as_u64)).unwrap_or(100_000);
        if deals == 0 {
            return refuse("nothing to learn from: --deals must be at least 1");
        }
        let (old_grid, old_folds) = (note("grid").and_then(Value::as_str), note("folds").and_then(Value::as_u64));
        let tuning = wish.grid.or(old_grid).unwrap_or("on").parse::<Tuning>();
        let tuning = tuning.map_err(|why| LabError::Other(format!("--grid: {why}")))?;
        let folds = wish.folds.unwrap_or(old_folds.unwrap_or(5) as usize);
        if let Some(was) = old_grid.filter(|was| *was != tuning.to_string()) {
            return refuse(format!("--grid: models are being learned with `{was}`; ask for the same, or leave it out"));
        }
        if let Some(was) = old_folds.filter(|&was| was != folds as u64) {
            return refuse(format!("--folds: models are being learned with {was}; ask for the same, or leave it out"));
        }
        // Examples of earlier programs leave it open.
        let old_solver = note("solver").and_then(Value::as_str);
        let solver = wish.solver.or(old_solver).map_or(Ok(Solver::Merged), str::parse);
        let solver: Solver = solver.map_err(|why: String| LabError::Other(format!("--solver: {why}")))?;
        if let Some(was) = old_solver.filter(|&was| was != solver.name()) {
            return refuse(format!("--solver: models are being learned with {was}; ask for the same, or leave it out"));
        }
        let recipe = Recipe { tuning, folds, solver, ..Recipe::default() };
        let target = wish.target.or(note("target").and_then(Value::as_str)).map(target).transpose()?;
        Ok(Order { source, deals, recipe, target })
    }

    /// Deals to learn from.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// What is seen of a situation.
    pub fn features(&self) -> &Features {
        self.source.features()
    }

    /// How the model is made.
    pub fn header(&self) -> Header {
        let mut header = self.source.header(self.deals);
        header.options.insert("grid".to_string(), json!(self.recipe.tuning.to_string()));
        header.options.insert("folds".to_string(), json!(self.recipe.folds.to_string()));
        // Models of LIBSVM's own solver are told by its absence, as they were before there was another.
        if self.recipe.solver != Solver::Libsvm {
            header.options.insert("solver".to_string(), json!(self.recipe.solver.name()));
        }
        if let Some(target) = self.target {
            header.options.insert("target".to_string(), json!(target.name()));
        }
        header
    }
}

/// An order at work: examples first, then models.
pub struct DangerWork {
    order: Order,
    collection: Collection,
}

/// Where the models of single targets and groups are kept while the others are still to be learned. Used by all threads.
pub trait Shelf: Sync {
    /// What goes wrong in keeping.
    type Error: From<LabError> + Send;
    /// What is kept: a model, that there are too few examples for one, or nothing yet. See [`read_part`].
    fn load(&self, what: (Target, Group)) -> Result<Option<Option<Part>>, Self::Error>;
    /// Keeps a model, or that there is none.
    fn keep(&self, what: (Target, Group), part: Option<&Part>) -> Result<(), Self::Error>;
}

/// Examples are kept so often while they are gathered.
const PAUSE: Duration = Duration::from_secs(60);
/// So many deals at least are shared out among the threads at once.
const LEAST: u64 = 16;
/// The rules where none are named.
const RULES: &str = "falcon";

impl DangerWork {
    /// From the start, or from kept examples.
    pub fn new(order: Order, kept: Option<&Model<'_>>) -> Result<DangerWork, LabError> {
        let collection = match kept {
            Some(kept) => Collection::restore(&order.source, kept).map_err(LabError::Other)?,
            None => Collection::new(),
        };
        Ok(DangerWork { order, collection })
    }

    /// What is done.
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// Deals played.
    pub fn deals(&self) -> u64 {
        self.collection.deals()
    }

    /// Refuses another number of deals than those of models that are being learned (`parts`), or than were played already.
    pub fn check(&self, parts: bool) -> Result<(), LabError> {
        let (wanted, played) = (self.order.deals, self.deals());
        if wanted < played {
            return refuse(format!("--deals {wanted}: {played} deals have been played already; name more"));
        }
        // Models of fewer deals would be other models.
        if wanted > played && parts {
            return refuse(format!("--deals {wanted}: models of {played} deals are being learned; finish them first"));
        }
        Ok(())
    }

    /// The examples so far, to go on from.
    pub fn checkpoint(&self) -> Model<'static> {
        let mut checkpoint = self.collection.checkpoint(&self.order.source);
        let notes = &mut checkpoint.header.notes;
        notes.insert("deals".to_string(), json!(self.order.deals));
        notes.insert("grid".to_string(), json!(self.order.recipe.tuning.to_string()));
        notes.insert("folds".to_string(), json!(self.order.recipe.folds));
        notes.insert("solver".to_string(), json!(self.order.recipe.solver.name()));
        if let Some(target) = self.order.target {
            notes.insert("target".to_string(), json!(target.name()));
        }
        checkpoint
    }

    /// Plays all deals; false when stopped. The examples are kept at the start, from time to time, and at the end.
    pub fn collect<E: From<LabError>>(
        &mut self,
        threads: Option<usize>,
        monitor: &dyn Monitor,
        mut keep: impl FnMut(&Model<'_>) -> Result<(), E>,
    ) -> Result<bool, E> {
        let pool = pool(threads)?;
        // From the start, it tells others that this name is taken.
        keep(&self.checkpoint())?;
        let (mut kept, mut stretch) = (Instant::now(), Stretch::new(LEAST, Duration::from_millis(500)));
        let mut finished = true;
        while finished && self.deals() < self.order.deals {
            let (collection, source) = (&mut self.collection, &self.order.source);
            let left = self.order.deals - collection.deals();
            let advanced =
                stretch.work(left, |deals| pool.install(|| collection.advance(source, deals, &|| monitor.stopped())));
            finished = advanced.map_err(LabError::Other)?;
            monitor.advance(self.deals(), self.order.deals);
            if kept.elapsed() >= PAUSE {
                keep(&self.checkpoint())?;
                kept = Instant::now();
            }
        }
        keep(&self.checkpoint())?;
        Ok(finished)
    }

    /// Learns what is not on the shelf yet; nothing when stopped. Where examples are too few there is no model.
    pub fn learn<S: Shelf>(
        &self,
        threads: Option<usize>,
        monitor: &dyn Monitor,
        shelf: &S,
    ) -> Result<Option<Vec<Part>>, S::Error> {
        let all: Vec<_> = all().filter(|(target, _)| self.order.target.is_none_or(|only| only == *target)).collect();
        // Each model takes its cross-validations and one training.
        let each = self.order.recipe.trainings() as u64 + 1;
        let progress = Progress { monitor, done: AtomicU64::new(0), total: each * all.len() as u64 };
        let learned: Result<Vec<Option<Part>>, Halt<S::Error>> = pool(threads)?
            .install(|| all.par_iter().with_max_len(1).map(|&what| self.part(what, &progress, each, shelf)).collect());
        match learned {
            Ok(parts) => Ok(Some(parts.into_iter().flatten().collect())),
            Err(Halt::Stopped) => Ok(None),
            Err(Halt::Failed(why)) => Err(why),
        }
    }

    /// A model that is kept, or learned now; nothing where examples are too few.
    fn part<S: Shelf>(
        &self,
        what: (Target, Group),
        progress: &Progress<'_>,
        each: u64,
        shelf: &S,
    ) -> Result<Option<Part>, Halt<S::Error>> {
        let Order { source, recipe, .. } = &self.order;
        // One of an earlier program may have been learned in another way.
        let same = |part: &Option<Part>| {
            let solver = part.as_ref().and_then(|part| part.parameters).map(|parameters| parameters.solver);
            solver.is_none_or(|solver| solver == recipe.solver)
        };
        if let Some(kept) = shelf.load(what).map_err(Halt::Failed)?.filter(same) {
            progress.add(each);
            return Ok(kept);
        }
        let part = danger::fit(source, &self.collection, what, recipe, progress).map_err(|why| match why {
            SvrError::Stopped => Halt::Stopped,
            why => Halt::Failed(LabError::Other(why.to_string()).into()),
        })?;
        progress.add(if part.is_some() { 1 } else { each });
        shelf.keep(what, part.as_ref()).map_err(Halt::Failed)?;
        Ok(part)
    }

    /// The file of all models.
    pub fn model(&self, parts: &[Part]) -> Model<'static> {
        danger::model(self.order.header(), parts)
    }
}

/// Whether a file is the finished model of an order.
pub(crate) fn kept_model(file: &Path, order: &Order) -> bool {
    let Some(model) = fs::read(file).ok().and_then(|bytes| Model::from_bytes(&bytes).ok()) else {
        return false;
    };
    let made = |header: &Header| Header { state: Map::new(), notes: Map::new(), ..header.clone() };
    made(&model.header) == made(&order.header())
}

/// Every target and group, in order.
pub fn all() -> impl Iterator<Item = (Target, Group)> {
    Target::ALL.into_iter().flat_map(|target| Group::all().map(move |group| (target, group)))
}

/// The features of a name; by default the paper's.
pub fn features(name: Option<&str>) -> Result<Features, LabError> {
    name.unwrap_or("paper").parse().map_err(|why| LabError::Other(format!("--features: {why}")))
}

/// The target of a name.
fn target(name: &str) -> Result<Target, LabError> {
    let names = Target::ALL.map(Target::name).join(" or ");
    let found = Target::ALL.into_iter().find(|target| target.name() == name);
    found.ok_or_else(|| LabError::Other(format!("--target: `{name}` is not known; write {names}, or leave it out")))
}

/// The file of models that were learned elsewhere.
pub fn imported(rules: Option<&str>, features: Features, parts: &[Part]) -> Result<Model<'static>, LabError> {
    let source = source(rules.unwrap_or(RULES), "random", 1, features, 1).map_err(LabError::Other)?;
    let mut header = Header { opponents: "imported".to_string(), seed: 0, ..source.header(0) };
    header.options.retain(|key, _| key == "features");
    Ok(danger::model(header, parts))
}

/// What is kept of a model, or that there is none.
pub fn part_text(part: Option<&Part>) -> String {
    part.map_or(Value::Null, Part::json).to_string()
}

/// Reads what [`part_text`] has made; an error says what is wrong.
pub fn read_part(features: &Features, what: (Target, Group), text: &str) -> Result<Option<Part>, String> {
    let json: Value = serde_json::from_str(text).map_err(|why| format!("damaged: {why}"))?;
    if json.is_null() {
        return Ok(None);
    }
    Part::from_json(features, what, &json).map(Some)
}

fn refuse<T>(why: impl Into<String>) -> Result<T, LabError> {
    Err(LabError::Other(why.into()))
}

/// Why no model was learned.
enum Halt<E> {
    Stopped,
    Failed(E),
}

/// Counts trainings; the wish to stop is heard before the next one.
struct Progress<'a> {
    monitor: &'a dyn Monitor,
    done: AtomicU64,
    total: u64,
}

impl Progress<'_> {
    fn add(&self, steps: u64) {
        let done = self.done.fetch_add(steps, Ordering::Relaxed) + steps;
        self.monitor.advance(done, self.total);
    }
}

impl Watch for Progress<'_> {
    /// Called once for each training.
    fn advance(&self, _done: u64, _total: u64) {
        self.add(1);
    }

    fn stopped(&self) -> bool {
        self.monitor.stopped()
    }
}
