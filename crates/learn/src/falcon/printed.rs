use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::memory::{key, read_keys, read_piece, strongest, write_key};
use super::{Bits, Deal, Memory, Move, Parts, Place, Rule, Shape};

/// Papers 000 and 002 word for word: binary percepts without their complements, feedback weights from (1, 0).
///
/// A category that has once stood for a good deal never resonates with a bad one, so every bad deal adds categories,
/// and general categories hide special ones. It is kept as it is printed, to show what it does.
#[derive(Clone, Debug)]
pub struct AsPrinted {
    shape: Shape,
    options: PrintedOptions,
    networks: Vec<Categories>,
}

/// What the papers leave open, or what can be tried instead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrintedOptions {
    /// What feedback weights begin with.
    pub start: Start,
    /// What a good deal takes off the actions not chosen (7 in the paper).
    pub reward: f32,
    /// Percepts with their complements, as fuzzy ART has them.
    pub complement: bool,
}

impl Default for PrintedOptions {
    fn default() -> Self {
        PrintedOptions { start: Start::Printed, reward: REWARD, complement: false }
    }
}

/// What the weights of the feedback channel begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// (1, 0), as printed.
    Printed,
    /// (1, 1), as in fuzzy ART.
    Ones,
}

impl Start {
    fn weights(self) -> [f32; 2] {
        match self {
            Start::Printed => [1.0, 0.0],
            Start::Ones => [1.0, 1.0],
        }
    }
}

/// α of the choice function.
pub(super) const ALPHA: f32 = 0.001;
/// γ of the feedback channel; that of the percepts is 1, that of the actions 0.
pub(super) const FEEDBACK: f32 = 0.01;
/// ρ of the feedback channel; that of the percepts is 1, that of the actions 0.
pub(super) const VIGILANCE: f32 = 0.5;
/// β of the feedback weights.
pub(super) const BETA: f32 = 0.001;
/// The step at the start of a training.
pub(super) const EPSILON: f64 = 0.00001;
/// What a good deal takes off.
pub(super) const REWARD: f32 = 7.0;

/// The categories of one network, field by field.
///
/// A bad deal adds a category that differs in nothing from those that bad deals added before, and those count: each may
/// come to stand for something else later. So equal ones are kept as one with a list, and parted when the first learns.
#[derive(Clone, Debug, Default)]
struct Categories {
    /// Weights of the percepts and of their complements.
    sensed: Vec<[Bits; 2]>,
    feedback: Vec<[f32; 2]>,
    actions: Vec<f32>,
    uses: Vec<f32>,
    /// When each was added, among all of the network: the first among equals wins.
    order: Vec<u32>,
    /// Equal categories that were added later: when.
    copies: Vec<VecDeque<u32>>,
    /// Those that have learned nothing since they were added.
    untouched: FxHashMap<([Bits; 2], [u32; 2]), u32>,
    added: u32,
}

/// What is sensed, as the channel holds it: the bits, and those that are not set where they count as well.
fn channel(bits: Bits, shape: &Shape, options: &PrintedOptions) -> [Bits; 2] {
    [bits, if options.complement { !bits & all(shape) } else { 0 }]
}

fn all(shape: &Shape) -> Bits {
    (1 << shape.width) - 1
}

fn size(channel: [Bits; 2]) -> u32 {
    channel[0].count_ones() + channel[1].count_ones()
}

/// The choice function.
#[inline]
fn choice(sensed: [Bits; 2], weights: [Bits; 2], feedback: [f32; 2]) -> f32 {
    let meet = size([sensed[0] & weights[0], sensed[1] & weights[1]]) as f32;
    meet / (ALPHA + size(weights) as f32) + FEEDBACK * wish(feedback)
}

/// The feedback channel's part: how much of the weights is the wish for a good deal, (1, 0).
#[inline]
pub(super) fn wish(feedback: [f32; 2]) -> f32 {
    feedback[0] / (ALPHA + feedback[0] + feedback[1])
}

/// The feedback of a deal.
#[inline]
pub(super) fn signal(good: bool) -> [f32; 2] {
    if good { [1.0, 0.0] } else { [0.0, 1.0] }
}

/// True when the feedback channel resonates.
#[inline]
pub(super) fn resonates(signal: [f32; 2], feedback: [f32; 2]) -> bool {
    signal[0].min(feedback[0]) + signal[1].min(feedback[1]) >= VIGILANCE
}

/// Eq. 6.
#[inline]
pub(super) fn adapted(signal: [f32; 2], feedback: [f32; 2]) -> [f32; 2] {
    [0, 1].map(|side| (1.0 - BETA) * feedback[side] + BETA * signal[side].min(feedback[side]))
}

/// Eqs. 7 to 9: a bad trick lowers the action taken, a good deal those not taken.
#[inline]
pub(super) fn adapt_actions(weights: &mut [f32], action: u16, paid: f32, deal: &Deal<'_>, reward: f32) {
    let epsilon = (EPSILON * (1.0 - deal.progress).max(0.0)) as f32;
    if paid > 0.0 {
        weights[action as usize] -= paid * epsilon;
    }
    if deal.good {
        for (other, weight) in weights.iter_mut().enumerate() {
            if other != action as usize {
                *weight -= reward * epsilon;
            }
        }
    }
}

impl Categories {
    /// A network before it has learned: one category that stands for everything.
    fn new(shape: &Shape, options: &PrintedOptions) -> Categories {
        let mut categories = Categories::default();
        let everything = if options.complement { all(shape) } else { 0 };
        categories.add(shape, [all(shape), everything], options.start.weights());
        categories
    }

    /// Adds a category that has learned nothing.
    fn add(&mut self, shape: &Shape, sensed: [Bits; 2], feedback: [f32; 2]) {
        let when = self.added;
        self.added += 1;
        match self.untouched.get(&(sensed, feedback.map(f32::to_bits))) {
            Some(&equal) => self.copies[equal as usize].push_back(when),
            None => self.place(shape, sensed, feedback, when, VecDeque::new()),
        }
    }

    fn place(&mut self, shape: &Shape, sensed: [Bits; 2], feedback: [f32; 2], when: u32, copies: VecDeque<u32>) {
        self.untouched.insert((sensed, feedback.map(f32::to_bits)), self.sensed.len() as u32);
        self.sensed.push(sensed);
        self.feedback.push(feedback);
        self.actions.resize(self.actions.len() + shape.actions, 1.0);
        self.uses.push(0.0);
        self.order.push(when);
        self.copies.push(copies);
    }

    /// A category is about to learn: those that are equal to it are not.
    fn touch(&mut self, shape: &Shape, number: usize) {
        let (sensed, feedback) = (self.sensed[number], self.feedback[number]);
        let key = (sensed, feedback.map(f32::to_bits));
        if self.untouched.get(&key) != Some(&(number as u32)) {
            return;
        }
        self.untouched.remove(&key);
        let mut copies = std::mem::take(&mut self.copies[number]);
        if let Some(when) = copies.pop_front() {
            self.place(shape, sensed, feedback, when, copies);
        }
    }

    /// The category of the highest choice value, the first among equals, of those that are `wanted`.
    fn winner(&self, sensed: [Bits; 2], wanted: impl Fn(usize) -> bool) -> Option<usize> {
        let mut best: Option<(usize, f32)> = None;
        for (number, (&weights, &feedback)) in self.sensed.iter().zip(&self.feedback).enumerate() {
            let value = choice(sensed, weights, feedback);
            let better = best.is_none_or(|(known, highest)| {
                value > highest || value == highest && self.order[number] < self.order[known]
            });
            if better && wanted(number) {
                best = Some((number, value));
            }
        }
        best.map(|(number, _)| number)
    }
}

impl AsPrinted {
    fn learn_move(&mut self, a_move: &Move, paid: f32, deal: &Deal<'_>) {
        let Move { place, action, .. } = *a_move;
        let (shape, options) = (self.shape, self.options);
        let network = &mut self.networks[place.network as usize];
        let (sensed, signal) = (channel(place.bits, &shape, &options), signal(deal.good));
        // ρ = 1 for the percepts: all of what is sensed lies in the weights. Nothing sensed matches everything.
        let matches = |number: usize| {
            let weights = network.sensed[number];
            sensed[0] & !weights[0] == 0 && sensed[1] & !weights[1] == 0 && resonates(signal, network.feedback[number])
        };
        let Some(number) = network.winner(sensed, matches) else {
            return network.add(&shape, sensed, adapted(signal, options.start.weights()));
        };
        network.touch(&shape, number);
        let weights = network.sensed[number];
        network.sensed[number] = [sensed[0] & weights[0], sensed[1] & weights[1]];
        network.feedback[number] = adapted(signal, network.feedback[number]);
        network.uses[number] += 1.0;
        let weights = &mut network.actions[number * shape.actions..(number + 1) * shape.actions];
        adapt_actions(weights, action, paid, deal, options.reward);
    }
}

impl Memory for AsPrinted {
    const NAME: &'static str = "as-printed";
    type Options = PrintedOptions;

    fn new(shape: Shape, options: &PrintedOptions) -> Self {
        AsPrinted { shape, options: *options, networks: vec![Categories::new(&shape, options); shape.networks] }
    }

    fn strengths(&mut self, place: &Place, _applicable: u64, out: &mut [f32]) {
        let network = &self.networks[place.network as usize];
        let sensed = channel(place.bits, &self.shape, &self.options);
        match network.winner(sensed, |_| true) {
            Some(number) => out.copy_from_slice(&network.actions[number * out.len()..(number + 1) * out.len()]),
            None => out.fill(1.0),
        }
    }

    fn learn(&mut self, deal: &Deal<'_>) {
        for (number, a_move) in deal.moves.iter().enumerate() {
            self.learn_move(a_move, deal.paid(number), deal);
        }
    }

    fn categories(&self) -> usize {
        self.networks.iter().map(|network| network.added as usize).sum()
    }

    fn rules(&self, visit: &mut dyn FnMut(Rule)) {
        for (network, number) in self.networks.iter().zip(0..) {
            for (category, weights) in network.actions.chunks(self.shape.actions.max(1)).enumerate() {
                let place = Place { network: number, parent: number, bits: network.sensed[category][0] };
                if let Some(action) = strongest(weights, u64::MAX) {
                    let (strength, uses) = (weights[action], network.uses[category]);
                    visit(Rule { place, action: action as u16, strength, uses });
                }
            }
        }
    }

    fn parts(&self) -> Parts {
        let [mut sensed, mut complements, mut feedback, mut actions, mut uses, mut order, mut copies] =
            [const { Vec::new() }; 7];
        for (network, number) in self.networks.iter().zip(0..) {
            for (category, weights) in network.sensed.iter().enumerate() {
                write_key(key(number, weights[0]), &mut sensed);
                write_key(weights[1], &mut complements);
                let added = std::iter::once(&network.order[category]).chain(&network.copies[category]);
                added.for_each(|&when| order.extend([(when >> 16) as f32, (when & 0xFFFF) as f32]));
                let is_untouched = network.uses[category] == 0.0;
                copies.extend([f32::from(u8::from(is_untouched)), network.copies[category].len() as f32]);
            }
            feedback.extend(network.feedback.iter().flatten());
            actions.extend(&network.actions);
            uses.extend(&network.uses);
        }
        NAMES.into_iter().zip([sensed, complements, feedback, actions, uses, order, copies]).collect()
    }

    fn restore(shape: Shape, options: &Self::Options, part: &mut dyn FnMut(&str) -> Option<Vec<f32>>) -> Option<Self> {
        let [sensed, complements, feedback, actions, uses, order, copies] = NAMES.map(part);
        let sensed = read_keys(&sensed?, shape.networks, shape.width)?;
        let complements = read_keys(&complements?, 1, shape.width)?;
        let (feedback, actions, uses, order, copies) = (feedback?, actions?, uses?, order?, copies?);
        let count = sensed.len();
        let lengths = [feedback.len(), copies.len(), actions.len(), uses.len(), complements.len()];
        let finite = feedback.iter().chain(&actions).chain(&uses).all(|value| value.is_finite());
        if lengths != [2 * count, 2 * count, shape.actions * count, count, count] || !finite {
            return None;
        }
        let (order, rest) = order.as_chunks::<2>();
        let read = |&[high, low]: &[f32; 2]| Some(u32::from(read_piece(high)?) << 16 | u32::from(read_piece(low)?));
        let order: Vec<u32> = order.iter().map(read).collect::<Option<_>>()?;
        let whole = copies.iter().all(|value| value.is_finite() && *value >= 0.0 && value.fract() == 0.0);
        if !rest.is_empty() || !whole {
            return None;
        }
        let mut when = order.into_iter();
        let mut networks = vec![Categories::default(); shape.networks];
        for (number, &keyed) in sensed.iter().enumerate() {
            let network = &mut networks[(keyed >> super::MOST_BITS) as usize];
            let percepts = [keyed & ((1 << super::MOST_BITS) - 1), complements[number]];
            let feedback = [feedback[2 * number], feedback[2 * number + 1]];
            let first = when.next()?;
            let more: VecDeque<u32> = when.by_ref().take(copies[2 * number + 1] as usize).collect();
            if more.len() != copies[2 * number + 1] as usize {
                return None;
            }
            network.added += 1 + more.len() as u32;
            let known = network.untouched.get(&(percepts, feedback.map(f32::to_bits))).copied();
            network.place(&shape, percepts, feedback, first, more);
            if copies[2 * number] == 0.0 {
                let key = (percepts, feedback.map(f32::to_bits));
                match known {
                    Some(equal) => network.untouched.insert(key, equal),
                    None => network.untouched.remove(&key),
                };
            }
            let place = network.uses.len() - 1;
            network.actions[place * shape.actions..]
                .copy_from_slice(&actions[number * shape.actions..(number + 1) * shape.actions]);
            network.uses[place] = uses[number];
        }
        let whole = when.next().is_none() && networks.iter().all(|network| !network.sensed.is_empty());
        whole.then_some(AsPrinted { shape, options: *options, networks })
    }
}

const NAMES: [&str; 7] =
    ["percept weights", "complement weights", "feedback weights", "action weights", "uses", "order", "copies"];
