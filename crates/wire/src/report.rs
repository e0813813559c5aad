use std::fmt::Write;
use std::process::ExitStatus;
use std::time::Duration;

use crate::lines::{MAX_LINE, shorten};

/// How many characters of a program's line a report shows.
const SHOWN: usize = 300;

/// What an outside program did wrong.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// It did not start.
    #[error("{0}")]
    Start(String),
    /// It ended or closed its output.
    #[error("it ended by itself, before it was told `bye`")]
    Ended,
    /// It went on, but closed its output.
    #[error("it closed its output, so it cannot answer any more")]
    Mute,
    /// It went on, but closed its input.
    #[error("it closed its input, so it cannot be asked any more ({0})")]
    Deaf(String),
    /// It did not answer in time.
    #[error("it did not answer within {}", seconds(*.0))]
    Silent(Duration),
    /// It did not take what it was told.
    #[error("it did not read its input for {}", seconds(*.0))]
    NotReading(Duration),
    /// A line without a question.
    #[error("it printed a line without being asked: print exactly one line for each `choose`")]
    NotAsked,
    /// More than one line to a question.
    #[error("it printed more than this one line: print exactly one line for each `choose`")]
    Talkative,
    /// A line of too many bytes.
    #[error("its line is longer than {MAX_LINE} bytes")]
    TooLong,
    /// Not text.
    #[error("its answer is not UTF-8 (byte {0} of the line)")]
    NotText(usize),
    /// Not an answer.
    #[error("its answer is malformed: {0}; expected is a line like {{\"action\":\"{1}\"}}")]
    Malformed(String, String),
    /// The answer to another question.
    #[error("it answered question {got}, but was asked question {asked}")]
    WrongId {
        /// The question in force.
        asked: u64,
        /// The `id` of the answer.
        got: String,
    },
    /// An action that the rules forbid.
    #[error("its action `{action}` is not legal here{why}; legal: {legal}")]
    Illegal {
        /// What it wanted.
        action: String,
        /// Why the text could not even be read, if so.
        why: String,
        /// All that it could have played.
        legal: String,
    },
    /// It said itself that it cannot answer.
    #[error("it reports an error: {0}")]
    Reported(String),
    /// It failed too often to be started again.
    #[error("it is not started again after {0} restarts")]
    GivenUp(u32),
}

impl Problem {
    /// Whether the program may be asked again: it answered, in time and in form, but wrongly. After a malformed line
    /// the true answer may yet follow, and must not be taken for the answer to the next question.
    pub fn in_step(&self) -> bool {
        matches!(self, Problem::Illegal { .. } | Problem::Reported(_))
    }
}

/// A problem with all that helps to find its cause.
#[derive(Debug)]
pub struct Report {
    /// What went wrong.
    pub problem: Problem,
    /// The line of the program's output that it is about: number and content.
    pub line: Option<(u64, Vec<u8>)>,
    /// How the program ended, if it did so by itself.
    pub status: Option<ExitStatus>,
    /// The last lines of its error output.
    pub errors: Vec<String>,
}

impl From<Problem> for Box<Report> {
    fn from(problem: Problem) -> Box<Report> {
        Box::new(Report { problem, line: None, status: None, errors: Vec::new() })
    }
}

impl Report {
    /// A problem with a line of the program's output.
    pub fn about(problem: Problem, number: u64, line: Vec<u8>) -> Box<Report> {
        Box::new(Report { problem, line: Some((number, line)), status: None, errors: Vec::new() })
    }

    /// The program is gone.
    pub fn ended(status: ExitStatus) -> Box<Report> {
        Box::new(Report { problem: Problem::Ended, line: None, status: Some(status), errors: Vec::new() })
    }

    /// The report for people, naming the program and its seat.
    pub fn text(&self, command: &str, place: &str) -> String {
        let mut text = format!("program `{}`{place}: {}", shorten(command, 100), self.problem);
        // Writing to a String cannot fail.
        if let Some((number, line)) = &self.line {
            let _ = write!(text, "\n  line {number} of its output: {}", shorten(&String::from_utf8_lossy(line), SHOWN));
        }
        if let Some(status) = self.status {
            let _ = write!(text, "\n  it ended with {status}");
        }
        if !self.errors.is_empty() {
            let _ = write!(text, "\n  the last lines of its error output:\n    {}", self.errors.join("\n    "));
        }
        text
    }
}

fn seconds(duration: Duration) -> String {
    if duration < Duration::from_secs(1) {
        format!("{} ms", duration.as_millis())
    } else {
        format!("{} s", duration.as_secs_f64())
    }
}
