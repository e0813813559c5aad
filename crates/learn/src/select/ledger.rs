use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Size;

/// The values of all finished trials. What is kept of it is all that a procedure needs to go on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Vec<Entry>", into = "Vec<Entry>")]
pub struct Ledger {
    values: BTreeMap<Key, f64>,
}

/// What determines a trial.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub set: Vec<usize>,
    pub size: Size,
    pub run: u64,
}

/// A line of a ledger, as it is stored.
#[derive(Serialize, Deserialize)]
struct Entry {
    set: Vec<usize>,
    learn: u64,
    exam: u64,
    run: u64,
    value: f64,
}

impl Ledger {
    /// Number of trials in it.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// True when no trial is finished.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of a trial, if it is finished. The set is ascending.
    pub fn get(&self, set: &[usize], size: Size, run: u64) -> Option<f64> {
        self.values.get(&Key { set: set.to_vec(), size, run }).copied()
    }

    /// Adds the value of a trial. The set is ascending.
    pub fn insert(&mut self, set: &[usize], size: Size, run: u64, value: f64) {
        self.values.insert(Key { set: set.to_vec(), size, run }, value);
    }

    /// Everything in it: set, size, run, value.
    pub fn iter(&self) -> impl Iterator<Item = (&[usize], Size, u64, f64)> {
        self.values.iter().map(|(key, &value)| (key.set.as_slice(), key.size, key.run, value))
    }

    pub(super) fn has(&self, key: &Key) -> bool {
        self.values.contains_key(key)
    }

    pub(super) fn keep(&mut self, key: Key, value: f64) {
        self.values.insert(key, value);
    }
}

impl From<Vec<Entry>> for Ledger {
    fn from(entries: Vec<Entry>) -> Ledger {
        let pair = |Entry { set, learn, exam, run, value }| (Key { set, size: Size { learn, exam }, run }, value);
        Ledger { values: entries.into_iter().map(pair).collect() }
    }
}

impl From<Ledger> for Vec<Entry> {
    fn from(ledger: Ledger) -> Vec<Entry> {
        let entry = |(key, value): (Key, f64)| {
            let Key { set, size: Size { learn, exam }, run } = key;
            Entry { set, learn, exam, run, value }
        };
        ledger.values.into_iter().map(entry).collect()
    }
}
