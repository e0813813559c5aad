use std::fmt;

use kirifuda_play::suggest;

use crate::{CatalogError, Setting};

/// A player's or learner's specification: `name` or `name:key=value,…`.
///
/// A value may hold equals signs but no comma: a file whose name has one must be renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The name.
    pub name: String,
    /// Its settings, in the order given.
    pub settings: Vec<(String, String)>,
}

/// What settings were called before, and what they are called now: an old name is refused with the new one.
const RENAMED: [(&str, &str); 2] = [("strength", "loses"), ("reference", "against")];

impl Spec {
    /// Reads a specification.
    ///
    /// ```
    /// # use kirifuda_catalog::Spec;
    /// let spec = Spec::parse("cfr:iterations=500")?;
    /// assert_eq!(spec.name, "cfr");
    /// assert_eq!(spec.settings, [("iterations".to_string(), "500".to_string())]);
    /// # Ok::<(), kirifuda_catalog::CatalogError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Spec, CatalogError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut settings: Vec<(String, String)> = Vec::new();
        for part in rest.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let Some((key, value)) = part.split_once('=') else {
                // `model=a,b.kfm` ends here, too.
                return Err(CatalogError(format!(
                    "`{part}` in `{text}` is not a setting: write `key=value`; values (file names, too) have no commas"
                )));
            };
            let (key, value) = (key.trim().to_string(), value.trim().to_string());
            if settings.iter().any(|(known, _)| *known == key) {
                return Err(CatalogError(format!("`{text}` sets `{key}` twice; keep one")));
            }
            settings.push((key, value));
        }
        Ok(Spec { name: name.trim().to_string(), settings })
    }

    /// Refuses settings that it does not take, and values that are not allowed. `what` it is: a player.
    pub(crate) fn check(&self, what: &str, known: &[Setting]) -> Result<(), CatalogError> {
        for (key, value) in &self.settings {
            let Some(setting) = known.iter().find(|setting| setting.name == key) else {
                let renamed = RENAMED.iter().find(|(old, new)| old == key && known.iter().any(|one| one.name == *new));
                let why = if let Some((_, new)) = renamed {
                    format!(": it has another name now: write `{new}={value}`")
                } else if known.is_empty() {
                    format!(": this {what} takes none")
                } else {
                    suggest::remedy(key, known.iter().map(|setting| setting.name))
                };
                return Err(CatalogError(format!("{what} `{}` has no setting `{key}`{why}", self.name)));
            };
            setting.check(value).map_err(|why| CatalogError(format!("{what} `{self}`: {why}")))?;
        }
        Ok(())
    }

    /// The value of a setting, where it is given.
    pub fn given(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// The value of a setting as it is given, or its default.
    pub fn value<'a>(&'a self, key: &str, known: &'a [Setting]) -> &'a str {
        let default = || known.iter().find(|setting| setting.name == key).map_or("", |setting| setting.default);
        self.given(key).unwrap_or_else(default)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (place, (key, value)) in self.settings.iter().enumerate() {
            write!(f, "{}{key}={value}", if place == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}
