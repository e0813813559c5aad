use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Error, Result, anyhow, bail};
use kirifuda_lab::danger::{self, DangerWork, Order, Shelf, Wish};
use kirifuda_learn::model::{Header, Model};
use kirifuda_players::hearts::danger::{Features, Group, LEARNER, Part, Target, part_name};
use serde_json::json;

use super::model;
use super::train::quoted;
use crate::args::DangerOptions;
use crate::files::{Whole, check_free};
use crate::monitor::Terminal;
use crate::report::INTERRUPTED;
use crate::seating::Choice;
use crate::table::TextTable;

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
    let wish = Wish {
        rules: choice.text(),
        players: options.players.as_deref(),
        seed: options.seed,
        deals: options.deals,
        features: options.features.as_deref(),
        per_label: options.per_label.map(|number| number as usize),
        grid: options.grid.as_deref(),
        folds: options.folds.map(usize::from),
        solver: options.solver.as_deref(),
        target: options.target.as_deref(),
    };
    let order = Order::new(&wish, kept.as_ref())?;
    let work = DangerWork::new(order, kept.as_ref())
        .map_err(|why| anyhow!("{} cannot be resumed: {why}", places.parts.display()))?;
    work.check(places.has_parts())?;
    places.prepare(options)?;
    Session { options, work, places, start: Instant::now() }.run()
}

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
            _ => check_free(&places.out, options.overwrite)?,
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
        self.parts.join(format!("{}.json", part_name(target, group)))
    }

    fn has_parts(&self) -> bool {
        danger::all().any(|what| self.part(what).exists())
    }
}

/// The folder in which single models are kept.
struct Folder<'a> {
    places: &'a Places,
    features: &'a Features,
}

impl Shelf for Folder<'_> {
    type Error = Error;

    fn load(&self, what: (Target, Group)) -> Result<Option<Option<Part>>> {
        let place = self.places.part(what);
        let Ok(text) = fs::read_to_string(&place) else { return Ok(None) };
        let part = danger::read_part(self.features, what, &text);
        part.map(Some).map_err(|why| anyhow!("{}: {why}; remove the file and resume", place.display()))
    }

    fn keep(&self, what: (Target, Group), part: Option<&Part>) -> Result<()> {
        Whole::create(&self.places.part(what))?.publish_text(&danger::part_text(part))
    }
}

/// One run of the command.
struct Session<'a> {
    options: &'a DangerOptions,
    work: DangerWork,
    places: Places,
    start: Instant,
}

impl Session<'_> {
    fn run(mut self) -> Result<ExitCode> {
        if !self.options.json {
            let (order, header) = (self.work.order(), self.work.order().header());
            print(&format!(
                "hearts under {}: danger from {} deals of {}, {} features, seed {}\n",
                header.rules,
                order.deals(),
                header.opponents,
                order.features().name(),
                header.seed
            ))?;
        }
        let parts = if self.collect()? { self.learn()? } else { None };
        let Some(parts) = parts else {
            let text = format!("interrupted; to go on: kirifuda danger {}", self.words_to_go_on());
            match self.options.json {
                true => print(&format!("{}\n", json!({"interrupted": true, "deals": self.work.deals()})))?,
                false => print(&format!("\n{text}\n"))?,
            }
            return Ok(ExitCode::from(INTERRUPTED));
        };
        if parts.is_empty() {
            fs::remove_dir_all(&self.places.parts)
                .with_context(|| format!("cannot remove {}", self.places.parts.display()))?;
            bail!(
                "--deals {}: too few examples for any model, so none was written; ask for more",
                self.work.order().deals()
            );
        }
        if let Some(folder) = &self.places.libsvm {
            for part in &parts {
                for (ending, text) in [("model", part.model_text()), ("range", part.range_text())] {
                    Whole::create(&folder.join(format!("{}.{ending}", part.name())))?.publish_text(&text)?;
                }
            }
        }
        let model = self.work.model(&parts);
        save(&self.places.out, &model)?;
        fs::remove_dir_all(&self.places.parts)
            .with_context(|| format!("cannot remove {}", self.places.parts.display()))?;
        self.report(&model)?;
        Ok(ExitCode::SUCCESS)
    }

    fn threads(&self) -> Option<usize> {
        self.options.threads.map(usize::from)
    }

    /// Plays all deals; false when interrupted.
    fn collect(&mut self) -> Result<bool> {
        let monitor = Terminal::resumed("deals", self.work.deals());
        let (threads, place) = (self.threads(), self.places.examples());
        let finished = self.work.collect(threads, &monitor, |examples| save(&place, examples));
        monitor.finish();
        finished
    }

    /// Learns what is not learned yet; nothing when interrupted.
    fn learn(&self) -> Result<Option<Vec<Part>>> {
        let monitor = Terminal::new("trainings");
        let folder = Folder { places: &self.places, features: self.work.order().features() };
        let parts = self.work.learn(self.threads(), &monitor, &folder);
        monitor.finish();
        parts
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

/// `--import`: a model file from LIBSVM's files.
fn import(options: &DangerOptions, rules: Option<&str>, folder: &Path) -> Result<ExitCode> {
    let (name, out) = (folder.display(), options.out.display());
    if options.out.exists() && !options.overwrite {
        bail!("{out} exists: name another file, or replace it with --overwrite");
    }
    let features = danger::features(options.features.as_deref())?;
    let files = fs::read_dir(folder).with_context(|| format!("cannot read the folder {name}"))?;
    let mut models = Vec::new();
    for file in files {
        let path = file.with_context(|| format!("cannot read the folder {name}"))?.path();
        if path.extension().is_some_and(|ending| ending == "model") {
            models.push(path);
        }
    }
    let mut parts = Vec::new();
    for what in danger::all() {
        let place = folder.join(format!("{}.model", part_name(what.0, what.1)));
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
    let model = danger::imported(rules, features, &parts)?;
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
    let parts = header.notes.get("parts").filter(|_| header.learner == LEARNER)?.as_object()?;
    let heads = ["model", "examples", "vectors", "C", "nu", "gamma", "error", "correlation", "accuracy", "auc"];
    let mut table = TextTable::new(heads);
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
    let all = if header.options.contains_key("target") { Group::COUNT } else { Target::ALL.len() * Group::COUNT };
    let without = all.saturating_sub(parts.len());
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
