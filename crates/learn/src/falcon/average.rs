use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::memory::{each, key, read_keys, strongest, write_key};
use super::{Deal, Memory, Move, Parts, Place, Rule, Shape};

/// Ours: categories that match exactly, with the mean of what followed each action.
///
/// What followed is told by [`Signal`]. A place that was seldom met leans on its coarser network.
#[derive(Clone, Debug)]
pub struct Average {
    shape: Shape,
    options: AverageOptions,
    /// Shared by clones until one of them learns.
    fine: Arc<Means>,
    coarse: Arc<Means>,
}

/// What can be set for [`Average`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AverageOptions {
    /// A coarse mean counts as so many deals of its own place.
    pub lean: f32,
    /// A coarse mean itself leans on zero with this weight.
    pub doubt: f32,
    /// All actions that name the same move learn from it, not only the one that was chosen.
    pub alike: bool,
    /// What the mean is taken of.
    pub signal: Signal,
}

/// What followed a move, as a number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Signal {
    /// The share of what was left to pay that the seat did not pay: `stake / seats − paid from here on`.
    #[default]
    Rest,
    /// The feedback of paper 000 for the whole deal: this much for a good one, less what was paid for a bad one.
    Printed(f32),
}

impl Signal {
    #[inline]
    fn of(self, deal: &Deal<'_>, a_move: &Move, seats: usize) -> f32 {
        match self {
            Signal::Rest => a_move.stake / seats as f32 - (deal.cost - a_move.cost),
            Signal::Printed(reward) if deal.good => reward,
            Signal::Printed(_) => -deal.cost,
        }
    }
}

impl Default for AverageOptions {
    fn default() -> Self {
        AverageOptions { lean: 50.0, doubt: 3.0, alike: false, signal: Signal::Rest }
    }
}

/// Mean and count for each action of each category.
#[derive(Clone, Debug, Default)]
struct Means {
    index: FxHashMap<u128, u32>,
    /// In the order in which categories came.
    keys: Vec<u128>,
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    mean: f32,
    count: f32,
}

impl Means {
    #[inline]
    fn get(&self, actions: usize, key: u128) -> Option<&[Cell]> {
        let start = *self.index.get(&key)? as usize * actions;
        Some(&self.cells[start..start + actions])
    }

    #[inline]
    fn get_or_add(&mut self, actions: usize, key: u128) -> &mut [Cell] {
        // Asked first, as nearly all are there: an entry makes room for one more.
        let number = match self.index.get(&key) {
            Some(&number) => number,
            None => self.add(actions, key),
        };
        let start = number as usize * actions;
        &mut self.cells[start..start + actions]
    }

    #[cold]
    fn add(&mut self, actions: usize, key: u128) -> u32 {
        let number = self.keys.len() as u32;
        self.index.insert(key, number);
        self.keys.push(key);
        self.cells.resize(self.cells.len() + actions, Cell::default());
        number
    }

    fn parts(&self, names: [&'static str; 3]) -> Parts {
        let mut keys = Vec::with_capacity(8 * self.keys.len());
        self.keys.iter().for_each(|&key| write_key(key, &mut keys));
        let means = self.cells.iter().map(|cell| cell.mean).collect();
        let counts = self.cells.iter().map(|cell| cell.count).collect();
        names.into_iter().zip([keys, means, counts]).collect()
    }

    fn restore(shape: Shape, networks: usize, [keys, means, counts]: [Vec<f32>; 3]) -> Option<Means> {
        let keys = read_keys(&keys, networks, shape.width)?;
        let lengths = [means.len(), counts.len()];
        let cells: Vec<Cell> = means.into_iter().zip(counts).map(|(mean, count)| Cell { mean, count }).collect();
        let index: FxHashMap<u128, u32> = keys.iter().copied().zip(0..).collect();
        let sound = cells.iter().all(|cell| cell.mean.is_finite() && cell.count.is_finite() && cell.count >= 0.0);
        let fits = lengths == [keys.len() * shape.actions; 2] && index.len() == keys.len();
        (sound && fits).then_some(Means { index, keys, cells })
    }
}

impl Cell {
    #[inline]
    fn add(&mut self, value: f32) {
        self.count += 1.0;
        self.mean += (value - self.mean) / self.count;
    }

    /// The mean as if `weight` more had been seen with the value `other`.
    #[inline]
    fn leaning(self, other: f32, weight: f32) -> f32 {
        let all = self.count + weight;
        if all > 0.0 { (self.mean * self.count + other * weight) / all } else { 0.0 }
    }
}

const FINE: [&str; 3] = ["places", "means", "counts"];
const COARSE: [&str; 3] = ["coarse places", "coarse means", "coarse counts"];

impl Memory for Average {
    const NAME: &'static str = "average";
    const LEARNS_FORCED: bool = false;
    type Options = AverageOptions;

    fn new(shape: Shape, options: &AverageOptions) -> Self {
        Average { shape, options: *options, fine: Arc::default(), coarse: Arc::default() }
    }

    #[inline]
    fn strengths(&mut self, place: &Place, applicable: u64, out: &mut [f32]) {
        let AverageOptions { lean, doubt, .. } = self.options;
        let coarse = self.coarse.get(self.shape.actions, key(place.parent, place.bits));
        let fine = self.fine.get(self.shape.actions, key(place.network, place.bits));
        match (coarse, fine) {
            (Some(coarse), Some(fine)) => {
                each(applicable).for_each(|action| {
                    out[action] = fine[action].leaning(coarse[action].leaning(0.0, doubt), lean);
                });
            }
            (Some(coarse), None) => {
                each(applicable).for_each(|action| out[action] = coarse[action].leaning(0.0, doubt))
            }
            (None, Some(fine)) => each(applicable).for_each(|action| out[action] = fine[action].leaning(0.0, lean)),
            (None, None) => out.fill(0.0),
        }
    }

    fn learn(&mut self, deal: &Deal<'_>) {
        let actions = self.shape.actions;
        let (fine, coarse) = (Arc::make_mut(&mut self.fine), Arc::make_mut(&mut self.coarse));
        for a_move in deal.moves.iter().filter(|a_move| a_move.free) {
            let (place, gain) = (a_move.place, self.options.signal.of(deal, a_move, self.shape.seats));
            let learning = if self.options.alike { a_move.alike } else { 1 << a_move.action };
            let fine = fine.get_or_add(actions, key(place.network, place.bits));
            let coarse = coarse.get_or_add(actions, key(place.parent, place.bits));
            for action in each(learning) {
                fine[action].add(gain);
                coarse[action].add(gain);
            }
        }
    }

    fn categories(&self) -> usize {
        self.fine.keys.len()
    }

    fn rules(&self, visit: &mut dyn FnMut(Rule)) {
        let actions = self.shape.actions;
        let mut strengths = vec![0.0; actions];
        for (&key, cells) in self.fine.keys.iter().zip(self.fine.cells.chunks(actions.max(1))) {
            let (network, bits) = ((key >> super::MOST_BITS) as u16, key & ((1 << super::MOST_BITS) - 1));
            let place = Place { network, parent: network, bits };
            let tried =
                (0..actions).filter(|&action| cells[action].count > 0.0).fold(0, |all, action| all | 1 << action);
            strengths.iter_mut().zip(cells).for_each(|(strength, cell)| *strength = cell.mean);
            let uses = cells.iter().map(|cell| cell.count).sum();
            if let Some(action) = strongest(&strengths, tried) {
                visit(Rule { place, action: action as u16, strength: strengths[action], uses });
            }
        }
    }

    fn parts(&self) -> Parts {
        let mut parts = self.fine.parts(FINE);
        parts.extend(self.coarse.parts(COARSE));
        parts
    }

    fn restore(shape: Shape, options: &Self::Options, part: &mut dyn FnMut(&str) -> Option<Vec<f32>>) -> Option<Self> {
        let mut means = |names: [&str; 3], networks: usize| {
            let [keys, means, counts] = names.map(&mut *part);
            Means::restore(shape, networks, [keys?, means?, counts?]).map(Arc::new)
        };
        let (fine, coarse) = (means(FINE, shape.networks)?, means(COARSE, shape.parents)?);
        Some(Average { shape, options: *options, fine, coarse })
    }
}
