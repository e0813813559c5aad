//! The net on the processor: agreement with the pass in play, slopes, and learning.
#![cfg(feature = "cpu")]
#![allow(clippy::unwrap_used)]

use kirifuda_deep::{Cpu, Lesson, Machine, Rows, Step};
use kirifuda_learn::net::{Net, Parts, Pass, Shape, words};
use kirifuda_play::Rng;

/// Weights of which no layer is 0.
fn weights(shape: Shape, seed: u64) -> Vec<f32> {
    let mut rng = Rng::new(seed);
    shape.weights(shape.inputs / 3 + 1, seed).iter().map(|weight| weight + 0.3 * (rng.unit() as f32 - 0.5)).collect()
}

/// Random positions, a third of the bits set.
fn positions(shape: Shape, count: usize, seed: u64) -> Vec<u64> {
    let mut rng = Rng::new(seed);
    let mut all = vec![0; count * words(shape.inputs)];
    for row in all.chunks_mut(words(shape.inputs)) {
        (0..shape.inputs).filter(|_| rng.chance(1.0 / 3.0)).for_each(|bit| row[bit / 64] |= 1 << (bit % 64));
    }
    all
}

const SHAPES: [Shape; 4] = [
    Shape { inputs: 7, width: 16, blocks: 0, outputs: 2 },
    Shape { inputs: 64, width: 33, blocks: 1, outputs: 5 },
    Shape { inputs: 130, width: 64, blocks: 2, outputs: 1 },
    Shape { inputs: 300, width: 128, blocks: 3, outputs: 52 },
];

#[test]
fn the_processor_agrees_with_the_pass_in_play() {
    for shape in SHAPES {
        let weights = weights(shape, 1);
        let net = Net::new(shape, weights.clone()).unwrap();
        let mut cpu = Cpu::with(shape, weights).unwrap();
        let stride = words(shape.inputs);
        for count in [0, 1, 300, 513] {
            let positions = positions(shape, count, 2);
            let mut values = vec![9.0; 3];
            cpu.values(Rows { words: &positions, stride }, &mut values).unwrap();
            assert_eq!(values.len(), count * shape.outputs);
            let mut pass = Pass::default();
            for (row, values) in positions.chunks(stride).zip(values.chunks(shape.outputs)) {
                net.look(row, &mut pass);
                for (&ours, &theirs) in values.iter().zip(&pass.outputs) {
                    assert!((ours - theirs).abs() < 1e-5 * (1.0 + theirs.abs()), "{ours}, {theirs}");
                }
            }
        }
    }
}

/// A loss whose slopes by the outputs are simple: half the squared distance from some numbers.
fn loss(values: &[f32]) -> (f64, Vec<f32>) {
    let wanted = |place: usize| (place % 7) as f32 / 7.0;
    let slopes: Vec<f32> = values.iter().enumerate().map(|(place, value)| value - wanted(place)).collect();
    (slopes.iter().map(|&slope| f64::from(slope).powi(2) / 2.0).sum(), slopes)
}

#[test]
fn slopes_agree_with_differences() {
    let shape = Shape { inputs: 20, width: 12, blocks: 2, outputs: 3 };
    let (weights, positions) = (weights(shape, 3), positions(shape, 300, 4)); // two pieces
    let rows = Rows { words: &positions, stride: 1 };
    let mut cpu = Cpu::with(shape, weights.clone()).unwrap();
    let mut teach = |values: &[f32], slopes: &mut [f32]| {
        let (loss, found) = loss(values);
        slopes.copy_from_slice(&found);
        loss as f32
    };
    cpu.learn(rows, Lesson::Slopes(&mut teach), Step { rate: 0.0, number: 1 }).unwrap();
    // After the first step the running mean is a tenth of the slopes.
    let slopes: Vec<f32> = cpu.moments().unwrap().first.iter().map(|mean| mean * 10.0).collect();
    assert_eq!(cpu.weights().unwrap(), weights, "a step of size 0");

    let mut at = |weights: &[f32]| {
        let mut values = Vec::new();
        cpu.load(weights, None).unwrap();
        cpu.values(rows, &mut values).unwrap();
        loss(&values).0
    };
    let mut rng = Rng::new(5);
    for layer in shape.layers() {
        for _ in 0..12 {
            let place = shape.place(layer).start + rng.below(shape.place(layer).len());
            let mut moved = weights.clone();
            // A thousandth is far from the kinks of most ReLUs and far above what rounding does to the loss.
            moved[place] = weights[place] + 1e-3;
            let above = at(&moved);
            moved[place] = weights[place] - 1e-3;
            let slope = ((above - at(&moved)) / 2e-3) as f32;
            let close = (slope - slopes[place]).abs() < 0.02 * slope.abs() + 0.2;
            assert!(close, "{layer:?} {place}: {slope} by differences, {} by the machine", slopes[place]);
        }
    }
}

#[test]
fn a_lesson_on_moves_is_the_mean_squared_error_of_the_sums_of_their_parts() {
    let shape = Shape { inputs: 30, width: 16, blocks: 1, outputs: 6 };
    let (weights, positions) = (weights(shape, 6), positions(shape, 3, 7));
    let rows = Rows { words: &positions, stride: 1 };
    let (mut moves, targets) = (Parts::new(), [0.5, -0.25, 1.0]);
    [&[0u16, 3][..], &[5], &[1, 2, 4]].iter().for_each(|places| moves.copy(places));

    let mut made = Cpu::with(shape, weights.clone()).unwrap();
    made.learn(rows, Lesson::Made { moves: &moves, targets: &targets }, Step { rate: 0.01, number: 1 }).unwrap();
    let mut by_hand = |values: &[f32], slopes: &mut [f32]| {
        let errors = [values[0] + values[3] - 0.5, values[6 + 5] + 0.25, values[13] + values[14] + values[16] - 1.0];
        for (places, error) in [&[0, 3][..], &[11], &[13, 14, 16]].iter().zip(errors) {
            places.iter().for_each(|&place: &usize| slopes[place] = 2.0 * error / 3.0);
        }
        errors.iter().map(|error| error * error).sum::<f32>() / 3.0
    };
    let mut sloped = Cpu::with(shape, weights).unwrap();
    sloped.learn(rows, Lesson::Slopes(&mut by_hand), Step { rate: 0.01, number: 1 }).unwrap();
    let close = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6);
    assert!(close(&made.moments().unwrap().first, &sloped.moments().unwrap().first));
    let (first, second) = (made.loss().unwrap(), sloped.loss().unwrap());
    assert!((first - second).abs() < 1e-6 && first > 0.0, "{first}, {second}");
    assert_eq!(made.loss().unwrap(), 0.0, "losses are counted from the last call");
}

/// A step of learning the exclusive or of the first two bits.
fn learn_exclusive_or(cpu: &mut Cpu, number: u64) {
    let rows = positions(cpu.shape(), 600, number); // three pieces
    let mut moves = Parts::new();
    let targets: Vec<f32> = rows.iter().map(|row| ((row ^ row >> 1) & 1) as f32).collect();
    rows.iter().for_each(|_| moves.copy(&[0]));
    let lesson = Lesson::Made { moves: &moves, targets: &targets };
    cpu.learn(Rows { words: &rows, stride: 1 }, lesson, Step { rate: 0.003, number }).unwrap();
}

const TOY: Shape = Shape { inputs: 8, width: 32, blocks: 1, outputs: 1 };

#[test]
fn the_exclusive_or_is_learned() {
    let mut cpu = Cpu::new(TOY, 3, 1);
    (1..=300).for_each(|number| learn_exclusive_or(&mut cpu, number));
    cpu.loss().unwrap();
    (301..=310).for_each(|number| learn_exclusive_or(&mut cpu, number));
    let loss = cpu.loss().unwrap() / 10.0;
    assert!(loss < 0.01, "{loss}"); // a guess of one half would have 0.25
}

#[test]
fn weights_and_running_means_put_back_go_on_bit_for_bit() {
    let mut cpu = Cpu::new(TOY, 3, 1);
    (1..=5).for_each(|number| learn_exclusive_or(&mut cpu, number));
    let (weights, moments) = (cpu.weights().unwrap(), cpu.moments().unwrap());
    let mut again = Cpu::new(TOY, 3, 99);
    again.load(&weights, Some(&moments)).unwrap();
    for number in 6..=10 {
        learn_exclusive_or(&mut cpu, number);
        learn_exclusive_or(&mut again, number);
    }
    assert_eq!(cpu.weights().unwrap(), again.weights().unwrap());
    assert_eq!(cpu.moments().unwrap(), again.moments().unwrap());

    again.load(&weights, None).unwrap();
    assert!(again.moments().unwrap().first.iter().all(|&mean| mean == 0.0));
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let train = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let shape = Shape { inputs: 300, width: 96, blocks: 1, outputs: 10 };
            let mut cpu = Cpu::new(shape, 100, 1);
            let positions = positions(shape, 1100, 1);
            let mut teach = |values: &[f32], slopes: &mut [f32]| {
                slopes.copy_from_slice(&loss(values).1);
                0.0
            };
            for number in 1..=3 {
                let rows = Rows { words: &positions, stride: words(shape.inputs) };
                cpu.learn(rows, Lesson::Slopes(&mut teach), Step { rate: 0.01, number }).unwrap();
            }
            let mut values = Vec::new();
            cpu.values(Rows { words: &positions, stride: words(shape.inputs) }, &mut values).unwrap();
            (cpu.weights().unwrap(), values)
        })
    };
    let one = train(1);
    assert!(one == train(2) && one == train(5));
}

#[test]
fn a_twin_has_the_weights_and_goes_its_own_way() {
    let mut cpu = Cpu::new(TOY, 3, 1);
    learn_exclusive_or(&mut cpu, 1);
    let mut twin = cpu.twin().unwrap();
    let weights = cpu.weights().unwrap();
    assert_eq!(twin.weights().unwrap(), weights);
    learn_exclusive_or(&mut cpu, 2);
    assert_eq!(twin.weights().unwrap(), weights);
    assert_ne!(cpu.weights().unwrap(), weights);
}

#[test]
fn numbers_that_do_not_fit_are_refused() {
    let mut cpu = Cpu::new(TOY, 3, 1);
    assert!(Cpu::with(TOY, vec![0.0; 3]).is_err());
    assert!(cpu.load(&[0.0; 3], None).is_err());
    // Rows may have bits that this net does not see, but none may be missing.
    assert!(cpu.values(Rows { words: &[0; 4], stride: 2 }, &mut Vec::new()).is_ok());
    let mut wide = Cpu::new(Shape { inputs: 100, ..TOY }, 3, 1);
    assert!(wide.values(Rows { words: &[0; 4], stride: 1 }, &mut Vec::new()).is_err());
    let (moves, targets) = (Parts::new(), [0.0]);
    let step = Step { rate: 0.1, number: 1 };
    let lesson = Lesson::Made { moves: &moves, targets: &targets };
    let why = cpu.learn(Rows { words: &[0], stride: 1 }, lesson, step).unwrap_err();
    assert_eq!(why.to_string(), "0 moves instead of 1");
}
