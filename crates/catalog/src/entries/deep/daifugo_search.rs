//! Search in Daifugo that listens to a deep net.

use std::sync::{Arc, Mutex, PoisonError};

use kirifuda_arena::Maker;
use kirifuda_games::daifugo::{Daifugo, Meld, Rules, View};
use kirifuda_learn::net::Player as NetPlayer;
use kirifuda_players::daifugo::DaifugoEncoder;
use kirifuda_players::daifugo::search::Advice;

use super::{LEARNER, load};
use crate::entries::daifugo::search::{SETTINGS as SEARCH, searcher};
use crate::entries::softmax::LEARNER as SOFTMAX;
use crate::shipped::FOR_THE_RULES;
use crate::strength::{error_of, fallible};
use crate::{Budget, Pace, Player, Setting, Settings, Spec};

/// The player in the list.
pub(crate) fn player() -> Player<Daifugo> {
    Player {
        name: "deep-search",
        about: "search in which a deep net says which moves to try first",
        settings: &SETTINGS,
        pace: Pace::Long,
        models: &[SOFTMAX, LEARNER],
        budget: Some(Budget { brief: "sims=20", one_in: 600, ..Budget::WORLDS }),
        build,
    }
}

/// Those of the search, and of the net.
static SETTINGS: [Setting; SEARCH.len() + 2] = {
    let mut all = [TRUST; SEARCH.len() + 2];
    let mut place = 0;
    while place < SEARCH.len() {
        all[place] = SEARCH[place];
        place += 1;
    }
    all[place] = NET;
    all[place + 1] = TRUST;
    all
};

const NET: Setting =
    Setting::file("net", "shipped", "the net, written by `kirifuda train daifugo deep`").or(&[FOR_THE_RULES]);
const TRUST: Setting = Setting::real(
    "trust",
    0.0..=1e4,
    "10",
    "a point that the net sees between two moves counts like so much between scores of softmax",
);

fn build(rules: &Rules, spec: &Spec) -> Result<Maker<Daifugo>, String> {
    let error = error_of::<Daifugo>(rules, spec)?;
    let net = load::<Daifugo>(rules, spec.value("net", &SETTINGS))?;
    let trust = Settings::new(spec, &SETTINGS).real("trust")? as f32;
    let counsel = Counsel { net: Mutex::new(net), trust };
    Ok(fallible(searcher(rules, spec)?.with_advice(Arc::new(counsel)), error))
}

/// A net as an adviser of the search.
struct Counsel {
    net: Mutex<NetPlayer<Daifugo, DaifugoEncoder>>,
    trust: f32,
}

impl Advice for Counsel {
    fn prior(&self, view: View<'_>, legal: &[Meld], scores: &mut [f32]) {
        let mut net = self.net.lock().unwrap_or_else(PoisonError::into_inner);
        for (score, &value) in scores.iter_mut().zip(net.values(view, legal)) {
            *score += self.trust * POINTS * value;
        }
    }
}

/// A net's unit in points of a game: see [`DaifugoEncoder`].
const POINTS: f32 = 2.0;
