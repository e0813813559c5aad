//! ν-SVR: the numbers of LIBSVM, its files, and the fast evaluation.

#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

mod dense;
mod examples;
mod files;
mod libsvm;
mod merged;
mod validation;

use kirifuda_learn::svr::{Examples, Ranges};
use kirifuda_play::Rng;

/// Sixty rows of four numbers 0 to 12 from the generator of C's standard, the same as in the Python program of
/// `libsvm.rs`.
fn sixty() -> Examples {
    let (mut examples, mut state) = (Examples::new(4), 1u64);
    for _ in 0..60 {
        let row: [f64; 4] = std::array::from_fn(|_| {
            state = (state * 1_103_515_245 + 12_345) % (1 << 31);
            ((state >> 16) % 13) as f64
        });
        examples.push(&row, (row[0] * row[1] % 7.0 - row[2] + row[3] / 2.0) / 8.0).unwrap();
    }
    examples
}

/// Examples like those of danger: a card (suit in four, rank in one number) and bits, labels ±1 with noise. Scaled.
fn cards(count: usize, bits: usize, seed: u64) -> Examples {
    let (mut examples, mut rng) = (Examples::new(5 + bits), Rng::new(seed));
    for _ in 0..count {
        let mut row = vec![0.0; 5 + bits];
        row[rng.below(4)] = 1.0;
        row[4] = rng.below(13) as f64;
        for value in &mut row[5..] {
            *value = f64::from(u8::from(rng.chance(0.3)));
        }
        let sum: f64 = row[4] / 6.0 - 1.0 + row[5] - row[6] + row[5] * row[7] + 3.0 * rng.unit() - 1.5;
        examples.push(&row, if sum > 0.0 { 1.0 } else { -1.0 }).unwrap();
    }
    Ranges::of(&examples).scaled(&examples).unwrap()
}
