use kirifuda_play::Tabular;
use kirifuda_players::poker;

use crate::listed::same;
use crate::{Player, Setting};

/// The player in the list.
pub(crate) fn player<G: Tabular>() -> Player<G> {
    Player {
        name: "cfr",
        about: "the solved game: the average strategy of CFR+",
        settings: &[Setting {
            name: "iterations",
            default: "1000",
            about: "iterations of CFR+, 1 to 1000000: more is closer to the equilibrium",
        }],
        build: |rules, spec| {
            let iterations = spec.number("iterations", 1000, 1..=1_000_000)?;
            Ok(same(poker::solve::<G>(rules, iterations).map_err(|why| why.to_string())?))
        },
    }
}
