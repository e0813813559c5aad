//! Clients that behave.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use kirifuda_arena::{Contestant, Record, replay};
use kirifuda_play::{Fault, Game, Policy, Rng, Seat, Text, Watch};
use kirifuda_uecda::daifugo::{Daifugo, Kind, Meld, Rules, View};
use kirifuda_uecda::{Farewell, Protocol};

use crate::support::{Server, Story, join_options, options, uniform};

/// Who played what in a recorded game, without the exchange.
fn history(record: &Record) -> Vec<(Seat, Meld)> {
    let end: Daifugo = replay(record).unwrap();
    let movers = Daifugo::seen(end.view(Seat(0))).history.into_iter().map(|act| act.seat);
    let moves = record.actions.iter().map(|text| Daifugo::read_action(&Rules::uecda(), text).unwrap());
    movers.zip(moves).filter(|(_, meld)| meld.kind() != Kind::Give).collect()
}

#[test]
fn five_clients_of_all_protocols_see_the_games_that_the_server_records() {
    let server = Server::start(options(120), 0);
    let [y2006, y2007, y2014] = Protocol::ALL;
    let address = server.address;
    let clients = [y2006, y2007, y2014, y2007, y2014]
        .map(|protocol| std::thread::spawn(move || Story::of_visit(address, protocol)));
    let (report, notes, records) = server.end();
    assert_eq!(notes.problems, [""; 0]);
    assert_eq!(report.cut_short, None);
    assert_eq!(report.standings.games, 120);
    let histories: Vec<_> = records.iter().map(history).collect();
    assert_eq!(histories.len(), 120);
    for client in clients {
        let (story, visit) = client.join().unwrap();
        assert_eq!((visit.farewell, visit.rejected, visit.confused, visit.untold), (Farewell::Over, 0, 0, 0));
        for (ours, theirs) in visit.standings.players.iter().zip(&report.standings.players) {
            assert_eq!((ours.points, ours.places), (theirs.points, theirs.places));
        }
        assert_eq!(story.0, histories);
    }
    for player in &report.standings.players {
        assert_eq!((player.rejected, player.late, &player.left), (0, 0, &None));
    }
}

#[test]
fn a_match_is_its_seed_and_its_players() {
    let play = |seed| {
        let server = Server::start(kirifuda_uecda::ServeOptions { seed, ..options(15) }, 3);
        let first = server.visit(Protocol::Y2007, uniform());
        // Numbers are in the order of arrival, so the second client waits a moment.
        std::thread::sleep(std::time::Duration::from_millis(60));
        let second = server.visit(Protocol::Y2014, uniform());
        let (_, _, records) = server.end();
        for client in [first, second] {
            assert_eq!(client.join().unwrap().unwrap().farewell, Farewell::Over);
        }
        records
    };
    let once = play(4);
    assert_eq!(once, play(4));
    assert_ne!(once, play(5));
}

#[test]
fn a_client_that_is_stopped_leaves_a_fast_server_at_once_with_its_results() {
    static GAMES: AtomicU64 = AtomicU64::new(0);
    struct Counter;
    impl kirifuda_uecda::Guide for Counter {
        fn over(&mut self, game: u64, _: Option<&Daifugo>, _: &kirifuda_uecda::Results) {
            GAMES.store(game + 1, Ordering::Relaxed);
        }
    }
    let server = Server::start(options(1000), 4);
    let wish = join_options(server.address, Protocol::Y2007);
    let wish = kirifuda_uecda::JoinOptions { stopped: &|| GAMES.load(Ordering::Relaxed) >= 3, ..wish };
    let visit = kirifuda_uecda::join(&uniform(), &wish, &mut Counter).unwrap();
    assert_eq!((visit.farewell, visit.standings.games), (Farewell::Stopped, 3));
    // The others play on.
    let (report, ..) = server.end();
    assert_eq!(report.standings.games, 1000);
}

#[test]
fn a_table_of_our_own_players_waits_for_nobody() {
    let server = Server::start(options(5), 5);
    let (report, notes, records) = server.end();
    assert_eq!((report.standings.games, records.len()), (5, 5));
    assert_eq!(notes.problems, [""; 0]);
    assert!(report.standings.players.iter().all(|player| player.from == "own"));
}

/// Plays the last legal move, and counts what it is shown.
#[derive(Clone, Default)]
struct Watcher {
    begun: Arc<AtomicU64>,
    seen: Arc<AtomicU64>,
    ended: Arc<AtomicU64>,
}

impl Policy<Daifugo> for Watcher {
    fn choose(&mut self, _: View<'_>, legal: &[Meld], _: &mut Rng) -> Meld {
        *legal.last().unwrap()
    }
    fn watch(&mut self) -> Option<&mut dyn Watch<Daifugo>> {
        Some(self)
    }
}

impl Watch<Daifugo> for Watcher {
    fn begin(&mut self, _: View<'_>) {
        self.begun.fetch_add(1, Ordering::Relaxed);
    }
    fn saw(&mut self, view: View<'_>, seat: Seat) {
        assert!(seat.index() < view.rules().players.into());
        self.seen.fetch_add(1, Ordering::Relaxed);
    }
    fn end(&mut self, _: View<'_>, payoffs: &[f32]) -> Result<(), Fault> {
        assert_eq!(payoffs.iter().sum::<f32>(), 15.0);
        self.ended.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

#[test]
fn players_that_watch_are_shown_every_move_at_either_end() {
    let (at_home, abroad) = (Watcher::default(), Watcher::default());
    let contestant = |watcher: &Watcher| {
        let watcher = watcher.clone();
        Contestant::new("watcher", move || Ok(Box::new(watcher.clone()) as Box<dyn Policy<Daifugo>>))
    };
    let server = Server::start_with(options(8), vec![uniform(), uniform(), uniform(), contestant(&at_home)], None);
    let visitor = server.visit(Protocol::Y2007, contestant(&abroad));
    let (_, _, records) = server.end();
    assert_eq!(visitor.join().unwrap().unwrap().rejected, 0);
    let moves: usize = records.iter().map(|record| record.actions.len()).sum();
    let plays: usize = records.iter().map(|record| history(record).len()).sum();
    let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed) as usize;
    assert_eq!([&at_home.begun, &at_home.seen, &at_home.ended].map(|counter| read(counter)), [8, moves, 8]);
    // A client is not shown what others give each other.
    assert_eq!([&abroad.begun, &abroad.seen, &abroad.ended].map(|counter| read(counter)), [8, plays, 8]);
}
