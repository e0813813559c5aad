//! Model files: what is written is read back to the last bit, and no damage goes unnoticed.
#![allow(clippy::unwrap_used)]

use kirifuda_learn::model::{Header, Kind, Model, ModelError};
use proptest::prelude::*;
use serde_json::json;

fn header() -> Header {
    Header {
        kind: Kind::Checkpoint,
        learner: "linear-q".into(),
        game: "hearts".into(),
        rules: "saito,moon=self".into(),
        layout: "hearts/ranks".into(),
        dimensions: 24_415,
        seed: u64::MAX,
        deals: 100_000,
        opponents: "self-play".into(),
        options: json!({"step": "0.1", "average": "off"}).as_object().unwrap().clone(),
        program: "0.1.0".into(),
        state: json!({"pool": 3}).as_object().unwrap().clone(),
        notes: json!({"curve": [0.1, 1.0 / 3.0, -6.554_133_333_333_334e-3]}).as_object().unwrap().clone(),
    }
}

/// One section that is shorter dense, one that is shorter sparse, an empty one.
fn example() -> Model<'static> {
    let dense: Vec<f32> = (1..=9).map(|n| n as f32 / 7.0).collect();
    let mut sparse = vec![0.0; 77];
    (sparse[0], sparse[13], sparse[76]) = (-1.5, f32::MIN_POSITIVE, 1e30);
    Model::new(header()).with("weights", dense).with("pool", sparse).with("nothing", vec![])
}

/// The last four bytes as they should be.
fn sign(bytes: &mut [u8]) {
    let end = bytes.len() - 4;
    let sum = crc32fast::hash(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
}

/// The bytes with something put in place of a part, with the right length and checksum.
fn forged(bytes: &[u8], part: std::ops::Range<usize>, by: &[u8]) -> Vec<u8> {
    let mut forged = bytes.to_vec();
    forged.splice(part, by.iter().copied());
    let length = forged.len() as u64;
    forged[12..20].copy_from_slice(&length.to_le_bytes());
    sign(&mut forged);
    forged
}

/// Where some bytes are.
fn find(bytes: &[u8], wanted: &[u8]) -> usize {
    bytes.windows(wanted.len()).position(|window| window == wanted).unwrap()
}

#[test]
fn a_model_comes_back_as_it_was() {
    let model = example();
    let bytes = model.to_bytes();
    let back = Model::from_bytes(&bytes).unwrap();
    assert_eq!(back, model);
    assert_eq!(back.to_bytes(), bytes);
    assert_eq!(Model::from_bytes(&Model::default().to_bytes()).unwrap(), Model::default());
}

#[test]
fn the_format_is_the_one_that_is_documented() {
    let bytes = Model::new(Header::default()).with("w", vec![1.0]).with("s", vec![0.0, 0.0, 2.0, 0.0]).to_bytes();
    assert_eq!(&bytes[..12], b"KIRIFUDA\x01\0\0\0");
    assert_eq!(bytes[12..20], (bytes.len() as u64).to_le_bytes());
    let header = u32::from_le_bytes(bytes[20..24].try_into().unwrap()) as usize;
    let header_text = std::str::from_utf8(&bytes[24..24 + header]).unwrap();
    assert!(header_text.starts_with(r#"{"kind":"model","learner":"""#), "{header_text}");
    let mut expected = 2u32.to_le_bytes().to_vec();
    expected.extend(b"\x01\0w\0\x01\0\0\0\0\0\0\0");
    expected.extend(1f32.to_le_bytes());
    expected.extend(b"\x01\0s\x01\x04\0\0\0\0\0\0\0\x04");
    expected.extend(2f32.to_le_bytes());
    assert_eq!(&bytes[24 + header..bytes.len() - 4], expected);
    let sum = crc32fast::hash(&bytes[..bytes.len() - 4]);
    assert_eq!(bytes[bytes.len() - 4..], sum.to_le_bytes());
    assert_eq!(crc32fast::hash(b"123456789"), 0xCBF4_3926, "the CRC-32 of zip and png");
}

#[test]
fn every_changed_byte_is_noticed() {
    let bytes = example().to_bytes();
    for place in 0..bytes.len() {
        for change in [1, 0x80, 0xFF] {
            let mut damaged = bytes.clone();
            damaged[place] ^= change;
            assert!(Model::from_bytes(&damaged).is_err(), "byte {place} changed by {change}");
        }
    }
}

#[test]
fn every_cut_is_noticed_and_named() {
    let bytes = example().to_bytes();
    assert_eq!(Model::from_bytes(&[]), Err(ModelError::NotAModel));
    for length in 1..bytes.len() {
        assert_eq!(Model::from_bytes(&bytes[..length]), Err(ModelError::CutOff(length as u64)));
    }
    let long = [bytes.as_slice(), b"\n"].concat();
    assert_eq!(Model::from_bytes(&long), Err(ModelError::TooLong(1)));
}

#[test]
fn other_files_are_told_from_damaged_ones() {
    for other in [&b"hello"[..], b"{\"game\":\"hearts\"}", &[0; 100], b"kirifuda", b"\x7fELF"] {
        assert_eq!(Model::from_bytes(other), Err(ModelError::NotAModel));
    }
    let mut damaged = example().to_bytes();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    assert_eq!(Model::from_bytes(&damaged), Err(ModelError::Checksum));
    let mut newer = example().to_bytes();
    newer[8] = 2;
    sign(&mut newer);
    assert_eq!(Model::from_bytes(&newer), Err(ModelError::NewerFormat { found: 2 }));
}

#[test]
fn messages_name_the_problem_and_the_remedy() {
    let text = |why: ModelError| why.to_string();
    assert!(text(ModelError::NotAModel).contains("not a Kirifuda model file"));
    assert!(text(ModelError::NewerFormat { found: 7 }).contains("newer program (format 7, this one reads 1): update"));
    assert!(text(ModelError::CutOff(5)).contains("cut off after 5 bytes: copy it again"));
    assert!(text(ModelError::TooLong(5)).contains("5 bytes too long"));
    assert!(text(ModelError::Checksum).contains("checksum is wrong: copy it again, or train again"));
    assert!(text(ModelError::Contents("its header".into())).contains("its header: train again"));
}

/// A file whose checksum is right and whose lengths are not: no panic, and no memory for what is not there.
#[test]
fn lying_lengths_are_refused() {
    let bytes = example().to_bytes();
    let contents = |bytes: Vec<u8>| match Model::from_bytes(&bytes) {
        Err(ModelError::Contents(why)) => why,
        other => panic!("{other:?}"),
    };
    assert!(contents(forged(&bytes, 20..24, &[0xFF; 4])).contains("header"));
    assert!(contents(forged(&bytes, 20..24, &5u32.to_le_bytes())).contains("header"));
    for name in ["weights", "pool"] {
        let count = find(&bytes, name.as_bytes()) + name.len() + 1;
        for lie in [u64::MAX, u64::MAX / 4, 1 << 40, 0, 8, 10, 76, 78, 1000] {
            contents(forged(&bytes, count..count + 8, &lie.to_le_bytes()));
        }
        contents(forged(&bytes, count - 1..count, &[2]));
        contents(forged(&bytes, count - 1 - name.len()..count - 1, b"\xFF"));
    }
    // Two sections of one name.
    let twice = Model::new(header()).with("a", vec![1.0]).with("a", vec![2.0]).to_bytes();
    assert!(contents(twice).contains("`a` is there twice"));
    // A header that is no header, and one that lacks something.
    let start = 24..24 + u32::from_le_bytes(bytes[20..24].try_into().unwrap()) as usize;
    let with_header = |text: &str| {
        let bytes = forged(&bytes, start.clone(), text.as_bytes());
        forged(&bytes, 20..24, &(text.len() as u32).to_le_bytes())
    };
    assert!(contents(with_header("[]")).contains("header"));
    assert!(contents(with_header(r#"{"kind":"model"}"#)).contains("missing field `learner`"));
}

#[test]
fn zeros_that_take_no_place_in_a_file_are_counted_before_they_take_any_in_memory() {
    // A gigabyte of zeros and one value more would be 32 MiB of bits.
    let values = (1u64 << 28) + 1;
    let mut bytes = Model::new(header()).to_bytes();
    bytes.truncate(bytes.len() - 4 - 4);
    bytes.extend_from_slice(&1u32.to_le_bytes());
    bytes.extend_from_slice(&[1, 0, b'x', 1]);
    bytes.extend_from_slice(&values.to_le_bytes());
    bytes.resize(bytes.len() + values.div_ceil(8) as usize + 4, 0);
    let length = bytes.len() as u64;
    bytes[12..20].copy_from_slice(&length.to_le_bytes());
    sign(&mut bytes);
    let why = Model::from_bytes(&bytes).unwrap_err();
    assert!(matches!(why, ModelError::Contents(_)), "{why}");
}

#[test]
fn zeros_take_a_bit_each_and_minus_zero_survives() {
    let mut values = vec![0.0f32; 10_000];
    let empty = Model::new(header()).with("w", values.clone()).to_bytes().len();
    let nothing = Model::new(header()).with("w", vec![]).to_bytes().len();
    assert_eq!(empty, nothing + 1250);
    values[9_999] = -0.0;
    let back = Model::from_bytes(&Model::new(header()).with("w", values).to_bytes()).unwrap();
    assert_eq!(back.section("w").unwrap()[9_999].to_bits(), (-0.0f32).to_bits());
}

proptest! {
    #[test]
    fn values_of_any_kind_and_number_come_back_to_the_bit(
        bits in prop::collection::vec(prop_oneof![3 => Just(0u32), 1 => any::<u32>()], 0..5000),
        others in prop::collection::vec(any::<u32>(), 0..40),
    ) {
        let values = |bits: &[u32]| bits.iter().copied().map(f32::from_bits).collect::<Vec<_>>();
        let model = Model::new(header()).with("weights", values(&bits)).with("average", values(&others));
        let mut back = Model::from_bytes(&model.to_bytes()).unwrap();
        prop_assert_eq!(&back.header, &model.header);
        let as_bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        prop_assert_eq!(as_bits(back.section("weights").unwrap()), bits);
        prop_assert_eq!(as_bits(&back.take("average").unwrap()), others);
        prop_assert_eq!(back.section("other"), None);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = Model::from_bytes(&bytes);
        let mut signed = example().to_bytes();
        // Anything behind the prefix, with the right checksum: only the contents can be wrong.
        for (place, byte) in (24..).zip(bytes) {
            if place < signed.len() {
                signed[place] = byte;
            }
        }
        sign(&mut signed);
        let _ = Model::from_bytes(&signed);
    }
}
