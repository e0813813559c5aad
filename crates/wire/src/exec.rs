use std::marker::PhantomData;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kirifuda_play::{Fault, Policy, Rng, Rules, Seat, Text, Watch};

use crate::FaultLog;
use crate::answer::{Asked, is_hello};
use crate::message::{Facts, Message, PROTOCOL};
use crate::program::{Arrival, Program};
use crate::report::{Problem, Report};

/// How an outside program is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExecOptions {
    /// Time for each answer.
    pub move_time: Duration,
    /// Time in addition for the first answer after a start: interpreters and models take a while to load.
    pub start_time: Duration,
    /// What happens when the program fails.
    pub on_fault: OnFault,
    /// Whether what the program writes to its error output is shown on ours.
    pub show_errors: bool,
}

/// What happens when an outside program crashes, hangs or answers wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFault {
    /// The game does not count: its end reports the fault. Until then the first legal action is played.
    Stop,
    /// The first legal action is played, the fault is counted, and a program that is gone is started again.
    FirstLegal,
}

impl Default for ExecOptions {
    fn default() -> ExecOptions {
        let limit = Duration::from_secs(5);
        ExecOptions { move_time: limit, start_time: limit, on_fault: OnFault::Stop, show_errors: false }
    }
}

/// A player that is an outside program, asked over its standard input and output.
///
/// Nothing that the program does makes it hang or play at random: see [`OnFault`].
pub struct ExecPlayer<G: Text> {
    command: Arc<str>,
    words: Vec<String>,
    rules: G::Rules,
    rules_text: String,
    options: ExecOptions,
    log: Arc<FaultLog>,
    program: Option<Running>,
    restarts: u32,
    questions: u64,
    /// Under [`OnFault::Stop`]: what ended the program's part in the game.
    fault: Option<Fault>,
    seat: Option<Seat>,
    game: PhantomData<G>,
}

/// The program and how far the talk with it has come.
struct Running {
    program: Program,
    /// It may still introduce itself.
    greets: bool,
    /// It has answered nothing yet.
    fresh: bool,
}

/// How often one instance starts its program again.
const MAX_RESTARTS: u32 = 10;
/// How long the end of a program may lag behind the end of its output.
const DYING: Duration = Duration::from_millis(500);

impl<G: Text> ExecPlayer<G> {
    /// Starts a command (words as a shell would split them, but no shell) as a player under `rules`.
    /// Faults that do not stop the game are counted in `log`, which several players may share.
    pub fn spawn(
        command: &str,
        rules: &G::Rules,
        options: &ExecOptions,
        log: Arc<FaultLog>,
    ) -> Result<ExecPlayer<G>, Fault> {
        let words =
            shell_words::split(command).map_err(|why| Fault(format!("cannot read command `{command}`: {why}")))?;
        if words.is_empty() {
            return Err(Fault("the command of an outside player is empty: write for example `python3 bot.py`".into()));
        }
        let mut player = ExecPlayer {
            command: command.into(),
            words,
            rules: rules.clone(),
            rules_text: G::Rules::book().text(rules),
            options: *options,
            log,
            program: None,
            restarts: 0,
            questions: 0,
            fault: None,
            seat: None,
            game: PhantomData,
        };
        player.start().map_err(|report| Fault(player.describe(&report)))?;
        Ok(player)
    }

    /// What stopped the program, if something did. Only under [`OnFault::Stop`].
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    fn start(&mut self) -> Result<(), Box<Report>> {
        let program = Program::start(&self.words, self.options.show_errors).map_err(|why| {
            Problem::Start(format!("cannot be started: {why}; check the name `{}` (no shell is used)", self.words[0]))
        })?;
        self.program = Some(Running { program, greets: true, fresh: true });
        let hello = Message::Hello {
            protocol: PROTOCOL,
            game: G::NAME,
            rules: &self.rules_text,
            seats: self.rules.seats(),
            time_ms: self.time_ms(),
            referee: concat!("kirifuda ", env!("CARGO_PKG_VERSION")),
        }
        .line();
        self.announce(hello)
    }

    /// Starts the program again if it is gone and has not been started too often.
    fn revive(&mut self) -> Result<(), Box<Report>> {
        if self.program.is_some() {
            return Ok(());
        }
        if self.restarts == MAX_RESTARTS {
            return Err(Problem::GivenUp(MAX_RESTARTS).into());
        }
        self.restarts += 1;
        self.start()
    }

    /// Tells the program something that needs no answer.
    fn announce(&mut self, line: Vec<u8>) -> Result<(), Box<Report>> {
        let limit = self.options.move_time;
        match &self.program {
            Some(running) => running.program.send(line, limit).map_err(|_| Problem::NotReading(limit).into()),
            None => Ok(()),
        }
    }

    fn ask(&mut self, view: G::View<'_>, legal: &[G::Action]) -> Result<G::Action, Box<Report>> {
        let seen = G::seen(view);
        self.seat = Some(seen.seat);
        self.revive()?;
        self.check_quiet()?;
        self.questions += 1;
        let legal_text: Vec<String> = legal.iter().map(|&action| G::show_action(&self.rules, action)).collect();
        let question = Message::Choose {
            protocol: PROTOCOL,
            id: self.questions,
            game: G::NAME,
            rules: &self.rules_text,
            seats: self.rules.seats(),
            seen: seen.into(),
            position: Facts(G::position(view)),
            legal: &legal_text,
            time_ms: self.time_ms(),
        }
        .line();
        let asked = Asked::<G> { id: self.questions, legal, legal_text: &legal_text, rules: &self.rules };
        let Some(running) = &mut self.program else { return Err(Problem::Ended.into()) };
        running.question(question, &asked, &self.options)
    }

    /// A line that arrived before the question cannot be its answer.
    fn check_quiet(&mut self) -> Result<(), Box<Report>> {
        let Some(running) = &mut self.program else { return Ok(()) };
        while let Some(arrival) = running.program.arrived() {
            match arrival {
                Arrival::Line(line) if running.greets && is_hello(&line.content) => running.greets = false,
                other => return Err(running.broken(other)),
            }
        }
        Ok(())
    }

    /// Takes note of a failure: stops for good, or counts it. A program that is out of step is ended at once, so a
    /// late answer never meets a later question.
    fn failed(&mut self, mut report: Box<Report>) {
        let stop = self.options.on_fault == OnFault::Stop;
        if (stop || !report.problem.in_step())
            && let Some(mut running) = self.program.take()
        {
            let (status, by_itself) = running.program.kill();
            if by_itself {
                report.status = report.status.or(status);
            }
            report.errors = running.program.last_errors();
        }
        let text = self.describe(&report);
        match self.options.on_fault {
            OnFault::Stop => self.fault = self.fault.take().or(Some(Fault(text))),
            OnFault::FirstLegal => self.log.record(text),
        }
    }

    fn describe(&self, report: &Report) -> String {
        let place = self.seat.map_or_else(String::new, |seat| format!(" at seat {seat} of {}", G::NAME));
        report.text(&self.command, &place)
    }

    fn time_ms(&self) -> u64 {
        u64::try_from(self.options.move_time.as_millis()).unwrap_or(u64::MAX)
    }

    /// Tells something, unless the program has failed for good.
    fn tell(&mut self, line: impl FnOnce(&Self) -> Vec<u8>) {
        if self.fault.is_none() && self.program.is_some() {
            let line = line(self);
            if let Err(report) = self.announce(line) {
                self.failed(report);
            }
        }
    }
}

impl<G: Text> Policy<G> for ExecPlayer<G> {
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], _rng: &mut Rng) -> G::Action {
        if self.fault.is_some() {
            return legal[0];
        }
        self.ask(view, legal).unwrap_or_else(|report| {
            self.failed(report);
            legal[0]
        })
    }

    fn watch(&mut self) -> Option<&mut dyn Watch<G>> {
        Some(self)
    }
}

impl<G: Text> Watch<G> for ExecPlayer<G> {
    fn begin(&mut self, view: G::View<'_>) {
        let seen = G::seen(view);
        self.seat = Some(seen.seat);
        // A program that was given up is counted where it should have moved, not here.
        if self.fault.is_none()
            && self.restarts < MAX_RESTARTS
            && let Err(report) = self.revive()
        {
            self.failed(report);
        }
        self.tell(|player| {
            let (rules, seats) = (player.rules_text.as_str(), player.rules.seats());
            Message::Begin { protocol: PROTOCOL, game: G::NAME, rules, seats, seen: seen.into() }.line()
        });
    }

    fn saw(&mut self, view: G::View<'_>, _seat: Seat) {
        self.tell(|_| {
            let mut seen = G::seen(view);
            let made = seen.history.pop().map(Into::into);
            let (public, private) = (Facts(seen.public), Facts(seen.private));
            Message::Event { seat: seen.seat.0, r#move: made, hand: seen.hand, public, private }.line()
        });
    }

    fn end(&mut self, view: G::View<'_>, payoffs: &[f32]) -> Result<(), Fault> {
        self.tell(|player| {
            let (rules, seats) = (player.rules_text.as_str(), player.rules.seats());
            let seen = G::seen(view).into();
            Message::End { protocol: PROTOCOL, game: G::NAME, rules, seats, seen, payoffs }.line()
        });
        if self.fault.is_none()
            && let Err(report) = self.check_quiet()
        {
            self.failed(report);
        }
        self.fault.clone().map_or(Ok(()), Err)
    }
}

impl<G: Text> Drop for ExecPlayer<G> {
    fn drop(&mut self) {
        if let Some(running) = &self.program {
            // Without waiting: a program that does not read is killed in a moment.
            let _ = running.program.send(Message::Bye.line(), Duration::ZERO);
        }
    }
}

impl Running {
    /// Asks and waits for the answer, no longer than allowed.
    fn question<G: Text>(
        &mut self,
        question: Vec<u8>,
        asked: &Asked<'_, G>,
        options: &ExecOptions,
    ) -> Result<G::Action, Box<Report>> {
        let start_time = if self.fresh { options.start_time } else { Duration::ZERO };
        let limit = options.move_time.saturating_add(start_time);
        let start = Instant::now();
        self.program.send(question, limit).map_err(|_| Problem::NotReading(limit))?;
        loop {
            match self.program.wait(limit.saturating_sub(start.elapsed())) {
                None => return Err(Problem::Silent(limit).into()),
                Some(Arrival::Line(line)) if self.greets && is_hello(&line.content) => self.greets = false,
                Some(Arrival::Line(line)) => {
                    (self.fresh, self.greets) = (false, false);
                    let problem = match asked.judge(&line.content) {
                        Ok(action) if !line.more => return Ok(action),
                        Ok(_) => Problem::Talkative,
                        Err(problem) => problem,
                    };
                    return Err(Report::about(problem, line.number, line.content));
                }
                Some(other) => return Err(self.broken(other)),
            }
        }
    }

    /// The report of an arrival after which the program cannot go on.
    fn broken(&mut self, arrival: Arrival) -> Box<Report> {
        let problem = match arrival {
            Arrival::TooLong(number, line) => return Report::about(Problem::TooLong, number, line),
            Arrival::Line(line) => return Report::about(Problem::NotAsked, line.number, line.content),
            Arrival::Closed => Problem::Mute,
            Arrival::Deaf(why) => Problem::Deaf(why.to_string()),
        };
        match self.program.ended(DYING) {
            Some(status) => Report::ended(status),
            None => problem.into(),
        }
    }
}
