//! Search in Hearts that listens to a deep net.

use std::sync::{Arc, Mutex, PoisonError};

use kirifuda_arena::Maker;
use kirifuda_games::cards::Card;
use kirifuda_games::hearts::{Hearts, Rules, View};
use kirifuda_learn::net::Player as NetPlayer;
use kirifuda_players::hearts::HeartsEncoder;
use kirifuda_players::hearts::search::{Advice, Likeness, Options, PassBy, Pupil, Searcher, in_points};

use super::shipped::{answer_net, small_net};
use super::{learned, load};
use crate::entries::hearts::search::{SETTINGS as SEARCH, read as options_of};
use crate::shipped::{Shipped, named, read};
use crate::strength::{error_of, fallible};
use crate::{Player, Setting, Spec, real};

/// The player in the list.
pub(crate) fn player() -> Player<Hearts> {
    Player {
        name: "deep-search",
        about: "search that trusts a deep net as far as the others seem to play like one",
        settings: &SETTINGS,
        build,
    }
}

/// Those of the search, and of the nets.
static SETTINGS: [Setting; SEARCH.len() + OWN.len()] = {
    let mut all = [Setting { name: "", default: "", about: "" }; SEARCH.len() + OWN.len()];
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

const PASS: Setting =
    Setting { name: "pass", default: "net", about: "how the cards to pass are found: net, search, or rule (as jake)" };

/// Smaller than without nets: who does not go by rules may well play like a net.
const DOUBT: Setting = Setting {
    name: "doubt",
    default: "0.01",
    about: "how likely a card is that an opponent who goes by rules would not play, 0.001 to 1",
};

const OWN: [Setting; 7] = [
    Setting {
        name: "model",
        default: "shipped",
        about: "a file written by `kirifuda train hearts deep`; shipped: the one that comes with the program for the rules",
    },
    Setting {
        name: "answer",
        default: "shipped",
        about: "the net that is heard instead when all others seem to play like nets: a file; shipped: the one that comes \
                with the program for the rules, if there is one; none",
    },
    Setting {
        name: "small",
        default: "shipped",
        about: "the small net by which players like nets are recognised: a file; shipped; none: all others are taken for such",
    },
    Setting {
        name: "net",
        default: "0.5",
        about: "the share of opponents that play like nets, before they have played a card, 0 to 1",
    },
    Setting {
        name: "sharpness",
        default: "3",
        about: "how many times less likely (as a power of e) they play a card that is a point worse, 0 to 100",
    },
    Setting {
        name: "prior",
        default: "0.05",
        about: "by how many points the net may be wrong about two cards if all others play like nets, 0 to 1000",
    },
    Setting { name: "rule-prior", default: "3", about: "the same if they go by rules, 0 to 1000" },
];

fn build(rules: &Rules, spec: &Spec) -> Result<Maker<Hearts>, String> {
    let error = error_of::<Hearts>(rules, spec)?;
    let value = |key: &str| spec.value(key, &SETTINGS);
    let passing = [("net", PassBy::Advice), ("search", PassBy::Search), ("rule", PassBy::Rule)];
    let options = Options {
        heed: true,
        prior: real("prior", value("prior"), 0.0..=1e3)?,
        rule_prior: real("rule-prior", value("rule-prior"), 0.0..=1e3)?,
        net: real("net", value("net"), 0.0..=1.0)?,
        sharpness: real("sharpness", value("sharpness"), 0.0..=100.0)?,
        ..options_of(spec, &SETTINGS, &passing)?
    };
    let net = Mutex::new(load::<Hearts>(rules, value("model"))?);
    let answer = other_net(value("answer"), answer_net(rules))?.map(Mutex::new);
    let pupil = match other_net(value("small"), Some(small_net(rules)))? {
        Some(small) => Some(Pupil::new(small.net().clone()).ok_or("`small`: not a net for Hearts")?),
        None => None,
    };
    let options = if pupil.is_some() { options } else { Options { net: 0.0, ..options } };
    let mut searcher = Searcher::new(options).with_advice(Arc::new(Counsel { net, answer }));
    if let Some(pupil) = pupil {
        searcher = searcher.with_pupil(pupil);
    }
    Ok(fallible(searcher, error))
}

/// A net beside the first: of a file, the one that comes with the program, or none.
fn other_net(
    text: &str,
    shipped: Option<&'static Shipped>,
) -> Result<Option<NetPlayer<Hearts, HeartsEncoder>>, String> {
    let (file, model) = match (text, shipped) {
        ("none", _) | ("shipped", None) => return Ok(None),
        (_, Some(shipped)) => named(text, shipped)?,
        (file, None) => (file, read(file)?),
    };
    learned::<Hearts>(model).map(Some).map_err(|why| format!("{file}: {why}"))
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
