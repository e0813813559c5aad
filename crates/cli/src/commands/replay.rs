use std::cell::Cell;
use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use kirifuda_arena::{Monitor, Record, read_records, replay};
use kirifuda_catalog::{Listed, Visitor, visit};
use kirifuda_play::{Rules, Seat, Text, Turn};
use serde_json::{Value, json};

use crate::args::ReplayOptions;
use crate::monitor::Terminal;
use crate::report::INTERRUPTED;

/// `kirifuda replay`: plays every recorded game again and checks that it ends as recorded.
pub fn run(options: &ReplayOptions) -> Result<ExitCode> {
    let path = &options.file;
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut out = std::io::stdout().lock();
    let mut games = 0;
    let result = |games: u64, interrupted: bool, shown: Option<&Value>| {
        let mut result = json!({
            "file": path.display().to_string(),
            "games": games,
            "interrupted": interrupted,
            "version": env!("CARGO_PKG_VERSION"),
        });
        if let Some(shown) = shown {
            result["shown"] = shown.clone();
        }
        result
    };
    let (monitor, size) = (Terminal::new("bytes"), file.metadata().map_or(0, |about| about.len()));
    let read = Cell::new(0);
    for record in read_records(BufReader::new(Counted { file, read: &read })) {
        if monitor.stopped() {
            monitor.finish();
            if options.json {
                writeln!(out, "{}", result(games, true, None))?;
            } else {
                writeln!(out, "interrupted: {games} games replayed so far, all as recorded")?;
            }
            return Ok(ExitCode::from(INTERRUPTED));
        }
        monitor.advance(read.get(), size);
        let record = record.map_err(|why| fault(path, &why))?;
        games += 1;
        let checked = visit(&record.game, Check { record: &record, show: options.show == Some(games) });
        let line = record.line.unwrap_or(games);
        let story = checked.map_err(|why| anyhow!("{}, line {line}: {why}", path.display()))?.map_err(|why| {
            // The record's own errors name the line.
            fault(path, &why)
        })?;
        if let Some(story) = story {
            monitor.finish();
            if options.json {
                writeln!(out, "{}", result(games, false, Some(&story.json(&record, games))))?;
            } else {
                write!(out, "{}", story.text(&record))?;
            }
            return Ok(ExitCode::SUCCESS);
        }
    }
    monitor.finish();
    match options.show {
        Some(wanted) => bail!("{} has {games} games; there is no game {wanted}", path.display()),
        None if games == 0 => bail!("{} holds no game: is it a file written by `--record`?", path.display()),
        None if options.json => writeln!(out, "{}", result(games, false, None))?,
        None => writeln!(out, "{games} games replayed: every action legal, every payoff as recorded")?,
    }
    Ok(ExitCode::SUCCESS)
}

pub fn fault(path: &Path, why: &kirifuda_arena::RecordError) -> anyhow::Error {
    anyhow!("{}: {why}", path.display())
}

/// A file that says how much of it has been read.
pub struct Counted<'a> {
    pub file: File,
    pub read: &'a Cell<u64>,
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
    type Output = Result<Option<Story>, kirifuda_arena::RecordError>;

    fn visit<G: Listed>(self) -> Self::Output {
        let end: G = replay(self.record)?;
        Ok(self.show.then(|| Story::new(self.record, &end)))
    }
}

/// A game move by move.
struct Story {
    /// The rules, in canonical text.
    rules: String,
    /// The cards, before the first move.
    dealt: String,
    moves: Vec<(Seat, String)>,
    /// In games with tricks: the moves of each, counted from 0, and who won it.
    tricks: Vec<(Range<usize>, Seat)>,
    /// How it ends.
    end: String,
}

impl Story {
    /// The record has been replayed before, so nothing in it is wrong.
    fn new<G: Text>(record: &Record, end: &G) -> Story {
        let rules = end.rules();
        let text = G::Rules::book().text(rules);
        let mut story =
            Story { rules: text, dealt: String::new(), moves: Vec::new(), tricks: Vec::new(), end: end.picture() };
        let Ok(mut game) = G::read_deal(rules, &record.dealt) else { return story };
        story.dealt = game.picture();
        for (number, action) in record.actions.iter().enumerate() {
            let (Turn::Seat(seat), Ok(action)) = (game.turn(), G::read_action(rules, action)) else { break };
            story.moves.push((seat, G::show_action(rules, action)));
            game.play(action);
            if let Some((winner, moves)) = game.trick_won() {
                story.tricks.push((number + 1 - moves..number + 1, winner));
            }
        }
        story
    }

    /// For people: what belongs to no trick stands alone, as passed cards do.
    fn text(&self, record: &Record) -> String {
        let mut text = format!("{} under {}\n", record.game, self.rules);
        for (seat, player) in record.players.iter().enumerate() {
            text.push_str(&format!("seat {seat}: {player}\n"));
        }
        text.push_str(&format!("\n{}\n", self.dealt));
        for (number, (seat, action)) in self.moves.iter().enumerate() {
            let trick = self.tricks.iter().enumerate().find(|(_, (moves, _))| moves.start == number);
            if let Some((trick, (_, winner))) = trick {
                text.push_str(&format!("trick {}, won by seat {winner}\n", trick + 1));
            }
            text.push_str(&format!("{:>3}. seat {seat} {action}\n", number + 1));
        }
        text.push_str(&format!("\n{}", self.end));
        for (seat, payoff) in record.payoffs.iter().enumerate() {
            text.push_str(&format!("payoff of seat {seat}: {payoff}\n"));
        }
        text
    }

    fn json(&self, record: &Record, number: u64) -> Value {
        let moves = self.moves.iter().map(|(seat, action)| json!({ "seat": seat.0, "action": action }));
        // Moves are counted from 1, as in the text.
        let tricks = self.tricks.iter().map(
            |(moves, winner)| json!({ "first_move": moves.start + 1, "last_move": moves.end, "winner": winner.0 }),
        );
        json!({
            "number": number,
            "game": record.game,
            "rules": self.rules,
            "players": record.players,
            "dealt": record.dealt,
            "moves": moves.collect::<Vec<_>>(),
            "tricks": tricks.collect::<Vec<_>>(),
            "payoffs": record.payoffs,
        })
    }
}
