use std::sync::Arc;

use kirifuda_arena::Maker;
use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_learn::falcon::{Memory, Shape, Task};
use kirifuda_learn::model::{Header, Model};
use kirifuda_players::hearts::falcon::{Guard, seat};

use super::guard::{self, DANGER, POINTS_BELOW, QUEEN_BELOW};
use super::mode::With;
use super::trainer::{Body, LEARNER, SETTINGS as TRAINING};
use crate::settings::Settings;
use crate::shipped::{MODEL, Named, check, model_of};
use crate::trainers::recorded;
use crate::{Pace, Player, Setting, Spec};

/// The player of the list that plays what the learner of the same name has learned.
pub fn player() -> Player<Hearts> {
    Player {
        name: LEARNER,
        about: "FALCON, trained (papers 000 and 002): `kirifuda train`",
        settings: SETTINGS,
        pace: Pace::Quick,
        models: &[LEARNER],
        budget: None,
        build,
    }
}

const SETTINGS: &[Setting] = &[MODEL, DANGER, QUEEN_BELOW, POINTS_BELOW];

fn build(rules: &Rules, spec: &Spec) -> Result<Maker<Hearts>, String> {
    let mut settings = Settings::new(spec, SETTINGS);
    settings.keep("model", "");
    let guard = guard::read(&mut settings)?;
    if let Some((key, value)) = settings.idle() {
        return Err(format!("`{key}={value}` decides nothing here: it goes with `danger`; leave it out"));
    }
    let mut model = model_of::<Hearts>(rules, LEARNER, spec.value("model", SETTINGS))?;
    let header = model.shared(|model| Ok(Arc::new(model.header.clone())))?;
    let body = body(rules, &header).map_err(|why| model.blame(&why))?;
    body.mode.with(Seats { guard, body: &body, model })
}

/// What a model file holds.
pub(super) struct Learned {
    pub body: Body,
    pub model: Model<'static>,
}

impl Learned {
    /// Refuses models that are not for this player. Those of other rules are welcome.
    pub fn read(rules: &Rules, model: Model<'static>) -> Result<Learned, String> {
        Ok(Learned { body: body(rules, &model.header)?, model })
    }

    /// What was learned, and the task that it was learned for.
    pub fn memory<M: Memory>(&mut self, options: &M::Options) -> Result<M, String> {
        memory(self.body.task.shape(), options, &mut self.model)
    }
}

/// What a header tells of a player: the task that was learned.
fn body(rules: &Rules, header: &Header) -> Result<Body, String> {
    check::<Hearts>(header, LEARNER)?;
    let body = Body::read(&mut Settings::new(&recorded(header), TRAINING), rules)?;
    let layout = body.task.layout();
    if layout != header.layout {
        return Err(format!(
            "its layout `{}` (program {}) is `{layout}` in this program: train again, or use that program",
            header.layout, header.program
        ));
    }
    Ok(body)
}

/// What was learned, taken out of its model.
fn memory<M: Memory>(shape: Shape, options: &M::Options, model: &mut Model<'_>) -> Result<M, String> {
    let memory = M::restore(shape, options, &mut |name| model.take(name));
    memory.ok_or_else(|| "it does not hold what its header tells of: copy it again, or train again".to_string())
}

/// Makes players of what was learned.
struct Seats<'a> {
    body: &'a Body,
    guard: Option<Arc<Guard>>,
    model: Named<'a>,
}

impl With for Seats<'_> {
    type Output = Result<Maker<Hearts>, String>;

    fn with<M: Memory>(mut self, options: &M::Options) -> Self::Output {
        let shape = self.body.task.shape();
        // The same model may be another task under other rules.
        let learned = self.model.shared_as(format!("{shape:?}"), |model| memory::<M>(shape, options, model))?;
        Ok(seat(self.body.task.clone(), learned, self.body.partner.clone(), self.guard))
    }
}
