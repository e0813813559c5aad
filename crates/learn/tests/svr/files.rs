//! Files of LIBSVM: what is written is read back, what is damaged is refused with a reason.

use kirifuda_learn::svr::{Machine, Parameters, Ranges};
use proptest::prelude::*;

use crate::{cards, sixty};

fn machine() -> Machine {
    Machine::train(&cards(30, 3, 1), &Parameters::for_width(8)).unwrap()
}

fn text(machine: &Machine) -> String {
    let mut file = Vec::new();
    machine.write(&mut file).unwrap();
    String::from_utf8(file).unwrap()
}

#[test]
fn a_machine_is_read_back_as_it_was_written() {
    let (machine, examples) = (machine(), cards(30, 3, 1));
    let read = Machine::read(&text(&machine), 8).unwrap();
    assert_eq!([read.gamma(), read.rho()], [machine.gamma(), machine.rho()]);
    for ((one, row), (other, other_row)) in read.support().zip(machine.support()) {
        assert_eq!(one, other);
        // Eight digits of the features.
        assert!(row.iter().zip(&other_row).all(|(one, other)| (one - other).abs() < 1e-7));
    }
    for row in examples.rows() {
        assert!((read.predict(row).unwrap() - machine.predict(row).unwrap()).abs() < 1e-6);
    }
    // From then on nothing changes.
    assert_eq!(text(&read), text(&machine));
}

/// `svm-train -s 4 -c 1 -n 0.5 -g 0.5` of LIBSVM 3.37 over the first eight of `sixty`, scaled by `svm-scale`, wrote
/// this, and `svm-predict` gave this for the first.
#[test]
fn a_file_of_the_original_libsvm_is_read() {
    let machine = Machine::read(BY_SVM_TRAIN, 4).unwrap();
    assert_eq!(machine.support_vectors(), BY_SVM_TRAIN.lines().skip_while(|line| *line != "SV").count() - 1);
    let examples = sixty();
    let row = Ranges::of(&examples).scaled_row(examples.row(0)).unwrap();
    let found = machine.predict(&row).unwrap();
    assert!((found - BY_SVM_PREDICT).abs() < 1e-5, "{found}");
}
const BY_SVM_TRAIN: &str = include_str!("eight.model");
const BY_SVM_PREDICT: f64 = -0.7414325323032324;

#[test]
fn damaged_models_are_refused_with_a_reason() {
    let whole = text(&machine());
    let refused = |text: &str, reason: &str| {
        let why = Machine::read(text, 8).unwrap_err().to_string();
        assert!(why.contains("not a ν-SVR model") && why.contains(reason), "{why}");
    };
    refused("", "unexpected end of file");
    refused("hello\n", "unknown keyword");
    refused(&whole.replace("nu_svr", "epsilon_svr"), "svm_type must be nu_svr");
    refused(&whole.replace("rbf", "linear"), "kernel_type rbf");
    refused(&whole.replace("nr_class 2", "nr_class 3"), "");
    refused(&whole.replace("gamma 0.125", "gamma 0"), "gamma 0 is not above 0");
    refused(&whole.replace("gamma 0.125", "gamma nan"), "gamma");
    refused(&whole.replace("8:", "9:"), "a feature 9, allowed are 1 to 8");
    refused(&whole.replace("total_sv 2", "total_sv 1"), "vectors follow");
    let last = whole.trim_end().rfind('\n').unwrap();
    refused(&whole[..last], "unexpected end");
    // One vector more than it tells.
    let more = format!("{whole}{}\n", whole[last..].trim());
    refused(&more, "vectors follow");
}

#[test]
fn damaged_ranges_are_refused_with_a_reason() {
    let mut file = Vec::new();
    let ranges = Ranges::of(&sixty());
    ranges.write(&mut file).unwrap();
    let whole = String::from_utf8(file).unwrap();
    assert_eq!(Ranges::read(&whole, 4), Ok(ranges));
    let refused = |text: &str, reason: &str| {
        let why = Ranges::read(text, 4).unwrap_err().to_string();
        assert!(why.contains(reason), "{why}");
    };
    refused("", "first line");
    refused("y\n0 1\n0 1\nx\n-1 1\n", "svm-scale -y");
    refused("x\n", "line 2");
    refused("x\n1 -1\n", "line 2");
    refused("x\n-1 1\n1 0\n", "line 3");
    refused("x\n-1 1\n1 0 nan\n", "line 3");
    refused("x\n-1 1\n5 0 12\n", "feature 5, allowed are 1 to 4");
    refused("x\n-1 1\n1.5 0 12\n", "feature 1.5");
    refused("x\n-1 1\n2 0 12\n1 0 12\n", "feature 1 comes after feature 2");
    refused("x\n-1 1\n1 12 12\n", "12 is not below 12");
}

#[test]
fn ranges_are_kept_in_a_model_file() {
    let (ranges, constant) = (Ranges::of(&sixty()), Ranges::of(&sixty().only(&[0])));
    assert_eq!(Ranges::from_numbers(&ranges.numbers()), Ok(ranges.clone()));
    assert_eq!(Ranges::from_numbers(&constant.numbers()), Ok(constant));
    let numbers = ranges.numbers();
    assert_eq!(numbers.len(), 2 + 3 * 4);
    for (place, wrong) in [(0, 1.0), (1, -1.0), (2, 0.5), (3, 12.0), (4, f32::NAN), (4, f32::INFINITY)] {
        let mut damaged = numbers.clone();
        damaged[place] = wrong;
        assert!(Ranges::from_numbers(&damaged).is_err(), "{place}: {wrong}");
    }
    assert!(Ranges::from_numbers(&numbers[..13]).is_err() && Ranges::from_numbers(&[]).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]
    /// Some bytes of a file are replaced, or its end is missing: an error or another machine, never a panic.
    #[test]
    fn no_damage_makes_the_readers_panic(at in 0usize..4000, byte in 32u8..127, cut in 0usize..4000) {
        let mut bytes = text(&machine()).into_bytes();
        let (at, cut) = (at % bytes.len(), cut % bytes.len() + 1);
        bytes[at] = byte;
        bytes.truncate(cut.max(at + 1));
        if let Ok(read) = Machine::read(&String::from_utf8_lossy(&bytes), 8) {
            let _ = read.predict(&[0.5; 8]);
        }
        let mut ranges = b"x\n-1 1\n1 0 12\n2 -0.5 1e30\n".to_vec();
        let at = at % ranges.len();
        ranges[at] = byte;
        let _ = Ranges::read(&String::from_utf8_lossy(&ranges), 4);
    }
}
