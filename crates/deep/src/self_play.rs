use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use kirifuda_learn::net::{Encoder, Parts, Row, words};
use kirifuda_learn::seats::Chair;
use kirifuda_play::math::single;
use kirifuda_play::{Actions, Game, Opening, Policy, Rng, Seat, Standing, Turn, Uniform};
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
    /// Deals of a table, one after the other.
    pub series: Option<Rounds<G>>,
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

/// So many deals are played at a table one after the other, and what one hands on counts in the next, as in a match.
pub(crate) struct Rounds<G: Game> {
    pub deals: usize,
    pub open: Opening<G>,
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
        let tables = course.deals / course.series.as_ref().map_or(1, |series| series.deals.max(1));
        let count = tables.div_ceil(CHUNK).max(1);
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
                chunk.deal(course, first as u64, CHUNK.min(tables - first), has_past);
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
                self.halves.iter_mut().map(|half| scope.spawn(|| half.play(course.rules, manner, &machines))).collect();
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
    fn play(&mut self, rules: &G::Rules, manner: Manner, machines: &Mutex<Machines<'_>>) -> Result<(), MachineError> {
        loop {
            self.chunks.par_iter_mut().for_each(|chunk| chunk.ask(rules));
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
    /// First those of the tables, then those that search them.
    games: Vec<G>,
    tables: usize,
    /// By game: the number of its deal.
    numbers: Vec<u32>,
    /// By table, where deals follow each other.
    in_series: Vec<Table<G>>,
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
    /// What a deal was worth to a seat, by deal and seat; once it is over.
    outcomes: Vec<f32>,
    /// What the rest of a deal is worth to a seat, by deal and seat.
    worth: Vec<f32>,
    /// Moves with what the net thinks of them.
    tried: Vec<(f32, usize)>,
    likely: Vec<f32>,
    union: Vec<u16>,
}

/// A table at which deals follow each other.
struct Table<G: Game> {
    /// How its series begins.
    open: Opening<G>,
    /// Where it stands.
    standing: Box<dyn Standing<G>>,
    /// Deals that are still to come.
    left: usize,
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
    /// The deal and the seat.
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
            tables: 0,
            numbers: Vec::new(),
            in_series: Vec::new(),
            rngs: Vec::new(),
            chairs: Vec::new(),
            seats: 0,
            players: players.map_err(|why| MachineError(why.to_string()))?,
            legal: Actions::new(),
            questions: [questions(), questions()],
            samples: Samples::default(),
            searched: Vec::new(),
            outcomes: Vec::new(),
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
        self.numbers.clear();
        self.in_series.clear();
        self.outcomes.clear();
        let rounds = course.series.as_ref().map_or(1, |series| series.deals as u64);
        for number in 0..count as u64 {
            let table = course.first / rounds + first + number;
            let mut rng = Rng::stream(course.seed, &[DEALS, table * rounds]);
            let series = course.series.as_ref().map(|series| Table {
                open: series.open,
                standing: (series.open)(course.rules),
                left: series.deals - 1,
            });
            let game = match &series {
                Some(table) => table.standing.deal_next(course.rules, &mut rng),
                None => G::deal(course.rules, &mut rng),
            };
            self.seats = game.seats();
            let start = self.chairs.len();
            self.chairs.resize(start + self.seats, Chair::Learner);
            course.league.seat(table, &mut rng, has_past, &mut self.chairs[start..]);
            self.games.push(game);
            self.numbers.push(number as u32);
            self.in_series.extend(series);
            self.rngs.push(rng);
        }
        self.tables = count;
        self.outcomes.resize(count * self.seats, f32::NAN);
    }

    /// Notes what a deal was worth to each seat: it is over.
    fn note(&mut self, place: usize) {
        let (game, start) = (&self.games[place], self.numbers[place] as usize * self.seats);
        for (seat, outcome) in self.outcomes[start..start + self.seats].iter_mut().enumerate() {
            *outcome = self.encoder.outcome(game, Seat(seat as u8));
        }
    }

    /// The number of a deal that begins.
    fn number(outcomes: &mut Vec<f32>, seats: usize) -> u32 {
        let number = outcomes.len() / seats.max(1);
        outcomes.resize(outcomes.len() + seats, f32::NAN);
        number as u32
    }

    /// Deals anew at a table whose deal is over, if its series goes on.
    fn go_on(&mut self, place: usize, rules: &G::Rules) -> bool {
        if self.in_series.get(place).is_none_or(|table| table.left == 0) {
            return false;
        }
        self.note(place);
        let table = &mut self.in_series[place];
        table.standing.settle(&self.games[place]);
        if table.standing.is_finished(rules) {
            table.standing = (table.open)(rules);
        }
        table.left -= 1;
        self.games[place] = table.standing.deal_next(rules, &mut self.rngs[place]);
        self.numbers[place] = Self::number(&mut self.outcomes, self.seats);
        true
    }

    /// Plays every game on to a position in which a net decides, or to its end; and every series.
    fn ask(&mut self, rules: &G::Rules) {
        for questions in &mut self.questions {
            questions.games.clear();
            questions.words.clear();
            questions.actions.clear();
            questions.ends.clear();
            questions.parts.clear();
        }
        for place in 0..self.games.len() {
            while !self.play_on(place) && self.go_on(place, rules) {}
        }
    }

    /// Plays a game on to a position in which a net decides: true, or to its end: false.
    fn play_on(&mut self, place: usize) -> bool {
        let game = &mut self.games[place];
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut self.legal);
            if let [only] = *self.legal {
                game.play(only);
                continue;
            }
            let view = game.view(seat);
            let asked = match self.chairs[place * self.seats + seat.index()] {
                Chair::Learner => 0,
                Chair::Snapshot(_) => 1,
                chair => {
                    let rng = &mut self.rngs[place];
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
            questions.games.push(place as u32);
            return true;
        }
        false
    }

    /// Makes the moves that the nets think most of, or, in the games of the deals, now and then any.
    fn decide(&mut self, answers: [&[f32]; 2], manner: Manner) {
        for (asked, values) in answers.into_iter().enumerate() {
            let questions = &self.questions[asked];
            let mut first = 0;
            for (number, &place) in questions.games.iter().enumerate() {
                let end = questions.ends[number] as usize;
                let outputs = &values[number * self.outputs..(number + 1) * self.outputs];
                let (rng, is_deal) = (&mut self.rngs[place as usize], (place as usize) < self.tables);
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
                        let number = Self::number(&mut self.outcomes, self.seats);
                        samples.owners.push((number, seat));
                        self.numbers.push(number);
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
                    samples.owners.push((self.numbers[place as usize], seat));
                    samples.thoughts.push((known + best_move.1, is_random));
                }
                game.play(questions.actions[chosen]);
                first = end;
            }
        }
    }

    /// All games are over: what each move brought, beyond what was known before it.
    fn judge(&mut self, forgive: f32, trace: f32) {
        (0..self.games.len()).for_each(|place| self.note(place));
        let (seats, outcomes) = (self.seats, &self.outcomes);
        let Samples { targets, owners, thoughts, .. } = &mut self.samples;
        let owner = |(deal, seat): (u32, Seat)| deal as usize * seats + seat.index();
        if trace < 1.0 && thoughts.len() == targets.len() {
            // From the last move of a seat to its first: TD(λ), cut where a move was made at random (Watkins).
            self.worth.clone_from(outcomes);
            for (number, &whose) in owners.iter().enumerate().rev() {
                let worth = &mut self.worth[owner(whose)];
                targets[number] += *worth;
                let (thought, is_random) = thoughts[number];
                *worth = if is_random { thought } else { thought + trace * (*worth - thought) };
            }
            return;
        }
        for (target, &whose) in targets.iter_mut().zip(&*owners) {
            *target += outcomes[owner(whose)];
        }
        for searched in &self.searched {
            let targets = &mut targets[searched.start..searched.end];
            let error = (targets.iter().sum::<f32>() - searched.thought) / targets.len() as f32;
            targets.iter_mut().for_each(|target| *target -= forgive * error);
        }
    }
}
