use std::cell::Cell;
use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use kirifuda_arena::{Monitor, Record, read_records, replay};
use kirifuda_catalog::{Listed, Visitor, visit};
use kirifuda_play::{Rules, Seat, Text, Turn};

use crate::args::ReplayOptions;
use crate::monitor::Terminal;
use crate::report::INTERRUPTED;

/// `kirifuda replay`: plays every recorded game again and checks that it ends as recorded.
pub fn run(options: &ReplayOptions) -> Result<ExitCode> {
    let path = &options.file;
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut out = std::io::stdout().lock();
    let mut games = 0;
    let (monitor, size) = (Terminal::new("bytes"), file.metadata().map_or(0, |about| about.len()));
    let read = Cell::new(0);
    for record in read_records(BufReader::new(Counted { file, read: &read })) {
        if monitor.stopped() {
            monitor.finish();
            writeln!(out, "interrupted: {games} games replayed so far, all as recorded")?;
            return Ok(ExitCode::from(INTERRUPTED));
        }
        monitor.advance(read.get(), size);
        let record = record.map_err(|why| fault(path, &why))?;
        games += 1;
        let checked = visit(&record.game, Check { record: &record, show: options.show == Some(games) });
        let line = record.line.unwrap_or(games);
        let text = checked.map_err(|why| anyhow!("{}, line {line}: {why}", path.display()))?.map_err(|why| {
            // The record's own errors name the line.
            fault(path, &why)
        })?;
        write!(out, "{text}")?;
        if options.show == Some(games) {
            return Ok(ExitCode::SUCCESS);
        }
    }
    monitor.finish();
    match options.show {
        Some(wanted) => bail!("{} has {games} games; there is no game {wanted}", path.display()),
        None if games == 0 => bail!("{} holds no game: is it a file written by `--record`?", path.display()),
        None => writeln!(out, "{games} games replayed: every action legal, every payoff as recorded")?,
    }
    Ok(ExitCode::SUCCESS)
}

fn fault(path: &Path, why: &kirifuda_arena::RecordError) -> anyhow::Error {
    anyhow!("{}: {why}", path.display())
}

/// A file that says how much of it has been read.
struct Counted<'a> {
    file: File,
    read: &'a Cell<u64>,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.read.set(self.read.get() + count as u64);
        Ok(count)
    }
}

struct Check<'a> {
    record: &'a Record,
    show: bool,
}

impl Visitor for Check<'_> {
    type Output = Result<String, kirifuda_arena::RecordError>;

    fn visit<G: Listed>(self) -> Self::Output {
        let end: G = replay(self.record)?;
        Ok(if self.show { story(self.record, &end) } else { String::new() })
    }
}

/// The game move by move. The record has been replayed before, so nothing in it is wrong.
fn story<G: Text>(record: &Record, end: &G) -> String {
    let rules = end.rules();
    let mut text = format!("{} under {}\n", G::NAME, G::Rules::book().text(rules));
    for (seat, player) in record.players.iter().enumerate() {
        text.push_str(&format!("seat {seat}: {player}\n"));
    }
    let Ok(mut game) = G::read_deal(rules, &record.dealt) else { return text };
    text.push_str(&format!("\n{}\n", game.picture()));
    for (number, action) in record.actions.iter().enumerate() {
        let (Turn::Seat(seat), Ok(action)) = (game.turn(), G::read_action(rules, action)) else { break };
        text.push_str(&format!("{:>3}. seat {seat} {}\n", number + 1, G::show_action(rules, action)));
        game.play(action);
    }
    text.push_str(&format!("\n{}", end.picture()));
    for seat in Seat::all(end.seats()) {
        text.push_str(&format!("payoff of seat {seat}: {}\n", end.payoff(seat)));
    }
    text
}
