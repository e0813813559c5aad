use std::cell::RefCell;
use std::sync::Arc;

#[cfg(feature = "deep-cpu")]
use kirifuda_deep::Cpu;
use kirifuda_deep::dmc::{Options, State, Training};
use kirifuda_deep::{Cuda, League, Machine, MachineError, Moments};
use kirifuda_learn::model::{Header, Kind, Model};
use kirifuda_learn::net::{Encoder, Net, Player as NetPlayer, Shape};
use kirifuda_play::Uniform;
use serde_json::{Value, json};

use super::{BLOCKS, BLOCKS_SETTING, DeepGame, LEARNER, MACHINE, WEIGHTS, WIDTH, WIDTH_SETTING, learned};
use crate::Setting;
use crate::listed::same;
use crate::settings::Settings;
use crate::shipped::{NONE as NO_MODEL, read};
use crate::trainers::{Opposition, Order, Started, Trainee};

/// What can be set.
pub(super) const SETTINGS: &[Setting] = &[
    WIDTH_SETTING.with_default("256"),
    BLOCKS_SETTING,
    Setting::whole("batch", 1..=1_000_000, "8192", "deals that are played at once and then learned from"),
    Setting::whole("minibatch", 1..=1_000_000, "8192", "moves to a step of learning"),
    Setting::real("rate", 0.0..=1.0, "0.0004", "the size of a step (Adam) at the start"),
    Setting::real("last-rate", 0.0..=1.0, "0.00002", "the size of a step at the end of the span"),
    Setting::real("explore", 0.0..=1.0, "0.11", "how often a move is made at random at the start"),
    Setting::real("last-explore", 0.0..=1.0, "0.01", "the same at the end of the span"),
    Setting::whole(
        "span",
        1..=1_000_000_000_000,
        "1000000",
        "deals over which step and exploration fall: the length of the training",
    ),
    Setting::real(
        "share",
        0.0..=1.0,
        "0.25",
        "with other opponents than mirror: the share of deals in which one of them sits at all other seats",
    ),
    Setting::whole("snapshot-every", 1..=1_000_000_000_000, "1000000", "self-play: deals between two stored opponents"),
    Setting::whole(
        "pool",
        2..=1000,
        "16",
        "self-play: at most so many stored opponents; when it is full every second is dropped",
    )
    .shared_most(100.0),
    Setting::file(
        "teacher",
        "none",
        "a model of any size that plays instead; what it thinks of the moves is learned (distillation)",
    )
    .or(&[NO_MODEL]),
    Setting::file(
        "rival",
        "none",
        "a model of the same size that sits at all other seats in a `share` of the deals: an answer to it is learned",
    )
    .or(&[NO_MODEL]),
    Setting::file("from", "none", "a model of the same size to start from instead of chance").or(&[NO_MODEL]),
    MACHINE,
];

const MISFIT: &str = "the checkpoint does not hold what such a training needs: start again";
const FIRST: &str = "first_moments";
const SECOND: &str = "second_moments";
const POOL: &str = "pool";
const STEPS: &str = "steps";

struct Prepared<G: DeepGame> {
    shape: Shape,
    options: Options,
    league: League<G>,
    machine: Box<dyn Machine>,
    teacher: Option<Box<dyn Machine>>,
    rival: Option<Vec<f32>>,
    header: Header,
}

impl<G: DeepGame> Prepared<G> {
    fn training(self, order: &Order<'_, G>) -> Result<(Training<G, G::Sight>, Header), MachineError> {
        let Prepared { options, league, machine, teacher, rival, header, .. } = self;
        let mut training =
            Training::new(order.rules.clone(), G::Sight::default(), options, league, machine, order.seed)?;
        if let Some(teacher) = teacher {
            training = training.with_teacher(teacher)?;
        }
        if let Some(rival) = rival {
            training = training.with_rival(rival)?;
        }
        Ok((training, header))
    }
}

/// Everything that the order tells of a training.
fn prepare<G: DeepGame>(order: &Order<'_, G>) -> Result<Prepared<G>, String> {
    let mut settings = Settings::new(order.spec, SETTINGS);
    let sight = G::Sight::default();
    let width = settings.whole(WIDTH)?;
    let blocks = settings.whole(BLOCKS)?;
    let options = Options {
        batch: settings.whole("batch")?,
        minibatch: settings.whole("minibatch")?,
        rate: (settings.real("rate")? as f32, settings.real("last-rate")? as f32),
        explore: (settings.real("explore")?, settings.real("last-explore")?),
        span: settings.whole("span")?,
    };
    let opposition = Opposition::<G>::read(order.rules, order.opponents)?;
    let text = opposition.text();
    let mut league = League::alone();
    let rival = settings.text("rival").to_string();
    if rival != NONE {
        settings.keep("rival", &rival);
    }
    match opposition {
        Opposition::Mirror if rival != NONE => league.past_share = settings.real("share")?,
        Opposition::Mirror => {}
        _ if rival != NONE => {
            return Err(format!(
                "`rival={rival}` goes with `--opponents mirror`: what it leaves is played by the learner"
            ));
        }
        Opposition::SelfPlay => {
            league.past_share = settings.real("share")?;
            league.past_every = settings.whole("snapshot-every")?;
            league.past_most = settings.whole("pool")?;
        }
        Opposition::Random => {
            league.players_share = settings.real("share")?;
            league.players = vec![Arc::new(|| Box::new(Uniform))];
        }
        Opposition::Players(players) => {
            league.players_share = settings.real("share")?;
            for player in players {
                // Tried once here: a maker that has worked goes on working.
                (player.maker)().map_err(|why| why.to_string())?;
                let maker = player.maker;
                league.players.push(Arc::new(move || maker().unwrap_or_else(|_| Box::new(Uniform))));
            }
        }
    }
    let shape = Shape { inputs: sight.inputs(), width, blocks, outputs: sight.outputs() };
    let from = settings.text("from").to_string();
    settings.keep("from", &from);
    let weights = match from.as_str() {
        NONE => shape.weights(sight.active(), order.seed),
        file => same_size::<G>("from", file, shape)?,
    };
    let rival = (rival != NONE).then(|| same_size::<G>("rival", &rival, shape)).transpose()?;
    let wanted = settings.text("machine").to_string();
    let (name, first) = machine(&wanted, shape, &weights)?;
    settings.keep("machine", name);
    let teacher = match settings.text("teacher") {
        NONE => None,
        file => {
            let player = read(file).and_then(learned::<G>).map_err(|why| format!("`teacher={file}`: {why}"))?;
            Some(machine(name, player.net().shape(), player.net().weights())?.1)
        }
    };
    let name = settings.text("teacher").to_string();
    settings.keep("teacher", name);
    if let Some((key, value)) = settings.idle() {
        let why = match key {
            "share" => "with `--opponents mirror` the learner sits everywhere",
            _ => "it is for `--opponents self-play`",
        };
        return Err(format!("`{key}={value}` decides nothing here: {why}; leave it out"));
    }
    let header = order.header(sight.layout(), shape.length(), &text, settings.used());
    Ok(Prepared { shape, options, league, machine: first, teacher, rival, header })
}

/// No model.
const NONE: &str = "none";

/// The weights of a model whose net has the size of the learner's.
fn same_size<G: DeepGame>(key: &str, file: &str, shape: Shape) -> Result<Vec<f32>, String> {
    let player = read(file).and_then(learned::<G>).map_err(|why| format!("`{key}={file}`: {why}"))?;
    let other = player.net().shape();
    if other != shape {
        return Err(format!(
            "`{key}={file}` has {} blocks of {} units: ask for `width={},blocks={}`",
            other.blocks, other.width, other.width, other.blocks
        ));
    }
    Ok(player.net().weights().to_vec())
}

/// A net on a machine by name.
pub(crate) fn machine(wanted: &str, shape: Shape, weights: &[f32]) -> Result<(&'static str, Box<dyn Machine>), String> {
    let cuda = || -> Result<(&'static str, Box<dyn Machine>), MachineError> {
        Ok(("cuda", Box::new(Cuda::new(shape, weights)?)))
    };
    match wanted {
        "cuda" => cuda().map_err(|why| why.to_string()),
        "cpu" => cpu(shape, weights),
        "auto" => cuda().or_else(|_| cpu(shape, weights)),
        other => Err(format!("`machine={other}`: allowed are auto, cpu, cuda")),
    }
}

#[cfg(feature = "deep-cpu")]
fn cpu(shape: Shape, weights: &[f32]) -> Result<(&'static str, Box<dyn Machine>), String> {
    Ok(("cpu", Box::new(Cpu::with(shape, weights.to_vec()).map_err(|why| why.to_string())?)))
}

#[cfg(not(feature = "deep-cpu"))]
fn cpu(_: Shape, _: &[f32]) -> Result<(&'static str, Box<dyn Machine>), String> {
    Err("this program was built for graphics cards only: build it with `--features deep` to learn on the processor"
        .into())
}

pub(super) fn start<G: DeepGame>(order: &Order<'_, G>) -> Started<G> {
    let (mut training, header) = prepare(order)?.training(order).map_err(|why| why.to_string())?;
    let kept = training.state().map_err(|why| why.to_string())?;
    Ok(Box::new(Work { training: RefCell::new(training), kept: RefCell::new(kept), asked: 0, header }))
}

pub(super) fn resume<G: DeepGame>(order: &Order<'_, G>, mut checkpoint: Model<'static>) -> Started<G> {
    let prepared = prepare(order)?;
    let (shape, options) = (prepared.shape, prepared.options);
    let mut take = |name: &str| {
        let values = checkpoint.take(name).unwrap_or_default();
        if values.iter().all(|value| value.is_finite()) { Ok(values) } else { Err(MISFIT) }
    };
    let (weights, first, second) = (take(WEIGHTS)?, take(FIRST)?, take(SECOND)?);
    let pool: Vec<Vec<f32>> = take(POOL)?.chunks(shape.length()).map(<[f32]>::to_vec).collect();
    let asked = checkpoint.header.deals;
    let steps = checkpoint.header.state.get(STEPS).and_then(Value::as_u64).ok_or(MISFIT)?;
    let deals = asked / options.batch as u64 * options.batch as u64;
    let state = State { deals, steps, weights, moments: Moments { first, second }, pool };
    let (mut training, header) = prepared.training(order).map_err(|why| why.to_string())?;
    training.restore(state.clone()).map_err(|_| MISFIT)?;
    Ok(Box::new(Work { training: RefCell::new(training), kept: RefCell::new(state), asked, header }))
}

struct Work<G: DeepGame> {
    training: RefCell<Training<G, G::Sight>>,
    /// What could be read from the machine the last time.
    kept: RefCell<State>,
    /// Deals asked for: learned are whole batches of them.
    asked: u64,
    header: Header,
}

impl<G: DeepGame> Work<G> {
    /// The state of now; that of the last time if the machine has failed, which the next deals will tell.
    fn state(&self) -> State {
        if let Ok(state) = self.training.borrow_mut().state() {
            self.kept.replace(state);
        }
        self.kept.borrow().clone()
    }
}

impl<G: DeepGame> Trainee<G> for Work<G> {
    fn deals(&self) -> u64 {
        self.asked
    }

    fn advance(&mut self, deals: u64) -> Result<(), String> {
        self.asked += deals;
        let training = self.training.get_mut();
        while training.deals() + training.options().batch as u64 <= self.asked {
            training.batch().map_err(|why| why.to_string())?;
        }
        Ok(())
    }

    fn note(&self) -> Option<String> {
        let training = self.training.borrow();
        (training.steps() > 0).then(|| format!("loss {:.4}", training.loss()))
    }

    fn player(&self) -> kirifuda_arena::Maker<G> {
        let state = self.state();
        let shape = self.training.borrow_mut().machine().shape();
        let net = Net::new(shape, state.weights);
        match net.and_then(|net| NetPlayer::new(G::Sight::default(), net)) {
            Some(player) => same(player),
            None => Arc::new(|| Err(kirifuda_play::Fault("a net of another size".to_string()))),
        }
    }

    fn header(&self) -> Header {
        Header { deals: self.asked, ..self.header.clone() }
    }

    fn model(&self) -> Model<'_> {
        Model::new(self.header()).with_halves(WEIGHTS, &self.state().weights)
    }

    fn checkpoint(&self) -> Model<'_> {
        let state = self.state();
        let mut model = Model::new(self.header())
            .with(WEIGHTS, state.weights)
            .with(FIRST, state.moments.first)
            .with(SECOND, state.moments.second)
            .with(POOL, state.pool.concat());
        model.header.kind = Kind::Checkpoint;
        model.header.state.insert(STEPS.to_string(), json!(state.steps));
        debug_assert_eq!(model.header.learner, LEARNER);
        model
    }
}
