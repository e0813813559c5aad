//! The decisions of recorded games: what was seen, what could be done, what was done, and what it brought.

use kirifuda_arena::{Record, RecordError, replay};
use kirifuda_learn::net::{Encoder, Parts, Row, words};
use kirifuda_play::{Actions, Turn};

use crate::{CatalogError, Listed, Visitor, visit};

/// What the bits, parts and numbers of decisions are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The game.
    pub game: &'static str,
    /// Name and version of the encoding.
    pub name: &'static str,
    /// Name and version of the numbers of moves.
    pub numbers: &'static str,
    /// Bits of an observation.
    pub inputs: usize,
    /// All parts that moves can have.
    pub outputs: usize,
    /// All moves.
    pub actions: usize,
}

/// One decision of a recorded game.
pub struct Decision<'a> {
    /// The number of its game in the file of records, from 0.
    pub game: u64,
    /// Who decided.
    pub seat: u8,
    /// What the seat sees, packed: bit i is bit i % 8 of byte i / 8.
    pub observation: &'a [u8],
    /// The parts that any legal move has, packed in the same way.
    pub legal: &'a [u8],
    /// The parts of every legal move.
    pub moves: &'a Parts,
    /// The numbers of the legal moves.
    pub numbers: &'a [usize],
    /// Which of the legal moves was made.
    pub action: u32,
    /// What the game was worth to the seat.
    pub payoff: f32,
}

/// Turns records into decisions, all of one game.
#[derive(Default)]
pub struct Walker {
    layout: Option<Layout>,
    games: u64,
    decisions: u64,
    words: Vec<u64>,
    observation: Vec<u8>,
    legal: Vec<u8>,
    numbers: Vec<usize>,
    parts: Parts,
}

/// Why a record was not walked through.
#[derive(Debug)]
pub enum WalkError<E> {
    /// The game is unknown.
    Unknown(CatalogError),
    /// The record is wrong.
    Record(RecordError),
    /// It is of another game than the first: this one.
    Other(&'static str),
    /// What the caller said.
    Caller(E),
}

impl Walker {
    /// A walker that has seen nothing.
    pub fn new() -> Walker {
        Walker::default()
    }

    /// What the decisions consist of, once there was a game.
    pub fn layout(&self) -> Option<&Layout> {
        self.layout.as_ref()
    }

    /// Games so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Decisions so far.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Tells the decisions of a game, which is played again and checked.
    pub fn walk<E>(
        &mut self,
        record: &Record,
        tell: &mut dyn FnMut(&Layout, &Decision<'_>) -> Result<(), E>,
    ) -> Result<(), WalkError<E>> {
        visit(&record.game, Walk { walker: self, record, tell }).map_err(WalkError::Unknown)?
    }

    fn add<G: Listed, E>(
        &mut self,
        record: &Record,
        tell: &mut dyn FnMut(&Layout, &Decision<'_>) -> Result<(), E>,
    ) -> Result<(), WalkError<E>> {
        let observer = G::Sight::default();
        let (inputs, outputs) = (observer.inputs(), observer.outputs());
        let layout = self.layout.get_or_insert_with(|| Layout {
            game: G::NAME,
            name: observer.layout(),
            numbers: G::NUMBERS,
            inputs,
            outputs,
            actions: G::ACTIONS,
        });
        if layout.game != G::NAME {
            return Err(WalkError::Other(G::NAME));
        }
        // Everything in the record is right after this.
        let end: G = replay(record).map_err(WalkError::Record)?;
        let rules = end.rules();
        let Ok(mut game) = G::read_deal(rules, &record.dealt) else { return Ok(()) };
        let mut actions = Actions::<G>::new();
        for text in &record.actions {
            let (Turn::Seat(seat), Ok(action)) = (game.turn(), G::read_action(rules, text)) else { break };
            game.legal(&mut actions);
            let Some(made) = actions.iter().position(|&legal| legal == action) else { break };
            let view = game.view(seat);
            self.words.resize(words(inputs), 0);
            observer.position(view, &mut Row::new(&mut self.words));
            self.observation.clear();
            self.observation.extend(self.words.iter().flat_map(|word| word.to_le_bytes()));
            self.observation.truncate(inputs.div_ceil(8));
            self.parts.clear();
            observer.moves(view, &actions, &mut self.parts);
            self.legal.clear();
            self.legal.resize(outputs.div_ceil(8), 0);
            for &part in self.parts.places() {
                self.legal[usize::from(part) / 8] |= 1 << (part % 8);
            }
            self.numbers.clear();
            self.numbers.extend(actions.iter().map(|&action| G::number(action)));
            let decision = Decision {
                game: self.games,
                seat: seat.0,
                observation: &self.observation,
                legal: &self.legal,
                moves: &self.parts,
                numbers: &self.numbers,
                action: made as u32,
                payoff: record.payoffs[seat.index()],
            };
            tell(layout, &decision).map_err(WalkError::Caller)?;
            self.decisions += 1;
            game.play(action);
        }
        self.games += 1;
        Ok(())
    }
}

struct Walk<'a, E> {
    walker: &'a mut Walker,
    record: &'a Record,
    tell: &'a mut dyn FnMut(&Layout, &Decision<'_>) -> Result<(), E>,
}

impl<E> Visitor for Walk<'_, E> {
    type Output = Result<(), WalkError<E>>;

    fn visit<G: Listed>(self) -> Self::Output {
        self.walker.add::<G, E>(self.record, self.tell)
    }
}
