use std::fmt::Debug;

use crate::{Kind, Word, suggest};

/// The variant of a game: switches with named presets.
pub trait Rules: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The one list of presets and switches; parser, help and canonical text follow it.
    fn book() -> &'static RuleBook<Self>;
    /// Number of players.
    fn seats(&self) -> usize;
}

/// All that can be said about the rules of a game in text.
pub struct RuleBook<R: 'static> {
    /// Named variants; the first is the default.
    pub presets: &'static [Preset<R>],
    /// Single choices, in the order of help and canonical text.
    pub switches: &'static [Switch<R>],
    /// Refuses combinations that contradict each other, saying which and why.
    pub check: fn(&R) -> Result<(), String>,
}

/// A named variant.
pub struct Preset<R> {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// The variant.
    pub rules: fn() -> R,
}

/// One choice in the rules.
pub struct Switch<R> {
    /// Its name.
    pub name: &'static str,
    /// What it decides, in one line.
    pub about: &'static str,
    /// What may be chosen.
    pub kind: Kind,
    /// Words that are allowed besides: `built-in` instead of a file.
    pub words: &'static [Word],
    /// The choice in force, as text that `set` takes.
    pub get: fn(&R) -> String,
    /// Makes a choice; an error says what is allowed.
    pub set: fn(&mut R, &str) -> Result<(), String>,
}

impl<R> Switch<R> {
    /// What may be chosen, in short, for help: `off | others | self`.
    pub fn values(&self) -> String {
        let words = self.words.iter().map(|word| word.name.to_string());
        words.chain([self.kind.values()]).collect::<Vec<_>>().join(" | ")
    }
}

/// Why a text does not name rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RuleError(pub String);

impl<R: Rules> RuleBook<R> {
    /// Reads `preset`, `preset,switch=value,…` or `switch=value,…` (changes to the first preset).
    pub fn parse(&self, text: &str) -> Result<R, RuleError> {
        let mut parts = text.split(',').map(str::trim).filter(|part| !part.is_empty()).peekable();
        let first = parts.peek().copied().unwrap_or_default();
        let mut rules = if first.is_empty() || first.contains('=') {
            (self.presets[0].rules)()
        } else {
            parts.next();
            self.preset(first)?
        };
        let mut given: Vec<(&str, &str)> = Vec::new();
        for part in parts {
            let Some((name, value)) = part.split_once('=') else {
                return Err(RuleError(format!(
                    "`{part}` in rules `{text}` is not a switch: write `switch=value`, and the preset first{}",
                    suggest::remedy(part, self.switches.iter().map(|s| s.name))
                )));
            };
            let (name, value) = (name.trim(), value.trim());
            let Some(switch) = self.switches.iter().find(|s| s.name == name) else {
                return Err(RuleError(if self.switches.is_empty() {
                    format!("unknown rule switch `{name}`: this game has none")
                } else {
                    format!(
                        "unknown rule switch `{name}`{}",
                        suggest::remedy(name, self.switches.iter().map(|s| s.name))
                    )
                }));
            };
            if let Some((_, before)) = given.iter().find(|(n, v)| *n == name && *v != value) {
                return Err(RuleError(format!(
                    "contradictory rules: `{name}={before}` and `{name}={value}`; keep one of them"
                )));
            }
            given.push((name, value));
            (switch.set)(&mut rules, value)
                .map_err(|why| RuleError(format!("rule switch `{name}` cannot be `{value}`: {why}")))?;
        }
        (self.check)(&rules).map_err(|why| RuleError(format!("contradictory rules: {why}")))?;
        Ok(rules)
    }

    /// The canonical text: the preset's name, or the nearest preset with the switches that differ.
    /// [`parse`](RuleBook::parse) gives the same rules back.
    pub fn text(&self, rules: &R) -> String {
        let changes = |preset: &Preset<R>| -> Vec<String> {
            let base = (preset.rules)();
            let differs = |s: &&Switch<R>| (s.get)(&base) != (s.get)(rules);
            self.switches.iter().filter(differs).map(|s| format!(",{}={}", s.name, (s.get)(rules))).collect()
        };
        let nearest = self.presets.iter().map(|preset| (preset.name, changes(preset))).min_by_key(|(_, c)| c.len());
        nearest.map_or_else(String::new, |(name, changes)| format!("{name}{}", changes.concat()))
    }

    fn preset(&self, name: &str) -> Result<R, RuleError> {
        let found = self.presets.iter().find(|preset| preset.name == name);
        found.map(|preset| (preset.rules)()).ok_or_else(|| {
            RuleError(format!("unknown rules `{name}`{}", suggest::remedy(name, self.presets.iter().map(|p| p.name))))
        })
    }
}

/// Reads one of a few named values; the error lists them. For the `set` of a [`Switch`].
pub fn choice<T: Copy>(value: &str, values: &[(&str, T)]) -> Result<T, String> {
    let found = values.iter().find(|(name, _)| *name == value);
    found.map(|(_, v)| *v).ok_or_else(|| {
        let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
        format!("allowed are {}", names.join(", "))
    })
}
