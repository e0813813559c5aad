use std::fs;

use kirifuda_learn::model::{Header, Kind, Model, ModelError};
use kirifuda_play::{Game, Word, word};
use kirifuda_players::hearts::danger;

use crate::{Listed, Setting};

/// A model that comes with the program. How each was trained: `models/README.md`.
pub struct Shipped {
    /// Its file in `models/`.
    pub file: &'static str,
    pub(crate) bytes: &'static [u8],
}

/// A file of `models/`.
macro_rules! shipped {
    ($file:literal) => {
        $crate::Shipped {
            file: $file,
            bytes: include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/", $file)),
        }
    };
}
pub(crate) use shipped;

impl Shipped {
    /// The checksum at the end of the file: another model has another.
    pub fn checksum(&self) -> u32 {
        self.bytes.last_chunk().map_or(0, |last| u32::from_le_bytes(*last))
    }

    /// The model.
    pub fn model(&self) -> Result<Model<'static>, ModelError> {
        Model::from_bytes(self.bytes)
    }
}

/// The setting by which a player is given its model.
pub(crate) const MODEL: Setting =
    Setting::file("model", "shipped", "what it has learned, written by `kirifuda train`").or(&[FOR_THE_RULES]);
/// The model that comes with the program.
pub(crate) const FOR_THE_RULES: Word = word("shipped", "the one that comes with the program for the rules");
/// No model.
pub(crate) const NONE: Word = word("none", "");

/// The model of a learner that a player's setting names: a file, or `shipped`; with the name of its file, for errors.
pub(crate) fn model_of<'a, G: Listed>(
    rules: &G::Rules,
    learner: &str,
    text: &'a str,
) -> Result<(&'a str, Model<'static>), String> {
    named(text, G::shipped(learner, rules), || {
        let game = G::NAME;
        format!(
            "`{learner}` has no shipped model for {game} yet: train one with `kirifuda train {game} {learner} --out FILE`, \
             then play `{learner}:model=FILE`"
        )
    })
}

/// A file, or `shipped`; `missing` says what to do where nothing comes with the program.
pub(crate) fn named<'a>(
    text: &'a str,
    shipped: Option<&'static Shipped>,
    missing: impl FnOnce() -> String,
) -> Result<(&'a str, Model<'static>), String> {
    match text {
        "shipped" => {
            let shipped = shipped.ok_or_else(missing)?;
            Ok((shipped.file, shipped.model().map_err(|why| format!("{}: {why}", shipped.file))?))
        }
        "" => Err("`model=`: name a file written by `kirifuda train`, or leave it out".to_string()),
        file => Ok((file, read(file)?)),
    }
}

/// The model of a file.
pub(crate) fn read(file: &str) -> Result<Model<'static>, String> {
    let bytes = fs::read(file).map_err(|why| format!("cannot read {file}: {why}"))?;
    Model::from_bytes(&bytes).map_err(|why| format!("{file}: {why}"))
}

/// Refuses models that are not for the player of a learner in a game. Those of other rules are welcome.
pub(crate) fn check<G: Game>(header: &Header, learner: &str) -> Result<(), String> {
    if header.learner != learner {
        let other = &header.learner;
        let remedy = match other.as_str() {
            danger::LEARNER => "give it to a learner's setting `danger`".to_string(),
            other => format!("give it to `{other}`"),
        };
        return Err(format!("a model of the learner `{other}`, not of `{learner}`: {remedy}"));
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
