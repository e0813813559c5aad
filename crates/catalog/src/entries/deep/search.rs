//! Search in Hearts: over a deep net where the others seem to play like one, else by rule players and with an ear for the net.

use std::mem::take;
use std::sync::{Arc, Mutex, PoisonError};

use kirifuda_arena::Maker;
use kirifuda_games::cards::Card;
use kirifuda_games::hearts::{Hearts, Rules, View};
use kirifuda_learn::blueprint::Either;
use kirifuda_learn::net::Player as NetPlayer;
use kirifuda_play::{Named, named, word, words};
use kirifuda_players::hearts::HeartsEncoder;
use kirifuda_players::hearts::search::{Advice, Likeness, Options, PassBy, Pupil, Searcher, in_points};

use super::blueprint::{Helpers, SETTINGS as BLUEPRINT, either};
use super::shipped::{listener, small_net};
use super::{LEARNER, learned, load};
use crate::entries::hearts::search::{SETTINGS as SEARCH, read as options_of};
use crate::shipped::{FOR_THE_RULES, MODEL, NONE, Shipped, named as model_named};
use crate::strength::{error_of, fallible};
use crate::{Budget, Pace, Player, Setting, Settings, Spec};

/// The player in the list.
pub(crate) fn player() -> Player<Hearts> {
    Player {
        name: "deep-search",
        about: "search that trusts a deep net as far as the others seem to play like one",
        settings: &SETTINGS,
        pace: Pace::Long,
        models: &[LEARNER],
        budget: Some(Budget { brief: "worlds=2,pool=2,tried=2", one_in: 600, ..Budget::WORLDS }),
        build,
    }
}

/// Those of the search, and of the nets.
static SETTINGS: [Setting; SEARCH.len() + OWN.len()] = {
    let mut all = [MODEL; SEARCH.len() + OWN.len()];
    let mut place = 0;
    while place < SEARCH.len() {
        all[place] = match SEARCH[place].name.as_bytes() {
            b"pass" => PASS,
            b"doubt" => DOUBT,
            _ => SEARCH[place],
        };
        place += 1;
    }
    while place < all.len() {
        all[place] = OWN[place - SEARCH.len()];
        place += 1;
    }
    all
};

const PASSING: [Named<PassBy>; 3] =
    [named("net", PassBy::Advice, ""), named("search", PassBy::Search, ""), named("rule", PassBy::Rule, "as jake")];
const PASS: Setting = Setting::choice("pass", &words(&PASSING), "net", "how the cards to pass are found");

/// Smaller than without nets: who does not go by rules may well play like a net.
const DOUBT: Setting = Setting::real(
    "doubt",
    0.001..=1.0,
    "0.01",
    "how likely a card is that an opponent who goes by rules would not play",
);

const OWN: [Setting; 18] = [
    Setting::file("model", "shipped", "the net, written by `kirifuda train hearts deep`").or(&[FOR_THE_RULES]),
    Setting::file("answer", "none", "the net that is heard instead when all others seem to play like nets").or(&[NONE]),
    Setting::file("small", "shipped", "the small net by which players like nets are recognised")
        .or(&[FOR_THE_RULES, word("none", "all others are taken for such")]),
    Setting::file("listener", "shipped", "the net that says how likely worlds are when the net is searched over")
        .or(&[FOR_THE_RULES, word("none", "the net itself")]),
    Setting::real(
        "net",
        0.0..=1.0,
        "0.5",
        "the share of opponents that play like nets, before they have played a card",
    ),
    Setting::real(
        "sharpness",
        0.0..=100.0,
        "3",
        "how many times less likely (as a power of e) they play a card that is a point worse",
    ),
    Setting::real(
        "prior",
        0.0..=1e3,
        "0.05",
        "by how many points the net may be wrong about two cards if all others play like nets",
    ),
    Setting::real("rule-prior", 0.0..=1e3, "3", "the same if they go by rules"),
    BLUEPRINT[0],
    BLUEPRINT[1],
    BLUEPRINT[2].with_default("0.6"),
    BLUEPRINT[3].with_default("1"),
    BLUEPRINT[4],
    BLUEPRINT[5],
    BLUEPRINT[6],
    BLUEPRINT[7],
    BLUEPRINT[8],
    BLUEPRINT[9],
];

fn build(rules: &Rules, spec: &Spec) -> Result<Maker<Hearts>, String> {
    let error = error_of::<Hearts>(rules, spec)?;
    Ok(fallible(deep_search(rules, spec)?, error))
}

/// The player of a specification, but for errors on purpose.
pub fn deep_search(rules: &Rules, spec: &Spec) -> Result<Either<Hearts, HeartsEncoder, Searcher>, String> {
    let mut settings = Settings::new(spec, &SETTINGS);
    let options = Options {
        heed: true,
        prior: settings.real("prior")?,
        rule_prior: settings.real("rule-prior")?,
        net: settings.real("net")?,
        sharpness: settings.real("sharpness")?,
        ..options_of(&mut settings, &PASSING)?
    };
    let value = |key: &str| settings.text(key);
    let net = Mutex::new(load::<Hearts>(rules, value("model"))?);
    let answer = other_net(value("answer"), None)?.map(Mutex::new);
    let small = other_net(value("small"), Some(small_net(rules)))?;
    let pupil = match &small {
        Some(small) => Some(Pupil::new(small.net().clone()).ok_or("`small`: not a net for Hearts")?),
        None => None,
    };
    let options = if pupil.is_some() { options } else { Options { net: 0.0, ..options } };
    let mut searcher = Searcher::new(options).with_advice(Arc::new(Counsel { net, answer }));
    if let Some(pupil) = pupil {
        searcher = searcher.with_pupil(pupil);
    }
    let model = settings.text("model").to_string();
    let share = (settings.real("net")?, options.doubt);
    let listener = match (settings.text("listener"), listener(rules)) {
        (text, None) if text == FOR_THE_RULES.name => None,
        (text, shipped) => other_net(text, shipped).map_err(|why| format!("`listener={text}`: {why}"))?,
    };
    let helpers = Helpers { listener, recogniser: small };
    either::<Hearts, _>(rules, &mut settings, options.budget, share, (&model, helpers), searcher)
}

/// A net beside the first: of a file, the one that comes with the program, or none.
fn other_net(
    text: &str,
    shipped: Option<&'static Shipped>,
) -> Result<Option<NetPlayer<Hearts, HeartsEncoder>>, String> {
    if text == NONE.name {
        return Ok(None);
    }
    let missing = || "no such net comes with the program: name a file, or `none`".to_string();
    model_named(text, shipped, missing)?.shared(|model| learned::<Hearts>(take(model))).map(Some)
}

/// Nets as advisers of the search.
struct Counsel {
    net: Mutex<NetPlayer<Hearts, HeartsEncoder>>,
    /// Knows better what to do about players like the first.
    answer: Option<Mutex<NetPlayer<Hearts, HeartsEncoder>>>,
}

/// So likely all others must seem to play like nets: a little more than before anything has been seen. Against players that go
/// by rules the answer is hardly worse.
const ANSWERED: f64 = 1.0 / 3.0;

impl Advice for Counsel {
    fn prior(&self, view: View<'_>, legal: &[Card], likeness: Likeness, values: &mut [f32]) -> bool {
        let net = self.answer.as_ref().filter(|_| likeness.all > ANSWERED).unwrap_or(&self.net);
        let mut net = net.lock().unwrap_or_else(PoisonError::into_inner);
        for (value, &thought) in values.iter_mut().zip(net.values(view, legal)) {
            *value = in_points(view.rules(), thought);
        }
        true
    }
}
