use kirifuda_play::{Game, Policy, Turn, Worlds, play_out};

use super::estimate::Range;
use super::{Candidates, Estimate, Logs, Method, SearchWork, best_mean};

/// Flat Monte Carlo: each simulation draws a world, makes one of the candidate moves and plays on to the end. Which move
/// is simulated next is a bandit's choice (UCB1); the one with the best mean is made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flat;

impl<G: Game> Method<G> for Flat {
    type Memory = Logs;

    fn explore<P: Policy<G>, C: Candidates<G>, W: Worlds<G>>(&self, logs: &mut Logs, work: SearchWork<'_, G, P, C, W>) {
        let SearchWork { worlds, playout, exploration, mut clock, estimates, legal, rng, .. } = work;
        let mut range = Range::EMPTY;
        let mut done = 0;
        while clock.tick() {
            let arm =
                if done < estimates.len() { done } else { upper(estimates, range, exploration, logs.of(done as u32)) };
            done += 1;
            let mut world = worlds.draw(rng);
            let Turn::Seat(seat) = world.turn() else {
                return;
            };
            let estimate = &mut estimates[arm];
            world.play(estimate.action);
            play_out(&mut world, playout, legal, rng);
            let payoff = f64::from(world.payoff(seat));
            range.add(payoff);
            estimate.visits += 1;
            estimate.total += payoff;
        }
    }

    fn best(&self, estimates: &[Estimate<G::Action>]) -> usize {
        best_mean(estimates)
    }
}

/// The action that may yet be the best: the highest mean plus a margin that shrinks with the visits. `log` is that of
/// all visits.
#[inline]
fn upper<A>(estimates: &[Estimate<A>], range: Range, exploration: f64, log: f64) -> usize {
    let (factor, offset) = range.scale();
    let (mut best, mut most) = (0, f64::NEG_INFINITY);
    for (place, estimate) in estimates.iter().enumerate() {
        let share = 1.0 / f64::from(estimate.visits);
        let value = estimate.total * share * factor + offset + exploration * (log * share).sqrt();
        if value > most {
            (best, most) = (place, value);
        }
    }
    best
}
