//! The dictionary is whole: both languages have the same keys with the same places, and every key that the program uses.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use kirifuda_play::{Arg, Phrase};
use kirifuda_words::{Entry, Language};

const CRATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn keys(language: Language) -> BTreeSet<&'static str> {
    language.entries().keys().map(String::as_str).collect()
}

#[test]
fn both_languages_have_the_same_keys_with_the_same_places() {
    let [english, japanese] = Language::ALL.map(keys);
    assert!(english.len() > 800, "{}", english.len());
    assert_eq!(english.difference(&japanese).collect::<Vec<_>>(), Vec::<&&str>::new(), "only in English");
    assert_eq!(japanese.difference(&english).collect::<Vec<_>>(), Vec::<&&str>::new(), "only in Japanese");
    for key in english {
        let [one, other] = Language::ALL.map(|language| language.entries()[key].places());
        assert_eq!(one, other, "{key}");
    }
}

#[test]
fn no_key_is_written_twice_in_a_file() {
    for language in Language::ALL {
        let file = format!("{CRATES}/words/dictionary/{}.json", language.code());
        let text = fs::read_to_string(file).unwrap();
        // A key of the dictionary stands at the first level: two spaces, then the quote.
        let written = text.lines().filter(|line| line.starts_with("  \"")).count();
        assert_eq!(written, language.entries().len(), "{}", language.code());
    }
}

/// Keys that only the program uses; the page asks for the others.
const OURS: [&str; 2] = ["say.", "unit."];

/// The Rust files of the program, without tests.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Every text between quotes that looks like a key: `say.lead.weakest`.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    let is_key = |text: &&str| {
        let parts: Vec<&str> = text.split('.').collect();
        let word = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        parts.len() > 1 && parts.iter().all(word)
    };
    text.split('"').skip(1).step_by(2).filter(is_key)
}

#[test]
fn every_key_of_the_program_is_in_the_dictionary_and_none_is_idle() {
    let mut files = Vec::new();
    for entry in fs::read_dir(CRATES).unwrap() {
        sources(&entry.unwrap().path().join("src"), &mut files);
    }
    let texts: Vec<String> = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    let used: BTreeSet<&str> = texts.iter().flat_map(|text| text.lines()).flat_map(quoted).collect();
    let ours = |key: &&&str| OURS.iter().chain(&["picture."]).any(|prefix| key.starts_with(prefix));
    let asked: Vec<&&str> = used.iter().filter(ours).collect();
    assert!(asked.len() > 150, "{asked:?}");
    let known = keys(Language::English);
    let missing: Vec<_> = asked.iter().filter(|key| !known.contains(**key)).collect();
    assert!(missing.is_empty(), "not in the dictionary: {missing:?}");
    let idle: Vec<_> = known.iter().filter(|key| key.starts_with(OURS[0]) && !used.contains(**key)).collect();
    assert!(idle.is_empty(), "nobody says: {idle:?}");
}

#[test]
fn numbers_names_and_lists_are_put_into_their_places() {
    let later = |n: u8| Phrase::new("say.later-voids").with("n", n);
    assert_eq!(Language::English.say(&later(1)), "1 later player out of the led suit");
    assert_eq!(Language::English.say(&later(2)), "2 later players out of the led suit");
    assert_eq!(Language::Japanese.say(&later(1)), "後の1人がリードのスート切れ");
    let team = Phrase::new("say.team")
        .with("monsters", vec![Phrase::name("monster", "Emberfox"), Phrase::name("monster", "Newcomer")])
        .with("share", Arg::percent(0.625));
    assert_eq!(Language::English.say(&team), "Emberfox, Newcomer: wins 62%");
    let Entry::Plain(fox) = &Language::Japanese.entries()["monster.Emberfox"] else { panic!("has no plural") };
    assert_eq!(Language::Japanese.say(&team), format!("{fox}、Newcomer: 勝率62%"));
    // Without words, a key says itself; without an argument, its place is empty.
    assert_eq!(Language::English.say(&Phrase::new("no.such.key")), "no.such.key");
    assert_eq!(Language::English.say(&Phrase::new("say.trick")), "trick ");
    assert!("fr".parse::<Language>().unwrap_err().contains("ja (Japanese)"));
}
