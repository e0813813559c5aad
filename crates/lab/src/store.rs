use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::fingerprints::{self, Fingerprints};
use crate::machine::{self, Machine};
use crate::{LabError, Scale};

/// The version of the program: results of another version are not taken for ours.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Finished steps of a paper: one file, a line of JSON for each.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    scale: Scale,
    seed: u64,
    machine: Machine,
    command: String,
    /// Nothing that was there before counts.
    fresh: bool,
    lines: Mutex<Lines>,
}

/// What is in the file.
#[derive(Debug, Default)]
struct Lines {
    /// The text of each step, by name; the last line of a name counts.
    steps: BTreeMap<String, String>,
    /// Steps of this run.
    made: HashSet<String>,
    /// So long is the file, as far as we know.
    length: u64,
    /// Its last line has no end: a run was killed while it wrote.
    torn: bool,
    /// It should be written anew: there are lines that count for nothing, or steps in files of their own.
    untidy: bool,
    /// Why it cannot be read.
    unreadable: Option<String>,
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
    /// What the players and learners that the key names did; those of earlier programs have none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fingerprints: Fingerprints,
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
    /// The store of a paper's folder, which need not exist yet.
    pub fn new(folder: &Path, scale: Scale, seed: u64, command: &str, fresh: bool) -> Store {
        Store {
            folder: folder.to_owned(),
            scale,
            seed,
            machine: Machine::here(),
            command: command.to_string(),
            fresh,
            lines: Mutex::new(Lines::read(folder)),
        }
    }

    /// Makes the folder and tries to write there, so that a wrong place is told before the work, not after it.
    pub(crate) fn prepare(&self) -> Result<(), LabError> {
        fs::create_dir_all(&self.folder).map_err(LabError::write(&self.folder))?;
        clean(&self.folder);
        if let Some(why) = &self.lines().unreadable {
            return Err(LabError::Other(format!("{} cannot be read: {why}", self.folder.join(FILE).display())));
        }
        tempfile::tempfile_in(&self.folder).map(drop).map_err(LabError::write(&self.folder))
    }

    /// The name of a step: its title for people, a hash of key, scale and seed for certainty.
    pub(crate) fn name(&self, title: &str, key: &Value) -> String {
        let identity = format!("{key}\n{}\n{}", self.scale, self.seed);
        format!("{}-{:012x}", slug(title), hash(identity.as_bytes()) >> 16)
    }

    /// A step that was finished before.
    pub(crate) fn look(&self, name: &str, key: &Value) -> Look {
        let lines = self.lines();
        if self.fresh && !lines.made.contains(name) {
            return Look::Missing;
        }
        if let Some(why) = &lines.unreadable {
            return Look::Useless(format!("{FILE} cannot be read: {why}"));
        }
        let Some(text) = lines.steps.get(name) else { return Look::Missing };
        let kept: Kept = match serde_json::from_str(text) {
            Ok(kept) => kept,
            Err(why) => return Look::Useless(format!("it is damaged: {why}")),
        };
        drop(lines);
        let foreign = || (kept.key != *key).then(|| "it is the result of something else".to_string());
        if let Some(why) = self.refusal(&kept).or_else(foreign) {
            return Look::Useless(why);
        }
        let now = if kept.fingerprints.is_empty() { Fingerprints::new() } else { fingerprints::of_key(key) };
        if let Some(who) = fingerprints::difference(&kept.fingerprints, &now) {
            return Look::Useless(format!("it is stale: `{who}` is no longer what it was"));
        }
        Look::Found(Box::new(kept))
    }

    /// Keeps what a step gave.
    pub(crate) fn keep(
        &self,
        name: &str,
        title: &str,
        key: Value,
        value: Value,
        seconds: f64,
    ) -> Result<Kept, LabError> {
        let unkeepable =
            |why: serde_json::Error| LabError::Unkeepable { title: title.to_string(), why: why.to_string() };
        let fingerprints = fingerprints::of_key(&key);
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
            fingerprints,
            checksum: None,
        };
        // Summed as it will be read: numbers may change in their last digit when they are written and read.
        let written = serde_json::to_string(&kept).map_err(unkeepable)?;
        let read: Kept = serde_json::from_str(&written).map_err(unkeepable)?;
        let kept = Kept { checksum: read.sum(), ..kept };
        let text = serde_json::to_string(&kept).map_err(unkeepable)?;
        self.append(name, text)?;
        Ok(kept)
    }

    fn append(&self, name: &str, text: String) -> Result<(), LabError> {
        fs::create_dir_all(&self.folder).map_err(LabError::write(&self.folder))?;
        let mut lines = self.lines();
        let place = self.folder.join(FILE);
        // A line is there whole, or is a torn one that counts for nothing.
        let line = if std::mem::take(&mut lines.torn) { format!("\n{}", line(name, &text)) } else { line(name, &text) };
        let append = || {
            let mut file = File::options().append(true).create(true).open(&place)?;
            file.write_all(line.as_bytes())?;
            file.sync_all()
        };
        append().map_err(LabError::write(&place))?;
        lines.length += line.len() as u64;
        lines.steps.insert(name.to_string(), text);
        lines.made.insert(name.to_string());
        Ok(())
    }

    /// What this store has made under a name.
    pub(crate) fn made(&self, name: &str) -> Option<Kept> {
        let lines = self.lines();
        lines.steps.get(name).filter(|_| lines.made.contains(name)).and_then(|text| serde_json::from_str(text).ok())
    }

    /// All that is kept; what cannot be used is left out.
    pub(crate) fn all(&self) -> Vec<Kept> {
        let read = |text: &String| serde_json::from_str::<Kept>(text).ok();
        self.lines().steps.values().filter_map(read).filter(|kept| self.refusal(kept).is_none()).collect()
    }

    /// Keeps a step that another machine has made.
    pub(crate) fn accept(&self, kept: &Kept) -> Result<(), LabError> {
        if let Some(why) = self.refusal(kept) {
            return Err(LabError::Other(format!("the step `{}` is not kept: {why}", kept.title)));
        }
        let text = serde_json::to_string(kept);
        let text = text.map_err(|why| LabError::Unkeepable { title: kept.title.clone(), why: why.to_string() })?;
        self.append(&self.name(&kept.title, &kept.key), text)
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

    /// Puts the lines in the order of their names, each once, and takes in steps that earlier programs kept in files of
    /// their own. Nothing is taken away before it is in the file. Where someone else is writing, it is left for later.
    pub(crate) fn tidy(&self) -> Result<(), LabError> {
        let lines = self.lines();
        let (place, old) = (self.folder.join(FILE), self.folder.join(OLD));
        let length = fs::metadata(&place).map_or(0, |file| file.len());
        if length != lines.length || (lines.made.is_empty() && !lines.untidy) || lines.unreadable.is_some() {
            return Ok(());
        }
        let text: String = lines.steps.iter().map(|(name, step)| line(name, step)).collect();
        replace(&place, text.as_bytes())?;
        if !old.is_dir() || Lines::of(&text).steps != lines.steps {
            return Ok(());
        }
        for path in old_files(&old) {
            fs::remove_file(&path).map_err(LabError::write(&path))?;
        }
        // A folder that holds something else stays.
        let _ = fs::remove_dir(&old);
        Ok(())
    }

    /// Where steps are kept.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many steps are kept.
    pub fn count(&self) -> usize {
        self.lines().steps.len()
    }

    fn lines(&self) -> std::sync::MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The file of all steps of a paper.
pub const FILE: &str = "steps.jsonl";
/// Where earlier programs kept a file for each step.
const OLD: &str = "steps";

/// A step as a line of the file.
fn line(name: &str, step: &str) -> String {
    format!("{BEFORE_NAME}{name}{AFTER_NAME}{step}}}\n")
}

const BEFORE_NAME: &str = "{\"name\":\"";
const AFTER_NAME: &str = "\",\"step\":";

impl Lines {
    /// What is kept in a folder.
    fn read(folder: &Path) -> Lines {
        let mut lines = match fs::read_to_string(folder.join(FILE)) {
            Ok(text) => Lines::of(&text),
            Err(why) if why.kind() == io::ErrorKind::NotFound => Lines::default(),
            Err(why) => Lines { unreadable: Some(why.to_string()), ..Lines::default() },
        };
        for path in old_files(&folder.join(OLD)) {
            let (Some(name), Ok(text)) = (path.file_stem().and_then(|name| name.to_str()), fs::read_to_string(&path))
            else {
                continue;
            };
            lines.untidy = true;
            lines.steps.entry(name.to_string()).or_insert_with(|| on_one_line(&text));
        }
        lines
    }

    fn of(text: &str) -> Lines {
        let mut lines =
            Lines { length: text.len() as u64, torn: !text.is_empty() && !text.ends_with('\n'), ..Lines::default() };
        for line in text.lines() {
            let parts = line.strip_prefix(BEFORE_NAME).and_then(|rest| rest.split_once(AFTER_NAME));
            let Some((name, step)) = parts else {
                lines.untidy = true;
                continue;
            };
            let step = step.strip_suffix('}').unwrap_or(step).to_string();
            lines.untidy |= lines.steps.insert(name.to_string(), step).is_some();
        }
        lines
    }
}

/// The files of earlier programs.
fn old_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| path.extension().is_some_and(|extension| extension == "json")).collect()
}

/// JSON without the blanks between its parts: every number keeps its digits.
fn on_one_line(text: &str) -> String {
    let (mut quoted, mut escaped) = (false, false);
    let keep = |letter: &char| {
        let inside = quoted;
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ => {}
        }
        inside || !letter.is_ascii_whitespace()
    };
    text.chars().filter(keep).collect()
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
    fn names_are_readable_and_stay_the_same() {
        let store = Store::new(Path::new("nowhere"), Scale::Quick, 7, "kirifuda", false);
        let name = store.name("train: plain, self-play (seed 3)", &json!({"revision": 1}));
        assert_eq!(name, "train-plain-self-play-seed-3-6f0f99636973");
        assert_eq!(slug("♠♥"), "step");
        assert!(slug(&"long ".repeat(100)).len() <= 60);
    }

    fn store(folder: &Path) -> Store {
        Store::new(folder, Scale::Quick, 7, "kirifuda", false)
    }

    #[test]
    fn a_changed_step_is_not_taken_and_one_of_before_there_were_checksums_is() {
        let folder = tempfile::tempdir().unwrap();
        let (key, name) = (json!({"revision": 1}), "x");
        let value = json!({"mean": 0.1, "many": [1.0 / 3.0, 1e-300, 2.5e17]});
        store(folder.path()).keep(name, "x", key.clone(), value, 1.0).unwrap();
        assert!(matches!(store(folder.path()).look(name, &key), Look::Found(_)));
        let path = folder.path().join(FILE);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("0.1", "0.2")).unwrap();
        assert!(matches!(store(folder.path()).look(name, &key), Look::Useless(why) if why.contains("checksum")));
        let mut old: Value = serde_json::from_str(&text).unwrap();
        old["step"].as_object_mut().unwrap().remove("checksum");
        fs::write(&path, format!("{old}\n")).unwrap();
        assert!(matches!(store(folder.path()).look(name, &key), Look::Found(_)));
    }

    #[test]
    fn a_step_whose_player_plays_otherwise_is_stale() {
        let folder = tempfile::tempdir().unwrap();
        let key = json!({"game": "hearts", "rules": "falcon", "player": "stock"});
        let kept = store(folder.path()).keep("x", "x", key.clone(), json!(1.5), 1.0).unwrap();
        assert_eq!(kept.fingerprints.keys().collect::<Vec<_>>(), ["hearts stock plays falcon"]);
        assert!(matches!(store(folder.path()).look("x", &key), Look::Found(_)));
        let path = folder.path().join(FILE);
        let mut old: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        old["step"]["fingerprints"]["hearts stock plays falcon"] = json!("otherwise");
        old["step"].as_object_mut().unwrap().remove("checksum");
        fs::write(&path, format!("{old}\n")).unwrap();
        assert!(matches!(store(folder.path()).look("x", &key), Look::Useless(why) if why.contains("stale")));
    }

    #[test]
    fn the_last_line_of_a_name_counts_and_a_torn_one_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let key = json!(1);
        for mean in [0.25, 0.5] {
            store(folder.path()).keep("x", "x", key.clone(), json!(mean), 1.0).unwrap();
        }
        let path = folder.path().join(FILE);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}{}", &text[..5])).unwrap();
        let torn = store(folder.path());
        torn.keep("y", "y", json!(2), json!(3.0), 1.0).unwrap();
        torn.tidy().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), 2, "{text}");
        let Look::Found(kept) = store(folder.path()).look("x", &key) else { panic!("{text}") };
        assert_eq!(kept.value, json!(0.5));
    }

    #[test]
    fn steps_in_files_of_their_own_are_taken_in_with_every_digit() {
        let folder = tempfile::tempdir().unwrap();
        let old = folder.path().join(OLD);
        fs::create_dir(&old).unwrap();
        let (key, mean) = (json!({"a  b": "c \\\" d"}), "0.30000000000000004");
        let made = store(folder.path()).keep("x", "x  y", key.clone(), json!([1.5]), 1.0).unwrap();
        let text = crate::readable::json(&json!(Kept { checksum: None, ..made })).replace("1.5", mean);
        fs::write(old.join("x.json"), &text).unwrap();
        fs::remove_file(folder.path().join(FILE)).unwrap();
        let store = || store(folder.path());
        assert!(matches!(store().look("x", &key), Look::Found(_)), "also before they are taken in");
        store().tidy().unwrap();
        assert!(!old.exists());
        let packed = fs::read_to_string(folder.path().join(FILE)).unwrap();
        assert!(packed.contains(mean) && packed.contains("x  y") && packed.lines().count() == 1, "{packed}");
        let packed: Value = serde_json::from_str(&packed).unwrap();
        assert_eq!(packed["step"], serde_json::from_str::<Value>(&text).unwrap());
        assert!(matches!(store().look("x", &key), Look::Found(_)));
        assert_eq!(store().count(), 1);
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
    fn key_scale_and_seed_each_make_another_name() {
        let store = |scale, seed| Store::new(Path::new("nowhere"), scale, seed, "kirifuda", false);
        let names = [
            store(Scale::Quick, 7).name("x", &json!({"revision": 1})),
            store(Scale::Quick, 7).name("x", &json!({"revision": 2})),
            store(Scale::Paper, 7).name("x", &json!({"revision": 1})),
            store(Scale::Quick, 8).name("x", &json!({"revision": 1})),
        ];
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
    }
}
