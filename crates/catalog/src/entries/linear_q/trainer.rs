use kirifuda_arena::Maker;
use kirifuda_learn::linear_q::{LinearQTraining, Opponents, Options, Pool, Selection, State, Step, Task};
use kirifuda_learn::model::Model;
use kirifuda_play::{Episode, Game, Seat, Word, word};
use kirifuda_players::tricks::linear_q::Part;
use serde_json::json;

use super::{FeatureSet, Linear};
use crate::listed::same;
use crate::trainers::{Draft, Learn, MIRROR, MISFIT, Opposition, Order, SELF_PLAY, Saved, Trainer, made, with_pool};
use crate::{Setting, Settings};

/// The name of learner and player.
pub(crate) const LEARNER: &str = "linear-q";

/// The learner of the list.
pub fn trainer<G: Linear>() -> Trainer<G> {
    let about = "Q-learning with a linear value over sparse features (paper 001)";
    Trainer {
        idle,
        explain: G::EXPLAIN,
        adapt: Some(adapt),
        ..Trainer::new(LEARNER, about, G::SETTINGS, SELF_PLAY, draft)
    }
}

/// What can be set, with the defaults of everyone who trains without saying more.
pub const SETTINGS: &[Setting] = &ALL;

/// The same for games in which tricks are bid for.
pub(super) const BIDDING: &[Setting] = &{
    let mut all = ALL;
    all[0] = Setting::choice("features", CONTRACT, "contract", SEEN);
    all
};

const SEEN: &str = "what is seen of a move";
const CONTRACT: &[Word] = &[word("contract", "hand, trick, and how many tricks are still wanted")];

const ALL: [Setting; 12] = [
    Setting::choice("features", FEATURES, "ranks", SEEN),
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
    let mut words = [word("", ""); 5 + Part::ALL.len()];
    words[0] = word("ranks", "a reading of paper 001");
    words[1] = word("unplayed", "another reading of it");
    words[2] = word("wide", "more");
    words[3] = word("ranks-no-weakest", "ranks, but not which card is the weakest");
    words[4] = word("ranks-of-played-suit", "ranks, but only of the suit that is played");
    let mut part = 0;
    while part < Part::ALL.len() {
        words[5 + part] = word(Part::ALL[part].left_out(), "");
        part += 1;
    }
    words
};

/// What a training needs besides its features.
pub(crate) struct Course<G: Game> {
    rules: G::Rules,
    options: Options,
    opponents: Opponents<G>,
    seed: u64,
}

fn draft<G: Linear>(order: &Order<'_, G>, settings: &mut Settings<'_>) -> Result<Draft<G>, String> {
    let opposition = Opposition::<G>::read(order.rules, order.opponents)?;
    let features = features::<G>(settings)?;
    let options = options(settings, features.many)?;
    let text = opposition.text();
    let opponents = match opposition {
        Opposition::SelfPlay => {
            let every = settings.whole("snapshot-every")?;
            let most = most_snapshots(settings, features.dimensions())?;
            Opponents::SelfPlay(Pool::new(features.dimensions(), every, most))
        }
        Opposition::Random => Opponents::Random,
        Opposition::Mirror => Opponents::Mirror,
        Opposition::Players(players) => Opponents::Players(made(&players)?),
    };
    Ok(features.draft(Course { rules: order.rules.clone(), options, opponents, seed: order.seed }, text))
}

/// The averaged weights become the ones that learn; a mean over millions of deals would not move any more.
fn adapt(model: &mut Model<'static>) {
    let header = &mut model.header;
    header.opponents = MIRROR.to_string();
    header.options.insert("average".to_string(), json!("off"));
    for key in ["snapshot-every", "pool"] {
        header.options.remove(key);
    }
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

fn options(settings: &mut Settings<'_>, many: bool) -> Result<Options, String> {
    let step = Step {
        size: settings.real("step")? as f32,
        halved_after: half_life(settings, "halved-after")?,
        shared: shared_step(settings, many)?,
    };
    let discount = settings.real("discount")? as f32;
    let selection = if settings.word("temperature").is_some() {
        settings.pass("temperature");
        Selection::Greedy { epsilon: settings.real("epsilon")? }
    } else {
        let temperature = settings.real("temperature")?;
        Selection::Boltzmann { temperature, halved_after: half_life(settings, "temperature-halved-after")? }
    };
    let trace = settings.real("trace")? as f32;
    Ok(Options { step, discount, selection, trace, average: settings.on_off("average")? })
}

fn idle(key: &str, _: &Settings<'_>) -> String {
    let why = match key {
        "epsilon" => "moves are chosen by `temperature`; give one of them",
        "temperature-halved-after" => "there is no `temperature`; give one, too",
        _ => "it is for `--opponents self-play`; leave it out",
    };
    format!(": {why}")
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

/// By default on where many features are active at a time.
fn shared_step(settings: &mut Settings<'_>, many: bool) -> Result<bool, String> {
    const KEY: &str = "shared-step";
    if settings.word(KEY).is_none() {
        return settings.on_off(KEY);
    }
    settings.keep_on_off(KEY, many);
    Ok(many)
}

/// Nothing for 0: no halving.
fn half_life(settings: &mut Settings<'_>, key: &str) -> Result<Option<u64>, String> {
    let deals: u64 = settings.whole(key)?;
    Ok((deals > 0).then_some(deals))
}

// Names in checkpoints.
pub(super) const WEIGHTS: &str = "weights";
const AVERAGE: &str = "average";

impl<G: Game, T: Task<G>> Learn<G> for LinearQTraining<G, T> {
    type Plan = (T, Course<G>);

    fn begin((task, course): Self::Plan) -> Result<Self, String> {
        let Course { rules, options, opponents, seed } = course;
        Ok(LinearQTraining::new(rules, task, options, opponents, seed))
    }

    fn restore((task, course): Self::Plan, saved: &mut Saved) -> Result<Self, String> {
        let Course { rules, options, opponents, seed } = course;
        let state = State {
            deals: saved.deals(),
            weights: saved.numbers(WEIGHTS)?,
            average: saved.numbers_if_any(AVERAGE)?.unwrap_or_default(),
            pool: saved.pool(task.dimensions())?,
        };
        LinearQTraining::restore(rules, task, options, opponents, seed, state).ok_or_else(|| MISFIT.to_string())
    }

    fn deals(&self) -> u64 {
        self.deals()
    }

    fn advance(&mut self, deals: u64) -> Result<(), String> {
        let remedy = match self.learner().options().step.shared {
            true => "for example half of it",
            false => "for example half of it, or `shared-step=on`",
        };
        self.advance(deals).map_err(|why| format!("{why}, {remedy}"))
    }

    fn study(&mut self, episode: &Episode<G>, seats: &[Seat]) -> Result<(), String> {
        self.study(episode, seats).map_err(|why| format!("{why}: reset it"))
    }

    fn player(&self) -> Result<Maker<G>, String> {
        Ok(same(self.player()))
    }

    fn model<'a>(&'a self, model: Model<'a>) -> Result<Model<'a>, String> {
        Ok(model.with(WEIGHTS, self.learner().playing_weights()))
    }

    fn checkpoint<'a>(&'a self, model: Model<'a>) -> Result<Model<'a>, String> {
        let learner = self.learner();
        let mut model = model.with(WEIGHTS, learner.weights());
        if learner.options().average {
            model = model.with(AVERAGE, learner.playing_weights());
        }
        Ok(with_pool(model, self.pool()))
    }
}
