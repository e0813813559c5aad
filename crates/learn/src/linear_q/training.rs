use kirifuda_play::{Actions, Episode, Game, Policy, Rng, Rules, Seat, Turn, Uniform};

use super::update::Walk;
use super::{LinearQ, Options, Player, Pool, Task, best};

/// Who sits at the other seats while a learner learns.
pub enum Opponents<G: Game> {
    /// Uniformly random players.
    Random,
    /// These players, one for each other seat, from the learner's left; too few sit round the table again, and none
    /// is as [`Random`](Opponents::Random). They are asked for moves only: a player that has to
    /// [watch](Policy::watch) the game does not fit.
    Players(Vec<Box<dyn Policy<G>>>),
    /// At every seat, deal by deal, one of the learner's snapshots or a random player, each equally likely.
    SelfPlay(Pool),
    /// The learner itself: all seats play and learn with the same weights.
    Mirror,
}

/// A learner at work: deals are played one after the other, each from its own stream of the seed, so that a training
/// that is stopped and taken up again gives the same weights to the last bit.
pub struct Training<G: Game, T> {
    rules: G::Rules,
    seed: u64,
    learner: LinearQ<G, T>,
    opponents: Opponents<G>,
    walks: Vec<Walk>,
    legal: Actions<G>,
    values: Vec<f32>,
    chairs: Vec<Chair>,
}

/// Who sits at a seat in one deal.
#[derive(Clone, Copy)]
enum Chair {
    Learner,
    Random,
    Player(usize),
    Snapshot(usize),
}

/// Everything about a training that its options, rules and seed do not tell: with it, training goes on where it was.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Deals learned from.
    pub deals: u64,
    /// The weights.
    pub weights: Vec<f32>,
    /// Their average; empty unless one is kept.
    pub average: Vec<f32>,
    /// The snapshots, where there is a pool.
    pub pool: Option<Pool>,
}

/// The weights have grown beyond all bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the weights grew beyond all bounds within {0} deals: take a smaller step")]
pub struct Diverged(pub u64);

impl<G: Game, T: Task<G>> Training<G, T> {
    /// A training from the start.
    pub fn new(rules: G::Rules, task: T, options: Options, opponents: Opponents<G>, seed: u64) -> Self {
        Self::with(rules, LinearQ::new(task, options), opponents, seed)
    }

    /// A training as it was. Nothing when the state does not fit the task and options.
    pub fn restore(
        rules: G::Rules,
        task: T,
        options: Options,
        mut opponents: Opponents<G>,
        seed: u64,
        state: State,
    ) -> Option<Self> {
        let dimensions = task.dimensions();
        let averaged = if options.average { dimensions } else { 0 };
        if state.weights.len() != dimensions || state.average.len() != averaged {
            return None;
        }
        match (&mut opponents, state.pool) {
            (Opponents::SelfPlay(pool), Some(kept)) if kept.dimensions() == dimensions => *pool = kept,
            (Opponents::SelfPlay(_), _) | (_, Some(_)) => return None,
            _ => {}
        }
        let learner = LinearQ::restore(task, options, state.weights, state.average, state.deals);
        Some(Self::with(rules, learner, opponents, seed))
    }

    fn with(rules: G::Rules, learner: LinearQ<G, T>, opponents: Opponents<G>, seed: u64) -> Self {
        let seats = rules.seats();
        Training {
            rules,
            seed,
            learner,
            opponents,
            walks: vec![Walk::default(); seats],
            legal: Actions::new(),
            values: Vec::new(),
            chairs: vec![Chair::Random; seats],
        }
    }

    /// Plays and learns so many deals.
    pub fn advance(&mut self, deals: u64) -> Result<(), Diverged> {
        for _ in 0..deals {
            self.play_deal();
        }
        self.check()
    }

    /// Learns from a game that was played elsewhere, from these seats; it counts as a deal.
    pub fn study(&mut self, episode: &Episode<G>, seats: &[Seat]) -> Result<(), Diverged> {
        self.learner.study(episode, seats);
        self.check()
    }

    fn check(&self) -> Result<(), Diverged> {
        // No early exit: several weights at a time, where a search for the first took a third of a training in short
        // pieces.
        let diverged = self.learner.weights().iter().fold(false, |found, weight| found | !weight.is_finite());
        if diverged { Err(Diverged(self.learner.deals())) } else { Ok(()) }
    }

    /// Deals learned from.
    pub fn deals(&self) -> u64 {
        self.learner.deals()
    }

    /// The learner.
    pub fn learner(&self) -> &LinearQ<G, T> {
        &self.learner
    }

    /// The snapshots, where there is a pool.
    pub fn pool(&self) -> Option<&Pool> {
        match &self.opponents {
            Opponents::SelfPlay(pool) => Some(pool),
            _ => None,
        }
    }

    /// The player that the learner has become so far.
    pub fn player(&self) -> Player<G, T> {
        self.learner.player()
    }

    /// What is needed to go on later.
    pub fn state(&self) -> State {
        State {
            deals: self.deals(),
            weights: self.learner.weights().to_vec(),
            average: self.learner.average().to_vec(),
            pool: self.pool().cloned(),
        }
    }

    fn play_deal(&mut self) {
        let rng = &mut Rng::stream(self.seed, &[STREAM, self.learner.deals()]);
        let mut game = G::deal(&self.rules, rng);
        self.take_seats(rng);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut self.legal);
            let view = game.view(seat);
            let action = match self.chairs[seat.index()] {
                Chair::Learner => {
                    let walk = &mut self.walks[seat.index()];
                    self.legal[self.learner.choose(walk, view, &self.legal, rng)]
                }
                Chair::Random => Policy::<G>::choose(&mut Uniform, view, &self.legal, rng),
                Chair::Player(number) => match &mut self.opponents {
                    Opponents::Players(players) => players[number].choose(view, &self.legal, rng),
                    _ => self.legal[0], // never: such chairs are given to players only
                },
                Chair::Snapshot(number) => match &self.opponents {
                    Opponents::SelfPlay(pool) if self.legal.len() > 1 => {
                        let weights = pool.snapshot(number);
                        self.learner.task().values(weights, view, &self.legal, &mut self.values);
                        self.legal[best(&self.values).0]
                    }
                    _ => self.legal[0],
                },
            };
            game.play(action);
        }
        for (seat, walk) in Seat::all(self.chairs.len()).zip(&mut self.walks) {
            self.learner.finish(walk, game.view(seat));
        }
        self.learner.count_deal();
        if let Opponents::SelfPlay(pool) = &mut self.opponents {
            pool.note(self.learner.deals(), self.learner.playing_weights());
        }
    }

    /// The learner goes round the table; the others are drawn.
    fn take_seats(&mut self, rng: &mut Rng) {
        let seats = self.chairs.len();
        let first = Seat((self.learner.deals() % seats as u64) as u8);
        for steps in 0..seats {
            self.chairs[first.after(steps, seats).index()] = match &self.opponents {
                _ if steps == 0 => Chair::Learner,
                Opponents::Mirror => Chair::Learner,
                Opponents::Players(players) if !players.is_empty() => Chair::Player((steps - 1) % players.len()),
                Opponents::Random | Opponents::Players(_) => Chair::Random,
                Opponents::SelfPlay(pool) => match rng.below(pool.len() + 1) {
                    0 => Chair::Random,
                    number => Chair::Snapshot(number - 1),
                },
            };
        }
    }
}

/// First step of the path of the streams of random numbers of a training, unlike those of the arena.
const STREAM: u64 = 4;
