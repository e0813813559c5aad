use std::sync::Arc;

use kirifuda_arena::Maker;
use kirifuda_learn::model::Header;

use super::{Linear, trainer::LEARNER};
use crate::shipped::{MODEL, check, model_of};
use crate::strength::{CURVES, ERROR, REFERENCE, STRENGTH, error_of};
use crate::{Pace, Player, Setting, Settings, Spec};

/// The player of the list that plays what the learner of the same name has learned.
pub fn player<G: Linear>() -> Player<G> {
    Player {
        name: LEARNER,
        about: "linear Q-learning, trained (paper 001): `kirifuda train`",
        settings: SETTINGS,
        pace: Pace::Quick,
        models: &[LEARNER],
        budget: None,
        build,
    }
}

const SETTINGS: &[Setting] = &[
    MODEL,
    Setting::real(
        "temperature",
        0.0..=1e6,
        "0",
        "0: the move of the highest value; above: in proportion to exp(value / temperature)",
    ),
    STRENGTH,
    REFERENCE,
    CURVES,
    ERROR,
];

fn build<G: Linear>(rules: &G::Rules, spec: &Spec) -> Result<Maker<G>, String> {
    let temperature = Settings::new(spec, SETTINGS).real("temperature")?;
    let error = error_of::<G>(rules, spec)?;
    if error > 0.0 && temperature > 0.0 {
        return Err("`temperature` and `loses` (or `error`) exclude each other: give one of them".to_string());
    }
    let (layout, weights) = model_of::<G>(rules, LEARNER, spec.value("model", SETTINGS))?.shared(|model| {
        check::<G>(&model.header, LEARNER)?;
        let features = G::features().into_iter().find(|features| features.layout() == model.header.layout);
        let features = features.ok_or_else(|| unknown_layout::<G>(&model.header))?;
        let weights = model.take("weights").unwrap_or_default();
        if model.header.dimensions != weights.len() as u64 {
            let (told, found) = (model.header.dimensions, weights.len());
            return Err(format!(
                "its header tells of {told} weights, but it has {found}: copy it again, or train again"
            ));
        }
        if weights.len() != features.dimensions() {
            let (found, needed) = (weights.len(), features.dimensions());
            return Err(format!("{found} weights, but `{}` has {needed} features: train again", features.layout()));
        }
        if weights.iter().any(|weight| !weight.is_finite()) {
            return Err("a weight is not a number: train again with a smaller step".to_string());
        }
        Ok((features.layout(), Arc::<[f32]>::from(weights)))
    })?;
    let features = G::features().into_iter().find(|features| features.layout() == layout);
    features.map(|features| features.player(weights, temperature, error)).ok_or_else(|| "no such features".to_string())
}

fn unknown_layout<G: Linear>(header: &Header) -> String {
    let known: Vec<&str> = G::features().iter().map(|features| features.layout()).collect();
    format!(
        "its feature layout `{}` (program {}) is not one of this program ({}): train again, or use that program",
        header.layout,
        header.program,
        known.join(", ")
    )
}
