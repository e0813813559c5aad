//! `kirifuda export`: the decisions of recorded games as arrays.

#[cfg(feature = "arrow")]
mod arrow;
mod npz;

use std::cell::Cell;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use kirifuda_arena::{Monitor, Record, read_records, replay};
use kirifuda_catalog::{Listed, Visitor, visit};
use kirifuda_learn::net::{Encoder, Parts, Row, words};
use kirifuda_play::{Actions, Turn};
use serde_json::json;

use super::replay::{Counted, fault};
use crate::args::ExportOptions;
use crate::files::Whole;
use crate::monitor::Terminal;
use crate::report::INTERRUPTED;

/// `kirifuda export`.
pub fn run(options: &ExportOptions) -> Result<ExitCode> {
    let form = Form::of(&options.out)?;
    let path = &options.file;
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let size = file.metadata().map_or(0, |about| about.len());
    let out = Whole::create_new(&options.out, options.overwrite)?;
    let (monitor, read) = (Terminal::new("bytes"), Cell::new(0));
    let mut exporter = Exporter::new(form, out);
    for record in read_records(BufReader::new(Counted { file, read: &read })) {
        if monitor.stopped() {
            monitor.finish();
            eprintln!("interrupted: nothing is written");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        monitor.advance(read.get(), size);
        let record = record.map_err(|why| fault(path, &why))?;
        let line = record.line.unwrap_or_default();
        let at = |why: anyhow::Error| anyhow!("{}, line {line}: {why}", path.display());
        visit(&record.game, Walk { record: &record, exporter: &mut exporter }).map_err(|why| at(why.into()))?.map_err(
            |why| match why.downcast::<kirifuda_arena::RecordError>() {
                // It names the line itself.
                Ok(why) => fault(path, &why),
                Err(why) => at(why),
            },
        )?;
    }
    monitor.finish();
    let Exporter { table, layout, games, decisions, .. } = exporter;
    let (Ok(table), Some(layout)) = (table, layout) else {
        bail!("{} holds no game: is it a file written by `--record`?", path.display())
    };
    table.finish()?;
    let mut out = std::io::stdout().lock();
    let place = options.out.display();
    if options.json {
        let result = json!({
            "file": place.to_string(),
            "game": layout.game,
            "layout": layout.name,
            "inputs": layout.inputs,
            "outputs": layout.outputs,
            "games": games,
            "decisions": decisions,
            "version": env!("CARGO_PKG_VERSION"),
        });
        writeln!(out, "{result}")?;
    } else {
        writeln!(out, "{decisions} decisions of {games} games of {} in {place}", layout.game)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is written.
#[derive(Clone, Copy)]
enum Form {
    Npz,
    Arrow,
}

impl Form {
    fn of(place: &Path) -> Result<Form> {
        match place.extension().and_then(|extension| extension.to_str()) {
            Some("npz") => Ok(Form::Npz),
            Some("arrow") if cfg!(feature = "arrow") => Ok(Form::Arrow),
            Some("arrow") => bail!(
                "--out {}: this program was built without Arrow; write a .npz file, or build with `--features arrow`",
                place.display()
            ),
            _ => bail!("--out {}: name a file that ends in .npz or .arrow", place.display()),
        }
    }

    fn open(self, out: Whole, layout: &Layout) -> Result<Box<dyn Table>> {
        match self {
            Form::Npz => Ok(Box::new(npz::Npz::new(out, layout)?)),
            #[cfg(feature = "arrow")]
            Form::Arrow => Ok(Box::new(arrow::Arrow::new(out, layout)?)),
            #[cfg(not(feature = "arrow"))]
            Form::Arrow => bail!("this program was built without Arrow"),
        }
    }
}

/// What the bits and parts of a file are.
struct Layout {
    game: String,
    /// Name and version of the encoding.
    name: &'static str,
    /// Bits of an observation.
    inputs: usize,
    /// All parts that moves can have.
    outputs: usize,
}

/// One decision.
struct Decision<'a> {
    /// The number of its game in the file of records, from 0.
    game: u64,
    seat: u8,
    /// What the seat sees, packed: bit i is bit i % 8 of byte i / 8.
    observation: &'a [u8],
    /// The parts that any legal move has, packed in the same way.
    legal: &'a [u8],
    /// The parts of every legal move.
    moves: &'a Parts,
    /// Which of the legal moves was made.
    action: u32,
    /// What the game was worth to the seat.
    payoff: f32,
}

/// A file of decisions, written as they come.
trait Table {
    fn push(&mut self, decision: &Decision<'_>) -> Result<()>;
    fn finish(self: Box<Self>) -> Result<()>;
}

/// Turns records into decisions.
struct Exporter {
    form: Form,
    /// The table, or until the first game is known the file that it will be in.
    table: Result<Box<dyn Table>, Option<Whole>>,
    layout: Option<Layout>,
    games: u64,
    decisions: u64,
    words: Vec<u64>,
    observation: Vec<u8>,
    legal: Vec<u8>,
    parts: Parts,
}

impl Exporter {
    fn new(form: Form, out: Whole) -> Exporter {
        Exporter {
            form,
            table: Err(Some(out)),
            layout: None,
            games: 0,
            decisions: 0,
            words: Vec::new(),
            observation: Vec::new(),
            legal: Vec::new(),
            parts: Parts::new(),
        }
    }

    fn add<G: Listed>(&mut self, record: &Record) -> Result<()> {
        if let Some(Layout { game, .. }) = self.layout.as_ref().filter(|layout| layout.game != G::NAME) {
            bail!("a game of {}, but the file begins with {game}: export one game at a time", G::NAME);
        }
        let observer = G::Sight::default();
        let (inputs, outputs) = (observer.inputs(), observer.outputs());
        if let Err(out) = &mut self.table {
            let layout = Layout { game: G::NAME.to_string(), name: observer.layout(), inputs, outputs };
            let out = out.take().context("the file is taken")?;
            self.table = Ok(self.form.open(out, &layout)?);
            self.layout = Some(layout);
        }
        // Everything in the record is right after this.
        let end: G = replay(record)?;
        let rules = end.rules();
        let mut game = G::read_deal(rules, &record.dealt).map_err(anyhow::Error::msg)?;
        let mut actions = Actions::<G>::new();
        for text in &record.actions {
            let Turn::Seat(seat) = game.turn() else { break };
            let action = G::read_action(rules, text).map_err(anyhow::Error::msg)?;
            game.legal(&mut actions);
            let number = actions.iter().position(|&legal| legal == action).context("an action that is not legal")?;
            let view = game.view(seat);
            self.words.resize(words(inputs), 0);
            observer.position(view, &mut Row::new(&mut self.words));
            self.observation.clear();
            self.observation.extend(self.words.iter().flat_map(|word| word.to_le_bytes()));
            self.observation.truncate(inputs.div_ceil(8));
            self.parts.clear();
            observer.moves(view, &actions, &mut self.parts);
            self.legal.clear();
            self.legal.resize(outputs.div_ceil(8), 0);
            for &part in self.parts.places() {
                self.legal[usize::from(part) / 8] |= 1 << (part % 8);
            }
            let decision = Decision {
                game: self.games,
                seat: seat.0,
                observation: &self.observation,
                legal: &self.legal,
                moves: &self.parts,
                action: u32::try_from(number)?,
                payoff: record.payoffs[seat.index()],
            };
            if let Ok(table) = &mut self.table {
                table.push(&decision)?;
            }
            self.decisions += 1;
            game.play(action);
        }
        self.games += 1;
        Ok(())
    }
}

struct Walk<'a> {
    record: &'a Record,
    exporter: &'a mut Exporter,
}

impl Visitor for Walk<'_> {
    type Output = Result<()>;

    fn visit<G: Listed>(self) -> Result<()> {
        self.exporter.add::<G>(self.record)
    }
}
