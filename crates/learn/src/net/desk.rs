use std::ops::Range;

use kirifuda_play::Game;

use super::{Encoder, Net, Parts, Passes, Row, words};

/// Positions that a net is asked about together, and the moves that are open in them.
#[derive(Clone, Debug, Default)]
pub struct Desk {
    words: Vec<u64>,
    parts: Parts,
    /// Where the moves of each position end among all.
    ends: Vec<u32>,
    passes: Passes,
}

impl Desk {
    /// Removes all positions.
    pub fn clear(&mut self) {
        self.words.clear();
        self.parts.clear();
        self.ends.clear();
    }

    /// Adds a position.
    pub fn put<G: Game, E: Encoder<G>>(&mut self, encoder: &E, view: G::View<'_>, legal: &[G::Action]) {
        let start = self.words.len();
        self.words.resize(start + words(encoder.inputs()), 0);
        encoder.position(view, &mut Row::new(&mut self.words[start..]));
        encoder.moves(view, legal, &mut self.parts);
        self.ends.push(self.parts.len() as u32);
    }

    /// The net looks at all of them.
    pub fn ask(&mut self, net: &Net) {
        net.look_at_many(&self.words, &mut self.passes);
    }

    /// The net looks at all of them at a glance: see [`Net::glance_at_many`].
    pub fn glance(&mut self, net: &Net) {
        net.glance_at_many(&self.words, &mut self.passes);
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True without positions.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The numbers of the moves of a position among all.
    pub fn moves(&self, position: usize) -> Range<usize> {
        let start = if position == 0 { 0 } else { self.ends[position - 1] };
        start as usize..self.ends[position] as usize
    }

    /// What the net thinks of a move, beyond what is known before it.
    #[inline]
    pub fn value(&self, position: usize, number: usize) -> f32 {
        self.parts.value(number, self.passes.outputs(position))
    }

    /// The move that the net thinks most of, from 0, at a position; of equals the first.
    #[inline]
    pub fn best(&self, position: usize) -> usize {
        let moves = self.moves(position);
        let (mut best, mut highest) = (0, f32::NEG_INFINITY);
        for number in moves.clone() {
            let value = self.value(position, number);
            if value > highest {
                (best, highest) = (number - moves.start, value);
            }
        }
        best
    }
}
