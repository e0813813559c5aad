//! Trainings by name: asked for, started, taken up again.

use kirifuda_learn::model::{Header, Kind, Model};
use kirifuda_play::{Game, Rules, suggest};

use crate::differences::Differences;
use crate::frame::{Order, Planned, Trainee, Trainer, recorded};
use crate::opposition::Opposition;
use crate::{CatalogError, Listed, Setting, Spec};

/// A training as it is asked for: what is left out has its default, or is as it was in the checkpoint.
pub struct Wish<'a, G: Game> {
    /// The learner and the settings that are asked for: `linear-q:step=0.2`.
    pub learner: &'a str,
    /// The rules.
    pub rules: Option<G::Rules>,
    /// Who sits at the other seats; by default whom the learner's [`Trainer::opponents`] name.
    pub opponents: Option<&'a str>,
    /// The seed; by default 1.
    pub seed: Option<u64>,
}

/// Reads a wish: everything that can be wrong with it is found, and nothing is learned yet.
pub fn plan<G: Listed>(wish: &Wish<'_, G>) -> Result<Planned<G>, CatalogError> {
    let (trainer, spec) = find::<G>(wish.learner)?;
    let first = (G::Rules::book().presets[0].rules)();
    let order = Order {
        rules: wish.rules.as_ref().unwrap_or(&first),
        spec: &spec,
        opponents: wish.opponents.unwrap_or(trainer.opponents),
        seed: wish.seed.unwrap_or(1),
    };
    trainer.plan(&order).map_err(failed(&spec))
}

/// Starts a training.
pub fn start<G: Listed>(wish: &Wish<'_, G>) -> Result<Box<dyn Trainee<G>>, CatalogError> {
    let spec = Spec::parse(wish.learner)?;
    plan(wish)?.start().map_err(failed(&spec))
}

/// Starts a training with what another one of the same learner has learned. Its order is its own, and its deals are counted
/// from the first.
pub fn start_from<G: Listed>(wish: &Wish<'_, G>, learned: Model<'static>) -> Result<Box<dyn Trainee<G>>, CatalogError> {
    let (trainer, spec) = find::<G>(wish.learner)?;
    let (planned, failed) = (plan(wish)?, failed(&spec));
    let adapt = trainer.adapt.ok_or("it starts from nothing only, not from what another training has learned");
    let adapt = adapt.map_err(|why| failed(why.to_string()))?;
    let (was, asked) = (&learned.header, planned.header());
    let mut differences = Differences::default();
    differences.note("game", &was.game, &asked.game);
    differences.note("learner", &was.learner, &asked.learner);
    differences.note_layout(was, asked);
    if let Some(differences) = differences.text() {
        return Err(failed(format!("what was learned does not fit ({differences})")));
    }
    let header = Header { kind: Kind::Checkpoint, state: learned.header.state, ..asked.clone() };
    let mut model = Model { header, sections: learned.sections };
    adapt(&mut model);
    planned.resume(model).map_err(failed)
}

/// Takes up a training from its checkpoint. What is asked for must be as it was.
pub fn resume<G: Listed>(wish: &Wish<'_, G>, checkpoint: Model<'static>) -> Result<Box<dyn Trainee<G>>, CatalogError> {
    let (trainer, given) = find::<G>(wish.learner)?;
    let was = &checkpoint.header;
    if was.kind != Kind::Checkpoint {
        return Err(CatalogError("it is a finished model, not a checkpoint: only trainings go on".to_string()));
    }
    let mut differences = Differences::default();
    differences.note("game", &was.game, G::NAME);
    differences.note("learner", &was.learner, trainer.name);
    // Nothing else can be compared.
    differences.refuse()?;

    let failed = failed(&given);
    let mut spec = recorded(was);
    spec.settings.retain(|(key, _)| given.given(key).is_none());
    spec.settings.extend(given.settings.iter().cloned());
    let rules = match &wish.rules {
        Some(rules) => rules.clone(),
        None => G::Rules::book().parse(&was.rules).map_err(|why| failed(why.to_string()))?,
    };
    let opponents = wish.opponents.unwrap_or(&was.opponents);
    let order = Order { rules: &rules, spec: &spec, opponents, seed: wish.seed.unwrap_or(was.seed) };
    match trainer.plan(&order) {
        Ok(planned) => {
            let asked = planned.header();
            differences.note_headers(was, asked, trainer.settings.iter());
            differences.note_layout(was, asked);
            differences.refuse()?;
            planned.resume(checkpoint).map_err(failed)
        }
        Err(why) => {
            // What is asked for may be fine and only not go with settings of the checkpoint, such as those of self-play
            // with other opponents. Then it is what differs that has to be told.
            if let Ok(asked) = trainer.plan(&Order { spec: &given, ..order }) {
                let given = |setting: &&Setting| given.settings.iter().any(|(name, _)| name == setting.name);
                differences.note_headers(was, asked.header(), trainer.settings.iter().filter(given));
            } else if let Ok(asked) = Opposition::<G>::read(&rules, opponents) {
                differences.note("opponents", &was.opponents, &asked.text());
            }
            differences.refuse()?;
            Err(failed(why))
        }
    }
}

/// A learner that goes on from a finished model, by the games that it is given to [study](Trainee::study).
pub fn adopt<G: Listed>(mut model: Model<'static>) -> Result<Box<dyn Trainee<G>>, CatalogError> {
    let name = model.header.learner.clone();
    let (trainer, _) = find::<G>(&name)?;
    model.header.kind = Kind::Checkpoint;
    trainer.adapt(&mut model)?;
    resume(&Wish { learner: &name, rules: None, opponents: None, seed: None }, model)
}

/// A learner that knows nothing yet, and learns by the games that it is given to [study](Trainee::study).
pub fn novice<G: Listed>(wish: &Wish<'_, G>) -> Result<Box<dyn Trainee<G>>, CatalogError> {
    let mut model = Model::new(plan(wish)?.header().clone());
    let (trainer, given) = find::<G>(wish.learner)?;
    trainer.adapt(&mut model)?;
    let (header, failed) = (&model.header, failed(&given));
    let rules = G::Rules::book().parse(&header.rules).map_err(|why| failed(why.to_string()))?;
    let order = Order { rules: &rules, spec: &recorded(header), opponents: &header.opponents, seed: header.seed };
    trainer.plan(&order).and_then(Planned::start).map_err(failed)
}

/// Says which learner an error is of.
fn failed(spec: &Spec) -> impl Fn(String) -> CatalogError + use<'_> {
    move |why| CatalogError(format!("learner `{spec}`: {why}"))
}

fn find<G: Listed>(learner: &str) -> Result<(Trainer<G>, Spec), CatalogError> {
    let spec = Spec::parse(learner)?;
    let mut trainers = G::trainers();
    let Some(place) = trainers.iter().position(|trainer| trainer.name == spec.name) else {
        let remedy = match trainers.is_empty() {
            true => ": nothing can be trained for this game".to_string(),
            false => suggest::remedy(&spec.name, trainers.iter().map(|trainer| trainer.name)),
        };
        return Err(CatalogError(format!("unknown learner `{}` for {}{remedy}", spec.name, G::NAME)));
    };
    let trainer = trainers.swap_remove(place);
    spec.check("learner", trainer.settings)?;
    Ok((trainer, spec))
}
