use std::sync::Arc;

/// A fusion ART network of three channels with real-valued inputs (Tan, Carpenter and Grossberg 2007; with the channels
/// state, action and reward it is FALCON, Tan 2004).
///
/// Categories j hold one weight vector for each channel c. With ∧ the smaller of two components and |·| the sum:
///
/// - choice: T_j = Σ γ_c |x_c ∧ w_jc| / (α_c + |w_jc|);
/// - match: m_jc = |x_c ∧ w_jc| / |x_c|, 1 for an input of zeros; j resonates when m_jc ≥ ρ_c in every channel;
/// - learning, of the first category in the order of T (ties: the older one) that resonates: w ← (1 − β_c) w +
///   β_c (x ∧ w). Where none does, a new category is made.
///
/// All inputs and weights are in [0, 1]; inputs beyond are cut. Complement coding is left to the caller.
/// Copies share their categories until one of them learns, so a copy for playing is cheap.
#[derive(Clone, Debug)]
pub struct Fusion {
    options: FusionOptions,
    memory: Arc<Memory>,
    scratch: Scratch,
}

/// The parameters of a network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FusionOptions {
    /// The channels: state, action and reward in FALCON.
    pub channels: [Channel; 3],
    /// Whether a refused category makes the search stricter.
    pub tracking: Tracking,
    /// The category that has learned nothing yet, all weights 1, competes like the others, as in fuzzy ART (Carpenter,
    /// Grossberg and Rosen 1991). Otherwise a new category is made only where no other resonates, as artlib does.
    pub uncommitted: bool,
    /// A new category takes its input as it is, whatever the rate of learning. Otherwise it learns like the others,
    /// from weights of 1: the same where the rate is 1.
    pub fast_commit: bool,
    /// A category that is refused although its first two channels match perfectly is overwritten with the input:
    /// in FALCON, the same action in the same state, but a reward that contradicts. Otherwise there would be two
    /// categories for it, and the older would win.
    pub overwrite: bool,
    /// At most so many categories: what would make one more is not learned.
    pub limit: usize,
}

/// One channel of a network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Channel {
    /// Components of its input.
    pub width: usize,
    /// Choice parameter: α. The larger, the more a category with large weights is preferred.
    pub choice: f32,
    /// Its part in the choice: γ.
    pub share: f32,
    /// Vigilance: ρ, the least match at which a category may learn.
    pub vigilance: f32,
    /// Rate of learning: β.
    pub rate: f32,
    /// Learns toward its input, w ← (1 − β) w + β x, both up and down, instead of toward x ∧ w, only down. For values
    /// that have to be followed; a category then stands for their average, not for their range.
    pub follows: bool,
}

/// Match tracking: how a refused category raises the vigilance for the rest of one search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tracking {
    /// It does not.
    Off,
    /// Of the first channel, to just above its match (by so much), where it matched: the search goes on for categories
    /// that fit the state better (Tan 2004).
    First(f32),
    /// Of every channel that matched, to its match and so much more (artlib's `MT+`).
    Matched(f32),
}

/// Categories are kept in blocks of so many, side by side, so that one instruction works on several.
const LANES: usize = 16;
type Lanes = [f32; LANES];

/// What has been learned.
#[derive(Clone, Debug, Default)]
struct Memory {
    count: usize,
    /// Block after block; in a block, for each component of the three channels, the weights of its categories.
    blocks: Vec<Lanes>,
    /// γ_c / (α_c + |w_jc|) of the channels.
    scales: [Vec<Lanes>; 3],
}

/// Buffers, so that nothing is allocated for a choice.
#[derive(Clone, Debug, Default)]
struct Scratch {
    /// Components of the input above 0, with their place in a block: the others add nothing to any overlap.
    active: Vec<(usize, f32)>,
    /// |x_c ∧ w_jc| of the inputs presented last.
    overlaps: [Vec<Lanes>; 3],
    /// |x_c| of the inputs presented last.
    sizes: [f32; 3],
    /// T_j; without end below 0 where a block has no category yet.
    choices: Vec<Lanes>,
    /// T of the uncommitted category.
    uncommitted: f32,
    order: Vec<usize>,
    /// The highest T so far and its category, for each of many inputs.
    best: Vec<(f32, usize)>,
}

enum Found {
    Resonant(usize),
    Contradicted(usize),
    Nothing,
}

impl Fusion {
    /// A network without categories.
    pub fn new(options: FusionOptions) -> Fusion {
        Fusion { options, memory: Arc::default(), scratch: Scratch::default() }
    }

    /// Its parameters.
    pub fn options(&self) -> &FusionOptions {
        &self.options
    }

    /// How many categories there are.
    pub fn categories(&self) -> usize {
        self.memory.count
    }

    /// The weights of a category in a channel; 0 where there is no such category.
    pub fn weights(&self, category: usize, channel: usize) -> impl Iterator<Item = f32> + '_ {
        let (start, width) = self.place(channel);
        (start..start + width).map(move |row| self.weight(category, row))
    }

    /// One weight of a category; 0 where there is none.
    pub fn weight_at(&self, category: usize, channel: usize, component: usize) -> f32 {
        let (start, width) = self.place(channel);
        if component < width { self.weight(category, start + component) } else { 0.0 }
    }

    /// T of every category. Channels without input stay out of the sum.
    pub fn choices(&mut self, inputs: [Option<&[f32]>; 3], out: &mut Vec<f32>) {
        self.choose(inputs);
        out.clear();
        out.extend(self.scratch.choices.as_flattened().iter().take(self.memory.count));
    }

    /// The matches of every category.
    pub fn matches(&mut self, inputs: [&[f32]; 3], out: &mut Vec<[f32; 3]>) {
        self.choose(inputs.map(Some));
        out.clear();
        out.extend((0..self.memory.count).map(|category| self.scratch.matches(category)));
    }

    /// The category with the highest T (ties: the oldest); nothing when that is the uncommitted one. Channels without
    /// input stay out of the sum.
    pub fn winner(&mut self, inputs: [Option<&[f32]>; 3]) -> Option<usize> {
        self.choose(inputs);
        let choices = self.scratch.choices.as_flattened();
        let beaten = |choice: f32| self.options.uncommitted && self.scratch.uncommitted > choice;
        first(choices).filter(|&winner| !beaten(choices[winner]))
    }

    /// The winners of many inputs that differ in the second channel only, each of them 1 in one component (`active`)
    /// and 0 in the others: what the channels share is computed once. Categories that match the second channel by less
    /// than `least` do not take part.
    pub fn one_hot_winners(
        &mut self,
        first: &[f32],
        active: &[u16],
        third: Option<&[f32]>,
        least: f32,
        out: &mut Vec<Option<usize>>,
    ) {
        self.choose([Some(first), None, third]);
        let (start, width) = self.place(1);
        let rows = self.rows();
        let (memory, scratch) = (&*self.memory, &mut self.scratch);
        scratch.best.clear();
        scratch.best.resize(active.len(), (f32::NEG_INFINITY, usize::MAX));
        let blocks = memory.blocks.chunks_exact(rows).zip(&memory.scales[1]).zip(&scratch.choices);
        for (place, ((block, scales), base)) in blocks.enumerate() {
            let block = &block[start..start + width];
            for (&component, best) in active.iter().zip(&mut scratch.best) {
                // Weights are at most 1, so that of the active component is the overlap.
                let weights = block.get(usize::from(component)).unwrap_or(&[0.0; LANES]);
                // Few blocks hold a new best, so only there its place is looked for.
                if greatest(&sums(base, weights, scales)) > best.0 {
                    improve(best, place * LANES, &sums(base, weights, scales), weights, least);
                }
            }
        }
        let Channel { choice, share, .. } = self.options.channels[1];
        let uncommitted = scratch.uncommitted + scale(share, choice, width as f32);
        let beaten = |choice: f32| self.options.uncommitted && uncommitted > choice;
        out.clear();
        out.extend(
            scratch
                .best
                .iter()
                .map(|&(choice, category)| (category < memory.count && !beaten(choice)).then_some(category)),
        );
    }

    /// Learns the inputs. Returns the category that did; nothing when a new one was needed and there is no room.
    pub fn learn(&mut self, inputs: [&[f32]; 3]) -> Option<usize> {
        self.choose(inputs.map(Some));
        match self.search() {
            Found::Resonant(category) => {
                let channels = self.options.channels;
                self.write(category, inputs, |channel, input, weight| {
                    let Channel { rate, follows, .. } = channels[channel];
                    (1.0 - rate) * weight + rate * if follows { input } else { lesser(input, weight) }
                });
                Some(category)
            }
            Found::Contradicted(category) => {
                self.write(category, inputs, |_, input, _| input);
                Some(category)
            }
            Found::Nothing if self.memory.count >= self.options.limit => None,
            Found::Nothing => {
                let category = self.add();
                let rates =
                    self.options.channels.map(|channel| if self.options.fast_commit { 1.0 } else { channel.rate });
                self.write(category, inputs, |channel, input, _| 1.0 - rates[channel] + rates[channel] * input);
                Some(category)
            }
        }
    }

    /// Everything learned: the weights of the categories, one after the other, channel after channel.
    pub fn parts(&self) -> Vec<f32> {
        let rows = self.rows();
        (0..self.memory.count).flat_map(|category| (0..rows).map(move |row| self.weight(category, row))).collect()
    }

    /// As it was when [`parts`](Fusion::parts) were taken; nothing when they do not fit these channels.
    pub fn restore(options: FusionOptions, parts: &[f32]) -> Option<Fusion> {
        let mut fusion = Fusion::new(options);
        let rows = fusion.rows();
        if !parts.len().is_multiple_of(rows) || !parts.iter().all(|weight| (0.0..=1.0).contains(weight)) {
            return None;
        }
        let [first, second, _] = options.channels.map(|channel| channel.width);
        for weights in parts.chunks_exact(rows) {
            let category = fusion.add();
            let (first, rest) = weights.split_at(first);
            let (second, third) = rest.split_at(second);
            fusion.write(category, [first, second, third], |_, weight, _| weight);
        }
        Some(fusion)
    }

    /// The weight of a category at a place of its block; 0 where there is no such category.
    fn weight(&self, category: usize, row: usize) -> f32 {
        self.memory.blocks.get(category / LANES * self.rows() + row).map_or(0.0, |lanes| lanes[category % LANES])
    }

    /// Where a channel starts in a block, and its width.
    fn place(&self, channel: usize) -> (usize, usize) {
        let channels = &self.options.channels;
        let start = channels.iter().take(channel).map(|channel| channel.width).sum();
        (start, channels.get(channel).map_or(0, |channel| channel.width))
    }

    /// Components of all channels. A network without any still has categories.
    fn rows(&self) -> usize {
        self.place(3).0.max(1)
    }

    /// Computes T of all categories and what is needed for their matches.
    fn choose(&mut self, inputs: [Option<&[f32]>; 3]) {
        let memory = &*self.memory;
        let scratch = &mut self.scratch;
        scratch.uncommitted = 0.0;
        scratch.choices.clear();
        scratch.choices.resize(memory.scales[0].len(), [0.0; LANES]);
        let (mut start, rows) = (0, self.options.channels.iter().map(|channel| channel.width).sum::<usize>().max(1));
        for (channel, input) in inputs.iter().enumerate() {
            let Channel { width, choice, share, .. } = self.options.channels[channel];
            if let Some(input) = input {
                debug_assert_eq!(input.len(), width, "components of channel {channel}");
                scratch.active.clear();
                scratch.sizes[channel] = 0.0;
                for (row, &value) in input.iter().take(width).enumerate() {
                    let value = unit(value);
                    if value > 0.0 {
                        scratch.active.push((start + row, value));
                        scratch.sizes[channel] += value;
                    }
                }
                scratch.uncommitted += scratch.sizes[channel] * scale(share, choice, width as f32);
                let overlaps = &mut scratch.overlaps[channel];
                overlaps.clear();
                let blocks = memory.blocks.chunks_exact(rows).zip(&memory.scales[channel]);
                for ((block, scale), choices) in blocks.zip(&mut scratch.choices) {
                    let overlap = overlap(block, &scratch.active);
                    for lane in 0..LANES {
                        choices[lane] += overlap[lane] * scale[lane];
                    }
                    overlaps.push(overlap);
                }
            }
            start += width;
        }
        for empty in scratch.choices.as_flattened_mut().iter_mut().skip(memory.count) {
            *empty = f32::NEG_INFINITY;
        }
    }

    /// The first category in the order of T that resonates, or is contradicted.
    fn search(&mut self) -> Found {
        let floor = if self.options.uncommitted { self.scratch.uncommitted } else { f32::NEG_INFINITY };
        let mut vigilance = self.options.channels.map(|channel| channel.vigilance);
        let scratch = &mut self.scratch;
        let choices = scratch.choices.as_flattened();
        if self.options.tracking == Tracking::Off {
            // The order does not matter to the matches, so one pass finds the highest.
            let (mut best, mut found) = (f32::NEG_INFINITY, Found::Nothing);
            for (category, &choice) in choices.iter().enumerate().take(self.memory.count) {
                if choice > best && choice >= floor {
                    match scratch.judge(category, &vigilance, self.options.overwrite) {
                        Found::Nothing => {}
                        judged => (best, found) = (choice, judged),
                    }
                }
            }
            return found;
        }
        // Mostly the winner resonates, and nothing needs an order.
        if let Some(winner) = first(choices)
            && choices[winner] >= floor
            && let found @ Found::Resonant(_) = scratch.judge(winner, &vigilance, self.options.overwrite)
        {
            return found;
        }
        let mut order = std::mem::take(&mut scratch.order);
        order.clear();
        order.extend((0..self.memory.count).filter(|&category| choices[category] >= floor));
        order.sort_unstable_by(|&a, &b| choices[b].total_cmp(&choices[a]).then(a.cmp(&b)));
        let mut found = Found::Nothing;
        for &category in &order {
            found = scratch.judge(category, &vigilance, self.options.overwrite);
            if !matches!(found, Found::Nothing) {
                break;
            }
            let (tracked, more) = match self.options.tracking {
                Tracking::Off => (0, 0.0),
                Tracking::First(more) => (1, more),
                Tracking::Matched(more) => (3, more),
            };
            for (least, matched) in vigilance.iter_mut().zip(scratch.matches(category)).take(tracked) {
                if matched >= *least {
                    *least = (matched + more).min(1.0);
                }
            }
        }
        scratch.order = order;
        found
    }

    /// Room for one more category.
    fn add(&mut self) -> usize {
        let rows = self.rows();
        let memory = Arc::make_mut(&mut self.memory);
        if memory.count.is_multiple_of(LANES) {
            memory.blocks.resize(memory.blocks.len() + rows, [0.0; LANES]);
            for scales in &mut memory.scales {
                scales.push([0.0; LANES]);
            }
        }
        memory.count += 1;
        memory.count - 1
    }

    /// Changes the weights of a category, from channel, input and old weight to the new one.
    fn write(&mut self, category: usize, inputs: [&[f32]; 3], change: impl Fn(usize, f32, f32) -> f32) {
        let (block, lane) = (category / LANES, category % LANES);
        let mut at = block * self.rows();
        let memory = Arc::make_mut(&mut self.memory);
        for (channel, Channel { width, choice, share, .. }) in self.options.channels.iter().enumerate() {
            let mut norm = 0.0;
            for row in 0..*width {
                let input = unit(inputs[channel].get(row).copied().unwrap_or(0.0));
                let weight = &mut memory.blocks[at + row][lane];
                *weight = change(channel, input, *weight);
                norm += *weight;
            }
            memory.scales[channel][block][lane] = scale(*share, *choice, norm);
            at += width;
        }
    }
}

impl Scratch {
    /// The matches of a category with the inputs presented last.
    fn matches(&self, category: usize) -> [f32; 3] {
        std::array::from_fn(|channel| {
            let overlap = self.overlaps[channel][category / LANES][category % LANES];
            if self.sizes[channel] > 0.0 { overlap / self.sizes[channel] } else { 1.0 }
        })
    }

    fn judge(&self, category: usize, vigilance: &[f32; 3], overwrite: bool) -> Found {
        let matches = self.matches(category);
        if matches.iter().zip(vigilance).all(|(matched, least)| matched >= least) {
            Found::Resonant(category)
        } else if overwrite && matches[0] == 1.0 && matches[1] == 1.0 {
            Found::Contradicted(category)
        } else {
            Found::Nothing
        }
    }
}

/// |x ∧ w| of the categories of a block.
#[inline]
fn overlap(block: &[Lanes], active: &[(usize, f32)]) -> Lanes {
    let mut sums = [0.0; LANES];
    for &(row, value) in active {
        let weights = block.get(row).unwrap_or(&[0.0; LANES]);
        for lane in 0..LANES {
            sums[lane] += lesser(weights[lane], value);
        }
    }
    sums
}

/// The first of the highest.
fn first(choices: &[f32]) -> Option<usize> {
    let mut best = (f32::NEG_INFINITY, None);
    for (category, &choice) in choices.iter().enumerate() {
        if choice > best.0 {
            best = (choice, Some(category));
        }
    }
    best.1
}

/// T with the overlap of one more channel.
#[inline(always)]
fn sums(base: &Lanes, overlap: &Lanes, scales: &Lanes) -> Lanes {
    std::array::from_fn(|lane| base[lane] + overlap[lane] * scales[lane])
}

/// Takes in the categories of a block, `start` and those after it, if they match by at least so much.
#[cold]
#[inline(never)]
fn improve(best: &mut (f32, usize), start: usize, choices: &Lanes, matches: &Lanes, least: f32) {
    for lane in 0..LANES {
        if choices[lane] > best.0 && matches[lane] >= least {
            *best = (choices[lane], start + lane);
        }
    }
}

/// The highest of all lanes, half against half.
#[inline(always)]
fn greatest(lanes: &Lanes) -> f32 {
    let mut lanes = *lanes;
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            lanes[lane] = if lanes[lane] > lanes[lane + half] { lanes[lane] } else { lanes[lane + half] };
        }
        half /= 2;
    }
    lanes[0]
}

/// γ / (α + |w|); a channel whose weights are all 0 says nothing where α is 0.
fn scale(share: f32, choice: f32, norm: f32) -> f32 {
    if choice + norm > 0.0 { share / (choice + norm) } else { 0.0 }
}

/// One instruction for many lanes, unlike `f32::min`, which minds what is not a number.
#[inline(always)]
fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// Cut to [0, 1]; what is not a number counts as 0.
#[inline]
pub(super) fn unit(value: f32) -> f32 {
    if value > 0.0 { value.min(1.0) } else { 0.0 }
}
