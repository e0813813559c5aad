use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::wire::SeatInfo;
use crate::{Refusal, secret};

/// All that is fixed about a table before its first move, as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sitting {
    /// The game.
    pub game: String,
    /// Its rules, in canonical text.
    pub rules: String,
    /// Who sits where.
    pub chairs: Vec<Chair>,
    /// A whole match or session.
    pub series: bool,
    /// Milliseconds that a player's move takes at least.
    pub pace_ms: u64,
    /// Milliseconds that a person has for a move; 0: as many as he likes.
    #[serde(default)]
    pub move_ms: u64,
    /// Who is asked for hints.
    pub adviser: Option<String>,
    /// All chance comes from it, where there is no secret. Never sent to anybody: it is all hands of all deals.
    pub seed: u64,
    /// All chance comes from it, and nobody can tell one deal from another: the seed of each is a hash. Tables for which
    /// somebody chose a seed, and those of older programs, have none. Never sent to anybody.
    #[serde(default)]
    pub secret: Option<String>,
    /// The hash of what proves that somebody made the table.
    pub owner: String,
    /// What was out of the ordinary, by the number of the deal.
    #[serde(default)]
    pub marks: BTreeMap<u64, Marks>,
    /// What people have chosen before their turn, by seat; it is played when the turn comes. Never sent to anybody else.
    #[serde(default)]
    pub held: BTreeMap<usize, Held>,
}

/// Moves that somebody has chosen before his turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// The deal that they are for, from 0.
    pub deal: u64,
    /// In the game's notation.
    pub moves: Vec<String>,
}

/// What a record says of a deal besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    /// Moves that a person took back after others had answered.
    #[serde(default)]
    pub taken_back: u64,
    /// Seats of people who were away, for whom a player made moves.
    #[serde(default)]
    pub stood_in: BTreeSet<usize>,
}

/// A seat at a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Chair {
    /// Who sits here.
    pub sitter: Sitter,
    /// The name to show.
    pub name: String,
    /// Whoever sits here agrees that hints are given, where several people play.
    #[serde(default)]
    pub agrees: bool,
}

/// Who sits at a seat.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Sitter {
    /// Somebody with the token of which this is the hash.
    Person(String),
    /// Nobody yet: whoever has the link.
    Open,
    /// A player of the list.
    Player(String),
    /// An opponent that goes on learning: its number among the learners, and its specification.
    Learner {
        /// Its name in links.
        id: String,
        /// What it is.
        spec: String,
        /// It learns from the games of this table: its owner has made it, or says that everybody's games count.
        #[serde(default = "yes")]
        taught: bool,
    },
}

/// Tables of before taught every learner.
fn yes() -> bool {
    true
}

impl Sitter {
    /// Its kind in one word.
    pub fn kind(&self) -> &'static str {
        match self {
            Sitter::Person(_) => "person",
            Sitter::Open => "open",
            Sitter::Player(_) => "player",
            Sitter::Learner { .. } => "learner",
        }
    }

    /// The specification of a player or learner.
    pub fn player(&self) -> Option<&str> {
        match self {
            Sitter::Player(spec) | Sitter::Learner { spec, .. } => Some(spec),
            _ => None,
        }
    }

    /// True for somebody who decides by himself.
    pub fn is_person(&self) -> bool {
        matches!(self, Sitter::Person(_) | Sitter::Open)
    }
}

/// What a token allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// To play at this seat.
    Seat(usize),
    /// To watch, and to say when the next deal is played: the maker of a table without people.
    Owner,
    /// To watch.
    Watcher,
}

impl Pass {
    /// The seat, if it is that.
    pub fn seat(self) -> Option<usize> {
        match self {
            Pass::Seat(seat) => Some(seat),
            _ => None,
        }
    }
}

impl Sitting {
    /// True when nobody plays here who could be deceived: all may be shown to all.
    pub fn is_open(&self) -> bool {
        !self.chairs.iter().any(|chair| chair.sitter.is_person())
    }

    /// Hints may be given: one person plays, or all who play agree.
    pub fn has_hints(&self) -> bool {
        let people = || self.chairs.iter().filter(|chair| chair.sitter.is_person());
        people().count() < 2 || people().all(|chair| chair.agrees)
    }

    /// One person plays, against players only.
    pub fn is_solitary(&self) -> bool {
        self.chairs.iter().filter(|chair| chair.sitter.is_person()).count() == 1
    }

    /// The seed of something by chance in a deal.
    pub fn seed_of(&self, kind: u64, deal: u64) -> Option<u64> {
        self.secret.as_ref().map(|secret| secret::derive(secret, &[kind, deal]))
    }

    /// Replaces tokens, as older programs have stored them, by their hashes.
    pub fn hash_secrets(&mut self) {
        self.owner = secret::hash(&self.owner);
        for chair in &mut self.chairs {
            if let Sitter::Person(token) = &mut chair.sitter {
                *token = secret::hash(token);
            }
        }
    }

    /// What a token allows; an unknown one is refused.
    pub fn admit(&self, token: Option<&str>) -> Result<Pass, Refusal> {
        let Some(token) = token.filter(|token| !token.is_empty()) else {
            return Ok(Pass::Watcher);
        };
        let seat = self.chairs.iter().position(|chair| match &chair.sitter {
            Sitter::Person(known) => secret::proves(known, token),
            _ => false,
        });
        match seat {
            Some(seat) => Ok(Pass::Seat(seat)),
            None if secret::proves(&self.owner, token) => Ok(Pass::Owner),
            None => Err(Refusal::new(
                403,
                "token",
                "this token does not belong to the table",
                "join the table again, or open the link without a token to watch",
            )),
        }
    }

    /// Gives an open seat to somebody.
    pub fn join(&mut self, wanted: Option<usize>, name: String) -> Result<(usize, String), Refusal> {
        let open = |chair: &Chair| chair.sitter == Sitter::Open;
        let seat = match wanted {
            Some(seat) => self.chairs.get(seat).is_some_and(open).then_some(seat),
            None => self.chairs.iter().position(open),
        };
        let Some(seat) = seat else {
            return Err(Refusal::new(
                409,
                "taken",
                "there is no open seat here",
                "watch, or make a table of your own with a seat that is open",
            ));
        };
        let token = secret::name(26)?;
        let name = if name.is_empty() { format!("Player {}", seat + 1) } else { name };
        self.chairs[seat] = Chair { sitter: Sitter::Person(secret::hash(&token)), name, agrees: false };
        Ok((seat, token))
    }

    /// Makes a seat open again.
    pub fn leave(&mut self, seat: usize) {
        self.held.remove(&seat);
        if let Some(chair) = self.chairs.get_mut(seat) {
            *chair = Chair { sitter: Sitter::Open, name: format!("Player {}", seat + 1), agrees: false };
        }
    }

    /// The seats as everybody may know them.
    pub fn seats(&self) -> Vec<SeatInfo> {
        let info = |chair: &Chair| SeatInfo {
            kind: chair.sitter.kind(),
            name: chair.name.clone(),
            player: chair.sitter.player().map(str::to_string),
            taken: chair.sitter != Sitter::Open,
        };
        self.chairs.iter().map(info).collect()
    }
}
