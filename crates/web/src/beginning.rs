//! What a learner begins with: a model of the program, nothing at all, or a training.

use kirifuda_catalog::trainers::{Trainee, Wish, adopt, novice};
use kirifuda_learn::model::Model;
use kirifuda_play::Rules;
use rusqlite::OptionalExtension;

use crate::shipped::shipped_model;
use crate::shown::Visitor;
use crate::store::Store;
use crate::{Refusal, Shown, admit, secret};

/// A learner that is asked for.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateLearner {
    /// The game.
    pub game: String,
    /// Its rules.
    #[serde(default)]
    pub rules: String,
    /// What it is; settings for a fresh one.
    pub learner: String,
    /// A name for it.
    #[serde(default)]
    pub name: String,
    /// `shipped`, `fresh` or `training:ID`.
    #[serde(default)]
    pub start: String,
    /// It learns from everybody's games, not only from those of whoever makes it.
    #[serde(default)]
    pub open: bool,
}

/// A learner that has just begun.
pub struct Begun {
    /// Its rules, in canonical text.
    pub rules: String,
    /// What it is.
    pub learner: String,
    /// The same with its settings.
    pub spec: String,
    /// All that it needs to go on.
    pub checkpoint: Vec<u8>,
}

/// Begins a learner.
pub struct Begin<'a> {
    /// Where trainings are.
    pub store: &'a Store,
    /// What is asked for.
    pub wish: &'a CreateLearner,
}

impl Visitor for Begin<'_> {
    type Output = Result<Begun, Refusal>;

    fn visit<G: Shown>(self) -> Self::Output {
        let Begin { store, wish } = self;
        let rules = admit::rules::<G>(&wish.rules)?;
        let spec = admit::learner::<G>(&wish.learner)?;
        let wrong = |why: String| Refusal::bad(why, "ask /api/catalog for learners that adapt");
        let trainee = match wish.start.as_str() {
            "fresh" => {
                let text = spec.to_string();
                let seed = Some(secret::number()? >> 1);
                novice(&Wish { learner: &text, rules: Some(rules.clone()), opponents: None, seed })
            }
            "" | "shipped" => {
                let shipped = shipped_model::<G>(&rules, &spec.name);
                adopt(shipped.ok_or_else(|| wrong(format!("no model of `{}` comes with the program", spec.name)))?)
            }
            text => match text.strip_prefix("training:") {
                Some(id) => {
                    let model = trained(store, id)?;
                    if model.header.game != G::NAME || model.header.learner != spec.name {
                        return Err(wrong(format!(
                            "the training is of `{}` in {}",
                            model.header.learner, model.header.game
                        )));
                    }
                    adopt(model)
                }
                None => return Err(wrong(format!("unknown start `{text}`: use shipped, fresh or training:ID"))),
            },
        };
        let trainee: Box<dyn Trainee<G>> = trainee.map_err(|why| wrong(why.to_string()))?;
        Ok(Begun {
            rules: G::Rules::book().text(&rules),
            learner: spec.name.clone(),
            spec: spec.to_string(),
            checkpoint: trainee.checkpoint().map_err(Refusal::broken)?.to_bytes(),
        })
    }
}

/// The model of a finished training.
pub fn trained(store: &Store, id: &str) -> Result<Model<'static>, Refusal> {
    let bytes = store.read(|db| {
        let sql = "SELECT model FROM trainings WHERE id = ?1 AND model IS NOT NULL";
        db.prepare_cached(sql)?.query_row([id], |row| row.get::<_, Vec<u8>>(0)).optional()
    })?;
    let bytes = bytes.ok_or_else(|| Refusal::missing("finished training"))?;
    store.touch("trainings", id);
    Model::from_bytes(&bytes).map_err(|why| Refusal::broken(format!("the stored model is damaged: {why}")))
}
