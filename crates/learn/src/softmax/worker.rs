use kirifuda_play::{Actions, Fault, Game, Policy, Rng, Rules, Seat, Turn, Uniform};

use super::network::{draw, slopes, softmax};
use super::{Course, Features, Network, Opponents, Options, Sparse};

/// One part of a batch: plays its deals one after the other and sums up their gradient. A batch always has the same
/// parts, whoever works on them.
pub(super) struct Worker<G: Game> {
    pub gradient: Vec<f32>,
    pub tally: Tally,
    players: Vec<Box<dyn Policy<G>>>,
    chairs: Vec<Chair>,
    legal: Actions<G>,
    /// Features of all decisions of the learner in a deal.
    sparse: Sparse,
    /// Probabilities of the moves of all of them.
    probabilities: Vec<f32>,
    decisions: Vec<Decision>,
    scores: Vec<f32>,
    units: Vec<f32>,
    /// By seat: the value of its next position, or the reward, and the advantage there.
    ahead: Vec<(f32, f32)>,
}

/// What a part of a batch was like.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Tally {
    pub seats: u64,
    pub decisions: u64,
    pub reward: f64,
    pub entropy: f64,
    /// Squared error of the estimates.
    pub error: f64,
}

/// Who sits at a seat in one deal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chair {
    Learner,
    Random,
    Player(usize),
    Snapshot(usize),
}

/// A choice that the learner had.
struct Decision {
    seat: Seat,
    /// The row of the position.
    position: usize,
    /// Its probabilities start here.
    start: usize,
    moves: usize,
    chosen: usize,
    value: f32,
    entropy: f32,
}

/// What all workers of a batch share.
pub(super) struct Batch<'a, G: Game, F> {
    pub course: &'a Course<G>,
    pub features: &'a F,
    pub network: Network,
    pub options: &'a Options,
    pub weights: &'a [f32],
}

impl<G: Game> Worker<G> {
    pub fn new(course: &Course<G>, network: Network) -> Result<Self, Fault> {
        let players = match &course.opponents {
            Opponents::Players(makers) => makers.iter().map(|maker| maker()).collect::<Result<_, _>>()?,
            _ => Vec::new(),
        };
        let seats = course.rules.seats();
        Ok(Worker {
            gradient: vec![0.0; network.length()],
            tally: Tally::default(),
            players,
            chairs: vec![Chair::Random; seats],
            legal: Actions::new(),
            sparse: Sparse::new(),
            probabilities: Vec::new(),
            decisions: Vec::new(),
            scores: Vec::new(),
            units: Vec::new(),
            ahead: vec![(0.0, 0.0); seats],
        })
    }

    /// Plays these deals; the gradient is theirs alone.
    pub fn work<F: Features<G>>(&mut self, batch: &Batch<'_, G, F>, deals: std::ops::Range<u64>) {
        self.gradient.fill(0.0);
        self.tally = Tally::default();
        for deal in deals {
            let game = self.play(batch, deal);
            self.learn(batch, &game);
        }
    }

    fn play<F: Features<G>>(&mut self, batch: &Batch<'_, G, F>, deal: u64) -> G {
        let course = batch.course;
        let rng = &mut Rng::stream(course.seed, &[STREAM, deal]);
        let first = Seat((deal % self.chairs.len() as u64) as u8);
        let mut game = G::deal(&course.rules, rng);
        self.take_seats(course, first, rng);
        self.sparse.clear();
        self.probabilities.clear();
        self.decisions.clear();
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut self.legal);
            let view = game.view(seat);
            let place = match (self.chairs[seat.index()], &course.opponents) {
                _ if self.legal.len() == 1 => 0,
                (Chair::Learner, _) => self.decide(batch, view, seat, rng),
                (Chair::Snapshot(number), Opponents::SelfPlay(pool)) => {
                    self.imagine(batch, pool.snapshot(number), view, rng)
                }
                (Chair::Player(number), _) => {
                    let action = self.players[number].choose(view, &self.legal, rng);
                    game.play(action);
                    continue;
                }
                _ => {
                    let action = Policy::<G>::choose(&mut Uniform, view, &self.legal, rng);
                    game.play(action);
                    continue;
                }
            };
            let action = self.legal[place];
            game.play(action);
        }
        game
    }

    /// A choice of the learner, which will be learned from.
    fn decide<F: Features<G>>(
        &mut self,
        batch: &Batch<'_, G, F>,
        view: G::View<'_>,
        seat: Seat,
        rng: &mut Rng,
    ) -> usize {
        let (moves, start, position) = (self.legal.len(), self.probabilities.len(), self.sparse.begin());
        batch.features.extract(view, &self.legal, &mut self.sparse);
        debug_assert_eq!(self.sparse.rows(), position + 1 + moves, "a row for each move");
        let network = batch.network;
        network.scores(batch.weights, &self.sparse, position, moves, &mut self.units, &mut self.probabilities);
        let entropy = softmax(&mut self.probabilities[start..], 1.0);
        let chosen = draw(&self.probabilities[start..], rng);
        let value = network.value(batch.weights, &self.sparse, position);
        self.decisions.push(Decision { seat, position, start, moves, chosen, value, entropy });
        chosen
    }

    /// A choice of an earlier self, which is forgotten.
    fn imagine<F: Features<G>>(
        &mut self,
        batch: &Batch<'_, G, F>,
        weights: &[f32],
        view: G::View<'_>,
        rng: &mut Rng,
    ) -> usize {
        let (rows, position) = (self.sparse.rows(), self.sparse.begin());
        batch.features.extract(view, &self.legal, &mut self.sparse);
        self.scores.clear();
        let (units, scores) = (&mut self.units, &mut self.scores);
        batch.network.scores(weights, &self.sparse, position, self.legal.len(), units, scores);
        self.sparse.truncate(rows);
        softmax(scores, 1.0);
        draw(scores, rng)
    }

    /// Adds the gradient of a finished deal.
    fn learn<F: Features<G>>(&mut self, batch: &Batch<'_, G, F>, game: &G) {
        for seat in Seat::all(self.chairs.len()) {
            if self.chairs[seat.index()] == Chair::Learner {
                let reward = batch.features.reward(game, seat);
                self.ahead[seat.index()] = (reward, 0.0);
                self.tally.seats += 1;
                self.tally.reward += f64::from(reward);
            }
        }
        let (network, options) = (batch.network, batch.options);
        for decision in self.decisions.iter().rev() {
            let (next, beyond) = &mut self.ahead[decision.seat.index()];
            let advantage = *next - decision.value + options.trace * *beyond;
            (*next, *beyond) = (decision.value, advantage);
            self.tally.decisions += 1;
            self.tally.entropy += f64::from(decision.entropy);
            self.tally.error += f64::from(advantage * advantage);
            let probabilities = &mut self.probabilities[decision.start..][..decision.moves];
            slopes(probabilities, decision.chosen, advantage, options.entropy, decision.entropy);
            let (sparse, gradient) = (&self.sparse, &mut self.gradient);
            network.add_score_gradient(
                batch.weights,
                sparse,
                decision.position,
                probabilities,
                &mut self.units,
                gradient,
            );
            network.add_value_gradient(sparse, decision.position, advantage, gradient);
        }
    }

    /// The learner goes round the table; the others are drawn.
    fn take_seats(&mut self, course: &Course<G>, first: Seat, rng: &mut Rng) {
        let seats = self.chairs.len();
        for steps in 0..seats {
            self.chairs[first.after(steps, seats).index()] = match &course.opponents {
                _ if steps == 0 => Chair::Learner,
                Opponents::Mirror => Chair::Learner,
                _ if course.mirror > 0.0 && rng.chance(course.mirror) => Chair::Learner,
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

/// First step of the path of the streams of random numbers of a training, as in linear Q-learning: equal seeds have equal
/// deals.
const STREAM: u64 = 4;
