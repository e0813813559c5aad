//! Sampling, and scaling as `svm-scale` does it.

use kirifuda_learn::svr::{Examples, Ranges, SvrError};
use kirifuda_play::Rng;

use crate::sixty;

/// Row n is [n]; every fifth has label 1, the others −1.
fn fifths(count: usize) -> Examples {
    let mut examples = Examples::new(1);
    for n in 0..count {
        examples.push(&[n as f64], if n % 5 == 0 { 1.0 } else { -1.0 }).unwrap();
    }
    examples
}

#[test]
fn under_sampling_takes_as_many_of_each_label_as_the_rarest_has() {
    let examples = fifths(100);
    assert_eq!(examples.counts(), [(-1.0, 80), (1.0, 20)]);
    let all_rare = examples.balanced(1000, &mut Rng::new(1));
    assert_eq!(all_rare.counts(), [(-1.0, 20), (1.0, 20)]);
    let capped = examples.balanced(7, &mut Rng::new(1));
    assert_eq!(capped.counts(), [(-1.0, 7), (1.0, 7)]);
    // Without repetition, in order, each with its own label.
    let rows: Vec<usize> = capped.rows().map(|row| row[0] as usize).collect();
    assert!(rows.is_sorted_by(|one, other| one < other), "{rows:?}");
    assert!(capped.rows().zip(capped.labels()).all(|(row, &label)| (row[0] % 5.0 == 0.0) == (label == 1.0)));
    assert_eq!(capped, examples.balanced(7, &mut Rng::new(1)));
    assert_ne!(capped, examples.balanced(7, &mut Rng::new(2)));
}

#[test]
fn every_example_has_the_same_chance_to_be_drawn() {
    let examples = fifths(50);
    let mut drawn = [0; 50];
    for seed in 0..2000 {
        examples.balanced(10, &mut Rng::new(seed)).rows().for_each(|row| drawn[row[0] as usize] += 1);
    }
    for (n, &times) in drawn.iter().enumerate() {
        // All ten of label 1, and 10 of 40 others: 500 of 2000 times, standard deviation 19.
        if n % 5 == 0 {
            assert_eq!(times, 2000);
        } else {
            assert!((420..580).contains(&times), "{n} was drawn {times} times");
        }
    }
    assert_eq!(examples.sampled(12, &mut Rng::new(3)).len(), 12);
    assert_eq!(examples.sampled(99, &mut Rng::new(3)), examples);
}

#[test]
fn one_label_or_none_is_no_trouble() {
    let one = fifths(1);
    assert_eq!(one.balanced(10, &mut Rng::new(1)), one);
    assert!(Examples::new(3).balanced(10, &mut Rng::new(1)).is_empty());
    // −0 and 0 are one label.
    let mut zeros = Examples::new(1);
    zeros.push(&[1.0], 0.0).unwrap();
    zeros.push(&[2.0], -0.0).unwrap();
    assert_eq!(zeros.counts(), [(0.0, 2)]);
}

#[test]
fn rows_of_another_length_and_what_is_not_a_number_are_refused() {
    let mut examples = Examples::new(2);
    assert_eq!(examples.push(&[1.0], 0.0), Err(SvrError::Width { found: 1, needed: 2 }));
    assert_eq!(examples.push(&[1.0, f64::NAN], 0.0), Err(SvrError::NotFinite(1)));
    assert_eq!(examples.push(&[1.0, 2.0], f64::INFINITY), Err(SvrError::NotFinite(1)));
    assert!(examples.is_empty());
}

/// The rows of `sixty` with a fifth feature that is always 5, as `LABEL 1:… 5:5` in a file, then
/// `svm-scale -s RANGE FILE` of LIBSVM 3.37, whose first lines were
///
///     -1.125 1:-0.5 2:1 3:1 4:-0.333333
///     0.5625 1:0.166667 2:0.833333 3:-1 4:0.5
///     -0.1875 1:-0.833333 2:-0.333333 4:-0.833333
#[test]
fn scaling_is_that_of_svm_scale() {
    let mut examples = Examples::new(5);
    for (row, &label) in sixty().rows().zip(sixty().labels()) {
        examples.push(&[row, &[5.0]].concat(), label).unwrap();
    }
    let ranges = Ranges::of(&examples);
    let scaled = ranges.scaled(&examples).unwrap();
    let expected = [
        [-0.5, 1.0, 1.0, -0.333333, 0.0],
        [0.166667, 0.833333, -1.0, 0.5, 0.0],
        [-0.833333, -0.333333, 0.0, -0.833333, 0.0],
    ];
    for (row, expected) in scaled.rows().zip(expected) {
        assert!(row.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-6), "{row:?}");
    }
    assert_eq!(scaled.labels(), examples.labels());
    // The range file, to the byte.
    let mut file = Vec::new();
    ranges.write(&mut file).unwrap();
    assert_eq!(String::from_utf8(file).unwrap(), "x\n-1 1\n1 0 12\n2 0 12\n3 0 12\n4 0 12\n");
    // Values never seen lie outside; a feature that never changed stays 0.
    assert_eq!(ranges.scaled_row(&[24.0, -12.0, 0.0, 12.0, 9.0]).unwrap(), [3.0, -3.0, -1.0, 1.0, 0.0]);
    assert!(ranges.scaled_row(&[1.0]).is_err());
}
