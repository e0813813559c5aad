use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{self, Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use kirifuda_arena::{Monitor, Stretch};
use kirifuda_catalog::trainers::{self, Trainee};
use kirifuda_catalog::{Listed, Spec, Visitor, visit};
use kirifuda_lab::{Curve, CurveWish};
use kirifuda_learn::model::{Header, Model};
use kirifuda_play::Rules;
use serde_json::{Value, json};

use super::matches::estimate;
use super::model;
use crate::args::{CHECKPOINT_EVERY, TrainOptions};
use crate::bar::bar;
use crate::files::{Whole, check_free, same_place};
use crate::monitor::Terminal;
use crate::report::INTERRUPTED;
use crate::seating::Choice;

/// `kirifuda train`.
pub fn run(options: &TrainOptions) -> Result<ExitCode> {
    let choice = Choice::new(&options.game, options.rules.as_deref())?;
    visit(&choice.game, Train { choice: &choice, options })?
}

struct Train<'a> {
    choice: &'a Choice,
    options: &'a TrainOptions,
}

/// Where there is nothing else: that of paper 001.
const DEALS: u64 = 100_000;

impl Visitor for Train<'_> {
    type Output = Result<ExitCode>;

    fn visit<G: Listed>(self) -> Result<ExitCode> {
        let options = self.options;
        let mut places = Places::new(options)?;
        let wish = trainers::Wish {
            learner: &options.learner,
            rules: self.choice.given_rules()?,
            opponents: options.opponents.as_deref(),
            seed: options.seed,
        };
        let checkpoint = if options.resume { Some(model::read(&places.checkpoint)?.0) } else { None };
        let notes = checkpoint.as_ref().map(|checkpoint| checkpoint.header.notes.clone()).unwrap_or_default();
        let trainee = match checkpoint {
            Some(checkpoint) => trainers::resume::<G>(&wish, checkpoint)
                .map_err(|why| anyhow!("{} cannot be resumed: {why}", places.checkpoint.display()))?,
            None => trainers::start::<G>(&wish)?,
        };
        let header = trainee.header();
        let target = options.deals.or(notes.get("deals").and_then(Value::as_u64)).unwrap_or(DEALS);
        if target == 0 {
            bail!("nothing to learn: --deals must be at least 1");
        }
        if target < header.deals {
            bail!("--deals {target}: {} deals have been learned already; name more", header.deals);
        }
        // Without its model it was stopped between the last deal and the end: the model is still to be written.
        if target == header.deals && places.hold_model_of(&header) {
            bail!("all {target} deals are learned: name more with --deals");
        }
        if let Some(threads) = options.threads {
            // Learners that share out their work do so among the threads of the program.
            let threads = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
            threads.build_global().context("cannot start the threads")?;
        }
        let curve_wish = CurveWish {
            against: options.against.as_deref(),
            deals: options.evaluate_deals,
            every: options.evaluate_every,
            threads: options.threads.map(usize::from),
        };
        let rules = G::Rules::book().parse(&header.rules)?;
        let curve = Curve::new(rules, &curve_wish, target, notes.get("curve"))?;
        if let (Some(place), false) = (&options.curve, curve.is_wanted()) {
            bail!("--curve {}: with --evaluate-every 0 there is no curve; leave out one of them", place.display());
        }
        places.find_curve(options, notes.get(CURVE_FILE))?;
        places.prepare()?;
        let monitor = Terminal::resumed("deals", header.deals);
        let (start, progress_kept) = (Instant::now(), options.resume);
        Session { options, places, header, target, trainee, curve, monitor, start, progress_kept }.run()
    }
}

/// The files of a training.
struct Places {
    out: PathBuf,
    /// Whether `out` may be replaced: it may when it was there, allowed, at the start; not when it appears meanwhile.
    replaces: bool,
    checkpoint: PathBuf,
    curve: Option<PathBuf>,
}

/// The note in a checkpoint that tells where the curve is written.
const CURVE_FILE: &str = "curve_file";

impl Places {
    /// Refuses to destroy what is there, unless asked to.
    fn new(options: &TrainOptions) -> Result<Places> {
        let out = options.out.clone();
        let mut checkpoint = out.clone().into_os_string();
        checkpoint.push(".checkpoint");
        let checkpoint = PathBuf::from(checkpoint);
        if options.curve.as_ref().is_some_and(|curve| same_place(curve, &out) || same_place(curve, &checkpoint)) {
            bail!("--curve and --out name the same file; give each its own");
        }
        if out.to_string_lossy().contains(',') {
            bail!("--out {}: a player's settings end at a comma; name a file without one", out.display());
        }
        let (left, made) = (checkpoint.is_file(), out.is_file());
        let (checkpoint_name, out_name) = (checkpoint.display(), out.display());
        match (options.resume, left) {
            (true, false) if made => bail!(
                "there is no {checkpoint_name} to resume: {out_name} is finished. (With --keep-checkpoint a \
                 training can go on after its end.)"
            ),
            (true, false) => bail!("there is no {checkpoint_name} to resume: start without --resume"),
            (false, true) if !options.overwrite => Err(can_go_on(&checkpoint)),
            _ => {
                check_free(&out, options.overwrite || options.resume)?;
                Ok(Places { out, replaces: made || options.overwrite, checkpoint, curve: None })
            }
        }
    }

    /// Whether the model of this training is there, with all its deals. One that shall be replaced may be another.
    fn hold_model_of(&self, header: &Header) -> bool {
        let made = model::read(&self.out).map(|(model, _)| Header { program: header.program.clone(), ..model.header });
        made.is_ok_and(|made| made == *header)
    }

    /// Where the curve is written: where it was before, unless another file is named. That of the same training is
    /// replaced, any other only if asked to.
    fn find_curve(&mut self, options: &TrainOptions, kept: Option<&Value>) -> Result<()> {
        let kept = kept.and_then(Value::as_str).map(PathBuf::from);
        if let Some(curve) = &options.curve
            && !kept.as_ref().is_some_and(|kept| same_place(kept, curve))
        {
            if options.resume && curve.is_file() {
                bail!("{} exists and is not the curve of this training: name another file", curve.display());
            }
            check_free(curve, options.overwrite)?;
        }
        self.curve = options.curve.clone().or(kept);
        Ok(())
    }

    /// Everything can be written, which is better told now than after hours.
    fn prepare(&self) -> Result<()> {
        for place in [Some(&self.out), Some(&self.checkpoint), self.curve.as_ref()].into_iter().flatten() {
            drop(Whole::create(place)?);
        }
        Ok(())
    }
}

/// Why a training does not start over a checkpoint.
fn can_go_on(checkpoint: &Path) -> anyhow::Error {
    let name = checkpoint.display();
    anyhow!("{name} is of a training that can go on: do so with --resume, or start anew with --overwrite")
}

fn remove(place: &Path) -> Result<()> {
    match fs::remove_file(place) {
        Err(why) if why.kind() != ErrorKind::NotFound => {
            Err(why).with_context(|| format!("cannot remove {}", place.display()))
        }
        _ => Ok(()),
    }
}

/// Writes a model; it appears whole or not at all. False when another file is there that must not be replaced.
fn save(place: &Path, model: &Model<'_>, replaces: bool) -> Result<bool> {
    let mut file = Whole::create(place)?;
    model.write(file.writer()).with_context(|| format!("cannot write {}", place.display()))?;
    if replaces { file.publish().map(|()| true) } else { file.publish_new() }
}

/// One run of the command.
struct Session<'a, G: Listed> {
    options: &'a TrainOptions,
    places: Places,
    /// As it was at the start of this run.
    header: Header,
    target: u64,
    trainee: Box<dyn Trainee<G>>,
    curve: Curve<G>,
    monitor: Terminal,
    start: Instant,
    /// Whether the checkpoint holds more than the start of a training.
    progress_kept: bool,
}

impl<G: Listed> Session<'_, G> {
    fn run(mut self) -> Result<ExitCode> {
        self.claim()?;
        let finished = self.tell(&self.opening()).and_then(|()| self.train());
        self.monitor.finish();
        if finished.is_err() && !self.progress_kept {
            // Nothing to go on from: the next attempt, with other settings, shall not stumble over it.
            remove(&self.places.checkpoint)?;
        }
        if !finished? {
            self.save_checkpoint()?;
            self.report(true)?;
            return Ok(ExitCode::from(INTERRUPTED));
        }
        self.publish()?;
        if self.options.keep_checkpoint {
            self.save_checkpoint()?;
        } else if !self.keeps_checkpoint() {
            remove(&self.places.checkpoint)?;
        }
        self.report(false)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Leaves a checkpoint before anything is learned: it tells other trainings that this file is taken, and it replaces
    /// that of an earlier training.
    fn claim(&mut self) -> Result<()> {
        let TrainOptions { resume, overwrite, .. } = *self.options;
        if !save(&self.places.checkpoint, &self.checkpoint()?, resume || overwrite)? {
            return Err(can_go_on(&self.places.checkpoint));
        }
        // A file that is named for the first time gets the points that are there.
        if self.curve.is_wanted() && !self.curve.points().is_empty() { self.write_curve() } else { Ok(()) }
    }

    /// Writes the model. What another program has written there meanwhile stays, and so does what was learned.
    fn publish(&mut self) -> Result<()> {
        if save(&self.places.out, &self.trainee.model().map_err(|why| anyhow!(why))?, self.places.replaces)? {
            return Ok(());
        }
        self.save_checkpoint()?;
        let (out, checkpoint) = (self.places.out.display(), self.places.checkpoint.display());
        bail!(
            "{out} has appeared during the training and is not overwritten: all {} deals are kept in {checkpoint}; move \
             {out} away and write the model with --resume",
            self.target
        )
    }

    /// Whether a checkpoint stays at the end. One that nothing was added to is not this run's to remove.
    fn keeps_checkpoint(&self) -> bool {
        self.options.keep_checkpoint || self.header.deals == self.target
    }

    /// Learns up to the target; false when interrupted.
    fn train(&mut self) -> Result<bool> {
        let mut saved = Instant::now();
        let mut stretch = Stretch::default();
        loop {
            let done = self.trainee.deals();
            if self.curve.is_due(done, self.target) && !self.evaluate()? {
                return Ok(false);
            }
            if done == self.target {
                return Ok(true);
            }
            let left = self.curve.next(done, self.target) - done;
            stretch.work(left, |deals| self.trainee.advance(deals)).map_err(|why| anyhow!(why))?;
            self.monitor.note(self.trainee.note());
            self.monitor.advance(self.trainee.deals(), self.target);
            if self.monitor.stopped() {
                return Ok(false);
            }
            if saved.elapsed() >= self.options.checkpoint_every {
                self.save_checkpoint()?;
                saved = Instant::now();
            }
        }
    }

    /// Adds a point to the curve; false when interrupted.
    fn evaluate(&mut self) -> Result<bool> {
        let (deals, player) = (self.trainee.deals(), self.trainee.player().map_err(|why| anyhow!(why))?);
        let Some((point, par)) = self.curve.measure(deals, &self.header.learner, player, &self.monitor)? else {
            return Ok(false);
        };
        self.write_curve()?;
        self.tell(&format!("{deals:>12}  {:>16}  {}\n", estimate(point.value), bar(point.value.mean, par)))?;
        Ok(true)
    }

    fn write_curve(&self) -> Result<()> {
        match &self.places.curve {
            Some(place) => Whole::create(place)?.publish_text(&self.curve.csv()),
            None => Ok(()),
        }
    }

    fn save_checkpoint(&mut self) -> Result<()> {
        save(&self.places.checkpoint, &self.checkpoint()?, true)?;
        self.progress_kept = true;
        Ok(())
    }

    fn checkpoint(&self) -> Result<Model<'_>> {
        let mut checkpoint = self.trainee.checkpoint().map_err(|why| anyhow!(why))?;
        let notes = &mut checkpoint.header.notes;
        notes.insert("deals".to_string(), json!(self.target));
        notes.insert("curve".to_string(), self.curve.notes());
        if let Some(place) = &self.places.curve {
            // It may be resumed from another folder.
            let place = path::absolute(place).unwrap_or_else(|_| place.clone());
            notes.insert(CURVE_FILE.to_string(), json!(place.to_string_lossy()));
        }
        Ok(checkpoint)
    }

    /// Prints something for people. Learning goes on when nobody reads it any more.
    fn tell(&self, text: &str) -> Result<()> {
        if self.options.json {
            return Ok(());
        }
        let printed = self.monitor.aside(|| {
            let mut out = std::io::stdout().lock();
            out.write_all(text.as_bytes()).and_then(|()| out.flush())
        });
        match printed {
            Err(why) if why.kind() != ErrorKind::BrokenPipe => Err(why.into()),
            _ => Ok(()),
        }
    }

    fn opening(&self) -> String {
        let Header { game, rules, opponents, seed, deals, .. } = &self.header;
        let from = if *deals > 0 { format!(", from deal {deals}") } else { String::new() };
        let mut text = format!(
            "{game} under {rules}: {} deals against {opponents}, seed {seed}{from}\n{}\n",
            self.target,
            learner(&self.header)
        );
        if self.curve.is_wanted() {
            let title = Curve::<G>::measure_of().title;
            text.push_str(&format!("\n{:>12}  {title:>16}  {}\n", "deals", self.curve.conditions()));
        }
        text
    }

    /// What came out, in the form that was asked for.
    fn report(&self, interrupted: bool) -> Result<()> {
        if !self.options.json {
            return self.tell(&self.summary(interrupted));
        }
        let Header { game, rules, learner, layout, dimensions, seed, deals, opponents, options, program, .. } =
            self.trainee.header();
        let kept = interrupted || self.keeps_checkpoint();
        let result = json!({
            "game": game, "rules": rules, "learner": learner, "options": options, "layout": layout,
            "dimensions": dimensions, "opponents": opponents, "seed": seed, "deals": deals,
            "interrupted": interrupted, "version": program,
            "model": (!interrupted).then(|| self.places.out.display().to_string()),
            "checkpoint": kept.then(|| self.places.checkpoint.display().to_string()),
            "curve": self.curve.json(),
        });
        writeln!(std::io::stdout().lock(), "{result}")?;
        Ok(())
    }

    fn summary(&self, interrupted: bool) -> String {
        let (deals, seconds) = (self.trainee.deals(), self.start.elapsed().as_secs_f64());
        let out = self.places.out.display().to_string();
        if interrupted {
            return format!("\ninterrupted after {deals} deals; to go on: kirifuda train {}\n", self.words_to_go_on());
        }
        let mut text = format!("\n{} deals learned in {seconds:.1} s", deals - self.header.deals);
        if let Some(last) = self.curve.points().last().filter(|last| last.deals == deals) {
            let title = Curve::<G>::measure_of().title;
            text.push_str(&format!("; {title} against {}: {}", self.curve.against(), estimate(last.value)));
        }
        text.push_str(&format!("\nmodel: {out}\n"));
        if self.keeps_checkpoint() {
            let checkpoint = self.places.checkpoint.display();
            text.push_str(&format!("checkpoint: {checkpoint} (more deals: --resume --deals N)\n"));
        }
        let player = format!("{}={out}", kirifuda_catalog::entries::deep::taken_by(&self.header));
        let mut words = vec![self.header.game.as_str(), &player];
        words.extend(self.curve.others().iter().map(|other| other.name.as_str()));
        words.extend(["--rules", &self.header.rules]);
        let words: Vec<String> = words.into_iter().map(quoted).collect();
        text.push_str(&format!("to play: kirifuda match {}\n", words.join(" ")));
        text
    }

    /// The arguments that resume this training: besides its names, what the checkpoint does not know, and the curve's
    /// file, for people to see.
    fn words_to_go_on(&self) -> String {
        let TrainOptions { game, learner, checkpoint_every, keep_checkpoint, threads, .. } = self.options;
        let mut words = vec![game.clone(), learner.clone(), "--resume".to_string()];
        let mut option = |name: &str, value: String| words.extend([name.to_string(), value]);
        option("--out", self.places.out.display().to_string());
        if let Some(curve) = &self.options.curve {
            option("--curve", curve.display().to_string());
        }
        if *checkpoint_every != CHECKPOINT_EVERY {
            option("--checkpoint-every", checkpoint_every.as_secs_f64().to_string());
        }
        if let Some(threads) = threads {
            option("--threads", threads.to_string());
        }
        if *keep_checkpoint {
            words.push("--keep-checkpoint".to_string());
        }
        words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }
}

/// `linear-q:features=ranks,…`: the learner with all settings in force.
fn learner(header: &Header) -> Spec {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let settings = header.options.iter().map(|(key, value)| (key.clone(), text(value)));
    Spec { name: header.learner.clone(), settings: settings.collect() }
}

/// A word for a shell.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
