//! Servers in threads, our clients, and clients by hand.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use kirifuda_arena::{Contestant, Record, read_records};
use kirifuda_play::{Policy, Seat, Uniform};
use kirifuda_uecda::daifugo::{Daifugo, Meld, Rules};
use kirifuda_uecda::{
    Guide, Hall, JoinError, JoinOptions, MatchReport, Protocol, Results, ServeError, ServeOptions, TABLE_BYTES, Table,
    Visit, handshake::greeting, join, serve,
};

/// Nobody stops.
pub fn never() -> bool {
    false
}

/// A player that draws its moves.
pub fn uniform() -> Contestant<Daifugo> {
    Contestant::new("random", || Ok(Box::new(Uniform) as Box<dyn Policy<Daifugo>>))
}

/// Options for quick tests.
pub fn options(games: u64) -> ServeOptions<'static> {
    ServeOptions {
        rules: Rules::uecda(),
        games,
        seed: 7,
        move_limit: Some(Duration::from_secs(20)),
        join_wait: Some(Duration::from_secs(20)),
        greeting_wait: Duration::from_millis(150),
        stopped: &never,
    }
}

/// What people would have been told.
#[derive(Default, Debug)]
pub struct Notes {
    pub problems: Vec<String>,
}

impl Hall for Notes {
    fn problem(&mut self, what: &str) {
        self.problems.push(what.to_string());
    }
}

/// A match that goes on in a thread.
pub struct Server {
    pub address: SocketAddr,
    thread: JoinHandle<(Result<MatchReport, ServeError>, Notes, Vec<Record>)>,
}

impl Server {
    /// Starts a server with so many players of ours.
    pub fn start(options: ServeOptions<'static>, own: usize) -> Server {
        Server::start_with(options, (0..own).map(|_| uniform()).collect(), None)
    }

    pub fn start_with(
        options: ServeOptions<'static>,
        own: Vec<Contestant<Daifugo>>,
        fill: Option<Contestant<Daifugo>>,
    ) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let thread = std::thread::spawn(move || {
            let mut notes = Notes::default();
            let mut lines = Vec::new();
            let report = serve(Some(&listener), &own, fill.as_ref(), &options, &mut notes, Some(&mut lines));
            let records = read_records(lines.as_slice()).map(Result::unwrap).collect();
            (report, notes, records)
        });
        Server { address, thread }
    }

    /// Waits for the end of the match.
    pub fn end(self) -> (MatchReport, Notes, Vec<Record>) {
        let (report, notes, records) = self.thread.join().unwrap();
        (report.unwrap(), notes, records)
    }

    /// Waits for a match that does not begin.
    pub fn fail(self) -> (ServeError, Notes) {
        let (report, notes, _) = self.thread.join().unwrap();
        (report.unwrap_err(), notes)
    }

    /// Sends one of our clients there.
    pub fn visit(&self, protocol: Protocol, player: Contestant<Daifugo>) -> JoinHandle<Result<Visit, JoinError>> {
        let address = self.address;
        std::thread::spawn(move || visit(address, protocol, &player, &mut ()))
    }
}

/// Plays in a server to the end.
pub fn visit(
    address: SocketAddr,
    protocol: Protocol,
    player: &Contestant<Daifugo>,
    guide: &mut dyn Guide,
) -> Result<Visit, JoinError> {
    join(player, &join_options(address, protocol), guide)
}

/// The usual way to join.
pub fn join_options(address: SocketAddr, protocol: Protocol) -> JoinOptions<'static> {
    JoinOptions {
        host: address.ip().to_string(),
        port: address.port(),
        protocol,
        name: format!("ours-{protocol}"),
        rules: Rules::uecda(),
        seed: 3,
        connect_wait: Duration::ZERO,
        stopped: &never,
    }
}

/// Every move of every game, as a client sees it; the exchange is not seen.
#[derive(Default)]
pub struct Story(pub Vec<Vec<(Seat, Meld)>>);

impl Story {
    /// Plays in a server to the end, and tells.
    pub fn of_visit(address: SocketAddr, protocol: Protocol) -> (Story, Visit) {
        let mut story = Story::default();
        let visit = visit(address, protocol, &uniform(), &mut story).unwrap();
        (story, visit)
    }
}

impl Guide for Story {
    fn began(&mut self, _: u64) {
        self.0.push(Vec::new());
    }
    fn saw(&mut self, seat: Seat, meld: Meld) {
        self.0.last_mut().unwrap().push((seat, meld));
    }
    fn over(&mut self, _: u64, game: Option<&Daifugo>, _: &Results) {
        assert!(game.is_some());
    }
    fn problem(&mut self, what: &str) {
        panic!("{what}");
    }
}

/// A client of protocol 20070 by hand.
pub struct Hand {
    pub stream: TcpStream,
}

impl Hand {
    pub fn connect(address: SocketAddr) -> Hand {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        Hand { stream }
    }

    /// Connects, greets, and gets a number.
    pub fn greet(address: SocketAddr, name: &str) -> (Hand, i32) {
        let mut hand = Hand::connect(address);
        hand.send(&greeting(Protocol::Y2007, name));
        let number = hand.number();
        (hand, number)
    }

    pub fn send(&mut self, table: &Table) {
        let mut bytes = Vec::new();
        Protocol::Y2007.write_table(table, &mut bytes);
        self.stream.write_all(&bytes).unwrap();
    }

    pub fn table(&mut self) -> Table {
        let mut bytes = [0; TABLE_BYTES];
        self.stream.read_exact(&mut bytes).unwrap();
        Protocol::Y2007.read_table(&bytes).unwrap()
    }

    pub fn number(&mut self) -> i32 {
        let mut bytes = [0; 4];
        self.stream.read_exact(&mut bytes).unwrap();
        i32::from_be_bytes(bytes)
    }

    /// Plays on to the end of the match, answering as told; returns the tables that were sent to it.
    pub fn play(&mut self, mut answer: impl FnMut(&Table, &mut TcpStream)) -> Vec<Table> {
        self.play_judged(|table, stream| {
            answer(table, stream);
            None
        })
    }

    /// The same; the answer comes with the verdict that is expected, if one is.
    pub fn play_judged(&mut self, mut answer: impl FnMut(&Table, &mut TcpStream) -> Option<i32>) -> Vec<Table> {
        let mut seen = Vec::new();
        loop {
            let exchange = self.table();
            assert_eq!(exchange.get(5, 0), 1, "{exchange:?}");
            seen.push(exchange);
            if exchange.get(5, 1) > 0 {
                answer(&exchange, &mut self.stream);
            }
            loop {
                let hand = self.table();
                seen.push(hand);
                if hand.get(5, 2) == 1 {
                    let expected = answer(&hand, &mut self.stream);
                    let verdict = self.number();
                    assert!(expected.map_or([8, 9].contains(&verdict), |expected| verdict == expected), "{hand:?}");
                }
                seen.push(self.table());
                match self.number() {
                    0 => {}
                    1 => break,
                    2 => return seen,
                    other => panic!("{other} after a turn"),
                }
            }
        }
    }
}
