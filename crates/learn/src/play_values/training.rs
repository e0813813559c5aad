use kirifuda_play::{Actions, Episode, Game, Policy, Rng, Rules, Seat, Turn, Uniform};

use super::{Options, Place, PlayValues, Player, Task, Values};

/// How a training is done, besides what is valued.
pub struct Course<G: Game> {
    /// The rules.
    pub rules: G::Rules,
    /// All chance comes from it.
    pub seed: u64,
    /// Who sits at the other seats.
    pub opponents: Opponents<G>,
    /// Seats at which the learner sits, spread evenly round the table and moving on by one from deal to deal.
    pub learners: usize,
}

/// Who sits at the other seats while a learner learns.
pub enum Opponents<G: Game> {
    /// These players at the seats that are left, from the left of a learner's first seat; too few sit round the table
    /// again, and none is random. They are asked for moves only: a player that has to [watch](Policy::watch) the game
    /// does not fit.
    Players(Vec<Box<dyn Policy<G>>>),
    /// The learner itself: all seats play and learn with the same values.
    Mirror,
}

impl<G: Game> Course<G> {
    /// One seat learns.
    pub fn new(rules: G::Rules, opponents: Opponents<G>, seed: u64) -> Course<G> {
        Course { rules, seed, opponents, learners: 1 }
    }
}

/// A learner at work: deals are played one after the other, each from its own stream of the seed, so that a training that
/// is stopped and taken up again gives the same values to the last bit.
pub struct Training<G: Game, T> {
    course: Course<G>,
    learner: PlayValues<G, T>,
    score: f64,
    plays: Vec<Vec<Place>>,
    chairs: Vec<Chair>,
    legal: Actions<G>,
}

/// Who sits at a seat in one deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chair {
    Learner,
    Random,
    Player(usize),
}

/// Everything about a training that its options and course do not tell: with it, training goes on where it was.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Deals learned from.
    pub deals: u64,
    /// The values, state after state.
    pub values: Vec<f32>,
    /// How often each choice was made, state after state.
    pub visits: Vec<u64>,
    /// What the deals were worth to the learner, in all.
    pub score: f64,
}

impl<G: Game, T: Task<G>> Training<G, T> {
    /// A training from the start.
    pub fn new(course: Course<G>, task: T, options: Options) -> Self {
        Self::with(course, PlayValues::new(task, options), 0.0)
    }

    /// A training from given values, for example those of another one, after which it begins anew.
    pub fn from_values(course: Course<G>, task: T, options: Options, values: Values) -> Option<Self> {
        (values.shape() == task.shape()).then(|| Self::with(course, PlayValues::restore(task, options, values, 0), 0.0))
    }

    /// A training as it was. Nothing when the state does not fit the task.
    pub fn restore(course: Course<G>, task: T, options: Options, state: State) -> Option<Self> {
        let values = Values::restore(task.shape(), state.values, state.visits)?;
        Some(Self::with(course, PlayValues::restore(task, options, values, state.deals), state.score))
    }

    fn with(course: Course<G>, learner: PlayValues<G, T>, score: f64) -> Self {
        let seats = course.rules.seats();
        let mut training = Training {
            course,
            learner,
            score,
            plays: vec![Vec::new(); seats],
            chairs: vec![Chair::Random; seats],
            legal: Actions::new(),
        };
        training.course.learners = match training.course.opponents {
            Opponents::Mirror => seats,
            Opponents::Players(_) => training.course.learners.clamp(1, seats),
        };
        training
    }

    /// Plays and learns so many deals.
    pub fn advance(&mut self, deals: u64) {
        for _ in 0..deals {
            self.play_deal();
        }
    }

    /// Learns from a game that was played elsewhere, from these seats; it counts as a deal.
    pub fn study(&mut self, episode: &Episode<G>, seats: &[Seat]) {
        self.learner.study(episode, seats);
    }

    /// Deals learned from.
    pub fn deals(&self) -> u64 {
        self.learner.games()
    }

    /// What the deals were worth to the learner so far, in all; the mean of its seats where there are several.
    pub fn score(&self) -> f64 {
        self.score
    }

    /// The learner.
    pub fn learner(&self) -> &PlayValues<G, T> {
        &self.learner
    }

    /// The player that the learner has become so far.
    pub fn player(&self) -> Player<G, T> {
        self.learner.player()
    }

    /// What is needed to go on later.
    pub fn state(&self) -> State {
        let values = self.learner.values();
        State {
            deals: self.deals(),
            values: values.values().to_vec(),
            visits: values.all_visits().to_vec(),
            score: self.score,
        }
    }

    fn play_deal(&mut self) {
        let rng = &mut Rng::stream(self.course.seed, &[STREAM, self.deals()]);
        let mut game = G::deal(&self.course.rules, rng);
        self.take_seats();
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut self.legal);
            let view = game.view(seat);
            let action = match (self.chairs[seat.index()], &mut self.course.opponents) {
                (Chair::Learner, _) => {
                    let action = self.learner.choose(view, &self.legal, rng);
                    self.plays[seat.index()].extend(self.learner.task().place(view, action));
                    action
                }
                (Chair::Player(number), Opponents::Players(players)) => players[number].choose(view, &self.legal, rng),
                _ => Policy::<G>::choose(&mut Uniform, view, &self.legal, rng),
            };
            game.play(action);
        }
        let mut total = 0.0;
        for seat in Seat::all(self.chairs.len()) {
            if self.chairs[seat.index()] == Chair::Learner {
                let reward = self.learner.task().reward(&game, seat);
                let plays = &mut self.plays[seat.index()];
                self.learner.reward(plays, reward);
                plays.clear();
                total += f64::from(reward);
            }
        }
        self.score += total / self.course.learners as f64;
        self.learner.count_game();
    }

    /// The learners go round the table; the others sit between them.
    fn take_seats(&mut self) {
        let (seats, learners) = (self.chairs.len(), self.course.learners);
        let first = Seat((self.deals() % seats as u64) as u8);
        let mut others = 0;
        for steps in 0..seats {
            // The seats 0, n/k, 2n/k, … of n are the learner's k.
            let learns = (0..learners).any(|number| number * seats / learners == steps);
            self.chairs[first.after(steps, seats).index()] = match &self.course.opponents {
                _ if learns => Chair::Learner,
                Opponents::Players(players) if !players.is_empty() => {
                    others += 1;
                    Chair::Player((others - 1) % players.len())
                }
                _ => Chair::Random,
            };
        }
    }
}

/// First step of the path of the streams of random numbers of a training, as in linear Q-learning: equal seeds have equal
/// deals.
const STREAM: u64 = 4;
