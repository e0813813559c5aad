use std::time::Duration;

use kirifuda_games::hearts::Hearts;
use kirifuda_learn::search::Budget;
use kirifuda_players::hearts::search::{MoonStyle, Options, PassBy, Playouts, Searcher};

use crate::strength::{CURVES, ERROR, REFERENCE, STRENGTH, error_of, fallible};
use crate::{Player, Setting, Spec, on_off, real, whole};

/// The player in the list.
pub(crate) fn player() -> Player<Hearts> {
    Player {
        name: "search",
        about: "looks ahead in likely worlds with rule players; passes by search, shoots and stops the moon",
        settings: SETTINGS,
        build: |rules, spec| {
            let error = error_of::<Hearts>(rules, spec)?;
            let passing = [("search", PassBy::Search), ("rule", PassBy::Rule)];
            Ok(fallible(Searcher::new(read(spec, SETTINGS, &passing)?), error))
        },
    }
}

/// The settings of the player in the list.
pub const SETTINGS: &[Setting] = &[
    Setting { name: "ms", default: "50", about: "milliseconds a move, 1 to 600000; moves then depend on the machine" },
    Setting {
        name: "worlds",
        default: "off",
        about: "imagined worlds a move, 1 to 1000000, instead of ms: the same moves on every machine",
    },
    Setting {
        name: "playouts",
        default: "mixed",
        about: "how worlds are played to the end: stock, jake, or mixed (each opponent like the one it resembles)",
    },
    Setting { name: "noise", default: "0.03", about: "share of random moves in playouts, 0 to 1" },
    Setting { name: "pass", default: "search", about: "how the cards to pass are found: search, or rule (as jake)" },
    Setting {
        name: "weigh",
        default: "on",
        about: "worlds come up as often as they are likely after the plays seen: on, off",
    },
    Setting {
        name: "doubt",
        default: "0.05",
        about: "how likely a card is that an opponent would not play, 0.001 to 1 (1: plays tell nothing)",
    },
    Setting {
        name: "moon",
        default: "adaptive",
        about: "shooting the moon: off, cautious, bold, adaptive (whether others defend is inferred from their plays)",
    },
    STRENGTH,
    REFERENCE,
    CURVES,
    ERROR,
];

/// Reads them; an error names the setting that is wrong and what is allowed.
/// `settings` has those of [`SETTINGS`], perhaps with other defaults; `passing` are the allowed ways to pass.
pub(crate) fn read(spec: &Spec, settings: &[Setting], passing: &[(&str, PassBy)]) -> Result<Options, String> {
    let value = |key: &str| spec.value(key, settings);
    let budget = match (spec.given("worlds"), spec.given("ms")) {
        (Some(_), Some(_)) => return Err("`worlds` and `ms` exclude each other: give one of them".to_string()),
        (Some(worlds), None) => Budget::Simulations(whole("worlds", worlds, 1..=1_000_000)?),
        _ => Budget::Time(Duration::from_millis(whole("ms", value("ms"), 1..=600_000)?)),
    };
    Ok(Options {
        budget,
        playouts: choice(
            "playouts",
            value("playouts"),
            &[("mixed", Playouts::Mixed), ("stock", Playouts::Stock), ("jake", Playouts::Jake)],
        )?,
        noise: real("noise", value("noise"), 0.0..=1.0)?,
        pass: choice("pass", value("pass"), passing)?,
        weigh: on_off("weigh", value("weigh"))?,
        doubt: real("doubt", value("doubt"), 0.001..=1.0)?,
        moon: choice(
            "moon",
            value("moon"),
            &[
                ("off", MoonStyle::Off),
                ("cautious", MoonStyle::Cautious),
                ("bold", MoonStyle::Bold),
                ("adaptive", MoonStyle::Adaptive),
            ],
        )?,
        ..Options::default()
    })
}

fn choice<T: Copy>(key: &str, value: &str, known: &[(&str, T)]) -> Result<T, String> {
    known.iter().find(|(name, _)| *name == value).map(|(_, choice)| *choice).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        format!("`{key}={value}`: allowed are {}", names.join(", "))
    })
}
