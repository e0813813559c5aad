//! Search in Hearts that listens to a deep net.

use std::sync::{Arc, Mutex, PoisonError};

use kirifuda_arena::Maker;
use kirifuda_games::cards::Card;
use kirifuda_games::hearts::{Hearts, Moon, Rules, View};
use kirifuda_learn::net::Player as NetPlayer;
use kirifuda_play::Seat;

use super::load;
use crate::hearts::HeartsEncoder;
use crate::hearts::search::{Advice, Options, Position, SETTINGS as SEARCH, Searcher};
use crate::strength::{error_of, fallible};
use crate::{Player, Setting, Spec, real};

/// The player in the list.
pub(crate) fn player() -> Player<Hearts> {
    Player {
        name: "deep-search",
        about: "search that counts what a deep net thinks of the cards like so many worlds more",
        settings: &SETTINGS,
        build,
    }
}

/// Those of the search, and of the net.
static SETTINGS: [Setting; SEARCH.len() + 2] = {
    let mut all = [Setting { name: "", default: "", about: "" }; SEARCH.len() + 2];
    let mut place = 0;
    while place < SEARCH.len() {
        all[place] = SEARCH[place];
        place += 1;
    }
    all[place] = Setting {
        name: "model",
        default: "shipped",
        about: "a file written by `kirifuda train hearts deep`; shipped: the one that comes with the program for the rules",
    };
    all[place + 1] = Setting {
        name: "prior",
        default: "1000",
        about: "what the net thinks of a card counts like so many worlds, 0 to 1000000",
    };
    all
};

fn build(rules: &Rules, spec: &Spec) -> Result<Maker<Hearts>, String> {
    let error = error_of::<Hearts>(rules, spec)?;
    let net = load::<Hearts>(rules, spec.value("model", &SETTINGS))?;
    let prior = real("prior", spec.value("prior", &SETTINGS), 0.0..=1e6)?;
    let options = Options { prior, ..Options::read(spec)? };
    Ok(fallible(Searcher::new(options).with_advice(Arc::new(Counsel { net: Mutex::new(net) })), error))
}

/// A net as an adviser of the search.
struct Counsel {
    net: Mutex<NetPlayer<Hearts, HeartsEncoder>>,
}

impl Advice for Counsel {
    fn prior(&self, view: View<'_>, legal: &[Card], values: &mut [f32]) -> bool {
        let mut net = self.net.lock().unwrap_or_else(PoisonError::into_inner);
        let (scale, shift) = points(view.rules());
        for (value, &thought) in values.iter_mut().zip(net.values(view, legal)) {
            *value = scale * thought + shift;
        }
        true
    }

    /// It values what a player sees, and leaves are positions with open cards: worlds are played to their ends.
    fn leaves(&self, positions: &[Position], seat: Seat, values: &mut [f32]) {
        for (value, position) in values.iter_mut().zip(positions) {
            *value = position.payoff(seat);
        }
    }
}

/// From the net's units to points: see [`HeartsEncoder`]. With the moon a net thinks in differences to the mean of the
/// others, which have the rest of the 26 points unless somebody shoots.
fn points(rules: &Rules) -> (f32, f32) {
    if rules.moon == Moon::Off && !rules.jack { (6.5, -6.5) } else { (6.0, -6.5) }
}
