use kirifuda_play::{Act, Actions, Rules, Seat, Seen, Text, Turn, suggest};
use serde::Deserialize;
use serde_json::Value;

use crate::lines::shorten;
use crate::message::{ActText, Facts, PROTOCOL};

/// The part of a foreign line that decides what to do with it.
#[derive(Deserialize)]
pub struct Envelope {
    /// What kind of message it is.
    pub r#type: Option<String>,
    /// The number of a question: any number or string, given back as it came.
    pub id: Option<Value>,
    protocol: Option<Value>,
    game: Option<String>,
}

/// The kinds of message that a referee may send.
pub const KINDS: [&str; 6] = ["hello", "begin", "event", "choose", "end", "bye"];

impl Envelope {
    /// Reads the envelope of a line; the error names the problem and the remedy.
    pub fn read(line: &[u8]) -> Result<Envelope, String> {
        let text = std::str::from_utf8(line)
            .map_err(|why| format!("the line is not UTF-8 (byte {}); send JSON in UTF-8", why.valid_up_to() + 1))?;
        let value: Value = serde_json::from_str(text)
            .map_err(|why| format!("the line is not JSON: {why}; send one JSON object on each line"))?;
        if !value.is_object() {
            return Err("the line is not a JSON object; send for example {\"type\":\"choose\",…}".into());
        }
        serde_json::from_str(text).map_err(|why| format!("malformed message: {why}"))
    }

    /// Refuses what this bot cannot understand: another protocol, another game.
    pub fn check(&self, game: &str) -> Result<(), String> {
        match &self.protocol {
            Some(version) if version.as_u64() == Some(PROTOCOL) => {}
            Some(version) => {
                let version = shorten(&version.to_string(), 50);
                return Err(format!("protocol {version} is not known here; send \"protocol\":{PROTOCOL}"));
            }
            None => return Err(format!("the field `protocol` is missing; send \"protocol\":{PROTOCOL}")),
        }
        match self.game.as_deref() {
            Some(name) if name == game => Ok(()),
            Some(name) => Err(format!("the game is `{}`, but this bot plays `{game}`", shorten(name, 50))),
            None => Err(format!("the field `game` is missing; send \"game\":\"{game}\"")),
        }
    }

    /// The error for a message of unknown kind.
    pub fn unknown_kind(&self) -> String {
        match self.r#type.as_deref() {
            Some(kind) => {
                let kind = shorten(kind, 50);
                format!("unknown message type `{kind}`{}", suggest::remedy(&kind, KINDS))
            }
            None => format!("the field `type` is missing; it is one of {}", KINDS.join(", ")),
        }
    }
}

/// A foreign question, or the end of a game, read from its line. Fields that are not listed are ignored.
#[derive(Deserialize)]
pub struct Question {
    rules: Option<String>,
    seat: u8,
    seats: Option<u64>,
    hand: Vec<String>,
    #[serde(default)]
    public: Facts,
    #[serde(default)]
    private: Facts,
    history: Vec<ActText>,
    legal: Option<Vec<String>>,
    payoffs: Option<Vec<f32>>,
}

/// A game rebuilt from a question.
pub struct Position<G: Text> {
    /// What the seat has seen, as it was sent.
    pub seen: Seen,
    /// The rules in their canonical text.
    pub rules_text: String,
    /// A game in which the seat has seen just that.
    pub game: G,
}

impl Question {
    /// Reads a question; the error names what is missing or malformed.
    pub fn read(line: &[u8]) -> Result<Question, String> {
        serde_json::from_slice(line).map_err(|why| format!("malformed message: {why}"))
    }

    /// Rebuilds the game. `default` are the rules of questions that name none.
    pub fn position<G: Text>(&mut self, default: Option<&G::Rules>) -> Result<Position<G>, String> {
        let book = G::Rules::book();
        let rules = match (&self.rules, default) {
            (Some(text), _) => book.parse(text).map_err(|why| shorten(&why.to_string(), 500))?,
            (None, Some(rules)) => rules.clone(),
            (None, None) => {
                let presets: Vec<&str> = book.presets.iter().map(|preset| preset.name).collect();
                return Err(format!("the field `rules` is missing; presets are {}", presets.join(", ")));
            }
        };
        let seats = rules.seats();
        if let Some(told) = self.seats.filter(|&told| told != seats as u64) {
            return Err(format!("`seats` is {told}, but {} under these rules has {seats}", G::NAME));
        }
        let seen = Seen {
            seat: Seat(self.seat),
            hand: std::mem::take(&mut self.hand),
            public: std::mem::take(&mut self.public.0),
            private: std::mem::take(&mut self.private.0),
            history: self.history.drain(..).map(Act::from).collect(),
        };
        let in_range = |seat: Seat| seat.index() < seats;
        if !in_range(seen.seat) || !seen.history.iter().all(|act| in_range(act.seat)) {
            return Err(format!("no such seat: the seats are 0 to {}", seats - 1));
        }
        let game = G::reconstruct(&rules, &seen).map_err(|why| shorten(&why, 500))?;
        Ok(Position { rules_text: book.text(&rules), seen, game })
    }

    /// The legal actions of our rules, with the text that the referee uses for each. Where the referee sent its own
    /// list, the two must agree.
    pub fn legal<G: Text>(&self, position: &Position<G>, legal: &mut Actions<G>) -> Result<Vec<String>, String> {
        let Position { seen, game, .. } = position;
        match game.turn() {
            Turn::Seat(seat) if seat == seen.seat => {}
            Turn::Seat(seat) => return Err(format!("seat {} is asked, but seat {seat} is to move", seen.seat)),
            Turn::Over => return Err("the game is over, there is nothing to choose".into()),
        }
        game.legal(legal);
        let show = |action| G::show_action(game.rules(), action);
        let Some(told) = &self.legal else { return Ok(legal.iter().map(|&action| show(action)).collect()) };
        let mut texts: Vec<Option<String>> = vec![None; legal.len()];
        let mut foreign: Vec<String> = Vec::new();
        for text in told {
            let known = G::read_action(game.rules(), text).ok().and_then(|a| legal.iter().position(|&l| l == a));
            match known {
                Some(index) => texts[index] = Some(text.clone()),
                None => foreign.push(shorten(text, 50)),
            }
        }
        let missing: Vec<String> =
            legal.iter().zip(&texts).filter(|(_, text)| text.is_none()).map(|(&action, _)| show(action)).collect();
        if foreign.is_empty() && missing.is_empty() {
            return Ok(texts.into_iter().flatten().collect());
        }
        let mut why = String::from("`legal` does not agree with the rules");
        if !foreign.is_empty() {
            foreign.truncate(20);
            why.push_str(&format!("; not legal: {}", foreign.join(" ")));
        }
        if !missing.is_empty() {
            why.push_str(&format!("; legal but not listed: {}", missing.join(" ")));
        }
        why.push_str(&format!("; rules in force: {}", position.rules_text));
        Err(why)
    }

    /// The payoffs of an ended game: one for each seat.
    pub fn payoffs(&self, seats: usize) -> Result<&[f32], String> {
        match &self.payoffs {
            Some(payoffs) if payoffs.len() == seats => Ok(payoffs),
            Some(payoffs) => Err(format!("`payoffs` has {} numbers for {seats} seats", payoffs.len())),
            None => Err("the field `payoffs` is missing".into()),
        }
    }
}
