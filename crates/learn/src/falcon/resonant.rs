use rustc_hash::FxHashMap;

use super::memory::{key, read_keys, strongest, write_key};
use super::printed::{REWARD, adapt_actions, adapted, resonates, signal, wish};
use super::{Bits, Deal, Memory, Move, Parts, Place, Rule, Shape};

/// The papers' learning with what makes fuzzy ART work: percepts with their complements, feedback weights from (1, 1).
///
/// With complements and a vigilance of 1 a category stands for exactly what it has sensed, so it is looked up instead
/// of searched for; only a place that was never sensed takes a search, for the category that differs least.
#[derive(Clone, Debug)]
pub struct Resonant {
    shape: Shape,
    options: ResonantOptions,
    /// First category of a place.
    index: FxHashMap<u128, u32>,
    categories: Vec<Category>,
    actions: Vec<f32>,
    /// The categories of each network, in order.
    members: Vec<Vec<u32>>,
}

/// What can be set for [`Resonant`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResonantOptions {
    /// What a good deal takes off the actions not chosen (7 in the paper).
    pub reward: f32,
}

impl Default for ResonantOptions {
    fn default() -> Self {
        ResonantOptions { reward: REWARD }
    }
}

#[derive(Clone, Copy, Debug)]
struct Category {
    key: u128,
    feedback: [f32; 2],
    uses: f32,
    /// The next category of the same place.
    next: Option<u32>,
}

impl Category {
    fn bits(&self) -> Bits {
        self.key & ((1 << super::MOST_BITS) - 1)
    }
}

impl Resonant {
    /// The categories of a place, in the order in which they came.
    fn at(&self, key: u128) -> impl Iterator<Item = u32> + '_ {
        let first = self.index.get(&key).copied();
        std::iter::successors(first, |&number| self.categories[number as usize].next)
    }

    /// The most promising of some categories, the first among equals.
    fn most_promising(&self, among: impl Iterator<Item = u32>) -> Option<u32> {
        let mut best: Option<(u32, f32)> = None;
        for number in among {
            let value = wish(self.categories[number as usize].feedback);
            if best.is_none_or(|(_, highest)| value > highest) {
                best = Some((number, value));
            }
        }
        best.map(|(number, _)| number)
    }

    /// The category that differs in the fewest bits; of those the most promising.
    fn nearest(&self, place: &Place) -> Option<u32> {
        let mut best: Option<(u32, u32, f32)> = None;
        for &number in &self.members[place.network as usize] {
            let category = &self.categories[number as usize];
            let distance = (category.bits() ^ place.bits).count_ones();
            if best.is_some_and(|(_, least, _)| distance > least) {
                continue;
            }
            let value = wish(category.feedback);
            if best.is_none_or(|(_, least, highest)| distance < least || value > highest) {
                best = Some((number, distance, value));
            }
        }
        best.map(|(number, ..)| number)
    }

    fn add(&mut self, key: u128, feedback: [f32; 2]) {
        let number = self.categories.len() as u32;
        match self.at(key).last() {
            Some(last) => self.categories[last as usize].next = Some(number),
            None => {
                self.index.insert(key, number);
            }
        }
        self.categories.push(Category { key, feedback, uses: 0.0, next: None });
        self.actions.resize(self.actions.len() + self.shape.actions, 1.0);
        self.members[(key >> super::MOST_BITS) as usize].push(number);
    }

    fn learn_move(&mut self, a_move: &Move, paid: f32, deal: &Deal<'_>) {
        let Move { place, action, .. } = *a_move;
        let (key, signal) = (key(place.network, place.bits), signal(deal.good));
        let resonating = self.at(key).filter(|&number| resonates(signal, self.categories[number as usize].feedback));
        let Some(number) = self.most_promising(resonating) else {
            return self.add(key, adapted(signal, [1.0, 1.0]));
        };
        let number = number as usize;
        let category = &mut self.categories[number];
        category.feedback = adapted(signal, category.feedback);
        category.uses += 1.0;
        let weights = &mut self.actions[number * self.shape.actions..(number + 1) * self.shape.actions];
        adapt_actions(weights, action, paid, deal, self.options.reward);
    }
}

impl Memory for Resonant {
    const NAME: &'static str = "resonant";
    type Options = ResonantOptions;

    fn new(shape: Shape, options: &ResonantOptions) -> Self {
        Resonant {
            shape,
            options: *options,
            index: FxHashMap::default(),
            categories: Vec::new(),
            actions: Vec::new(),
            members: vec![Vec::new(); shape.networks],
        }
    }

    fn strengths(&mut self, place: &Place, _applicable: u64, out: &mut [f32]) {
        let exact = self.most_promising(self.at(key(place.network, place.bits)));
        match exact.or_else(|| self.nearest(place)) {
            Some(number) => {
                let start = number as usize * out.len();
                out.copy_from_slice(&self.actions[start..start + out.len()]);
            }
            None => out.fill(1.0),
        }
    }

    fn learn(&mut self, deal: &Deal<'_>) {
        for (number, a_move) in deal.moves.iter().enumerate() {
            self.learn_move(a_move, deal.paid(number), deal);
        }
    }

    fn categories(&self) -> usize {
        self.categories.len()
    }

    fn rules(&self, visit: &mut dyn FnMut(Rule)) {
        for (category, weights) in self.categories.iter().zip(self.actions.chunks(self.shape.actions.max(1))) {
            let network = (category.key >> super::MOST_BITS) as u16;
            let place = Place { network, parent: network, bits: category.bits() };
            if let Some(action) = strongest(weights, u64::MAX) {
                visit(Rule { place, action: action as u16, strength: weights[action], uses: category.uses });
            }
        }
    }

    fn parts(&self) -> Parts {
        let mut places = Vec::with_capacity(8 * self.categories.len());
        self.categories.iter().for_each(|category| write_key(category.key, &mut places));
        let feedback = self.categories.iter().flat_map(|category| category.feedback).collect();
        let uses = self.categories.iter().map(|category| category.uses).collect();
        NAMES.into_iter().zip([places, feedback, self.actions.clone(), uses]).collect()
    }

    fn restore(shape: Shape, options: &Self::Options, part: &mut dyn FnMut(&str) -> Option<Vec<f32>>) -> Option<Self> {
        let [places, feedback, actions, uses] = NAMES.map(part);
        let (places, feedback, actions, uses) =
            (read_keys(&places?, shape.networks, shape.width)?, feedback?, actions?, uses?);
        let count = places.len();
        let finite = feedback.iter().chain(&actions).chain(&uses).all(|value| value.is_finite());
        let fits = feedback.len() == 2 * count && actions.len() == shape.actions * count && uses.len() == count;
        if !finite || !fits {
            return None;
        }
        let mut memory = Resonant::new(shape, options);
        for (number, &key) in places.iter().enumerate() {
            memory.add(key, [feedback[2 * number], feedback[2 * number + 1]]);
            memory.categories[number].uses = uses[number];
        }
        memory.actions = actions;
        Some(memory)
    }
}

const NAMES: [&str; 4] = ["places", "feedback weights", "action weights", "uses"];
