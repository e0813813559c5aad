//! Training and prediction are those of LIBSVM.

use kirifuda_learn::svr::{Machine, Parameters, Ranges, SvrError};
use libsvm_rs::predict::predict;
use libsvm_rs::train::svm_train;
use libsvm_rs::{KernelType, SvmNode, SvmParameter, SvmProblem, SvmType, set_quiet};

use crate::{cards, sixty};

// C, ν, γ; support vectors, ρ, the predictions for the first three rows; by LIBSVM 3.37 and again by scikit-learn 1.9:
//
//     pip install libsvm-official scikit-learn
//     python3 - <<END
//     from libsvm.svmutil import svm_train, svm_predict
//     xs, ys, s = [], [], 1
//     for n in range(60):
//         row = []
//         for k in range(4):
//             s = (s * 1103515245 + 12345) % 2**31
//             row.append((s >> 16) % 13)
//         xs.append({i: -1 + 2 * v / 12 for i, v in enumerate(row, 1)})
//         ys.append((row[0] * row[1] % 7 - row[2] + row[3] / 2) / 8)
//     for c, nu, g in (1, 0.5, 0.25), (4, 0.3, 1):
//         m = svm_train(ys, xs, f"-s 4 -t 2 -c {c} -n {nu} -g {g} -e 1e-6 -q")
//         print(m.get_nr_sv(), m.rho[0], svm_predict([0] * 3, xs[:3], m, "-q")[0])
//     END
type Row = ([f64; 3], usize, f64, [f64; 3]);
const BY_LIBSVM: [Row; 2] = [
    ([1.0, 0.5, 0.25], 36, -0.07661468090281369, [-0.6672376788062011, 0.7548258949051043, -0.16757794183574082]),
    ([4.0, 0.3, 1.0], 49, 0.022490139089637547, [-0.9970988675934196, 0.8590011153233815, -0.25564526546523764]),
];

#[test]
fn training_gives_the_numbers_of_libsvm() {
    let examples = sixty();
    let scaled = Ranges::of(&examples).scaled(&examples).unwrap();
    for ([cost, nu, gamma], vectors, rho, predictions) in BY_LIBSVM {
        let parameters = Parameters { cost, nu, gamma, tolerance: 1e-6, ..Parameters::for_width(4) };
        let machine = Machine::train(&scaled, &parameters).unwrap();
        assert_eq!(machine.support_vectors(), vectors);
        assert!((machine.rho() - rho).abs() < 1e-9, "{} is not {rho}", machine.rho());
        for (row, expected) in predictions.into_iter().enumerate() {
            let found = machine.predict(scaled.row(row)).unwrap();
            assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
        }
    }
}

/// The kernel matrix is our own; what comes out must be that of the crate's, with many equal rows, too, and when rows
/// are dropped from a cache that is too small.
#[test]
fn training_over_distinct_rows_is_that_over_all_rows_to_the_bit() {
    set_quiet(true);
    for (examples, cache) in [(cards(600, 3, 1), 200.0), (cards(400, 22, 2), 200.0), (cards(600, 3, 3), 0.001)] {
        let nodes = |row: &[f64]| -> Vec<SvmNode> {
            row.iter().zip(1..).map(|(&value, index)| SvmNode { index, value }).collect()
        };
        let problem =
            SvmProblem { labels: examples.labels().to_vec(), instances: examples.rows().map(nodes).collect() };
        let gamma = 0.1;
        let parameter = SvmParameter {
            svm_type: SvmType::NuSvr,
            kernel_type: KernelType::Rbf,
            gamma,
            cache_size: cache,
            ..SvmParameter::default()
        };
        let model = svm_train(&problem, &parameter);
        let parameters = Parameters { gamma, cache, ..Parameters::for_width(examples.width()) };
        let machine = Machine::train(&examples, &parameters).unwrap();
        let coefficients: Vec<f64> = machine.support().map(|(coefficient, _)| coefficient).collect();
        assert_eq!(coefficients, model.sv_coef[0]);
        assert_eq!(machine.rho(), model.rho[0]);
        for row in examples.rows().take(50) {
            assert_eq!(machine.predict(row).unwrap(), predict(&model, &nodes(row)));
        }
    }
}

#[test]
fn parameters_and_rows_that_cannot_be_are_refused() {
    let examples = cards(40, 3, 4);
    let fine = Parameters::for_width(8);
    for (parameters, name) in [
        (Parameters { cost: 0.0, ..fine }, "C = 0"),
        (Parameters { nu: 1.5, ..fine }, "nu = 1.5"),
        (Parameters { nu: f64::NAN, ..fine }, "nu = NaN"),
        (Parameters { gamma: -1.0, ..fine }, "gamma = -1"),
        (Parameters { gamma: f64::INFINITY, ..fine }, "gamma = inf"),
        (Parameters { tolerance: 0.0, ..fine }, "tolerance = 0"),
        (Parameters { cache: 0.0, ..fine }, "cache = 0"),
    ] {
        let why = Machine::train(&examples, &parameters).unwrap_err().to_string();
        assert!(why.contains(name) && why.contains("allowed"), "{why}");
    }
    let none = Machine::train(&examples.only(&[]), &fine);
    assert_eq!(none, Err(SvrError::TooFew { found: 0, needed: 1 }));
    let machine = Machine::train(&examples, &fine).unwrap();
    assert_eq!(machine.predict(&[0.0; 7]), Err(SvrError::Width { found: 7, needed: 8 }));
}
