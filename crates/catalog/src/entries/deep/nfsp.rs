use std::cell::RefCell;
use std::sync::Arc;

use kirifuda_arena::Maker;
use kirifuda_deep::nfsp::{Habits, Nfsp, Options, State};
use kirifuda_learn::model::{Header, Kind, Model};
use kirifuda_learn::net::{Encoder, Mixed, Shape};
use kirifuda_play::{Fault, Rules, Seat};
use kirifuda_players::common::Averages;
use serde_json::{Value, json};

use super::average::section;
use super::trainer::machine;
use super::{BLOCKS, NfspGame, WIDTH};
use crate::Setting;
use crate::listed::same;
use crate::settings::Settings;
use crate::trainers::{Opposition, Order, Started, Trainee};

/// What can be set.
pub(super) const SETTINGS: &[Setting] = &[
    Setting { name: WIDTH, default: "64", about: "units of a layer, 8 to 4096, a multiple of 8" },
    Setting { name: BLOCKS, default: "1", about: "residual blocks of two layers each, 0 to 16" },
    Setting {
        name: "shared",
        default: "off",
        about: "one pair of nets for all seats: on, off (each seat has its own)",
    },
    Setting { name: "tables", default: "128", about: "games that are played with the same nets" },
    Setting { name: "anticipation", default: "0.1", about: "how often a seat plays its best answer, 0 to 1" },
    Setting { name: "explore", default: "0.1", about: "how often a best answer is replaced by a random move, 0 to 1" },
    Setting { name: "explore-games", default: "10000000", about: "after so many games that is 1/√2 as often" },
    Setting { name: "replay", default: "100000", about: "recent decisions that are kept for Q-learning" },
    Setting { name: "reservoir", default: "2000000", about: "best answers that are kept for the average" },
    Setting { name: "emphasis", default: "0", about: "the average counts later answers more: 0 (as published) to 8" },
    Setting { name: "habits", default: "best", about: "what becomes part of the average: best, played (as published)" },
    Setting { name: "warmup", default: "1000", about: "decisions before learning begins" },
    Setting { name: "learn-every", default: "128", about: "decisions for which each net takes a step" },
    Setting { name: "batch", default: "128", about: "decisions that a step is learned from" },
    Setting { name: "target-every", default: "100", about: "steps for which the net that looks ahead stays the same" },
    Setting { name: "rate", default: "0.001", about: "the size of a step of Q-learning (Adam)" },
    Setting { name: "average-rate", default: "0.001", about: "the size of a step of the average (Adam)" },
    Setting { name: "rate-games", default: "1000000", about: "after so many games steps are 1/√2 as large" },
    Setting {
        name: "machine",
        default: "auto",
        about: "where the nets learn: cpu, cuda (an NVIDIA card), or auto: on a card where there is one",
    },
];

const COUNTS: &str = "counts";
const MISFIT: &str = "the checkpoint does not hold what such a training needs: start again";

fn prepare<G: NfspGame>(order: &Order<'_, G>) -> Result<(Options, &'static str, Header), String> {
    let mut settings = Settings::new(order.spec, SETTINGS);
    match Opposition::<G>::read(order.rules, order.opponents)? {
        Opposition::Mirror => {}
        other => return Err(format!("`--opponents {}`: it plays against itself only; leave it out", other.text())),
    }
    let count = |settings: &mut Settings<'_>, key| settings.whole(key, 1..=1_000_000_000_000);
    let mut options = Options {
        width: settings.whole(WIDTH, 8..=4096)? as usize,
        blocks: settings.whole(BLOCKS, 0..=16)? as usize,
        shared: settings.on_off("shared")?,
        batched: false,
        tables: settings.whole("tables", 1..=1_000_000)? as usize,
        anticipation: settings.real("anticipation", 0.0..=1.0)?,
        exploration: settings.real("explore", 0.0..=1.0)?,
        exploration_games: count(&mut settings, "explore-games")?,
        habits: settings.choice("habits", &[("best", Habits::Best), ("played", Habits::Played)])?,
        replay: settings.whole("replay", 1..=1_000_000_000)? as usize,
        reservoir: settings.whole("reservoir", 1..=1_000_000_000)? as usize,
        emphasis: settings.whole("emphasis", 0..=8)? as u32,
        warmup: settings.whole("warmup", 0..=1_000_000_000)?,
        learn_every: count(&mut settings, "learn-every")?,
        batch: settings.whole("batch", 1..=1_000_000)? as usize,
        target_every: count(&mut settings, "target-every")?,
        best_rate: settings.real("rate", 0.0..=1.0)? as f32,
        average_rate: settings.real("average-rate", 0.0..=1.0)? as f32,
        rate_games: count(&mut settings, "rate-games")?,
    };
    if !options.width.is_multiple_of(8) {
        return Err(format!("`{WIDTH}={}`: it must be a multiple of 8", options.width));
    }
    let sight = G::Sight::default();
    let shape =
        Shape { inputs: sight.inputs(), width: options.width, blocks: options.blocks, outputs: sight.outputs() };
    let wanted = settings.text("machine").to_string();
    let (name, _) = machine(&wanted, shape, &vec![0.0; shape.length()])?;
    settings.keep("machine", name);
    options.batched = name == "cuda";
    let header = order.header(sight.layout(), shape.length(), "mirror", settings.used());
    Ok((options, name, header))
}

fn machines(name: &'static str) -> kirifuda_deep::nfsp::Machines {
    Box::new(move |shape, _| {
        let made = machine(name, shape, &vec![0.0; shape.length()]);
        made.map(|(_, machine)| machine).map_err(kirifuda_deep::MachineError)
    })
}

pub(super) fn start<G: NfspGame>(order: &Order<'_, G>) -> Started<G> {
    let (options, name, header) = prepare(order)?;
    let sides = if options.shared { 1 } else { order.rules.seats() };
    let training = Nfsp::new(order.rules.clone(), G::Sight::default(), options, machines(name), order.seed);
    let training = training.map_err(|why| why.to_string())?;
    Ok(Box::new(Work { training: RefCell::new(training), header, sides }))
}

pub(super) fn resume<G: NfspGame>(order: &Order<'_, G>, mut checkpoint: Model<'static>) -> Started<G> {
    let (options, name, header) = prepare(order)?;
    let sides = if options.shared { 1 } else { order.rules.seats() };
    let counts = checkpoint.header.state.get(COUNTS).and_then(Value::as_array).ok_or(MISFIT)?;
    let counts: Vec<u64> = counts.iter().map(Value::as_u64).collect::<Option<_>>().ok_or(MISFIT)?;
    let state = State::from_sections(&counts, |name| checkpoint.take(name)).ok_or(MISFIT)?;
    let (rules, sight) = (order.rules.clone(), G::Sight::default());
    let training = Nfsp::restore(rules, sight, options, machines(name), order.seed, state);
    let training = training.map_err(|why| why.to_string())?;
    Ok(Box::new(Work { training: RefCell::new(training), header, sides }))
}

struct Work<G: NfspGame> {
    training: RefCell<Nfsp<G, G::Sight>>,
    header: Header,
    sides: usize,
}

impl<G: NfspGame> Work<G> {
    fn averages(&self) -> Option<Vec<Mixed<G, G::Sight>>> {
        let mut training = self.training.borrow_mut();
        (0..self.sides).map(|side| training.average_player(Seat(side as u8)).ok()).collect()
    }
}

impl<G: NfspGame> Trainee<G> for Work<G> {
    fn deals(&self) -> u64 {
        self.training.borrow().episodes()
    }

    fn advance(&mut self, deals: u64) -> Result<(), String> {
        self.training.get_mut().advance(deals).map_err(|why| why.to_string())
    }

    fn player(&self) -> Maker<G> {
        match self.averages() {
            Some(sides) => same(Averages::new(sides)),
            None => Arc::new(|| Err(Fault("the machine of the nets has failed".to_string()))),
        }
    }

    fn header(&self) -> Header {
        Header { deals: self.deals(), ..self.header.clone() }
    }

    fn model(&self) -> Model<'_> {
        let mut model = Model::new(self.header());
        for (number, side) in self.averages().unwrap_or_default().iter().enumerate() {
            model = model.with_halves(&section(number), side.net().weights());
        }
        model
    }

    fn checkpoint(&self) -> Model<'_> {
        let mut model = Model::new(self.header());
        model.header.kind = Kind::Checkpoint;
        if let Ok(state) = self.training.borrow_mut().state() {
            let (counts, sections) = state.into_sections();
            model.header.state.insert(COUNTS.to_string(), json!(counts));
            for (name, values) in sections {
                model = model.with(&name, values);
            }
        }
        model
    }
}
