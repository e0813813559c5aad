//! The list as data: what `kirifuda list --json` and the page tell of games, players and learners.

use kirifuda_play::{Measure, Preset, Rules, Switch};
use serde_json::{Map, Value, json};

use crate::{Listed, Setting, behaviour, kind_json, words_json};

/// One game; with or without what names a file of this machine.
pub fn game<G: Listed>(files: bool) -> Value {
    let book = G::Rules::book();
    let presets = book
        .presets
        .iter()
        .map(|preset| json!({ "name": preset.name, "about": preset.about, "seats": (preset.rules)().seats() }));
    let switches = book.switches.iter().filter(|switch| files || !switch.kind.is_file()).map(switch);
    let players = G::players().into_iter().map(|player| {
        let of = |preset: &Preset<G::Rules>| {
            let fingerprint = behaviour::player_fingerprint::<G>(preset.name, &player)?;
            Some((preset.name.to_string(), json!(fingerprint)))
        };
        json!({
            "name": player.name,
            "about": player.about,
            "pace": player.pace.name(),
            "fingerprints": book.presets.iter().filter_map(of).collect::<Map<_, _>>(),
            "settings": settings(player.settings, files),
        })
    });
    let learners = G::trainers().into_iter().map(|trainer| {
        json!({
            "name": trainer.name,
            "about": trainer.about,
            "opponents": trainer.opponents,
            "adapts": trainer.adapt.is_some(),
            "shared": trainer.shared,
            "fingerprint": behaviour::learner_fingerprint::<G>(&trainer),
            "settings": settings(trainer.settings, files),
        })
    });
    json!({
        "name": G::NAME,
        "about": G::ABOUT,
        "series": G::matches().is_some(),
        "presets": presets.collect::<Vec<_>>(),
        "switches": switches.collect::<Vec<_>>(),
        "measures": G::MEASURES.iter().map(measure).collect::<Vec<_>>(),
        "players": players.collect::<Vec<_>>(),
        "learners": learners.collect::<Vec<_>>(),
    })
}

fn settings(settings: &[Setting], files: bool) -> Vec<Value> {
    settings.iter().filter(|setting| files || !setting.kind.is_file()).map(Setting::json).collect()
}

fn switch<R>(switch: &Switch<R>) -> Value {
    let mut told = json!({ "name": switch.name, "about": switch.about, "kind": kind_json(&switch.kind) });
    if !switch.words.is_empty() {
        told["words"] = words_json(switch.words);
    }
    told
}

fn measure(measure: &Measure) -> Value {
    json!({
        "name": measure.name,
        "title": measure.title,
        "about": measure.about,
        "unit": measure.unit,
        "better": measure.better.name(),
        "par": measure.par,
    })
}
