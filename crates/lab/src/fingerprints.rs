//! Whose play a kept step rests on: the fingerprints of the players and learners that its key names. Where one of them has
//! come to play otherwise, by its rules or by another model, the step is stale, and nobody has to remember it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use kirifuda_catalog::behaviour::{learner_fingerprint, player_fingerprint};
use kirifuda_catalog::{Listed, Visitor, games, visit};
use kirifuda_play::Rules;
use serde_json::Value;

/// By game, name and preset, as `hearts falcon plays falcon`, what each does.
pub type Fingerprints = BTreeMap<String, String>;

/// The fingerprints that a key rests on: those of every player and learner that it names, under the presets that it names,
/// in the games that it names. Where it names no preset or no game, all of them.
pub fn of_key(key: &Value) -> Fingerprints {
    let mut words = Words::default();
    words.collect(key, "");
    let Words { games, presets, names } = words;
    let any_game = !KNOWN.iter().any(|known| games.contains(known.game));
    let mut found = Fingerprints::new();
    let fits = |known: &&Known| names.contains(known.name) && (any_game || games.contains(known.game));
    for known in KNOWN.iter().filter(fits) {
        let any_preset = !known.presets.iter().any(|preset| presets.contains(preset));
        if known.preset.is_none_or(|preset| any_preset || presets.contains(preset)) {
            let under = known.preset.map_or("learns".to_string(), |preset| format!("plays {preset}"));
            found.insert(format!("{} {} {under}", known.game, known.name), known.fingerprint.to_string());
        }
    }
    found
}

/// The first entry in which two differ.
pub fn difference<'a>(one: &'a Fingerprints, other: &'a Fingerprints) -> Option<&'a str> {
    let names = one.keys().chain(other.keys());
    names.into_iter().find(|name| one.get(*name) != other.get(*name)).map(String::as_str)
}

/// The words of a key: specifications without their settings, rules without their switches.
#[derive(Default)]
struct Words<'a> {
    games: BTreeSet<&'a str>,
    presets: BTreeSet<&'a str>,
    /// All others: those that are names of players and learners count.
    names: BTreeSet<&'a str>,
}

impl<'a> Words<'a> {
    /// Adds those of a value, which stands in a field of this name.
    fn collect(&mut self, value: &'a Value, field: &str) {
        let words = match field {
            "game" => &mut self.games,
            "rules" => &mut self.presets,
            _ => &mut self.names,
        };
        match value {
            Value::String(text) => words.extend(text.split(" then ").filter_map(|part| part.split([':', ',']).next())),
            Value::Array(items) => items.iter().for_each(|item| self.collect(item, field)),
            Value::Object(fields) => fields.iter().for_each(|(field, value)| self.collect(value, field)),
            _ => {}
        }
    }
}

/// What one player does under a preset, or one learner learns.
struct Known {
    game: &'static str,
    name: &'static str,
    /// Nothing for a learner.
    preset: Option<&'static str>,
    /// All presets of the game.
    presets: Vec<&'static str>,
    fingerprint: &'static str,
}

static KNOWN: LazyLock<Vec<Known>> =
    LazyLock::new(|| games().into_iter().filter_map(|(game, _)| visit(game, List).ok()).flatten().collect());

struct List;

impl Visitor for List {
    type Output = Vec<Known>;

    fn visit<G: Listed>(self) -> Self::Output {
        let presets: Vec<&'static str> = G::Rules::book().presets.iter().map(|preset| preset.name).collect();
        let known =
            |name, preset, fingerprint| Known { game: G::NAME, name, preset, presets: presets.clone(), fingerprint };
        let mut list = Vec::new();
        for player in G::players() {
            let under = |&preset: &&'static str| {
                player_fingerprint::<G>(preset, &player).map(|print| known(player.name, Some(preset), print))
            };
            list.extend(presets.iter().filter_map(under));
        }
        let learner = |trainer| learner_fingerprint::<G>(&trainer).map(|print| known(trainer.name, None, print));
        list.extend(G::trainers().into_iter().filter_map(learner));
        list
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_key_rests_on_whom_it_names() {
        let key = json!({"game": "hearts", "rules": "falcon", "players": ["falcon:mode=average", "stock"], "deals": 7});
        let names: Vec<String> = of_key(&key).into_keys().collect();
        assert_eq!(names, ["hearts falcon learns", "hearts falcon plays falcon", "hearts stock plays falcon"]);
        let all = of_key(&json!({"lesson": {"opponents": "stock then mc:sims=10"}}));
        for name in ["hearts stock plays standard", "hearts mc plays falcon"] {
            assert!(all.contains_key(name), "{name} in {all:?}");
        }
        assert!(of_key(&json!({"dice": 2, "of": "wood"})).is_empty());
    }

    #[test]
    fn what_differs_is_named() {
        let one = of_key(&json!({"game": "hearts", "rules": "falcon", "players": ["falcon", "stock"]}));
        let mut other = one.clone();
        assert_eq!(difference(&one, &other), None);
        other.insert("hearts stock plays falcon".to_string(), "otherwise".to_string());
        assert_eq!(difference(&one, &other), Some("hearts stock plays falcon"));
        other.remove("hearts stock plays falcon");
        assert_eq!(difference(&one, &other), Some("hearts stock plays falcon"));
    }
}
