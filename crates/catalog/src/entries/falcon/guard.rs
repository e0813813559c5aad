use std::path::Path;
use std::sync::Arc;

use kirifuda_play::{Word, word};
use kirifuda_players::hearts::danger::{Danger, Target};
use kirifuda_players::hearts::falcon::Guard;

use super::shipped;
use crate::Setting;
use crate::settings::Settings;

/// What can be set about it.
pub(super) const DANGER: Setting =
    Setting::file("danger", "off", "what tells dangerous cards, which are refused; written by `kirifuda danger`")
        .or(&[word("off", "nothing is refused"), word("shipped", "the one that comes with the program")]);
pub(super) const QUEEN_BELOW: Setting =
    below("queen-below", "0.25", "with danger: a card is refused unless its degree for ♠Q is below this");
pub(super) const POINTS_BELOW: Setting =
    below("points-below", "off", "with danger: a card is refused unless its degree for further points is below this");

const fn below(name: &'static str, default: &'static str, about: &'static str) -> Setting {
    const OFF: &[Word] = &[word("off", "")];
    Setting::real(name, -2.0..=2.0, default, about).or(OFF)
}

/// Reads the settings; nothing where there is no danger to be predicted.
pub(super) fn read(settings: &mut Settings<'_>) -> Result<Option<Arc<Guard>>, String> {
    let file = settings.keep_text(DANGER.name);
    if file == "off" {
        return Ok(None);
    }
    let mut below = Vec::new();
    for (target, key) in [(Target::Queen, QUEEN_BELOW.name), (Target::Points, POINTS_BELOW.name)] {
        if settings.word(key).is_none() {
            below.push((target, settings.real(key)? as f32));
        }
        settings.keep_text(key);
    }
    let danger = match file.as_str() {
        "shipped" => shipped::danger().named().shared(|model| Danger::from_model(model))?,
        "" => {
            return Err("`danger=`: name a file written by `kirifuda danger`, `shipped`, or leave it out".to_string());
        }
        file => Danger::load(Path::new(file))?,
    };
    Ok(Some(Arc::new(Guard::new(danger, below))))
}
