use std::collections::BTreeMap;

use kirifuda_play::Rng;

use super::SvrError;

/// Rows of numbers, a label for each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Examples {
    width: usize,
    values: Vec<f64>,
    labels: Vec<f64>,
}

impl Examples {
    /// No examples yet, with so many numbers in each row.
    pub fn new(width: usize) -> Examples {
        Examples { width, ..Examples::default() }
    }

    /// Adds an example.
    pub fn push(&mut self, row: &[f64], label: f64) -> Result<(), SvrError> {
        if row.len() != self.width {
            return Err(SvrError::Width { found: row.len(), needed: self.width });
        }
        if !label.is_finite() || row.iter().any(|value| !value.is_finite()) {
            return Err(SvrError::NotFinite(self.len() + 1));
        }
        self.values.extend_from_slice(row);
        self.labels.push(label);
        Ok(())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Numbers in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// A row.
    pub fn row(&self, example: usize) -> &[f64] {
        &self.values[example * self.width..][..self.width]
    }

    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = &[f64]> {
        (0..self.len()).map(|example| self.row(example))
    }

    /// A label for each row.
    pub fn labels(&self) -> &[f64] {
        &self.labels
    }

    /// How many examples have each label, labels ascending.
    pub fn counts(&self) -> Vec<(f64, usize)> {
        self.by_label().into_values().map(|members| (self.labels[members[0]], members.len())).collect()
    }

    /// These examples, in this order.
    pub fn only(&self, chosen: &[usize]) -> Examples {
        let mut part = Examples::new(self.width);
        for &example in chosen {
            part.values.extend_from_slice(self.row(example));
            part.labels.push(self.labels[example]);
        }
        part
    }

    /// Under-sampling: as many examples of every label as the rarest one has, at most `most`, each set of that size
    /// equally likely. Their order stays.
    pub fn balanced(&self, most: usize, rng: &mut Rng) -> Examples {
        let mut labels: Vec<Vec<usize>> = self.by_label().into_values().collect();
        let each = labels.iter().map(Vec::len).min().unwrap_or(0).min(most);
        for members in &mut labels {
            draw(members, each, rng);
        }
        let mut chosen = labels.concat();
        chosen.sort_unstable();
        self.only(&chosen)
    }

    /// At most so many, each set of that size equally likely. Their order stays.
    pub fn sampled(&self, most: usize, rng: &mut Rng) -> Examples {
        let mut chosen = (0..self.len()).collect();
        draw(&mut chosen, most, rng);
        self.only(&chosen)
    }

    /// The examples of each label; labels ascending.
    fn by_label(&self) -> BTreeMap<i64, Vec<usize>> {
        let mut members: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
        for (example, &label) in self.labels.iter().enumerate() {
            members.entry(ordered(label)).or_default().push(example);
        }
        members
    }
}

/// Keeps so many of them, in their order.
fn draw(members: &mut Vec<usize>, count: usize, rng: &mut Rng) {
    if count < members.len() {
        rng.shuffle_front(members, count);
        members.truncate(count);
        members.sort_unstable();
    }
}

/// An integer that is ordered as the number is (that of `f64::total_cmp`); −0 is 0.
fn ordered(label: f64) -> i64 {
    let bits = (label + 0.0).to_bits() as i64;
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}
