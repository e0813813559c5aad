use std::any::{Any, TypeId};
use std::cell::Cell;
use std::collections::HashMap;
use std::fs;
use std::sync::{LazyLock, Mutex, PoisonError};

use kirifuda_learn::model::{Header, Kind, Model, ModelError};
use kirifuda_play::{Game, Rules as _, Word, word};
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

/// A model that a setting names.
pub(crate) struct Named<'a> {
    /// Its file, for errors.
    file: &'a str,
    from: Origin,
}

enum Origin {
    Program(&'static Shipped),
    File(Box<Model<'static>>),
}

/// What the models that come with the program say, by checksum, length, type and what else decides: one decoded copy of each.
type Decoded = HashMap<(u32, usize, TypeId, String), Box<dyn Any + Send + Sync>>;

static DECODED: LazyLock<Mutex<Decoded>> = LazyLock::new(Mutex::default);

thread_local! {
    /// Bytes of models that were decoded by this thread for one player alone.
    static OWN: Cell<usize> = const { Cell::new(0) };
}

/// Puts something together, and says how many bytes of models it has decoded for itself alone. Those that it shares with others
/// are held once, by the program, and count for nobody.
pub fn weighed<T>(make: impl FnOnce() -> T) -> (T, usize) {
    let before = OWN.get();
    let made = make();
    (made, OWN.get() - before)
}

impl Named<'_> {
    /// What a model says, as `read` decodes it. All players of one model of the program share one decoded copy, however
    /// many specifications name it: `read` may look at nothing but the model, and a clone must be cheap.
    pub fn shared<T: Clone + Send + Sync + 'static>(
        &mut self,
        read: impl FnOnce(&mut Model<'static>) -> Result<T, String>,
    ) -> Result<T, String> {
        self.shared_as(String::new(), read)
    }

    /// The same where something else decides, too, how a model is decoded: one copy for each. There must be few.
    pub fn shared_as<T: Clone + Send + Sync + 'static>(
        &mut self,
        what: String,
        read: impl FnOnce(&mut Model<'static>) -> Result<T, String>,
    ) -> Result<T, String> {
        let Origin::Program(shipped) = self.from else {
            return self.own(read);
        };
        let key = (shipped.checksum(), shipped.bytes.len(), TypeId::of::<T>(), what);
        // Locked while it is decoded: several who ask at once shall not decode it several times.
        let mut decoded = DECODED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = decoded.get(&key).and_then(|known| known.downcast_ref::<T>()) {
            return Ok(known.clone());
        }
        let fresh = shipped.model().map_err(|why| why.to_string()).and_then(|mut model| read(&mut model));
        let fresh = fresh.map_err(|why| self.blame(&why))?;
        decoded.insert(key, Box::new(fresh.clone()));
        Ok(fresh)
    }

    /// What a model says to whoever asks, decoded anew.
    pub fn own<T>(&mut self, read: impl FnOnce(&mut Model<'static>) -> Result<T, String>) -> Result<T, String> {
        let read = |model: &mut Model<'static>| {
            let numbers: usize = model.sections.iter().map(|section| section.values.len()).sum();
            OWN.set(OWN.get() + size_of::<f32>() * numbers);
            read(model)
        };
        let said = match &mut self.from {
            Origin::Program(shipped) => {
                shipped.model().map_err(|why| why.to_string()).and_then(|mut model| read(&mut model))
            }
            Origin::File(model) => read(model),
        };
        said.map_err(|why| self.blame(&why))
    }

    /// What is wrong with it, with the name of its file.
    pub fn blame(&self, why: &str) -> String {
        format!("{}: {why}", self.file)
    }
}

impl Shipped {
    /// The model as one that a setting names.
    pub(crate) fn named(&'static self) -> Named<'static> {
        Named { file: self.file, from: Origin::Program(self) }
    }
}

/// The model of a learner that a player's setting names: a file, or `shipped`.
pub(crate) fn model_of<'a, G: Listed>(rules: &G::Rules, learner: &str, text: &'a str) -> Result<Named<'a>, String> {
    let model = named(text, G::shipped(learner, rules), || {
        let game = G::NAME;
        let book = G::Rules::book();
        let under = match book.text(rules) {
            usual if book.presets.first().is_some_and(|preset| preset.name == usual) => String::new(),
            other => format!(" --rules {other}"),
        };
        format!(
            "`{learner}` has no shipped model for {game}{} yet: train one with `kirifuda train {game} {learner}{under} --out FILE`, \
             then play `{learner}:model=FILE`",
            if under.is_empty() { "" } else { " under these rules" }
        )
    })?;
    if let Origin::File(file) = &model.from {
        made_for::<G>(&file.header, rules).map_err(|why| model.blame(&why))?;
    }
    Ok(model)
}

/// Refuses models that were learned under rules with other moves. Those of a file of cards that is no longer there say
/// nothing of their rules, and are taken.
pub(crate) fn made_for<G: Listed>(header: &Header, rules: &G::Rules) -> Result<(), String> {
    let book = G::Rules::book();
    match book.parse(&header.rules) {
        Ok(learned) if !G::carries_over(&learned, rules) => Err(format!(
            "it was learned under `{}`, which has other moves than the rules in force: train one by `kirifuda train {} {} --rules {}`",
            header.rules,
            G::NAME,
            header.learner,
            book.text(rules)
        )),
        _ => Ok(()),
    }
}

/// A file, or `shipped`; `missing` says what to do where nothing comes with the program.
pub(crate) fn named<'a>(
    text: &'a str,
    shipped: Option<&'static Shipped>,
    missing: impl FnOnce() -> String,
) -> Result<Named<'a>, String> {
    match text {
        "shipped" => shipped.map(Shipped::named).ok_or_else(missing),
        "" => Err("`model=`: name a file written by `kirifuda train`, or leave it out".to_string()),
        file => Ok(Named { file, from: Origin::File(Box::new(read(file)?)) }),
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
