use std::sync::Arc;

use kirifuda_arena::{ArenaError, Contestant, Maker, Monitor, Outcome, Plan, Sink};
use kirifuda_learn::net::Observer;
use kirifuda_play::{Game, Imagine, Measured, Policy, Text, suggest};

use crate::frame::Trainer;
use crate::{CatalogError, Setting, Spec};

/// A game with its players.
pub trait Listed: Text + Imagine + Measured {
    /// What it is, in one line.
    const ABOUT: &'static str;
    /// Its players, weakest first.
    fn players() -> Vec<Player<Self>>;
    /// The learners that can be trained for it.
    fn trainers() -> Vec<Trainer<Self>> {
        Vec::new()
    }
    /// What a seat sees of a position as bits, where the game has an encoder.
    fn observer() -> Option<Box<dyn Observer<Self>>> {
        None
    }
    /// How its series are played, where it has series.
    fn matches() -> Option<MatchRunner<Self>> {
        None
    }
}

/// Plays series of deals: [`kirifuda_arena::play_matches`] for a game that has them.
pub type MatchRunner<G> = fn(&Plan<'_, G>, &dyn Monitor, Option<Sink<'_>>) -> Result<Outcome, ArenaError>;

/// A player in the list.
pub struct Player<G: Game> {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// What can be set.
    pub settings: &'static [Setting],
    /// How long it thinks.
    pub pace: Pace,
    /// Makes it for a game under these rules.
    pub build: fn(&G::Rules, &Spec) -> Result<Maker<G>, String>,
}

/// How long a player thinks about a move with its usual settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pace {
    /// Well under a millisecond.
    Quick,
    /// Some milliseconds.
    Moment,
    /// It looks ahead for as long as it is told to.
    Long,
}

impl Pace {
    /// The name in `--json` and in the catalog of the page.
    pub fn name(self) -> &'static str {
        match self {
            Pace::Quick => "quick",
            Pace::Moment => "moment",
            Pace::Long => "long",
        }
    }
}

/// The pace of the player of a specification; nothing for one that is not in the list.
pub fn pace<G: Listed>(text: &str) -> Option<Pace> {
    let spec = Spec::parse(text).ok()?;
    G::players().iter().find(|player| player.name == spec.name).map(|player| player.pace)
}

/// Work that can be done with any game.
pub trait Visitor {
    /// What comes out.
    type Output;
    /// Does it.
    fn visit<G: Listed>(self) -> Self::Output;
}

/// The player of a specification, ready for a match.
///
/// ```
/// use kirifuda_arena::{Plan, Quiet, play_deals};
/// use kirifuda_catalog::contestant;
/// use kirifuda_games::hearts::{Hearts, Rules};
///
/// let rules = Rules::falcon();
/// let names = ["linear-q", "stock", "stock", "stock"];
/// let contestants = names.iter().map(|name| contestant::<Hearts>(&rules, name)).collect::<Result<Vec<_>, _>>()?;
/// let plan = Plan { rules: &rules, contestants: &contestants, deals: 100, seed: 1, threads: None };
/// let outcome = play_deals(&plan, &Quiet, None)?.json();
/// assert!(outcome["players"][0]["penalty_ratio"].as_f64() < Some(0.25));
///
/// let wrong = contestant::<Hearts>(&rules, "mc:sims=0").err().map(|why| why.to_string());
/// assert_eq!(wrong.unwrap(), "player `mc:sims=0`: `sims=0`: allowed are whole numbers from 1 to 100000000");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn contestant<G: Listed>(rules: &G::Rules, text: &str) -> Result<Contestant<G>, CatalogError> {
    let spec = Spec::parse(text)?;
    let players = G::players();
    let Some(player) = players.iter().find(|player| player.name == spec.name) else {
        return Err(CatalogError(format!(
            "unknown player `{}` for {}{}",
            spec.name,
            G::NAME,
            suggest::remedy(&spec.name, players.iter().map(|player| player.name).chain(["exec"]))
        )));
    };
    spec.check("player", player.settings)?;
    let maker = (player.build)(rules, &spec).map_err(|why| CatalogError(format!("player `{text}`: {why}")))?;
    Ok(Contestant { name: text.to_string(), maker })
}

/// A maker that hands out copies.
pub(crate) fn same<G: Game, P: Policy<G> + Clone + Sync + 'static>(policy: P) -> Maker<G> {
    Arc::new(move || Ok(Box::new(policy.clone())))
}
