use std::path::Path;
use std::sync::Arc;

use kirifuda_players::hearts::danger::{Danger, Target};
use kirifuda_players::hearts::falcon::Guard;

use super::shipped;
use crate::settings::Settings;
use crate::{Setting, real};

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

/// Reads the settings; nothing where there is no danger to be predicted.
pub(super) fn read(settings: &mut Settings<'_>) -> Result<Option<Arc<Guard>>, String> {
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
            return Err("`danger=`: name a file written by `kirifuda danger`, `shipped`, or leave it out".to_string());
        }
        file => Danger::load(Path::new(file))?,
    };
    Ok(Some(Arc::new(Guard::new(danger, below))))
}
