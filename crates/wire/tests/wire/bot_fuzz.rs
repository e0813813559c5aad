use kirifuda_games::hearts::Hearts;
use kirifuda_games::kuhn::Kuhn;
use kirifuda_games::leduc::Leduc;
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_play::{Actions, Rng, Rules, Seat, Text, Turn, Uniform};
use serde_json::Value;

use crate::table::{dialogue, question};

/// Some thousand questions from random positions, each damaged somewhere: there is no panic, and every line gets
/// exactly one answer, which is an action that the question calls legal or an error with a message.
fn damaged_questions_are_answered<G: Text>(rules: &str, count: u64) {
    let rules = G::Rules::book().parse(rules).unwrap();
    let mut refused = 0;
    for number in 0..count {
        let mut rng = Rng::stream(4, &[number]);
        let game = random_position::<G>(&rules, &mut rng);
        let seat = match game.turn() {
            Turn::Seat(seat) if rng.below(8) > 0 => seat,
            _ => Seat(rng.below(game.seats()) as u8),
        };
        let mut value = question(&game, seat, number);
        let line = if rng.below(4) == 0 {
            damage_text(value.to_string(), &mut rng)
        } else {
            for _ in 0..=rng.below(3) {
                damage(&mut value, &mut rng);
            }
            value.to_string().into_bytes()
        };
        let answers = dialogue::<G>(|_| Ok(Box::new(Uniform)), number, &line);
        let shown = String::from_utf8_lossy(&line);
        let Ok(value) = serde_json::from_slice::<Value>(&line) else {
            assert!(answers.len() <= 1 && answers.iter().all(|a| a["type"] == "error"), "{shown}\n{answers:?}");
            refused += 1;
            continue;
        };
        // An announcement gets no answer; everything else gets one.
        let kind = value["type"].as_str();
        if answers.is_empty() && matches!(kind, Some("begin" | "event" | "end" | "bye")) {
            continue;
        }
        let [answer] = answers.as_slice() else { panic!("{} answers to {shown}", answers.len()) };
        match answer["type"].as_str() {
            Some("answer") => {
                let legal = value.get("legal").and_then(Value::as_array);
                assert!(legal.is_none_or(|legal| legal.contains(&answer["action"])), "{answer} to {shown}");
            }
            Some("error") => {
                refused += 1;
                assert!(!answer["message"].as_str().unwrap().is_empty());
            }
            other => panic!("{other:?} to {shown}"),
        }
    }
    // Most damage is found out, and some is harmless (white space, the time limit, the order of the hand).
    assert!(refused > count / 2 && refused < count, "{refused} of {count} refused");
}

#[test]
fn damaged_questions_of_small_games_are_answered() {
    damaged_questions_are_answered::<Kuhn>("", 2_000);
    damaged_questions_are_answered::<Leduc>("", 2_000);
}

#[test]
fn damaged_questions_of_trick_games_are_answered() {
    damaged_questions_are_answered::<PlainTricks>("", 1_000);
    for rules in ["saito", "falcon", "standard", "standard,passing=left"] {
        damaged_questions_are_answered::<Hearts>(rules, 1_000);
    }
}

fn random_position<G: Text>(rules: &G::Rules, rng: &mut Rng) -> G {
    let mut game = G::deal(rules, rng);
    let mut legal = Actions::new();
    for _ in 0..rng.below(64) {
        let before = game.clone();
        game.legal(&mut legal);
        let action = rng.pick(&legal);
        game.play(action);
        if game.turn() == Turn::Over {
            return if rng.below(8) == 0 { game } else { before };
        }
    }
    game
}

/// Changes, removes, doubles or swaps something at a random place of a JSON value.
fn damage(value: &mut Value, rng: &mut Rng) {
    let junk = [
        Value::Null,
        Value::from(-1),
        Value::from(1e300),
        Value::from(255),
        Value::from(""),
        Value::from("♠Q"),
        Value::from("♣2"),
        Value::from("left"),
        Value::from("raise"),
        Value::from(vec![Value::from("♥A")]),
        Value::Object(Default::default()),
    ];
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let name = fields.keys().nth(rng.below(fields.len())).cloned().unwrap();
            match rng.below(12) {
                0 => drop(fields.remove(&name)),
                1 => drop(fields.insert("dealt".into(), junk[rng.below(junk.len())].clone())),
                _ => damage(&mut fields[&name], rng),
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let (i, j) = (rng.below(items.len()), rng.below(items.len()));
            match rng.below(8) {
                0 => drop(items.remove(i)),
                1 => items.push(items[i].clone()),
                2 => items.swap(i, j),
                3 => items.truncate(i),
                4 => items[i] = items[j].clone(),
                5 => items.insert(i, junk[rng.below(junk.len())].clone()),
                _ => damage(&mut items[i], rng),
            }
        }
        Value::Number(number) if rng.below(2) == 0 => {
            *value = Value::from(number.as_i64().unwrap_or(0) + rng.below(5) as i64 - 2);
        }
        _ => *value = junk[rng.below(junk.len())].clone(),
    }
}

/// Changes, removes or inserts some bytes.
fn damage_text(text: String, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = text.into_bytes();
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len().max(1));
        match rng.below(4) {
            0 if bytes.len() > 1 => drop(bytes.remove(at)),
            1 => bytes.insert(at, b"\"{}[]:,0\\"[rng.below(9)]),
            2 => bytes.truncate(at.max(1)),
            _ => bytes[at] = rng.below(256) as u8,
        }
    }
    // A line break would make two lines of it.
    bytes.retain(|&byte| byte != b'\n');
    bytes
}
