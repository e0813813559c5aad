use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use kirifuda_learn::net::{Encoder, Parts, Row, words};
use kirifuda_learn::seats::Chair;
use kirifuda_play::math::single;
use kirifuda_play::{Actions, Game, Policy, Rng, Seat, Turn, Uniform};
use rayon::prelude::*;

use crate::{League, Machine, MachineError, Rows};

/// Games that are played at once, their positions answered by a net all together.
///
/// There are two halves: while the machine thinks about the positions of one, the processor plays on in the other.
pub(crate) struct SelfPlay<G: Game, E> {
    halves: Vec<Half<G, E>>,
}

/// What the games of a training have in common.
pub(crate) struct Course<'a, G: Game> {
    pub rules: &'a G::Rules,
    pub seed: u64,
    /// The number of the first deal.
    pub first: u64,
    pub deals: usize,
    /// How often a move is made at random.
    pub explore: f64,
    pub league: &'a League<G>,
    /// Keep the parts of all legal moves instead of those of the move that was made.
    pub keeps_legal: bool,
    /// Play several moves of some positions out, and keep these instead of the move that was made.
    pub branch: Option<Branch>,
    /// Show a critic what is hidden, and keep the best moves beside that which was made.
    pub critic: Option<Critic>,
    /// Show what is hidden to who learns to guess it, at so many of the positions.
    pub guessed: Option<f64>,
    /// Draw moves by the policy of the net, and keep those it could have made.
    pub policy: Option<PolicyGradient>,
    /// How much of a target is what the deal brought in the end, and not what the net thought at the seat's next turns.
    pub trace: f32,
}

/// How positions are searched while games are played: several moves are played out from the same cards, all seats by their
/// players without exploration. The cards that the others really hold are a draw from what the mover may believe, so one
/// world a position is enough; the net takes the mean over positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch {
    /// The chance of a position of the learner to be searched.
    pub chance: f64,
    /// At most so many moves, those that the net thinks most of.
    pub width: usize,
    /// How much of the mean error over the moves of a position is forgiven, from 0 to 1: the luck of the deal is common to
    /// them, and says nothing about which is better.
    pub forgive: f32,
}

/// A second net that also sees what is hidden learns what the moves that were made brought; the learner comes to think of the good moves of
/// a position what the critic thinks of them. Where the cards lie is luck that all of them share, so their differences are told by fewer deals
/// than by the moves that were made alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Critic {
    /// At most so many moves, those that the net thinks most of.
    pub width: usize,
    /// How much of the mean error over the moves of a position is forgiven, from 0 to 1.
    pub forgive: f32,
}

/// Policy gradient: the learner draws its moves, the likelier the more its net thinks of them, and what they brought makes them likelier or less
/// so. What a net need not decide it need not know: that is the difference to learning what every move is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyGradient {
    /// Moves are drawn by exp(value / temperature).
    pub temperature: f32,
    /// How much chance is a good of its own (entropy), in temperatures. With 1 the differences of values come to be those of what moves bring;
    /// with less they grow, and the policy settles.
    pub entropy: f32,
    /// At most so many moves are drawn from, those that the net thinks most of.
    pub width: usize,
    /// How much the mean over the moves is drawn toward what the deal brought: it keeps values what they are.
    pub level: f32,
}

/// The first step of the path of the streams of random numbers of deals.
const DEALS: u64 = 7;
/// Games that one thread plays at a time.
const CHUNK: usize = 64;

struct Half<G: Game, E> {
    chunks: Vec<Chunk<G, E>>,
    batches: [Batch; 2],
}

/// Questions to a net: those of all chunks, one after the other.
#[derive(Default)]
struct Batch {
    words: Vec<u64>,
    values: Vec<f32>,
}

impl<G: Game, E: Encoder<G>> SelfPlay<G, E> {
    pub fn new() -> Self {
        SelfPlay { halves: Vec::new() }
    }

    /// Plays deals to their ends; the moves of the learners are kept as samples.
    pub fn play(
        &mut self,
        course: &Course<'_, G>,
        encoder: &E,
        learner: &mut Box<dyn Machine>,
        past: Option<&mut Box<dyn Machine>>,
    ) -> Result<(), MachineError> {
        let count = course.deals.div_ceil(CHUNK).max(1);
        let halves = if count > 1 { 2 } else { 1 };
        self.halves.resize_with(halves, || Half { chunks: Vec::new(), batches: Default::default() });
        for (number, half) in self.halves.iter_mut().enumerate() {
            let own = (number..count).step_by(halves);
            half.chunks.truncate(own.len());
            while half.chunks.len() < own.len() {
                let reveals = course.critic.is_some() || course.guessed.is_some();
                half.chunks.push(Chunk::new(encoder.clone(), course.league, reveals)?);
            }
            let has_past = past.is_some();
            half.chunks.par_iter_mut().zip(own.collect::<Vec<_>>()).for_each(|(chunk, place)| {
                let first = place * CHUNK;
                chunk.deal(course, first as u64, CHUNK.min(course.deals - first), has_past);
            });
        }
        let machines = Mutex::new((learner, past));
        let manner = Manner {
            explore: course.explore,
            keeps_legal: course.keeps_legal,
            branch: course.branch,
            critic: course.critic,
            guessed: course.guessed,
            policy: course.policy,
            trace: course.trace,
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> =
                self.halves.iter_mut().map(|half| scope.spawn(|| half.play(manner, &machines))).collect();
            // A thread that panics takes the program with it.
            threads
                .into_iter()
                .try_for_each(|thread| thread.join().unwrap_or_else(|why| std::panic::resume_unwind(why)))
        })
    }

    /// The samples of the deals just played, a list of each chunk.
    pub fn samples(&self) -> impl Iterator<Item = &Samples> {
        self.halves.iter().flat_map(|half| &half.chunks).map(|chunk| &chunk.samples)
    }
}

#[derive(Clone, Copy)]
struct Manner {
    explore: f64,
    keeps_legal: bool,
    branch: Option<Branch>,
    critic: Option<Critic>,
    guessed: Option<f64>,
    policy: Option<PolicyGradient>,
    trace: f32,
}

type Machines<'a> = (&'a mut Box<dyn Machine>, Option<&'a mut Box<dyn Machine>>);

impl<G: Game, E: Encoder<G>> Half<G, E> {
    fn play(&mut self, manner: Manner, machines: &Mutex<Machines<'_>>) -> Result<(), MachineError> {
        loop {
            self.chunks.par_iter_mut().for_each(Chunk::ask);
            let mut open = false;
            for (number, batch) in self.batches.iter_mut().enumerate() {
                let stride = self.chunks.first().map_or(1, |chunk| chunk.stride);
                batch.words.clear();
                for chunk in &self.chunks {
                    batch.words.extend_from_slice(&chunk.questions[number].words);
                }
                if batch.words.is_empty() {
                    continue;
                }
                open = true;
                let rows = Rows { words: &batch.words, stride };
                let mut machines = machines.lock().unwrap_or_else(PoisonError::into_inner);
                match (number, &mut *machines) {
                    (1, (_, Some(past))) => past.values(rows, &mut batch.values)?,
                    (_, (learner, _)) => learner.values(rows, &mut batch.values)?,
                }
            }
            if !open {
                let forgive = manner.branch.map_or(0.0, |branch| branch.forgive);
                self.chunks.par_iter_mut().for_each(|chunk| chunk.judge(forgive, manner.trace));
                return Ok(());
            }
            let mut starts = [0; 2];
            let mut answers = Vec::with_capacity(self.chunks.len());
            for chunk in &self.chunks {
                answers.push([0, 1].map(|number| {
                    let length = chunk.questions[number].games.len() * chunk.outputs;
                    starts[number] += length;
                    &self.batches[number].values[starts[number] - length..starts[number]]
                }));
            }
            self.chunks.par_iter_mut().zip(answers).for_each(|(chunk, answers)| chunk.decide(answers, manner));
        }
    }
}

/// Some games, and the moves of the learners in them.
struct Chunk<G: Game, E> {
    encoder: E,
    /// Whether positions of the learner also show what is hidden.
    reveals: bool,
    stride: usize,
    outputs: usize,
    /// First those of the deals, then those that search them.
    games: Vec<G>,
    deals: usize,
    rngs: Vec<Rng>,
    /// By game and seat.
    chairs: Vec<Chair>,
    seats: usize,
    players: Vec<Box<dyn Policy<G>>>,
    legal: Actions<G>,
    /// To the learner, and to its earlier self.
    questions: [Questions<G>; 2],
    samples: Samples,
    searched: Vec<Searched>,
    /// What the rest of a deal is worth to a seat, by game and seat.
    worth: Vec<f32>,
    /// Moves with what the net thinks of them.
    tried: Vec<(f32, usize)>,
    likely: Vec<f32>,
    union: Vec<u16>,
}

/// The best of some moves by the outputs of a net, the best first; of equals the earlier.
fn best(tried: &mut Vec<(f32, usize)>, parts: &Parts, moves: Range<usize>, outputs: &[f32], width: usize) {
    tried.clear();
    tried.extend(moves.map(|choice| (parts.value(choice, outputs), choice)));
    tried.sort_by(|a, b| b.0.total_cmp(&a.0));
    tried.truncate(width.max(2));
}

/// A move that a policy has drawn.
struct Drawn {
    /// Which of those tried.
    number: usize,
    /// How likely it was.
    chance: f32,
    /// What the position is worth to the policy.
    thought: f32,
    /// It was not drawn by the policy, but as any of them.
    is_random: bool,
}

/// Draws one of some moves, by what they are worth or, so often, any.
fn draw(tried: &[(f32, usize)], likely: &mut Vec<f32>, temperature: f32, explore: f64, rng: &mut Rng) -> Drawn {
    // The first is the best.
    let highest = tried[0].0;
    likely.clear();
    likely.extend(tried.iter().map(|&(value, _)| single::exp((value - highest) / temperature)));
    let all: f32 = likely.iter().sum();
    let is_random = rng.chance(explore);
    let number = if is_random {
        rng.below(tried.len())
    } else {
        let mut left = rng.unit() as f32 * all;
        let found = likely.iter().position(|&likely| {
            left -= likely;
            left < 0.0
        });
        found.unwrap_or(0)
    };
    let thought = tried.iter().zip(&*likely).map(|(&(value, _), likely)| value * likely).sum::<f32>() / all;
    let chance = (1.0 - explore as f32) * likely[number] / all + explore as f32 / tried.len() as f32;
    Drawn { number, chance, thought, is_random }
}

/// Samples of moves of one position.
struct Searched {
    start: usize,
    end: usize,
    /// What the net thought of them together.
    thought: f32,
}

/// Positions in which a net decides.
struct Questions<G: Game> {
    games: Vec<u32>,
    words: Vec<u64>,
    actions: Vec<G::Action>,
    ends: Vec<u32>,
    parts: Parts,
}

/// Moves that learners made, and what they brought.
#[derive(Default)]
pub(crate) struct Samples {
    pub words: Vec<u64>,
    pub moves: Parts,
    pub targets: Vec<f32>,
    /// For a critic and a policy: the best moves of each position, and where they end.
    pub best: Parts,
    pub best_ends: Vec<u32>,
    /// For a policy: which of these was made, and how likely that was.
    pub choices: Vec<(u16, f32)>,
    owners: Vec<(u32, Seat)>,
    /// What the net thought of the position, with what was known before it; and whether another move than its own was made.
    thoughts: Vec<(f32, bool)>,
}

impl<G: Game, E: Encoder<G>> Chunk<G, E> {
    fn new(encoder: E, league: &League<G>, reveals: bool) -> Result<Self, MachineError> {
        let players = league.players.iter().map(|maker| maker()).collect::<Result<_, _>>();
        let questions = || Questions {
            games: Vec::new(),
            words: Vec::new(),
            actions: Vec::new(),
            ends: Vec::new(),
            parts: Parts::new(),
        };
        Ok(Chunk {
            stride: words(encoder.inputs() + if reveals { encoder.hidden() } else { 0 }),
            reveals,
            outputs: encoder.outputs(),
            encoder,
            games: Vec::new(),
            deals: 0,
            rngs: Vec::new(),
            chairs: Vec::new(),
            seats: 0,
            players: players.map_err(|why| MachineError(why.to_string()))?,
            legal: Actions::new(),
            questions: [questions(), questions()],
            samples: Samples::default(),
            searched: Vec::new(),
            worth: Vec::new(),
            tried: Vec::new(),
            likely: Vec::new(),
            union: Vec::new(),
        })
    }

    fn deal(&mut self, course: &Course<'_, G>, first: u64, count: usize, has_past: bool) {
        let Samples { words, moves, targets, best, best_ends, choices, owners, thoughts } = &mut self.samples;
        choices.clear();
        best.clear();
        best_ends.clear();
        thoughts.clear();
        words.clear();
        moves.clear();
        targets.clear();
        owners.clear();
        self.searched.clear();
        self.games.clear();
        self.rngs.clear();
        self.chairs.clear();
        for number in 0..count as u64 {
            let deal = course.first + first + number;
            let mut rng = Rng::stream(course.seed, &[DEALS, deal]);
            let game = G::deal(course.rules, &mut rng);
            self.seats = game.seats();
            let start = self.chairs.len();
            self.chairs.resize(start + self.seats, Chair::Learner);
            course.league.seat(deal, &mut rng, has_past, &mut self.chairs[start..]);
            self.games.push(game);
            self.rngs.push(rng);
        }
        self.deals = count;
    }

    /// Plays every game on to a position in which a net decides, or to its end.
    fn ask(&mut self) {
        for questions in &mut self.questions {
            questions.games.clear();
            questions.words.clear();
            questions.actions.clear();
            questions.ends.clear();
            questions.parts.clear();
        }
        for (number, game) in self.games.iter_mut().enumerate() {
            while let Turn::Seat(seat) = game.turn() {
                game.legal(&mut self.legal);
                if let [only] = *self.legal {
                    game.play(only);
                    continue;
                }
                let view = game.view(seat);
                let asked = match self.chairs[number * self.seats + seat.index()] {
                    Chair::Learner => 0,
                    Chair::Snapshot(_) => 1,
                    chair => {
                        let rng = &mut self.rngs[number];
                        let action = match chair {
                            Chair::Player(which) => self.players[which].choose(view, &self.legal, rng),
                            _ => Policy::<G>::choose(&mut Uniform, view, &self.legal, rng),
                        };
                        game.play(action);
                        continue;
                    }
                };
                let questions = &mut self.questions[asked];
                let start = questions.words.len();
                questions.words.resize(start + self.stride, 0);
                let mut row = Row::new(&mut questions.words[start..]);
                self.encoder.position(view, &mut row);
                debug_assert_eq!(row.len(), self.encoder.inputs(), "the bits that the encoder says");
                if self.reveals && asked == 0 {
                    self.encoder.reveal(game, seat, &mut row);
                    debug_assert_eq!(row.len(), self.encoder.inputs() + self.encoder.hidden(), "the bits that it says");
                }
                self.encoder.moves(view, &self.legal, &mut questions.parts);
                questions.actions.extend_from_slice(&self.legal);
                questions.ends.push(questions.actions.len() as u32);
                questions.games.push(number as u32);
                break;
            }
        }
    }

    /// Makes the moves that the nets think most of, or, in the games of the deals, now and then any.
    fn decide(&mut self, answers: [&[f32]; 2], manner: Manner) {
        for (asked, values) in answers.into_iter().enumerate() {
            let questions = &self.questions[asked];
            let mut first = 0;
            for (number, &place) in questions.games.iter().enumerate() {
                let end = questions.ends[number] as usize;
                let outputs = &values[number * self.outputs..(number + 1) * self.outputs];
                let (rng, is_deal) = (&mut self.rngs[place as usize], (place as usize) < self.deals);
                let learns = asked == 0 && is_deal;
                if let (Some(branch), Turn::Seat(seat)) =
                    (manner.branch.filter(|_| learns), self.games[place as usize].turn())
                    && rng.chance(branch.chance)
                {
                    best(&mut self.tried, &questions.parts, first..end, outputs, branch.width);
                    let row = &questions.words[number * self.stride..(number + 1) * self.stride];
                    let luck = rng.clone();
                    let chairs = place as usize * self.seats..(place as usize + 1) * self.seats;
                    let known = self.encoder.known(self.games[place as usize].view(seat));
                    let samples = &mut self.samples;
                    let start = samples.targets.len();
                    for &(_, choice) in &self.tried {
                        samples.words.extend_from_slice(row);
                        samples.moves.copy(questions.parts.of(choice));
                        samples.targets.push(-known);
                        samples.owners.push((self.games.len() as u32, seat));
                        let mut game = self.games[place as usize].clone();
                        game.play(questions.actions[choice]);
                        self.games.push(game);
                        self.rngs.push(luck.clone());
                        self.chairs.extend_from_within(chairs.clone());
                    }
                    let thought = self.tried.iter().map(|tried| tried.0).sum();
                    self.searched.push(Searched { start, end: samples.targets.len(), thought });
                }
                let rng = &mut self.rngs[place as usize];
                let policy = manner.policy.filter(|_| learns);
                let any =
                    (learns && policy.is_none() && rng.chance(manner.explore)).then(|| first + rng.below(end - first));
                let drawn = policy.map(|policy| {
                    best(&mut self.tried, &questions.parts, first..end, outputs, policy.width);
                    draw(&self.tried, &mut self.likely, policy.temperature, manner.explore, rng)
                });
                let best_move = if let Some(drawn) = &drawn {
                    (self.tried[drawn.number].1, drawn.thought)
                } else if any.is_some() && manner.trace >= 1.0 {
                    (first, 0.0)
                } else {
                    let value = |choice: usize| questions.parts.value(choice, outputs);
                    let mut best = (first, value(first));
                    for choice in first + 1..end {
                        let value = value(choice);
                        if value > best.1 {
                            best = (choice, value);
                        }
                    }
                    best
                };
                let is_random = any.is_some() || drawn.as_ref().is_some_and(|drawn| drawn.is_random);
                let chosen = any.unwrap_or(best_move.0);
                let game = &mut self.games[place as usize];
                let learns = learns && manner.guessed.is_none_or(|share| self.rngs[place as usize].chance(share));
                if let (true, None, Turn::Seat(seat)) = (learns, manner.branch, game.turn()) {
                    let samples = &mut self.samples;
                    let row = &questions.words[number * self.stride..(number + 1) * self.stride];
                    samples.words.extend_from_slice(row);
                    if manner.keeps_legal {
                        self.union.clear();
                        self.union.extend((first..end).flat_map(|choice| questions.parts.of(choice)));
                        self.union.sort_unstable();
                        self.union.dedup();
                        samples.moves.copy(&self.union);
                    } else {
                        samples.moves.copy(questions.parts.of(chosen));
                    }
                    if let Some(drawn) = &drawn {
                        samples.choices.push((drawn.number as u16, drawn.chance));
                    } else if let Some(critic) = manner.critic {
                        best(&mut self.tried, &questions.parts, first..end, outputs, critic.width);
                    }
                    if drawn.is_some() || manner.critic.is_some() {
                        self.tried.iter().for_each(|&(_, choice)| samples.best.copy(questions.parts.of(choice)));
                        samples.best_ends.push(samples.best.len() as u32);
                    }
                    let known = self.encoder.known(game.view(seat));
                    samples.targets.push(-known);
                    samples.owners.push((place, seat));
                    samples.thoughts.push((known + best_move.1, is_random));
                }
                game.play(questions.actions[chosen]);
                first = end;
            }
        }
    }

    /// All games are over: what each move brought, beyond what was known before it.
    fn judge(&mut self, forgive: f32, trace: f32) {
        let Samples { targets, owners, thoughts, .. } = &mut self.samples;
        if trace < 1.0 && thoughts.len() == targets.len() {
            // From the last move of a seat to its first: TD(λ), cut where a move was made at random (Watkins).
            let seats = self.seats;
            self.worth.clear();
            self.worth.resize(self.deals * seats, f32::NAN);
            for (number, &(game, seat)) in owners.iter().enumerate().rev() {
                let worth = &mut self.worth[game as usize * seats + seat.index()];
                if worth.is_nan() {
                    *worth = self.encoder.outcome(&self.games[game as usize], seat);
                }
                targets[number] += *worth;
                let (thought, is_random) = thoughts[number];
                *worth = if is_random { thought } else { thought + trace * (*worth - thought) };
            }
            return;
        }
        for (target, &(game, seat)) in targets.iter_mut().zip(&*owners) {
            *target += self.encoder.outcome(&self.games[game as usize], seat);
        }
        for searched in &self.searched {
            let targets = &mut targets[searched.start..searched.end];
            let error = (targets.iter().sum::<f32>() - searched.thought) / targets.len() as f32;
            targets.iter_mut().for_each(|target| *target -= forgive * error);
        }
    }
}
