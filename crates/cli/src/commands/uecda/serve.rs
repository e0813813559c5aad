use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use kirifuda_arena::Monitor;
use kirifuda_play::{Rules as _, Seat};
use kirifuda_uecda::daifugo::{Daifugo, Meld, Rules};
use kirifuda_uecda::{CutShort, Hall, MatchReport, Protocol, Rejection, SEATS, ServeError, serve};
use serde_json::json;

use super::options::ServeOptions;
use super::show::{Problems, standings};
use super::watch::Watcher;
use super::{Seated, split_players};
use crate::files::Whole;
use crate::monitor::{Terminal, stopped};
use crate::report::INTERRUPTED;

/// How long a client may be silent before it is taken for one of the oldest protocol.
const GREETING: Duration = Duration::from_secs(2);

/// `kirifuda uecda serve`.
pub fn run(options: &ServeOptions) -> Result<ExitCode> {
    let rules = super::rules(options.rules.as_deref())?;
    let own =
        split_players(&options.players).iter().map(|text| Seated::new(&rules, text)).collect::<Result<Vec<_>>>()?;
    let fill = options.fill.as_deref().map(|text| Seated::new(&rules, text)).transpose()?;
    if own.len() > SEATS {
        bail!("--players names {} players, but the table has {SEATS} seats", own.len());
    }
    let serve_options = kirifuda_uecda::ServeOptions {
        rules,
        games: options.games,
        seed: options.seed,
        move_limit: Some(options.move_time).filter(|time| !time.is_zero()),
        join_wait: options.wait,
        greeting_wait: GREETING,
        stopped: &stopped,
    };
    let mut record = options.record.as_deref().map(|place| Whole::create_new(place, options.overwrite)).transpose()?;
    let address = SocketAddr::new(options.listen, options.port);
    // With players of ours at all seats there is nothing to listen for.
    let listener = if own.len() < SEATS {
        let listener = TcpListener::bind(address).map_err(|why| cannot_listen(address, &why))?;
        eprintln!("listening on {} for {} clients", listener.local_addr()?, SEATS - own.len());
        Some(listener)
    } else {
        None
    };
    let mut guard = Guard::new(options);
    let contestants: Vec<_> = own.iter().map(|seated| seated.contestant.clone()).collect();
    let filler = fill.as_ref().map(|seated| &seated.contestant);
    let writer = record.as_mut().map(Whole::writer);
    let played = serve(listener.as_ref(), &contestants, filler, &serve_options, &mut guard, writer);
    guard.finish();
    let report = match played {
        Ok(report) => report,
        Err(ServeError::Stopped) => {
            eprintln!("stopped before the match began");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Err(why) => return Err(why.into()),
    };
    if let Some(record) = record {
        record.publish()?;
    }
    own.iter().chain(&fill).for_each(Seated::report_faults);
    publish(options, &rules, &report)
}

fn cannot_listen(address: SocketAddr, why: &std::io::Error) -> anyhow::Error {
    use std::io::ErrorKind;
    let remedy = match why.kind() {
        ErrorKind::AddrInUse => "another server is running there; end it, or choose another --port",
        ErrorKind::AddrNotAvailable => "it is not an address of this machine; check --listen",
        ErrorKind::PermissionDenied => "choose a --port of 1024 or above",
        _ => "check --listen and --port",
    };
    anyhow!("cannot listen on {address}: {why}: {remedy}")
}

fn publish(options: &ServeOptions, rules: &Rules, report: &MatchReport) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let reason = match report.cut_short {
        None => None,
        Some(CutShort::Stopped) => Some("stopped"),
        Some(CutShort::Deserted) => Some("deserted"),
    };
    if options.json {
        let result = json!({
            "game": "daifugo",
            "rules": Rules::book().text(rules),
            "seed": options.seed,
            "version": env!("CARGO_PKG_VERSION"),
            "games": report.standings.games,
            "wanted": options.games,
            "cut_short": reason,
            "interval_games": report.standings.interval_games,
            "turned_away": report.turned_away,
            "players": report.standings.players,
        });
        writeln!(out, "{result}")?;
    } else {
        write!(out, "{}", standings(&report.standings, true))?;
    }
    drop(out);
    Ok(match report.cut_short {
        None => ExitCode::SUCCESS,
        Some(CutShort::Stopped) => {
            eprintln!("stopped after {} of {} games", report.standings.games, options.games);
            ExitCode::from(INTERRUPTED)
        }
        Some(CutShort::Deserted) => {
            eprintln!("every client has left after {} of {} games", report.standings.games, options.games);
            ExitCode::FAILURE
        }
    })
}

/// Who looks on: the progress bar or the view of the game, and the list of problems.
struct Guard {
    games: u64,
    monitor: Terminal,
    watcher: Option<Watcher>,
    problems: Problems,
}

impl Guard {
    fn new(options: &ServeOptions) -> Guard {
        let watcher = options.watch.then(|| Watcher::new(options.games, options.pace));
        Guard { games: options.games, monitor: Terminal::new("games"), watcher, problems: Problems::default() }
    }

    fn finish(&mut self) {
        self.monitor.finish();
        self.problems.finish();
    }
}

impl Hall for Guard {
    fn joined(&mut self, number: usize, name: &str, protocol: Protocol, address: SocketAddr) {
        let name = if name.is_empty() { "a client without a name" } else { name };
        eprintln!("player {number}: {name} ({protocol}) from {address}");
    }

    fn problem(&mut self, what: &str) {
        self.monitor.aside(|| self.problems.tell(what));
    }

    fn seated(&mut self, players: &[(String, String)]) {
        if let Some(watcher) = &mut self.watcher {
            watcher.seated(players);
        } else {
            // The time to wait for clients is not the time of the games.
            self.monitor = Terminal::new("games");
        }
    }

    fn dealt(&mut self, number: u64, game: &Daifugo) {
        if let Some(watcher) = &mut self.watcher {
            watcher.dealt(number, game);
        }
    }

    fn moved(&mut self, game: &Daifugo, seat: Seat, meld: Meld, refused: Option<&Rejection>) {
        if let Some(watcher) = &mut self.watcher {
            watcher.moved(game, seat, meld, refused);
        }
    }

    fn over(&mut self, number: u64, game: &Daifugo, points: &[f64; SEATS]) {
        match &mut self.watcher {
            Some(watcher) => watcher.over(game, points),
            None => self.monitor.advance(number + 1, self.games),
        }
    }
}
