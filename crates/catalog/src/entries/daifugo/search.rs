use std::mem::take;
use std::sync::Arc;
use std::time::Duration;

use kirifuda_arena::Maker;
use kirifuda_games::daifugo::{Daifugo, Rules};
use kirifuda_play::{Named, named, word, words};
use kirifuda_players::daifugo::search::{Budget, Options, Others, Searcher};

use crate::entries::softmax::{LEARNER as SOFTMAX, learned};
use crate::settings::Settings;
use crate::shipped::{FOR_THE_RULES, model_of};
use crate::strength::{CURVES, ERROR, REFERENCE, STRENGTH, error_of, fallible};
use crate::{Budget as Counted, Pace, Player, Setting, Spec};

/// The player of the list.
pub(crate) fn player() -> Player<Daifugo> {
    Player {
        name: "search",
        about: "tries moves in imagined worlds that explain what the others did; trained",
        settings: SETTINGS,
        pace: Pace::Long,
        models: &[SOFTMAX],
        budget: Some(Counted { brief: "sims=20", ..Counted::WORLDS }),
        build,
    }
}

/// What can be set.
pub(crate) const SETTINGS: &[Setting] = &[
    Setting::whole("ms", 1..=600_000, "50", "time for a move; moves then depend on the machine")
        .unit("ms")
        .shared_most(5_000.0)
        .time(),
    Setting::whole("worlds", 1..=1_000_000, "off", "instead of ms: imagined worlds a move")
        .or(&[word("off", "")])
        .shared_most(2_000.0)
        .work(),
    Setting::whole("sims", 1..=100_000_000, "off", "instead of ms: playouts a move")
        .or(&[word("off", "")])
        .shared_most(20_000.0)
        .work(),
    Setting::choice("playouts", &words(&OTHERS), "mixed", "how the others are taken to play"),
    Setting::switch("weigh", "on", "worlds count by how well they explain what the others did"),
    Setting::real(
        "prior",
        0.0..=1000.0,
        "0.5",
        "so many points more, in one world, for a move that softmax finds e times as likely",
    ),
    Setting::real(
        "temperature",
        0.0..=100.0,
        "1",
        "playouts by softmax: 0 the best move, above in proportion to exp(score / temperature)",
    ),
    Setting::whole("width", 2..=1000, "12", "at most so many moves are tried, the likeliest").shared_most(512.0),
    Setting::switch("exchange", "on", "the choice of cards to give is searched, too"),
    Setting::file("model", "shipped", "the softmax policy, written by `kirifuda train`").or(&[FOR_THE_RULES]),
    STRENGTH,
    REFERENCE,
    CURVES,
    ERROR,
];

const OTHERS: [Named<Others>; 3] = [
    named("mixed", Others::Mixed, "as their moves tell"),
    named("softmax", Others::Softmax, ""),
    named("default", Others::Default, "the contest's sample client"),
];

fn build(rules: &Rules, spec: &Spec) -> Result<Maker<Daifugo>, String> {
    let error = error_of::<Daifugo>(rules, spec)?;
    Ok(fallible(searcher(rules, spec)?, error))
}

/// The search that a specification asks for.
pub(crate) fn searcher(rules: &Rules, spec: &Spec) -> Result<Searcher, String> {
    let mut settings = Settings::new(spec, SETTINGS);
    let budget = match (spec.given("ms"), spec.given("worlds"), spec.given("sims")) {
        (_, None, None) => Budget::Time(Duration::from_millis(settings.whole("ms")?)),
        (None, Some(_), None) => Budget::Worlds(settings.whole("worlds")?),
        (None, None, Some(_)) => Budget::Playouts(settings.whole("sims")?),
        _ => return Err("`ms`, `worlds` and `sims` exclude each other: give one of them".to_string()),
    };
    let options = Options {
        budget,
        others: settings.choice("playouts", &OTHERS)?,
        weigh: settings.on_off("weigh")?,
        prior: settings.real("prior")?,
        temperature: settings.real("temperature")? as f32,
        width: settings.whole("width")?,
        exchange: settings.on_off("exchange")?,
    };
    let mut model = model_of::<Daifugo>(rules, SOFTMAX, spec.value("model", SETTINGS))?;
    let policy = model.shared(|model| learned::<Daifugo>(take(model)))?;
    Searcher::new(options, Arc::clone(policy.weights()))
        .ok_or_else(|| model.blame("playouts take a policy without hidden units: train one with `hidden=0`"))
}
