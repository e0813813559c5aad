use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use kirifuda_arena::Contestant;
use kirifuda_games::daifugo::{Daifugo, Meld, Rules};
use kirifuda_play::{Fault, Seat};

use crate::cells::Rejection;
use crate::chair::Chair;
use crate::host::Host;
use crate::lobby::{gather, keep_door};
use crate::protocol::Protocol;
use crate::scene::SEATS;
use crate::standings::Standings;

/// How a server plays.
pub struct ServeOptions<'a> {
    /// The rules; five players.
    pub rules: Rules,
    /// Games of the match.
    pub games: u64,
    /// All chance comes from this number: the deals, and what our own players draw.
    pub seed: u64,
    /// How long a client may take for an answer; for ever if nothing. A client that is late passes; one that is late
    /// [`LATE`] times in a row is sent away.
    pub move_limit: Option<Duration>,
    /// How long to wait for clients; for ever if nothing.
    pub join_wait: Option<Duration>,
    /// How long a client may be silent after it has connected before it is taken for one of protocol 20060.
    pub greeting_wait: Duration,
    /// True when the match shall end.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
}

/// So many late answers in a row end a client's part in the match: the others shall not wait for it for ever.
pub const LATE: u32 = 3;

/// Who looks on: people, files, tests.
pub trait Hall {
    /// A client has got its number.
    fn joined(&mut self, _number: usize, _name: &str, _protocol: Protocol, _address: SocketAddr) {}
    /// Something happened that people may want to know, and that concerns one client only.
    fn problem(&mut self, _what: &str) {}
    /// The match begins; the players by number: name, and `own` or the version of the protocol.
    fn seated(&mut self, _players: &[(String, String)]) {}
    /// Cards are dealt for a game, counted from 0.
    fn dealt(&mut self, _number: u64, _game: &Daifugo) {}
    /// A move was made, also in the exchange; `refused` if it is a pass because something else was not taken.
    fn moved(&mut self, _game: &Daifugo, _seat: Seat, _meld: Meld, _refused: Option<&Rejection>) {}
    /// A game is over: its payoffs, the points so far.
    fn over(&mut self, _number: u64, _game: &Daifugo, _points: &[f64; SEATS]) {}
}

/// Nobody looks on.
impl Hall for () {}

/// How a match ended.
#[derive(Clone, Debug)]
pub struct MatchReport {
    /// The standings of the games that were played to their end.
    pub standings: Standings,
    /// Why there were fewer games than wanted.
    pub cut_short: Option<CutShort>,
    /// Connections that came too late.
    pub turned_away: u64,
}

/// Why a match ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutShort {
    /// Somebody stopped it.
    Stopped,
    /// No client is left, and no player of ours sits at the table.
    Deserted,
}

/// Why there is no match.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Not five players.
    #[error("the contest's table has {SEATS} seats, but the rules are for {0} players; leave `players` at {SEATS}")]
    Players(u8),
    /// More players of ours than seats.
    #[error("{0} players of ours for {SEATS} seats; name {SEATS} at most")]
    TooManyOwn(usize),
    /// The socket cannot listen.
    #[error("cannot listen for clients: {0}")]
    Listen(#[source] io::Error),
    /// Not enough clients came.
    #[error(
        "only {joined} of {wanted} clients joined in time; start more clients, wait longer (--wait), \
         or let our players take the empty seats (--players, --fill)"
    )]
    Alone {
        /// How many came.
        joined: usize,
        /// How many were needed.
        wanted: usize,
    },
    /// A player of ours could not be made.
    #[error("{0}")]
    Player(#[from] Fault),
    /// The games could not be recorded.
    #[error("cannot write the record: {0}")]
    Record(#[source] io::Error),
    /// Stopped before the match began.
    #[error("stopped before the match began")]
    Stopped,
}

/// Plays a match: waits for as many clients as seats are not taken by players of ours, then plays the games.
///
/// `own` take the last numbers; `fill` takes the seats that are free when the time to join is over, or at once where
/// nobody listens. Every game is written to `record` as a line.
pub fn serve(
    listener: Option<&TcpListener>,
    own: &[Contestant<Daifugo>],
    fill: Option<&Contestant<Daifugo>>,
    options: &ServeOptions<'_>,
    hall: &mut dyn Hall,
    record: Option<&mut dyn Write>,
) -> Result<MatchReport, ServeError> {
    if usize::from(options.rules.players) != SEATS {
        return Err(ServeError::Players(options.rules.players));
    }
    let wanted = SEATS.checked_sub(own.len()).ok_or(ServeError::TooManyOwn(own.len()))?;
    if let Some(listener) = listener {
        listener.set_nonblocking(true).map_err(ServeError::Listen)?;
    }
    let guests = match listener {
        Some(listener) if wanted > 0 => gather(listener, wanted, options, hall)?,
        _ => (0..wanted).map(|_| None).collect(),
    };
    let joined = guests.iter().flatten().count();
    if joined < wanted && fill.is_none() {
        return Err(ServeError::Alone { joined, wanted });
    }
    let mut chairs = Vec::with_capacity(SEATS);
    for guest in guests {
        chairs.push(match (guest, fill) {
            (Some(guest), _) => Chair::guest(guest),
            (None, Some(fill)) => Chair::own(fill)?,
            (None, None) => return Err(ServeError::Alone { joined, wanted }),
        });
    }
    for contestant in own {
        chairs.push(Chair::own(contestant)?);
    }
    let (closing, turned_away) = (AtomicBool::new(false), AtomicU64::new(0));
    let (standings, cut_short) = std::thread::scope(|scope| {
        if let Some(listener) = listener {
            scope.spawn(|| keep_door(listener, &closing, &turned_away));
        }
        let played = Host::new(chairs, options).play(hall, record);
        closing.store(true, Ordering::Relaxed);
        played
    })?;
    Ok(MatchReport { standings, cut_short, turned_away: turned_away.into_inner() })
}
