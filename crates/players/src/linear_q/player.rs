use std::fs;

use kirifuda_arena::Maker;
use kirifuda_learn::model::{Header, Kind, Model};

use super::{Linear, trainer::LEARNER};
use crate::{Player, Setting, Spec, real};

/// The player of the list that plays what the learner of the same name has learned.
pub fn player<G: Linear>() -> Player<G> {
    Player {
        name: LEARNER,
        about: "linear Q-learning, trained (paper 001): `kirifuda train`",
        settings: SETTINGS,
        build,
    }
}

const SETTINGS: &[Setting] = &[
    Setting {
        name: "model",
        default: "shipped",
        about: "a file written by `kirifuda train`; shipped: the one that comes with the program for the rules",
    },
    Setting {
        name: "temperature",
        default: "0",
        about: "0: the move of the highest value; above, up to 1000000: in proportion to exp(value / temperature)",
    },
];

fn build<G: Linear>(rules: &G::Rules, spec: &Spec) -> Result<Maker<G>, String> {
    let temperature = real("temperature", spec.value("temperature", SETTINGS), 0.0..=1e6)?;
    let (file, model) = match spec.value("model", SETTINGS) {
        "shipped" => {
            let shipped = G::shipped(rules);
            (shipped.file, shipped.model())
        }
        "" => return Err("`model=`: name a file written by `kirifuda train`, or leave it out".to_string()),
        file => (file, Model::from_bytes(&fs::read(file).map_err(|why| format!("cannot read {file}: {why}"))?)),
    };
    let make = |mut model: Model<'_>| -> Result<Maker<G>, String> {
        check::<G>(&model.header)?;
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
        Ok(features.player(weights, temperature))
    };
    model.map_err(|why| why.to_string()).and_then(make).map_err(|why| format!("{file}: {why}"))
}

/// Refuses models that are not for this player. Those of other rules are welcome.
fn check<G: Linear>(header: &Header) -> Result<(), String> {
    if header.learner != LEARNER {
        let learner = &header.learner;
        return Err(format!("a model of the learner `{learner}`, not of `{LEARNER}`: give it to `{learner}`"));
    }
    if header.game != G::NAME {
        return Err(format!("a model for {}, not for {}: train one for this game", header.game, G::NAME));
    }
    match header.kind {
        Kind::Model => Ok(()),
        Kind::Checkpoint => {
            Err("a checkpoint, not a model: finish its training with `kirifuda train … --resume`".into())
        }
    }
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
