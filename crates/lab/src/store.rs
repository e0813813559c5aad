use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::machine::{self, Machine};
use crate::{LabError, Scale, readable};

/// The version of the program: results of another version are not taken for ours.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Finished steps in a folder: one JSON file each.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    scale: Scale,
    seed: u64,
    machine: Machine,
    command: String,
    /// Nothing that was there before counts.
    fresh: bool,
    /// Files written by this store.
    made: Mutex<HashSet<String>>,
}

/// A finished step, as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// What was done.
    pub title: String,
    /// Everything that determines the value, besides scale and seed.
    pub key: Value,
    /// The scale of the run.
    pub scale: String,
    /// The seed of the run.
    pub seed: u64,
    /// The version of the program.
    pub version: String,
    /// When it was finished, in universal time.
    pub date: String,
    /// How long it took.
    pub seconds: f64,
    /// On what.
    pub machine: Machine,
    /// The command that made it.
    pub command: String,
    /// What came out.
    pub value: Value,
}

/// What a look into the store gives.
#[derive(Debug)]
pub(crate) enum Look {
    Found(Box<Kept>),
    Missing,
    /// There is something, but it cannot be used: why, for people.
    Useless(String),
}

impl Store {
    /// The store in a folder, which need not exist yet.
    pub fn new(folder: &Path, scale: Scale, seed: u64, command: &str, fresh: bool) -> Store {
        Store {
            folder: folder.to_owned(),
            scale,
            seed,
            machine: Machine::here(),
            command: command.to_string(),
            fresh,
            made: Mutex::default(),
        }
    }

    /// Makes the folder and tries to write there, so that a wrong place is told before the work, not after it.
    pub(crate) fn prepare(&self) -> Result<(), LabError> {
        fs::create_dir_all(&self.folder).map_err(LabError::write(&self.folder))?;
        tempfile::tempfile_in(&self.folder).map(drop).map_err(LabError::write(&self.folder))
    }

    /// The file of a step: its title for people, a hash of key, scale and seed for certainty.
    pub(crate) fn file(&self, title: &str, key: &Value) -> String {
        let identity = format!("{key}\n{}\n{}", self.scale, self.seed);
        format!("{}-{:012x}.json", slug(title), hash(identity.as_bytes()) >> 16)
    }

    /// A step that was finished before.
    pub(crate) fn look(&self, file: &str, key: &Value) -> Look {
        if self.fresh && !self.made().contains(file) {
            return Look::Missing;
        }
        let text = match fs::read_to_string(self.folder.join(file)) {
            Ok(text) => text,
            Err(why) if why.kind() == io::ErrorKind::NotFound => return Look::Missing,
            Err(why) => return Look::Useless(format!("it cannot be read: {why}")),
        };
        let kept: Kept = match serde_json::from_str(&text) {
            Ok(kept) => kept,
            Err(why) => return Look::Useless(format!("it is damaged: {why}")),
        };
        if kept.key != *key || kept.scale != self.scale.name() || kept.seed != self.seed {
            return Look::Useless("it is the result of something else".to_string());
        }
        if kept.version != VERSION {
            return Look::Useless(format!("it was made by version {}, this is {VERSION}", kept.version));
        }
        Look::Found(Box::new(kept))
    }

    /// Keeps what a step gave.
    pub(crate) fn keep(
        &self,
        file: &str,
        title: &str,
        key: Value,
        value: Value,
        seconds: f64,
    ) -> Result<Kept, LabError> {
        let unkeepable =
            |why: serde_json::Error| LabError::Unkeepable { title: title.to_string(), why: why.to_string() };
        let kept = Kept {
            title: title.to_string(),
            key,
            scale: self.scale.name().to_string(),
            seed: self.seed,
            version: VERSION.to_string(),
            date: machine::now(),
            seconds: (seconds * 1000.0).round() / 1000.0,
            machine: self.machine.clone(),
            command: self.command.clone(),
            value,
        };
        let text = readable::json(&serde_json::to_value(&kept).map_err(unkeepable)?);
        fs::create_dir_all(&self.folder).map_err(LabError::write(&self.folder))?;
        replace(&self.folder.join(file), text.as_bytes())?;
        self.made().insert(file.to_string());
        Ok(kept)
    }

    fn made(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes a file so that it is there whole or not at all.
pub(crate) fn replace(place: &Path, contents: &[u8]) -> Result<(), LabError> {
    let write = || {
        let folder = place.parent().unwrap_or(Path::new(""));
        let mut draft = tempfile::Builder::new().prefix(".draft-").make_in(folder, |path| File::create_new(path))?;
        draft.write_all(contents)?;
        draft.as_file().sync_all()?;
        draft.persist(place)?;
        Ok(())
    };
    write().map_err(LabError::write(place))
}

/// The letters and digits of a title, words joined by `-`, of a length that file systems like.
pub(crate) fn slug(title: &str) -> String {
    let mut slug = String::new();
    for letter in title.chars().map(|letter| letter.to_ascii_lowercase()) {
        if letter.is_ascii_alphanumeric() {
            slug.push(letter);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() >= 60 {
            break;
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "step".to_string() } else { slug.to_string() }
}

/// FNV-1a with the last mixing of SplitMix64: the same in every build, unlike the standard library's hasher.
fn hash(bytes: &[u8]) -> u64 {
    let sum = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let sum = (sum ^ sum >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let sum = (sum ^ sum >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    sum ^ sum >> 31
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_of_files_are_readable_and_stay_the_same() {
        let store = Store::new(Path::new("nowhere"), Scale::Quick, 7, "kirifuda", false);
        let file = store.file("train: plain, self-play (seed 3)", &json!({"revision": 1}));
        assert_eq!(file, "train-plain-self-play-seed-3-6f0f99636973.json");
        assert_eq!(slug("♠♥"), "step");
        assert!(slug(&"long ".repeat(100)).len() <= 60);
    }

    #[test]
    fn key_scale_and_seed_each_make_another_file() {
        let store = |scale, seed| Store::new(Path::new("nowhere"), scale, seed, "kirifuda", false);
        let files = [
            store(Scale::Quick, 7).file("x", &json!({"revision": 1})),
            store(Scale::Quick, 7).file("x", &json!({"revision": 2})),
            store(Scale::Paper, 7).file("x", &json!({"revision": 1})),
            store(Scale::Quick, 8).file("x", &json!({"revision": 1})),
        ];
        assert_eq!(files.iter().collect::<HashSet<_>>().len(), files.len());
    }
}
