use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use kirifuda_arena::Record;
use kirifuda_play::{Game, Rules as _, Seat, Turn, moves};
use kirifuda_uecda::daifugo::{Daifugo, GUARD, Rules};
use kirifuda_uecda::{Farewell, Guide, JoinError, Protocol, Results, SEATS, Visit, join};
use serde_json::json;

use super::Seated;
use super::options::JoinOptions;
use super::show::{Problems, standings};
use crate::files::Whole;
use crate::monitor::{listen, stopped};
use crate::report::INTERRUPTED;

/// `kirifuda uecda join`.
pub fn run(options: &JoinOptions) -> Result<ExitCode> {
    let rules = super::rules(options.rules.as_deref())?;
    let seated = Seated::new(&rules, &options.player)?;
    let Some(protocol) = options.protocol.parse().ok().and_then(Protocol::of_number) else {
        bail!("--protocol {}: known are 20060, 20070 and 20140", options.protocol);
    };
    let join_options = kirifuda_uecda::JoinOptions {
        host: options.host.clone(),
        port: options.port,
        protocol,
        name: options.name.clone().unwrap_or_else(|| options.player.clone()),
        rules,
        seed: options.seed,
        connect_wait: options.wait,
        stopped: &stopped,
    };
    let record = options.record.as_deref().map(|place| Whole::create_new(place, options.overwrite)).transpose()?;
    listen();
    let mut companion =
        Companion { rules, seed: options.seed, record, number: 0, failed: None, problems: Problems::default() };
    let visit = match join(&seated.contestant, &join_options, &mut companion) {
        Ok(visit) => visit,
        Err(JoinError::Stopped) => {
            eprintln!("stopped before the first game");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Err(why) => return Err(why.into()),
    };
    companion.problems.finish();
    if let Some(why) = companion.failed {
        return Err(why);
    }
    if let Some(record) = companion.record {
        record.publish()?;
    }
    seated.report_faults();
    publish(options, &rules, &visit)
}

fn publish(options: &JoinOptions, rules: &Rules, visit: &Visit) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    if options.json {
        let result = json!({
            "game": "daifugo",
            "rules": Rules::book().text(rules),
            "player": options.player,
            "seed": options.seed,
            "version": env!("CARGO_PKG_VERSION"),
            "number": visit.number,
            "games": visit.standings.games,
            "untold": visit.untold,
            "rejected": visit.rejected,
            "confused": visit.confused,
            "farewell": match visit.farewell {
                Farewell::Over => "over",
                Farewell::Closed => "closed",
                Farewell::Stopped => "stopped",
            },
            "interval_games": visit.standings.interval_games,
            "players": visit.standings.players.iter().map(|player| json!({
                "number": player.number,
                "points": player.points,
                "points_per_game": player.points_per_game,
                "places": player.places,
            })).collect::<Vec<_>>(),
        });
        writeln!(out, "{result}")?;
    } else {
        write!(out, "{}", standings(&visit.standings, false))?;
        if visit.rejected + visit.confused + visit.untold > 0 {
            writeln!(
                out,
                "plays rejected: {}; games not followed: {}; games whose end was not told: {}",
                visit.rejected, visit.confused, visit.untold
            )?;
        }
    }
    drop(out);
    Ok(match visit.farewell {
        Farewell::Over => ExitCode::SUCCESS,
        Farewell::Stopped => ExitCode::from(INTERRUPTED),
        Farewell::Closed => {
            eprintln!("the server closed the connection before the match was over");
            ExitCode::FAILURE
        }
    })
}

/// Who goes with our player: tells its number, records its games.
struct Companion {
    rules: Rules,
    seed: u64,
    record: Option<Whole>,
    number: usize,
    failed: Option<anyhow::Error>,
    problems: Problems,
}

impl Guide for Companion {
    fn welcomed(&mut self, number: usize) {
        self.number = number;
        eprintln!("we are player {number}");
    }

    fn over(&mut self, number: u64, game: Option<&Daifugo>, _results: &Results) {
        // By what lots the rest were ranked is not told.
        let Some(game) = game.filter(|game| game.view(Seat(0)).passes() < GUARD) else { return };
        let (rules, seed, me) = (self.rules, self.seed, self.number);
        let Some(file) = &mut self.record else { return };
        let written = record(&rules, game, me)
            .and_then(|record| Ok(record.from_run(seed, number, 0, None).write(file.writer())?));
        if let Err(why) = written {
            self.failed.get_or_insert(why);
        }
    }

    fn problem(&mut self, what: &str) {
        self.problems.tell(what);
    }
}

fn record(rules: &Rules, game: &Daifugo, me: usize) -> Result<Record> {
    if game.turn() != Turn::Over {
        bail!("a game that was over for the server is not over for us; does it play by other rules? (--rules)");
    }
    let names = (0..SEATS).map(|player| if player == me { "we".to_string() } else { format!("player {player}") });
    let dealt = Daifugo::from_deal(rules, &game.dealt()).map_err(anyhow::Error::msg)?;
    let actions = moves(game).map_err(anyhow::Error::msg)?;
    let payoffs: Vec<f32> = Seat::all(SEATS).map(|seat| game.payoff(seat)).collect();
    Ok(Record::new(&dealt, &actions, &payoffs, names.collect()))
}
