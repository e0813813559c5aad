//! What all trainings have in common: headers, checks, checkpoints and refusals, free of any one learner.

mod learn;
mod saved;

use kirifuda_arena::Maker;
use kirifuda_learn::model::{Header, Kind, Model};
use kirifuda_play::{Episode, Game, Rules, Seat};
use kirifuda_players::common::Explanation;
pub use kirifuda_players::common::NO_PERCEPTS;
use serde_json::{Map, Value};

use crate::{CatalogError, Setting, Settings, Spec};
pub use learn::Planned;
pub(crate) use learn::{Draft, Learn};
pub(crate) use saved::{MISFIT, Saved, with_pool};

/// A learner in the list.
pub struct Trainer<G: Game> {
    /// Its name; the player that plays its models has the same.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// What can be set.
    pub settings: &'static [Setting],
    /// Which settings choose what the learner sees, and from what: `kirifuda select` finds good choices.
    pub percepts: &'static [PerceptChoice],
    /// Who sits at the other seats where nothing is said.
    pub opponents: &'static str,
    /// Puts what a model has learned into words.
    pub explain: Option<Explain<G>>,
    /// Reads an order, and of the settings all that decide something.
    pub(crate) draft: fn(&Order<'_, G>, &mut Settings<'_>) -> Result<Draft<G>, String>,
    /// Why a setting that was given and not read decides nothing: what follows "`pool=5` decides nothing here".
    pub(crate) idle: fn(&str, &Settings<'_>) -> String,
    /// Whether it may be trained over the network; not where that takes hours and gigabytes.
    pub shared: bool,
    /// Whether it learns the same on every machine, to the bit.
    pub portable: bool,
    /// Makes a checkpoint of a finished model, from which it goes on by [`Trainee::study`]; none where it cannot.
    pub adapt: Option<fn(&mut Model<'static>)>,
}

impl<G: Game> Trainer<G> {
    /// A learner of this name, with what it is, what can be set, its usual opponents, and how it reads an order.
    pub(crate) fn new(
        name: &'static str,
        about: &'static str,
        settings: &'static [Setting],
        opponents: &'static str,
        draft: fn(&Order<'_, G>, &mut Settings<'_>) -> Result<Draft<G>, String>,
    ) -> Trainer<G> {
        Trainer {
            name,
            about,
            settings,
            percepts: &[],
            opponents,
            explain: None,
            draft,
            idle: |_, _| ": leave it out".to_string(),
            shared: true,
            portable: true,
            adapt: None,
        }
    }

    /// Makes a checkpoint of a model from which it learns by studying.
    pub(crate) fn adapt(&self, model: &mut Model<'static>) -> Result<(), CatalogError> {
        let name = self.name;
        let adapt = self
            .adapt
            .ok_or_else(|| CatalogError(format!("learner `{name}` does not learn from games that others play")))?;
        adapt(model);
        Ok(())
    }

    pub(crate) fn plan(&self, order: &Order<'_, G>) -> Result<Planned<G>, String> {
        let mut settings = Settings::new(order.spec, self.settings);
        let Draft { layout, dimensions, opponents, open } = (self.draft)(order, &mut settings)?;
        if let Some((key, value)) = settings.idle() {
            return Err(format!("`{key}={value}` decides nothing here{}", (self.idle)(key, &settings)));
        }
        let header = Header {
            kind: Kind::Model,
            learner: order.spec.name.clone(),
            game: G::NAME.to_string(),
            rules: G::Rules::book().text(order.rules),
            layout,
            dimensions: dimensions as u64,
            seed: order.seed,
            deals: 0,
            opponents,
            options: settings.used(),
            program: env!("CARGO_PKG_VERSION").to_string(),
            state: Map::new(),
            notes: Map::new(),
        };
        Ok(Planned { header, open })
    }
}

/// A setting whose value is a choice of percepts: their numbers joined by `+` (`6+14+15`), or [`NO_PERCEPTS`].
pub struct PerceptChoice {
    /// The name of the setting, which is that of the part of play that the percepts are for: `lead`.
    pub side: &'static str,
    /// What there is to choose from: number, name, and what is perceived.
    pub names: fn() -> Vec<(String, &'static str, &'static str)>,
}

/// What a model has learned, of its rules so many, the most used first: a file, or the one that comes with the program for
/// the rules.
pub type Explain<G> = fn(Explained<'_, G>, usize) -> Result<Explanation, String>;

/// What is to be put into words.
pub enum Explained<'a, G: Game> {
    /// This model.
    Model(Box<Model<'static>>),
    /// The model that comes with the program for these rules.
    Shipped(&'a G::Rules),
}

/// A learner at work, or why there is none.
pub type Started<G> = Result<Box<dyn Trainee<G>>, String>;

/// Everything that determines a training.
pub struct Order<'a, G: Game> {
    /// The rules to learn under.
    pub rules: &'a G::Rules,
    /// The learner and its settings; all of them are known to it.
    pub spec: &'a Spec,
    /// Who sits at the other seats: see [`Opposition::read`](crate::trainers::Opposition::read).
    pub opponents: &'a str,
    /// All chance comes from it.
    pub seed: u64,
}

/// A learner at work.
pub trait Trainee<G: Game> {
    /// Deals learned from.
    fn deals(&self) -> u64;
    /// Plays and learns so many deals more. An error says what went wrong and what to do.
    fn advance(&mut self, deals: u64) -> Result<(), String>;
    /// Learns from a game that was played elsewhere, as if it had sat at these seats. An error says why not.
    fn study(&mut self, episode: &Episode<G>, seats: &[Seat]) -> Result<(), String>;
    /// How it goes, in a few words for the line of progress.
    fn note(&self) -> Option<String>;
    /// The player that the learner has become so far.
    fn player(&self) -> Result<Maker<G>, String>;
    /// How the model of now is made.
    fn header(&self) -> Header;
    /// What the player needs. An error, such as that of a graphics card, says why it cannot be told.
    fn model(&self) -> Result<Model<'_>, String>;
    /// What is needed to go on, bit for bit as if there had been no break.
    fn checkpoint(&self) -> Result<Model<'_>, String>;
}

/// The learner and the settings of a header.
pub(crate) fn recorded(header: &Header) -> Spec {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let settings = header.options.iter().map(|(key, value)| (key.clone(), text(value))).collect();
    Spec { name: header.learner.clone(), settings }
}
