//! A bounded run of the fuzz targets: bytes at random, and true ones with something changed.

use kirifuda_play::Rng;

use crate::records::recorded;

#[path = "../../../../fuzz/targets.rs"]
mod targets;

/// Hands random changes of some examples to a target.
fn run(target: fn(&[u8]), seed: u64, examples: &[&[u8]], rounds: u64) {
    for round in 0..rounds {
        let mut rng = Rng::stream(seed, &[round]);
        let mut bytes = match round % 4 {
            0 => (0..rng.below(400)).map(|_| rng.bits() as u8).collect(),
            _ => rng.pick(examples).to_vec(),
        };
        for _ in 0..rng.below(6) {
            let place = rng.below(bytes.len() + 1);
            match rng.below(5) {
                0 => bytes.truncate(place),
                1 => bytes.insert(place, rng.bits() as u8),
                // Signs that mean something in most of these.
                2 => bytes.insert(place, rng.pick(b"{}[]\",:=+-.0123456789enx\n")),
                3 if place < bytes.len() => bytes[place] = rng.bits() as u8,
                _ => {
                    let end = (place + rng.below(40)).min(bytes.len());
                    let part = bytes[place..end].to_vec();
                    let to = rng.below(bytes.len() + 1);
                    bytes.splice(to..to, part);
                }
            }
        }
        target(&bytes);
    }
}

/// A model with its length and checksum mended, so that what is inside is looked at, too.
fn mended_model(bytes: &[u8]) {
    targets::models(bytes);
    let mut bytes = bytes.to_vec();
    if bytes.len() >= 24 {
        let length = bytes.len() as u64;
        bytes[12..20].copy_from_slice(&length.to_le_bytes());
        let end = bytes.len() - 4;
        let sum = crc32fast::hash(&bytes[..end]);
        bytes[end..].copy_from_slice(&sum.to_le_bytes());
        targets::models(&bytes);
    }
}

#[test]
fn any_bytes_are_refused_or_read() {
    let model = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/kuhn-nfsp.kfm")).unwrap();
    run(mended_model, 1, &[&model], 2_000);
    let records = recorded("any-bytes", "match leduc random cfr:iterations=20 --deals 1");
    run(targets::records, 2, &[records.as_bytes()], 2_000);
    let rules: [&[u8]; 4] =
        [b"standard,moon=self,jack=on", b"uecda,players=4", b"paper004,teams=dealt", b"falcon,passing=left,limit=50"];
    run(targets::rules, 3, &rules, 2_000);
    let specs: [&[u8]; 3] = [b"mc:sims=20", b"cfr:iterations=9", b"ismcts:sims=5,exploration=0.7"];
    run(targets::specifications, 4, &specs, 2_000);
    let cards = include_bytes!("../../../games/src/monsters/cards.toml");
    run(targets::cards, 5, &[cards], 300);
    let question: &[u8] = br#"{"type":"act","id":1,"game":"kuhn","rules":"kuhn","seat":0,"hand":["J"],"history":[],"legal":["check","bet"]}"#;
    run(targets::protocol, 6, &[question, b"{\"type\":\"bye\"}\n"], 2_000);
    let messages: [&[u8]; 3] = [
        br#"{"type":"act","action":"x","at":3,"id":7}"#,
        br#"{"type":"hint","adviser":"mc:sims=3"}"#,
        br#"{"game":"hearts","rules":"","seats":[{"kind":"person"},{"kind":"player","player":"random"}],"pace_ms":5}"#,
    ];
    run(targets::messages, 7, &messages, 5_000);
}
