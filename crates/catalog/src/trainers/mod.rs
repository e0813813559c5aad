//! Learners by name: how a training is asked for, started, taken up again and written down, free of any one learner.

mod differences;
mod learn;
mod opposition;
mod saved;

use kirifuda_arena::Maker;
use kirifuda_learn::model::{Header, Kind, Model};
use kirifuda_play::{Episode, Game, Rules, Seat, suggest};
use kirifuda_players::common::Explanation;
pub use kirifuda_players::common::NO_PERCEPTS;
use serde_json::{Map, Value};

use crate::{CatalogError, Listed, Setting, Settings, Spec};
use differences::Differences;
pub use learn::Planned;
pub(crate) use learn::{Draft, Learn};
pub(crate) use opposition::{MIRROR, made};
pub use opposition::{Opposition, SELF_PLAY, others};
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
            adapt: None,
        }
    }

    /// Makes a checkpoint of a model from which it learns by studying.
    fn adapt(&self, model: &mut Model<'static>) -> Result<(), CatalogError> {
        let name = self.name;
        let adapt = self
            .adapt
            .ok_or_else(|| CatalogError(format!("learner `{name}` does not learn from games that others play")))?;
        adapt(model);
        Ok(())
    }

    fn plan(&self, order: &Order<'_, G>) -> Result<Planned<G>, String> {
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
    /// Who sits at the other seats: see [`Opposition::read`].
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

/// A training as it is asked for: what is left out has its default, or is as it was in the checkpoint.
pub struct Wish<'a, G: Game> {
    /// The learner and the settings that are asked for: `linear-q:step=0.2`.
    pub learner: &'a str,
    /// The rules.
    pub rules: Option<G::Rules>,
    /// Who sits at the other seats; by default whom the learner's [`Trainer::opponents`] name.
    pub opponents: Option<&'a str>,
    /// The seed; by default 1.
    pub seed: Option<u64>,
}

/// Reads a wish: everything that can be wrong with it is found, and nothing is learned yet.
pub fn plan<G: Listed>(wish: &Wish<'_, G>) -> Result<Planned<G>, CatalogError> {
    let (trainer, spec) = find::<G>(wish.learner)?;
    let first = (G::Rules::book().presets[0].rules)();
    let order = Order {
        rules: wish.rules.as_ref().unwrap_or(&first),
        spec: &spec,
        opponents: wish.opponents.unwrap_or(trainer.opponents),
        seed: wish.seed.unwrap_or(1),
    };
    trainer.plan(&order).map_err(failed(&spec))
}

/// Starts a training.
pub fn start<G: Listed>(wish: &Wish<'_, G>) -> Result<Box<dyn Trainee<G>>, CatalogError> {
    let spec = Spec::parse(wish.learner)?;
    plan(wish)?.start().map_err(failed(&spec))
}

/// Starts a training with what another one of the same learner has learned. Its order is its own, and its deals are counted
/// from the first.
pub fn start_from<G: Listed>(wish: &Wish<'_, G>, learned: Model<'static>) -> Result<Box<dyn Trainee<G>>, CatalogError> {
    let (trainer, spec) = find::<G>(wish.learner)?;
    let (planned, failed) = (plan(wish)?, failed(&spec));
    let adapt = trainer.adapt.ok_or("it starts from nothing only, not from what another training has learned");
    let adapt = adapt.map_err(|why| failed(why.to_string()))?;
    let (was, asked) = (&learned.header, planned.header());
    let mut differences = Differences::default();
    differences.note("game", &was.game, &asked.game);
    differences.note("learner", &was.learner, &asked.learner);
    differences.note_layout(was, asked);
    if let Some(differences) = differences.text() {
        return Err(failed(format!("what was learned does not fit ({differences})")));
    }
    let header = Header { kind: Kind::Checkpoint, state: learned.header.state, ..asked.clone() };
    let mut model = Model { header, sections: learned.sections };
    adapt(&mut model);
    planned.resume(model).map_err(failed)
}

/// Takes up a training from its checkpoint. What is asked for must be as it was.
pub fn resume<G: Listed>(wish: &Wish<'_, G>, checkpoint: Model<'static>) -> Result<Box<dyn Trainee<G>>, CatalogError> {
    let (trainer, given) = find::<G>(wish.learner)?;
    let was = &checkpoint.header;
    if was.kind != Kind::Checkpoint {
        return Err(CatalogError("it is a finished model, not a checkpoint: only trainings go on".to_string()));
    }
    let mut differences = Differences::default();
    differences.note("game", &was.game, G::NAME);
    differences.note("learner", &was.learner, trainer.name);
    // Nothing else can be compared.
    differences.refuse()?;

    let failed = failed(&given);
    let mut spec = recorded(was);
    spec.settings.retain(|(key, _)| given.given(key).is_none());
    spec.settings.extend(given.settings.iter().cloned());
    let rules = match &wish.rules {
        Some(rules) => rules.clone(),
        None => G::Rules::book().parse(&was.rules).map_err(|why| failed(why.to_string()))?,
    };
    let opponents = wish.opponents.unwrap_or(&was.opponents);
    let order = Order { rules: &rules, spec: &spec, opponents, seed: wish.seed.unwrap_or(was.seed) };
    match trainer.plan(&order) {
        Ok(planned) => {
            let asked = planned.header();
            differences.note_headers(was, asked, trainer.settings.iter().map(|setting| setting.name));
            differences.note_layout(was, asked);
            differences.refuse()?;
            planned.resume(checkpoint).map_err(failed)
        }
        Err(why) => {
            // What is asked for may be fine and only not go with settings of the checkpoint, such as those of self-play
            // with other opponents. Then it is what differs that has to be told.
            if let Ok(asked) = trainer.plan(&Order { spec: &given, ..order }) {
                let names = given.settings.iter().map(|(name, _)| name.as_str());
                differences.note_headers(was, asked.header(), names);
            } else if let Ok(asked) = Opposition::<G>::read(&rules, opponents) {
                differences.note("opponents", &was.opponents, &asked.text());
            }
            differences.refuse()?;
            Err(failed(why))
        }
    }
}

/// A learner that goes on from a finished model, by the games that it is given to [study](Trainee::study).
pub fn adopt<G: Listed>(mut model: Model<'static>) -> Result<Box<dyn Trainee<G>>, CatalogError> {
    let name = model.header.learner.clone();
    let (trainer, _) = find::<G>(&name)?;
    model.header.kind = Kind::Checkpoint;
    trainer.adapt(&mut model)?;
    resume(&Wish { learner: &name, rules: None, opponents: None, seed: None }, model)
}

/// A learner that knows nothing yet, and learns by the games that it is given to [study](Trainee::study).
pub fn novice<G: Listed>(wish: &Wish<'_, G>) -> Result<Box<dyn Trainee<G>>, CatalogError> {
    let mut model = Model::new(plan(wish)?.header);
    let (trainer, given) = find::<G>(wish.learner)?;
    trainer.adapt(&mut model)?;
    let (header, failed) = (&model.header, failed(&given));
    let rules = G::Rules::book().parse(&header.rules).map_err(|why| failed(why.to_string()))?;
    let order = Order { rules: &rules, spec: &recorded(header), opponents: &header.opponents, seed: header.seed };
    trainer.plan(&order).and_then(Planned::start).map_err(failed)
}

/// Says which learner an error is of.
fn failed(spec: &Spec) -> impl Fn(String) -> CatalogError + use<'_> {
    move |why| CatalogError(format!("learner `{spec}`: {why}"))
}

/// The learner and the settings of a header.
pub(crate) fn recorded(header: &Header) -> Spec {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let settings = header.options.iter().map(|(key, value)| (key.clone(), text(value))).collect();
    Spec { name: header.learner.clone(), settings }
}

fn find<G: Listed>(learner: &str) -> Result<(Trainer<G>, Spec), CatalogError> {
    let spec = Spec::parse(learner)?;
    let mut trainers = G::trainers();
    let Some(place) = trainers.iter().position(|trainer| trainer.name == spec.name) else {
        let remedy = match trainers.is_empty() {
            true => ": nothing can be trained for this game".to_string(),
            false => suggest::remedy(&spec.name, trainers.iter().map(|trainer| trainer.name)),
        };
        return Err(CatalogError(format!("unknown learner `{}` for {}{remedy}", spec.name, G::NAME)));
    };
    let trainer = trainers.swap_remove(place);
    spec.check("learner", trainer.settings)?;
    Ok((trainer, spec))
}
