//! Search in Daifugo: over a deep net where the others seem to play like one, else by the softmax policy and with an ear for the
//! net.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kirifuda_arena::Maker;
use kirifuda_games::daifugo::{Daifugo, Meld, Rules, View};
use kirifuda_learn::blueprint::Either;
use kirifuda_learn::net::Player as NetPlayer;
use kirifuda_learn::search::Budget;
use kirifuda_play::{Named, named, words};
use kirifuda_players::daifugo::DaifugoEncoder;
use kirifuda_players::daifugo::search::{Advice, Searcher};

use super::blueprint::{Helpers, SETTINGS as BLUEPRINT, TO_THE_END, either};
use super::{LEARNER, load};
use crate::entries::daifugo::search::{SETTINGS as SEARCH, searcher};
use crate::entries::softmax::LEARNER as SOFTMAX;
use crate::shipped::FOR_THE_RULES;
use crate::strength::{error_of, fallible};
use crate::{Budget as Counted, Pace, Player, Setting, Settings, Spec};

/// The player in the list.
pub(crate) fn player() -> Player<Daifugo> {
    Player {
        name: "deep-search",
        about: "search in which a deep net says which moves to try first",
        settings: &SETTINGS,
        pace: Pace::Long,
        models: &[SOFTMAX, LEARNER],
        budget: Some(Counted { brief: "sims=6,pool=2,tried=2", one_in: 600, ..Counted::WORLDS }),
        build,
    }
}

/// Those of the search, and of the net.
static SETTINGS: [Setting; SEARCH.len() + 3 + BLUEPRINT.len()] = {
    let mut all = [TRUST; SEARCH.len() + 3 + BLUEPRINT.len()];
    let mut place = 0;
    while place < SEARCH.len() {
        all[place] = SEARCH[place];
        place += 1;
    }
    all[place] = NET;
    all[place + 1] = TRUST;
    all[place + 2] = OWN;
    let mut more = 0;
    while more < BLUEPRINT.len() {
        all[place + 3 + more] = match BLUEPRINT[more].name.as_bytes() {
            b"trace" => TO_THE_END,
            _ => BLUEPRINT[more],
        };
        more += 1;
    }
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

const OWN: Setting = Setting::choice(
    "own",
    &words(&OWNS),
    "net",
    "among players that go by rules: who plays on at the own seat in the imagined worlds",
);

/// Who plays on at the own seat.
#[derive(Clone, Copy, PartialEq)]
enum Own {
    Net,
    Softmax,
}

const OWNS: [Named<Own>; 2] = [named("net", Own::Net, ""), named("softmax", Own::Softmax, "")];

fn build(rules: &Rules, spec: &Spec) -> Result<Maker<Daifugo>, String> {
    let error = error_of::<Daifugo>(rules, spec)?;
    Ok(fallible(daifugo_search(rules, spec)?, error))
}

/// The player of a specification, but for errors on purpose.
pub fn daifugo_search(rules: &Rules, spec: &Spec) -> Result<Either<Daifugo, DaifugoEncoder, Searcher>, String> {
    let net = load::<Daifugo>(rules, spec.value("net", &SETTINGS))?;
    let mut settings = Settings::new(spec, &SETTINGS);
    let mut searcher = searcher(rules, spec)?;
    if settings.choice("own", &OWNS)? == Own::Net {
        searcher = searcher.with_own(*net.encoder(), net.net().clone());
    }
    let counsel = Counsel { net: Mutex::new(net), trust: settings.real("trust")? as f32 };
    let searcher = searcher.with_advice(Arc::new(counsel));
    let budget = match (spec.given("worlds"), spec.given("sims")) {
        (Some(_), _) => Budget::Simulations(settings.whole("worlds")?),
        // A world is played out once for each move.
        (_, Some(_)) => {
            Budget::Simulations((settings.whole::<u32>("sims")? / settings.whole::<u32>("tried")?.max(1)).max(1))
        }
        _ => Budget::Time(Duration::from_millis(settings.whole("ms")?)),
    };
    let model = settings.text("net").to_string();
    either::<Daifugo, _>(rules, &mut settings, budget, (0.5, 0.03), (&model, Helpers::default()), searcher)
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
