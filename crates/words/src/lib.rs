//! The dictionary: what players and the page say, in English and in Japanese, each written once.
//!
//! `dictionary/en.json` and `dictionary/ja.json` hold the words of every key, with `{name}` where an argument goes. An entry
//! `{ "one": …, "other": … }` is chosen by the argument `n`. The page reads the same files.
//!
//! ```
//! use kirifuda_play::Phrase;
//! use kirifuda_words::Language;
//!
//! let phrase = Phrase::new("say.lead.weakest").with("suit", "♠");
//! assert_eq!(Language::English.say(&phrase), "lead the weakest ♠");
//! assert_eq!(Language::Japanese.say(&phrase), "最も弱い♠をリードする");
//! ```

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::OnceLock;

use kirifuda_play::{Arg, Phrase};
use serde::Deserialize;

/// A language of the dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

/// The words of a key.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Entry {
    /// Always the same.
    Plain(String),
    /// By number.
    Counted {
        /// Of one.
        one: String,
        /// Of any other number.
        other: String,
    },
}

impl Language {
    /// All.
    pub const ALL: [Language; 2] = [Language::English, Language::Japanese];

    /// As it is written in commands and file names.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Japanese => "ja",
        }
    }

    /// Every key with its words.
    pub fn entries(self) -> &'static HashMap<String, Entry> {
        static READ: [OnceLock<HashMap<String, Entry>>; 2] = [OnceLock::new(), OnceLock::new()];
        let text = match self {
            Language::English => include_str!("../dictionary/en.json"),
            Language::Japanese => include_str!("../dictionary/ja.json"),
        };
        // That the files can be read is tested; without words a phrase is said by its key.
        READ[self as usize].get_or_init(|| serde_json::from_str(text).unwrap_or_default())
    }

    /// A phrase in words.
    pub fn say(self, phrase: &Phrase) -> String {
        let argument = |name: &str| phrase.args.iter().find(|(place, _)| *place == name).map(|(_, argument)| argument);
        let Some(entry) = self.entries().get(phrase.key) else {
            return phrase.key.to_string();
        };
        let words = match entry {
            Entry::Plain(words) => words,
            Entry::Counted { one, .. } if argument("n") == Some(&Arg::Whole(1)) => one,
            Entry::Counted { other, .. } => other,
        };
        fill(words, |name| argument(name).map(|argument| self.put(argument)).unwrap_or_default())
    }

    /// Several phrases as a list.
    pub fn list(self, phrases: &[Phrase]) -> String {
        let said: Vec<String> = phrases.iter().map(|phrase| self.say(phrase)).collect();
        said.join(&self.say(&Phrase::new("list.comma")))
    }

    /// What goes into a place.
    fn put(self, argument: &Arg) -> String {
        match argument {
            Arg::Whole(number) => number.to_string(),
            Arg::Real { number, digits } => format!("{number:.0$}", usize::from(*digits)),
            Arg::Text(text) => text.clone(),
            Arg::Name { kind, name } => match self.entries().get(&format!("{kind}.{name}")) {
                Some(Entry::Plain(words)) => words.clone(),
                _ => name.clone(),
            },
            Arg::Phrase(phrase) => self.say(phrase),
            Arg::List(phrases) => self.list(phrases),
        }
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Language, String> {
        let known = Language::ALL.into_iter().find(|language| language.code() == text);
        known.ok_or_else(|| format!("no words in `{text}`: en (English) or ja (Japanese)"))
    }
}

impl Entry {
    /// The names of its places, in order, each once.
    pub fn places(&self) -> Vec<String> {
        let mut places = Vec::new();
        let texts = match self {
            Entry::Plain(words) => vec![words],
            Entry::Counted { one, other } => vec![one, other],
        };
        for text in texts {
            fill(text, |name| {
                places.push(name.to_string());
                String::new()
            });
        }
        places.sort();
        places.dedup();
        places
    }
}

/// A text with every `{name}` replaced.
fn fill(text: &str, mut of: impl FnMut(&str) -> String) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(before, inside)| Some((before, inside.split_once('}')?)))
    {
        filled.push_str(before);
        filled.push_str(&of(name));
        rest = after;
    }
    filled + rest
}
