use std::fmt;
use std::ops::RangeInclusive;

use kirifuda_play::suggest;

use crate::CatalogError;

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

/// A setting that a player or learner takes.
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

    /// Refuses settings that it does not take. `what` it is: a player.
    pub(crate) fn check(&self, what: &str, known: &[Setting]) -> Result<(), CatalogError> {
        for (key, _) in &self.settings {
            if !known.iter().any(|setting| setting.name == key) {
                let why = if known.is_empty() {
                    format!(": this {what} takes none")
                } else {
                    suggest::remedy(key, known.iter().map(|setting| setting.name))
                };
                return Err(CatalogError(format!("{what} `{}` has no setting `{key}`{why}", self.name)));
            }
        }
        Ok(())
    }

    /// A whole number within a range; `default` where it is not set.
    pub fn number(&self, key: &str, default: u32, range: RangeInclusive<u32>) -> Result<u32, String> {
        self.given(key).map_or(Ok(default), |value| whole(key, value, range))
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

/// Reads the value of a setting as a whole number within a range.
pub fn whole<T>(key: &str, value: &str, range: RangeInclusive<T>) -> Result<T, String>
where
    T: std::str::FromStr + PartialOrd + fmt::Display,
{
    value
        .parse()
        .ok()
        .filter(|number| range.contains(number))
        .ok_or_else(|| format!("`{key}={value}`: allowed are whole numbers from {} to {}", range.start(), range.end()))
}

/// Reads the value of a setting as a number within a range.
pub fn real(key: &str, value: &str, range: RangeInclusive<f64>) -> Result<f64, String> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("`{key}={value}`: allowed are numbers from {} to {}", range.start(), range.end()))
}

/// Reads the value of a setting as a choice between two.
pub fn on_off(key: &str, value: &str) -> Result<bool, String> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("`{key}={value}`: allowed are on and off")),
    }
}
