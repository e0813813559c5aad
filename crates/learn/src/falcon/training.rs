use kirifuda_play::{Actions, Episode, Game, Policy, Rng, Rules, Seat, Turn, Uniform};

use super::player::Mind;
use super::{Deal, Filter, Memory, Move, Player, Task};

/// How a training is done, besides what is sensed and remembered.
pub struct Course<G: Game> {
    /// The rules.
    pub rules: G::Rules,
    /// All chance comes from it.
    pub seed: u64,
    /// Who sits at the other seats.
    pub opponents: Opponents<G>,
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
pub enum Opponents<G: Game> {
    /// Players who take turns: each phase lasts for an equal part of the plan.
    Phases(Vec<Phase<G>>),
    /// The learner itself: all seats play and learn with the same memory.
    Mirror,
}

/// One player for each other seat, from the learner's left; too few sit round the table again, and none is random.
pub type Phase<G> = Vec<Box<dyn Policy<G>>>;

/// FALCON at work: deals are played one after the other, each from its own stream of the seed, so that a training that
/// is stopped and taken up again gives the same memory to the last bit.
pub struct Training<G: Game, T, M> {
    course: Course<G>,
    task: T,
    memory: M,
    deals: u64,
    mind: Mind<G>,
    moves: Vec<Vec<Move>>,
    legal: Actions<G>,
}

impl<G: Game, T: Task<G>, M: Memory> Training<G, T, M> {
    /// A training from the start.
    pub fn new(course: Course<G>, task: T, options: &M::Options) -> Self {
        let memory = M::new(task.shape(), options);
        Self::restore(course, task, memory, 0)
    }

    /// A training as it was after so many deals.
    pub fn restore(course: Course<G>, task: T, memory: M, deals: u64) -> Self {
        let moves = vec![Vec::new(); course.rules.seats()];
        let mind = Mind::new(task.shape().actions);
        Training { course, task, memory, deals, mind, moves, legal: Actions::new() }
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
        &self.memory
    }

    /// What is sensed and done.
    pub fn task(&self) -> &T {
        &self.task
    }

    /// The player that the learner has become so far.
    pub fn player(&self) -> Player<G, T, M> {
        Player::new(self.task.clone(), self.memory.clone())
    }

    fn play_deal(&mut self) {
        let rng = &mut Rng::stream(self.course.seed, &[STREAM, self.deals]);
        let mut game = G::deal(&self.course.rules, rng);
        let seats = self.moves.len();
        let me = Seat((self.deals % seats as u64) as u8);
        let progress = (self.deals as f64 / self.course.plan.max(1) as f64).min(1.0);
        let [start, end] = self.course.exploration;
        let exploration = start + (end - start) * progress;
        let phase = match &self.course.opponents {
            Opponents::Phases(phases) => ((progress * phases.len() as f64) as usize).min(phases.len().max(1) - 1),
            Opponents::Mirror => 0,
        };
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut self.legal);
            let view = game.view(seat);
            let learns = seat == me || matches!(self.course.opponents, Opponents::Mirror);
            let action = if learns {
                self.decide(view, seat, exploration, rng)
            } else {
                let place = (seat.index() + seats - me.index() - 1) % seats;
                match &mut self.course.opponents {
                    Opponents::Phases(phases) => match phases.get_mut(phase) {
                        Some(players) if !players.is_empty() => {
                            let number = place % players.len();
                            players[number].choose(view, &self.legal, rng)
                        }
                        _ => Policy::<G>::choose(&mut Uniform, view, &self.legal, rng),
                    },
                    Opponents::Mirror => self.legal[0], // never: then all learn
                }
            };
            game.play(action);
        }
        self.learn(&game, progress);
    }

    /// Learns from a game that was played elsewhere, from these seats; it counts as a deal. Moves that no action names are
    /// not learned from.
    pub fn study(&mut self, episode: &Episode<G>, seats: &[Seat]) {
        let mut game = episode.dealt.clone();
        for decision in &episode.decisions {
            if let Turn::Seat(seat) = game.turn()
                && seats.contains(&seat)
            {
                game.legal(&mut self.legal);
                self.follow(game.view(seat), seat, decision.action);
            }
            game.play(decision.action);
        }
        let progress = (self.deals as f64 / self.course.plan.max(1) as f64).min(1.0);
        self.learn(&game, progress);
    }

    /// A seat has made a move: as if its strongest action that names it had been chosen.
    fn follow(&mut self, view: G::View<'_>, seat: Seat, made: G::Action) {
        let free = self.legal.len() > 1;
        if !free && !M::LEARNS_FORCED {
            return;
        }
        if !self.mind.look(&self.task, view, &self.legal) {
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
        self.deals += 1;
    }

    #[inline]
    fn decide(&mut self, view: G::View<'_>, seat: Seat, exploration: f64, rng: &mut Rng) -> G::Action {
        let legal = &self.legal;
        let free = legal.len() > 1;
        // A partner may draw even then.
        if !free && !M::LEARNS_FORCED && self.course.partner.is_none() {
            return legal[0];
        }
        let mind = &mut self.mind;
        if !mind.look(&self.task, view, legal) {
            if let Some(last) = self.moves[seat.index()].last_mut() {
                last.left_off.get_or_insert(self.task.cost(view));
            }
            return match &mut self.course.partner {
                Some(partner) => partner.choose(view, legal, rng),
                None => self.task.fallback(view, legal),
            };
        }
        // Where there is nothing to choose, nothing is drawn.
        if free && exploration > 0.0 && rng.chance(exploration) {
            mind.toss(rng);
        } else {
            mind.weigh(&mut self.memory);
        }
        let filter = if free { self.course.filter.as_deref_mut() } else { None };
        let Some((action, chosen)) = mind.best(view, filter) else {
            return self.task.fallback(view, legal);
        };
        self.note(view, seat, action, chosen, free);
        chosen
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

/// First step of the path of the streams of random numbers of a training, as in linear Q-learning: equal seeds have equal
/// deals.
const STREAM: u64 = 4;
