use std::fmt;
use std::str::FromStr;

use kirifuda_play::suggest;

/// How much an experiment does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scale {
    /// Seconds: shows that it works, not what is true.
    Smoke,
    /// Minutes: shows the direction.
    Quick,
    /// The paper's own size.
    Paper,
}

impl Scale {
    /// All of them, smallest first.
    pub const ALL: [Scale; 3] = [Scale::Smoke, Scale::Quick, Scale::Paper];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Scale::Smoke => "smoke",
            Scale::Quick => "quick",
            Scale::Paper => "paper",
        }
    }

    /// What to expect of it, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Scale::Smoke => "a trial of the machinery: its numbers prove nothing",
            Scale::Quick => "smaller than the paper's: shows the direction",
            Scale::Paper => "the paper's size",
        }
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Scale, String> {
        let found = Scale::ALL.into_iter().find(|scale| scale.name() == text);
        found.ok_or_else(|| format!("unknown scale `{text}`{}", suggest::remedy(text, Scale::ALL.map(Scale::name))))
    }
}
