use std::net::SocketAddr;
use std::time::{Duration, Instant};

use kirifuda_arena::Contestant;
use kirifuda_games::daifugo::Daifugo;
use kirifuda_play::{Fault, Policy, Rng};

use crate::connection::{Connection, Silence};
use crate::hex::NotHex;
use crate::lobby::Guest;
use crate::server::LATE;
use crate::standings::{Conduct, Left};
use crate::table::Table;

/// Who sits at a number, and how it behaved.
pub(crate) struct Chair {
    pub name: String,
    /// `own`, or the version of the protocol.
    pub from: String,
    pub sitter: Sitter,
    pub conduct: Conduct,
}

pub(crate) enum Sitter {
    /// A player of ours.
    Own {
        player: Box<dyn Policy<Daifugo>>,
        /// New for every game.
        rng: Rng,
    },
    /// A client; nothing is left of one that has gone.
    Client(Option<Box<Client>>),
}

pub(crate) struct Client {
    connection: Connection,
    /// Answers to earlier questions that have not come yet.
    owed: u32,
    /// Late answers in a row.
    late: u32,
    address: SocketAddr,
    /// When it was sent its last tables.
    asked: Instant,
}

/// What a client answers.
#[expect(clippy::large_enum_variant, reason = "it lives on the stack for one answer")]
pub(crate) enum Answer {
    /// A table, or bytes that are none.
    Table(Result<Table, NotHex>),
    /// Nothing: it is late or gone.
    Nothing,
    /// The match was stopped meanwhile.
    Stopped,
}

impl Chair {
    pub fn own(contestant: &Contestant<Daifugo>) -> Result<Chair, Fault> {
        let sitter = Sitter::Own { player: (contestant.maker)()?, rng: Rng::new(0) };
        Ok(Chair { name: contestant.name.clone(), from: "own".to_string(), sitter, conduct: Conduct::default() })
    }

    pub fn guest(Guest { connection, name, address }: Guest) -> Chair {
        let from = connection.protocol().to_string();
        let name = if name.is_empty() { address.to_string() } else { name };
        let client = Box::new(Client { connection, owed: 0, late: 0, address, asked: Instant::now() });
        Chair { name, from, sitter: Sitter::Client(Some(client)), conduct: Conduct::default() }
    }

    /// The conversation, if there is one.
    pub fn connection(&mut self) -> Option<&mut Connection> {
        match &mut self.sitter {
            Sitter::Client(Some(client)) => Some(&mut client.connection),
            _ => None,
        }
    }

    /// True when nobody will ever move here again.
    pub fn is_empty(&self) -> bool {
        matches!(self.sitter, Sitter::Client(None))
    }

    /// Sends what is queued; the reason if the client had to be given up.
    pub fn flush(&mut self, game: u64) -> Option<String> {
        let Sitter::Client(Some(client)) = &mut self.sitter else { return None };
        client.asked = Instant::now();
        let why = client.connection.flush().err()?;
        Some(self.leave(game, format!("it could not be sent its tables: {why}")))
    }

    /// Waits for the answer of a client; the reason if it had to be given up.
    pub fn ask(&mut self, limit: Option<Duration>, stopped: &dyn Fn() -> bool, game: u64) -> (Answer, Option<String>) {
        let Sitter::Client(Some(client)) = &mut self.sitter else { return (Answer::Nothing, None) };
        let deadline = limit.map(|limit| Instant::now() + limit);
        loop {
            match client.connection.read_table(deadline, stopped) {
                // A late answer to an earlier question that has timed out.
                Ok(_) if client.owed > 0 => client.owed -= 1,
                Ok(table) => {
                    client.late = 0;
                    self.conduct.answered(client.asked.elapsed());
                    return (Answer::Table(table), None);
                }
                Err(Silence::Stopped) => return (Answer::Stopped, None),
                Err(Silence::Late) => {
                    client.owed += 1;
                    client.late += 1;
                    self.conduct.late += 1;
                    let patient = client.late < LATE;
                    let why = (!patient).then(|| self.leave(game, format!("{LATE} late answers in a row")));
                    return (Answer::Nothing, why);
                }
                Err(why) => {
                    let why = self.leave(game, why.to_string());
                    return (Answer::Nothing, Some(why));
                }
            }
        }
    }

    fn leave(&mut self, game: u64, why: String) -> String {
        let address = match &self.sitter {
            Sitter::Client(Some(client)) => client.address.to_string(),
            _ => String::new(),
        };
        self.sitter = Sitter::Client(None);
        let told = format!("`{}` ({address}) is out from game {} on, and passes: {why}", self.name, game + 1);
        self.conduct.left = Some(Left { game: game + 1, why });
        told
    }
}
