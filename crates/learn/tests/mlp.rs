//! Nets of three layers: their gradients, what they can learn, and that nothing is lost when they are saved.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use kirifuda_learn::mlp::{Delta, Misfit, Net, Output, Replay, Shape, sigmoid};
use kirifuda_play::Rng;

const KINDS: [Output; 4] = [
    Output::Linear,
    Output::PROBABILITY,
    Output::Sigmoid { low: -15.0, high: 15.0, delta: Delta::CrossEntropy },
    Output::Sigmoid { low: 0.0, high: 2.0, delta: Delta::SquaredError },
];

fn shape(inputs: usize, hidden: usize, outputs: usize, output: Output) -> Shape {
    Shape { inputs, hidden, outputs, output }
}

/// The error in f64, straight from the definition of the net.
fn error(shape: Shape, weights: &[f64], inputs: &[f32], targets: &[f32]) -> f64 {
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    let Shape { hidden, outputs, .. } = shape;
    let units: Vec<f64> = (0..hidden)
        .map(|unit| {
            let from = |(input, &x): (usize, &f32)| weights[hidden * (1 + input) + unit] * f64::from(x);
            logistic(weights[unit] + inputs.iter().enumerate().map(from).sum::<f64>())
        })
        .collect();
    let outer = &weights[hidden * (1 + shape.inputs)..];
    let sum = |output: usize| {
        let row = &outer[outputs + output * hidden..][..hidden];
        outer[output] + row.iter().zip(&units).map(|(weight, unit)| weight * unit).sum::<f64>()
    };
    let of_output = |(output, &target): (usize, &f32)| {
        let target = f64::from(target);
        match shape.output {
            Output::Linear => (target - sum(output)).powi(2) / 2.0,
            Output::Sigmoid { low, high, delta } => {
                let (low, high) = (f64::from(low), f64::from(high));
                let (target, found) = ((target - low) / (high - low), logistic(sum(output)));
                match delta {
                    Delta::CrossEntropy => -target * found.ln() - (1.0 - target) * (1.0 - found).ln(),
                    Delta::SquaredError => (target - found).powi(2) / 2.0,
                }
            }
        }
    };
    targets.iter().enumerate().filter(|(_, target)| !target.is_nan()).map(of_output).sum()
}

#[test]
fn a_step_goes_down_the_slope_of_the_error_for_every_weight() {
    for output in KINDS {
        // Odd sizes: no part is a whole number of lanes.
        let shape = shape(5, 11, 3, output);
        let mut net = Net::new(shape, &mut Rng::new(3));
        let inputs = [0.7, 0.0, -1.3, 2.0, 1.0];
        let targets = [0.9, f32::NAN, 0.1];
        let before: Vec<f64> = net.weights().iter().map(|&weight| f64::from(weight)).collect();
        let mut work = net.work();
        net.learn(&inputs, &targets, 1.0, &mut work);
        for (place, &after) in net.weights().iter().enumerate() {
            let moved = |by: f64| {
                let mut weights = before.clone();
                weights[place] += by;
                error(shape, &weights, &inputs, &targets)
            };
            let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            let step = f64::from(after) - before[place];
            assert!((step + slope).abs() < 3e-6, "{output:?}, weight {place}: step {step}, slope {slope}");
        }
        let second_row = shape.hidden * (1 + shape.inputs) + shape.outputs + shape.hidden;
        let unchanged = |place: usize| f64::from(net.weights()[place]) == before[place];
        assert!((second_row..second_row + shape.hidden).all(unchanged), "an unknown target taught something");
    }
}

#[test]
fn outputs_are_those_of_the_definition() {
    for output in KINDS {
        let shape = shape(32, 32, 9, output);
        let net = Net::new(shape, &mut Rng::new(8));
        let (mut rng, mut work) = (Rng::new(9), net.work());
        let inputs: Vec<f32> = (0..32).map(|_| if rng.chance(0.3) { 0.0 } else { rng.unit() as f32 - 0.5 }).collect();
        let found = net.forward(&inputs, &mut work).to_vec();
        assert_eq!(found.len(), 9);
        let weights: Vec<f64> = net.weights().iter().map(|&weight| f64::from(weight)).collect();
        for (place, &value) in found.iter().enumerate() {
            if let Output::Sigmoid { low, high, .. } = output {
                assert!((low..=high).contains(&value));
            }
            // With its own output as target a linear net has no error.
            let mut targets = [f32::NAN; 9];
            targets[place] = value;
            if output == Output::Linear {
                assert!(error(shape, &weights, &inputs, &targets) < 1e-10);
            }
        }
    }
}

#[test]
fn exclusive_or_is_learned_by_every_kind_of_output() {
    for output in KINDS {
        let (low, high) = match output {
            Output::Linear => (0.0, 1.0),
            Output::Sigmoid { low, high, .. } => (low, high),
        };
        let mut net = Net::new(shape(2, 6, 1, output), &mut Rng::new(5));
        let (mut work, mut rng) = (net.work(), Rng::new(6));
        // The squared error is slow: where a sigmoid unit is wrong and sure, its slope is almost 0.
        for _ in 0..60_000 {
            let (a, b) = (rng.chance(0.5), rng.chance(0.5));
            net.learn(&[f32::from(a), f32::from(b)], &[if a != b { high } else { low }], 0.3, &mut work);
        }
        for (a, b) in [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)] {
            let fraction = (net.value(&[a, b], &mut work) - low) / (high - low);
            assert_eq!(fraction > 0.5, a != b, "{output:?}: {a} xor {b} is {fraction}");
            assert!((fraction - f32::from(a != b)).abs() < 0.1, "{output:?}: {a} xor {b} is {fraction}");
        }
    }
}

/// Fire, water, thunder, earth, normal against the same.
const CHART: [[f32; 5]; 5] = [
    [0.5, 0.5, 1.0, 2.0, 1.0],
    [2.0, 0.5, 1.0, 2.0, 1.0],
    [1.0, 2.0, 0.5, 0.0, 1.0],
    [2.0, 1.0, 2.0, 1.0, 1.0],
    [1.0, 1.0, 1.0, 1.0, 1.0],
];

#[test]
fn a_chart_of_elements_is_learned_from_single_hits() {
    let output = Output::Sigmoid { low: 0.0, high: 2.0, delta: Delta::CrossEntropy };
    let mut net = Net::new(shape(10, 10, 1, output), &mut Rng::new(1));
    let (mut work, mut rng) = (net.work(), Rng::new(2));
    let pair = |attacker: usize, defender: usize| {
        let mut inputs = [0.0; 10];
        (inputs[attacker], inputs[5 + defender]) = (1.0, 1.0);
        inputs
    };
    for _ in 0..200_000 {
        let (attacker, defender) = (rng.below(5), rng.below(5));
        net.learn(&pair(attacker, defender), &[CHART[attacker][defender]], 0.05, &mut work);
    }
    for (attacker, row) in CHART.iter().enumerate() {
        for (defender, &factor) in row.iter().enumerate() {
            let found = net.value(&pair(attacker, defender), &mut work);
            assert!((found - factor).abs() < 0.25, "{attacker} on {defender}: {found} instead of {factor}");
        }
    }
}

#[test]
fn the_square_of_the_error_is_given_and_falls() {
    let mut net = Net::new(shape(1, 3, 2, Output::Linear), &mut Rng::new(1));
    let mut work = net.work();
    let before = net.forward(&[1.0], &mut work).to_vec();
    let expected = (before[0] - 2.0).powi(2) + (before[1] + 1.0).powi(2);
    let squares = net.learn(&[1.0], &[2.0, -1.0], 0.1, &mut work);
    assert!((squares - expected).abs() < 1e-6 * expected);
    assert!(net.learn(&[1.0], &[2.0, -1.0], 0.1, &mut work) < squares);
    let mut unknown = net.clone();
    assert_eq!(unknown.learn(&[1.0], &[f32::NAN; 2], 0.1, &mut work), 0.0);
    assert_eq!(unknown, net);
}

#[test]
fn a_restored_net_goes_on_bit_by_bit_as_the_first() {
    let shape = shape(7, 7, 2, Output::PROBABILITY);
    let mut first = Net::new(shape, &mut Rng::new(4));
    let mut work = first.work();
    let lesson = |net: &mut Net, work: &mut _, rng: &mut Rng| {
        let inputs: [f32; 7] = std::array::from_fn(|_| rng.unit() as f32);
        net.learn(&inputs, &[inputs[0], f32::from(inputs[1] > 0.5)], 0.1, work);
    };
    let mut rng = Rng::new(5);
    for _ in 0..500 {
        lesson(&mut first, &mut work, &mut rng);
    }
    let mut second = Net::restore(shape, first.weights().to_vec()).unwrap();
    let (mut other_rng, mut other_work) = (rng.clone(), second.work());
    for _ in 0..500 {
        lesson(&mut first, &mut work, &mut rng);
        lesson(&mut second, &mut other_work, &mut other_rng);
    }
    let bits = |net: &Net| net.weights().iter().map(|weight| weight.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&first), bits(&second));
    assert_eq!(Net::restore(shape, vec![0.0; 3]), Err(Misfit::Length { found: 3, expected: 7 * 8 + 2 * 8 }));
    let mut broken = first.weights().to_vec();
    broken[5] = f32::NAN;
    assert_eq!(Net::restore(shape, broken), Err(Misfit::NotFinite));
}

#[test]
fn first_weights_fill_their_interval_and_belong_to_the_seed() {
    let shape = shape(25, 100, 4, Output::Linear);
    let net = Net::new(shape, &mut Rng::new(1));
    assert_eq!(net, Net::new(shape, &mut Rng::new(1)));
    assert_ne!(net, Net::new(shape, &mut Rng::new(2)));
    let (inner, outer) = net.weights().split_at(100 * 26);
    for (layer, bound) in [(inner, 0.2), (outer, 0.1)] {
        let most = layer.iter().fold(0.0f32, |most, weight| most.max(weight.abs()));
        assert!(most <= bound && most > 0.95 * bound, "{most} for a bound of {bound}");
        let mean = layer.iter().sum::<f32>() / layer.len() as f32;
        // Standard deviation of the mean: bound / √(3 · length), below 0.03 of the bound.
        assert!(mean.abs() < 0.12 * bound, "{mean}");
    }
}

#[test]
fn work_of_another_net_is_fitted() {
    let small = Net::new(shape(3, 2, 1, Output::Linear), &mut Rng::new(1));
    let large = Net::new(shape(3, 9, 4, Output::Linear), &mut Rng::new(1));
    let mut work = small.work();
    let inputs = [1.0, -1.0, 0.5];
    assert_eq!(large.forward(&inputs, &mut work).to_vec(), large.forward(&inputs, &mut large.work()).to_vec());
    assert_eq!(small.value(&inputs, &mut work), small.value(&inputs, &mut small.work()));
}

#[test]
fn replay_keeps_the_last_rows_and_draws_each_equally_often() {
    let mut replay = Replay::new(2, 10);
    assert!(replay.is_empty() && replay.draw(&mut Rng::new(1)).is_none());
    for number in 0..25 {
        replay.push(&[&[number as f32], &[-(number as f32)]]);
        assert_eq!(replay.len(), 10.min(number + 1));
    }
    let (mut counts, mut rng) = ([0; 25], Rng::new(2));
    for _ in 0..10_000 {
        let row = replay.draw(&mut rng).unwrap();
        assert_eq!(row[1], -row[0]);
        counts[row[0] as usize] += 1;
    }
    assert!(counts[..15].iter().all(|&count| count == 0), "a row that has gone was drawn: {counts:?}");
    // 1,000 each, standard deviation 30.
    assert!(counts[15..].iter().all(|count| (850..1150).contains(count)), "{counts:?}");
}

#[test]
fn a_restored_replay_forgets_the_same_rows_next() {
    let mut first = Replay::new(1, 4);
    for number in 0..6 {
        first.push(&[&[number as f32]]);
    }
    let mut second = Replay::restore(1, 4, first.rows().to_vec(), first.oldest()).unwrap();
    assert_eq!(first, second);
    for replay in [&mut first, &mut second] {
        replay.push(&[&[9.0]]);
    }
    assert_eq!(first.rows(), second.rows());
    assert_eq!(first.rows(), [4.0, 5.0, 9.0, 3.0]);
    assert_eq!(Replay::restore(1, 4, vec![0.0; 5], 0), None); // too many rows
    assert_eq!(Replay::restore(2, 4, vec![0.0; 5], 0), None); // half a row
    assert_eq!(Replay::restore(1, 4, vec![0.0; 4], 4), None); // no such place
    assert_eq!(Replay::restore(1, 4, vec![0.0; 3], 1), None); // the oldest is the first while there is room
    let mut none = Replay::new(1, 0);
    none.push(&[&[1.0]]);
    assert!(none.is_empty());
}

#[test]
fn the_sigmoid_of_many_numbers_rises() {
    let mut before = 0.0;
    for step in -2000..2000 {
        let now = sigmoid(step as f32 / 100.0);
        assert!(now >= before && (now + sigmoid(-step as f32 / 100.0) - 1.0).abs() < 1e-6);
        before = now;
    }
}
