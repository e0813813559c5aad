//! The softmax policy as a learner and a player of the list, for any game that tells what can be seen of it.

use std::sync::Arc;

use kirifuda_arena::Maker;
use kirifuda_learn::model::{Header, Kind, Model};
use kirifuda_learn::softmax::{
    Adam, Course, Features, Network, Opponents, Options, Player as SoftmaxPlayer, Pool, State, Training,
};
use serde_json::{Value, json};

use crate::listed::same;
use crate::settings::Settings;
use crate::shipped::{MODEL, check, model_of};
use crate::strength::{CURVES, ERROR, REFERENCE, STRENGTH, error_of, fallible};
use crate::trainers::{Opposition, Order, Started, Trainee, Trainer};
use crate::{Listed, Pace, Player, Setting, Shipped, Spec};

/// A game for which there is a softmax policy.
pub(crate) trait SoftmaxGame: Listed {
    /// What the policy sees.
    type Sight: Features<Self> + Default;
    /// What the player is, in one line.
    const PLAYER: &'static str;
    /// Who sits at the other seats of a training where nothing is said.
    const OPPONENTS: &'static str;

    /// The model that comes with the program for these rules.
    fn shipped(rules: &Self::Rules) -> &'static Shipped;
}

/// The name of learner and player.
const LEARNER: &str = "softmax";

/// The learner of the list.
pub(crate) fn trainer<G: SoftmaxGame>() -> Trainer<G> {
    Trainer {
        name: LEARNER,
        about: "a softmax policy over features of moves, by policy gradient on all cores",
        settings: SETTINGS,
        percepts: &[],
        opponents: G::OPPONENTS,
        explain: None,
        start: start::<G>,
        resume: resume::<G>,
        adapt: None,
    }
}

/// The player that plays what the learner of the same name has learned.
pub(crate) fn player<G: SoftmaxGame>() -> Player<G> {
    Player { name: LEARNER, about: G::PLAYER, settings: PLAYER_SETTINGS, pace: Pace::Quick, build: build::<G> }
}

/// What can be set.
const SETTINGS: &[Setting] = &[
    Setting::whole("hidden", 0..=1000, "0", "hidden units that add to the scores of moves (0: a linear policy)")
        .shared_most(128.0),
    Setting::whole("batch", 1..=1_000_000, "500", "deals to an update of the weights"),
    Setting::real("step", 1e-6..=1.0, "0.01", "about so much a weight changes in an update"),
    Setting::whole(
        "halved-after",
        0..=1_000_000_000_000,
        "1000000",
        "the step is halved after so many deals, to a third after twice as many, … (0: constant)",
    ),
    Setting::real("entropy", 0.0..=10.0, "0.01", "what a unit of entropy is worth while learning"),
    Setting::real("trace", 0.0..=1.0, "0.95", "λ: how much what really followed counts instead of estimates"),
    Setting::switch("average", "on", "play with an average of the weights over the training"),
    Setting::real(
        "mirror",
        0.0..=1.0,
        "0",
        "how often the learner sits at one of the other seats, too, and learns there",
    ),
    Setting::whole("snapshot-every", 1..=1_000_000_000, "20", "self-play: updates between two stored opponents"),
    Setting::whole(
        "pool",
        2..=10_000,
        "50",
        "self-play: at most so many stored opponents; when it is full every second is dropped",
    )
    .shared_most(100.0),
];

const PLAYER_SETTINGS: &[Setting] = &[
    MODEL,
    Setting::real(
        "temperature",
        0.0..=1e6,
        "0",
        "0: the move of the highest score; above: in proportion to exp(score / temperature)",
    ),
    STRENGTH,
    REFERENCE,
    CURVES,
    ERROR,
];

// Names in models and checkpoints.
const WEIGHTS: &str = "weights";
const FIRST: &str = "first_moments";
const SECOND: &str = "second_moments";
const AVERAGE: &str = "average";
const POOL: &str = "pool";
const POOL_EVERY: &str = "pool_every";
const POOL_MOST: &str = "pool_most";
const MISFIT: &str = "the checkpoint does not hold what such a training needs: start again";

fn build<G: SoftmaxGame>(rules: &G::Rules, spec: &Spec) -> Result<Maker<G>, String> {
    let temperature = Settings::new(spec, PLAYER_SETTINGS).real("temperature")? as f32;
    let error = error_of::<G>(rules, spec)?;
    if error > 0.0 && temperature > 0.0 {
        return Err("`temperature` and a lower strength exclude each other: give one of them".to_string());
    }
    let (file, model) = model_of(spec.value("model", PLAYER_SETTINGS), G::shipped(rules))?;
    let player = learned::<G>(model).map_err(|why| format!("{file}: {why}"))?;
    Ok(fallible(player.with_temperature(temperature), error))
}

/// The player of a model.
pub(crate) fn learned<G: SoftmaxGame>(mut model: Model<'_>) -> Result<SoftmaxPlayer<G, G::Sight>, String> {
    check::<G>(&model.header, LEARNER)?;
    let sight = G::Sight::default();
    let layout = sight.layout();
    if model.header.layout != layout {
        return Err(format!(
            "its feature layout `{}` (program {}) is not that of this program ({layout}): train again, or use that program",
            model.header.layout, model.header.program
        ));
    }
    let hidden = model.header.options.get("hidden").and_then(Value::as_str).and_then(|text| text.parse().ok());
    let hidden = hidden.ok_or("its header does not tell the number of hidden units: train again")?;
    let weights = model.take(WEIGHTS).unwrap_or_default();
    if weights.iter().any(|weight| !weight.is_finite()) {
        return Err("a weight is not a number: train again with a smaller step".to_string());
    }
    let (found, needed) = (weights.len(), network::<G>(hidden).length());
    SoftmaxPlayer::new(sight, hidden, Arc::from(weights))
        .ok_or_else(|| format!("{found} weights, but `{layout}` with {hidden} hidden units has {needed}: train again"))
}

fn network<G: SoftmaxGame>(hidden: usize) -> Network {
    let sight = G::Sight::default();
    Network { moves: sight.moves(), positions: sight.positions(), hidden }
}

/// Everything that the order tells of a training.
fn prepare<G: SoftmaxGame>(order: &Order<'_, G>) -> Result<(Options, Course<G>, Header), String> {
    let mut settings = Settings::new(order.spec, SETTINGS);
    let halved_after = settings.whole("halved-after")?;
    let options = Options {
        hidden: settings.whole("hidden")?,
        batch: settings.whole("batch")?,
        step: settings.real("step")? as f32,
        halved_after: (halved_after > 0).then_some(halved_after),
        entropy: settings.real("entropy")? as f32,
        trace: settings.real("trace")? as f32,
        average: settings.on_off("average")?,
    };
    let length = network::<G>(options.hidden).length();
    let opposition = Opposition::<G>::read(order.rules, order.opponents)?;
    let text = opposition.text();
    let opponents = match opposition {
        Opposition::Random => Opponents::Random,
        Opposition::Mirror => Opponents::Mirror,
        Opposition::Players(players) => Opponents::Players(players.into_iter().map(|player| player.maker).collect()),
        Opposition::SelfPlay => {
            let every = settings.whole("snapshot-every")?;
            let most = settings.whole("pool")?;
            Opponents::SelfPlay(Pool::new(length, every, most))
        }
    };
    let mirror = match opponents {
        Opponents::Mirror => 0.0,
        _ => settings.real("mirror")?,
    };
    if let Some((key, value)) = settings.idle() {
        let why = match key {
            "mirror" => "with `--opponents mirror` it sits everywhere",
            _ => "it is for `--opponents self-play`",
        };
        return Err(format!("`{key}={value}` decides nothing here: {why}; leave it out"));
    }
    let course = Course { mirror, ..Course::new(order.rules.clone(), opponents, order.seed) };
    let header = order.header(G::Sight::default().layout(), length, &text, settings.used());
    Ok((options, course, header))
}

fn start<G: SoftmaxGame>(order: &Order<'_, G>) -> Started<G> {
    let (options, course, header) = prepare(order)?;
    let training = Training::new(course, G::Sight::default(), options).map_err(|why| why.to_string())?;
    Ok(Box::new(Work { training, header }))
}

fn resume<G: SoftmaxGame>(order: &Order<'_, G>, mut checkpoint: Model<'static>) -> Started<G> {
    let (options, course, header) = prepare(order)?;
    let pool = match checkpoint.take(POOL) {
        Some(weights) => {
            let number = |key: &str| checkpoint.header.state.get(key).and_then(Value::as_u64).ok_or(MISFIT);
            let (every, most) = (number(POOL_EVERY)?, number(POOL_MOST)? as usize);
            Some(Pool::restore(network::<G>(options.hidden).length(), every, most, weights).ok_or(MISFIT)?)
        }
        None => None,
    };
    let mut take = |name: &str| {
        let values = checkpoint.take(name).unwrap_or_default();
        if values.iter().all(|value| value.is_finite()) { Ok(values) } else { Err(MISFIT) }
    };
    let adam = Adam { first: take(FIRST)?, second: take(SECOND)? };
    let (weights, average) = (take(WEIGHTS)?, take(AVERAGE)?);
    let state = State { deals: checkpoint.header.deals, weights, adam, average, pool };
    let training = Training::restore(course, G::Sight::default(), options, state).map_err(|why| why.to_string())?;
    Ok(Box::new(Work { training, header }))
}

struct Work<G: SoftmaxGame> {
    training: Training<G, G::Sight>,
    header: Header,
}

impl<G: SoftmaxGame> Trainee<G> for Work<G> {
    fn deals(&self) -> u64 {
        self.training.deals()
    }

    fn advance(&mut self, deals: u64) -> Result<(), String> {
        self.training.advance(deals).map_err(|why| format!("{why}, for example half of it"))
    }

    fn player(&self) -> Maker<G> {
        same(self.training.player())
    }

    fn header(&self) -> Header {
        Header { deals: self.deals(), ..self.header.clone() }
    }

    fn model(&self) -> Model<'_> {
        Model::new(self.header()).with(WEIGHTS, self.training.playing_weights())
    }

    fn checkpoint(&self) -> Model<'_> {
        let (training, adam) = (&self.training, self.training.adam());
        let mut model = Model::new(self.header())
            .with(WEIGHTS, training.weights())
            .with(FIRST, adam.first.as_slice())
            .with(SECOND, adam.second.as_slice());
        model.header.kind = Kind::Checkpoint;
        if training.options().average {
            model = model.with(AVERAGE, training.playing_weights());
        }
        if let Some(pool) = training.pool() {
            model.header.state.insert(POOL_EVERY.to_string(), json!(pool.every()));
            model.header.state.insert(POOL_MOST.to_string(), json!(pool.most()));
            model = model.with(POOL, pool.weights());
        }
        model
    }
}
