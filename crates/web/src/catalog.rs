//! The one list of games, players and learners, for the page.

use kirifuda_catalog::strength::shipped_curves;
use kirifuda_catalog::{Setting, kind_json};
use kirifuda_play::{Actions, Rng, Rules, Turn};
use serde_json::{Value, json};

use crate::makers::Makers;
use crate::shown::{self, Visitor};
use crate::{Refusal, Shown, admit};

/// The catalog as JSON; `shared` says whether others can reach the server. Takes a moment: players are asked whether they
/// have opinions.
pub fn text(makers: &Makers, shared: bool) -> Result<String, Refusal> {
    let games = shown::names().into_iter().map(|name| shown::visit(name, Entry { makers }));
    let games = games.collect::<Result<Vec<Value>, Refusal>>()?;
    Ok(json!({ "version": env!("CARGO_PKG_VERSION"), "shared": shared, "games": games }).to_string())
}

struct Entry<'a> {
    makers: &'a Makers,
}

impl Visitor for Entry<'_> {
    type Output = Value;

    fn visit<G: Shown>(self) -> Value {
        let book = G::Rules::book();
        let presets: Vec<Value> =
            book.presets.iter().map(|preset| json!({ "name": preset.name, "about": preset.about })).collect();
        let switches: Vec<Value> = book
            .switches
            .iter()
            // What reads a file of this machine is not for pages.
            .filter(|switch| !switch.kind.is_file())
            .map(|switch| json!({ "name": switch.name, "about": switch.about, "kind": kind_json(&switch.kind) }))
            .collect();
        let seats: serde_json::Map<String, Value> =
            book.presets.iter().map(|preset| (preset.name.to_string(), json!((preset.rules)().seats()))).collect();
        let players: Vec<Value> = G::players()
            .iter()
            .map(|player| {
                json!({
                    "name": player.name,
                    "about": player.about,
                    "adviser": has_opinion::<G>(self.makers, player.name),
                    "settings": settings(player.settings),
                    "strength": strength::<G>(player.name),
                    "pace": player.pace.name(),
                    "presets": playable::<G>(self.makers, player.name),
                })
            })
            .collect();
        let learners: Vec<Value> = G::trainers()
            .iter()
            .filter(|trainer| !admit::NETS.contains(&trainer.name))
            .map(|trainer| {
                json!({
                    "name": trainer.name,
                    "about": trainer.about,
                    "settings": settings(trainer.settings),
                    "opponents": trainer.opponents,
                    "adapts": trainer.adapt.is_some(),
                })
            })
            .collect();
        json!({
            "name": G::NAME,
            "about": G::ABOUT,
            "presets": presets,
            "switches": switches,
            "seats": seats,
            "series": G::SERIES,
            "players": players,
            "learners": learners,
        })
    }
}

fn settings(settings: &[Setting]) -> Vec<Value> {
    settings.iter().filter(|setting| !setting.kind.is_file()).map(Setting::json).collect()
}

/// The measured strengths of a player: how often the reference does better, by error.
fn strength<G: Shown>(player: &str) -> Vec<Value> {
    let curves = shipped_curves().unwrap_or_default();
    let of = curves.iter().filter(|curve| curve.game == G::NAME && curve.player == player);
    of.map(|measured| {
        let points = measured.curve.points.iter();
        let points: Vec<Value> =
            points.map(|p| json!({ "error": p.error, "share": p.share, "ci95": p.ci95 })).collect();
        json!({ "rules": measured.rules, "reference": measured.reference, "points": points })
    })
    .collect()
}

/// The presets under which a player can play: where it has learned for them, or needs not.
fn playable<G: Shown>(makers: &Makers, player: &str) -> Vec<&'static str> {
    let presets = G::Rules::book().presets.iter();
    presets.filter(|preset| makers.get::<G>(&(preset.rules)(), player).is_ok()).map(|preset| preset.name).collect()
}

/// Whether a player says what it thinks of every move: it is asked at the choices of a deal until it does.
fn has_opinion<G: Shown>(makers: &Makers, player: &str) -> bool {
    let asked = |preset: &kirifuda_play::Preset<G::Rules>| -> Option<bool> {
        let rules = (preset.rules)();
        let mut policy = makers.get::<G>(&rules, player).ok()?().ok()?;
        let mut game = G::deal(&rules, &mut Rng::new(1));
        let mut legal = Actions::new();
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            if legal.len() > 1 && policy.opinion(game.view(seat), &legal, &mut Rng::new(1)).is_some() {
                return Some(true);
            }
            game.play(legal[0]);
        }
        Some(false)
    };
    G::Rules::book().presets.iter().find_map(asked).unwrap_or(false)
}
