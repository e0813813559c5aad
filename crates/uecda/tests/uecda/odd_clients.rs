//! Clients that do not behave: the match goes on for the others, in time.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use kirifuda_arena::replay;
use kirifuda_play::{Game, Text, Turn};
use kirifuda_uecda::daifugo::{Daifugo, Rules};
use kirifuda_uecda::handshake::greeting;
use kirifuda_uecda::{CutShort, Farewell, LATE, Protocol, ServeError, TABLE_BYTES, Table};

use crate::support::{Hand, Server, options, uniform};

/// A pass as bytes.
fn pass() -> [u8; TABLE_BYTES] {
    [0; TABLE_BYTES]
}

#[test]
fn a_table_that_arrives_byte_by_byte_is_read_all_the_same() {
    let server = Server::start(options(2), 4);
    let mut hand = Hand::connect(server.address);
    let mut bytes = Vec::new();
    Protocol::Y2007.write_table(&greeting(Protocol::Y2007, "drip"), &mut bytes);
    for part in bytes.chunks(97) {
        hand.stream.write_all(part).unwrap();
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(hand.number(), 0);
    let mut plays = 0;
    hand.play(|table, stream| {
        // The lowest card where the table is empty, in pieces.
        let mut play = Table::EMPTY;
        if table.get(5, 0) == 0 && table.get(5, 4) == 1 {
            let lowest = table.cards().filter(|&(_, column, value)| value == 1 && column > 0).min_by_key(|cell| cell.1);
            if let Some((row, column, _)) = lowest {
                play.set(row, column, 1);
                plays += 1;
            }
        }
        let mut bytes = Vec::new();
        Protocol::Y2007.write_table(&play, &mut bytes);
        let (head, tail) = bytes.split_at(3);
        stream.write_all(head).unwrap();
        std::thread::sleep(Duration::from_millis(1));
        stream.write_all(tail).unwrap();
    });
    let (report, notes, records) = server.end();
    assert_eq!(notes.problems, [""; 0]);
    assert_eq!(report.standings.games, 2);
    assert_eq!(report.standings.players[0].name, "drip");
    // What it played was taken: its only rejection is the gift of nothing in an exchange.
    assert!(report.standings.players[0].rejected <= 1, "{:?}", report.standings.players[0]);
    let played: usize = records.iter().map(|record| record.actions.len()).sum();
    assert!(plays > 0 && played > plays);
}

#[test]
fn garbage_is_a_pass() {
    let server = Server::start(options(3), 4);
    let (mut hand, _) = Hand::greet(server.address, "noise");
    let mut noise = 0x9E37_79B9_u32;
    hand.play(|_, stream| {
        let bytes: Vec<u8> = std::iter::repeat_with(|| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (noise >> 24) as u8
        })
        .take(TABLE_BYTES)
        .collect();
        stream.write_all(&bytes).unwrap();
    });
    let (report, notes, records) = server.end();
    assert_eq!(notes.problems, [""; 0]);
    assert_eq!(report.standings.games, 3);
    let player = &report.standings.players[0];
    assert!(player.rejected > 5, "{player:?}");
    assert!(player.first_rejection.as_ref().is_some_and(|why| why.contains("cells of cards are 0, 1 or 2")));
    // It never plays a card; only lots can save it from the last place.
    assert_eq!(player.places[0], 0);
    records.iter().for_each(|record| assert!(replay::<Daifugo>(record).is_ok()));
}

#[test]
fn hexadecimal_garbage_is_a_pass() {
    let server = Server::start(options(1), 4);
    let mut hand = Hand::connect(server.address);
    hand.send(&greeting(Protocol::Y2014, "noise"));
    hand.number();
    let mut read = |bytes: usize| {
        let mut buffer = vec![0; bytes];
        hand.stream.read_exact(&mut buffer).unwrap();
        buffer
    };
    read(33);
    loop {
        let table = read(33);
        let mine = char::from(table[16]).to_digit(16).unwrap() >= 8;
        if mine {
            break;
        }
        read(33);
        if read(4) != [0; 4] {
            break;
        }
    }
    hand.stream.write_all(b"this is not a table at all, sorry").unwrap();
    let mut verdict = [0; 4];
    hand.stream.read_exact(&mut verdict).unwrap();
    assert_eq!(verdict, [0, 0, 0, 8]);
    drop(hand);
    let (report, _, _) = server.end();
    let player = &report.standings.players[0];
    assert_eq!(player.from, "20140");
    assert!(player.first_rejection.as_ref().is_some_and(|why| why.contains("hexadecimal")), "{player:?}");
}

#[test]
fn a_client_that_disconnects_passes_for_ever_and_cannot_come_back() {
    let server = Server::start(options(30), 3);
    let (mut leaver, _) = Hand::greet(server.address, "leaver");
    let stayer = server.visit(Protocol::Y2007, uniform());
    // It stays until its first turn.
    leaver.table();
    loop {
        if leaver.table().get(5, 2) == 1 {
            break;
        }
        leaver.table();
        leaver.number();
    }
    leaver.stream.shutdown(Shutdown::Both).unwrap();
    drop(leaver);
    // Whoever comes now, and greets or not, finds the door closed at once.
    let mut late = TcpStream::connect(server.address).unwrap();
    late.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let _ = late.write_all(&pass());
    let mut byte = [0];
    let answer = late.read(&mut byte);
    assert!(matches!(answer, Ok(0)) || answer.is_err_and(|why| why.kind() == std::io::ErrorKind::ConnectionReset));
    let (report, notes, _) = server.end();
    assert_eq!(report.standings.games, 30);
    assert_eq!(notes.problems.len(), 1, "{notes:?}");
    assert!(report.turned_away <= 1);
    let left = report.standings.players[0].left.clone().unwrap();
    assert_eq!(left.game, 1);
    assert!(left.why.contains("closed the connection"), "{left:?}");
    assert_eq!(stayer.join().unwrap().unwrap().farewell, Farewell::Over);
}

#[test]
fn a_silent_client_costs_the_others_three_limits_and_no_more() {
    let limit = Duration::from_millis(60);
    let server = Server::start(kirifuda_uecda::ServeOptions { move_limit: Some(limit), ..options(20) }, 4);
    let (mut hand, _) = Hand::greet(server.address, "sleeper");
    let start = Instant::now();
    let (report, notes, _) = server.end();
    let player = &report.standings.players[0];
    assert_eq!(report.standings.games, 20);
    assert_eq!(player.late, u64::from(LATE));
    assert!(player.left.as_ref().is_some_and(|left| left.why.contains("late")), "{player:?}");
    assert_eq!(notes.problems.len(), 1);
    assert!(start.elapsed() >= LATE * limit);
    // What it was sent before it was given up is still there to be read.
    assert_eq!(hand.table().get(5, 0), 1);
}

#[test]
fn an_answer_that_comes_too_late_is_not_taken_for_the_next() {
    let limit = Duration::from_millis(250);
    let server = Server::start(kirifuda_uecda::ServeOptions { move_limit: Some(limit), ..options(2) }, 4);
    let (mut hand, _) = Hand::greet(server.address, "dreamer");
    let mut turns = 0;
    hand.play(|_, stream| {
        turns += 1;
        if turns == 1 || turns == 5 {
            std::thread::sleep(limit * 3 / 2);
            // A play that would be rejected: it must not be judged, since its turn is over.
            let mut play = Table::EMPTY;
            play.set(0, 0, 1);
            let mut bytes = Vec::new();
            Protocol::Y2007.write_table(&play, &mut bytes);
            stream.write_all(&bytes).unwrap();
        } else {
            stream.write_all(&pass()).unwrap();
        }
    });
    let (report, _, _) = server.end();
    let player = &report.standings.players[0];
    assert_eq!(player.left, None);
    assert!(player.late > 0);
    let gifts = player.first_rejection.as_ref().is_none_or(|why| why.contains("exchange"));
    assert!(gifts, "{player:?}");
}

#[test]
fn a_client_that_does_not_read_is_given_up() {
    // Megabytes are buffered on the way: it takes thousands of turns until it hurts.
    let server = Server::start(options(600), 4);
    let (hand, _) = Hand::greet(server.address, "deaf");
    let mut mouth = hand.stream.try_clone().unwrap();
    let talker = std::thread::spawn(move || while mouth.write_all(&pass()).is_ok() {});
    let (report, _, _) = server.end();
    assert_eq!(report.standings.games, 600);
    let player = &report.standings.players[0];
    assert!(player.left.as_ref().is_some_and(|left| left.why.contains("could not be sent")), "{player:?}");
    drop(hand);
    talker.join().unwrap();
}

#[test]
fn strange_greetings_are_refused_and_the_seats_stay_free() {
    let server = Server::start(options(1), 4);
    // A browser, a version that does not exist, somebody who stops in the middle, somebody who only looks in.
    let mut browser = Hand::connect(server.address);
    browser.stream.write_all(format!("GET / HTTP/1.1\r\n{}", "x".repeat(600)).as_bytes()).unwrap();
    assert!(matches!(browser.stream.read(&mut [0; 4]), Ok(0) | Err(_)));
    let mut future = Hand::connect(server.address);
    let mut table = greeting(Protocol::Y2007, "future");
    table.set(0, 0, 20990);
    future.send(&table);
    assert!(matches!(future.stream.read(&mut [0; 4]), Ok(0) | Err(_)));
    let mut half = Hand::connect(server.address);
    half.stream.write_all(&[0; 100]).unwrap();
    assert!(matches!(half.stream.read(&mut [0; 4]), Ok(0) | Err(_)));
    drop(Hand::connect(server.address));
    // A client with a name that fills the row takes the seat.
    let (mut hand, number) = Hand::greet(server.address, "a name of more than fifteen letters");
    assert_eq!(number, 0);
    hand.play(|_, stream| stream.write_all(&pass()).unwrap());
    let (report, notes, _) = server.end();
    assert_eq!(report.standings.players[0].name, "a name of more");
    for words in ["names protocol 1195725856", "names protocol 20990", "only 100 of the 480 bytes", "left before"] {
        assert!(notes.problems.iter().any(|told| told.contains(words)), "{words}: {notes:?}");
    }
}

#[test]
fn a_client_that_leaves_before_the_match_frees_its_number() {
    let server = Server::start(options(1), 3);
    let (first, number) = Hand::greet(server.address, "fickle");
    assert_eq!(number, 0);
    drop(first);
    // The server notices within milliseconds; until then the next client would get number 1.
    std::thread::sleep(Duration::from_millis(100));
    let threads: Vec<_> = (0..2).map(|_| server.visit(Protocol::Y2007, uniform())).collect();
    let (report, notes, _) = server.end();
    assert_eq!(report.standings.games, 1);
    assert!(notes.problems[0].contains("left before the match"), "{notes:?}");
    for thread in threads {
        assert_eq!(thread.join().unwrap().unwrap().farewell, Farewell::Over);
    }
}

#[test]
fn a_match_without_enough_clients_does_not_begin_unless_others_may_take_the_seats() {
    let wait = Some(Duration::from_millis(100));
    let server = Server::start(kirifuda_uecda::ServeOptions { join_wait: wait, ..options(1) }, 3);
    let (error, _) = server.fail();
    assert!(matches!(error, ServeError::Alone { joined: 0, wanted: 2 }), "{error}");
    let options = kirifuda_uecda::ServeOptions { join_wait: wait, ..options(2) };
    let server = Server::start_with(options, vec![uniform()], Some(uniform()));
    let (report, _, _) = server.end();
    assert_eq!(report.standings.games, 2);
}

#[test]
fn a_match_that_every_client_has_left_ends() {
    let server = Server::start(options(1000), 0);
    let mut clients: Vec<Hand> = (0..5).map(|_| Hand::greet(server.address, "leaver").0).collect();
    clients.iter_mut().for_each(|client| assert_eq!(client.table().get(5, 0), 1));
    drop(clients);
    let (report, _, _) = server.end();
    assert_eq!(report.cut_short, Some(CutShort::Deserted));
    assert!(report.standings.games < 1000);
}

#[test]
fn a_stopped_match_says_goodbye_to_its_clients() {
    static STOP: AtomicBool = AtomicBool::new(false);
    let stopped = || STOP.load(Ordering::Relaxed);
    let options = kirifuda_uecda::ServeOptions { stopped: Box::leak(Box::new(stopped)), ..options(1_000_000) };
    let server = Server::start(options, 3);
    let visitor = server.visit(Protocol::Y2014, uniform());
    let (mut hand, _) = Hand::greet(server.address, "slow");
    let reader = std::thread::spawn(move || {
        let mut turns = 0;
        hand.play(|table, stream| {
            turns += 1;
            if turns > 5 {
                std::thread::sleep(Duration::from_millis(50));
                STOP.store(true, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(150));
            }
            assert!(table.get(5, 0) == 1 || table.get(5, 2) == 1);
            stream.write_all(&pass()).unwrap();
        });
    });
    let (report, _, records) = server.end();
    assert_eq!(report.cut_short, Some(CutShort::Stopped));
    assert_eq!(records.len() as u64, report.standings.games);
    // Both understood that the match is over: no half message, no closed connection in the middle.
    reader.join().unwrap();
    assert_eq!(visitor.join().unwrap().unwrap().farewell, Farewell::Over);
}

#[test]
fn a_pass_is_welcome_on_an_empty_table_only_and_a_wrong_play_never() {
    let server = Server::start(options(6), 4);
    let (mut hand, _) = Hand::greet(server.address, "tester");
    let mut turns = 0;
    let mut verdicts = [0; 4];
    hand.play_judged(|table, stream| {
        turns += 1;
        let mut play = Table::EMPTY;
        let empty = table.get(5, 4) == 1;
        let wrong = turns % 2 == 0;
        if wrong {
            // Two cards of one suit are nothing.
            play.set(1, 3, 1);
            play.set(1, 9, 1);
        }
        let mut bytes = Vec::new();
        Protocol::Y2007.write_table(&play, &mut bytes);
        stream.write_all(&bytes).unwrap();
        verdicts[usize::from(empty) * 2 + usize::from(wrong)] += 1;
        Some(if empty && !wrong { 9 } else { 8 })
    });
    let (report, _, _) = server.end();
    assert!(report.standings.players[0].rejected >= verdicts[1] + verdicts[3]);
    assert!(verdicts[0] > 0 && verdicts[1] > 0, "{verdicts:?}");
}

#[test]
fn players_who_only_pass_are_ranked_by_lot_and_give_their_strongest_cards() {
    let server = Server::start(options(2), 0);
    let threads = [(); 5].map(|()| {
        let address = server.address;
        std::thread::spawn(move || {
            let (mut hand, _) = Hand::greet(address, "passer");
            hand.play_judged(|table, stream| {
                stream.write_all(&pass()).unwrap();
                // A leader may pass, and so may all others on an empty table.
                (table.get(5, 0) == 0).then_some(9)
            })
        })
    });
    let (report, _, records) = server.end();
    threads.into_iter().for_each(|thread| assert!(!thread.join().unwrap().is_empty()));
    assert_eq!(report.standings.players.iter().map(|player| player.points).sum::<f64>(), 30.0);
    assert_eq!(records[0].actions.len(), 20);
    assert_eq!(records[1].actions.len(), 22);
    // An empty table is no gift: the penalty is the best one has.
    let mut game = Daifugo::read_deal(&Rules::uecda(), &records[1].dealt).unwrap();
    for (text, count) in records[1].actions.iter().zip([2, 1]) {
        let Turn::Seat(seat) = game.turn() else { panic!("the game is over") };
        let given = Daifugo::read_action(&Rules::uecda(), text).unwrap();
        assert_eq!(given.cards(), game.view(seat).hand().strongest_of(count));
        assert_eq!(report.standings.players[seat.index()].rejected, 1);
        game.play(given);
    }
}

#[test]
fn connections_that_send_nothing_keep_no_real_client_out() {
    let wait = Duration::from_secs(30);
    let options = kirifuda_uecda::ServeOptions { greeting_wait: wait, join_wait: Some(2 * wait), ..options(3) };
    let server = Server::start(options, 3);
    // Two numbers for clients, and five connections before them that say nothing.
    let silent: Vec<TcpStream> = (0..5).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    std::thread::sleep(Duration::from_millis(100));
    let start = Instant::now();
    let real = [(); 2].map(|()| server.visit(Protocol::Y2007, uniform()));
    for client in real {
        assert_eq!(client.join().unwrap().unwrap().farewell, Farewell::Over);
    }
    let (report, ..) = server.end();
    assert_eq!(report.standings.games, 3);
    assert!(start.elapsed() < wait / 2, "{:?}", start.elapsed());
    drop(silent);
}
