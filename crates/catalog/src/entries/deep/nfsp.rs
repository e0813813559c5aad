use std::cell::RefCell;

use kirifuda_arena::Maker;
use kirifuda_deep::MachineError;
use kirifuda_deep::nfsp::{Habits, Machines, Nfsp, Options, State};
use kirifuda_learn::model::Model;
use kirifuda_learn::net::{Encoder, Mixed, Shape};
use kirifuda_play::{Named, Rules, Seat, named, words};
use kirifuda_players::common::Averages;

use super::average::section;
use super::machine::{self, Build};
use super::{BLOCKS, BLOCKS_SETTING, MACHINE, WIDTH, WIDTH_SETTING};
use crate::listed::same;
use crate::trainers::{Draft, Learn, MIRROR, MISFIT, Opposition, Order, Saved};
use crate::{Listed, Setting, Settings};

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
/// What is ordered.
pub(super) struct Plan<G: Listed> {
    pub rules: G::Rules,
    pub seed: u64,
    pub options: Options,
    pub build: Build,
}

pub(super) fn draft<G: Listed>(order: &Order<'_, G>, settings: &mut Settings<'_>) -> Result<Draft<G>, String> {
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
    let (build, card) = machine::read(settings)?;
    options.batched = card;
    options.check().map_err(|why| why.to_string())?;
    let plan = Plan { rules: order.rules.clone(), seed: order.seed, options, build };
    Ok(Draft::of::<Fictitious<G>>(plan, sight.layout(), shape.length(), MIRROR.to_string()))
}

/// Neural fictitious self-play at work.
pub(super) struct Fictitious<G: Listed> {
    training: RefCell<Nfsp<G, G::Sight>>,
    sides: usize,
}

impl<G: Listed> Fictitious<G> {
    fn averages(&self) -> Result<Vec<Mixed<G, G::Sight>>, String> {
        let mut training = self.training.borrow_mut();
        let sides = (0..self.sides).map(|side| training.average_player(Seat(side as u8)));
        sides.collect::<Result<_, _>>().map_err(|why| why.to_string())
    }
}

fn machines(build: Build) -> Machines {
    Box::new(move |shape, _| build(shape, &vec![0.0; shape.length()]).map_err(MachineError))
}

impl<G: Listed> Learn<G> for Fictitious<G> {
    type Plan = Plan<G>;

    fn begin(plan: Plan<G>) -> Result<Self, String> {
        let Plan { rules, seed, options, build } = plan;
        let sides = if options.shared { 1 } else { rules.seats() };
        let training = Nfsp::new(rules, G::Sight::default(), options, machines(build), seed);
        Ok(Fictitious { training: RefCell::new(training.map_err(|why| why.to_string())?), sides })
    }

    fn restore(plan: Plan<G>, saved: &mut Saved) -> Result<Self, String> {
        let Plan { rules, seed, options, build } = plan;
        let sides = if options.shared { 1 } else { rules.seats() };
        let counts = saved.wholes(COUNTS)?;
        let state = State::from_sections(&counts, |name| saved.bits(name)).ok_or(MISFIT)?;
        let training = Nfsp::restore(rules, G::Sight::default(), options, machines(build), seed, state);
        Ok(Fictitious { training: RefCell::new(training.map_err(|why| why.to_string())?), sides })
    }

    fn deals(&self) -> u64 {
        self.training.borrow().episodes()
    }

    fn advance(&mut self, deals: u64) -> Result<(), String> {
        self.training.get_mut().advance(deals).map_err(|why| why.to_string())
    }

    fn player(&self) -> Result<Maker<G>, String> {
        Ok(same(Averages::new(self.averages()?)))
    }

    fn model<'a>(&'a self, model: Model<'a>) -> Result<Model<'a>, String> {
        let sides = self.averages()?.into_iter().enumerate();
        Ok(sides.fold(model, |model, (number, side)| model.with_halves(&section(number), side.net().weights())))
    }

    fn checkpoint<'a>(&'a self, model: Model<'a>) -> Result<Model<'a>, String> {
        let state = self.training.borrow_mut().state().map_err(|why| why.to_string())?;
        let (counts, sections) = state.into_sections();
        let model = model.with_state(COUNTS, counts);
        Ok(sections.into_iter().fold(model, |model, (name, values)| model.with(&name, values)))
    }
}
