use kirifuda_play::Tabular;
use kirifuda_players::poker;

use crate::listed::same;
use crate::{Pace, Player, Setting, Settings};

const SETTINGS: &[Setting] =
    &[Setting::whole("iterations", 1..=1_000_000, "1000", "iterations of CFR+: more is closer to the equilibrium")
        .shared_most(20_000.0)];

/// The player in the list.
pub(crate) fn player<G: Tabular>() -> Player<G> {
    Player {
        name: "cfr",
        about: "the solved game: the average strategy of CFR+",
        settings: SETTINGS,
        pace: Pace::Quick,
        models: &[],
        budget: None,
        build: |rules, spec| {
            let iterations = Settings::new(spec, SETTINGS).whole("iterations")?;
            Ok(same(poker::solve::<G>(rules, iterations).map_err(|why| why.to_string())?))
        },
    }
}
