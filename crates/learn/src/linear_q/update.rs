use std::marker::PhantomData;
use std::sync::Arc;

use kirifuda_play::{Actions, Episode, Game, Rng, Seat, Turn};

use super::{Options, Player, Task, value};
use crate::choice::best;

/// Weights that learn.
#[derive(Clone)]
pub struct LinearQ<G: Game, T> {
    task: T,
    options: Options,
    weights: Vec<f32>,
    average: Vec<f32>,
    /// Deals learned from.
    deals: u64,
    values: Vec<f32>,
    game: PhantomData<fn() -> G>,
}

/// The moves of one seat in a deal that still wait to be learned from.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    /// The features of all of them, one move after the other.
    active: Vec<u32>,
    moves: Vec<Move>,
}

#[derive(Clone, Copy, Debug)]
struct Move {
    /// Its features start here in [`Walk::active`].
    start: usize,
    /// What the seat had gained before it.
    gain: f32,
    /// What it brought, once that is known.
    reward: f32,
    /// The value of the best move in the next position, once that is known; 0 at the end.
    next: f32,
    /// Whether that best move was made.
    followed: bool,
}

/// The average takes in the weights every so many deals: they change little from deal to deal.
const AVERAGED_EVERY: u64 = 100;

impl<G: Game, T: Task<G>> LinearQ<G, T> {
    /// Knows nothing yet: all weights are 0.
    pub fn new(task: T, options: Options) -> Self {
        let weights = vec![0.0; task.dimensions()];
        let average = if options.average { weights.clone() } else { Vec::new() };
        Self::restore(task, options, weights, average, 0)
    }

    /// As it was after so many deals. The average is empty where none is kept.
    pub(super) fn restore(task: T, options: Options, weights: Vec<f32>, average: Vec<f32>, deals: u64) -> Self {
        LinearQ { task, options, weights, average, deals, values: Vec::new(), game: PhantomData }
    }

    /// How it learns.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What it sees.
    pub fn task(&self) -> &T {
        &self.task
    }

    /// Deals learned from.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// The weights as they stand.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The average of the weights; empty unless one is kept.
    pub(super) fn average(&self) -> &[f32] {
        &self.average
    }

    /// The weights to play with: their average where one is kept, from its first hundred deals on.
    pub fn playing_weights(&self) -> &[f32] {
        if self.options.average && self.deals >= AVERAGED_EVERY { &self.average } else { &self.weights }
    }

    /// Chooses a move; the position first shows what the last move was worth.
    #[inline]
    pub(super) fn choose(&mut self, walk: &mut Walk, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> usize {
        let gain = self.reach(walk, view, legal);
        // A forced move needs no draw.
        let (place, is_best) =
            if legal.len() > 1 { self.options.selection.choose(&self.values, self.deals, rng) } else { (0, true) };
        self.leave(walk, view, legal[place], gain, is_best);
        place
    }

    /// The move that other weights think most of. Nothing is learned from it.
    pub(super) fn recall(&mut self, weights: &[f32], view: G::View<'_>, legal: &[G::Action]) -> usize {
        if legal.len() == 1 {
            return 0;
        }
        self.task.values(weights, view, legal, &mut self.values);
        best(&self.values).0
    }

    /// A position is reached: the last move brought what has been gained since, and this position is where it led.
    /// Returns what the seat has gained so far; leaves the values of the legal actions in `self.values`, unless there
    /// is only one.
    #[inline]
    fn reach(&mut self, walk: &mut Walk, view: G::View<'_>, legal: &[G::Action]) -> f32 {
        let gain = self.task.gain(view);
        if let Some(last) = walk.moves.last_mut() {
            self.task.values(&self.weights, view, legal, &mut self.values);
            last.reward = gain - last.gain;
            last.next = best(&self.values).1;
            if self.options.trace > 0.0 {
                return gain;
            }
            // The weights change before the choice, so the values below are not those above.
            self.learn(walk);
        }
        if legal.len() > 1 {
            self.task.values(&self.weights, view, legal, &mut self.values);
        }
        gain
    }

    /// A move is made.
    #[inline]
    fn leave(&mut self, walk: &mut Walk, view: G::View<'_>, action: G::Action, gain: f32, is_best: bool) {
        if let Some(last) = walk.moves.last_mut() {
            last.followed = is_best;
        }
        walk.moves.push(Move { start: walk.active.len(), gain, reward: 0.0, next: 0.0, followed: true });
        self.task.active(view, action, &mut walk.active);
    }

    /// The deal is over for the seat: learns what is left.
    #[inline]
    pub(super) fn finish(&mut self, walk: &mut Walk, view: G::View<'_>) {
        if let Some(last) = walk.moves.last_mut() {
            last.reward = self.task.gain(view) - last.gain;
            self.learn(walk);
        }
    }

    /// One more deal has been learned from, by however many seats.
    #[inline]
    pub(super) fn count_deal(&mut self) {
        self.deals += 1;
        if self.options.average && self.deals.is_multiple_of(AVERAGED_EVERY) {
            // Polynomial-decay averaging (Shamir and Zhang 2013): the mean so far, later weights counting more.
            let taken = self.deals / AVERAGED_EVERY;
            if taken == 1 {
                self.average.copy_from_slice(&self.weights);
                return;
            }
            let share = 4.0 / (taken as f32 + 3.0);
            for (mean, weight) in self.average.iter_mut().zip(&self.weights) {
                *mean += share * (weight - *mean);
            }
        }
    }

    /// Moves the weights of all waiting moves toward their targets, the last move first, and forgets the moves.
    #[inline]
    fn learn(&mut self, walk: &mut Walk) {
        let Options { discount, trace, step, .. } = self.options;
        let (mut target, mut end) = (0.0, walk.active.len());
        for (back, made) in walk.moves.iter().rev().enumerate() {
            // What followed counts in place of the estimate as far as the best moves were made (Watkins' Q(λ)).
            let followed = if back > 0 && made.followed { trace } else { 0.0 };
            let estimate = if followed > 0.0 { made.next + followed * (target - made.next) } else { made.next };
            target = made.reward + discount * estimate;
            let active = &walk.active[made.start..end];
            let change = step.at(self.deals, active.len()) * (target - value(&self.weights, active));
            for &feature in active {
                if let Some(weight) = self.weights.get_mut(feature as usize) {
                    *weight += change;
                }
            }
            end = made.start;
        }
        walk.active.clear();
        walk.moves.clear();
    }

    /// The player as of now; later learning does not change it.
    pub fn player(&self) -> Player<G, T> {
        Player::new(self.task.clone(), Arc::from(self.playing_weights()))
    }

    /// Learns from a finished game, for example of people, from these seats: the same updates as while playing.
    pub fn study(&mut self, episode: &Episode<G>, seats: &[Seat]) {
        let mut game = episode.dealt.clone();
        let mut walks = vec![Walk::default(); game.seats()];
        let mut legal = Actions::new();
        for decision in &episode.decisions {
            if let Turn::Seat(seat) = game.turn()
                && seats.contains(&seat)
            {
                let walk = &mut walks[seat.index()];
                game.legal(&mut legal);
                let view = game.view(seat);
                let gain = self.reach(walk, view, &legal);
                let is_best = legal.len() == 1 || legal.get(best(&self.values).0) == Some(&decision.action);
                self.leave(walk, view, decision.action, gain, is_best);
            }
            game.play(decision.action);
        }
        for seat in seats {
            self.finish(&mut walks[seat.index()], game.view(*seat));
        }
        self.count_deal();
    }
}
