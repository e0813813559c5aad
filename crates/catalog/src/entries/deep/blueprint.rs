//! Search over a deep net: what `deep-search` has in common in all games.

use std::mem::take;
use std::time::Duration;

use kirifuda_arena::Maker;
use kirifuda_games::cards::Card;
use kirifuda_games::daifugo::{self, Daifugo, Meld};
use kirifuda_games::hearts::{self, Hearts};
use kirifuda_games::plain_tricks::{self, PlainTricks};
use kirifuda_learn::blueprint::{Blueprint, Either, Manner, Options, When};
use kirifuda_learn::net::{Net, Player as NetPlayer};
use kirifuda_learn::search::Budget;
use kirifuda_learn::strength::Judge;
use kirifuda_play::{Named, Numbered, Policy, Retrace, Rng, Word, named, word, words};
use kirifuda_players::common::Sighted;
use kirifuda_players::daifugo::SampleClient;
use kirifuda_players::hearts::{Jake, Stock};
use kirifuda_players::plain_tricks::Rule;

use super::{LEARNER, guesser, load, shipped};
use crate::shipped::{FOR_THE_RULES, MODEL, NONE, Shipped, named as model_named};
use crate::strength::{CURVES, ERROR, REFERENCE, STRENGTH, error_of, fallible};
use crate::{Budget as Counted, Listed, Pace, Player, Setting, Settings, Spec};

/// Games with rules by which others may play where it is searched over a net.
pub trait Ruled: Listed + Retrace {
    /// The rules, by the names of their players.
    const MANNERS: &'static [Named<Manner<Self>>];
}

impl Ruled for Hearts {
    const MANNERS: &'static [Named<Manner<Hearts>>] = &[named("stock", stock, ""), named("jake", jake, "")];
}

impl Ruled for PlainTricks {
    const MANNERS: &'static [Named<Manner<PlainTricks>>] = &[named("rule", rule, "")];
}

impl Ruled for Daifugo {
    const MANNERS: &'static [Named<Manner<Daifugo>>] = &[named("default", sample_client, "")];
}

/// Games in which a net can be searched over.
pub(crate) trait Searched: Ruled {
    /// By how much a move must be worse, in units of the game, to be e times less likely from a player like the net.
    const SPREAD: f32;
    /// Other values of the spread, and of how often who goes by a rule does something else, where it is asked whether the others
    /// play like the net at all.
    const RECOGNISED: Option<(f32, f32)> = None;
    /// By how much a move may seem worse and be tried.
    const MARGIN: f32;
    /// By how much the net is usually wrong about the difference between two moves: by so much, and by this share of it.
    const WRONG: (f64, f64);
    /// A net that comes with the program and guesses what is hidden under these rules.
    fn guesser(_rules: &Self::Rules) -> Option<&'static Shipped> {
        None
    }
}

/// What the net thinks does not count beside the playouts: it was not measured what it brings.
const UNHEARD: (f64, f64) = (1e6, 0.0);

impl Searched for Hearts {
    const SPREAD: f32 = 1.4;
    const RECOGNISED: Option<(f32, f32)> = Some((0.7, 0.35));
    const MARGIN: f32 = 2.0;
    const WRONG: (f64, f64) = (0.3, 1.0);
    fn guesser(rules: &hearts::Rules) -> Option<&'static Shipped> {
        shipped::hearts_guesser(rules)
    }
}

impl Searched for PlainTricks {
    const SPREAD: f32 = 0.1;
    const MARGIN: f32 = 0.4;
    const WRONG: (f64, f64) = UNHEARD;
}

impl Searched for Daifugo {
    const SPREAD: f32 = 0.15;
    const MARGIN: f32 = 0.6;
    const WRONG: (f64, f64) = UNHEARD;
}

fn stock(view: hearts::View<'_>, legal: &[Card], rng: &mut Rng) -> Card {
    Stock.choose(view, legal, rng)
}

fn jake(view: hearts::View<'_>, legal: &[Card], rng: &mut Rng) -> Card {
    Jake.choose(view, legal, rng)
}

fn rule(view: plain_tricks::View<'_>, legal: &[Card], rng: &mut Rng) -> Card {
    Rule.choose(view, legal, rng)
}

fn sample_client(view: daifugo::View<'_>, legal: &[Meld], rng: &mut Rng) -> Meld {
    SampleClient.choose(view, legal, rng)
}

/// The settings that all games have.
pub(super) const SETTINGS: [Setting; 10] = [
    Setting::choice("blueprint", &words(&WHEN), "alike", "when the net is searched over by the net's own playouts"),
    Setting::whole("pool", 1..=10_000, "8", "with `worlds`: weighed worlds for each in which the net plays on")
        .shared_most(16.0),
    Setting::real("listen", 0.0..=1.0, "0.4", "with `ms`: the share of the time for weighing worlds"),
    Setting::real("threshold", 0.0..=100.0, "2", "standard errors by which a move must be better than the net's"),
    trace("0.7"),
    Setting::real("spread", 0.1..=10.0, "1", "how freely players like the net choose, in usual widths of the game"),
    Setting::whole("tried", 1..=1000, "5", "at most so many moves are played out by the net"),
    Setting::file("runner", "none", "a net that plays on in the worlds: a smaller one plays on in more of them")
        .or(&[word("none", "the net itself")]),
    GUESS,
    Setting::real(
        "heed",
        0.0..=1.0,
        "0",
        "how much what was played counts beside the guess: with 1 worlds are weighed as without one, with 0 not at all",
    ),
];

/// Who draws worlds where the net is searched over.
const GUESS: Setting = Setting::file(
    "guess",
    "shipped",
    "a net that guesses what is hidden (`learns=hidden`): worlds are drawn by it where the net is searched over",
)
.or(&[FOR_THE_RULES, UNIFORM]);
const UNIFORM: Word = word("none", "all worlds are drawn equally often, and weighed");

const fn trace(usual: &'static str) -> Setting {
    let about = "how much of a playout counts beyond each own turn; the rest is what the net thinks there";
    Setting::real("trace", 0.0..=1.0, usual, about)
}

/// Where it was not measured what the net's later thoughts bring: playouts count to the end.
pub(super) const TO_THE_END: Setting = trace("1");

/// When the blueprint is searched over.
const WHEN: [Named<When>; 3] = [
    named("alike", When::Alike, "where the others seem to play like the net"),
    named("always", When::Always, ""),
    named("never", When::Never, ""),
];

/// The options that a specification asks for; `net` is the share of players like the net, `doubt` how often who goes by a rule
/// does something else.
fn options<G: Searched>(
    settings: &mut Settings<'_>,
    budget: Budget,
    (net, doubt): (f64, f64),
) -> Result<Options, String> {
    Ok(Options {
        budget,
        pool: settings.whole("pool")?,
        share: settings.real("listen")?,
        threshold: settings.real("threshold")?,
        temperature: G::SPREAD * settings.real("spread")? as f32,
        recognised: G::RECOGNISED,
        margin: G::MARGIN,
        wrong: G::WRONG,
        trace: settings.real("trace")? as f32,
        width: settings.whole("tried")?,
        net: net as f32,
        doubt: doubt as f32,
        ..Options::default()
    })
}

/// A net beside that which is searched over.
type Helper<G> = Option<NetPlayer<G, <G as Sighted>::Sight>>;

/// The nets beside that which is searched over.
pub(super) struct Helpers<G: Searched> {
    /// Listens to the others; else the net itself.
    pub listener: Helper<G>,
    /// Tells whether they play like the net; else the listener.
    pub recogniser: Helper<G>,
}

impl<G: Searched> Default for Helpers<G> {
    fn default() -> Self {
        Helpers { listener: None, recogniser: None }
    }
}

/// A player that searches over a net, and leaves the move to another where the others seem to go by rules.
pub(super) fn either<G: Searched, O: Judge<G> + Clone + Sync + 'static>(
    rules: &G::Rules,
    settings: &mut Settings<'_>,
    budget: Budget,
    share: (f64, f64),
    (model, helpers): (&str, Helpers<G>),
    other: O,
) -> Result<Either<G, G::Sight, O>, String> {
    let options = options::<G>(settings, budget, share)?;
    let blueprint = blueprint::<G>(rules, options, model, helpers, settings)?;
    Ok(Either::new(blueprint, other, settings.choice("blueprint", &WHEN)?))
}

/// The net that guesses what is hidden, and what it sees: of a file, or the one that comes with the program, if there is one.
fn guess_of<G: Searched>(rules: &G::Rules, settings: &Settings<'_>) -> Result<Option<(G::Sight, Net)>, String> {
    let (text, shipped) = (settings.text("guess"), G::guesser(rules));
    if text == NONE.name || text == FOR_THE_RULES.name && shipped.is_none() {
        return Ok(None);
    }
    let named = model_named(text, shipped, String::new);
    let net = named.and_then(|mut named| named.shared(|model| guesser::<G>(take(model))));
    net.map(Some).map_err(|why| format!("`guess={text}`: {why}"))
}

const MISFIT: &str = "a net for another game";

fn blueprint<G: Searched>(
    rules: &G::Rules,
    options: Options,
    model: &str,
    helpers: Helpers<G>,
    settings: &mut Settings<'_>,
) -> Result<Blueprint<G, G::Sight>, String> {
    let net = load::<G>(rules, model)?;
    let mut player =
        Blueprint::new(net.encoder().clone(), net.net().clone(), <G as Numbered>::seat, options).ok_or(MISFIT)?;
    if let Some(listener) = helpers.listener {
        player = player.with_listener(listener.encoder().clone(), listener.net().clone()).ok_or(MISFIT)?;
    }
    if let Some(net) = helpers.recogniser {
        player = player.with_recogniser(net.encoder().clone(), net.net().clone()).ok_or(MISFIT)?;
    }
    if let Some((encoder, net)) = guess_of::<G>(rules, settings)? {
        player = player.with_guesser(encoder, net, settings.real("heed")? as f32).ok_or(MISFIT)?;
    }
    let runner = settings.text("runner");
    if runner != NONE.name {
        let runner = load::<G>(rules, runner).map_err(|why| format!("`runner={runner}`: {why}"))?;
        player = player.with_runner(runner.encoder().clone(), runner.net().clone()).ok_or(MISFIT)?;
    }
    let manners: Vec<Manner<G>> = G::MANNERS.iter().map(|manner| manner.value).collect();
    Ok(if options.net < 1.0 { player.with_manners(&manners) } else { player })
}

/// In plain tricks there is nobody to leave a move to.
pub(crate) fn player() -> Player<PlainTricks> {
    Player {
        name: "deep-search",
        about: "a deep net that looks ahead: leaves the net's move where playouts show a better one",
        settings: &PLAIN,
        pace: Pace::Long,
        models: &[LEARNER],
        budget: Some(Counted {
            brief: "worlds=2,pool=2,tried=2",
            measured: "worlds=16",
            one_in: 600,
            ..Counted::WORLDS
        }),
        build: build_plain,
    }
}

static PLAIN: [Setting; SETTINGS.len() + 8] = {
    let [_, pool, listen, threshold, _, spread, tried, runner, guess, heed] = SETTINGS;
    let [ms, worlds] = BUDGET;
    [
        ms,
        worlds,
        MODEL,
        pool,
        listen,
        threshold,
        TO_THE_END,
        spread,
        tried,
        runner,
        guess.with_default("none").or(&[UNIFORM]),
        heed,
        NET,
        STRENGTH,
        REFERENCE,
        CURVES,
        ERROR,
        DOUBT,
    ]
};

const BUDGET: [Setting; 2] = [
    Setting::whole("ms", 1..=600_000, "50", "time for a move; moves then depend on the machine")
        .unit("ms")
        .shared_most(5_000.0)
        .time(),
    Setting::whole("worlds", 1..=1_000_000, "off", "worlds a move instead of ms: the same moves on every machine")
        .or(&[word("off", "")])
        .shared_most(500.0)
        .work(),
];
const NET: Setting =
    Setting::real("net", 0.0..=1.0, "0.5", "the share of players like the net; the others go by rules");
const DOUBT: Setting = Setting::real("doubt", 0.001..=1.0, "0.2", "how often who goes by a rule makes another move");

fn build_plain(rules: &plain_tricks::Rules, spec: &Spec) -> Result<Maker<PlainTricks>, String> {
    let error = error_of::<PlainTricks>(rules, spec)?;
    let mut settings = Settings::new(spec, &PLAIN);
    let budget = match (settings.is_given("worlds"), settings.is_given("ms")) {
        (true, true) => return Err("`worlds` and `ms` exclude each other: give one of them".to_string()),
        (true, false) => Budget::Simulations(settings.whole("worlds")?),
        _ => Budget::Time(Duration::from_millis(settings.whole("ms")?)),
    };
    let share = (settings.real("net")?, settings.real("doubt")?);
    let options = options::<PlainTricks>(&mut settings, budget, share)?;
    let model = settings.text("model").to_string();
    Ok(fallible(blueprint::<PlainTricks>(rules, options, &model, Helpers::default(), &mut settings)?, error))
}
