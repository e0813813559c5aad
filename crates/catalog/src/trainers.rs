//! Learners by name: how a training is asked for, started, taken up again and written down, free of any one learner.

use kirifuda_arena::{Contestant, Maker};
use kirifuda_learn::model::{Header, Kind, Model};
use kirifuda_play::{Episode, Game, Rules, Seat, suggest};
pub use kirifuda_players::common::NO_PERCEPTS;
use kirifuda_players::common::{Explanation, table_text};
use serde_json::{Map, Value};

use crate::{CatalogError, Listed, Setting, Spec, contestant};

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
    /// Starts a training.
    pub start: fn(&Order<'_, G>) -> Started<G>,
    /// Takes up a training from its checkpoint, which agrees with the order.
    pub resume: fn(&Order<'_, G>, Model<'static>) -> Started<G>,
    /// Makes a checkpoint of a finished model, from which it goes on by [`Trainee::study`]; none where it cannot.
    pub adapt: Option<fn(&mut Model<'static>)>,
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
    fn study(&mut self, _episode: &Episode<G>, _seats: &[Seat]) -> Result<(), String> {
        Err("it learns from its own play only".to_string())
    }
    /// How it goes, in a few words for the line of progress.
    fn note(&self) -> Option<String> {
        None
    }
    /// The player that the learner has become so far.
    fn player(&self) -> Maker<G>;
    /// How the model of now is made.
    fn header(&self) -> Header;
    /// What the player needs.
    fn model(&self) -> Model<'_>;
    /// What is needed to go on, bit for bit as if there had been no break.
    fn checkpoint(&self) -> Model<'_>;
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

/// Starts a training.
pub fn start<G: Listed>(wish: &Wish<'_, G>) -> Result<Box<dyn Trainee<G>>, CatalogError> {
    ordered(wish, |trainer, order| (trainer.start)(order))
}

/// Starts a training with what another one of the same learner has learned. Its order is its own, and its deals are counted
/// from the first.
pub fn start_from<G: Listed>(wish: &Wish<'_, G>, learned: Model<'static>) -> Result<Box<dyn Trainee<G>>, CatalogError> {
    ordered(wish, |trainer, order| {
        let adapt = trainer.adapt.ok_or("it starts from nothing only, not from what another training has learned")?;
        let (was, asked) = (&learned.header, (trainer.start)(order)?.header());
        let mut differences = Differences::default();
        differences.note("game", &was.game, &asked.game);
        differences.note("learner", &was.learner, &asked.learner);
        differences.note("feature layout", &was.layout, &asked.layout);
        differences.note("number of features", &was.dimensions.to_string(), &asked.dimensions.to_string());
        if !differences.0.is_empty() {
            return Err(format!("what was learned does not fit ({})", differences.0.join("; ")));
        }
        let header = Header { kind: Kind::Checkpoint, state: learned.header.state, ..asked };
        let mut model = Model { header, sections: learned.sections };
        adapt(&mut model);
        (trainer.resume)(order, model)
    })
}

/// Does something with the complete order of a wish.
fn ordered<G: Listed>(
    wish: &Wish<'_, G>,
    work: impl FnOnce(&Trainer<G>, &Order<'_, G>) -> Started<G>,
) -> Result<Box<dyn Trainee<G>>, CatalogError> {
    let (trainer, spec) = find::<G>(wish.learner)?;
    let first = (G::Rules::book().presets[0].rules)();
    let order = Order {
        rules: wish.rules.as_ref().unwrap_or(&first),
        spec: &spec,
        opponents: wish.opponents.unwrap_or(trainer.opponents),
        seed: wish.seed.unwrap_or(1),
    };
    work(&trainer, &order).map_err(|why| CatalogError(format!("learner `{spec}`: {why}")))
}

/// Takes up a training from its checkpoint. What is asked for must be as it was.
pub fn resume<G: Listed>(wish: &Wish<'_, G>, checkpoint: Model<'static>) -> Result<Box<dyn Trainee<G>>, CatalogError> {
    let (trainer, given) = find::<G>(wish.learner)?;
    let was = &checkpoint.header.clone();
    if was.kind != Kind::Checkpoint {
        return Err(CatalogError("it is a finished model, not a checkpoint: only trainings go on".to_string()));
    }
    let mut differences = Differences::default();
    differences.note("game", &was.game, G::NAME);
    differences.note("learner", &was.learner, trainer.name);
    // Nothing else can be compared.
    differences.refuse()?;

    let failed = |why: String| CatalogError(format!("learner `{given}`: {why}"));
    let mut spec = Spec { name: given.name.clone(), settings: Vec::new() };
    let settings = was.options.iter().map(|(key, value)| (key.clone(), value.as_str().unwrap_or_default().to_string()));
    spec.settings.extend(settings.filter(|(key, _)| given.given(key).is_none()));
    spec.settings.extend(given.settings.iter().cloned());
    let rules = match &wish.rules {
        Some(rules) => rules.clone(),
        None => G::Rules::book().parse(&was.rules).map_err(|why| failed(why.to_string()))?,
    };
    let opponents = wish.opponents.unwrap_or(&was.opponents);
    let order = Order { rules: &rules, spec: &spec, opponents, seed: wish.seed.unwrap_or(was.seed) };
    // A training from the start under the same order has the same header but for the deals.
    match (trainer.start)(&order) {
        Ok(asked) => {
            let asked = asked.header();
            differences.note_headers(was, &asked, trainer.settings.iter().map(|setting| setting.name));
            differences.note("feature layout", &was.layout, &asked.layout);
            differences.note("number of features", &was.dimensions.to_string(), &asked.dimensions.to_string());
            differences.refuse()?;
        }
        Err(why) => {
            // What is asked for may be fine and only not go with settings of the checkpoint, such as those of self-play
            // with other opponents. Then it is what differs that has to be told.
            if let Ok(asked) = (trainer.start)(&Order { spec: &given, ..order }) {
                let names = given.settings.iter().map(|(name, _)| name.as_str());
                differences.note_headers(was, &asked.header(), names);
            } else if let Ok(asked) = Opposition::<G>::read(&rules, opponents) {
                differences.note("opponents", &was.opponents, &asked.text());
            }
            differences.refuse()?;
            return Err(failed(why));
        }
    }
    (trainer.resume)(&order, checkpoint).map_err(failed)
}

/// A learner that goes on from a finished model, by the games that it is given to [study](Trainee::study).
pub fn adopt<G: Listed>(mut model: Model<'static>) -> Result<Box<dyn Trainee<G>>, CatalogError> {
    let name = model.header.learner.clone();
    let (trainer, _) = find::<G>(&name)?;
    let Some(adapt) = trainer.adapt else {
        return Err(CatalogError(format!("learner `{name}` does not learn from games that others play")));
    };
    model.header.kind = Kind::Checkpoint;
    adapt(&mut model);
    resume(&Wish { learner: &name, rules: None, opponents: None, seed: None }, model)
}

/// Where a checkpoint is not what was asked for.
#[derive(Default)]
struct Differences(Vec<String>);

impl Differences {
    fn note(&mut self, what: &str, was: &str, asked: &str) {
        if was != asked {
            self.0.push(format!("{what}: {was}, not {asked}"));
        }
    }

    /// Notes where the trainings of two headers differ in what can be asked for, these settings included.
    fn note_headers<'a>(&mut self, was: &Header, asked: &Header, settings: impl Iterator<Item = &'a str>) {
        self.note("rules", &was.rules, &asked.rules);
        self.note("opponents", &was.opponents, &asked.opponents);
        self.note("seed", &was.seed.to_string(), &asked.seed.to_string());
        for name in settings {
            let text = |options: &Map<String, Value>| match options.get(name) {
                Some(value) => value.as_str().unwrap_or_default().to_string(),
                None => "not set".to_string(),
            };
            self.note(name, &text(&was.options), &text(&asked.options));
        }
    }

    fn refuse(&self) -> Result<(), CatalogError> {
        if self.0.is_empty() {
            return Ok(());
        }
        Err(CatalogError(format!(
            "it is of another training ({}): ask for the same, or leave it out, since the checkpoint knows",
            self.0.join("; ")
        )))
    }
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

impl<G: Game> Order<'_, G> {
    /// How the model of a learner that has just started is made.
    pub fn header(&self, layout: &str, dimensions: usize, opponents: &str, options: Map<String, Value>) -> Header {
        Header {
            kind: Kind::Model,
            learner: self.spec.name.clone(),
            game: G::NAME.to_string(),
            rules: G::Rules::book().text(self.rules),
            layout: layout.to_string(),
            dimensions: dimensions as u64,
            seed: self.seed,
            deals: 0,
            opponents: opponents.to_string(),
            options,
            program: env!("CARGO_PKG_VERSION").to_string(),
            state: Map::new(),
            notes: Map::new(),
        }
    }
}

/// Who sits at the other seats while a learner learns.
pub enum Opposition<G: Game> {
    /// Uniformly random players.
    Random,
    /// Earlier selves of the learner.
    SelfPlay,
    /// The learner itself, learning at every seat.
    Mirror,
    /// These players of the list, from the learner's left.
    Players(Vec<Contestant<G>>),
}

/// The text of [`Opposition::SelfPlay`].
pub const SELF_PLAY: &str = "self-play";
const RANDOM: &str = "random";
const MIRROR: &str = "mirror";

impl<G: Listed> Opposition<G> {
    /// Reads `random`, `self-play`, `mirror`, the name of a player for all other seats (`stock`), or one for each of
    /// them from the learner's left, joined by `+` (`stock+jake+random`).
    pub fn read(rules: &G::Rules, text: &str) -> Result<Opposition<G>, String> {
        Ok(match text.trim() {
            SELF_PLAY => Opposition::SelfPlay,
            MIRROR => Opposition::Mirror,
            text => {
                let players = others::<G>(rules, text)
                    .map_err(|why| format!("opponents `{text}`: {why} (or `{RANDOM}`, `{SELF_PLAY}`, `{MIRROR}`)"))?;
                if players.iter().all(|player| player.name == RANDOM) {
                    return Ok(Opposition::Random);
                }
                for player in &players {
                    let made = (player.maker)().map_err(|why| why.to_string());
                    if made?.watch().is_some() {
                        return Err(format!(
                            "opponents `{text}`: `{}` follows whole games and cannot be learned against",
                            player.name
                        ));
                    }
                }
                Opposition::Players(players)
            }
        })
    }

    /// The text that [`read`](Opposition::read) takes, the same for all ways to say the same.
    pub fn text(&self) -> String {
        match self {
            Opposition::Random => RANDOM.to_string(),
            Opposition::SelfPlay => SELF_PLAY.to_string(),
            Opposition::Mirror => MIRROR.to_string(),
            Opposition::Players(players) => table_text(players),
        }
    }
}

/// The players of a text for all seats but one: one name for all of them, or one for each, joined by `+`.
pub fn others<G: Listed>(rules: &G::Rules, text: &str) -> Result<Vec<Contestant<G>>, String> {
    let (seats, names): (usize, Vec<&str>) = (rules.seats() - 1, text.split('+').map(str::trim).collect());
    if names.len() != 1 && names.len() != seats {
        return Err(format!("{} players for {seats} seats; name one for all, or {seats} joined by `+`", names.len()));
    }
    if let Some(program) = names.iter().find(|name| name.starts_with("exec:")) {
        return Err(format!("`{program}` is an outside program; only players of the list can sit here"));
    }
    let players = names.iter().cycle().take(seats).map(|name| contestant::<G>(rules, name));
    players.collect::<Result<Vec<_>, _>>().map_err(|why| why.to_string())
}
