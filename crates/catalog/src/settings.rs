use kirifuda_play::{Kind, Named, whole_number};
use serde_json::{Map, Value, json};

use crate::{Setting, Spec};

/// Reads the settings of a player or learner by their types, and keeps those in force, as text, for a learner's model.
pub struct Settings<'a> {
    /// What was asked for.
    pub spec: &'a Spec,
    known: &'static [Setting],
    used: Map<String, Value>,
    passed: Vec<&'static str>,
}

impl<'a> Settings<'a> {
    /// The settings of a specification.
    pub fn new(spec: &'a Spec, known: &'static [Setting]) -> Settings<'a> {
        Settings { spec, known, used: Map::new(), passed: Vec::new() }
    }

    /// The value given or the default, not yet in force.
    pub fn text(&self, key: &str) -> &str {
        self.spec.value(key, self.known)
    }

    /// The value, if it is one of the words that a setting takes besides its kind: `auto`, `off`, `shipped`.
    pub fn word(&self, key: &str) -> Option<&'static str> {
        self.find(key).ok().and_then(|setting| setting.word(self.text(key)))
    }

    /// Was it asked for?
    pub fn is_given(&self, key: &str) -> bool {
        self.spec.given(key).is_some()
    }

    /// Puts a value in force.
    pub fn keep(&mut self, key: &str, value: impl ToString) {
        self.used.insert(key.to_string(), json!(value.to_string()));
    }

    /// Puts a value in force as it stands.
    pub fn keep_text(&mut self, key: &str) -> String {
        let text = self.text(key).to_string();
        self.keep(key, &text);
        text
    }

    /// A number.
    pub fn real(&mut self, key: &str) -> Result<f64, String> {
        let setting = self.find(key)?;
        let number = setting.kind.as_real(self.text(key)).ok_or_else(|| setting.refusal(self.text(key)))?;
        self.keep(key, number);
        Ok(number)
    }

    /// A whole number, which its kind keeps within what `T` holds.
    pub fn whole<T: TryFrom<u64>>(&mut self, key: &str) -> Result<T, String> {
        let setting = self.find(key)?;
        let number = setting.kind.as_whole(self.text(key)).ok_or_else(|| setting.refusal(self.text(key)))?;
        self.keep(key, number);
        T::try_from(number).map_err(|_| setting.refusal(self.text(key)))
    }

    /// `on` or `off`.
    pub fn on_off(&mut self, key: &str) -> Result<bool, String> {
        let setting = self.find(key)?;
        let on = match (setting.kind, self.text(key)) {
            (Kind::Switch, "on") => true,
            (Kind::Switch, "off") => false,
            (_, text) => return Err(setting.refusal(text)),
        };
        self.keep_on_off(key, on);
        Ok(on)
    }

    /// Puts `on` or `off` in force.
    pub fn keep_on_off(&mut self, key: &str, on: bool) {
        self.keep(key, if on { "on" } else { "off" });
    }

    /// One of some values by name: those from which the words of the setting were made.
    pub fn choice<T: Copy>(&mut self, key: &str, values: &[Named<T>]) -> Result<T, String> {
        let found = values.iter().find(|named| named.name == self.text(key));
        let Some(named) = found else {
            let setting = self.find(key)?;
            return Err(setting.refusal(self.text(key)));
        };
        self.keep(key, named.name);
        Ok(named.value)
    }

    /// A word and a whole number; nothing where it is one of the words besides.
    pub fn tagged(&self, key: &str) -> Result<Option<(&'static str, u64)>, String> {
        let (setting, text) = (self.find(key)?, self.text(key));
        if setting.word(text).is_some() {
            return Ok(None);
        }
        let Kind::Tagged { tags, .. } = setting.kind else { return Err(setting.refusal(text)) };
        setting.check(text)?;
        let found = text.split_once(':').and_then(|(tag, number)| {
            let tag = tags.iter().find(|known| known.name == tag)?;
            Some((tag.name, whole_number(number).ok()?))
        });
        found.map(Some).ok_or_else(|| setting.refusal(text))
    }

    /// Lets a setting pass that says what holds anyway: it is neither idle nor kept.
    pub fn pass(&mut self, key: &'static str) {
        self.passed.push(key);
    }

    /// A setting that was given but is not in force.
    pub fn idle(&self) -> Option<(&str, &str)> {
        let is_idle = |key: &str| !self.used.contains_key(key) && !self.passed.contains(&key);
        let idle = self.spec.settings.iter().find(|(key, _)| is_idle(key));
        idle.map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The settings in force.
    pub fn used(self) -> Map<String, Value> {
        self.used
    }

    fn find(&self, key: &str) -> Result<&'static Setting, String> {
        self.known.iter().find(|setting| setting.name == key).ok_or_else(|| format!("there is no setting `{key}`"))
    }
}
