use std::io::{self, BufRead, Write};

use kirifuda_play::{Actions, Fault, Policy, Rng, Seat, Text};
use serde::Serialize;
use serde_json::Value;

use crate::follow::Follow;
use crate::lines::{Line, MAX_LINE, read_line, skip_line};
use crate::message::PROTOCOL;
use crate::question::{Envelope, Position, Question};

/// How a player of ours presents itself to a foreign referee.
#[derive(Clone, Debug)]
pub struct BotOptions<R> {
    /// The name it gives when it is greeted.
    pub name: String,
    /// Question number n (from 0) is answered with the randomness of `Rng::stream(seed, &[n])`.
    pub seed: u64,
    /// The rules of questions that name none; without them such questions are refused.
    pub rules: Option<R>,
}

/// What a dialogue came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Served {
    /// Questions asked.
    pub questions: u64,
    /// Lines that were answered by an error.
    pub errors: u64,
}

/// Why a dialogue broke off.
#[derive(Debug, thiserror::Error)]
pub enum WireError {
    /// The referee could not be read.
    #[error("cannot read the referee's messages")]
    Read(#[source] io::Error),
    /// The referee could not be answered.
    #[error("cannot write to the referee")]
    Write(#[source] io::Error),
}

/// Answers a foreign referee until it says `bye` or closes the input.
///
/// `make` gives a player for the rules of a question; players are kept, one for each rules and seat. A line that
/// cannot be answered is answered by an error that names the problem, and the dialogue goes on.
pub fn serve<G: Text>(
    options: &BotOptions<G::Rules>,
    make: impl FnMut(&G::Rules) -> Result<Box<dyn Policy<G>>, Fault>,
    mut input: impl BufRead,
    mut output: impl Write,
) -> Result<Served, WireError> {
    let mut bot = Bot { options, make, players: Vec::new(), served: Served::default() };
    let mut buffer = Vec::new();
    for number in 1.. {
        let reply = match read_line(&mut input, &mut buffer).map_err(WireError::Read)? {
            Line::End => break,
            Line::TooLong => {
                skip_line(&mut input).map_err(WireError::Read)?;
                Err(Refusal { id: None, message: format!("the line is longer than {MAX_LINE} bytes; send less") })
            }
            Line::Whole if buffer.trim_ascii().is_empty() => Ok(Reply::Nothing),
            Line::Whole => bot.hear(&buffer),
        };
        let line = match reply {
            Ok(Reply::Bye) => break,
            Ok(Reply::Nothing) => continue,
            Ok(Reply::Line(line)) => line,
            Err(Refusal { id, message }) => {
                bot.served.errors += 1;
                Reply::line(&Said::Error { id, line: number, message })
            }
        };
        output.write_all(&line).and_then(|()| output.flush()).map_err(WireError::Write)?;
    }
    Ok(bot.served)
}

/// How many players are kept. A referee that asks under ever new rules must not fill the memory.
const KEPT: usize = 64;

struct Bot<'a, G: Text, M> {
    options: &'a BotOptions<G::Rules>,
    make: M,
    players: Vec<Seated<G>>,
    served: Served,
}

/// A player at a seat, under the rules it was made for.
struct Seated<G: Text> {
    rules_text: String,
    seat: Seat,
    player: Box<dyn Policy<G>>,
    follow: Follow,
}

/// What a line is answered by.
enum Reply {
    Line(Vec<u8>),
    Nothing,
    Bye,
}

/// Why a line is refused, and the question it was.
struct Refusal {
    id: Option<Value>,
    message: String,
}

/// What we say to a referee.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Said<'a> {
    Hello {
        protocol: u64,
        name: &'a str,
    },
    Answer {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<Value>,
        action: String,
    },
    Error {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<Value>,
        line: u64,
        message: String,
    },
}

impl Reply {
    fn line(said: &Said<'_>) -> Vec<u8> {
        // Strings and numbers only: writing them to memory cannot fail.
        let mut line = serde_json::to_vec(said).unwrap_or_default();
        line.push(b'\n');
        line
    }
}

impl<G: Text, M: FnMut(&G::Rules) -> Result<Box<dyn Policy<G>>, Fault>> Bot<'_, G, M> {
    fn hear(&mut self, line: &[u8]) -> Result<Reply, Refusal> {
        let mut envelope = Envelope::read(line).map_err(|message| Refusal { id: None, message })?;
        let id = envelope.id.take();
        self.obey(&envelope, id.clone(), line).map_err(|message| Refusal { id, message })
    }

    fn obey(&mut self, envelope: &Envelope, id: Option<Value>, line: &[u8]) -> Result<Reply, String> {
        match envelope.r#type.as_deref() {
            Some("choose") => {
                let number = self.served.questions;
                self.served.questions += 1;
                envelope.check(G::NAME)?;
                let action = self.answer(line, number)?;
                Ok(Reply::Line(Reply::line(&Said::Answer { id, action })))
            }
            Some("hello") => {
                envelope.check(G::NAME)?;
                let hello = Said::Hello { protocol: PROTOCOL, name: &self.options.name };
                Ok(Reply::Line(Reply::line(&hello)))
            }
            // Players that watch are shown the game by the questions, which are complete.
            Some("begin") => {
                self.players.iter_mut().for_each(|seated| seated.follow.reset());
                Ok(Reply::Nothing)
            }
            Some("event") => Ok(Reply::Nothing),
            Some("end") => self.end(line).map(|()| Reply::Nothing),
            Some("bye") => Ok(Reply::Bye),
            _ => Err(envelope.unknown_kind()),
        }
    }

    fn answer(&mut self, line: &[u8], number: u64) -> Result<String, String> {
        let mut question = Question::read(line)?;
        let position = question.position::<G>(self.options.rules.as_ref())?;
        let mut legal = Actions::new();
        let texts = question.legal(&position, &mut legal)?;
        let mut rng = Rng::stream(self.options.seed, &[number]);
        let seated = self.seated(&position)?;
        if let Some(watch) = seated.player.watch() {
            seated.follow.catch_up(&position, watch)?;
        }
        let action = seated.player.choose(position.game.view(position.seen.seat), &legal, &mut rng);
        let index = legal.iter().position(|&l| l == action);
        index.map(|index| texts[index].clone()).ok_or_else(|| "the player chose an illegal action".to_string())
    }

    /// The end of a game matters to players that watch; others let any `end` pass.
    fn end(&mut self, line: &[u8]) -> Result<(), String> {
        if !self.players.iter_mut().any(|seated| seated.player.watch().is_some()) {
            return Ok(());
        }
        let mut question = Question::read(line)?;
        let position = question.position::<G>(self.options.rules.as_ref())?;
        let payoffs = question.payoffs(position.game.seats())?;
        let seated = self.seated(&position)?;
        match seated.player.watch() {
            Some(watch) => seated.follow.finish(&position, payoffs, watch),
            None => Ok(()),
        }
    }

    /// The player for a position, made when it is first needed.
    fn seated(&mut self, position: &Position<G>) -> Result<&mut Seated<G>, String> {
        let seat = position.seen.seat;
        let found = self.players.iter().position(|s| s.seat == seat && s.rules_text == position.rules_text);
        let index = match found {
            Some(index) => index,
            None => {
                let player = (self.make)(position.game.rules()).map_err(|Fault(why)| why)?;
                if self.players.len() == KEPT {
                    self.players.remove(0);
                }
                let rules_text = position.rules_text.clone();
                self.players.push(Seated { rules_text, seat, player, follow: Follow::default() });
                self.players.len() - 1
            }
        };
        Ok(&mut self.players[index])
    }
}
