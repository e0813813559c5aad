use kirifuda_play::{Fault, Game, Policy, Rng, Rules, Seat};

use super::network::slopes;
use super::{Course, Features, Network, Opponents, Options, Pool, Sparse};
use crate::choice::{Rest, draw, softmax};
use crate::seats::{Actor, Seats};

/// One part of a batch: plays its deals one after the other and sums up their gradient. A batch always has the same
/// parts, whoever works on them.
pub(super) struct Worker<G: Game> {
    pub gradient: Vec<f32>,
    pub tally: Tally,
    seats: Seats<G>,
    players: Vec<Box<dyn Policy<G>>>,
    notes: Notes,
    /// By seat: the value of its next position, or the reward, and the advantage there.
    ahead: Vec<(f32, f32)>,
}

/// All decisions of the learner in a deal.
#[derive(Default)]
struct Notes {
    /// Their features.
    sparse: Sparse,
    /// Probabilities of the moves of all of them.
    probabilities: Vec<f32>,
    decisions: Vec<Decision>,
    scores: Vec<f32>,
    units: Vec<f32>,
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
        Ok(Worker {
            gradient: vec![0.0; network.length()],
            tally: Tally::default(),
            seats: Seats::new(&course.rules),
            players,
            notes: Notes::default(),
            ahead: vec![(0.0, 0.0); course.rules.seats()],
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
        let Worker { seats, players, notes, .. } = self;
        notes.sparse.clear();
        notes.probabilities.clear();
        notes.decisions.clear();
        seats.play_with(batch.course, players, deal, &mut Seated { batch, notes })
    }

    /// Adds the gradient of a finished deal.
    fn learn<F: Features<G>>(&mut self, batch: &Batch<'_, G, F>, game: &G) {
        for seat in self.seats.learners() {
            let reward = batch.features.reward(game, seat);
            self.ahead[seat.index()] = (reward, 0.0);
            self.tally.seats += 1;
            self.tally.reward += f64::from(reward);
        }
        let (network, options) = (batch.network, batch.options);
        let Notes { sparse, probabilities, decisions, units, .. } = &mut self.notes;
        for decision in decisions.iter().rev() {
            let (next, beyond) = &mut self.ahead[decision.seat.index()];
            let advantage = *next - decision.value + options.trace * *beyond;
            (*next, *beyond) = (decision.value, advantage);
            self.tally.decisions += 1;
            self.tally.entropy += f64::from(decision.entropy);
            self.tally.error += f64::from(advantage * advantage);
            let (position, gradient) = (decision.position, &mut self.gradient);
            let probabilities = &mut probabilities[decision.start..][..decision.moves];
            slopes(probabilities, decision.chosen, advantage, options.entropy, decision.entropy);
            network.add_score_gradient(batch.weights, sparse, position, probabilities, units, gradient);
            network.add_value_gradient(sparse, position, advantage, gradient);
        }
    }
}

/// The learner at its seats.
struct Seated<'a, G: Game, F> {
    batch: &'a Batch<'a, G, F>,
    notes: &'a mut Notes,
}

impl<G: Game, F: Features<G>> Actor<G, Pool> for Seated<'_, G, F> {
    const ASKED_WHEN_FORCED: bool = false;

    /// A choice of the learner, which will be learned from.
    fn choose(&mut self, seat: Seat, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        let Batch { features, network, weights, .. } = *self.batch;
        let Notes { sparse, probabilities, decisions, units, .. } = &mut *self.notes;
        let (moves, start, position) = (legal.len(), probabilities.len(), sparse.begin());
        features.extract(view, legal, sparse);
        debug_assert_eq!(sparse.rows(), position + 1 + moves, "a row for each move");
        network.scores(weights, sparse, position, moves, units, probabilities);
        let entropy = softmax(&mut probabilities[start..], 1.0);
        let chosen = draw(&probabilities[start..], Rest::Likeliest, rng);
        let value = network.value(weights, sparse, position);
        decisions.push(Decision { seat, position, start, moves, chosen, value, entropy });
        legal[chosen]
    }

    /// A choice of an earlier self, which is forgotten.
    fn recall(&mut self, past: (&Pool, usize), view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        let Batch { features, network, .. } = *self.batch;
        let Notes { sparse, scores, units, .. } = &mut *self.notes;
        let (rows, position) = (sparse.rows(), sparse.begin());
        features.extract(view, legal, sparse);
        scores.clear();
        network.scores(past.0.snapshot(past.1), sparse, position, legal.len(), units, scores);
        sparse.truncate(rows);
        softmax(scores, 1.0);
        legal[draw(scores, Rest::Likeliest, rng)]
    }
}
