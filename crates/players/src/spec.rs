use kirifuda_play::suggest;

use crate::CatalogError;

/// A player's specification: `name` or `name:key=value,…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The player's name.
    pub name: String,
    /// Its settings, in the order given.
    pub settings: Vec<(String, String)>,
}

/// A setting that a player takes.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// What holds without it.
    pub default: &'static str,
    /// What it decides, and what is allowed.
    pub about: &'static str,
}

impl Spec {
    /// Reads a specification.
    ///
    /// ```
    /// # use kirifuda_players::Spec;
    /// let spec = Spec::parse("cfr:iterations=500")?;
    /// assert_eq!(spec.name, "cfr");
    /// assert_eq!(spec.settings, [("iterations".to_string(), "500".to_string())]);
    /// # Ok::<(), kirifuda_players::CatalogError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Spec, CatalogError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut settings: Vec<(String, String)> = Vec::new();
        for part in rest.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(CatalogError(format!("`{part}` in player `{text}` is not a setting: write `key=value`")));
            };
            let (key, value) = (key.trim().to_string(), value.trim().to_string());
            if settings.iter().any(|(known, _)| *known == key) {
                return Err(CatalogError(format!("player `{text}` sets `{key}` twice; keep one")));
            }
            settings.push((key, value));
        }
        Ok(Spec { name: name.trim().to_string(), settings })
    }

    /// Refuses settings that the player does not take.
    pub(crate) fn check(&self, known: &[Setting]) -> Result<(), CatalogError> {
        for (key, _) in &self.settings {
            if !known.iter().any(|setting| setting.name == key) {
                let why = if known.is_empty() {
                    ": this player takes none".to_string()
                } else {
                    suggest::remedy(key, known.iter().map(|setting| setting.name))
                };
                return Err(CatalogError(format!("player `{}` has no setting `{key}`{why}", self.name)));
            }
        }
        Ok(())
    }

    /// A whole number within a range; `default` where it is not set.
    pub fn number(&self, key: &str, default: u32, range: std::ops::RangeInclusive<u32>) -> Result<u32, String> {
        let Some((_, value)) = self.settings.iter().find(|(known, _)| known == key) else {
            return Ok(default);
        };
        value.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            format!("`{key}={value}`: allowed are whole numbers from {} to {}", range.start(), range.end())
        })
    }
}
