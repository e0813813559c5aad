use std::cell::RefCell;
use std::sync::Arc;

use kirifuda_arena::Maker;
use kirifuda_deep::nfsp::{Habits, Nfsp, Options, State};
use kirifuda_learn::model::{Header, Kind, Model};
use kirifuda_learn::net::{Encoder, Mixed, Shape};
use kirifuda_play::{Fault, Named, Rules, Seat, named, words};
use kirifuda_players::common::Averages;
use serde_json::{Value, json};

use super::average::section;
use super::trainer::machine;
use super::{BLOCKS, BLOCKS_SETTING, MACHINE, NfspGame, WIDTH, WIDTH_SETTING};
use crate::Setting;
use crate::listed::same;
use crate::settings::Settings;
use crate::trainers::{Opposition, Order, Started, Trainee};

/// What can be set.
pub(super) const SETTINGS: &[Setting] = &[
    WIDTH_SETTING,
    BLOCKS_SETTING,
    Setting::switch("shared", "off", "one pair of nets for all seats; otherwise each seat has its own"),
    Setting::whole("tables", 1..=1_000_000, "128", "games that are played with the same nets"),
    Setting::real("anticipation", 0.0..=1.0, "0.1", "how often a seat plays its best answer"),
    Setting::real("explore", 0.0..=1.0, "0.1", "how often a best answer is replaced by a random move"),
    count("explore-games", "10000000", "after so many games that is 1/√2 as often"),
    Setting::whole("replay", 1..=1_000_000_000, "100000", "recent decisions that are kept for Q-learning"),
    Setting::whole("reservoir", 1..=1_000_000_000, "2000000", "best answers that are kept for the average")
        .shared_most(200_000.0),
    Setting::whole("emphasis", 0..=8, "0", "the average counts later answers more (0: as published)"),
    Setting::choice("habits", &words(&HABITS), "best", "what becomes part of the average"),
    Setting::whole("warmup", 0..=1_000_000_000, "1000", "decisions before learning begins"),
    count("learn-every", "128", "decisions for which each net takes a step"),
    Setting::whole("batch", 1..=1_000_000, "128", "decisions that a step is learned from"),
    count("target-every", "100", "steps for which the net that looks ahead stays the same"),
    Setting::real("rate", 0.0..=1.0, "0.001", "the size of a step of Q-learning (Adam)"),
    Setting::real("average-rate", 0.0..=1.0, "0.001", "the size of a step of the average (Adam)"),
    count("rate-games", "1000000", "after so many games steps are 1/√2 as large"),
    MACHINE,
];

const HABITS: [Named<Habits>; 2] = [named("best", Habits::Best, ""), named("played", Habits::Played, "as published")];

const fn count(name: &'static str, default: &'static str, about: &'static str) -> Setting {
    Setting::whole(name, 1..=1_000_000_000_000, default, about)
}

const COUNTS: &str = "counts";
const MISFIT: &str = "the checkpoint does not hold what such a training needs: start again";

fn prepare<G: NfspGame>(order: &Order<'_, G>) -> Result<(Options, &'static str, Header), String> {
    let mut settings = Settings::new(order.spec, SETTINGS);
    match Opposition::<G>::read(order.rules, order.opponents)? {
        Opposition::Mirror => {}
        other => return Err(format!("`--opponents {}`: it plays against itself only; leave it out", other.text())),
    }
    let mut options = Options {
        width: settings.whole(WIDTH)?,
        blocks: settings.whole(BLOCKS)?,
        shared: settings.on_off("shared")?,
        batched: false,
        tables: settings.whole("tables")?,
        anticipation: settings.real("anticipation")?,
        exploration: settings.real("explore")?,
        exploration_games: settings.whole("explore-games")?,
        habits: settings.choice("habits", &HABITS)?,
        replay: settings.whole("replay")?,
        reservoir: settings.whole("reservoir")?,
        emphasis: settings.whole("emphasis")?,
        warmup: settings.whole("warmup")?,
        learn_every: settings.whole("learn-every")?,
        batch: settings.whole("batch")?,
        target_every: settings.whole("target-every")?,
        best_rate: settings.real("rate")? as f32,
        average_rate: settings.real("average-rate")? as f32,
        rate_games: settings.whole("rate-games")?,
    };
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
