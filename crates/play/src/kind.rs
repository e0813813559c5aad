use std::ops::RangeInclusive;

use crate::whole_number;

/// What values a setting of a player, or a switch of the rules, takes.
///
/// Parsers, help, the page's forms, limits over the network and messages all follow from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number.
    Whole {
        /// The smallest.
        least: u64,
        /// The largest.
        most: u64,
        /// It must be a multiple of this.
        multiple: u64,
    },
    /// A number.
    Real {
        /// The smallest.
        least: f64,
        /// The largest.
        most: f64,
    },
    /// `on` or `off`.
    Switch,
    /// One of some words.
    Choice(&'static [Word]),
    /// The path of a file on this machine. Never taken from the network.
    File,
    /// A player of the list, with settings of its own. Over the network it may have none.
    Player,
    /// Parts joined by `+`.
    List(Items),
    /// A word and a whole number: `games:500`.
    Tagged {
        /// The words.
        tags: &'static [Word],
        /// The smallest number.
        least: u64,
        /// The largest number.
        most: u64,
    },
}

/// What a list is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Items {
    /// These words.
    Words(&'static [Word]),
    /// Percepts, by number or name; which there are depends on the setting.
    Percepts,
    /// Players of the list.
    Players,
}

/// A word that is allowed, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub name: &'static str,
    /// What it means; empty where the word says it.
    pub about: &'static str,
}

/// A word that is allowed, and what it means.
pub const fn word(name: &'static str, about: &'static str) -> Word {
    Word { name, about }
}

/// A value with its name: the one list from which a choice is read and explained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Named<T> {
    /// The name.
    pub name: &'static str,
    /// The value.
    pub value: T,
    /// What it means; empty where the name says it.
    pub about: &'static str,
}

/// A value with its name.
pub const fn named<T: Copy>(name: &'static str, value: T, about: &'static str) -> Named<T> {
    Named { name, value, about }
}

/// The words of named values.
pub const fn words<T: Copy, const N: usize>(values: &[Named<T>; N]) -> [Word; N] {
    let mut words = [word("", ""); N];
    let mut place = 0;
    while place < N {
        words[place] = word(values[place].name, values[place].about);
        place += 1;
    }
    words
}

/// The words of values in a plain list of names; `N` is its length.
pub const fn names<T: Copy, const N: usize>(values: &[(&'static str, T)]) -> [Word; N] {
    let mut words = [word("", ""); N];
    let mut place = 0;
    while place < N {
        words[place] = word(values[place].0, "");
        place += 1;
    }
    words
}

impl Kind {
    /// Whole numbers in a range.
    pub const fn whole(range: RangeInclusive<u64>) -> Kind {
        Kind::Whole { least: *range.start(), most: *range.end(), multiple: 1 }
    }

    /// Numbers in a range.
    pub const fn real(range: RangeInclusive<f64>) -> Kind {
        Kind::Real { least: *range.start(), most: *range.end() }
    }

    /// What is allowed, for a message: `allowed are …`.
    pub fn allowed(&self) -> String {
        match self {
            Kind::Whole { least, most, multiple: 1 } => format!("whole numbers from {least} to {most}"),
            Kind::Whole { least, most, multiple } => format!("multiples of {multiple} from {least} to {most}"),
            Kind::Real { least, most } => format!("numbers from {least} to {most}"),
            Kind::Switch => "on and off".to_string(),
            Kind::Choice(words) => listed(words, ", "),
            Kind::File => "paths of files".to_string(),
            Kind::Player => "players of the list".to_string(),
            Kind::List(Items::Words(words)) => format!("{}, joined by +", listed(words, ", ")),
            Kind::List(Items::Percepts) => "numbers or names of percepts, joined by +".to_string(),
            Kind::List(Items::Players) => "players of the list, joined by +".to_string(),
            Kind::Tagged { tags, least, most } => {
                let tags: Vec<String> = tags.iter().map(|tag| format!("{}:N", tag.name)).collect();
                format!("{} with N from {least} to {most}", tags.join(", "))
            }
        }
    }

    /// What is allowed, in short, for a column of help: `1 to 5`, `on | off`.
    pub fn values(&self) -> String {
        match self {
            Kind::Whole { least, most, .. } => format!("{least} to {most}"),
            Kind::Real { least, most } => format!("{least} to {most}"),
            Kind::Switch => "on | off".to_string(),
            Kind::Choice(words) => listed(words, " | "),
            Kind::File => "FILE".to_string(),
            Kind::Player => "PLAYER".to_string(),
            Kind::List(Items::Words(words)) => listed(words, " + "),
            Kind::List(Items::Percepts) => "NUMBER+NUMBER+…".to_string(),
            Kind::List(Items::Players) => "PLAYER+PLAYER+…".to_string(),
            Kind::Tagged { tags, .. } => {
                let tags: Vec<String> = tags.iter().map(|tag| format!("{}:N", tag.name)).collect();
                tags.join(" | ")
            }
        }
    }

    /// Refuses a text that cannot be a value; the error says what is allowed. Whether a file or a player is there is not
    /// looked up.
    pub fn check(&self, text: &str) -> Result<(), String> {
        let fits = match self {
            Kind::Whole { .. } => self.as_whole(text).is_some(),
            Kind::Real { .. } => self.as_real(text).is_some(),
            Kind::Switch => matches!(text, "on" | "off"),
            Kind::Choice(words) => has(words, text),
            // Who looks them up says what is wrong with them.
            Kind::File | Kind::Player | Kind::List(Items::Percepts | Items::Players) => true,
            Kind::List(Items::Words(words)) => text.split('+').all(|part| has(words, part.trim())),
            Kind::Tagged { tags, least, most } => text.split_once(':').is_some_and(|(tag, number)| {
                has(tags, tag) && whole_number(number).is_ok_and(|number| (*least..=*most).contains(&number))
            }),
        };
        if fits { Ok(()) } else { Err(format!("allowed are {}", self.allowed())) }
    }

    /// The whole number of a text, where the kind allows it.
    pub fn as_whole(&self, text: &str) -> Option<u64> {
        let Kind::Whole { least, most, multiple } = self else { return None };
        let number = whole_number(text).ok()?;
        ((*least..=*most).contains(&number) && number.is_multiple_of(*multiple)).then_some(number)
    }

    /// The number of a text, where the kind allows it.
    pub fn as_real(&self, text: &str) -> Option<f64> {
        let Kind::Real { least, most } = self else { return None };
        text.parse().ok().filter(|number| (*least..=*most).contains(number))
    }

    /// Does a value name a file of this machine?
    pub fn is_file(&self) -> bool {
        matches!(self, Kind::File)
    }

    /// The words that it is chosen from, where it is a choice.
    pub fn choices(&self) -> &'static [Word] {
        const ON_OFF: &[Word] = &[word("on", ""), word("off", "")];
        match self {
            Kind::Switch => ON_OFF,
            Kind::Choice(words) => words,
            _ => &[],
        }
    }
}

fn has(words: &[Word], text: &str) -> bool {
    words.iter().any(|word| word.name == text)
}

fn listed(words: &[Word], between: &str) -> String {
    let names: Vec<&str> = words.iter().map(|word| word.name).collect();
    names.join(between)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [Named<u8>; 2] = [named("small", 1, ""), named("large", 9, "nine of them")];
    const WORDS: &[Word] = &words(&SIZES);

    #[test]
    fn a_value_is_taken_exactly_when_its_kind_allows_it() {
        let kinds: [(Kind, &[&str], &[&str]); 9] = [
            (Kind::whole(1..=5), &["1", "5"], &["0", "6", "2.5", "-1", "", "x", "1k"]),
            (Kind::whole(1..=5000), &["1k", "1e3", "1_000"], &["1m", "1.5"]),
            (Kind::Whole { least: 8, most: 64, multiple: 8 }, &["8", "64"], &["9", "72"]),
            (Kind::real(0.0..=1.0), &["0", "1", "0.25", "1e-3"], &["-0.1", "1.5", "NaN", "inf", ""]),
            (Kind::Switch, &["on", "off"], &["yes", "On", ""]),
            (Kind::Choice(WORDS), &["small", "large"], &["medium", ""]),
            (Kind::File, &["a.kfm", ""], &[]),
            (Kind::List(Items::Words(WORDS)), &["small", "small+large"], &["small+", "x"]),
            (Kind::Tagged { tags: WORDS, least: 1, most: 9 }, &["small:3"], &["small", "small:0", "x:3", "3"]),
        ];
        for (kind, allowed, refused) in kinds {
            for text in allowed {
                assert_eq!(kind.check(text), Ok(()), "{kind:?}: {text}");
            }
            for text in refused {
                let why = kind.check(text).expect_err("must be refused");
                assert_eq!(why, format!("allowed are {}", kind.allowed()), "{kind:?}: {text}");
            }
        }
    }

    #[test]
    fn words_come_from_the_list_of_values() {
        assert_eq!(WORDS, &[word("small", ""), word("large", "nine of them")]);
        assert_eq!(names::<_, 2>(&[("a", 1), ("b", 2)]), [word("a", ""), word("b", "")]);
    }
}
