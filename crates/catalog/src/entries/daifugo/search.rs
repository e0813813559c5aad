use std::sync::Arc;
use std::time::Duration;

use kirifuda_arena::Maker;
use kirifuda_games::daifugo::{Daifugo, Rules};
use kirifuda_players::daifugo::search::{Budget, Options, Others, Searcher};

use crate::entries::softmax::{SoftmaxGame, learned};
use crate::settings::Settings;
use crate::shipped::named;
use crate::strength::{CURVES, ERROR, REFERENCE, STRENGTH, error_of, fallible};
use crate::{Player, Setting, Spec, whole};

/// The player of the list.
pub(crate) fn player() -> Player<Daifugo> {
    Player {
        name: "search",
        about: "tries moves in imagined worlds that explain what the others did; trained",
        settings: SETTINGS,
        build,
    }
}

/// What can be set.
pub(crate) const SETTINGS: &[Setting] = &[
    Setting { name: "ms", default: "50", about: "milliseconds a move, 1 to 600000; moves then depend on the machine" },
    Setting { name: "worlds", default: "off", about: "instead of ms: imagined worlds a move, 1 to 1000000" },
    Setting { name: "sims", default: "off", about: "instead of ms: playouts a move, 1 to 100000000" },
    Setting {
        name: "playouts",
        default: "mixed",
        about: "how the others are taken to play: softmax, default (the contest's sample client), mixed (as their moves tell)",
    },
    Setting { name: "weigh", default: "on", about: "on: worlds count by how well they explain what the others did" },
    Setting {
        name: "prior",
        default: "0.5",
        about: "so many points more, in one world, for a move that softmax finds e times as likely, 0 to 1000",
    },
    Setting {
        name: "temperature",
        default: "1",
        about: "playouts by softmax: 0 the best move; above, up to 100: in proportion to exp(score / temperature)",
    },
    Setting { name: "width", default: "12", about: "at most so many moves are tried, the likeliest, 2 to 1000" },
    Setting { name: "exchange", default: "on", about: "on: the choice of cards to give is searched, too" },
    Setting {
        name: "model",
        default: "shipped",
        about: "the softmax policy: a file written by `kirifuda train`; shipped: the one that comes with the program",
    },
    STRENGTH,
    REFERENCE,
    CURVES,
    ERROR,
];

fn build(rules: &Rules, spec: &Spec) -> Result<Maker<Daifugo>, String> {
    let error = error_of::<Daifugo>(rules, spec)?;
    Ok(fallible(searcher(rules, spec)?, error))
}

/// The search that a specification asks for.
pub(crate) fn searcher(rules: &Rules, spec: &Spec) -> Result<Searcher, String> {
    let mut settings = Settings::new(spec, SETTINGS);
    let budget = match (spec.given("ms"), spec.given("worlds"), spec.given("sims")) {
        (_, None, None) => Budget::Time(Duration::from_millis(settings.whole("ms", 1..=600_000)?)),
        (None, Some(worlds), None) => Budget::Worlds(whole("worlds", worlds, 1..=1_000_000)?),
        (None, None, Some(sims)) => Budget::Playouts(whole("sims", sims, 1..=100_000_000)?),
        _ => return Err("`ms`, `worlds` and `sims` exclude each other: give one of them".to_string()),
    };
    let others = [("mixed", Others::Mixed), ("softmax", Others::Softmax), ("default", Others::Default)];
    let options = Options {
        budget,
        others: settings.choice("playouts", &others)?,
        weigh: settings.on_off("weigh")?,
        prior: settings.real("prior", 0.0..=1000.0)?,
        temperature: settings.real("temperature", 0.0..=100.0)? as f32,
        width: settings.whole("width", 2..=1000)? as usize,
        exchange: settings.on_off("exchange")?,
    };
    let (file, model) = named(spec.value("model", SETTINGS), Daifugo::shipped(rules))?;
    let policy = learned::<Daifugo>(model).map_err(|why| format!("{file}: {why}"))?;
    Searcher::new(options, Arc::clone(policy.weights()))
        .ok_or_else(|| format!("{file}: playouts take a policy without hidden units: train one with `hidden=0`"))
}
