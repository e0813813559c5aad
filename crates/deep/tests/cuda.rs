//! Nets on a graphics card. On a machine without one there is nothing to test here but the message.
#![allow(clippy::unwrap_used, clippy::needless_range_loop, clippy::disallowed_methods)]

use kirifuda_deep::{Cuda, Lesson, Machine, Rows, Step};
use kirifuda_learn::net::{Net, Parts, Pass, Shape, words};
use kirifuda_play::Rng;

const SHAPE: Shape = Shape { inputs: 150, width: 64, blocks: 2, outputs: 10 };

fn weights() -> Vec<f32> {
    let mut weights = SHAPE.weights(50, 3);
    let mut rng = Rng::new(4);
    for weight in &mut weights {
        *weight += 0.06 * (rng.unit() as f32 - 0.5); // no layer stays 0
    }
    weights
}

fn positions(count: usize) -> Vec<u64> {
    let (mut rng, stride) = (Rng::new(5), words(SHAPE.inputs));
    let mut all = vec![0u64; count * stride];
    for row in all.chunks_mut(stride) {
        for bit in 0..SHAPE.inputs {
            row[bit / 64] |= u64::from(rng.chance(0.3)) << (bit % 64);
        }
    }
    all
}

/// The card, or nothing and why.
fn card(weights: &[f32]) -> Option<Cuda> {
    match Cuda::new(SHAPE, weights) {
        Ok(card) => Some(card),
        Err(why) => {
            assert!(why.to_string().contains("no graphics card can be used"), "{why}");
            assert!(why.to_string().contains("machine=cpu"), "{why}");
            eprintln!("{why}");
            None
        }
    }
}

#[test]
fn a_card_thinks_what_the_plain_pass_thinks() {
    let weights = weights();
    let Some(mut card) = card(&weights) else { return };
    let net = Net::new(SHAPE, weights).unwrap();
    let (words, mut values, mut pass) = (positions(300), Vec::new(), Pass::default());
    let rows = Rows { words: &words, stride: 3 };
    card.values(rows, &mut values).unwrap();
    let (mut worst, mut size) = (0.0f32, 0.0f32);
    for row in 0..300 {
        net.look(rows.row(row), &mut pass);
        for (found, expected) in values[10 * row..].iter().zip(&pass.outputs) {
            worst = worst.max((found - expected).abs());
            size = size.max(expected.abs());
        }
    }
    // 16-bit floats have a relative error of 2^-9 each; sums of 64 of them.
    assert!(worst < 0.02 * size, "{worst} of {size}");
    eprintln!("largest difference {worst:.5}, largest value {size:.3}");
}

/// Answers that are read before they have come would be those of the question before.
#[test]
fn every_question_gets_its_own_answer() {
    let shape = Shape { inputs: 150, width: 256, blocks: 2, outputs: 52 };
    let weights = shape.weights(50, 3);
    if card(&self::weights()).is_none() {
        return;
    }
    let mut card = Cuda::new(shape, &weights).unwrap();
    let (net, mut values, mut pass) = (Net::new(shape, weights).unwrap(), Vec::new(), Pass::default());
    let many = positions(16_384);
    for question in 0..40 {
        // Other positions in another order every time, and other numbers of them.
        let words: Vec<u64> = many.chunks(3).skip(question * 97).step_by(1 + question % 3).flatten().copied().collect();
        let rows = Rows { words: &words, stride: 3 };
        card.values(rows, &mut values).unwrap();
        assert_eq!(values.len(), rows.len() * 52);
        for row in (0..rows.len()).rev().step_by(501) {
            net.look(rows.row(row), &mut pass);
            for (found, expected) in values[52 * row..].iter().zip(&pass.outputs) {
                assert!((found - expected).abs() < 0.02, "question {question}, row {row}: {found}, not {expected}");
            }
        }
    }
}

#[test]
fn slopes_on_a_card_agree_with_differences() {
    let weights = weights();
    let Some(mut card) = card(&weights) else { return };
    let words = positions(64);
    let rows = Rows { words: &words, stride: 3 };
    let (mut moves, mut targets) = (Parts::new(), Vec::new());
    for row in 0..64 {
        moves.add(row % 10);
        if row % 3 == 0 {
            moves.add((row + 5) % 10);
        }
        moves.end();
        targets.push((row as f32 * 0.37).sin());
    }
    let loss = |weights: &[f32]| {
        let (net, mut pass) = (Net::new(SHAPE, weights.to_vec()).unwrap(), Pass::default());
        let mut sum = 0.0;
        for row in 0..64 {
            net.look(rows.row(row), &mut pass);
            let mut error = -f64::from(targets[row]);
            for &part in moves.of(row) {
                error += f64::from(pass.outputs[usize::from(part)]);
            }
            sum += error * error / 64.0;
        }
        sum
    };
    card.learn(rows, Lesson::Made { moves: &moves, targets: &targets }, Step { rate: 0.0, number: 1 }).unwrap();
    let (found, told) = (card.moments().unwrap().first, card.loss().unwrap());
    assert!((told / loss(&weights) - 1.0).abs() < 0.02, "{told}, {}", loss(&weights));
    // All layers, at places all over: the correlation with differences is nearly perfect.
    for layer in SHAPE.layers() {
        let place = SHAPE.place(layer);
        let step = (place.len() / 40).max(1);
        let (mut product, mut squares) = (0.0, (0.0, 0.0));
        for at in place.step_by(step) {
            let shifted = |by: f32| {
                let mut shifted = weights.clone();
                shifted[at] += by;
                loss(&shifted)
            };
            let slope = (shifted(0.01) - shifted(-0.01)) / 0.02;
            let given = f64::from(found[at]) * 10.0;
            product += slope * given;
            squares = (squares.0 + slope * slope, squares.1 + given * given);
        }
        let correlation = product / (squares.0 * squares.1).sqrt();
        assert!(correlation > 0.995, "{layer:?}: {correlation}");
        assert!(
            (squares.1 / squares.0).sqrt() > 0.97 && (squares.1 / squares.0).sqrt() < 1.03,
            "{layer:?}: {squares:?}"
        );
    }
}

#[test]
fn a_card_learns_and_goes_on_bit_for_bit() {
    let weights = weights();
    let Some(mut card) = card(&weights) else { return };
    let words = positions(256);
    let rows = Rows { words: &words, stride: 3 };
    let (mut moves, mut targets) = (Parts::new(), Vec::new());
    for row in 0..256 {
        moves.add(row % 10);
        moves.end();
        targets.push(if words[3 * row] & 1 == 1 { 1.0 } else { -0.5 });
    }
    let mut losses = Vec::new();
    let mut middle = None;
    for number in 1..=200 {
        let lesson = Lesson::Made { moves: &moves, targets: &targets };
        card.learn(rows, lesson, Step { rate: 0.002, number }).unwrap();
        losses.push(card.loss().unwrap());
        if number == 100 {
            middle = Some((card.weights().unwrap(), card.moments().unwrap()));
        }
    }
    assert!(losses[199] < 0.1 * losses[0], "{} to {}", losses[0], losses[199]);
    let (at_half, moments) = middle.unwrap();
    let end = card.weights().unwrap();
    let mut other = card.twin().unwrap();
    other.load(&at_half, Some(&moments)).unwrap();
    for number in 101..=200 {
        let lesson = Lesson::Made { moves: &moves, targets: &targets };
        other.learn(rows, lesson, Step { rate: 0.002, number }).unwrap();
    }
    assert!(end == other.weights().unwrap(), "another end after a break");
    // The same lesson, told as slopes by the caller.
    other.load(&at_half, Some(&moments)).unwrap();
    for number in 101..=200 {
        let mut slopes = |values: &[f32], slopes: &mut [f32]| {
            let mut loss = 0.0;
            for row in 0..256 {
                let place = 10 * row + row % 10;
                let error = values[place] - targets[row];
                slopes[place] = 2.0 * error / 256.0;
                loss += error * error / 256.0;
            }
            loss
        };
        other.learn(rows, Lesson::Slopes(&mut slopes), Step { rate: 0.002, number }).unwrap();
    }
    let told = other.weights().unwrap();
    let apart = end.iter().zip(&told).map(|(one, other)| (one - other).abs()).fold(0.0, f32::max);
    assert!(apart < 1e-3, "{apart}");
    eprintln!("slopes told by the caller: at most {apart} apart");
}
