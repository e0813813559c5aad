//! Characters: players of the list with a face and a name, for people who want an opponent and not a method.

mod looks;
mod people;

use serde::Deserialize;
use serde_json::{Value, json};

pub use looks::{Eyes, Hair, Head, Looks, Mouth};
pub use people::{DAIFUGO, HEARTS, KUHN, LEDUC, MONSTERS, OH_HELL, PLAIN_TRICKS, SPADES};

/// A character. What it is called and what it is like are words of the dictionary: `rival.NAME`, `rival.NAME.about`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rival {
    /// Its name, the same in all languages; one of a kind among all games.
    pub name: &'static str,
    /// The specification of the player that it is.
    pub player: &'static str,
    /// It goes on learning from the games of whoever plays against it: a learner of this name is made for everybody.
    pub learns: bool,
    /// The paper that it comes from.
    pub paper: Option<&'static str>,
    /// What it looks like.
    pub looks: Looks,
}

/// What the ladder of a game was measured to be: every character against the one before, at all other seats.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Ladder {
    /// The game.
    pub game: String,
    /// The rules that were played.
    pub rules: String,
    /// The seed of the deals.
    pub seed: u64,
    /// From the second character on.
    pub rungs: Vec<Rung>,
}

/// A character against the one before.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Rung {
    /// The character.
    pub name: String,
    /// What it played.
    pub player: String,
    /// The character before.
    pub below: String,
    /// Deals, each in every rotation.
    pub deals: u64,
    /// What a deal brought more than the mean of the others.
    pub difference: f64,
    /// Half of the 95% interval of the difference.
    pub ci95: f64,
    /// The share of deals that it won; a shared first place counts in part.
    pub wins: f64,
}

/// The measured ladders of all games. `python3 scripts/rivals.py --write` makes them.
pub fn ladders() -> Result<Vec<Ladder>, String> {
    serde_json::from_str(include_str!("ladders.json")).map_err(|why| format!("the ladders cannot be read: {why}"))
}

/// The characters of a game, the weakest first, as they are told of.
pub(crate) fn told(game: &str, rivals: &[Rival]) -> Vec<Value> {
    let ladders = ladders().unwrap_or_default();
    let ladder = ladders.iter().find(|ladder| ladder.game == game);
    let tell = |rival: &Rival| {
        let rung = ladder.and_then(|ladder| ladder.rungs.iter().find(|rung| rung.name == rival.name));
        json!({
            "name": rival.name,
            "player": rival.player,
            "learns": rival.learns,
            "paper": rival.paper,
            "looks": rival.looks,
            "measured": rung.map(|rung| json!({ "below": rung.below, "deals": rung.deals, "wins": rung.wins })),
        })
    };
    rivals.iter().map(tell).collect()
}
