use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};

use crate::{Setting, Spec, on_off, real, whole};

/// Reads the settings of a learner and keeps those in force, as text, for its model.
pub(crate) struct Settings<'a> {
    /// What was asked for.
    pub spec: &'a Spec,
    known: &'static [Setting],
    used: Map<String, Value>,
}

impl<'a> Settings<'a> {
    pub fn new(spec: &'a Spec, known: &'static [Setting]) -> Settings<'a> {
        Settings { spec, known, used: Map::new() }
    }

    /// The value given or the default, not yet in force.
    pub fn text(&self, key: &str) -> &str {
        self.spec.value(key, self.known)
    }

    /// Puts a value in force.
    pub fn keep(&mut self, key: &str, value: impl ToString) {
        self.used.insert(key.to_string(), json!(value.to_string()));
    }

    pub fn real(&mut self, key: &str, range: RangeInclusive<f64>) -> Result<f64, String> {
        let number = real(key, self.text(key), range)?;
        self.keep(key, number);
        Ok(number)
    }

    pub fn whole(&mut self, key: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
        let number = whole(key, self.text(key), range)?;
        self.keep(key, number);
        Ok(number)
    }

    pub fn on_off(&mut self, key: &str) -> Result<bool, String> {
        let on = on_off(key, self.text(key))?;
        self.keep_on_off(key, on);
        Ok(on)
    }

    pub fn keep_on_off(&mut self, key: &str, on: bool) {
        self.keep(key, if on { "on" } else { "off" });
    }

    /// One of some values by name.
    pub fn choice<T: Copy>(&mut self, key: &str, choices: &[(&str, T)]) -> Result<T, String> {
        let name = self.text(key);
        let Some(&(name, value)) = choices.iter().find(|(known, _)| *known == name) else {
            let known: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            return Err(format!("`{key}={name}`: allowed are {}", known.join(", ")));
        };
        self.keep(key, name);
        Ok(value)
    }

    /// A setting that was given but is not in force.
    pub fn idle(&self) -> Option<(&str, &str)> {
        let idle = self.spec.settings.iter().find(|(key, _)| !self.used.contains_key(key));
        idle.map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The settings in force.
    pub fn used(self) -> Map<String, Value> {
        self.used
    }
}
