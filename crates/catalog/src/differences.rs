use kirifuda_learn::model::Header;
use serde_json::{Map, Value};

use crate::{CatalogError, Setting};

/// Where a checkpoint is not what was asked for.
#[derive(Default)]
pub(crate) struct Differences(Vec<String>);

impl Differences {
    pub fn note(&mut self, what: &str, was: &str, asked: &str) {
        if was != asked {
            self.0.push(format!("{what}: {was}, not {asked}"));
        }
    }

    /// Notes where the trainings of two headers differ in what can be asked for, these settings included.
    /// A setting that there was not yet is as it is where nothing is said of it.
    pub fn note_headers<'a>(&mut self, was: &Header, asked: &Header, settings: impl Iterator<Item = &'a Setting>) {
        self.note("rules", &was.rules, &asked.rules);
        self.note("opponents", &was.opponents, &asked.opponents);
        self.note("seed", &was.seed.to_string(), &asked.seed.to_string());
        for setting in settings {
            let text = |options: &Map<String, Value>| match options.get(setting.name) {
                Some(value) => value.as_str().unwrap_or_default().to_string(),
                None => "not set".to_string(),
            };
            let (before, now) = (text(&was.options), text(&asked.options));
            if now != setting.default || was.options.contains_key(setting.name) {
                self.note(setting.name, &before, &now);
            }
        }
    }

    /// Notes where what they have learned is laid out differently.
    pub fn note_layout(&mut self, was: &Header, asked: &Header) {
        self.note("feature layout", &was.layout, &asked.layout);
        self.note("number of features", &was.dimensions.to_string(), &asked.dimensions.to_string());
    }

    /// All of them, if there are any.
    pub fn text(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| self.0.join("; "))
    }

    pub fn refuse(&self) -> Result<(), CatalogError> {
        let Some(differences) = self.text() else { return Ok(()) };
        Err(CatalogError(format!(
            "it is of another training ({differences}): ask for the same, or leave it out, since the checkpoint knows"
        )))
    }
}
