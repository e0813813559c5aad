use std::ops::RangeInclusive;

use kirifuda_play::{Items, Kind, Word, whole_number};
use serde_json::{Value, json};

/// A setting that a player or learner takes.
///
/// Parser, help, the page, limits over the network and `--json` come from it.
///
/// ```
/// # use kirifuda_catalog::Setting;
/// const SIMS: Setting = Setting::whole("sims", 1..=100_000_000, "200", "simulations a move").shared_most(20_000.0);
/// assert_eq!(SIMS.help(), "simulations a move, 1 to 100000000");
/// assert_eq!(SIMS.check("0").unwrap_err(), "`sims=0`: allowed are whole numbers from 1 to 100000000");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// Words that are allowed besides: `auto`, `off`, `shipped`.
    pub words: &'static [Word],
    /// What holds without it.
    pub default: &'static str,
    /// What it is counted in, where the name does not say it: `ms`.
    pub unit: Option<&'static str>,
    /// The largest number that may be asked for over the network, where it costs time or memory.
    pub shared_most: Option<f64>,
    /// Never taken from the network, whatever its kind.
    pub private: bool,
    /// What of a move's effort it measures out, where it does.
    pub limit: Option<Limit>,
    /// In a learner's setting: the player that it names sits at the table with what was learned, not only while it is learned.
    pub stays: bool,
    /// What it decides; what is allowed follows from the kind.
    pub about: &'static str,
}

impl Setting {
    const fn new(name: &'static str, kind: Kind, default: &'static str, about: &'static str) -> Setting {
        Setting {
            name,
            kind,
            words: &[],
            default,
            unit: None,
            shared_most: None,
            private: false,
            limit: None,
            stays: false,
            about,
        }
    }

    /// A whole number.
    pub const fn whole(
        name: &'static str,
        range: RangeInclusive<u64>,
        default: &'static str,
        about: &'static str,
    ) -> Setting {
        Setting::new(name, Kind::whole(range), default, about)
    }

    /// A number.
    pub const fn real(
        name: &'static str,
        range: RangeInclusive<f64>,
        default: &'static str,
        about: &'static str,
    ) -> Setting {
        Setting::new(name, Kind::real(range), default, about)
    }

    /// `on` or `off`.
    pub const fn switch(name: &'static str, default: &'static str, about: &'static str) -> Setting {
        Setting::new(name, Kind::Switch, default, about)
    }

    /// One of some words.
    pub const fn choice(
        name: &'static str,
        words: &'static [Word],
        default: &'static str,
        about: &'static str,
    ) -> Setting {
        Setting::new(name, Kind::Choice(words), default, about)
    }

    /// A file of this machine.
    pub const fn file(name: &'static str, default: &'static str, about: &'static str) -> Setting {
        Setting::new(name, Kind::File, default, about)
    }

    /// A player of the list.
    pub const fn player(name: &'static str, default: &'static str, about: &'static str) -> Setting {
        Setting::new(name, Kind::Player, default, about)
    }

    /// Parts joined by `+`.
    pub const fn list(name: &'static str, items: Items, default: &'static str, about: &'static str) -> Setting {
        Setting::new(name, Kind::List(items), default, about)
    }

    /// A word and a whole number: `games:500`.
    pub const fn tagged(
        name: &'static str,
        tags: &'static [Word],
        range: RangeInclusive<u64>,
        default: &'static str,
        about: &'static str,
    ) -> Setting {
        Setting::new(name, Kind::Tagged { tags, least: *range.start(), most: *range.end() }, default, about)
    }

    /// Allows some words besides.
    pub const fn or(self, words: &'static [Word]) -> Setting {
        Setting { words, ..self }
    }

    /// Says what it is counted in.
    pub const fn unit(self, unit: &'static str) -> Setting {
        Setting { unit: Some(unit), ..self }
    }

    /// Says how much may be asked for over the network.
    pub const fn shared_most(self, most: f64) -> Setting {
        Setting { shared_most: Some(most), ..self }
    }

    /// Never taken from the network, whatever its kind.
    pub const fn private(self) -> Setting {
        Setting { private: true, ..self }
    }

    /// Measures out time: moves depend on how fast the machine is.
    pub const fn time(self) -> Setting {
        Setting { limit: Some(Limit::Time), ..self }
    }

    /// Measures out work, in place of time: moves are the same on every machine.
    pub const fn work(self) -> Setting {
        Setting { limit: Some(Limit::Work), ..self }
    }

    /// The player that it names sits at the table with what was learned.
    pub const fn stays(self) -> Setting {
        Setting { stays: true, ..self }
    }

    /// A whole number must be a multiple of this.
    pub const fn multiple_of(self, multiple: u64) -> Setting {
        match self.kind {
            Kind::Whole { least, most, .. } => Setting { kind: Kind::Whole { least, most, multiple }, ..self },
            _ => self,
        }
    }

    /// The same with another default.
    pub const fn with_default(self, default: &'static str) -> Setting {
        Setting { default, ..self }
    }

    /// The word of [`words`](Setting::words) that a value is.
    pub fn word(&self, value: &str) -> Option<&'static str> {
        self.words.iter().map(|word| word.name).find(|word| *word == value)
    }

    /// Refuses a value that is not allowed; the error says what is.
    pub fn check(&self, value: &str) -> Result<(), String> {
        if self.word(value).is_some() {
            return Ok(());
        }
        self.kind.check(value).map_err(|_| self.refusal(value))
    }

    /// What is said of a value that is not allowed.
    pub fn refusal(&self, value: &str) -> String {
        let words: Vec<&str> = self.words.iter().map(|word| word.name).collect();
        let words = if words.is_empty() { String::new() } else { format!(", and {}", words.join(", ")) };
        format!("`{}={value}`: allowed are {}{words}", self.name, self.kind.allowed())
    }

    /// Refuses a value that may not come from the network; nothing for one that may.
    pub fn shared(&self, value: &str) -> Result<(), NotShared> {
        if value == self.default || self.word(value).is_some() {
            return Ok(());
        }
        // A player with settings of its own could name a file, or think for ever.
        let plain = |spec: &str| !spec.contains(':');
        match self.kind {
            _ if self.private => Err(NotShared::Never),
            Kind::File => Err(NotShared::Never),
            Kind::Player if !plain(value) => Err(NotShared::Never),
            Kind::List(Items::Players) if !value.split('+').all(plain) => Err(NotShared::Never),
            _ => {
                let number = whole_number(value).map(|number| number as f64).or_else(|_| value.parse());
                match (self.shared_most, number) {
                    (Some(most), Ok(number)) if number > most => Err(NotShared::Above(most)),
                    _ => Ok(()),
                }
            }
        }
    }

    /// What it decides and what is allowed, in a line.
    pub fn help(&self) -> String {
        let mut text = self.about.to_string();
        match self.kind {
            Kind::Whole { least, most, multiple } => {
                text +=
                    &format!(", {least} to {most}{}", self.unit.map_or_else(String::new, |unit| format!(" {unit}")));
                if multiple > 1 {
                    text += &format!(", a multiple of {multiple}");
                }
            }
            Kind::Real { least, most } => {
                text +=
                    &format!(", {least} to {most}{}", self.unit.map_or_else(String::new, |unit| format!(" {unit}")));
            }
            Kind::Switch => text += " (on, off)",
            Kind::Choice(words) => text += &format!(": {}", explained(words)),
            Kind::File => text += ": a file",
            Kind::Player => text += ": a player of the list",
            Kind::List(Items::Words(words)) => text += &format!(", joined by +: {}", explained(words)),
            Kind::List(Items::Percepts) => text += ": numbers or names joined by +",
            Kind::List(Items::Players) => text += ": players joined by +",
            Kind::Tagged { tags, least, most } => {
                let tags: Vec<String> = tags.iter().map(|tag| format!("{}:N ({})", tag.name, tag.about)).collect();
                text += &format!(": {}, N from {least} to {most}", tags.join(" or "));
            }
        }
        for word in self.words {
            text += &match word.about {
                "" => format!("; or {}", word.name),
                about => format!("; {}: {about}", word.name),
            };
        }
        text
    }

    /// All of it as data.
    pub fn json(&self) -> Value {
        let mut told = json!({ "name": self.name, "about": self.about, "help": self.help(), "default": self.default });
        told["kind"] = kind_json(&self.kind);
        if !self.words.is_empty() {
            told["words"] = words_json(self.words);
        }
        if let Some(unit) = self.unit {
            told["unit"] = json!(unit);
        }
        if let Some(most) = self.shared_most {
            told["shared_most"] = json!(most);
        }
        told
    }
}

/// What a setting measures out for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Time.
    Time,
    /// Something that is counted instead: simulations, imagined worlds.
    Work,
}

/// Why a value may not come from the network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NotShared {
    /// It names a file, or a player that could.
    Never,
    /// It costs too much: this is the most.
    Above(f64),
}

/// What values there are, as data.
pub fn kind_json(kind: &Kind) -> Value {
    match kind {
        Kind::Whole { least, most, multiple } => {
            json!({ "type": "whole", "least": least, "most": most, "multiple": multiple })
        }
        Kind::Real { least, most } => json!({ "type": "real", "least": least, "most": most }),
        Kind::Switch => json!({ "type": "switch" }),
        Kind::Choice(words) => json!({ "type": "choice", "words": words_json(words) }),
        Kind::File => json!({ "type": "file" }),
        Kind::Player => json!({ "type": "player" }),
        Kind::List(items) => match items {
            Items::Words(words) => json!({ "type": "list", "of": "words", "words": words_json(words) }),
            Items::Percepts => json!({ "type": "list", "of": "percepts" }),
            Items::Players => json!({ "type": "list", "of": "players" }),
        },
        Kind::Tagged { tags, least, most } => {
            json!({ "type": "tagged", "tags": words_json(tags), "least": least, "most": most })
        }
    }
}

/// Words and what they mean, as data.
pub fn words_json(words: &[Word]) -> Value {
    words.iter().map(|word| json!({ "name": word.name, "about": word.about })).collect()
}

fn explained(words: &[Word]) -> String {
    let words = words.iter().map(|word| match word.about {
        "" => word.name.to_string(),
        about => format!("{} ({about})", word.name),
    });
    words.collect::<Vec<_>>().join(", ")
}
