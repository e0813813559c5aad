use std::io::{self, BufRead, Read, Write};

use kirifuda_play::{Rules, Seat, Text, Turn};
use serde::{Deserialize, Serialize};

/// One finished game, one line of JSON: the deal in the game's notation, every action, the payoffs.
///
/// What is unknown (the seed of a game that people played, say) is left out. Fields that this version does not know
/// are ignored when reading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// [`Record::FORMAT`].
    pub format: String,
    /// The game's name.
    pub game: String,
    /// Its rules, in text.
    pub rules: String,
    /// The seed of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Number of the deal (or of the match) in the run, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<u64>,
    /// Number of the deal within its match, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u64>,
    /// How far the players were moved round the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<u64>,
    /// The names of the players, by seat.
    #[serde(default)]
    pub players: Vec<String>,
    /// The deal.
    pub dealt: String,
    /// Every action, in order.
    pub actions: Vec<String>,
    /// What the game was worth, by seat.
    pub payoffs: Vec<f32>,
    /// Moves that a person took back after others had answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_back: Option<u64>,
    /// Seats of people who were away, for whom a player made moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stood_in: Vec<usize>,
    /// The line it was read from, counted from 1, for messages; not part of the record.
    #[serde(skip)]
    pub line: Option<u64>,
}

impl Record {
    /// The name of this form of records.
    pub const FORMAT: &'static str = "kirifuda-record-1";

    /// A record of a game that was played to its end.
    pub fn new<G: Text>(dealt: &G, actions: &[G::Action], payoffs: &[f32], players: Vec<String>) -> Record {
        let rules = dealt.rules();
        Record {
            format: Record::FORMAT.to_string(),
            game: G::NAME.to_string(),
            rules: G::Rules::book().text(rules),
            seed: None,
            deal: None,
            round: None,
            rotation: None,
            players,
            dealt: dealt.show_deal(),
            actions: actions.iter().map(|&action| G::show_action(rules, action)).collect(),
            payoffs: payoffs.to_vec(),
            taken_back: None,
            stood_in: Vec::new(),
            line: None,
        }
    }

    /// The same record with its place in a run.
    #[must_use]
    pub fn from_run(self, seed: u64, deal: u64, rotation: u64, round: Option<u64>) -> Record {
        Record { seed: Some(seed), deal: Some(deal), rotation: Some(rotation), round, ..self }
    }

    /// Writes the record as one line.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        out.write_all(&line)
    }

    fn fail(&self, fault: RecordFault) -> RecordError {
        RecordError { line: self.line, fault }
    }
}

/// Plays a recorded game again, action by action, and checks that it ends as recorded.
pub fn replay<G: Text>(record: &Record) -> Result<G, RecordError> {
    if record.game != G::NAME {
        return Err(record.fail(RecordFault::Game { found: record.game.clone(), expected: G::NAME }));
    }
    let rules =
        G::Rules::book().parse(&record.rules).map_err(|why| record.fail(RecordFault::Rules(why.to_string())))?;
    let seats = rules.seats();
    if !record.players.is_empty() && record.players.len() != seats {
        return Err(record.fail(RecordFault::Count { what: "players", found: record.players.len(), seats }));
    }
    if record.payoffs.len() != seats {
        return Err(record.fail(RecordFault::Count { what: "payoffs", found: record.payoffs.len(), seats }));
    }
    let mut game = G::read_deal(&rules, &record.dealt).map_err(|why| record.fail(RecordFault::Deal(why)))?;
    for (i, text) in record.actions.iter().enumerate() {
        let wrong = |why: String| record.fail(RecordFault::Action { number: i + 1, action: text.clone(), why });
        let action = G::read_action(&rules, text).map_err(wrong)?;
        game.try_play(action).map_err(|why| wrong(why.to_string()))?;
    }
    if let Turn::Seat(seat) = game.turn() {
        return Err(record.fail(RecordFault::Unfinished { actions: record.actions.len(), seat }));
    }
    for (seat, &recorded) in Seat::all(seats).zip(&record.payoffs) {
        let replayed = game.payoff(seat);
        if replayed != recorded {
            return Err(record.fail(RecordFault::Payoff { seat, recorded, replayed }));
        }
    }
    Ok(game)
}

/// Reads records line by line; empty lines are skipped. A bad line is an error that names it, and reading goes on.
pub fn read_records<R: BufRead>(reader: R) -> Records<R> {
    Records { reader, line: 0, buffer: Vec::new(), broken: false }
}

/// The longest line of a file of records, in bytes: some hundred times the longest game.
const MAX_LINE: u64 = 1 << 20;

/// The records of a reader.
pub struct Records<R> {
    reader: R,
    line: u64,
    buffer: Vec<u8>,
    broken: bool,
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.broken {
            self.buffer.clear();
            self.line += 1;
            match Read::take(&mut self.reader, MAX_LINE + 1).read_until(b'\n', &mut self.buffer) {
                Ok(0) => return None,
                Ok(read) if read as u64 > MAX_LINE => {
                    // What follows may be anything, and without end.
                    self.broken = true;
                    return Some(Err(RecordError { line: Some(self.line), fault: RecordFault::TooLong }));
                }
                Ok(_) if self.buffer.trim_ascii().is_empty() => {}
                Ok(_) => {
                    let read = parse(&self.buffer).map(|record| Record { line: Some(self.line), ..record });
                    return Some(read.map_err(|fault| RecordError { line: Some(self.line), fault }));
                }
                Err(why) => {
                    self.broken = true;
                    return Some(Err(RecordError { line: Some(self.line), fault: RecordFault::Read(why) }));
                }
            }
        }
        None
    }
}

fn parse(line: &[u8]) -> Result<Record, RecordFault> {
    /// A later form may have other fields, so the form is looked at first.
    #[derive(Deserialize)]
    struct Head {
        format: Option<String>,
    }
    let complete = line.ends_with(b"\n");
    let line = line.trim_ascii();
    let malformed = |why: serde_json::Error| {
        // A number that stops short is a syntax error to serde_json.
        if why.is_eof() || !complete && why.is_syntax() && why.column() >= line.len() {
            return RecordFault::Truncated { complete };
        }
        // serde_json counts lines, too, but sees only this one.
        let text = why.to_string();
        let what = text.split(" at line ").next().unwrap_or(&text).to_string();
        RecordFault::Malformed { column: why.column(), what }
    };
    let head: Head = serde_json::from_slice(line).map_err(malformed)?;
    if head.format.as_deref() != Some(Record::FORMAT) {
        return Err(RecordFault::Format { found: head.format });
    }
    serde_json::from_slice(line).map_err(malformed)
}

/// A record that cannot be read or does not hold, and where.
#[derive(Debug, thiserror::Error)]
#[error("{}{fault}", .line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct RecordError {
    /// The line, counted from 1, if the record was read from somewhere.
    pub line: Option<u64>,
    /// What is wrong.
    pub fault: RecordFault,
}

/// What is wrong with a record.
#[derive(Debug, thiserror::Error)]
pub enum RecordFault {
    /// The reader failed.
    #[error("cannot read: {0}")]
    Read(io::Error),
    /// A line that is no record, however it goes on.
    #[error(
        "longer than the {MAX_LINE} bytes that a record may have; nothing is read after it: name a file of records"
    )]
    TooLong,
    /// Not a JSON object with the fields of a record.
    #[error("not a record: {what} (column {column})")]
    Malformed {
        /// Where in the line.
        column: usize,
        /// What is wrong.
        what: String,
    },
    /// The line stops in the middle.
    #[error("the record is cut off{}", if *.complete { "" } else { ": the file ends in the middle of a line" })]
    Truncated {
        /// True when the line is followed by others.
        complete: bool,
    },
    /// Another form of records, or something else.
    #[error("the field `format` {}, expected `{}`", found_format(.found.as_deref()), Record::FORMAT)]
    Format {
        /// The form it says it has.
        found: Option<String>,
    },
    /// A record of another game.
    #[error("a record of `{found}`, expected `{expected}`")]
    Game {
        /// The game recorded.
        found: String,
        /// The game wanted.
        expected: &'static str,
    },
    /// The rules cannot be read.
    #[error("{0}")]
    Rules(String),
    /// The deal cannot be read.
    #[error("the deal: {0}")]
    Deal(String),
    /// Another number of entries than seats.
    #[error("{found} {what} for {seats} seats")]
    Count {
        /// Of what.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// The seats of the game.
        seats: usize,
    },
    /// An action cannot be read, or is not legal.
    #[error("action {number}, `{action}`: {why}")]
    Action {
        /// Which action, counted from 1.
        number: usize,
        /// Its text.
        action: String,
        /// What is wrong with it.
        why: String,
    },
    /// The game is not over after the last action.
    #[error("the game is not over after the last of {actions} actions: seat {seat} is to move")]
    Unfinished {
        /// How many actions are recorded.
        actions: usize,
        /// Whose move it is.
        seat: Seat,
    },
    /// The game ends differently.
    #[error("the payoff of seat {seat} is {replayed}, recorded is {recorded}")]
    Payoff {
        /// Whose payoff.
        seat: Seat,
        /// As recorded.
        recorded: f32,
        /// As played again.
        replayed: f32,
    },
}

fn found_format(found: Option<&str>) -> String {
    found.map_or_else(|| "is missing".to_string(), |text| format!("is `{text}`"))
}
