//! Decisions as arrays say the same as the records that they come from.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;

use serde_json::{Value, json};

use crate::support::{Folder, folder, run};

/// Games of a run in a file, and where arrays of them go.
struct Place {
    folder: Folder,
    records: String,
}

impl Place {
    fn new(name: &str, line: &str) -> Place {
        let folder = folder(name);
        let records = folder.join("games.jsonl").to_str().unwrap().to_string();
        run(&format!("match {line} --record {records}")).fine();
        Place { folder, records }
    }

    fn out(&self, name: &str) -> String {
        self.folder.join(name).to_str().unwrap().to_string()
    }

    fn export(&self, name: &str) -> Value {
        run(&format!("export {} --out {} --json", self.records, self.out(name))).json()
    }

    fn records(&self) -> Vec<Value> {
        let text = fs::read_to_string(&self.records).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// An array: what it says it is, and its bytes.
struct Array {
    head: String,
    bytes: Vec<u8>,
}

impl Array {
    /// Values of so many bytes, little-endian.
    fn numbers(&self, size: usize) -> Vec<u64> {
        let value = |bytes: &[u8]| bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte));
        self.bytes.chunks(size).map(value).collect()
    }
}

fn arrays(path: &str) -> BTreeMap<String, Array> {
    let mut archive = zip::ZipArchive::new(File::open(path).unwrap()).unwrap();
    let mut found = BTreeMap::new();
    for number in 0..archive.len() {
        let mut file = archive.by_index(number).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        assert!(bytes.starts_with(b"\x93NUMPY\x01\x00"));
        let start = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
        assert_eq!(start % 64, 0);
        let head = String::from_utf8(bytes[10..start].to_vec()).unwrap().trim_end().to_string();
        let name = file.name().unwrap().strip_suffix(".npy").unwrap().to_string();
        found.insert(name, Array { head, bytes: bytes[start..].to_vec() });
    }
    found
}

#[test]
fn every_decision_of_hearts_is_there_with_its_seat_its_moves_and_its_payoff() {
    let place =
        Place::new("export-hearts", "hearts stock jake rule random --rules standard,passing=left --deals 2 --seed 4");
    let told = place.export("games.npz");
    let (games, decisions) = (8, 8 * 64);
    assert_eq!((&told["games"], &told["decisions"]), (&json!(games), &json!(decisions)));
    let arrays = arrays(&place.out("games.npz"));
    let names: Vec<&str> = arrays.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "action",
            "decision_ends",
            "game",
            "inputs",
            "layout",
            "legal",
            "move_ends",
            "name",
            "observation",
            "outputs",
            "parts",
            "payoff",
            "seat"
        ]
    );
    let head = |kind: &str, shape: String| format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    let (inputs, outputs) = (told["inputs"].as_u64().unwrap(), told["outputs"].as_u64().unwrap());
    assert_eq!(arrays["game"].head, head("<u8", format!("({decisions},)")));
    assert_eq!(arrays["observation"].head, head("|u1", format!("({decisions}, {})", inputs.div_ceil(8))));
    assert_eq!(arrays["legal"].head, head("|u1", format!("({decisions}, {})", outputs.div_ceil(8))));
    assert_eq!(arrays["payoff"].head, head("<f4", format!("({decisions},)")));
    assert_eq!(
        (arrays["name"].head.as_str(), arrays["name"].bytes.as_slice()),
        (&*head("|S6", "()".into()), &b"hearts"[..])
    );
    assert_eq!(arrays["inputs"].numbers(8), [inputs]);

    let (ends, move_ends, parts) =
        (arrays["decision_ends"].numbers(8), arrays["move_ends"].numbers(8), arrays["parts"].numbers(2));
    let (seats, numbers, actions) = (arrays["seat"].numbers(1), arrays["game"].numbers(8), arrays["action"].numbers(4));
    let bytes = outputs.div_ceil(8) as usize;
    let mut cards = BTreeMap::new();
    for (game, record) in place.records().iter().enumerate() {
        let shown = run(&format!("replay {} --show {} --json", place.records, game + 1)).json();
        for (turn, made) in shown["shown"]["moves"].as_array().unwrap().iter().enumerate() {
            let row = 64 * game + turn;
            assert_eq!((numbers[row], json!(seats[row])), (game as u64, made["seat"].clone()));
            let payoff = f32::from_le_bytes(arrays["payoff"].bytes[4 * row..][..4].try_into().unwrap());
            assert_eq!(json!(payoff), record["payoffs"][seats[row] as usize]);
            let first = if row == 0 { 0 } else { ends[row - 1] };
            let moves = first..ends[row];
            assert!(actions[row] < moves.end - moves.start);
            // A card is its only part, the same in every position, and the mask has just the legal ones.
            let mut mask = vec![0u8; bytes];
            for number in moves.clone() {
                assert_eq!(move_ends[number as usize], number + 1);
                let part = parts[number as usize] as usize;
                mask[part / 8] |= 1 << (part % 8);
            }
            assert_eq!(arrays["legal"].bytes[bytes * row..][..bytes], mask);
            let part = parts[(first + actions[row]) as usize];
            let card = cards.entry(made["action"].to_string()).or_insert(part);
            assert_eq!(*card, part);
        }
    }
    assert_eq!(cards.len(), 52);
    let mut parts: Vec<&u64> = cards.values().collect();
    parts.sort_unstable();
    parts.dedup();
    assert_eq!(parts.len(), 52);
    // What two seats see at their first decisions differs: they hold other cards.
    let width = inputs.div_ceil(8) as usize;
    let seen = |row: usize| &arrays["observation"].bytes[width * row..][..width];
    assert_ne!(seen(0), seen(3));
    assert!(seen(0).iter().any(|&byte| byte != 0));
}

#[test]
fn every_game_with_an_encoder_can_be_exported() {
    for (game, players) in [
        ("daifugo", "default default random random random"),
        ("monsters", "random balanced"),
        ("plain-tricks", "rule rule random random"),
        ("kuhn", "random random"),
        ("leduc", "random random"),
    ] {
        let place = Place::new(&format!("export-{game}"), &format!("{game} {players} --deals 1"));
        let told = place.export("games.npz");
        let decisions: usize = place.records().iter().map(|record| record["actions"].as_array().unwrap().len()).sum();
        assert_eq!((&told["game"], &told["decisions"]), (&json!(game), &json!(decisions)));
        let arrays = arrays(&place.out("games.npz"));
        let (ends, move_ends) = (arrays["decision_ends"].numbers(8), arrays["move_ends"].numbers(8));
        assert_eq!(ends.last(), Some(&(move_ends.len() as u64)));
        assert_eq!(move_ends.last(), Some(&(arrays["parts"].numbers(2).len() as u64)));
        assert_eq!(arrays["action"].numbers(4).len(), decisions);
    }
}

#[test]
fn what_cannot_be_exported_is_refused_and_nothing_is_left() {
    let place = Place::new("export-refused", "kuhn random random --deals 2");
    let records = &place.records;
    let refused = |out: &str, message: &str| {
        let done = run(&format!("export {records} --out {}", place.out(out)));
        assert_eq!(
            done.stderr,
            format!("error: {}\n", message.replace("OUT", &place.out(out)).replace("FILE", records))
        );
        done.refused(&[]);
    };
    refused("games.csv", "--out OUT: name a file that ends in .npz or .arrow");
    if !cfg!(feature = "arrow") {
        let message =
            "--out OUT: this program was built without Arrow; write a .npz file, or build with `--features arrow`";
        refused("games.arrow", message);
    }
    fs::write(place.out("there.npz"), "old").unwrap();
    refused("there.npz", "OUT exists: name another file, or replace it with --overwrite");
    assert_eq!(fs::read_to_string(place.out("there.npz")).unwrap(), "old");
    let text = fs::read_to_string(records).unwrap();
    let other = Place::new("export-other", "leduc random random --deals 1");
    fs::write(records, text.clone() + &fs::read_to_string(&other.records).unwrap()).unwrap();
    refused("a.npz", "FILE, line 5: a game of leduc, but the file begins with kuhn: export one game at a time");
    fs::write(records, text.replacen("kuhn", "kun", 1)).unwrap();
    run(&format!("export {records} --out {}", place.out("a.npz"))).refused(&["line 1: unknown game `kun`"]);
    fs::write(records, text.replacen("\"dealt\":\"", "\"dealt\":\"x", 1)).unwrap();
    run(&format!("export {records} --out {}", place.out("a.npz"))).refused(&["line 1: the deal: "]);
    fs::write(records, "").unwrap();
    refused("a.npz", "FILE holds no game: is it a file written by `--record`?");
    run(&format!("export {}/none --out {}", place.out("no"), place.out("a.npz"))).refused(&["cannot read"]);
    let mut left: Vec<_> = fs::read_dir(&place.folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["games.jsonl", "there.npz"]);
}

#[cfg(feature = "arrow")]
#[test]
fn arrow_says_the_same_as_npz() {
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Float32Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type};

    let place = Place::new("export-arrow", "daifugo default default random random random --deals 30");
    let told = place.export("games.npz");
    assert!(told["decisions"].as_u64().unwrap() > 4096, "more than one batch is wanted: {told}");
    place.export("games.arrow");
    let arrays = arrays(&place.out("games.npz"));
    let reader = arrow_ipc::reader::FileReader::try_new(File::open(place.out("games.arrow")).unwrap(), None).unwrap();
    assert_eq!(reader.schema().metadata()["layout"], told["layout"].as_str().unwrap());
    let (mut game, mut seat, mut action, mut payoff) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut observation, mut legal, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    let (mut move_ends, mut decision_ends) = (Vec::new(), Vec::new());
    for batch in reader {
        let batch = batch.unwrap();
        let column = |name: &str| batch.column_by_name(name).unwrap();
        game.extend_from_slice(column("game").as_primitive::<UInt64Type>().values());
        seat.extend(column("seat").as_primitive::<UInt8Type>().values().iter().map(|&seat| u64::from(seat)));
        action.extend(column("action").as_primitive::<UInt32Type>().values().iter().map(|&number| u64::from(number)));
        payoff.extend(column("payoff").as_primitive::<Float32Type>().values().iter().flat_map(|x| x.to_le_bytes()));
        for (into, name) in [(&mut observation, "observation"), (&mut legal, "legal")] {
            column(name).as_fixed_size_binary().iter().for_each(|row| into.extend_from_slice(row.unwrap()));
        }
        for moves in column("moves").as_list::<i32>().iter() {
            for one in moves.unwrap().as_list::<i32>().iter() {
                let one = one.unwrap();
                parts.extend(one.as_primitive::<UInt16Type>().values().iter().map(|&part| u64::from(part)));
                move_ends.push(parts.len() as u64);
            }
            decision_ends.push(move_ends.len() as u64);
        }
    }
    assert_eq!(game, arrays["game"].numbers(8));
    assert_eq!(seat, arrays["seat"].numbers(1));
    assert_eq!(action, arrays["action"].numbers(4));
    assert_eq!(payoff, arrays["payoff"].bytes);
    assert!(observation == arrays["observation"].bytes && legal == arrays["legal"].bytes);
    assert!(parts == arrays["parts"].numbers(2) && move_ends == arrays["move_ends"].numbers(8));
    assert_eq!(decision_ends, arrays["decision_ends"].numbers(8));
}
