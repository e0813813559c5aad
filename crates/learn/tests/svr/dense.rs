//! The fast evaluation: the same function, and kept in model files.

use kirifuda_learn::model::{Header, Model};
use kirifuda_learn::svr::{Dense, Examples, Machine, Parameters};
use proptest::prelude::*;

use crate::{cards, sixty};

fn narrow(row: &[f64]) -> Vec<f32> {
    row.iter().map(|&value| value as f32).collect()
}

#[test]
fn it_differs_from_libsvm_by_less_than_a_ten_thousandth() {
    for (bits, seed, cost, times) in [(22, 1, 1.0, 1.0), (22, 2, 4.0, 4.0), (3, 3, 4.0, 0.5), (60, 4, 1.0, 2.0)] {
        let examples = cards(1500, bits, seed);
        let standard = Parameters::for_width(examples.width());
        let parameters = Parameters { cost, gamma: times * standard.gamma, ..standard };
        let machine = Machine::train(&examples, &parameters).unwrap();
        let dense = Dense::new(&machine);
        for row in cards(300, bits, seed + 100).rows() {
            let (exact, found) = (machine.predict(row).unwrap(), f64::from(dense.predict(&narrow(row))));
            assert!((exact - found).abs() < 1e-4, "{found} is not {exact}");
        }
    }
}

#[test]
fn equal_support_vectors_are_one() {
    // 4 suits, 13 ranks, 8 situations: at most 416 different rows.
    let machine = Machine::train(&cards(3000, 3, 5), &Parameters::for_width(8)).unwrap();
    let dense = Dense::new(&machine);
    assert!(machine.support_vectors() > 1000 && dense.support_vectors() <= 416);
    for row in cards(300, 3, 6).rows() {
        let (exact, found) = (machine.predict(row).unwrap(), f64::from(dense.predict(&narrow(row))));
        assert!((exact - found).abs() < 1e-4, "{found} is not {exact}");
    }
}

/// Two bits, a feature that never changes, a rank, and one that takes many values.
fn some() -> Dense {
    let mut examples = Examples::new(5);
    for (n, row) in sixty().rows().enumerate() {
        let row = [f64::from(n % 2 == 0), f64::from(n % 3 == 0), 0.0, row[0], (row[1] * 1.7).sin()];
        examples.push(&row, row[3] - row[4] * row[0]).unwrap();
    }
    Dense::new(&Machine::train(&examples, &Parameters::for_width(5)).unwrap())
}

fn kept(dense: &Dense) -> Model<'static> {
    let mut model = Model::new(Header::default());
    model.sections = dense.sections("a");
    model
}

#[test]
fn it_is_kept_in_a_model_file_to_the_last_bit() {
    let wide = Dense::new(&Machine::train(&cards(200, 60, 7), &Parameters::for_width(65)).unwrap());
    for dense in [some(), wide] {
        let model = Model::from_bytes(&kept(&dense).to_bytes()).unwrap();
        assert_eq!(Dense::from_sections(&model, "a").unwrap(), Some(dense));
        assert_eq!(Dense::from_sections(&model, "b").unwrap(), None);
    }
    // Features of two values take a bit each.
    let wide = Dense::new(&Machine::train(&cards(200, 22, 7), &Parameters::for_width(27)).unwrap());
    let bytes = kept(&wide).to_bytes().len();
    assert!(bytes < wide.support_vectors() * 17 + 2000, "{bytes} bytes for {} vectors", wide.support_vectors());
}

#[test]
fn sections_that_do_not_fit_are_refused() {
    let dense = some();
    let vectors = dense.support_vectors() as f32;
    let refused = |what: &str, change: &dyn Fn(&mut Vec<f32>)| {
        let mut model = kept(&dense);
        let section = model.sections.iter_mut().find(|section| section.name == format!("a/{what}")).unwrap();
        change(section.values.to_mut());
        let why = Dense::from_sections(&model, "a").unwrap_err().to_string();
        assert!(why.contains(&format!("a/{what}")), "{why}");
    };
    refused("shape", &|shape| shape.truncate(3));
    refused("shape", &|shape| shape[0] = -1.0);
    refused("shape", &|shape| shape[1] = 0.5);
    refused("shape", &|shape| shape[2] = 0.0);
    refused("shape", &|shape| shape[3] = f32::NAN);
    refused("columns", &|columns| columns[0] = 2.0);
    refused("columns", &|columns| columns.push(0.0));
    refused("columns", &|columns| columns[1] = f32::INFINITY);
    refused("bits", &|bits| bits.truncate(1));
    refused("bits", &|bits| bits[0] = 0.5);
    refused("bits", &|bits| bits[0] = 8.0); // three features have two values or one
    refused("bits", &|bits| bits[0] = -1.0);
    refused("values", &|values| values.truncate(1));
    refused("values", &|values| values[0] = f32::NAN);
    refused("coefficients", &|coefficients| coefficients.truncate(1));
    let mut model = kept(&dense);
    model.sections[0].values.to_mut()[1] = vectors + 1.0;
    assert!(Dense::from_sections(&model, "a").is_err());
    model = kept(&dense);
    model.sections.retain(|section| section.name != "a/coefficients");
    assert!(Dense::from_sections(&model, "a").is_err());
}

proptest! {
    #[test]
    fn no_numbers_in_sections_make_the_reader_panic(section in 0usize..5, at in 0usize..300, value in any::<f32>()) {
        let mut model = kept(&some());
        let values = model.sections[section].values.to_mut();
        let at = at % values.len();
        values[at] = value;
        if let Ok(Some(dense)) = Dense::from_sections(&model, "a") {
            let _ = dense.predict(&vec![0.5; dense.width()]);
        }
    }
}
