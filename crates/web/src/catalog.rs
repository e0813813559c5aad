//! The one list of games, players and learners, for the page.

use kirifuda_catalog::strength::shipped_curves;
use kirifuda_catalog::{Spec, listing};
use kirifuda_play::{Actions, Rng, Rules, Seat, Turn};
use serde_json::{Value, json};

use crate::makers::Makers;
use crate::shown::{self, Visitor};
use crate::{Refusal, Shown};

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
        // What reads a file of this machine is not for pages.
        let mut told = listing::game::<G>(false);
        told["board"] = json!(board_kind::<G>());
        let seats = told["presets"].as_array().into_iter().flatten().filter_map(|preset| {
            let name = preset["name"].as_str()?;
            Some((name.to_string(), preset["seats"].clone()))
        });
        told["seats"] = Value::Object(seats.collect());
        for player in told["players"].as_array_mut().into_iter().flatten() {
            let Some(name) = player["name"].as_str().map(str::to_string) else { continue };
            player["adviser"] = json!(has_opinion::<G>(self.makers, &name));
            player["strength"] = json!(strength::<G>(&name));
            player["presets"] = json!(playable::<G>(self.makers, &name));
        }
        for rival in told["rivals"].as_array_mut().into_iter().flatten() {
            let Some(player) = rival["player"].as_str().map(str::to_string) else { continue };
            rival["presets"] = json!(playable::<G>(self.makers, &player));
            // Its strength holds for presets as they are.
            rival["ordered"] = json!(Spec::parse(&player).is_ok_and(|spec| spec.given("loses").is_some()));
        }
        if let Some(learners) = told["learners"].as_array_mut() {
            learners.retain(|learner| learner["shared"] == true);
        }
        told
    }
}

/// The kind of its board: by what it is drawn.
fn board_kind<G: Shown>() -> Value {
    let rules = (G::Rules::book().presets[0].rules)();
    let game = G::deal(&rules, &mut Rng::new(1));
    let views: Vec<G::View<'_>> = Seat::all(rules.seats()).map(|seat| game.view(seat)).collect();
    json!(G::public_board(&views))["kind"].take()
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
