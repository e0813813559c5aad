use std::convert::Infallible;

use kirifuda_play::{Actions, Episode, Game, Policy, Rng, Rules, Seat, Turn};

use super::player::Mind;
use super::{Deal, Filter, Memory, Move, Player, Task};
use crate::seats::{self, Actor, Seats};

/// How a training is done, besides what is sensed and remembered.
pub struct Course<G: Game> {
    /// The rules.
    pub rules: G::Rules,
    /// All chance comes from it.
    pub seed: u64,
    /// Who sits at the other seats. Several take turns: each for an equal part of the plan. None are random players.
    pub opponents: Vec<Opponents<G>>,
    /// Deals that the training is planned for: steps and exploration fall, and opponents change, over so many.
    pub plan: u64,
    /// How often any action is tried instead of the strongest, at the start and at the end of the plan.
    pub exploration: [f64; 2],
    /// Who decides where FALCON has no say; without one it is [`Task::fallback`].
    pub partner: Option<Box<dyn Policy<G>>>,
    /// Refuses moves while learning.
    pub filter: Option<Box<dyn Filter<G>>>,
}

/// Who sits at the other seats while FALCON learns.
pub type Opponents<G> = seats::Opponents<Box<dyn Policy<G>>, Infallible>;

/// FALCON at work: deals are played one after the other, each from its own stream of the seed, so that a training that
/// is stopped and taken up again gives the same memory to the last bit.
pub struct FalconTraining<G: Game, T, M> {
    /// One for each part of the plan.
    phases: Vec<seats::Course<G, Box<dyn Policy<G>>, Infallible>>,
    seats: Seats<G>,
    plan: u64,
    exploration: [f64; 2],
    deals: u64,
    pupil: Pupil<G, T, M>,
}

/// What decides and learns.
struct Pupil<G: Game, T, M> {
    task: T,
    memory: M,
    partner: Option<Box<dyn Policy<G>>>,
    filter: Option<Box<dyn Filter<G>>>,
    /// How often any action is tried in this deal.
    exploration: f64,
    mind: Mind<G>,
    /// The moves of a deal, by seat.
    moves: Vec<Vec<Move>>,
}

impl<G: Game, T: Task<G>, M: Memory> FalconTraining<G, T, M> {
    /// A training from the start.
    pub fn new(course: Course<G>, task: T, options: &M::Options) -> Self {
        let memory = M::new(task.shape(), options);
        Self::restore(course, task, memory, 0)
    }

    /// A training as it was after so many deals.
    pub fn restore(course: Course<G>, task: T, memory: M, deals: u64) -> Self {
        let Course { rules, seed, mut opponents, plan, exploration, partner, filter } = course;
        if opponents.is_empty() {
            opponents.push(Opponents::Random);
        }
        let (mind, moves) = (Mind::new(task.shape().actions), vec![Vec::new(); rules.seats()]);
        let pupil = Pupil { task, memory, partner, filter, exploration: 0.0, mind, moves };
        let phase = |opponents| seats::Course::new(rules.clone(), opponents, seed);
        let (phases, seats) = (opponents.into_iter().map(phase).collect(), Seats::new(&rules));
        FalconTraining { phases, seats, plan, exploration, deals, pupil }
    }

    /// Plays and learns so many deals.
    pub fn advance(&mut self, deals: u64) {
        for _ in 0..deals {
            self.play_deal();
        }
    }

    /// Deals learned from.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// What was learned.
    pub fn memory(&self) -> &M {
        &self.pupil.memory
    }

    /// What is sensed and done.
    pub fn task(&self) -> &T {
        &self.pupil.task
    }

    /// The player that the learner has become so far.
    pub fn player(&self) -> Player<G, T, M> {
        Player::new(self.pupil.task.clone(), self.pupil.memory.clone())
    }

    fn play_deal(&mut self) {
        let (progress, [start, end]) = (self.progress(), self.exploration);
        self.pupil.exploration = start + (end - start) * progress;
        let phase = ((progress * self.phases.len() as f64) as usize).min(self.phases.len() - 1);
        let game = self.seats.play(&mut self.phases[phase], self.deals, &mut self.pupil);
        self.pupil.learn(&game, progress);
        self.deals += 1;
    }

    /// How much of the plan is done: 0 to 1.
    fn progress(&self) -> f64 {
        (self.deals as f64 / self.plan.max(1) as f64).min(1.0)
    }

    /// Learns from a game that was played elsewhere, from these seats; it counts as a deal. Moves that no action names are
    /// not learned from.
    pub fn study(&mut self, episode: &Episode<G>, seats: &[Seat]) {
        let (mut game, mut legal) = (episode.dealt.clone(), Actions::new());
        for decision in &episode.decisions {
            if let Turn::Seat(seat) = game.turn()
                && seats.contains(&seat)
            {
                game.legal(&mut legal);
                self.pupil.follow(game.view(seat), &legal, seat, decision.action);
            }
            game.play(decision.action);
        }
        self.pupil.learn(&game, self.progress());
        self.deals += 1;
    }
}

impl<G: Game, T: Task<G>, M: Memory> Pupil<G, T, M> {
    /// A seat has made a move: as if its strongest action that names it had been chosen.
    fn follow(&mut self, view: G::View<'_>, legal: &[G::Action], seat: Seat, made: G::Action) {
        let free = legal.len() > 1;
        if !free && !M::LEARNS_FORCED {
            return;
        }
        if !self.mind.look(&self.task, view, legal) {
            if let Some(last) = self.moves[seat.index()].last_mut() {
                last.left_off.get_or_insert(self.task.cost(view));
            }
            return;
        }
        self.mind.weigh(&mut self.memory);
        if let Some(action) = self.mind.naming(made) {
            self.note(view, seat, action, made, free);
        }
    }

    /// The deal is over: the moves of all seats that learn are learned from.
    fn learn(&mut self, game: &G, progress: f64) {
        let seats = self.moves.len();
        for seat in Seat::all(seats) {
            let moves = &mut self.moves[seat.index()];
            let cost = self.task.cost(game.view(seat));
            if let Some(last) = moves.last() {
                let all: f32 = Seat::all(seats).map(|seat| self.task.cost(game.view(seat))).sum();
                let share = if all > 0.0 { cost / all } else { 0.0 };
                self.memory.follow(last, cost - last.cost, Err(share));
            }
            if !moves.is_empty() {
                let good = cost <= self.task.bearable();
                self.memory.learn(&Deal { moves, cost, good, progress });
                moves.clear();
            }
        }
    }

    /// Remembers a move, to be learned from when the deal is over.
    #[inline]
    fn note(&mut self, view: G::View<'_>, seat: Seat, action: u16, chosen: G::Action, free: bool) {
        let mind = &self.mind;
        let options = &mind.situation.options;
        let alike = options.iter().filter(|option| option.1 == chosen).fold(0, |all, option| all | 1 << option.0);
        let next = Move {
            place: mind.situation.place,
            action,
            alike,
            applicable: mind.applicable,
            free,
            cost: self.task.cost(view),
            stake: self.task.stake(view),
            left_off: None,
        };
        let moves = &mut self.moves[seat.index()];
        if let Some(last) = moves.last() {
            self.memory.follow(last, next.cost - last.cost, Ok(&next));
        }
        moves.push(next);
    }
}

impl<G: Game, T: Task<G>, M: Memory> Actor<G, Infallible> for Pupil<G, T, M> {
    #[inline]
    fn choose(&mut self, seat: Seat, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        let free = legal.len() > 1;
        // A partner may draw even then.
        if !free && !M::LEARNS_FORCED && self.partner.is_none() {
            return legal[0];
        }
        let mind = &mut self.mind;
        if !mind.look(&self.task, view, legal) {
            if let Some(last) = self.moves[seat.index()].last_mut() {
                last.left_off.get_or_insert(self.task.cost(view));
            }
            return match &mut self.partner {
                Some(partner) => partner.choose(view, legal, rng),
                None => self.task.fallback(view, legal),
            };
        }
        // Where there is nothing to choose, nothing is drawn.
        if free && self.exploration > 0.0 && rng.chance(self.exploration) {
            mind.toss(rng);
        } else {
            mind.weigh(&mut self.memory);
        }
        let filter = if free { self.filter.as_deref_mut() } else { None };
        let Some((action, chosen)) = mind.best(view, filter) else {
            return self.task.fallback(view, legal);
        };
        self.note(view, seat, action, chosen, free);
        chosen
    }

    fn recall(&mut self, past: (&Infallible, usize), _: G::View<'_>, _: &[G::Action], _: &mut Rng) -> G::Action {
        match *past.0 {}
    }
}
