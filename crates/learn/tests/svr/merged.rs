//! Equal examples as one, with their number: the same problem as that of all examples.

use kirifuda_learn::svr::{Examples, Machine, Parameters, Ranges, Solver};

use crate::{cards, sixty};

/// Both ways, and the differences of their predictions for the examples: the root of the mean square, and the greatest.
fn both(examples: &Examples, parameters: &Parameters) -> (Machine, Machine, [f64; 2]) {
    let [apart, merged] =
        Solver::ALL.map(|solver| Machine::train(examples, &Parameters { solver, ..*parameters }).unwrap());
    let difference = |row| (apart.predict(row).unwrap() - merged.predict(row).unwrap()).abs();
    let all: Vec<f64> = examples.rows().map(difference).collect();
    let square = all.iter().map(|difference| difference * difference).sum::<f64>() / all.len() as f64;
    let worst = all.into_iter().fold(0.0, f64::max);
    (apart, merged, [square.sqrt(), worst])
}

fn distinct(examples: &Examples) -> usize {
    let rows = examples.rows().map(|row| row.iter().map(|value| value.to_bits()).collect::<Vec<_>>());
    rows.collect::<std::collections::HashSet<_>>().len()
}

#[test]
fn equal_examples_put_together_learn_what_they_learn_apart() {
    // Few bits: several examples of each row. Many: hardly any are equal; more than a word holds.
    for (examples, most_distinct) in [(cards(800, 3, 1), 400), (cards(600, 12, 2), 600), (cards(300, 80, 3), 300)] {
        assert!(distinct(&examples) <= most_distinct);
        for [cost, nu, times] in [[1.0, 0.5, 1.0], [4.0, 0.3, 2.0], [0.25, 0.7, 0.5]] {
            let standard = Parameters::for_width(examples.width());
            let parameters = Parameters { cost, nu, gamma: times * standard.gamma, ..standard };
            // The same problem: the nearer each comes to its solution, the nearer they come to each other.
            for (tolerance, at_most) in [(1e-3, 0.02), (1e-4, 0.005)] {
                let (_, merged, [usual, worst]) = both(&examples, &Parameters { tolerance, ..parameters });
                let what = format!(
                    "C = {cost}, nu = {nu}, tolerance {tolerance}: predictions are {usual} apart, {worst} at most"
                );
                assert!(usual < 2.0 * tolerance && worst < at_most, "{what}");
                assert!(merged.support_vectors() <= distinct(&examples));
            }
        }
    }
}

/// Were the number of equal examples forgotten, those that are rare would pull as much as those that are many.
#[test]
fn a_point_counts_as_many_times_as_there_are_examples() {
    let mut examples = Examples::new(1);
    for (label, count) in [(1.0, 30), (-1.0, 10)] {
        (0..count).for_each(|_| examples.push(&[1.0], label).unwrap());
    }
    (0..40).for_each(|n| examples.push(&[-1.0], if n % 2 == 0 { 0.5 } else { 0.25 }).unwrap());
    let (_, merged, [_, worst]) = both(&examples, &Parameters { tolerance: 1e-6, ..Parameters::for_width(1) });
    assert!(worst < 1e-5, "predictions are {worst} apart");
    let once = examples.only(&[0, 30, 40, 41]);
    let once = Machine::train(&once, &Parameters { solver: Solver::Merged, ..Parameters::for_width(1) }).unwrap();
    let difference = (once.predict(&[1.0]).unwrap() - merged.predict(&[1.0]).unwrap()).abs();
    assert!(difference > 0.05, "{difference}");
}

/// The numbers of `libsvm.rs`: features of many values, none equal.
#[test]
fn where_nothing_is_equal_it_is_libsvm() {
    let examples = sixty();
    let scaled = Ranges::of(&examples).scaled(&examples).unwrap();
    let parameters = Parameters { cost: 4.0, nu: 0.3, gamma: 1.0, tolerance: 1e-6, ..Parameters::for_width(4) };
    let (apart, merged, [_, worst]) = both(&scaled, &parameters);
    assert!(worst < 1e-5, "predictions are {worst} apart");
    assert_eq!(apart.support_vectors(), merged.support_vectors());
    assert!((apart.rho() - merged.rho()).abs() < 1e-5);
}

#[test]
fn what_does_not_fit_into_memory_is_computed_again() {
    let examples = cards(500, 8, 4);
    let parameters = Parameters { solver: Solver::Merged, ..Parameters::for_width(13) };
    let (large, small) = (Machine::train(&examples, &parameters), Parameters { cache: 0.001, ..parameters });
    assert_eq!(
        large.unwrap().support().collect::<Vec<_>>(),
        Machine::train(&examples, &small).unwrap().support().collect::<Vec<_>>()
    );
}

#[test]
fn one_example_or_one_label_is_no_trouble() {
    let mut examples = Examples::new(2);
    for _ in 0..3 {
        examples.push(&[0.0, -0.0], 0.5).unwrap();
        let machine =
            Machine::train(&examples, &Parameters { solver: Solver::Merged, ..Parameters::for_width(2) }).unwrap();
        assert!((machine.predict(&[0.0, 0.0]).unwrap() - 0.5).abs() < 0.001);
    }
}

#[test]
fn solvers_have_names() {
    assert_eq!(Solver::ALL.map(|solver| solver.name().parse()), Solver::ALL.map(Ok));
    let why = "smo".parse::<Solver>().unwrap_err();
    assert!(why.contains("libsvm or merged"), "{why}");
}
