use std::mem::take;

use kirifuda_arena::Maker;
use kirifuda_learn::model::Model;
use kirifuda_learn::net::{Encoder, Mixed, Net};
use kirifuda_play::Rules;
use kirifuda_players::common::Averages;

use super::{NFSP, shape_of, sight_of};
use crate::listed::same;
use crate::shipped::{MODEL, check, model_of};
use crate::{Listed, Pace, Player, Setting, Spec};

/// The name of the weights of a side in a model.
pub(super) fn section(side: usize) -> String {
    format!("average{side}")
}

/// The player in the list.
pub(crate) fn player<G: Listed>() -> Player<G> {
    Player {
        name: NFSP,
        about: "the average of a net's answers to itself (neural fictitious self-play)",
        settings: SETTINGS,
        pace: Pace::Quick,
        models: &[NFSP],
        budget: None,
        build: build::<G>,
    }
}

const SETTINGS: &[Setting] = &[MODEL];

fn build<G: Listed>(rules: &G::Rules, spec: &Spec) -> Result<Maker<G>, String> {
    let mut model = model_of::<G>(rules, NFSP, spec.value("model", SETTINGS))?;
    let sides = model.shared(|model| learned::<G>(take(model)))?;
    if sides.len() != 1 && sides.len() != rules.seats() {
        return Err(format!("nets for {} seats, not for {}: train one for these rules", sides.len(), rules.seats()));
    }
    Ok(same(Averages::new(sides)))
}

/// A net for each side, or one for all.
fn learned<G: Listed>(mut model: Model<'_>) -> Result<Vec<Mixed<G, G::Sight>>, String> {
    check::<G>(&model.header, NFSP)?;
    let sight = sight_of::<G>(&model.header)?;
    let shape = shape_of::<G>(&model.header, &sight)?;
    let mut sides = Vec::new();
    while let Some(weights) = model.take(&section(sides.len())) {
        if weights.iter().any(|weight| !weight.is_finite()) {
            return Err("a weight is not a number: train again with smaller rates".to_string());
        }
        let found = weights.len();
        let side = Net::new(shape, weights).and_then(|net| Mixed::new(sight.clone(), net)).ok_or_else(|| {
            let (layout, width, blocks) = (sight.layout(), shape.width, shape.blocks);
            format!("{found} weights, but `{layout}` with {blocks} blocks of {width} units has {}", shape.length())
        })?;
        sides.push(side);
    }
    Ok(sides)
}
