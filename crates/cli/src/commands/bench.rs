use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use kirifuda_arena::{Contestant, Plan, Quiet, play_deals};
use kirifuda_catalog::{Listed, Visitor, games, visit};
use kirifuda_play::{Actions, Game, Policy, Rng, Rules, Seat, Turn, Uniform, Worlds};
use serde::Serialize;
use serde_json::json;

use crate::args::BenchOptions;
use crate::table::TextTable;

/// `kirifuda bench`.
pub fn run(options: &BenchOptions) -> Result<ExitCode> {
    let wanted: Vec<&str> = match &options.game {
        Some(game) => vec![game],
        None => games().into_iter().map(|(name, _)| name).collect(),
    };
    let mut figures = Vec::new();
    for name in wanted {
        figures.extend(visit(name, Measure { time: options.time })??);
    }
    let mut out = std::io::stdout().lock();
    if options.json {
        let seconds = options.time.as_secs_f64();
        writeln!(out, "{}", json!({ "seconds": seconds, "version": env!("CARGO_PKG_VERSION"), "figures": figures }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = TextTable::new(["game", "rules", "deals/s", "moves/s", "arena deals/s", "imagined worlds/s"]);
    for Figures { game, rules, deals, moves, arena, worlds } in figures {
        let rates = [deals, moves, arena, worlds].map(|rate| thousands(rate as u64));
        table.row([game.to_string(), rules.to_string()].into_iter().chain(rates));
    }
    writeln!(out, "One thread, random play. Machines are noisy: compare within one run, or count instructions")?;
    writeln!(out, "(benches/README.md).\n")?;
    write!(out, "{}", table.numbers())?;
    Ok(ExitCode::SUCCESS)
}

/// What was measured of a game under a preset, each a second.
#[derive(Serialize)]
struct Figures {
    game: &'static str,
    rules: &'static str,
    #[serde(rename = "deals_per_second")]
    deals: f64,
    #[serde(rename = "moves_per_second")]
    moves: f64,
    #[serde(rename = "arena_deals_per_second")]
    arena: f64,
    #[serde(rename = "worlds_per_second")]
    worlds: f64,
}

struct Measure {
    time: Duration,
}

impl Visitor for Measure {
    type Output = Result<Vec<Figures>>;

    fn visit<G: Listed>(self) -> Self::Output {
        let mut rows = Vec::new();
        for preset in G::Rules::book().presets {
            let rules = (preset.rules)();
            let (deals, moves) = engine::<G>(&rules, self.time);
            let arena = arena::<G>(&rules, self.time)?;
            let worlds = worlds::<G>(&rules, self.time);
            rows.push(Figures { game: G::NAME, rules: preset.name, deals, moves, arena, worlds });
        }
        Ok(rows)
    }
}

/// Calls `step` with 0, 1, 2, … for a while; the steps and the seconds they took.
fn repeat(time: Duration, mut step: impl FnMut(u64)) -> (u64, f64) {
    let start = Instant::now();
    let mut steps = 0;
    while start.elapsed() < time {
        for _ in 0..16 {
            step(steps);
            steps += 1;
        }
    }
    (steps, start.elapsed().as_secs_f64())
}

/// Whole deals through the `Game` trait: deals and moves a second.
fn engine<G: Game>(rules: &G::Rules, time: Duration) -> (f64, f64) {
    let (mut legal, mut rng, mut moves) = (Actions::new(), Rng::new(1), 0u64);
    let (deals, seconds) = repeat(time, |_| {
        let mut game = G::deal(rules, &mut rng);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let action = Policy::<G>::choose(&mut Uniform, game.view(seat), &legal, &mut rng);
            game.play(action);
            moves += 1;
        }
    });
    (deals as f64 / seconds, moves as f64 / seconds)
}

/// Games through the arena with boxed players.
fn arena<G: Listed>(rules: &G::Rules, time: Duration) -> Result<f64> {
    let contestants: Vec<Contestant<G>> =
        (0..rules.seats()).map(|_| Contestant::new("random", || Ok(Box::new(Uniform)))).collect();
    let (mut games, start) = (0, Instant::now());
    for seed in 0.. {
        let plan = Plan { rules, contestants: &contestants, first: 0, deals: 256, seed, threads: Some(1) };
        games += play_deals(&plan, &Quiet, None)?.games;
        if start.elapsed() >= time {
            break;
        }
    }
    Ok(games as f64 / start.elapsed().as_secs_f64())
}

/// Worlds imagined from the middle of a game, one hundred for each view.
fn worlds<G: Listed>(rules: &G::Rules, time: Duration) -> f64 {
    let (mut legal, mut rng) = (Actions::new(), Rng::new(1));
    let (views, seconds) = repeat(time, |_| {
        let mut game = G::deal(rules, &mut rng);
        for _ in 0..26 {
            game.legal(&mut legal);
            let before = game.clone();
            let action = rng.pick(&legal);
            game.play(action);
            if game.turn() == Turn::Over {
                game = before;
                break;
            }
        }
        let mut worlds = G::worlds(game.view(game.turn().seat().unwrap_or(Seat(0))));
        for _ in 0..100 {
            std::hint::black_box(worlds.draw(&mut rng));
        }
    });
    100.0 * views as f64 / seconds
}

/// `1 234 567`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}
