use std::io;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use kirifuda_arena::Contestant;
use kirifuda_games::daifugo::{Cards, Daifugo, Meld, Rules};
use kirifuda_play::{Fault, Seat};

use crate::cells::{read_hand, write_hand, write_play};
use crate::connection::{Connection, Silence};
use crate::follow::{Confusion, Follow};
use crate::handshake::greeting;
use crate::protocol::Protocol;
use crate::results::{Results, Visit};
use crate::scene::SEATS;
use crate::sitting::Sitting;
use crate::table::Table;

/// How a player of ours visits a server.
pub struct JoinOptions<'a> {
    /// Where the server is.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The version to speak.
    pub protocol: Protocol,
    /// What to call ourselves; servers show 9 to 14 letters.
    pub name: String,
    /// The rules by which the server plays.
    pub rules: Rules,
    /// What our player draws comes from this number.
    pub seed: u64,
    /// How long to try again when no server is there yet.
    pub connect_wait: Duration,
    /// True when we shall leave.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
}

/// Who looks on while a player of ours visits a server.
pub trait Guide {
    /// We have got a number.
    fn welcomed(&mut self, _number: usize) {}
    /// A table has arrived.
    fn heard(&mut self, _table: &Table) {}
    /// A game begins, counted from 0.
    fn began(&mut self, _number: u64) {}
    /// Somebody has moved.
    fn saw(&mut self, _seat: Seat, _meld: Meld) {}
    /// A game is over; the game as we followed it, unless we could not.
    fn over(&mut self, _number: u64, _game: Option<&Daifugo>, _results: &Results) {}
    /// Something is not as it should be.
    fn problem(&mut self, _what: &str) {}
}

/// Nobody looks on.
impl Guide for () {}

/// Why a visit failed.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// Not a name of a machine.
    #[error("cannot find the host `{host}`: {why}; check --host")]
    Host {
        /// As given.
        host: String,
        /// Why not.
        why: io::Error,
    },
    /// Nobody answers there.
    #[error("cannot reach a server at {host}:{port}: {why}; start the server first, or check --host and --port")]
    Unreachable {
        /// As given.
        host: String,
        /// As given.
        port: u16,
        /// Why not.
        why: io::Error,
    },
    /// The server did not give a number.
    #[error("the server sent us away without a number: its table is full, or it does not know protocol {0}")]
    Refused(Protocol),
    /// The number makes no sense.
    #[error(
        "the server gave us the number {number}, but players are 0 to 4; does it speak protocol {protocol}? (--protocol)"
    )]
    Number {
        /// As heard.
        number: i32,
        /// As spoken.
        protocol: Protocol,
    },
    /// A message that is out of place.
    #[error("the server and we are out of step in game {game}: {why}; does it speak protocol {protocol}? (--protocol)")]
    OutOfStep {
        /// Counted from 1.
        game: u64,
        /// What was wrong.
        why: String,
        /// As spoken.
        protocol: Protocol,
    },
    /// The player could not be made.
    #[error("{0}")]
    Player(#[from] Fault),
    /// The rules are not for five.
    #[error("the contest's table has {SEATS} seats, but the rules are for {0} players")]
    Players(u8),
    /// The connection broke.
    #[error("the connection to the server broke: {0}")]
    Broken(#[from] io::Error),
    /// Stopped before the first game.
    #[error("stopped before the first game")]
    Stopped,
}

/// How a match ended for us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Farewell {
    /// The server said that the match is over.
    Over,
    /// The server closed the connection in the middle.
    Closed,
    /// We were stopped.
    Stopped,
}

/// Plays in a server of the contest until it says that the match is over.
pub fn join(
    contestant: &Contestant<Daifugo>,
    options: &JoinOptions<'_>,
    guide: &mut dyn Guide,
) -> Result<Visit, JoinError> {
    if usize::from(options.rules.players) != SEATS {
        return Err(JoinError::Players(options.rules.players));
    }
    let player = (contestant.maker)()?;
    let mut connection = Connection::new(connect(options)?, Protocol::Y2007)?;
    if options.protocol != Protocol::Y2006 {
        connection.queue_table(&greeting(options.protocol, &options.name));
        connection.flush()?;
    }
    connection.speak(options.protocol);
    let number = match connection.read_number(None, options.stopped) {
        Ok(number) => number,
        Err(Silence::Stopped) => return Err(JoinError::Stopped),
        Err(Silence::Broken(why)) => return Err(JoinError::Broken(why)),
        Err(Silence::Closed | Silence::Late) => return Err(JoinError::Refused(options.protocol)),
    };
    let wrong = JoinError::Number { number, protocol: options.protocol };
    let me = u8::try_from(number).ok().filter(|&number| usize::from(number) < SEATS).ok_or(wrong)?;
    guide.welcomed(usize::from(me));
    let results = Results::new(usize::from(me), &options.rules);
    let sitting = Sitting::new(player, Seat(me), options.seed);
    Client { connection, options, guide, sitting, results, me: Seat(me), game: 0 }.play()
}

fn connect(options: &JoinOptions<'_>) -> Result<TcpStream, JoinError> {
    /// How long a machine may take to answer.
    const REACH: Duration = Duration::from_secs(5);
    const AGAIN: Duration = Duration::from_millis(100);
    let deadline = Instant::now() + options.connect_wait;
    let host = |why| JoinError::Host { host: options.host.clone(), why };
    let addresses: Vec<SocketAddr> = (options.host.as_str(), options.port).to_socket_addrs().map_err(host)?.collect();
    loop {
        let mut failure = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
        for address in &addresses {
            match TcpStream::connect_timeout(address, REACH) {
                Ok(stream) => return Ok(stream),
                Err(why) => failure = why,
            }
        }
        if (options.stopped)() {
            return Err(JoinError::Stopped);
        }
        if Instant::now() >= deadline {
            return Err(JoinError::Unreachable { host: options.host.clone(), port: options.port, why: failure });
        }
        std::thread::sleep(AGAIN);
    }
}

struct Client<'a> {
    connection: Connection,
    options: &'a JoinOptions<'a>,
    guide: &'a mut dyn Guide,
    sitting: Sitting,
    results: Results,
    me: Seat,
    game: u64,
}

/// Why a match cannot go on for us.
enum Halt {
    Farewell(Farewell),
    Error(JoinError),
}

impl Client<'_> {
    fn play(mut self) -> Result<Visit, JoinError> {
        loop {
            match self.play_game() {
                Ok(false) => self.game += 1,
                Ok(true) => return Ok(self.results.visit(Farewell::Over)),
                Err(Halt::Farewell(farewell)) => return Ok(self.results.visit(farewell)),
                Err(Halt::Error(why)) => return Err(why),
            }
        }
    }

    /// Plays a game; true after the last.
    fn play_game(&mut self) -> Result<bool, Halt> {
        let table = self.read_table()?;
        if table.get(5, 0) != 1 {
            return Err(self.out_of_step("a game must begin with an exchange table, [5][0] = 1"));
        }
        self.results.begin(&table);
        self.guide.began(self.game);
        self.sitting.begin(self.game);
        let mut follow = Follow::new(&self.options.rules, self.me, &table);
        if let Err(why) = &follow {
            let why = why.clone();
            self.lose(&mut follow, why);
        }
        self.exchange(&mut follow, &table)?;
        loop {
            let table = self.read_table()?;
            if let Ok(known) = &mut follow
                && let Err(why) = known.hand(&table)
            {
                self.lose(&mut follow, why);
            }
            if table.get(5, 2) == 1 {
                let play = self.choose(&mut follow, &table);
                self.connection.queue_table(&play);
                self.send()?;
                let verdict = self.read_number()?;
                match verdict {
                    8 if play != Table::EMPTY => self.results.rejected += 1,
                    8 | 9 => {}
                    _ => return Err(self.out_of_step(&format!("the answer to a play is 8 or 9, not {verdict}"))),
                }
            }
            let stage = self.read_table()?;
            self.see(&mut follow, &stage);
            match self.read_number()? {
                0 => {}
                verdict @ (1 | 2) => {
                    self.end(follow);
                    return Ok(verdict == 2);
                }
                other => return Err(self.out_of_step(&format!("after a turn comes 0, 1 or 2, not {other}"))),
            }
        }
    }

    fn exchange(&mut self, follow: &mut Result<Follow, Confusion>, table: &Table) -> Result<(), Halt> {
        let count = table.get(5, 1);
        let known = self.position(follow, None);
        if count <= 0 {
            return Ok(());
        }
        let count = count as usize;
        let cards = match known {
            Some(game) => self.sitting.choose(&game).cards(),
            // Our copy of the game is out of step with the server's: answer with something legal by the table alone.
            None => weakest(read_hand(table).unwrap_or_default(), count),
        };
        if let Ok(follow) = follow {
            follow.gave(cards);
        }
        let mut gift = Table::EMPTY;
        write_hand(&mut gift, cards);
        self.connection.queue_table(&gift);
        self.send()
    }

    fn choose(&mut self, follow: &mut Result<Follow, Confusion>, table: &Table) -> Table {
        let mut play = Table::EMPTY;
        match self.position(follow, Some(table)) {
            Some(game) => write_play(&mut play, self.sitting.choose(&game)),
            // The lowest card, where anything can be played; else a pass.
            None if table.get(5, 4) == 1 => {
                write_naturals(&mut play, weakest(read_hand(table).unwrap_or_default(), 1));
            }
            None => {}
        }
        play
    }

    fn see(&mut self, follow: &mut Result<Follow, Confusion>, stage: &Table) {
        self.results.saw(stage);
        let Ok(known) = follow else { return };
        match known.stage(stage) {
            Ok((seat, meld)) => {
                self.guide.saw(seat, meld);
                if self.sitting.watches()
                    && let Some(game) = self.position(follow, None)
                {
                    self.sitting.saw(&game, seat);
                }
            }
            Err(why) => self.lose(follow, why),
        }
    }

    /// The game as our player may see it; nothing if our copy is out of step with the server's.
    fn position(&mut self, follow: &mut Result<Follow, Confusion>, table: Option<&Table>) -> Option<Daifugo> {
        let known = follow.as_ref().ok()?;
        let game = known.game().and_then(|game| match table {
            Some(table) => known.check(&game, table).map(|()| game),
            None => Ok(game),
        });
        match game {
            Ok(game) => Some(game),
            Err(why) => {
                self.lose(follow, why);
                None
            }
        }
    }

    /// From here to the end of the game we play by the last table alone.
    fn lose(&mut self, follow: &mut Result<Follow, Confusion>, why: Confusion) {
        self.results.confused += 1;
        self.guide.problem(&format!("game {}: {why}", self.game + 1));
        *follow = Err(why);
    }

    fn end(&mut self, mut follow: Result<Follow, Confusion>) {
        let game = self.position(&mut follow, None);
        self.results.end();
        if let Some(game) = &game
            && let Err(Fault(why)) = self.sitting.end(game)
        {
            self.guide.problem(&format!("game {}: {why}", self.game + 1));
        }
        self.guide.over(self.game, game.as_ref(), &self.results);
    }

    fn read_table(&mut self) -> Result<Table, Halt> {
        // Not only when nothing comes: a fast server always has something to say.
        if (self.options.stopped)() {
            return Err(Halt::Farewell(Farewell::Stopped));
        }
        match self.connection.read_table(None, self.options.stopped) {
            Ok(Ok(table)) => {
                self.guide.heard(&table);
                Ok(table)
            }
            Ok(Err(why)) => Err(self.out_of_step(&why.to_string())),
            Err(silence) => Err(halt(silence)),
        }
    }

    fn read_number(&mut self) -> Result<i32, Halt> {
        self.connection.read_number(None, self.options.stopped).map_err(halt)
    }

    fn send(&mut self) -> Result<(), Halt> {
        // A server that does not read what we send counts as gone.
        self.connection.flush().map_err(|_| Halt::Farewell(Farewell::Closed))
    }

    fn out_of_step(&self, why: &str) -> Halt {
        Halt::Error(JoinError::OutOfStep { game: self.game + 1, why: why.to_string(), protocol: self.options.protocol })
    }
}

fn halt(silence: Silence) -> Halt {
    match silence {
        Silence::Closed | Silence::Late => Halt::Farewell(Farewell::Closed),
        Silence::Stopped => Halt::Farewell(Farewell::Stopped),
        Silence::Broken(why) => Halt::Error(JoinError::Broken(why)),
    }
}

fn weakest(hand: Cards, count: usize) -> Cards {
    hand.iter().take(count).collect()
}

/// A single card, or the joker alone.
fn write_naturals(table: &mut Table, card: Cards) {
    let meld = if card == Cards::JOKER { Some(Meld::JOKER) } else { Meld::of(card, None) };
    if let Some(meld) = meld {
        write_play(table, meld);
    }
}
