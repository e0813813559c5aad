use std::time::Duration;

use kirifuda_games::hearts::Hearts;
use kirifuda_learn::search::Budget;
use kirifuda_play::{Named, named, word, words};
use kirifuda_players::hearts::search::{MoonStyle, Options, PassBy, Playouts, Searcher};

use crate::strength::{CURVES, ERROR, REFERENCE, STRENGTH, error_of, fallible};
use crate::{Pace, Player, Setting, Settings};

/// The player in the list.
pub(crate) fn player() -> Player<Hearts> {
    Player {
        name: "search",
        about: "looks ahead in likely worlds with rule players; passes by search, shoots and stops the moon",
        settings: SETTINGS,
        pace: Pace::Long,
        models: &[],
        budget: Some(crate::Budget::WORLDS),
        build: |rules, spec| {
            let error = error_of::<Hearts>(rules, spec)?;
            let options = read(&mut Settings::new(spec, SETTINGS), &PASSING)?;
            Ok(fallible(Searcher::new(options), error))
        },
    }
}

/// The settings of the player in the list.
pub const SETTINGS: &[Setting] = &[
    Setting::whole("ms", 1..=600_000, "50", "time for a move; moves then depend on the machine")
        .unit("ms")
        .shared_most(5_000.0)
        .time(),
    Setting::whole(
        "worlds",
        1..=1_000_000,
        "off",
        "imagined worlds a move instead of ms: the same moves on every machine",
    )
    .or(&[word("off", "")])
    .shared_most(2_000.0)
    .work(),
    Setting::choice("playouts", &words(&PLAYOUTS), "mixed", "how worlds are played to the end"),
    Setting::real("noise", 0.0..=1.0, "0.03", "share of random moves in playouts"),
    Setting::choice("pass", &words(&PASSING), "search", "how the cards to pass are found"),
    Setting::switch("weigh", "on", "worlds come up as often as they are likely after the plays seen"),
    Setting::real(
        "doubt",
        0.001..=1.0,
        "0.05",
        "how likely a card is that an opponent would not play (1: plays tell nothing)",
    ),
    Setting::choice("moon", &words(&MOON_STYLES), "adaptive", "shooting the moon"),
    STRENGTH,
    REFERENCE,
    CURVES,
    ERROR,
];

const PLAYOUTS: [Named<Playouts>; 3] = [
    named("mixed", Playouts::Mixed, "each opponent like the one it resembles"),
    named("stock", Playouts::Stock, ""),
    named("jake", Playouts::Jake, ""),
];
const PASSING: [Named<PassBy>; 2] = [named("search", PassBy::Search, ""), named("rule", PassBy::Rule, "as jake")];
const MOON_STYLES: [Named<MoonStyle>; 4] = [
    named("off", MoonStyle::Off, ""),
    named("cautious", MoonStyle::Cautious, ""),
    named("bold", MoonStyle::Bold, ""),
    named("adaptive", MoonStyle::Adaptive, "whether others defend is inferred from their plays"),
];

/// Reads them; an error names the setting that is wrong and what is allowed.
/// `settings` has those of [`SETTINGS`], perhaps with other defaults; `passing` are the allowed ways to pass.
pub(crate) fn read(settings: &mut Settings<'_>, passing: &[Named<PassBy>]) -> Result<Options, String> {
    let budget = match (settings.is_given("worlds"), settings.is_given("ms")) {
        (true, true) => return Err("`worlds` and `ms` exclude each other: give one of them".to_string()),
        (true, false) => Budget::Simulations(settings.whole("worlds")?),
        _ => Budget::Time(Duration::from_millis(settings.whole("ms")?)),
    };
    Ok(Options {
        budget,
        playouts: settings.choice("playouts", &PLAYOUTS)?,
        noise: settings.real("noise")?,
        pass: settings.choice("pass", passing)?,
        weigh: settings.on_off("weigh")?,
        doubt: settings.real("doubt")?,
        moon: settings.choice("moon", &MOON_STYLES)?,
        ..Options::default()
    })
}
