//! Deep nets as players of the list, for any game with an encoder; and how they are trained, where the program was built
//! with the feature `deep`.

mod average;
pub(crate) mod blueprint;
pub(crate) mod daifugo_search;
#[cfg(feature = "deep")]
mod machine;
#[cfg(feature = "deep")]
mod nfsp;
pub(crate) mod search;
mod shipped;
#[cfg(all(test, feature = "deep"))]
mod tests;
#[cfg(feature = "deep")]
mod trainer;

use std::mem::take;

use kirifuda_arena::Maker;
use kirifuda_learn::model::{Header, Model};
use kirifuda_learn::net::{Encoder, Net, Player as NetPlayer, Shape};
#[cfg(feature = "deep")]
use kirifuda_play::word;
use kirifuda_players::common::Sighted;
use serde_json::Value;

pub(crate) use average::player as nfsp_player;
pub use blueprint::Ruled;
pub use daifugo_search::daifugo_search;
pub use search::deep_search;
pub use shipped::{AVERAGES, SHIPPED};
pub(crate) use shipped::{DAIFUGO_NET, PLAIN_NET, hearts_net, monsters_net};

use crate::shipped::{MODEL, check, model_of};
use crate::strength::{CURVES, ERROR, REFERENCE, STRENGTH, error_of, fallible};
use crate::trainers::{Draft, MIRROR, Order, Trainer};
use crate::{Listed, Pace, Player, Setting, Settings, Spec};

/// The name of learner and player.
pub(crate) const LEARNER: &str = "deep";
/// The same of neural fictitious self-play.
pub(crate) const NFSP: &str = "nfsp";

// Names in models.
pub(crate) const WEIGHTS: &str = "weights";
pub(crate) const WIDTH: &str = "width";
pub(crate) const BLOCKS: &str = "blocks";
/// What a net has learned, and the word for what is hidden.
const LEARNS: &str = "learns";
const HIDDEN: &str = "hidden";

/// The size of a layer.
#[cfg(feature = "deep")]
const WIDTH_SETTING: Setting =
    Setting::whole(WIDTH, 8..=4096, "64", "units of a layer").multiple_of(8).shared_most(512.0);
/// The number of layers.
#[cfg(feature = "deep")]
const BLOCKS_SETTING: Setting =
    Setting::whole(BLOCKS, 0..=16, "1", "residual blocks of two layers each").shared_most(4.0);
/// What computes the nets while they learn.
#[cfg(feature = "deep")]
const MACHINE: Setting = Setting::choice(
    "machine",
    &[word("auto", "on a card where there is one"), word("cpu", ""), word("cuda", "an NVIDIA card")],
    "auto",
    "where the nets learn",
);

/// The player that plays what the learner of the same name has learned.
pub(crate) fn player<G: Listed>() -> Player<G> {
    Player {
        name: LEARNER,
        about: "a deep net that learned by playing against itself (Deep Monte Carlo)",
        settings: PLAYER_SETTINGS,
        pace: Pace::Quick,
        models: &[LEARNER],
        budget: None,
        build: build::<G>,
    }
}

/// The learner of the list.
#[cfg(feature = "deep")]
pub(crate) fn trainer<G: Listed>() -> Trainer<G> {
    Trainer { idle: trainer::idle, ..learner(LEARNER, ABOUT, trainer::SETTINGS, trainer::draft) }
}

/// Neural fictitious self-play in the list.
#[cfg(feature = "deep")]
pub(crate) fn nfsp_trainer<G: Listed>() -> Trainer<G> {
    learner(NFSP, NFSP_ABOUT, nfsp::SETTINGS, nfsp::draft)
}

/// The learner of the list, which this program cannot train: it says how to build one that can.
#[cfg(not(feature = "deep"))]
pub(crate) fn trainer<G: Listed>() -> Trainer<G> {
    learner(LEARNER, ABOUT, &[], |_, _| Err(WITHOUT.to_string()))
}

/// The same for neural fictitious self-play.
#[cfg(not(feature = "deep"))]
pub(crate) fn nfsp_trainer<G: Listed>() -> Trainer<G> {
    learner(NFSP, NFSP_ABOUT, &[], |_, _| Err(WITHOUT.to_string()))
}

#[cfg(not(feature = "deep"))]
const WITHOUT: &str = "this program was built without the training of deep nets: build one with \
                       `cargo build --release --features deep`";

const ABOUT: &str =
    "a deep net by self-play on all cores or a graphics card (Deep Monte Carlo; needs the feature `deep`)";
const NFSP_ABOUT: &str = "neural fictitious self-play: a best answer and its average (needs the feature `deep`)";

/// It takes hours and gigabytes, so that it is not for a page. What it learns depends on the machine: the libraries that
/// multiply matrices choose the order of their additions by its vectors and threads.
fn learner<G: Listed>(
    name: &'static str,
    about: &'static str,
    settings: &'static [Setting],
    draft: fn(&Order<'_, G>, &mut Settings<'_>) -> Result<Draft<G>, String>,
) -> Trainer<G> {
    Trainer { shared: false, portable: false, ..Trainer::new(name, about, settings, MIRROR, draft) }
}

const PLAYER_SETTINGS: &[Setting] = &[MODEL, STRENGTH, REFERENCE, CURVES, ERROR];

fn build<G: Listed>(rules: &G::Rules, spec: &Spec) -> Result<Maker<G>, String> {
    let error = error_of::<G>(rules, spec)?;
    Ok(fallible(load::<G>(rules, spec.value("model", PLAYER_SETTINGS))?, error))
}

/// The player of a model: a file, or `shipped`.
pub fn load<G: Listed>(rules: &G::Rules, model: &str) -> Result<NetPlayer<G, G::Sight>, String> {
    model_of::<G>(rules, LEARNER, model)?.shared(|model| learned::<G>(take(model)))
}

/// The player of a model.
fn learned<G: Listed>(mut model: Model<'_>) -> Result<NetPlayer<G, G::Sight>, String> {
    check::<G>(&model.header, LEARNER)?;
    if guesses(&model.header) {
        return Err(
            "it has learned what is hidden, not what moves are worth: it is for `guess` of `deep-search`".to_string()
        );
    }
    let sight = sight_of::<G>(&model.header)?;
    let shape = shape_of::<G>(&model.header, &sight)?;
    let net = net_of(&mut model, shape, sight.layout())?;
    NetPlayer::new(sight, net).ok_or_else(|| crate::trainers::MISFIT.to_string())
}

/// A model's net that guesses what is hidden, and what it sees.
pub(super) fn guesser<G: Listed>(mut model: Model<'_>) -> Result<(G::Sight, Net), String> {
    check::<G>(&model.header, LEARNER)?;
    if !guesses(&model.header) {
        return Err("it has not learned what is hidden: train one with `learns=hidden`".to_string());
    }
    let sight = sight_of::<G>(&model.header)?;
    let shape = Shape { outputs: sight.hidden(), ..shape_of::<G>(&model.header, &sight)? };
    let net = net_of(&mut model, shape, sight.layout())?;
    Ok((sight, net))
}

/// The player and its setting that take a model: what comes before its file.
pub fn taken_by(header: &Header) -> String {
    if guesses(header) { "deep-search:guess".to_string() } else { format!("{}:model", header.learner) }
}

/// Whether a model has learned what is hidden.
fn guesses(header: &Header) -> bool {
    header.options.get(LEARNS).and_then(Value::as_str) == Some(HIDDEN)
}

/// The net of a model.
fn net_of(model: &mut Model<'_>, shape: Shape, layout: &str) -> Result<Net, String> {
    let (width, blocks) = (shape.width, shape.blocks);
    let weights = model.take(WEIGHTS).unwrap_or_default();
    if weights.iter().any(|weight| !weight.is_finite()) {
        return Err("a weight is not a number: train again with a smaller rate".to_string());
    }
    let found = weights.len();
    Net::new(shape, weights).ok_or_else(|| {
        format!(
            "{found} weights, but `{layout}` with {blocks} blocks of {width} units has {}: train again",
            shape.length()
        )
    })
}

/// What a model's nets see, if this program can show it.
fn sight_of<G: Sighted>(header: &Header) -> Result<G::Sight, String> {
    let plain = G::Sight::default();
    let layout = plain.layout();
    let mut known = [Some(plain.clone()), plain.with_history()].into_iter().flatten();
    known.find(|sight| header.layout == sight.layout()).ok_or_else(|| {
        format!(
            "what it sees is laid out as `{}` (program {}), not as in this program ({layout}): train again, or use that \
             program",
            header.layout, header.program
        )
    })
}

/// The shape of a model's nets, which see this.
fn shape_of<G: Sighted>(header: &Header, sight: &G::Sight) -> Result<Shape, String> {
    let number = |name: &str| {
        let text = header.options.get(name).and_then(Value::as_str);
        text.and_then(|text| text.parse::<u16>().ok()).map(usize::from)
    };
    let (width, blocks) = number(WIDTH).zip(number(BLOCKS)).ok_or("its header does not tell its size: train again")?;
    Ok(Shape { inputs: sight.inputs(), width, blocks, outputs: sight.outputs() })
}
