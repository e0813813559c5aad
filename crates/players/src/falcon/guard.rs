use std::path::Path;
use std::sync::Arc;

use kirifuda_games::cards::{Card, CardSet};
use kirifuda_games::hearts::{Hearts, View};
use kirifuda_learn::falcon::Filter;

use super::shipped;
use crate::danger::{Danger, Target};
use crate::hearts::Look;
use crate::settings::Settings;
use crate::{Setting, real};

/// Refuses cards whose predicted danger is too great.
#[derive(Clone)]
pub struct Guard {
    danger: Danger,
    /// What each target's degree has to be below.
    below: Vec<(Target, f32)>,
}

/// What can be set about it.
pub(super) const DANGER: Setting = Setting {
    name: "danger",
    default: "off",
    about: "refuses dangerous cards: off, shipped, or a file written by `kirifuda danger`",
};
pub(super) const QUEEN_BELOW: Setting = Setting {
    name: "queen-below",
    default: "0.25",
    about: "with danger: a card is refused unless its degree for ♠Q is below this, -2 to 2, or off",
};
pub(super) const POINTS_BELOW: Setting = Setting {
    name: "points-below",
    default: "off",
    about: "with danger: a card is refused unless its degree for further points is below this, -2 to 2, or off",
};

impl Guard {
    /// Reads the settings; nothing where there is no danger to be predicted.
    pub(crate) fn read(settings: &mut Settings<'_>) -> Result<Option<Arc<Guard>>, String> {
        let file = settings.text(DANGER.name).to_string();
        settings.keep(DANGER.name, &file);
        if file == "off" {
            return Ok(None);
        }
        let mut below = Vec::new();
        for (target, key) in [(Target::Queen, QUEEN_BELOW.name), (Target::Points, POINTS_BELOW.name)] {
            let text = settings.text(key).to_string();
            settings.keep(key, &text);
            if text != "off" {
                below.push((target, real(key, &text, -2.0..=2.0).map_err(|why| format!("{why}, and off"))? as f32));
            }
        }
        let danger = match file.as_str() {
            "shipped" => {
                let model = shipped::danger().model().map_err(|why| why.to_string())?;
                Danger::from_model(&model).map_err(|why| format!("{}: {why}", shipped::danger().file))?
            }
            "" => {
                return Err(
                    "`danger=`: name a file written by `kirifuda danger`, `shipped`, or leave it out".to_string()
                );
            }
            file => Danger::load(Path::new(file))?,
        };
        Ok(Some(Arc::new(Guard { danger, below })))
    }

    /// A filter with a memory of its own.
    pub fn filter(&self) -> Box<dyn Filter<Hearts>> {
        Box::new(self.clone())
    }
}

impl Filter<Hearts> for Guard {
    fn allows(&mut self, view: View<'_>, card: Card) -> bool {
        // The legal cards are not among what danger is predicted from.
        let look = Look::new(view, CardSet::EMPTY.with(card));
        let situation = self.danger.situation(&look);
        self.below
            .iter()
            .all(|&(target, below)| self.danger.degree(target, &situation, card).is_none_or(|degree| degree < below))
    }
}
