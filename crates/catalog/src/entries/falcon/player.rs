use std::sync::Arc;

use kirifuda_arena::Maker;
use kirifuda_games::hearts::{Hearts, Rules};
use kirifuda_learn::falcon::{Memory, Task};
use kirifuda_learn::model::Model;
use kirifuda_players::hearts::falcon::{Guard, seat};

use super::guard::{self, DANGER, POINTS_BELOW, QUEEN_BELOW};
use super::mode::With;
use super::trainer::{Body, LEARNER, SETTINGS as TRAINING};
use crate::settings::Settings;
use crate::shipped::{MODEL, check, model_of};
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
    let (file, model) = model_of::<Hearts>(rules, LEARNER, spec.value("model", SETTINGS))?;
    let seated = Learned::read(rules, model).and_then(|learned| learned.body.mode.with(Seats { guard, learned }));
    seated.map_err(|why| format!("{file}: {why}"))
}

/// What a model file holds.
pub(super) struct Learned {
    pub body: Body,
    pub model: Model<'static>,
}

impl Learned {
    /// Refuses models that are not for this player. Those of other rules are welcome.
    pub fn read(rules: &Rules, model: Model<'static>) -> Result<Learned, String> {
        check::<Hearts>(&model.header, LEARNER)?;
        let body = Body::read(&mut Settings::new(&recorded(&model.header), TRAINING), rules)?;
        let layout = body.task.layout();
        if layout != model.header.layout {
            return Err(format!(
                "its layout `{}` (program {}) is `{layout}` in this program: train again, or use that program",
                model.header.layout, model.header.program
            ));
        }
        Ok(Learned { body, model })
    }

    /// What was learned, and the task that it was learned for.
    pub fn memory<M: Memory>(&mut self, options: &M::Options) -> Result<M, String> {
        let memory = M::restore(self.body.task.shape(), options, &mut |name| self.model.take(name));
        memory.ok_or_else(|| "it does not hold what its header tells of: copy it again, or train again".to_string())
    }
}

/// Makes players of what was learned.
struct Seats {
    learned: Learned,
    guard: Option<Arc<Guard>>,
}

impl With for Seats {
    type Output = Result<Maker<Hearts>, String>;

    fn with<M: Memory>(mut self, options: &M::Options) -> Self::Output {
        let memory = self.learned.memory::<M>(options)?;
        let Body { task, partner, .. } = self.learned.body;
        Ok(seat(task, memory, partner, self.guard))
    }
}
