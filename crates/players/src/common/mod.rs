//! What no game owns.

mod averages;
pub(crate) mod blocks;
mod coach;
mod numbers;
mod sentence;
mod sighted;

pub use averages::Averages;
pub use coach::{Coached, Reason};
pub use numbers::Numbers;
pub use sentence::{Chart, Explanation, Sentence};
pub use sighted::Sighted;
pub(crate) use sighted::sighted;

use kirifuda_arena::Contestant;
use kirifuda_play::Game;

/// The choice of no percepts at all.
pub const NO_PERCEPTS: &str = "none";

/// The names of players at some seats, joined by `+`: one name if all are the same.
pub fn table_text<G: Game>(players: &[Contestant<G>]) -> String {
    let mut names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    if names.iter().all(|name| *name == names[0]) {
        names.truncate(1);
    }
    names.join("+")
}
