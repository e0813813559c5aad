use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use kirifuda_arena::Monitor;
use kirifuda_learn::model::{Header, Model};
use kirifuda_play::Rules;
use kirifuda_players::trainers::{self, Trainee};
use kirifuda_players::{Listed, Spec, Visitor, visit};
use serde_json::{Value, json};

use super::matches::estimate;
use super::model;
use crate::args::TrainOptions;
use crate::curve::{self, Curve, bar};
use crate::files::Whole;
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
        let pause = checkpoint_pause(options)?;
        let places = Places::new(options)?;
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
        let curve_wish = curve::Wish {
            against: options.against.clone(),
            deals: options.evaluate_deals,
            every: options.evaluate_every,
            threads: options.threads.map(usize::from),
        };
        let rules = G::Rules::book().parse(&header.rules)?;
        let curve = Curve::new(rules, &curve_wish, target, notes.get("curve"))?;
        places.prepare(options)?;
        let monitor = Terminal::resumed("deals", header.deals);
        let session =
            Session { options, places, header, target, trainee, curve, monitor, pause, start: Instant::now() };
        session.run()
    }
}

fn checkpoint_pause(options: &TrainOptions) -> Result<Duration> {
    let seconds = options.checkpoint_every;
    if !(0.01..=86_400.0).contains(&seconds) {
        bail!("--checkpoint-every {seconds}: allowed are 0.01 to 86400 seconds");
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// The files of a training.
struct Places {
    out: PathBuf,
    checkpoint: PathBuf,
}

impl Places {
    /// Refuses to destroy what is there, unless asked to.
    fn new(options: &TrainOptions) -> Result<Places> {
        let out = options.out.clone();
        let mut checkpoint = out.clone().into_os_string();
        checkpoint.push(".checkpoint");
        let checkpoint = PathBuf::from(checkpoint);
        if options.curve.as_ref().is_some_and(|curve| *curve == out || *curve == checkpoint) {
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
            (false, true) if !options.overwrite => bail!(
                "{checkpoint_name} is of a training that can go on: do so with --resume, or start anew with --overwrite"
            ),
            (false, false) if made && !options.overwrite => {
                bail!("{out_name} exists: name another file, or replace it with --overwrite")
            }
            _ => Ok(Places { out, checkpoint }),
        }
    }

    /// Everything can be written, which is better told now than after hours; what shall be overwritten is gone.
    fn prepare(&self, options: &TrainOptions) -> Result<()> {
        for place in [Some(&self.out), Some(&self.checkpoint), options.curve.as_ref()].into_iter().flatten() {
            drop(Whole::create(place)?);
        }
        // Or a training that is killed before its first checkpoint would be resumed from that of another.
        if options.overwrite { remove(&self.checkpoint) } else { Ok(()) }
    }
}

fn remove(place: &Path) -> Result<()> {
    match fs::remove_file(place) {
        Err(why) if why.kind() != ErrorKind::NotFound => {
            Err(why).with_context(|| format!("cannot remove {}", place.display()))
        }
        _ => Ok(()),
    }
}

/// Writes a model; it appears whole or not at all.
fn save(place: &Path, model: &Model<'_>) -> Result<()> {
    let mut file = Whole::create(place)?;
    model.write(file.writer()).with_context(|| format!("cannot write {}", place.display()))?;
    file.publish()
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
    pause: Duration,
    start: Instant,
}

impl<G: Listed> Session<'_, G> {
    fn run(mut self) -> Result<ExitCode> {
        self.tell(&self.opening())?;
        let finished = self.train();
        self.monitor.finish();
        if !finished? {
            self.save_checkpoint()?;
            self.report(true)?;
            return Ok(ExitCode::from(INTERRUPTED));
        }
        save(&self.places.out, &self.trainee.model())?;
        if self.options.keep_checkpoint {
            self.save_checkpoint()?;
        } else {
            remove(&self.places.checkpoint)?;
        }
        self.report(false)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Learns up to the target; false when interrupted.
    fn train(&mut self) -> Result<bool> {
        let mut saved = Instant::now();
        // Doubled until it takes long enough to look up from: players may be fast or slow.
        let mut stretch = 1;
        loop {
            let done = self.trainee.deals();
            if self.curve.is_due(done, self.target) && !self.evaluate()? {
                return Ok(false);
            }
            if done == self.target {
                return Ok(true);
            }
            let start = Instant::now();
            let deals = stretch.min(self.curve.next(done, self.target) - done);
            self.trainee.advance(deals).map_err(|why| anyhow!(why))?;
            match start.elapsed().as_millis() {
                ..20 if deals == stretch => stretch *= 2,
                100.. => stretch = (stretch / 2).max(1),
                _ => {}
            }
            self.monitor.advance(self.trainee.deals(), self.target);
            if self.monitor.stopped() {
                return Ok(false);
            }
            if saved.elapsed() >= self.pause {
                self.save_checkpoint()?;
                saved = Instant::now();
            }
        }
    }

    /// Adds a point to the curve; false when interrupted.
    fn evaluate(&mut self) -> Result<bool> {
        let (deals, player) = (self.trainee.deals(), self.trainee.player());
        let Some((point, par)) = self.curve.measure(deals, &self.header.learner, player, &self.monitor)? else {
            return Ok(false);
        };
        if let Some(place) = &self.options.curve {
            Whole::create(place)?.publish_text(&self.curve.csv())?;
        }
        self.tell(&format!("{deals:>12}  {:>16}  {}\n", estimate(point.value), bar(point.value.mean, par)))?;
        Ok(true)
    }

    fn save_checkpoint(&self) -> Result<()> {
        let mut checkpoint = self.trainee.checkpoint();
        checkpoint.header.notes.insert("deals".to_string(), json!(self.target));
        checkpoint.header.notes.insert("curve".to_string(), self.curve.notes());
        save(&self.places.checkpoint, &checkpoint)
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
        let kept = interrupted || self.options.keep_checkpoint;
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
        let TrainOptions { game, learner, .. } = self.options;
        if interrupted {
            let words = [game, learner, "--resume", "--out", &out].map(quoted).join(" ");
            return format!("\ninterrupted after {deals} deals; to go on: kirifuda train {words}\n");
        }
        let mut text = format!("\n{} deals learned in {seconds:.1} s", deals - self.header.deals);
        if let Some(last) = self.curve.points().last().filter(|last| last.deals == deals) {
            let title = Curve::<G>::measure_of().title;
            text.push_str(&format!("; {title} against {}: {}", self.curve.against(), estimate(last.value)));
        }
        text.push_str(&format!("\nmodel: {out}\n"));
        let player = format!("{}:model={out}", self.header.learner);
        let mut words = vec![self.header.game.as_str(), &player];
        words.extend(self.curve.others().iter().map(|other| other.name.as_str()));
        words.extend(["--rules", &self.header.rules]);
        let words: Vec<String> = words.into_iter().map(quoted).collect();
        text.push_str(&format!("to play: kirifuda match {}\n", words.join(" ")));
        text
    }
}

/// `linear-q:features=ranks,…`: the learner with all settings in force.
fn learner(header: &Header) -> Spec {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let settings = header.options.iter().map(|(key, value)| (key.clone(), text(value)));
    Spec { name: header.learner.clone(), settings: settings.collect() }
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
