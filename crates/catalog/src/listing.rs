//! The list as data: what `kirifuda list --json` and the page tell of games, players and learners.

use kirifuda_play::{Measure, Preset, Rules, Switch};
use serde_json::{Map, Value, json};

use crate::{Budget, Listed, Player, Setting, Yardstick, behaviour, kind_json, rivals, words_json};

/// One game; with or without what names a file of this machine.
pub fn game<G: Listed>(files: bool) -> Value {
    let (book, face) = (G::Rules::book(), G::FACE);
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
            "budget": player.budget.map(budget),
            "models": models::<G>(&player),
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
            "portable": trainer.portable,
            "fingerprint": behaviour::learner_fingerprint::<G>(&trainer),
            "settings": settings(trainer.settings, files),
        })
    });
    json!({
        "name": G::NAME,
        "about": G::ABOUT,
        "series": G::series().is_some(),
        "unit": G::UNIT,
        "shelf": face.shelf.name(),
        "cards": face.cards,
        "rivals": rivals::told(G::NAME, G::FACE.rivals),
        "advisers": face.advisers,
        "yardsticks": G::YARDSTICKS.iter().map(yardstick::<G>).collect::<Vec<_>>(),
        "presets": presets.collect::<Vec<_>>(),
        "switches": switches.collect::<Vec<_>>(),
        "measures": G::MEASURES.iter().map(measure).collect::<Vec<_>>(),
        "players": players.collect::<Vec<_>>(),
        "learners": learners.collect::<Vec<_>>(),
    })
}

fn budget(budget: Budget) -> Value {
    let Budget { setting, brief, measured, one_in } = budget;
    json!({ "setting": setting, "brief": brief, "measured": measured, "one_in": one_in })
}

/// By preset, the files of the models that it plays where nothing is said; nothing for one that is not there yet.
fn models<G: Listed>(player: &Player<G>) -> Map<String, Value> {
    let presets = G::Rules::book().presets.iter().filter(|_| !player.models.is_empty());
    let of = |preset: &Preset<G::Rules>| {
        let rules = (preset.rules)();
        let file = |learner: &&str| G::shipped(learner, &rules).map(|shipped| shipped.file);
        (preset.name.to_string(), json!(player.models.iter().map(file).collect::<Vec<_>>()))
    };
    presets.map(of).collect()
}

fn yardstick<G: Listed>(yardstick: &Yardstick) -> Value {
    let Yardstick { rules, against, deals, measure, digits, title } = *yardstick;
    let rules = if rules.is_empty() { G::Rules::book().presets[0].name } else { rules };
    json!({
        "rules": rules,
        "against": against,
        "deals": deals,
        "measure": measure,
        "digits": digits,
        "title": title,
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
