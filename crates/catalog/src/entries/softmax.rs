//! The softmax policy as a learner and a player of the list, for any game that tells what can be seen of it.

use std::mem::take;
use std::sync::Arc;

use kirifuda_arena::Maker;
use kirifuda_learn::adam::Moments;
use kirifuda_learn::model::Model;
use kirifuda_learn::softmax::{
    Course, Features, Network, Opponents, Options, Player as SoftmaxPlayer, Pool, SoftmaxTraining, State,
};
use kirifuda_play::Game;
use serde_json::Value;

use crate::listed::same;
use crate::shipped::{MODEL, check, model_of};
use crate::strength::{CURVES, ERROR, REFERENCE, STRENGTH, error_of, fallible};
use crate::trainers::{Draft, Learn, Opposition, Order, Saved, Trainer, with_pool};
use crate::{Listed, Pace, Player, Setting, Settings, Spec};

/// A game for which there is a softmax policy.
pub(crate) trait SoftmaxGame: Listed {
    /// What the policy sees.
    type Sight: Features<Self> + Default;
    /// What the player is, in one line.
    const PLAYER: &'static str;
    /// Who sits at the other seats of a training where nothing is said.
    const OPPONENTS: &'static str;

    /// Refuses rules under which there are moves that the policy does not see.
    fn sees(_rules: &Self::Rules) -> Result<(), String> {
        Ok(())
    }
}

/// The name of learner and player.
pub(crate) const LEARNER: &str = "softmax";

/// The learner of the list.
pub(crate) fn trainer<G: SoftmaxGame>() -> Trainer<G> {
    let about = "a softmax policy over features of moves, by policy gradient on all cores";
    Trainer { idle, ..Trainer::new(LEARNER, about, SETTINGS, G::OPPONENTS, draft) }
}

/// The player that plays what the learner of the same name has learned.
pub(crate) fn player<G: SoftmaxGame>() -> Player<G> {
    Player {
        name: LEARNER,
        about: G::PLAYER,
        settings: PLAYER_SETTINGS,
        pace: Pace::Quick,
        models: &[LEARNER],
        budget: None,
        build: build::<G>,
    }
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

fn build<G: SoftmaxGame>(rules: &G::Rules, spec: &Spec) -> Result<Maker<G>, String> {
    G::sees(rules)?;
    let temperature = Settings::new(spec, PLAYER_SETTINGS).real("temperature")? as f32;
    let error = error_of::<G>(rules, spec)?;
    if error > 0.0 && temperature > 0.0 {
        return Err("`temperature` and `loses` (or `error`) exclude each other: give one of them".to_string());
    }
    let mut model = model_of::<G>(rules, LEARNER, spec.value("model", PLAYER_SETTINGS))?;
    let player = model.shared(|model| learned::<G>(take(model)))?;
    Ok(fallible(player.with_temperature(temperature), error))
}

/// The player of a model.
pub(crate) fn learned<G: SoftmaxGame>(
    mut model: Model<'_>,
) -> Result<SoftmaxPlayer<G, <G as SoftmaxGame>::Sight>, String> {
    check::<G>(&model.header, LEARNER)?;
    let sight = <G as SoftmaxGame>::Sight::default();
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
    let (found, needed) = (weights.len(), network(&sight, hidden).length());
    SoftmaxPlayer::new(sight, hidden, Arc::from(weights))
        .ok_or_else(|| format!("{found} weights, but `{layout}` with {hidden} hidden units has {needed}: train again"))
}

fn network<G: Game, F: Features<G>>(sight: &F, hidden: usize) -> Network {
    Network { moves: sight.moves(), positions: sight.positions(), hidden }
}

fn draft<G: SoftmaxGame>(order: &Order<'_, G>, settings: &mut Settings<'_>) -> Result<Draft<G>, String> {
    G::sees(order.rules)?;
    let sight = <G as SoftmaxGame>::Sight::default();
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
    let length = network(&sight, options.hidden).length();
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
    let course = Course { mirror, ..Course::new(order.rules.clone(), opponents, order.seed) };
    let layout = sight.layout();
    Ok(Draft::of::<SoftmaxTraining<G, <G as SoftmaxGame>::Sight>>((sight, options, course), layout, length, text))
}

fn idle(key: &str, _: &Settings<'_>) -> String {
    let why = match key {
        "mirror" => "with `--opponents mirror` it sits everywhere",
        _ => "it is for `--opponents self-play`",
    };
    format!(": {why}; leave it out")
}

impl<G: Game, F: Features<G>> Learn<G> for SoftmaxTraining<G, F> {
    type Plan = (F, Options, Course<G>);

    fn begin((sight, options, course): Self::Plan) -> Result<Self, String> {
        SoftmaxTraining::new(course, sight, options).map_err(|why| why.to_string())
    }

    fn restore((sight, options, course): Self::Plan, saved: &mut Saved) -> Result<Self, String> {
        let state = State {
            deals: saved.deals(),
            weights: saved.numbers(WEIGHTS)?,
            adam: Moments { first: saved.numbers(FIRST)?, second: saved.numbers(SECOND)? },
            average: saved.numbers_if_any(AVERAGE)?.unwrap_or_default(),
            pool: saved.pool(network(&sight, options.hidden).length())?,
        };
        SoftmaxTraining::restore(course, sight, options, state).map_err(|why| why.to_string())
    }

    fn deals(&self) -> u64 {
        self.deals()
    }

    fn advance(&mut self, deals: u64) -> Result<(), String> {
        self.advance(deals).map_err(|why| format!("{why}, for example half of it"))
    }

    fn player(&self) -> Result<Maker<G>, String> {
        Ok(same(self.player()))
    }

    fn model<'a>(&'a self, model: Model<'a>) -> Result<Model<'a>, String> {
        Ok(model.with(WEIGHTS, self.playing_weights()))
    }

    fn checkpoint<'a>(&'a self, model: Model<'a>) -> Result<Model<'a>, String> {
        let adam = self.adam();
        let mut model =
            model.with(WEIGHTS, self.weights()).with(FIRST, adam.first.as_slice()).with(SECOND, adam.second.as_slice());
        if self.options().average {
            model = model.with(AVERAGE, self.playing_weights());
        }
        Ok(with_pool(model, self.pool()))
    }
}
