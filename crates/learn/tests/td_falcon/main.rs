//! Fusion ART and TD-FALCON: by hand, against the definitions, against a public implementation, and in a maze.
#![allow(clippy::unwrap_used)]

mod artlib;
mod by_hand;
mod definitions;
mod keeping;
mod maze;

use kirifuda_learn::falcon::{Channel, Fusion, FusionOptions, Tracking};

/// Two components for the state and the action, one for the reward: small enough for the head.
fn small() -> FusionOptions {
    let channel = |width, vigilance| Channel { width, choice: 0.5, share: 0.25, vigilance, rate: 0.5, follows: false };
    FusionOptions {
        channels: [channel(2, 0.5), channel(2, 0.5), channel(1, 0.0)],
        tracking: Tracking::Off,
        uncommitted: false,
        fast_commit: true,
        overwrite: false,
        limit: usize::MAX,
    }
}

fn close(found: &[f32], expected: &[f32]) -> bool {
    found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= 1e-6)
}

fn weights(fusion: &Fusion, category: usize) -> Vec<f32> {
    (0..3).flat_map(|channel| fusion.weights(category, channel).collect::<Vec<f32>>()).collect()
}

/// Complement coding.
fn coded(values: &[f32]) -> Vec<f32> {
    values.iter().copied().chain(values.iter().map(|value| 1.0 - value)).collect()
}
