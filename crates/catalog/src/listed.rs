use std::sync::Arc;

use kirifuda_arena::{Contestant, Maker};
use kirifuda_play::{Game, Imagine, Measured, Numbered, Phrase, Policy, suggest};
use kirifuda_players::common::{Coached, Reason, Sighted};

use crate::frame::Trainer;
use crate::{CatalogError, Face, MatchRunner, Setting, Shipped, Spec, Succession, WrittenOut, Yardstick};

/// A game with its players.
pub trait Listed: Numbered + Imagine + Measured + Sighted {
    /// What it is, in one line.
    const ABOUT: &'static str;
    /// How it is offered to people.
    const FACE: Face = Face::USUAL;
    /// Whom a learner meets in the exams of a training where nothing is said.
    const EXAMINER: &'static str = "random";
    /// What the strength of its players is measured by, in the tables of the documents.
    const YARDSTICKS: &'static [Yardstick] = &[Yardstick::USUAL];

    /// Its players, weakest first.
    fn players() -> Vec<Player<Self>>;
    /// The learners that can be trained for it.
    fn trainers() -> Vec<Trainer<Self>> {
        Vec::new()
    }
    /// The model of a learner that comes with the program for these rules. None before there is one: until then the player
    /// of the same name is given a file.
    fn shipped(_learner: &str, _rules: &Self::Rules) -> Option<&'static Shipped> {
        None
    }
    /// Whether what was learned under some rules can be used under others. It can, unless they have other moves.
    fn carries_over(_learned: &Self::Rules, _used: &Self::Rules) -> bool {
        true
    }
    /// What speaks for a move, or against it, in one sentence; nothing where there is nothing to say. See
    /// [`Coached`](kirifuda_players::common::Coached).
    fn reason(_view: Self::View<'_>, _legal: &[Self::Action], _action: Self::Action, _about: About) -> Option<Phrase> {
        None
    }
    /// What one deal hands on to the next, where it has series.
    fn series() -> Option<Succession<Self>> {
        None
    }
    /// All deals and situations, where it is small enough to be written out in full.
    fn written_out() -> Option<WrittenOut<Self>> {
        None
    }
    /// How its series are played, where it has series.
    fn matches() -> Option<MatchRunner<Self>> {
        Self::series().map(|series| series.matches)
    }
}

/// What is asked about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// What speaks for it.
    For,
    /// What speaks against it.
    Against,
}

/// The reason of a game that is [`Coached`].
pub(crate) fn coached<G: Coached>(
    view: G::View<'_>,
    legal: &[G::Action],
    action: G::Action,
    about: About,
) -> Option<Phrase> {
    let reason = match about {
        About::For => G::speaks_for(view, legal, action),
        About::Against => G::speaks_against(view, legal, action),
    };
    reason.map(|reason| reason.phrase())
}

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
    /// The learners whose models it plays.
    pub models: &'static [&'static str],
    /// What it may spend on a move, where it looks ahead.
    pub budget: Option<Budget>,
    /// Makes it for a game under these rules.
    pub build: fn(&G::Rules, &Spec) -> Result<Maker<G>, String>,
}

impl<G: Listed> Player<G> {
    /// It can play as it is listed: every model that it needs comes with the program.
    pub fn is_ready(&self, rules: &G::Rules) -> bool {
        self.models.iter().all(|learner| G::shipped(learner, rules).is_some())
    }

    /// Its specification with a small budget that is counted: quick, and the same on every machine.
    pub fn brief(&self) -> String {
        self.with(self.budget.map_or("", |budget| budget.brief))
    }

    /// Its specification with some settings.
    pub fn with(&self, settings: &str) -> String {
        if settings.is_empty() { self.name.to_string() } else { format!("{}:{settings}", self.name) }
    }
}

/// What a player that looks ahead may spend on a move. What is counted gives the same moves on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The setting that counts it: `sims`, `worlds`.
    pub setting: &'static str,
    /// Settings with which it thinks briefly.
    pub brief: &'static str,
    /// Settings with which its strength is measured; none where its usual ones are counted.
    pub measured: &'static str,
    /// It is measured on one in so many of the deals that quick players are measured on.
    pub one_in: u32,
}

impl Budget {
    /// Simulations.
    pub const SIMS: Budget = Budget { setting: "sims", brief: "sims=20", measured: "", one_in: 10 };
    /// Imagined worlds instead of time.
    pub const WORLDS: Budget = Budget { setting: "worlds", brief: "worlds=4", measured: "worlds=100", one_in: 60 };
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

/// The player of a specification looks ahead for a time, not for some simulations: it is waited for.
pub fn thinks_long<G: Listed>(text: &str) -> bool {
    let Ok(spec) = Spec::parse(text) else { return false };
    let counted = |player: &Player<G>| player.budget.is_some_and(|budget| budget.setting == Budget::SIMS.setting);
    let found = G::players().into_iter().find(|player| player.name == spec.name);
    found.is_some_and(|player| player.pace == Pace::Long && !counted(&player))
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
/// let plan = Plan { rules: &rules, contestants: &contestants, first: 0, deals: 100, seed: 1, threads: None };
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
    Ok(Contestant { name: spec.to_string(), maker, many: false })
}

/// The same players at one table, games side by side if that pays: where all are quick, those that answer many questions at
/// once are asked so. The results are the same.
pub fn side_by_side<G: Listed>(mut contestants: Vec<Contestant<G>>) -> Vec<Contestant<G>> {
    let quick = |contestant: &Contestant<G>| pace::<G>(&contestant.name) == Some(Pace::Quick);
    if contestants.iter().all(|contestant| contestant.many || quick(contestant)) {
        for contestant in &mut contestants {
            contestant.many |= (contestant.maker)().is_ok_and(|mut player| player.many().is_some());
        }
    }
    contestants
}

/// A maker that hands out copies.
pub(crate) fn same<G: Game, P: Policy<G> + Clone + Sync + 'static>(policy: P) -> Maker<G> {
    Arc::new(move || Ok(Box::new(policy.clone())))
}
