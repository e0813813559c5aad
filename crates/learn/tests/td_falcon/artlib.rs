//! The numbers of artlib 0.1.12 (PyPI), with numpy in f64. FusionART of three FuzzyART modules, `alpha` 0.1, `rho` 0.61,
//! 0.2, 0.52, `gamma_values` 0.33, 0.33, 0.34, all channels complement-coded (artlib takes nothing else), `partial_fit`
//! with one sample after the other: states and rewards as below, three actions. TRACKED: `beta` 1, `match_tracking`
//! "MT+", its default. UNTRACKED: `beta` 0.5, "MT~", which compares matches with > where we have ≥; none is equal here.
//! TD_FALCON with the same modules, `td_alpha` and `td_lambda` 0.5, two actions as the complement-coded (1, 0) and (0, 1),
//! which is what one component for each action gives, too: `partial_fit` with two steps at a time (it learns the first
//! from the second), then `get_rewards`. TD_FAST: `beta` 1; TD_SLOW: `beta` 0.5.

use kirifuda_learn::falcon::{Channel, Fusion, FusionOptions, TdFalcon, TdOptions, Tracking};

use crate::{close, coded, small, weights};

/// Component k of input i.
fn component(i: usize, k: usize) -> f32 {
    ((7 * i * i + 13 * i * k + 5 * k + 3 * i) % 33) as f32 / 32.0
}

fn state(i: usize) -> [f32; 3] {
    [0, 1, 2].map(|k| component(i, k))
}

#[test]
fn the_network_learns_what_artlib_learns() {
    type Case<'a> = (Tracking, f32, &'a [[f32; 14]], &'a [usize]);
    let cases: [Case<'_>; 2] = [
        (Tracking::Matched(0.0), 1.0, &TRACKED, &TRACKED_CATEGORIES),
        (Tracking::Off, 0.5, &UNTRACKED, &UNTRACKED_CATEGORIES),
    ];
    for (tracking, rate, expected, categories) in cases {
        let channel = |width, share, vigilance| Channel { width, choice: 0.1, share, vigilance, rate, follows: false };
        let channels = [channel(6, 0.33, 0.61), channel(6, 0.33, 0.2), channel(2, 0.34, 0.52)];
        let mut fusion = Fusion::new(FusionOptions { channels, tracking, ..small() });
        for (i, &category) in categories.iter().enumerate() {
            let mut action = [0.0; 3];
            action[if i % 2 == 1 { i * i % 3 } else { i / 2 % 3 }] = 1.0;
            let reward = (11 * i % 17) as f32 / 16.0;
            let learned = fusion.learn([&coded(&state(i)), &coded(&action), &coded(&[reward])]);
            assert_eq!(learned, Some(category), "sample {i}, {tracking:?}");
        }
        assert_eq!(fusion.categories(), expected.len());
        for (category, expected) in expected.iter().enumerate() {
            let found = weights(&fusion, category);
            assert!(close(&found, expected), "category {category}, {tracking:?}: {found:?}, not {expected:?}");
        }
    }
}

#[test]
fn td_falcon_learns_what_artlib_learns() {
    type Case<'a> = (f32, &'a [[f32; 10]], &'a [[f32; 2]]);
    let cases: [Case<'_>; 2] = [(1.0, &TD_FAST, &TD_FAST_VALUES), (0.5, &TD_SLOW, &TD_SLOW_VALUES)];
    for (rate, expected, values) in cases {
        let vigilance = [0.61, 0.2, 0.52];
        let options = TdOptions { rate, vigilance, step: 0.5, discount: 0.5, ..TdOptions::artlib() };
        let mut falcon = TdFalcon::new(3, 2, options);
        let action = |i: usize| ((i * i + i / 3) % 2) as u16;
        for i in 0..40 {
            let reward = (11 * i % 17) as f32 / 32.0;
            falcon.update(&state(i), action(i), reward, Some((&state(i + 1), &[action(i + 1)])));
        }
        assert_eq!(falcon.categories(), expected.len());
        for (category, expected) in expected.iter().enumerate() {
            let found = weights(falcon.network(), category);
            assert!(close(&found, expected), "category {category}, rate {rate}: {found:?}, not {expected:?}");
        }
        let mut found = Vec::new();
        for (i, expected) in values.iter().enumerate() {
            falcon.values(&state(100 + i), &[0, 1], &mut found);
            assert!(close(&found, expected), "state {i}, rate {rate}: {found:?}, not {expected:?}");
            assert_eq!(falcon.best(&state(100 + i), &[0, 1]), u16::from(expected[1] > expected[0]));
        }
    }
}

#[rustfmt::skip]
const TRACKED: [[f32; 14]; 11] = [
    [0.0, 0.15625, 0.3125, 1.0, 0.84375, 0.6875, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0],
    [0.03125, 0.875, 0.40625, 0.6875, 0.0, 0.0625, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.3125, 0.3125],
    [0.0, 0.53125, 0.21875, 0.8125, 0.28125, 0.125, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.875, 0.0],
    [0.125, 0.21875, 0.21875, 0.21875, 0.5, 0.6875, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.25, 0.375],
    [0.78125, 0.53125, 0.0, 0.125, 0.09375, 0.4375, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.75],
    [0.3125, 0.15625, 0.65625, 0.3125, 0.375, 0.0625, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.125, 0.8125],
    [0.09375, 0.15625, 0.21875, 0.34375, 0.46875, 0.59375, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.75, 0.1875],
    [0.03125, 0.3125, 0.59375, 0.96875, 0.6875, 0.40625, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.4375, 0.5625],
    [0.78125, 0.21875, 0.6875, 0.21875, 0.78125, 0.3125, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.375, 0.625],
    [0.375, 0.625, 0.3125, 0.53125, 0.09375, 0.125, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.625, 0.3125],
    [0.3125, 0.53125, 0.75, 0.3125, 0.28125, 0.25, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.9375, 0.0],
];
const TRACKED_CATEGORIES: [usize; 24] = [0, 1, 1, 2, 3, 4, 2, 1, 5, 2, 3, 5, 6, 7, 4, 6, 8, 4, 9, 1, 10, 9, 3, 10];
#[rustfmt::skip]
const UNTRACKED: [[f32; 14]; 8] = [
    [0.0, 0.15625, 0.3125, 1.0, 0.84375, 0.6875, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0],
    [0.1015625, 0.875, 0.359375, 0.609375, 0.0390625, 0.2265625, 0.0, 0.5, 0.0, 0.5, 0.0, 1.0, 0.40625, 0.3125],
    [0.09375, 0.53125, 0.4765625, 0.71875, 0.328125, 0.125, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.8046875, 0.0],
    [0.734375, 0.359375, 0.109375, 0.21875, 0.296875, 0.546875, 0.0, 0.0, 0.5, 1.0, 0.5, 0.0, 0.328125, 0.375],
    [0.171875, 0.3515625, 0.6953125, 0.5, 0.375, 0.0625, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.15625, 0.6875],
    [0.109375, 0.1875, 0.265625, 0.609375, 0.625, 0.640625, 0.0, 0.0, 0.25, 0.25, 1.0, 0.0, 0.5, 0.296875],
    [0.875, 0.53125, 0.1875, 0.125, 0.375, 0.625, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.03125, 0.9375],
    [0.5, 0.625, 0.75, 0.3125, 0.28125, 0.25, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.96875, 0.0],
];
const UNTRACKED_CATEGORIES: [usize; 24] = [0, 1, 1, 2, 3, 3, 2, 1, 4, 2, 5, 4, 5, 4, 6, 5, 3, 6, 2, 1, 7, 1, 3, 7];
#[rustfmt::skip]
const TD_FAST: [[f32; 10]; 11] = [
    [0.0, 0.15625, 0.21875, 0.3125, 0.84375, 0.34375, 1.0, 0.0, 0.0, 0.7420349],
    [0.3125, 0.5, 0.21875, 0.21875, 0.125, 0.59375, 0.0, 1.0, 0.1618042, 0.6042938],
    [0.03125, 0.53125, 0.59375, 0.625, 0.0, 0.0625, 1.0, 0.0, 0.078125, 0.6118164],
    [0.1875, 0.71875, 0.0, 0.21875, 0.09375, 0.6875, 1.0, 0.0, 0.0625, 0.6522322],
    [0.03125, 0.96875, 0.875, 0.96875, 0.03125, 0.125, 0.0, 1.0, 0.29541016, 0.70458984],
    [0.0, 0.53125, 0.1875, 0.34375, 0.28125, 0.59375, 1.0, 0.0, 0.34055507, 0.530602],
    [0.03125, 0.21875, 0.3125, 0.875, 0.6875, 0.40625, 0.0, 1.0, 0.22851562, 0.7327881],
    [0.875, 0.53125, 0.1875, 0.125, 0.28125, 0.4375, 1.0, 0.0, 0.11213684, 0.77246094],
    [0.6875, 0.03125, 0.21875, 0.125, 0.78125, 0.3125, 0.0, 1.0, 0.21078491, 0.7145996],
    [0.3125, 0.875, 0.59375, 0.125, 0.03125, 0.125, 0.0, 1.0, 0.18263626, 0.7758999],
    [0.65625, 0.15625, 0.5625, 0.21875, 0.28125, 0.25, 1.0, 0.0, 0.34152985, 0.6215019],
];
#[rustfmt::skip]
const TD_FAST_VALUES: [[f32; 2]; 8] = [
    [0.20513389, 0.2787552], [0.2331543, 0.29541016], [0.2331543, 0.29541016], [0.16983795, 0.2787552],
    [0.20513389, 0.2787552], [0.40497655, 0.2787552], [0.2331543, 0.29541016], [0.2331543, 0.20336819],
];
#[rustfmt::skip]
const TD_SLOW: [[f32; 10]; 11] = [
    [0.0, 0.15625, 0.265625, 0.65625, 0.84375, 0.515625, 1.0, 0.0, 0.0, 0.8374962],
    [0.3125, 0.59375, 0.3125, 0.3828125, 0.078125, 0.5, 0.0, 1.0, 0.16173954, 0.7534874],
    [0.015625, 0.68359375, 0.484375, 0.6972656, 0.0, 0.0625, 1.0, 0.0, 0.078125, 0.67224646],
    [0.59375, 0.625, 0.0, 0.1484375, 0.09375, 0.51171875, 1.0, 0.0, 0.11817694, 0.710376],
    [0.03125, 0.96875, 0.875, 0.96875, 0.03125, 0.125, 0.0, 1.0, 0.28010654, 0.71989346],
    [0.078125, 0.21875, 0.3125, 0.546875, 0.734375, 0.4296875, 0.0, 1.0, 0.22415161, 0.7529225],
    [0.265625, 0.5546875, 0.78125, 0.46875, 0.328125, 0.125, 1.0, 0.0, 0.31171367, 0.5816866],
    [0.875, 0.875, 0.875, 0.125, 0.125, 0.125, 0.0, 1.0, 0.16936782, 0.8306322],
    [0.78125, 0.15625, 0.5625, 0.21875, 0.84375, 0.4375, 1.0, 0.0, 0.3014012, 0.6985988],
    [0.78125, 0.03125, 0.21875, 0.125, 0.734375, 0.6875, 0.0, 1.0, 0.1781797, 0.70749706],
    [0.03125, 0.625, 0.1875, 0.890625, 0.328125, 0.796875, 1.0, 0.0, 0.32283446, 0.65790516],
];
#[rustfmt::skip]
const TD_SLOW_VALUES: [[f32; 2]; 8] = [
    [0.20293927, 0.20412607], [0.20293927, 0.28010654], [0.36501354, 0.28010654], [0.20390046, 0.23534133],
    [0.20390046, 0.20412607], [0.33246464, 0.20412607], [0.20293927, 0.28010654], [0.36501354, 0.20412607],
];
