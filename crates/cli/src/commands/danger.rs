use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use kirifuda_arena::Monitor;
use kirifuda_catalog::entries::hearts::danger::source;
use kirifuda_learn::model::{Header, Model};
use kirifuda_learn::svr::{SvrError, Watch};
use kirifuda_players::hearts::danger::{self, Collection, Features, Group, Part, Recipe, Source, Target, Tuning};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde_json::{Value, json};

use super::model;
use super::train::quoted;
use crate::args::DangerOptions;
use crate::files::Whole;
use crate::monitor::Terminal;
use crate::report::INTERRUPTED;
use crate::seating::Choice;
use crate::table::Table;

/// `kirifuda danger`.
pub fn run(options: &DangerOptions) -> Result<ExitCode> {
    let choice = Choice::new(&options.game, options.rules.as_deref())?;
    if choice.game != "hearts" {
        bail!("danger is known for hearts only, not for `{}`: name hearts", choice.game);
    }
    if let Some(folder) = &options.import {
        return import(options, choice.text(), folder);
    }
    let places = Places::new(options)?;
    let kept = if options.resume { Some(model::read(&places.examples())?.0) } else { None };
    let order = Order::new(options, choice.text(), kept.as_ref())?;
    let collection = match &kept {
        Some(kept) => Collection::restore(&order.source, kept)
            .map_err(|why| anyhow!("{} cannot be resumed: {why}", places.parts.display()))?,
        None => Collection::new(),
    };
    if order.deals < collection.deals() {
        bail!("--deals {}: {} deals have been played already; name more", order.deals, collection.deals());
    }
    // Models of fewer deals would be other models.
    if order.deals > collection.deals() && places.has_parts()? {
        bail!("--deals {}: models of {} deals are being learned; finish them first", order.deals, collection.deals());
    }
    places.prepare(options)?;
    let threads = ThreadPoolBuilder::new().num_threads(options.threads.map_or(0, usize::from));
    let pool = threads.build().context("cannot start the threads")?;
    Session { options, order, places, collection, pool, start: Instant::now() }.run()
}

/// Examples are kept so often while they are gathered.
const PAUSE: Duration = Duration::from_secs(60);

/// Where everything is kept.
struct Places {
    out: PathBuf,
    /// A folder for what is done so far.
    parts: PathBuf,
    /// LIBSVM's files.
    libsvm: Option<PathBuf>,
}

impl Places {
    /// Refuses to destroy what is there, unless asked to.
    fn new(options: &DangerOptions) -> Result<Places> {
        let out = options.out.clone();
        let mut parts = out.clone().into_os_string();
        parts.push(".parts");
        let places = Places { out, parts: PathBuf::from(parts), libsvm: options.libsvm.clone() };
        let (kept, made) = (places.examples().is_file(), places.out.exists());
        let (parts, out) = (places.parts.display(), places.out.display());
        if options.out.to_string_lossy().contains(',') {
            bail!("--out {out}: a learner's settings end at a comma; name a file without one");
        }
        match (options.resume, kept) {
            (true, false) if made => bail!("there is nothing to resume: {out} is finished"),
            (true, false) => bail!("there is no {parts} to resume: start without --resume"),
            (false, true) if !options.overwrite => {
                bail!("{parts} is of work that can go on: do so with --resume, or start anew with --overwrite")
            }
            _ if made && !options.overwrite => bail!("{out} exists: name another file, or replace it with --overwrite"),
            _ => {}
        }
        if let Some(folder) = &places.libsvm {
            let name = folder.display();
            if folder.exists() && !folder.is_dir() {
                bail!("--libsvm {name}: not a folder");
            }
            let full = fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some());
            if full && !options.overwrite && !options.resume {
                bail!("--libsvm {name}: there is something in it; name another folder, or replace with --overwrite");
            }
        }
        Ok(places)
    }

    /// Makes the folders; everything can be written, which is better told now than after hours.
    fn prepare(&self, options: &DangerOptions) -> Result<()> {
        if self.parts.exists() && options.overwrite {
            fs::remove_dir_all(&self.parts).with_context(|| format!("cannot remove {}", self.parts.display()))?;
        }
        drop(Whole::create(&self.out)?);
        for folder in [Some(&self.parts), self.libsvm.as_ref()].into_iter().flatten() {
            fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
            drop(Whole::create(&folder.join("examples.kfm"))?);
        }
        Ok(())
    }

    fn examples(&self) -> PathBuf {
        self.parts.join("examples.kfm")
    }

    fn part(&self, (target, group): (Target, Group)) -> PathBuf {
        self.parts.join(format!("{}.json", danger::part_name(target, group)))
    }

    fn has_parts(&self) -> Result<bool> {
        Ok(everything().any(|what| self.part(what).exists()))
    }
}

/// Every target and group, in order.
fn everything() -> impl Iterator<Item = (Target, Group)> {
    Target::ALL.into_iter().flat_map(|target| Group::all().map(move |group| (target, group)))
}

/// What is asked for; what is left out is as it was.
struct Order {
    source: Source,
    deals: u64,
    recipe: Recipe,
}

impl Order {
    fn new(options: &DangerOptions, rules: Option<&str>, kept: Option<&Model<'_>>) -> Result<Order> {
        let header = kept.map(|kept| &kept.header);
        let option = |key: &str| header.and_then(|header| header.options.get(key)).and_then(Value::as_str);
        let note = |key: &str| header.and_then(|header| header.notes.get(key));
        let features = options.features.as_deref().or(option("features")).unwrap_or("paper");
        let features: Features = features.parse().map_err(|why| anyhow!("--features: {why}"))?;
        let per_label = options.per_label.map(|number| number as usize);
        let per_label = per_label.or(option("per-label").and_then(|text| text.parse().ok())).unwrap_or(10_000);
        let seed = options.seed.or(header.map(|header| header.seed)).unwrap_or(1);
        let rules = rules.or(header.map(|header| header.rules.as_str())).unwrap_or("falcon");
        let players = options.players.as_deref().or(header.map(|header| header.opponents.as_str())).unwrap_or("mc");
        let source = source(rules, players, seed, features, per_label).map_err(|why| anyhow!(why))?;
        let deals = options.deals.or(note("deals").and_then(Value::as_u64)).unwrap_or(100_000);
        if deals == 0 {
            bail!("nothing to learn from: --deals must be at least 1");
        }
        let read = |text: &str| text.parse::<Tuning>().map_err(|why| anyhow!("--grid: {why}"));
        let was = |key: &str| note(key).and_then(Value::as_str);
        let recipe = Recipe {
            tuning: read(options.grid.as_deref().or(was("grid")).unwrap_or("on"))?,
            folds: options.folds.map_or(note("folds").and_then(Value::as_u64).unwrap_or(5) as usize, usize::from),
            ..Recipe::default()
        };
        let order = Order { source, deals, recipe };
        if let Some(was) = was("grid").filter(|was| *was != order.recipe.tuning.to_string()) {
            bail!("--grid: models are being learned with `{was}`; ask for the same, or leave it out");
        }
        if let Some(was) = note("folds").and_then(Value::as_u64).filter(|&was| was != order.recipe.folds as u64) {
            bail!("--folds: models are being learned with {was}; ask for the same, or leave it out");
        }
        Ok(order)
    }

    /// How the model is made.
    fn header(&self) -> Header {
        let mut header = self.source.header(self.deals);
        header.options.insert("grid".to_string(), json!(self.recipe.tuning.to_string()));
        header.options.insert("folds".to_string(), json!(self.recipe.folds.to_string()));
        header
    }

    /// Examples in progress.
    fn checkpoint(&self, collection: &Collection) -> Model<'static> {
        let mut checkpoint = collection.checkpoint(&self.source);
        let notes = &mut checkpoint.header.notes;
        notes.insert("deals".to_string(), json!(self.deals));
        notes.insert("grid".to_string(), json!(self.recipe.tuning.to_string()));
        notes.insert("folds".to_string(), json!(self.recipe.folds));
        checkpoint
    }
}

/// One run of the command.
struct Session<'a> {
    options: &'a DangerOptions,
    order: Order,
    places: Places,
    collection: Collection,
    pool: ThreadPool,
    start: Instant,
}

impl Session<'_> {
    fn run(mut self) -> Result<ExitCode> {
        if !self.options.json {
            let header = self.order.header();
            print(&format!(
                "hearts under {}: danger from {} deals of {}, {} features, seed {}\n",
                header.rules,
                self.order.deals,
                header.opponents,
                self.order.source.features().name(),
                header.seed
            ))?;
        }
        let parts = if self.collect()? { self.learn()? } else { None };
        let Some(parts) = parts else {
            let text = format!("interrupted; to go on: kirifuda danger {}", self.words_to_go_on());
            match self.options.json {
                true => print(&format!("{}\n", json!({"interrupted": true, "deals": self.collection.deals()})))?,
                false => print(&format!("\n{text}\n"))?,
            }
            return Ok(ExitCode::from(INTERRUPTED));
        };
        if parts.is_empty() {
            fs::remove_dir_all(&self.places.parts)
                .with_context(|| format!("cannot remove {}", self.places.parts.display()))?;
            bail!("--deals {}: too few examples for any model, so none was written; ask for more", self.order.deals);
        }
        if let Some(folder) = &self.places.libsvm {
            for part in &parts {
                for (ending, text) in [("model", part.model_text()), ("range", part.range_text())] {
                    Whole::create(&folder.join(format!("{}.{ending}", part.name())))?.publish_text(&text)?;
                }
            }
        }
        let model = danger::model(self.order.header(), &parts);
        save(&self.places.out, &model)?;
        fs::remove_dir_all(&self.places.parts)
            .with_context(|| format!("cannot remove {}", self.places.parts.display()))?;
        self.report(&model)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Plays all deals; false when interrupted.
    fn collect(&mut self) -> Result<bool> {
        let monitor = Terminal::resumed("deals", self.collection.deals());
        // From the start, it tells others that this file is taken.
        self.keep_examples()?;
        let (mut kept, mut stretch) = (Instant::now(), 16);
        let mut finished = true;
        while finished && self.collection.deals() < self.order.deals {
            let start = Instant::now();
            let deals = stretch.min(self.order.deals - self.collection.deals());
            let (collection, source) = (&mut self.collection, &self.order.source);
            let advanced = self.pool.install(|| collection.advance(source, deals, &|| monitor.stopped()));
            finished = advanced.map_err(|why| anyhow!(why))?;
            // Doubled until it takes long enough to look up from: players may be fast or slow.
            if start.elapsed() < Duration::from_millis(500) {
                stretch *= 2;
            }
            monitor.advance(self.collection.deals(), self.order.deals);
            if kept.elapsed() >= PAUSE {
                self.keep_examples()?;
                kept = Instant::now();
            }
        }
        monitor.finish();
        self.keep_examples()?;
        Ok(finished)
    }

    fn keep_examples(&self) -> Result<()> {
        save(&self.places.examples(), &self.order.checkpoint(&self.collection))
    }

    /// Learns what is not learned yet; nothing when interrupted.
    fn learn(&self) -> Result<Option<Vec<Part>>> {
        let everything: Vec<_> = everything().collect();
        let monitor = Terminal::new("trainings");
        // Each model takes its cross-validations and one training.
        let each = self.order.recipe.trainings() as u64 + 1;
        let progress = Progress { monitor: &monitor, done: AtomicU64::new(0), total: each * everything.len() as u64 };
        let learned: Result<Vec<Option<Part>>> = self.pool.install(|| {
            let parts = everything.par_iter().with_max_len(1);
            parts.map(|&what| self.part(what, &progress, each)).collect()
        });
        monitor.finish();
        match learned {
            Ok(parts) => Ok(Some(parts.into_iter().flatten().collect())),
            Err(why) if why.downcast_ref() == Some(&SvrError::Stopped) => Ok(None),
            Err(why) => Err(why),
        }
    }

    /// A model that is kept, or learned now; nothing where examples are too few.
    fn part(&self, what: (Target, Group), progress: &Progress<'_>, each: u64) -> Result<Option<Part>> {
        let place = self.places.part(what);
        if let Ok(text) = fs::read_to_string(&place) {
            progress.add(each);
            let json: Value = serde_json::from_str(&text).with_context(|| format!("{}: damaged", place.display()))?;
            if json.is_null() {
                return Ok(None);
            }
            let part = Part::from_json(self.order.source.features(), what, &json);
            return part.map(Some).map_err(|why| anyhow!("{}: {why}; remove the file and resume", place.display()));
        }
        let Order { source, recipe, .. } = &self.order;
        let part = danger::fit(source, &self.collection, what, recipe, progress)?;
        progress.add(if part.is_some() { 1 } else { each });
        let json = part.as_ref().map_or(Value::Null, Part::json);
        Whole::create(&place)?.publish_text(&json.to_string())?;
        Ok(part)
    }

    fn report(&self, model: &Model<'_>) -> Result<()> {
        let seconds = self.start.elapsed().as_secs_f64();
        let out = self.places.out.display().to_string();
        if self.options.json {
            let header = &model.header;
            return print(&format!(
                "{}\n",
                json!({
                    "game": header.game,
                    "rules": header.rules,
                    "players": header.opponents,
                    "deals": header.deals,
                    "seed": header.seed,
                    "options": header.options,
                    "parts": header.notes["parts"],
                    "out": out,
                    "seconds": seconds,
                })
            ));
        }
        let table = table(&model.header).unwrap_or_default();
        print(&format!("\n{table}\nmodel: {out} ({seconds:.1} s)\n"))
    }

    fn words_to_go_on(&self) -> String {
        let mut words = vec![self.options.game.clone(), "--resume".to_string()];
        words.extend(["--out".to_string(), self.places.out.display().to_string()]);
        if let Some(folder) = &self.places.libsvm {
            words.extend(["--libsvm".to_string(), folder.display().to_string()]);
        }
        if let Some(threads) = self.options.threads {
            words.extend(["--threads".to_string(), threads.to_string()]);
        }
        words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }
}

/// Counts trainings; Ctrl-C stops before the next one.
struct Progress<'a> {
    monitor: &'a Terminal,
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

/// `--import`: a model file from LIBSVM's files.
fn import(options: &DangerOptions, rules: Option<&str>, folder: &Path) -> Result<ExitCode> {
    let (name, out) = (folder.display(), options.out.display());
    if options.out.exists() && !options.overwrite {
        bail!("{out} exists: name another file, or replace it with --overwrite");
    }
    let features = options.features.as_deref().unwrap_or("paper");
    let features: Features = features.parse().map_err(|why| anyhow!("--features: {why}"))?;
    let files = fs::read_dir(folder).with_context(|| format!("cannot read the folder {name}"))?;
    let mut models = Vec::new();
    for file in files {
        let path = file.with_context(|| format!("cannot read the folder {name}"))?.path();
        if path.extension().is_some_and(|ending| ending == "model") {
            models.push(path);
        }
    }
    let mut parts = Vec::new();
    for what in everything() {
        let place = folder.join(format!("{}.model", danger::part_name(what.0, what.1)));
        let Some(found) = models.iter().position(|path| *path == place) else { continue };
        models.swap_remove(found);
        let read = |path: &Path| fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()));
        let part = Part::imported(&features, what, &read(&place)?, &read(&place.with_extension("range"))?);
        parts.push(part.map_err(|why| anyhow!("{}: {why}", place.with_extension("{model,range}").display()))?);
    }
    if let Some(other) = models.first() {
        bail!("{}: not the name of a model; allowed are q-lead-01.model to points-last-13.model", other.display());
    }
    if parts.is_empty() {
        bail!("no models in {name}: files such as q-lead-05.model and q-lead-05.range are needed");
    }
    let source = source(rules.unwrap_or("falcon"), "random", 1, features, 1).map_err(|why| anyhow!(why))?;
    let mut header = Header { opponents: "imported".to_string(), seed: 0, ..source.header(0) };
    header.options.retain(|key, _| key == "features");
    let model = danger::model(header, &parts);
    save(&options.out, &model)?;
    if options.json {
        print(&format!("{}\n", json!({"parts": model.header.notes["parts"], "out": out.to_string()})))?;
    } else {
        print(&format!("{}\nmodel: {out}\n", table(&model.header).unwrap_or_default()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Every model of a danger file with its figures; nothing for other files.
pub fn table(header: &Header) -> Option<String> {
    let parts = header.notes.get("parts").filter(|_| header.learner == danger::LEARNER)?.as_object()?;
    let heads = ["model", "examples", "vectors", "C", "nu", "gamma", "error", "correlation", "accuracy", "auc"];
    let mut table = Table::new(heads);
    for (name, part) in parts {
        let number = |key: &str, digits: usize| match part[key].as_f64() {
            Some(number) => format!("{number:.digits$}"),
            None => "-".to_string(),
        };
        let plain = |key: &str| part[key].as_f64().map_or("-".to_string(), |number| number.to_string());
        table.row([
            name.clone(),
            plain("examples"),
            plain("merged_vectors"),
            plain("C"),
            plain("nu"),
            number("gamma", 4),
            number("mean_squared_error", 3),
            number("correlation", 3),
            number("accuracy", 3),
            number("auc", 3),
        ]);
    }
    let without = 2 * Group::COUNT - parts.len().min(2 * Group::COUNT);
    Some(format!(
        "{}\nerror, correlation, accuracy, auc: by cross-validation. {without} groups have too few examples for a model.\n",
        table.numbers()
    ))
}

fn save(place: &Path, model: &Model<'_>) -> Result<()> {
    let mut file = Whole::create(place)?;
    model.write(file.writer()).with_context(|| format!("cannot write {}", place.display()))?;
    file.publish()
}

fn print(text: &str) -> Result<()> {
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}
