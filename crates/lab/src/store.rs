use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

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
    /// A checksum of all the rest; those of earlier programs have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checksum: Option<String>,
}

impl Kept {
    /// The checksum that it must have, as it was read from its file.
    fn sum(&self) -> Option<String> {
        let text = serde_json::to_string(&Kept { checksum: None, ..self.clone() }).ok()?;
        Some(format!("{:016x}", hash(text.as_bytes())))
    }
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
        clean(&self.folder);
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
        let foreign = || (kept.key != *key).then(|| "it is the result of something else".to_string());
        match self.refusal(&kept).or_else(foreign) {
            Some(why) => Look::Useless(why),
            None => Look::Found(Box::new(kept)),
        }
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
            checksum: None,
        };
        // Summed as it will be read: numbers may change in their last digit when they are written and read.
        let written = readable::json(&serde_json::to_value(&kept).map_err(unkeepable)?);
        let read: Kept = serde_json::from_str(&written).map_err(unkeepable)?;
        let kept = Kept { checksum: read.sum(), ..kept };
        let text = readable::json(&serde_json::to_value(&kept).map_err(unkeepable)?);
        fs::create_dir_all(&self.folder).map_err(LabError::write(&self.folder))?;
        replace(&self.folder.join(file), text.as_bytes())?;
        self.made().insert(file.to_string());
        Ok(kept)
    }

    /// What this store has made under a name.
    pub(crate) fn made_by_name(&self, file: &str) -> Option<Kept> {
        if !self.made().contains(file) {
            return None;
        }
        serde_json::from_str(&fs::read_to_string(self.folder.join(file)).ok()?).ok()
    }

    /// All that is kept; what cannot be used is left out.
    pub(crate) fn all(&self) -> Result<Vec<Kept>, LabError> {
        let entries = match fs::read_dir(&self.folder) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(|why| LabError::File { deed: "read", path: self.folder.clone(), why })?,
        };
        let mut all = Vec::new();
        for path in entries.flatten().map(|entry| entry.path()) {
            let text =
                if path.extension().is_some_and(|is| is == "json") { fs::read_to_string(&path).ok() } else { None };
            let kept = text.and_then(|text| serde_json::from_str::<Kept>(&text).ok());
            all.extend(kept.filter(|kept| self.refusal(kept).is_none()));
        }
        all.sort_by(|a, b| a.title.cmp(&b.title));
        Ok(all)
    }

    /// Keeps a step that another machine has made.
    pub(crate) fn accept(&self, kept: Kept) -> Result<(), LabError> {
        if let Some(why) = self.refusal(&kept) {
            return Err(LabError::Other(format!("the step `{}` is not kept: {why}", kept.title)));
        }
        let file = self.file(&kept.title, &kept.key);
        let unkeepable =
            |why: serde_json::Error| LabError::Unkeepable { title: kept.title.clone(), why: why.to_string() };
        let text = readable::json(&serde_json::to_value(&kept).map_err(unkeepable)?);
        replace(&self.folder.join(&file), text.as_bytes())?;
        self.made().insert(file);
        Ok(())
    }

    /// Why a step cannot be used, whatever its key.
    fn refusal(&self, kept: &Kept) -> Option<String> {
        if kept.checksum.is_some() && kept.checksum != kept.sum() {
            return Some("it is damaged: its checksum is wrong".to_string());
        }
        if kept.scale != self.scale.name() || kept.seed != self.seed {
            return Some("it is the result of something else".to_string());
        }
        (kept.version != VERSION).then(|| format!("it was made by version {}, this is {VERSION}", kept.version))
    }

    fn made(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Drafts that killed runs have left behind. Those of runs that go on are younger.
fn clean(folder: &Path) {
    let is_left_over = |entry: &fs::DirEntry| {
        let age = entry.metadata().and_then(|data| data.modified()).ok().and_then(|at| at.elapsed().ok());
        entry.file_name().to_string_lossy().starts_with(DRAFT) && age.is_some_and(|age| age > LEFT_OVER)
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(is_left_over) {
        // Whoever cannot delete it loses nothing but space.
        let _ = fs::remove_file(entry.path());
    }
}

/// What the names of drafts begin with.
const DRAFT: &str = ".draft-";
/// A draft is written in a moment: one that is so old is nobody's.
const LEFT_OVER: Duration = Duration::from_secs(3600);

/// Writes a file so that it is there whole or not at all.
pub(crate) fn replace(place: &Path, contents: &[u8]) -> Result<(), LabError> {
    let write = || {
        let folder = place.parent().unwrap_or(Path::new(""));
        let mut draft = tempfile::Builder::new().prefix(DRAFT).make_in(folder, |path| File::create_new(path))?;
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
    fn a_changed_step_is_not_taken_and_one_of_before_there_were_checksums_is() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path(), Scale::Quick, 7, "kirifuda", false);
        let (key, file) = (json!({"revision": 1}), "x.json");
        store.keep(file, "x", key.clone(), json!({"mean": 0.1, "many": [1.0 / 3.0, 1e-300, 2.5e17]}), 1.0).unwrap();
        assert!(matches!(store.look(file, &key), Look::Found(_)));
        let path = folder.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("0.1", "0.2")).unwrap();
        assert!(matches!(store.look(file, &key), Look::Useless(why) if why.contains("checksum")));
        let mut old: Value = serde_json::from_str(&text).unwrap();
        old.as_object_mut().unwrap().remove("checksum");
        fs::write(&path, old.to_string()).unwrap();
        assert!(matches!(store.look(file, &key), Look::Found(_)));
    }

    #[test]
    fn drafts_of_killed_runs_are_deleted_and_young_ones_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let (old, young) = (folder.path().join(".draft-old"), folder.path().join(".draft-young"));
        for file in [&old, &young] {
            fs::write(file, "half").unwrap();
        }
        let hours = std::time::SystemTime::now() - 2 * LEFT_OVER;
        File::options().append(true).open(&old).unwrap().set_modified(hours).unwrap();
        Store::new(folder.path(), Scale::Quick, 7, "kirifuda", false).prepare().unwrap();
        assert!(!old.exists() && young.exists());
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
