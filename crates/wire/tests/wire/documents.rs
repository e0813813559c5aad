//! What the documentation shows is what the programs do.

use kirifuda_games::hearts::Hearts;
use kirifuda_games::leduc::Leduc;
use kirifuda_play::{Policy, Text};
use kirifuda_wire::{ExecOptions, PROTOCOL};
use serde_json::Value;

use crate::bot::Diary;
use crate::table::{First, dialogue, one_game, python};

const PROTOCOL_TEXT: &str = include_str!("../../../../docs/protocol.md");

/// The blocks of one language, in order.
fn blocks(language: &str) -> Vec<&'static str> {
    let start = format!("```{language}\n");
    PROTOCOL_TEXT.split(&start).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// Every JSON value shown, in order.
fn messages() -> Vec<Value> {
    let values = |block: &'static str| serde_json::Deserializer::from_str(block).into_iter::<Value>();
    blocks("json").into_iter().flat_map(values).map(|value| value.unwrap()).collect()
}

fn answered<G: Text>() {
    let asked: Vec<Value> = messages().into_iter().filter(|message| message["game"] == G::NAME).collect();
    for kind in ["hello", "begin", "choose", "end"] {
        assert!(asked.iter().any(|message| message["type"] == kind), "no `{kind}` of {} is shown", G::NAME);
    }
    let input: Vec<String> = asked.iter().map(Value::to_string).collect();
    let diary = Diary::default();
    let answers = dialogue::<G>(|_| Ok(Box::new(diary.clone())), 0, input.join("\n").as_bytes());
    let expected: Vec<&Value> = asked.iter().filter(|m| m["type"] == "choose" || m["type"] == "hello").collect();
    assert_eq!(answers.len(), expected.len(), "{answers:?}");
    for (answer, question) in answers.iter().zip(expected) {
        match question["type"].as_str() {
            Some("hello") => assert_eq!(answer["type"], "hello"),
            _ => assert!(question["legal"].as_array().unwrap().contains(&answer["action"]), "{answer} to {question}"),
        }
    }
    assert!(diary.lines().last().unwrap().starts_with("end"));
}

#[test]
fn the_messages_shown_in_the_protocol_are_understood() {
    answered::<Hearts>();
    answered::<Leduc>();
    for kind in ["hello", "begin", "event", "choose", "end", "bye", "answer", "error"] {
        assert!(messages().iter().any(|message| message["type"] == kind), "no `{kind}` is shown");
    }
    assert!(PROTOCOL_TEXT.contains(&format!("This is version **{PROTOCOL}**")));
}

#[test]
fn the_bot_in_six_lines_plays() {
    let bot = blocks("python")[0];
    assert_eq!(bot.lines().count(), 6);
    let rules = Default::default();
    let (mut outside, _) = python::<Leduc>(bot, &rules, &ExecOptions::default());
    let mut inside: Box<dyn Policy<Leduc>> = Box::new(First);
    assert_eq!(one_game::<Leduc>(&rules, 1, &mut outside), one_game::<Leduc>(&rules, 1, &mut inside));
}
