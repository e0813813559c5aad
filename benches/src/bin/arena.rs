//! Whole deals of Hearts through the arena with boxed players on one thread, statistics included: `arena RULES DEALS PLAYER`,
//! all players random ones or `stock`.

use std::sync::atomic::{AtomicU64, Ordering};

use kirifuda_arena::{Contestant, Plan, Quiet, play_deals};
use kirifuda_games::cards::Card;
use kirifuda_games::hearts::{Hearts, View};
use kirifuda_play::{Policy, Rng, Uniform};
use kirifuda_players::hearts::Stock;

static MOVES: AtomicU64 = AtomicU64::new(0);

/// A player that counts its moves, for a second run.
struct Counting<P>(P);

impl<P: Policy<Hearts>> Policy<Hearts> for Counting<P> {
    fn choose(&mut self, view: View<'_>, legal: &[Card], rng: &mut Rng) -> Card {
        MOVES.fetch_add(1, Ordering::Relaxed);
        self.0.choose(view, legal, rng)
    }
}

fn player<P: Policy<Hearts> + Copy + Sync + 'static>(policy: P, counting: bool) -> Contestant<Hearts> {
    Contestant::new("player", move || {
        Ok(if counting { Box::new(Counting(policy)) } else { Box::new(policy) as Box<dyn Policy<Hearts>> })
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (rules, deals) = kirifuda_benches::arguments()?;
    let asked = |word: &str| std::env::args().any(|argument| argument == word);
    let counting = asked("--moves");
    let contestants =
        [(); 4].map(|()| if asked("stock") { player(Stock, counting) } else { player(Uniform, counting) });
    let plan = Plan { rules: &rules, contestants: &contestants, first: 0, deals, seed: 1, threads: Some(1) };
    let outcome = play_deals(&plan, &Quiet, None)?;
    println!("{} moves, mean payoff {:.4}", MOVES.load(Ordering::Relaxed), outcome.players[0].payoff.mean);
    Ok(())
}
