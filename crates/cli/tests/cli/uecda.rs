//! `kirifuda uecda`: our server and our clients as programs of their own.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::process::Child;

use serde_json::Value;

use crate::support::{Done, command, folder, number, players, run, run_words};

/// A server that runs, and the port it told.
struct Server {
    child: Child,
    errors: BufReader<std::process::ChildStderr>,
    port: String,
}

impl Server {
    fn start(line: &str) -> Server {
        let mut child = command(format!("uecda serve --port 0 {line}").split_whitespace()).spawn().unwrap();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut told = String::new();
        errors.read_line(&mut told).unwrap();
        let port = told.strip_prefix("listening on 127.0.0.1:").and_then(|rest| rest.split(' ').next());
        let port = port.unwrap_or_else(|| panic!("{told}")).to_string();
        Server { child, errors, port }
    }

    fn end(mut self) -> Done {
        let mut stderr = String::new();
        self.errors.read_to_string(&mut stderr).unwrap();
        let output = self.child.wait_with_output().unwrap();
        Done { code: output.status.code(), stdout: String::from_utf8(output.stdout).unwrap(), stderr }
    }
}

fn client(port: &str, line: &str) -> Child {
    command(format!("uecda join --port {port} {line}").split_whitespace()).spawn().unwrap()
}

fn result(child: Child) -> Value {
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn clients_and_players_of_ours_play_a_match_that_can_be_replayed() {
    let folder = folder("uecda");
    let [served, joined] = ["served", "joined"].map(|name| folder.join(name).display().to_string());
    let server = Server::start(&format!("--games 12 --players default,random --seed 5 --json --record {served}"));
    let first = client(&server.port, &format!("--player default --json --record {joined}"));
    let second = client(&server.port, "--player random --protocol 20140 --name second --json");
    let third = client(&server.port, "--player psunder12 --protocol 20070 --json");
    let clients = [first, second, third].map(result);
    let done = server.end();
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let standings: Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!(standings["games"], 12);
    assert_eq!(standings["cut_short"], Value::Null);
    let points: f64 = players(&standings).iter().map(|player| number(&player["points"])).sum();
    assert_eq!(points, 12.0 * 15.0);
    for client in &clients {
        assert_eq!(
            (&client["farewell"], &client["rejected"], &client["confused"]),
            (&"over".into(), &0.into(), &0.into())
        );
        // What the tables told is what the server counted, but for games that ended by lot.
        if client["untold"] == 0 {
            for (ours, theirs) in players(client).iter().zip(players(&standings)) {
                assert_eq!((&ours["points"], &ours["places"]), (&theirs["points"], &theirs["places"]));
            }
        }
    }
    assert_eq!(players(&standings)[3]["from"], "own");
    for file in [served, joined] {
        let replayed = run_words(["replay", &file]).fine();
        assert!(replayed.contains("12") || replayed.contains("11"), "{replayed}");
    }
}

#[test]
fn a_match_of_our_own_players_depends_on_its_seed_alone_and_can_be_watched() {
    let line = "uecda serve --games 3 --players default,default --players random,enemy,random --seed 9";
    let once = run(&format!("{line} --watch")).fine();
    assert_eq!(run(&format!("{line} --watch")).fine().lines().count(), once.lines().count());
    for words in ["game 1 of 3", "game 3 of 3", "passes", "out as number 1", "points: 0 default", "table: empty"] {
        assert!(once.contains(words), "{words} in\n{once}");
    }
    // No escapes where there is no terminal.
    assert!(!once.contains('\x1b'));
    let plain = run(line).fine();
    // The time of a move differs from run to run.
    let places = |text: &str| -> Vec<Vec<String>> {
        let rows = text.lines().filter(|line| line.contains("(own)"));
        rows.map(|row| row.split_whitespace().take(12).map(str::to_string).collect()).collect()
    };
    assert_eq!(places(&plain), places(&once));
    assert_eq!(places(&plain).len(), 5);
}

#[test]
fn wrong_orders_are_told_with_a_remedy() {
    run("uecda serve --players nobody").refused(&["unknown player `nobody`"]);
    run("uecda serve --players random,random,random --players random,random,random").refused(&["6 players", "5 seats"]);
    run("uecda serve --players random,random,random,random,random --rules uecda,players=4").refused(&["5 seats", "4"]);
    run("uecda serve --rules casul").refused(&["casul"]);
    run("uecda serve --listen 203.0.113.7 --port 0").refused(&["203.0.113.7", "--listen"]);
    run("uecda serve --wait -3").refused(&["invalid value '-3' for '--wait <TIME>'", "0 to 86400 seconds"]);
    run("uecda serve --watch --pace 500").refused(&["'500' for '--pace <TIME>': allowed are 0 to 60 seconds"]);
    run("uecda join --player default --wait 1e9").refused(&["--wait", "0 to 86400"]);
    run("uecda join --player defualt").refused(&["unknown player `defualt`", "default"]);
    run("uecda join --player default --host no.such.host.invalid").refused(&["no.such.host.invalid", "--host"]);
    // A port at which somebody else sits, and one at which nobody does.
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    run(&format!("uecda serve --port {port}")).refused(&["another --port"]);
    drop(taken);
    run(&format!("uecda join --player default --port {port}")).refused(&["start the server first", "--port"]);
}

#[test]
fn too_few_clients_are_no_match_unless_a_player_of_ours_fills_their_seats() {
    let done = Server::start("--games 1 --players random,random,random --wait 0.1").end();
    assert_eq!(done.code, Some(1));
    assert!(done.stderr.contains("only 0 of 2 clients joined") && done.stderr.contains("--fill"), "{}", done.stderr);
    let done = Server::start("--games 1 --players random --wait 0.1 --fill default").end();
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(done.stdout.matches("default (own)").count(), 4, "{}", done.stdout);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_match_with_the_standings_so_far() {
    use crate::interruption::interrupt;
    let server = Server::start("--games 100000000 --players random,random,random,random --json");
    let visitor = client(&server.port, "--player random --json");
    std::thread::sleep(std::time::Duration::from_millis(400));
    interrupt(&server.child);
    let done = server.end();
    assert_eq!(done.code, Some(130), "{}", done.stderr);
    let standings: Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!(standings["cut_short"], "stopped");
    assert!(done.stderr.contains("stopped after"), "{}", done.stderr);
    // The client was told that the match is over.
    assert_eq!(result(visitor)["farewell"], "over");
}
