use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::lines::{Line, read_line, shorten, skip_line};

/// How long a program may take to end by itself once its input is closed.
const GRACE: Duration = Duration::from_millis(500);
/// Messages that wait for a program to read them, beyond what the pipe holds.
const UNREAD: usize = 1024;
/// Lines that wait to be taken; a program that prints more is stopped by its full pipe.
const UNTAKEN: usize = 64;
/// How much of the program's error output is kept: lines, and characters of each.
const ERROR_LINES: usize = 20;
const ERROR_WIDTH: usize = 300;

/// A running program whose lines can be read and written under a time limit.
///
/// Three threads do what may block: they read its output, read its error output and write its input. None of them is
/// ever waited for without a limit, since a grandchild may hold a pipe open for ever.
pub struct Program {
    child: Child,
    /// `None` once the input is closed.
    messages: Option<SyncSender<Vec<u8>>>,
    arrivals: Receiver<Arrival>,
    errors: Arc<Mutex<VecDeque<String>>>,
    error_reader: JoinHandle<()>,
}

/// What comes back from a program.
pub enum Arrival {
    /// A line of its output.
    Line(OutputLine),
    /// A line of too many bytes: number, beginning. Nothing is read after it.
    TooLong(u64, Vec<u8>),
    /// The end of its output.
    Closed,
    /// Its input could not be written.
    Deaf(io::Error),
}

/// A line of a program's output.
pub struct OutputLine {
    /// Counted from 1.
    pub number: u64,
    /// Its bytes, without the line break.
    pub content: Vec<u8>,
    /// More output came together with it.
    pub more: bool,
}

/// Why a message could not be handed over.
pub struct NotReading;

impl Program {
    /// Starts a program: words of a command, without a shell. Its error output is shown on ours if wanted.
    pub fn start(words: &[String], show_errors: bool) -> io::Result<Program> {
        let (name, arguments) = words.split_first().ok_or_else(|| io::Error::other("the command is empty"))?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C at the terminal is for the referee, who then says goodbye; it must not look like a crash.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        match attach(&mut child, show_errors) {
            Ok(Threads { messages, arrivals, errors, error_reader }) => {
                Ok(Program { child, messages: Some(messages), arrivals, errors, error_reader })
            }
            Err(error) => {
                // Nobody will hear of this program again: it must not be left behind.
                let _ = child.kill();
                let _ = child.wait();
                Err(error)
            }
        }
    }

    /// Hands a message over, waiting at most `limit` for a program that does not read.
    /// A program that is gone takes nothing; its end arrives as [`Arrival::Closed`] or [`Arrival::Deaf`].
    pub fn send(&self, message: Vec<u8>, limit: Duration) -> Result<(), NotReading> {
        let Some(messages) = &self.messages else { return Ok(()) };
        let start = Instant::now();
        let mut message = message;
        loop {
            match messages.try_send(message) {
                Ok(()) | Err(TrySendError::Disconnected(_)) => return Ok(()),
                Err(TrySendError::Full(_)) if start.elapsed() >= limit => return Err(NotReading),
                Err(TrySendError::Full(back)) => {
                    message = back;
                    thread::sleep(Duration::from_millis(1));
                }
            }
        }
    }

    /// What has arrived already, without waiting.
    pub fn arrived(&self) -> Option<Arrival> {
        match self.arrivals.try_recv() {
            Ok(arrival) => Some(arrival),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Arrival::Closed),
        }
    }

    /// The next arrival, or nothing when `limit` has passed.
    pub fn wait(&self, limit: Duration) -> Option<Arrival> {
        match self.arrivals.recv_timeout(limit) {
            Ok(arrival) => Some(arrival),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Arrival::Closed),
        }
    }

    /// How the program ended, if it does within `limit`.
    pub fn ended(&mut self, limit: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        let mut pause = Duration::from_millis(1);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if start.elapsed() < limit => {
                    thread::sleep(pause);
                    pause = (pause * 2).min(Duration::from_millis(16));
                }
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Ends the program at once. Returns how it ended and whether it had ended before.
    pub fn kill(&mut self) -> (Option<ExitStatus>, bool) {
        if let Some(status) = self.ended(Duration::ZERO) {
            return (Some(status), true);
        }
        // Fails only when the program has just ended by itself: then there is nothing to kill.
        let _ = self.child.kill();
        let status = self.child.wait().ok();
        self.end_group();
        (status, false)
    }

    /// Ends what the program has started and left behind: it leads a process group of its own.
    fn end_group(&self) {
        #[cfg(unix)]
        if let Ok(leader) = i32::try_from(self.child.id()) {
            use nix::sys::signal::{Signal, killpg};
            // Fails where nobody of the group is left.
            let _ = killpg(nix::unistd::Pid::from_raw(leader), Signal::SIGKILL);
        }
    }

    /// The last lines of the program's error output. For a program that has ended: complete, unless a grandchild
    /// keeps the pipe open.
    pub fn last_errors(&self) -> Vec<String> {
        let start = Instant::now();
        while !self.error_reader.is_finished() && start.elapsed() < GRACE {
            thread::sleep(Duration::from_millis(2));
        }
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

impl Drop for Program {
    /// Closes the input, waits a little, then kills; in any case the program is reaped.
    fn drop(&mut self) {
        self.messages = None;
        match self.ended(GRACE) {
            Some(_) => self.end_group(),
            None => drop(self.kill()),
        }
    }
}

/// Our ends of the threads that serve a program's pipes.
struct Threads {
    messages: SyncSender<Vec<u8>>,
    arrivals: Receiver<Arrival>,
    errors: Arc<Mutex<VecDeque<String>>>,
    error_reader: JoinHandle<()>,
}

fn attach(child: &mut Child, show_errors: bool) -> io::Result<Threads> {
    let missing = || io::Error::other("a pipe to the program is missing");
    let stdin = child.stdin.take().ok_or_else(missing)?;
    let stdout = child.stdout.take().ok_or_else(missing)?;
    let stderr = child.stderr.take().ok_or_else(missing)?;
    let (arrived, arrivals) = sync_channel(UNTAKEN);
    let (messages, to_write) = sync_channel(UNREAD);
    let errors = Arc::new(Mutex::new(VecDeque::new()));
    let kept = Arc::clone(&errors);
    let heard = arrived.clone();
    let thread = |name: &str| thread::Builder::new().name(name.to_string());
    thread("exec-output").spawn(move || hear(stdout, &heard))?;
    thread("exec-input").spawn(move || tell(stdin, &to_write, &arrived))?;
    let error_reader = thread("exec-errors").spawn(move || keep(stderr, &kept, show_errors))?;
    Ok(Threads { messages, arrivals, errors, error_reader })
}

/// Passes on the lines of the program's output.
fn hear(output: impl Read, arrived: &SyncSender<Arrival>) {
    let mut output = BufReader::new(output);
    let mut buffer = Vec::new();
    for number in 1.. {
        let arrival = match read_line(&mut output, &mut buffer) {
            Ok(Line::Whole) if buffer.trim_ascii().is_empty() => continue,
            Ok(Line::Whole) => {
                let more = !output.buffer().trim_ascii().is_empty();
                Arrival::Line(OutputLine { number, content: std::mem::take(&mut buffer), more })
            }
            Ok(Line::TooLong) => Arrival::TooLong(number, std::mem::take(&mut buffer)),
            Ok(Line::End) | Err(_) => Arrival::Closed,
        };
        let last = !matches!(arrival, Arrival::Line(..));
        if arrived.send(arrival).is_err() || last {
            return;
        }
    }
}

/// Writes messages until there are no more; then the program's input is closed.
fn tell(mut input: ChildStdin, messages: &Receiver<Vec<u8>>, arrived: &SyncSender<Arrival>) {
    while let Ok(message) = messages.recv() {
        if let Err(error) = input.write_all(&message).and_then(|()| input.flush()) {
            // The other end may be gone, too: then nobody wants to know.
            let _ = arrived.send(Arrival::Deaf(error));
            return;
        }
    }
}

/// Keeps the last lines of the program's error output, and shows all of them if wanted.
fn keep(errors: impl Read, kept: &Mutex<VecDeque<String>>, show: bool) {
    let mut errors = BufReader::new(errors);
    let mut buffer = Vec::new();
    loop {
        match read_line(&mut errors, &mut buffer) {
            Ok(Line::Whole) => {}
            Ok(Line::TooLong) if skip_line(&mut errors).is_ok() => {}
            _ => return,
        }
        if show {
            // Nothing can be done about an error output of ours that is closed.
            let _ = writeln!(io::stderr(), "bot: {}", String::from_utf8_lossy(&buffer));
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == ERROR_LINES {
            kept.pop_front();
        }
        kept.push_back(shorten(&String::from_utf8_lossy(&buffer), ERROR_WIDTH));
    }
}
