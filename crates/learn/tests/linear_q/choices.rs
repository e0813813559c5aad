//! How moves are chosen while learning and by the player.

use std::sync::Arc;

use kirifuda_learn::linear_q::{Player, Selection};
use kirifuda_play::{Game, Policy, Rng};

use super::chi_square;
use super::toll::{Sight, TWO, Toll};

const DRAWS: u64 = 60_000;

/// Counts of choices among values. Chi-square bounds below are those exceeded once in a thousand seeds; seeds are fixed.
fn counts(selection: Selection, values: &[f32], deals: u64) -> Vec<u64> {
    let (mut counts, mut rng) = (vec![0; values.len()], Rng::new(1));
    let top = values.iter().position(|&value| value == values.iter().copied().fold(f32::MIN, f32::max)).unwrap();
    for _ in 0..DRAWS {
        let (place, is_best) = selection.choose(values, deals, &mut rng);
        assert_eq!(is_best, place == top);
        counts[place] += 1;
    }
    counts
}

#[test]
fn the_best_move_is_made_unless_any_one_is_tried() {
    let counts = counts(Selection::Greedy { epsilon: 0.2 }, &[0.5, -1.0, 2.0, 2.0], 0);
    // The first of equals; 0.2 is spread over all four.
    let chi = chi_square(&counts, &[0.05, 0.05, 0.85, 0.05]);
    assert!(chi < 16.3, "chi-square {chi} with 3 degrees of freedom: {counts:?}");
}

#[test]
fn without_exploration_nothing_is_drawn() {
    let mut rng = Rng::new(7);
    assert_eq!(Selection::Greedy { epsilon: 0.0 }.choose(&[1.0, 3.0, 2.0], 0, &mut rng), (1, true));
    assert_eq!(rng, Rng::new(7));
}

#[test]
fn moves_are_made_in_proportion_to_the_exponential_of_their_values() {
    let values = [1.0, 0.0, -0.5, 1.5];
    let expected = |temperature: f64| {
        let powers = values.map(|value| (f64::from(value) / temperature).exp());
        powers.map(|power| power / powers.iter().sum::<f64>())
    };
    let boltzmann = Selection::Boltzmann { temperature: 2.0, halved_after: Some(1000) };
    // Half the temperature after 1,000 deals, a quarter after 3,000.
    for (deals, temperature) in [(0, 2.0), (1000, 1.0), (3000, 0.5)] {
        let counts = counts(boltzmann, &values, deals);
        let chi = chi_square(&counts, &expected(temperature));
        assert!(chi < 16.3, "T = {temperature}: chi-square {chi} with 3 degrees of freedom: {counts:?}");
    }
    let constant = Selection::Boltzmann { temperature: 2.0, halved_after: None };
    let chi = chi_square(&counts(constant, &values, 1_000_000), &expected(2.0));
    assert!(chi < 16.3, "chi-square {chi} with 3 degrees of freedom");
}

#[test]
fn at_temperature_zero_the_best_move_is_made() {
    let values = [0.25, 0.5, 0.5, -3.0];
    for temperature in [0.0, 1e-30, f64::MIN_POSITIVE] {
        let chosen = counts(Selection::Boltzmann { temperature, halved_after: None }, &values, 0);
        // Two equal values stay equally likely however cold it is; at 0 itself the first of them is taken.
        assert_eq!(chosen[0] + chosen[3], 0);
        assert_eq!(chosen[2] == 0, temperature == 0.0);
    }
    let cooled = Selection::Boltzmann { temperature: 1.0, halved_after: Some(1) };
    assert_eq!(counts(cooled, &[0.0, 0.1], 1_000_000_000), [0, DRAWS]);
}

#[test]
fn huge_values_neither_overflow_nor_stop_the_choice() {
    let boltzmann = Selection::Boltzmann { temperature: 1e-3, halved_after: None };
    assert_eq!(counts(boltzmann, &[f32::MIN, f32::MAX, -1e30, 1e30], 0), [0, DRAWS, 0, 0]);
    // Equal huge values are equally likely. 1 degree of freedom.
    let chi = chi_square(&counts(boltzmann, &[3e38, 3e38], 0), &[0.5, 0.5]);
    assert!(chi < 10.8, "chi-square {chi}");
    // What is not a number any more is still a place: training then reports that it has diverged.
    for values in [[f32::NAN, f32::NAN], [f32::INFINITY, f32::INFINITY], [f32::NEG_INFINITY, f32::NAN]] {
        for selection in [boltzmann, Selection::Greedy { epsilon: 0.0 }] {
            assert!(selection.choose(&values, 0, &mut Rng::new(1)).0 < 2);
        }
    }
}

#[test]
fn a_player_makes_the_best_move_or_one_by_its_temperature() {
    let weights = [0.0, 2.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let player = Player::<Toll, _>::new(Sight::RoundAndCoins, Arc::from(weights));
    let game = Toll::new(TWO);
    let (view, mut rng) = (game.view(kirifuda_play::Seat(0)), Rng::new(3));
    let mut greedy = player.clone();
    assert!((0..100).all(|_| greedy.choose(view, &[0, 1, 2], &mut rng) == 1));
    assert_eq!(greedy.choose(view, &[0, 2], &mut rng), 2);
    assert_eq!(rng, Rng::new(3), "a greedy player draws nothing");
    let (mut warm, mut counts) = (player.with_temperature(1.0), [0; 3]);
    for _ in 0..DRAWS {
        counts[warm.choose(view, &[0, 1, 2], &mut rng) as usize] += 1;
    }
    let powers = [0f64, 2.0, 1.0].map(f64::exp);
    let chi = chi_square(&counts, &powers.map(|power| power / powers.iter().sum::<f64>()));
    assert!(chi < 13.8, "chi-square {chi} with 2 degrees of freedom: {counts:?}");
}
