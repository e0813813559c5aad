//! Against the contest's own server and client, where they are at hand: set UECDA_KIT_SERVER and UECDA_KIT_CLIENT to the
//! two programs and run with `--ignored`. UECDA_KIT_GAMES says how many games (default 300).

use std::collections::HashMap;
use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use kirifuda_arena::replay;
use kirifuda_play::{Game, Seat, Turn};
use kirifuda_uecda::cells::read_play;
use kirifuda_uecda::daifugo::{Cards, Daifugo, Dealt, Meld, Rules};
use kirifuda_uecda::{Farewell, Guide, Protocol, SEATS, Scene, Table};

use crate::support::{Server, Story, options, uniform, visit};

const RANKS: &str = "x3456789TJQKA2x";

struct Kit {
    server: PathBuf,
    client: PathBuf,
    games: u64,
}

impl Kit {
    fn find() -> Kit {
        let program = |name: &str| PathBuf::from(std::env::var(name).unwrap_or_else(|_| panic!("set {name}")));
        let games = std::env::var("UECDA_KIT_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(300);
        Kit { server: program("UECDA_KIT_SERVER"), client: program("UECDA_KIT_CLIENT"), games }
    }

    /// Starts the kit's server in a folder of its own.
    fn start(&self, folder: &Path) -> (Child, SocketAddr) {
        fs::create_dir_all(folder.join("logs")).unwrap();
        // A port that is free now will be free in a moment.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let on =
            ["RULE_KAKUMEI", "RULE_SHIBARI", "RULE_KAIDAN", "RULE_8GIRI", "RULE_CHANGE", "RULE_SEKIGAE", "FLAG_LOGGER"];
        let off = ["RULE_KINSOKU", "RULE_5TOBI", "RULE_6REVERS", "RULE_11BACK", "FLAG_STATISTICS"];
        let mut config = String::from("WINDOW_TYPE console\nCONSOLE_TYPE console\nGRAPH_WINDOW none\nRAND_TYPE MT\n");
        on.iter().for_each(|name| config.push_str(&format!("{name} yes\n")));
        off.iter().for_each(|name| config.push_str(&format!("{name} no\n")));
        let games = self.games;
        config.push_str(&format!(
            "RULE_SEKIGAE_NUM 3\nGAME_NUMBER {games}\nFLASH_MIBUN_NUMBER 100\nPORT_NUMBER {port}\n"
        ));
        fs::write(folder.join("tndhms.cfg"), config).unwrap();
        let child = Command::new(&self.server).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        (child.unwrap(), SocketAddr::from(([127, 0, 0, 1], port)))
    }

    fn client(&self, address: SocketAddr, name: &str) -> Child {
        let mut command = Command::new(&self.client);
        command.args(["-h", "127.0.0.1", "-p", &address.port().to_string(), "-n", name]);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }
}

/// Waits until the server greets one after the other, so that numbers follow the order of starting.
fn pause() {
    std::thread::sleep(Duration::from_millis(100));
}

/// A game of the kit's log.
struct Logged {
    dealt: Dealt,
    gifts: Vec<(usize, Cards)>,
    plays: Vec<(usize, Table)>,
    result: Vec<u8>,
}

/// `S3D8` as a table, and the joker's cells (`K`, `L`, `M`, `N` on a suit's row, `J` on row 4).
fn read_cells(text: &str) -> Table {
    let mut table = Table::EMPTY;
    let letters: Vec<char> = text.chars().collect();
    for pair in letters.chunks(2).filter(|pair| pair != &['E', 'E']) {
        let (row, value) = match "SHDC".find(pair[0]) {
            Some(row) => (row, 1),
            None => ("KLMNJ".find(pair[0]).unwrap(), 2),
        };
        // Both ends are written alike; the cards beside the joker tell them apart, and alone it does not matter.
        let column = if pair[1] == 'x' && text.contains('2') { 14 } else { RANKS.find(pair[1]).unwrap() };
        table.set(row, column, value);
    }
    table
}

fn read_cards(text: &str) -> Cards {
    kirifuda_uecda::cells::read_hand(&read_cells(text)).unwrap()
}

fn read_log(text: &str) -> Vec<Logged> {
    let mut games: Vec<HashMap<&str, &str>> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("%-")) {
        let mut parts = line.splitn(4, '%').skip(1);
        let (Some(number), Some(key), Some(value)) = (parts.next(), parts.next(), parts.next()) else { continue };
        let number: usize = number.parse().unwrap();
        games.resize_with(games.len().max(number + 1), HashMap::new);
        games[number].insert(key, value.trim());
    }
    let digits = |text: &str| -> [u8; 6] {
        let mut out = [0, 1, 2, 3, 4, 5];
        text.bytes().zip(&mut out).for_each(|(digit, place)| *place = digit - b'0');
        out
    };
    let words = |text: &str| -> Vec<(usize, String)> {
        let words = text.split_whitespace().filter(|word| *word != "NULL");
        words.map(|word| (usize::from(word.as_bytes()[0] - b'0'), word[1..].to_string())).collect()
    };
    games
        .iter()
        .map(|game| {
            let classes = Some(digits(game["mibun"])).filter(|classes| classes[..5] != [2; 5]);
            let circle = digits(game["seat"]);
            let mut hands = [Cards::EMPTY; 6];
            game["palyer_cards"].split_whitespace().zip(&mut hands).for_each(|(text, hand)| *hand = read_cards(text));
            let eleven = |place: usize| hands[usize::from(circle[place % SEATS])].len() == 11;
            let first = (0..SEATS).find(|&place| eleven(place) && eleven(place + 1) && eleven(place + 2)).unwrap();
            let changes = words(game["change_cards"]);
            Logged {
                dealt: Dealt { hands, circle, classes, first: circle[first], lots: 0 },
                // The last two are what the winners return; the sender is followed by the receiver.
                gifts: changes.iter().skip(2).map(|(from, text)| (*from, read_cards(&text[1..]))).collect(),
                plays: words(game["play"]).iter().map(|(player, text)| (*player, read_cells(text))).collect(),
                result: game["result"].bytes().map(|digit| digit - b'0').collect(),
            }
        })
        .collect()
}

/// Plays a logged game again by our rules; calls for every turn with the game before it and what was made of the play.
fn retrace(logged: &Logged, mut turn: impl FnMut(&Daifugo, usize, Meld, &Table)) -> Daifugo {
    let mut game = Daifugo::from_deal(&Rules::uecda(), &logged.dealt).unwrap();
    for (from, cards) in &logged.gifts {
        assert_eq!(game.turn(), Turn::Seat(Seat(*from as u8)));
        game.try_play(Meld::give(*cards)).unwrap();
    }
    for (player, cells) in &logged.plays {
        assert_eq!(game.turn(), Turn::Seat(Seat(*player as u8)), "another player moves");
        let meld = read_play(cells).ok().filter(|&meld| game.is_legal(meld)).unwrap_or(Meld::PASS);
        turn(&game, *player, meld, cells);
        game.play(meld);
    }
    assert_eq!(game.turn(), Turn::Over);
    game
}

fn newest_log(folder: &Path) -> String {
    let file = fs::read_dir(folder.join("logs")).unwrap().map(|entry| entry.unwrap().path()).next();
    let file = file.or_else(|| {
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).find(|p| p.extension().is_some_and(|e| e == "log"))
    });
    fs::read_to_string(file.unwrap()).unwrap()
}

#[test]
#[ignore = "needs the contest's kit: UECDA_KIT_SERVER, UECDA_KIT_CLIENT"]
fn our_clients_in_the_kits_server_see_the_games_of_its_log() {
    let kit = Kit::find();
    let folder = tempfile::tempdir().unwrap();
    let (mut server, address) = kit.start(folder.path());
    pause();
    let [y2006, y2007, y2014] = Protocol::ALL;
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    for protocol in [Some(y2007), None, Some(y2014), None, Some(y2006)] {
        match protocol {
            Some(protocol) => {
                ours.push(std::thread::spawn(move || Story::of_visit(address, protocol)));
            }
            None => theirs.push(kit.client(address, "default")),
        }
        pause();
    }
    let visits: Vec<_> = ours.into_iter().map(|thread| thread.join().unwrap()).collect();
    server.wait().unwrap();
    theirs.iter_mut().for_each(|client| drop(client.wait()));
    let games = read_log(&newest_log(folder.path()));
    assert_eq!(games.len() as u64, kit.games);
    let mut histories = Vec::new();
    let mut lots = 0;
    for logged in &games {
        let mut history = Vec::new();
        let end = retrace(logged, |_, player, meld, _| history.push((Seat(player as u8), meld)));
        let by_lot = end.view(Seat(0)).passes() >= 20;
        lots += u64::from(by_lot);
        if !by_lot {
            for (place, &player) in logged.result.iter().enumerate() {
                assert_eq!(end.place_of(Seat(player)), Some(place as u8));
            }
        }
        histories.push(history);
    }
    for (story, visit) in visits {
        assert_eq!((visit.farewell, visit.rejected, visit.confused), (Farewell::Over, 0, 0));
        assert_eq!(story.0, histories);
    }
    eprintln!("{} games, {} moves, {lots} by lot", games.len(), histories.iter().map(Vec::len).sum::<usize>());
}

#[test]
#[ignore = "needs the contest's kit: UECDA_KIT_SERVER, UECDA_KIT_CLIENT"]
fn the_kits_server_sends_the_tables_that_ours_would_send() {
    let kit = Kit::find();
    let folder = tempfile::tempdir().unwrap();
    let (mut server, address) = kit.start(folder.path());
    pause();
    let mut theirs: Vec<Child> = (0..4)
        .map(|_| {
            let child = kit.client(address, "default");
            pause();
            child
        })
        .collect();
    #[derive(Default)]
    struct Listener(Vec<Table>);
    impl Guide for Listener {
        fn heard(&mut self, table: &Table) {
            self.0.push(*table);
        }
    }
    let mut listener = Listener::default();
    let visit = visit(address, Protocol::Y2007, &uniform(), &mut listener).unwrap();
    assert_eq!((visit.number, visit.confused), (4, 0));
    server.wait().unwrap();
    theirs.iter_mut().for_each(|client| drop(client.wait()));
    let mut seen = listener.0.into_iter();
    let me = Seat(4);
    let mut compared = 0;
    let mut compare = |mut ours: Table, what: &str, lone_joker: bool| {
        let mut theirs = seen.next().unwrap();
        if lone_joker {
            // The log does not tell on which side it was put.
            ours.copy_cards(&Table::EMPTY);
            theirs.copy_cards(&Table::EMPTY);
        }
        // Numbers of 20070 have no sign; row 7 is what a player put there.
        ours.set(5, 1, ours.get(5, 1).max(0));
        (0..15).for_each(|column| theirs.set(7, column, 0));
        // Classes mix with those of the game that is on; a player whose class was taken has none in the kit's.
        if what != "exchange" {
            (5..10).for_each(|column| {
                ours.set(6, column, 0);
                theirs.set(6, column, 0);
            });
        }
        assert_eq!(ours, theirs, "{what}");
        compared += 1;
    };
    for logged in read_log(&newest_log(folder.path())) {
        let game = Daifugo::from_deal(&Rules::uecda(), &logged.dealt).unwrap();
        let mut scene = Scene::new(&game);
        compare(scene.exchange(&game, me), "exchange", false);
        retrace(&logged, |game, player, meld, cells| {
            compare(scene.hand(game, me), "hand", false);
            scene.turn(game, meld, cells);
            let mut after = game.clone();
            after.play(meld);
            let lying = if meld == Meld::PASS { game.view(me).table() } else { Some(meld) };
            compare(scene.stage(&after, Seat(player as u8)), "stage", lying == Some(Meld::JOKER));
        });
    }
    assert!(seen.next().is_none());
    eprintln!("{compared} tables compared");
}

#[test]
#[ignore = "needs the contest's kit: UECDA_KIT_SERVER, UECDA_KIT_CLIENT"]
fn the_kits_clients_play_in_our_server_as_fast_as_in_theirs() {
    let kit = Kit::find();
    let folder = tempfile::tempdir().unwrap();
    let (mut theirs, address) = kit.start(folder.path());
    pause();
    let mut clients: Vec<Child> = (0..5)
        .map(|_| {
            let child = kit.client(address, "default");
            pause();
            child
        })
        .collect();
    let start = Instant::now();
    theirs.wait().unwrap();
    let kits_time = start.elapsed();
    clients.iter_mut().for_each(|client| drop(client.wait()));
    let server = Server::start(options(kit.games), 0);
    let start = Instant::now();
    let mut clients: Vec<Child> = (0..5).map(|_| kit.client(server.address, "default")).collect();
    let (report, notes, records) = server.end();
    let our_time = start.elapsed();
    clients.iter_mut().for_each(|client| assert!(client.wait().unwrap().success()));
    assert_eq!(notes.problems, [""; 0]);
    assert_eq!(report.standings.games, kit.games);
    records.iter().for_each(|record| assert!(replay::<Daifugo>(record).is_ok()));
    let moves: usize = records.iter().map(|record| record.actions.len()).sum();
    eprintln!("{} games, {moves} moves: the kit's server {kits_time:?}, ours {our_time:?}", kit.games);
    assert!(our_time < kits_time);
}
