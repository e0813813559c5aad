//! FALCON: its four memories by hand and against the definitions, kept and read again, and a training at Kuhn poker.
#![allow(clippy::unwrap_used)]

mod average;
mod keeping;
mod kuhn;
mod naive;
mod printed;
mod resonant;
mod table;
mod temporal;
mod training;

use kirifuda_learn::falcon::{Bits, Deal, Memory, Move, Place, Shape};

/// Three actions, two networks with one parent, four seats.
fn shape(width: usize) -> Shape {
    Shape { networks: 2, parents: 1, actions: 3, width, seats: 4 }
}

fn at(network: u16, bits: Bits) -> Place {
    Place { network, parent: 0, bits }
}

/// A decision in the first network, before which nothing was paid by anybody.
fn a_move(bits: Bits, action: u16) -> Move {
    let (alike, applicable) = (1 << action, 0b111);
    Move { place: at(0, bits), action, alike, applicable, free: true, cost: 0.0, stake: 26.0, left_off: None }
}

/// One decision at the start of a training, for which so much was paid.
fn lesson(memory: &mut impl Memory, bits: Bits, action: u16, paid: f32, good: bool) {
    memory.learn(&Deal { moves: &[a_move(bits, action)], cost: paid, good, progress: 0.0 });
}

fn good(memory: &mut impl Memory, bits: Bits, action: u16) {
    lesson(memory, bits, action, 0.0, true);
}

fn bad(memory: &mut impl Memory, bits: Bits, action: u16, paid: f32) {
    lesson(memory, bits, action, paid, false);
}

fn strengths(memory: &mut impl Memory, place: Place) -> [f32; 3] {
    let mut out = [f32::NAN; 3];
    memory.strengths(&place, 0b111, &mut out);
    out
}

/// What a memory writes down under a name.
fn part(memory: &impl Memory, name: &str) -> Vec<f32> {
    let parts = memory.parts();
    parts.into_iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("no {name}")).1
}

#[track_caller]
fn close(found: &[f32], expected: &[f32]) {
    let near = found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= 2e-7);
    assert!(near, "{found:?} is not {expected:?}");
}
