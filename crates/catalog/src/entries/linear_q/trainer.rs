use kirifuda_learn::linear_q::{Opponents, Options, Pool, Selection, State, Step, Task, Training};
use kirifuda_learn::model::{Header, Kind, Model};
use kirifuda_play::{Episode, Fault, Game, Seat, Word, word};
use kirifuda_players::tricks::linear_q::Part;
use serde_json::{Map, Value, json};

use super::{FeatureSet, Linear};
use crate::Setting;
use crate::listed::same;
use crate::settings::Settings;
use crate::trainers::{Opposition, Order, SELF_PLAY, Started, Trainee, Trainer};

/// The name of learner and player.
pub(super) const LEARNER: &str = "linear-q";

/// The learner of the list.
pub fn trainer<G: Linear>() -> Trainer<G> {
    Trainer {
        name: LEARNER,
        about: "Q-learning with a linear value over sparse features (paper 001)",
        settings: SETTINGS,
        percepts: &[],
        opponents: SELF_PLAY,
        explain: None,
        start,
        resume,
        adapt: Some(adapt),
    }
}

/// What can be set, with the defaults of everyone who trains without saying more.
pub const SETTINGS: &[Setting] = &[
    Setting::choice("features", FEATURES, "ranks", "what is seen of a move"),
    Setting::real("step", 1e-6..=10.0, "0.1", "α: the size of a learning step"),
    Setting::whole(
        "halved-after",
        0..=1_000_000_000_000,
        "2000",
        "the step is halved after so many deals, to a third after twice as many, … (0: constant)",
    ),
    Setting::switch("shared-step", "auto", "the step is divided by the number of active features")
        .or(&[word("auto", "on for wide features, off for others")]),
    Setting::real("discount", 0.0..=1.0, "0.8", "γ: what a reward one move later counts"),
    Setting::real("epsilon", 0.0..=1.0, "0.1", "ε: how often any move is tried instead of the best"),
    Setting::real("temperature", 1e-6..=1e6, "off", "instead of ε: moves in proportion to exp(value / temperature)")
        .or(&[word("off", "")]),
    Setting::whole(
        "temperature-halved-after",
        0..=1_000_000_000_000,
        "0",
        "the temperature is halved after so many deals (0: constant)",
    ),
    Setting::real("trace", 0.0..=1.0, "0", "λ: how much what really followed counts (0: one-step)"),
    Setting::switch("average", "off", "play with an average of the weights over the training"),
    Setting::whole("snapshot-every", 1..=1_000_000_000, "100", "self-play: deals between two stored opponents"),
    Setting::whole(
        "pool",
        2..=10_000,
        "auto",
        "self-play: at most so many stored opponents; when it is full every second is dropped",
    )
    .or(&[word("auto", "1000, or as many as 100 MB hold")])
    .shared_most(100.0),
];

/// Those of all games; which a game has is told when it is asked for another.
pub(super) const FEATURES: &[Word] = &{
    let mut words = [word("", ""); 4 + Part::ALL.len()];
    words[0] = word("ranks", "a reading of paper 001");
    words[1] = word("unplayed", "another reading of it");
    words[2] = word("wide", "more");
    words[3] = word("ranks-no-weakest", "ranks, but not which card is the weakest");
    let mut part = 0;
    while part < Part::ALL.len() {
        words[4 + part] = word(Part::ALL[part].left_out(), "");
        part += 1;
    }
    words
};

/// What a training needs besides its features.
pub(super) struct Course<G: Game> {
    rules: G::Rules,
    options: Options,
    opponents: Opponents<G>,
    seed: u64,
    header: Header,
}

fn start<G: Linear>(order: &Order<'_, G>) -> Started<G> {
    let (features, course) = prepare(order)?;
    Ok(features.start(course))
}

fn resume<G: Linear>(order: &Order<'_, G>, mut checkpoint: Model<'static>) -> Started<G> {
    const MISFIT: &str = "the checkpoint does not hold what such a training needs: start again";
    let (features, course) = prepare(order)?;
    let pool = match checkpoint.take(POOL) {
        Some(weights) => {
            let number = |key: &str| checkpoint.header.state.get(key).and_then(Value::as_u64).ok_or(MISFIT);
            let (every, most) = (number(POOL_EVERY)?, number(POOL_MOST)? as usize);
            Some(Pool::restore(features.dimensions(), every, most, weights).ok_or(MISFIT)?)
        }
        None => None,
    };
    let state = State {
        deals: checkpoint.header.deals,
        weights: checkpoint.take(WEIGHTS).ok_or(MISFIT)?,
        average: checkpoint.take(AVERAGE).unwrap_or_default(),
        pool,
    };
    let finite = |values: &[f32]| values.iter().all(|value| value.is_finite());
    if !finite(&state.weights) || !finite(&state.average) {
        return Err(MISFIT.to_string());
    }
    features.resume(course, state).ok_or_else(|| MISFIT.to_string())
}

/// The averaged weights become the ones that learn; a mean over millions of deals would not move any more.
fn adapt(model: &mut Model<'static>) {
    let header = &mut model.header;
    header.opponents = "mirror".to_string();
    header.options.insert("average".to_string(), json!("off"));
    for key in ["snapshot-every", "pool"] {
        header.options.remove(key);
    }
}

fn prepare<G: Linear>(order: &Order<'_, G>) -> Result<(FeatureSet<G>, Course<G>), String> {
    let opposition = Opposition::<G>::read(order.rules, order.opponents)?;
    let mut settings = Settings::new(order.spec, SETTINGS);
    let features = features::<G>(&mut settings)?;
    let options = options(&mut settings, features.name)?;
    let header = |settings: Settings<'_>| {
        let used = all_used(settings)?;
        Ok::<_, String>(order.header(features.layout(), features.dimensions(), &opposition.text(), used))
    };
    let (opponents, header) = match &opposition {
        Opposition::SelfPlay => {
            let every = settings.whole("snapshot-every")?;
            let most = most_snapshots(&mut settings, features.dimensions())?;
            (Opponents::SelfPlay(Pool::new(features.dimensions(), every, most)), header(settings)?)
        }
        Opposition::Random => (Opponents::Random, header(settings)?),
        Opposition::Mirror => (Opponents::Mirror, header(settings)?),
        Opposition::Players(players) => {
            let made: Result<Vec<_>, Fault> = players.iter().map(|player| (player.maker)()).collect();
            (Opponents::Players(made.map_err(|why| why.to_string())?), header(settings)?)
        }
    };
    Ok((features, Course { rules: order.rules.clone(), options, opponents, seed: order.seed, header }))
}

fn features<G: Linear>(settings: &mut Settings<'_>) -> Result<FeatureSet<G>, String> {
    let name = settings.text("features");
    let mut known = Vec::new();
    for features in G::features() {
        if features.name == name {
            settings.keep("features", features.name);
            return Ok(features);
        }
        known.push(features.name);
    }
    Err(format!("`features={name}`: allowed are {}", known.join(", ")))
}

fn options(settings: &mut Settings<'_>, features: &str) -> Result<Options, String> {
    let step = Step {
        size: settings.real("step")? as f32,
        halved_after: half_life(settings, "halved-after")?,
        shared: shared_step(settings, features)?,
    };
    let discount = settings.real("discount")? as f32;
    let selection = if settings.word("temperature").is_some() {
        Selection::Greedy { epsilon: settings.real("epsilon")? }
    } else {
        let temperature = settings.real("temperature")?;
        Selection::Boltzmann { temperature, halved_after: half_life(settings, "temperature-halved-after")? }
    };
    let trace = settings.real("trace")? as f32;
    Ok(Options { step, discount, selection, trace, average: settings.on_off("average")? })
}

/// The settings in force; those that were given and are not are refused.
fn all_used(settings: Settings<'_>) -> Result<Map<String, Value>, String> {
    let why = match settings.idle() {
        // `off`, as it is anyway
        None | Some(("temperature", _)) => return Ok(settings.used()),
        Some(("epsilon", _)) => "moves are chosen by `temperature`; give one of them",
        Some(("temperature-halved-after", _)) => "there is no `temperature`; give one, too",
        Some(_) => "it is for `--opponents self-play`; leave it out",
    };
    let (key, value) = settings.idle().unwrap_or_default();
    Err(format!("`{key}={value}` decides nothing here: {why}"))
}

/// Most snapshots of so many weights.
fn most_snapshots(settings: &mut Settings<'_>, dimensions: usize) -> Result<usize, String> {
    if settings.word("pool").is_none() {
        return settings.whole("pool");
    }
    let most = (100_000_000 / (dimensions * size_of::<f32>())).clamp(2, 1000);
    settings.keep("pool", most);
    Ok(most)
}

/// Wide features are too many at a time for a step that each of them makes in full: the weights would diverge.
fn shared_step(settings: &mut Settings<'_>, features: &str) -> Result<bool, String> {
    const KEY: &str = "shared-step";
    if settings.word(KEY).is_none() {
        return settings.on_off(KEY);
    }
    let on = features.starts_with("wide");
    settings.keep_on_off(KEY, on);
    Ok(on)
}

/// Nothing for 0: no halving.
fn half_life(settings: &mut Settings<'_>, key: &str) -> Result<Option<u64>, String> {
    let deals: u64 = settings.whole(key)?;
    Ok((deals > 0).then_some(deals))
}

/// A training of any task.
pub(super) struct Work<G: Game, T> {
    training: Training<G, T>,
    header: Header,
}

impl<G: Game, T: Task<G>> Work<G, T> {
    pub(super) fn start(task: T, course: Course<G>) -> Self {
        let Course { rules, options, opponents, seed, header } = course;
        Work { training: Training::new(rules, task, options, opponents, seed), header }
    }

    pub(super) fn resume(task: T, course: Course<G>, state: State) -> Option<Self> {
        let Course { rules, options, opponents, seed, header } = course;
        Some(Work { training: Training::restore(rules, task, options, opponents, seed, state)?, header })
    }
}

// Names in checkpoints.
const WEIGHTS: &str = "weights";
const AVERAGE: &str = "average";
const POOL: &str = "pool";
const POOL_EVERY: &str = "pool_every";
const POOL_MOST: &str = "pool_most";

impl<G: Game, T: Task<G>> Trainee<G> for Work<G, T> {
    fn deals(&self) -> u64 {
        self.training.deals()
    }

    fn advance(&mut self, deals: u64) -> Result<(), String> {
        let remedy = match self.training.learner().options().step.shared {
            true => "for example half of it",
            false => "for example half of it, or `shared-step=on`",
        };
        self.training.advance(deals).map_err(|why| format!("{why}, {remedy}"))
    }

    fn study(&mut self, episode: &Episode<G>, seats: &[Seat]) -> Result<(), String> {
        self.training.study(episode, seats).map_err(|why| format!("{why}: reset it"))
    }

    fn player(&self) -> kirifuda_arena::Maker<G> {
        same(self.training.player())
    }

    fn header(&self) -> Header {
        Header { deals: self.deals(), ..self.header.clone() }
    }

    fn model(&self) -> Model<'_> {
        Model::new(self.header()).with(WEIGHTS, self.training.learner().playing_weights())
    }

    fn checkpoint(&self) -> Model<'_> {
        let (learner, pool) = (self.training.learner(), self.training.pool());
        let mut model = Model::new(self.header()).with(WEIGHTS, learner.weights());
        model.header.kind = Kind::Checkpoint;
        if learner.options().average {
            model = model.with(AVERAGE, learner.playing_weights());
        }
        if let Some(pool) = pool {
            model.header.state.insert(POOL_EVERY.to_string(), json!(pool.every()));
            model.header.state.insert(POOL_MOST.to_string(), json!(pool.most()));
            model = model.with(POOL, pool.weights());
        }
        model
    }
}
