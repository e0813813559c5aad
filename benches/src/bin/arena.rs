//! Whole random deals of Hearts through the arena with boxed players on one thread, statistics included:
//! `arena RULES DEALS`.

use std::sync::atomic::{AtomicU64, Ordering};

use kirifuda_arena::{Contestant, Plan, Quiet, play_deals};
use kirifuda_games::cards::Card;
use kirifuda_games::hearts::{Hearts, View};
use kirifuda_play::{Policy, Rng, Uniform};

static MOVES: AtomicU64 = AtomicU64::new(0);

/// A random player that counts its moves, for a second run.
struct Counting;

impl Policy<Hearts> for Counting {
    fn choose(&mut self, view: View<'_>, legal: &[Card], rng: &mut Rng) -> Card {
        MOVES.fetch_add(1, Ordering::Relaxed);
        Policy::<Hearts>::choose(&mut Uniform, view, legal, rng)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (rules, deals) = kirifuda_benches::arguments()?;
    let counting = std::env::args().any(|argument| argument == "--moves");
    let player = || {
        Contestant::<Hearts>::new("random", move || {
            Ok(if counting { Box::new(Counting) } else { Box::new(Uniform) as Box<dyn Policy<Hearts>> })
        })
    };
    let contestants = [player(), player(), player(), player()];
    let plan = Plan { rules: &rules, contestants: &contestants, first: 0, deals, seed: 1, threads: Some(1) };
    let outcome = play_deals(&plan, &Quiet, None)?;
    println!("{} moves, mean payoff {:.4}", MOVES.load(Ordering::Relaxed), outcome.players[0].payoff.mean);
    Ok(())
}
