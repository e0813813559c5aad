use std::collections::HashMap;

use kirifuda_play::math;
use pulp::{Arch, Simd, WithSimd};

use super::{Examples, Parameters};

/// Examples of which equal ones are one point, with how many it stands for.
///
/// Equal examples have equal terms in the dual problem, so their coefficients count by their sum alone: l examples of C each
/// are one of l·C. What is solved is the same problem, with fewer variables.
pub(super) struct Points {
    labels: Vec<f64>,
    /// How many examples each stands for.
    counts: Vec<f64>,
    /// The distinct row of each.
    rows: Vec<usize>,
    /// The first example of each distinct row.
    first: Vec<usize>,
}

impl Points {
    pub fn of(examples: &Examples) -> Points {
        let mut known_rows: HashMap<Vec<u64>, usize> = HashMap::new();
        let mut known: HashMap<(usize, u64), usize> = HashMap::new();
        let mut points = Points { labels: Vec::new(), counts: Vec::new(), rows: Vec::new(), first: Vec::new() };
        for (example, (row, &label)) in examples.rows().zip(examples.labels()).enumerate() {
            let row = *known_rows.entry(row.iter().map(bits).collect()).or_insert(points.first.len());
            if row == points.first.len() {
                points.first.push(example);
            }
            let point = *known.entry((row, bits(&label))).or_insert(points.labels.len());
            if point == points.labels.len() {
                points.labels.push(label);
                points.counts.push(0.0);
                points.rows.push(row);
            }
            points.counts[point] += 1.0;
        }
        points
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// The first example of each distinct row.
    pub fn first(&self) -> &[usize] {
        &self.first
    }

    /// The coefficient of every distinct row, and ρ: `solve_nu_svr` of LIBSVM with bounds of C times the count.
    pub fn solve(&self, examples: &Examples, parameters: &Parameters) -> (Vec<f64>, f64) {
        let mut search = Search::new(self, parameters);
        let mut kernel = Kernel::new(self, examples, parameters);
        Arch::new().dispatch(Run { search: &mut search, kernel: &mut kernel, tolerance: parameters.tolerance });
        let mut coefficients = vec![0.0; self.first.len()];
        for (point, &row) in self.rows.iter().enumerate() {
            coefficients[row] += search.up[point] - search.down[point];
        }
        (coefficients, search.rho())
    }
}

/// Equal numbers have equal bits: −0 is 0.
fn bits(value: &f64) -> u64 {
    (value + 0.0).to_bits()
}

/// Numbers that are worked on at once.
const LANES: usize = 16;
/// Points are looked through in blocks of so many times as many.
const LINES: usize = 16;
const BLOCK: usize = LINES * LANES;
/// LIBSVM's stand-in for a curvature that is not above 0.
const TAU: f32 = 1e-12;

/// The search of Fan, Chen and Lin (2005) as LIBSVM has it, for points of any bound, without shrinking.
///
/// LIBSVM has two variables for each example, with gradients that are each other's negative. Here one residual, label less
/// prediction, stands for both.
struct Search {
    /// What pushes predictions up and down, from 0 to `bounds`; the sum of each stays what it is at the start.
    up: Vec<f64>,
    down: Vec<f64>,
    bounds: Vec<f64>,
    residuals: Vec<f64>,
    /// The same, to be looked through; then filled up to a whole block.
    rough: Vec<f32>,
    free: Free,
}

/// What can be moved: 0 where it can, else −∞ where the greatest residual is looked for and ∞ where the least is.
struct Free {
    up_rises: Vec<f32>,
    up_falls: Vec<f32>,
    down_falls: Vec<f32>,
    down_rises: Vec<f32>,
}

/// The pair that is moved next, and how far the conditions of the optimum are missed.
struct Ends {
    missed: f64,
    /// The greatest residuals: whose `up` can rise, whose `down` can fall.
    up: Option<usize>,
    down: Option<usize>,
}

/// The search with the widest vectors that the machine has. Nothing is added up across them, so numbers are the same with all.
struct Run<'a> {
    search: &'a mut Search,
    kernel: &'a mut Kernel,
    tolerance: f64,
}

impl WithSimd for Run<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _simd: S) {
        self.search.run(self.kernel, self.tolerance);
    }
}

impl Search {
    fn new(points: &Points, parameters: &Parameters) -> Search {
        let bounds: Vec<f64> = points.counts.iter().map(|count| parameters.cost * count).collect();
        let mut left = parameters.nu * bounds.iter().sum::<f64>() / 2.0;
        let up: Vec<f64> = bounds
            .iter()
            .map(|&bound| {
                let share = left.min(bound);
                left -= share;
                share
            })
            .collect();
        let whole = points.len().div_ceil(BLOCK) * BLOCK;
        let mut rough: Vec<f32> = points.labels.iter().map(|&label| label as f32).collect();
        rough.resize(whole, 0.0);
        let (never, ever) = (vec![f32::NEG_INFINITY; whole], vec![f32::INFINITY; whole]);
        let free = Free { up_rises: never.clone(), up_falls: ever.clone(), down_falls: never, down_rises: ever };
        let residuals = points.labels.clone();
        let mut search = Search { down: up.clone(), up, bounds, residuals, rough, free };
        (0..points.len()).for_each(|point| search.note(point));
        search
    }

    /// Notes what of a point can be moved.
    #[inline(always)]
    fn note(&mut self, point: usize) {
        let (up, down, bound) = (self.up[point], self.down[point], self.bounds[point]);
        let (most, least) =
            (|can: bool| if can { 0.0 } else { f32::NEG_INFINITY }, |can: bool| if can { 0.0 } else { f32::INFINITY });
        self.free.up_rises[point] = most(up < bound);
        self.free.up_falls[point] = least(up > 0.0);
        self.free.down_falls[point] = most(down > 0.0);
        self.free.down_rises[point] = least(down < bound);
    }

    #[inline(always)]
    fn run(&mut self, kernel: &mut Kernel, tolerance: f64) {
        let most = 10_000_000.max(200 * self.up.len());
        for _ in 0..most {
            let ends = self.ends();
            if ends.missed < tolerance {
                return;
            }
            let up = ends.up.map(|point| (point, kernel.fetch(point)));
            let down = ends.down.map(|point| (point, kernel.fetch(point)));
            let other = |end: Option<(usize, usize)>, falls: &[f32]| {
                end.and_then(|(point, slot)| self.partner(point, kernel.row(slot), falls))
            };
            let (of_up, of_down) = (other(up, &self.free.up_falls), other(down, &self.free.down_rises));
            let gain = |found: Option<(f32, usize)>| found.map_or(0.0, |(gain, _)| gain);
            let upward = gain(of_up) >= gain(of_down);
            let (end, found) = if upward { (up, of_up) } else { (down, of_down) };
            let (Some((one, slot)), Some((_, other))) = (end, found) else { return };
            let other_slot = kernel.fetch(other);
            self.shift(one, other, upward, kernel.row(slot), kernel.row(other_slot));
        }
    }

    /// The points to begin with.
    #[inline(always)]
    fn ends(&self) -> Ends {
        let (mut most_up, mut most_down) = ((f32::NEG_INFINITY, 0), (f32::NEG_INFINITY, 0));
        let (mut least_up, mut least_down) = ([f32::INFINITY; LANES], [f32::INFINITY; LANES]);
        let Free { up_rises, up_falls, down_falls, down_rises } = &self.free;
        let masks = blocks(up_rises).zip(blocks(up_falls)).zip(blocks(down_falls).zip(blocks(down_rises)));
        for (block, (values, ((up_rises, up_falls), (down_falls, down_rises)))) in
            blocks(&self.rough).zip(masks).enumerate()
        {
            let (mut of_up, mut of_down) = ([f32::NEG_INFINITY; LANES], [f32::NEG_INFINITY; LANES]);
            for line in 0..LINES {
                for lane in 0..LANES {
                    let value = values[line][lane];
                    of_up[lane] = larger(of_up[lane], value + up_rises[line][lane]);
                    least_up[lane] = smaller(least_up[lane], value + up_falls[line][lane]);
                    of_down[lane] = larger(of_down[lane], value + down_falls[line][lane]);
                    least_down[lane] = smaller(least_down[lane], value + down_rises[line][lane]);
                }
            }
            for (most, of) in [(&mut most_up, of_up), (&mut most_down, of_down)] {
                let best = largest(of);
                if best > most.0 {
                    *most = (best, block);
                }
            }
        }
        let missed = |(most, _): (f32, usize), least: [f32; LANES]| most + largest(least.map(|least| -least));
        let place = |(most, block): (f32, usize), mask: &[f32]| {
            let mut points = block * BLOCK..(block + 1) * BLOCK;
            points.find(|&point| most.is_finite() && self.rough[point] + mask[point] == most)
        };
        Ends {
            missed: f64::from(larger(missed(most_up, least_up), missed(most_down, least_down))),
            up: place(most_up, up_rises),
            down: place(most_down, down_falls),
        }
    }

    /// The point that gains most when it is moved against this one, and by how much.
    #[inline(always)]
    fn partner(&self, point: usize, kernel: &[f32], mask: &[f32]) -> Option<(f32, usize)> {
        let mine = self.rough[point];
        let mut best = (0.0, 0);
        for (block, ((values, mask), kernel)) in blocks(&self.rough).zip(blocks(mask)).zip(blocks(kernel)).enumerate() {
            let mut gains = [[0f32; LANES]; LINES];
            let mut most = [0f32; LANES];
            for line in 0..LINES {
                for lane in 0..LANES {
                    let difference = larger(mine - (values[line][lane] + mask[line][lane]), 0.0);
                    let gain = difference * difference / larger(2.0 - 2.0 * kernel[line][lane], TAU);
                    gains[line][lane] = gain;
                    most[lane] = larger(most[lane], gain);
                }
            }
            let most = largest(most);
            if most > best.0 {
                let place = gains.as_flattened().iter().position(|&gain| gain == most)?;
                best = (most, block * BLOCK + place);
            }
        }
        (best.0 > 0.0).then_some(best)
    }

    /// Moves a pair to where the objective is least, within the bounds.
    #[inline(always)]
    fn shift(&mut self, one: usize, other: usize, upward: bool, kernel: &[f32], other_kernel: &[f32]) {
        let curvature = f64::from(larger(2.0 - 2.0 * kernel[other], TAU));
        let wanted = (self.residuals[one] - self.residuals[other]) / curvature;
        let (rises, falls) = if upward { (one, other) } else { (other, one) };
        let moved = if upward { &mut self.up } else { &mut self.down };
        let (room, stock) = (self.bounds[rises] - moved[rises], moved[falls]);
        let step = wanted.min(room).min(stock).max(0.0);
        // Exactly at the bound, where it ends there.
        moved[rises] = if step == room { self.bounds[rises] } else { moved[rises] + step };
        moved[falls] = if step == stock { 0.0 } else { moved[falls] - step };
        let rows = kernel.iter().zip(other_kernel);
        for ((residual, rough), (&mine, &its)) in self.residuals.iter_mut().zip(&mut self.rough).zip(rows) {
            *residual -= step * (f64::from(mine) - f64::from(its));
            *rough = *residual as f32;
        }
        self.note(one);
        self.note(other);
    }

    /// ρ: as LIBSVM takes it from the variables that lie within their bounds.
    fn rho(&self) -> f64 {
        let middle = |variables: &[f64], sign: f64| {
            let (mut sum, mut free, mut least, mut most) = (0.0, 0.0, f64::INFINITY, f64::NEG_INFINITY);
            for ((&variable, &bound), &residual) in variables.iter().zip(&self.bounds).zip(&self.residuals) {
                let gradient = sign * residual;
                if variable >= bound {
                    most = gradient.max(most);
                } else if variable <= 0.0 {
                    least = gradient.min(least);
                } else {
                    sum += gradient;
                    free += 1.0;
                }
            }
            if free > 0.0 { sum / free } else { (least + most) / 2.0 }
        };
        (middle(&self.up, -1.0) - middle(&self.down, 1.0)) / 2.0
    }
}

/// Whole blocks.
#[inline(always)]
fn blocks(values: &[f32]) -> impl Iterator<Item = &[[f32; LANES]; LINES]> {
    values.as_chunks::<LANES>().0.as_chunks::<LINES>().0.iter()
}

/// The largest of some numbers.
#[inline(always)]
fn largest(mut values: [f32; LANES]) -> f32 {
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            values[lane] = larger(values[lane], values[lane + half]);
        }
        half /= 2;
    }
    values[0]
}

/// Unlike `f32::max` a single instruction: nothing here is NaN.
#[inline(always)]
fn larger(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}

#[inline(always)]
fn smaller(one: f32, other: f32) -> f32 {
    if one < other { one } else { other }
}

/// Rows of the kernel matrix, as many as there is memory for.
///
/// Columns of two values that lie 2 apart, as scaled bits do, are bits of a word: their part of the distance is a count of
/// bits. The other columns of a point are one of few combinations.
struct Kernel {
    gamma: f64,
    /// The distinct row of each point.
    rows: Vec<usize>,
    /// Of each point: its bits, and its combination of the other columns.
    words: Vec<u64>,
    kinds: Vec<usize>,
    /// Every combination: its numbers.
    combinations: Vec<Vec<f64>>,
    /// The kernel of rows that differ in so many bits alone.
    by_bits: Vec<f64>,
    /// The kernel of the combinations with one of them.
    by_kind: Vec<f64>,
    /// Points, up to whole blocks.
    length: usize,
    /// Rows that are held, one after the other; of each the distinct row, and when it was asked for last.
    values: Vec<f32>,
    held: Vec<(usize, u64)>,
    room: usize,
    /// Where a distinct row is held.
    slots: Vec<Option<usize>>,
    clock: u64,
}

impl Kernel {
    fn new(points: &Points, examples: &Examples, parameters: &Parameters) -> Kernel {
        let rows: Vec<&[f64]> = points.first.iter().map(|&example| examples.row(example)).collect();
        // Of each column: the value that a set bit stands for.
        let mut set: Vec<Option<f64>> = (0..examples.width()).map(|column| upper_of_two(&rows, column)).collect();
        let mut places = 0;
        for upper in &mut set {
            *upper = upper.filter(|_| places < u64::BITS);
            places += u32::from(upper.is_some());
        }
        let (mut known, mut combinations): (HashMap<Vec<u64>, usize>, Vec<Vec<f64>>) = Default::default();
        let (mut words, mut kinds) = (Vec::with_capacity(rows.len()), Vec::with_capacity(rows.len()));
        for row in &rows {
            let mut word = 0;
            let mut others = Vec::new();
            for (&value, upper) in row.iter().zip(&set) {
                match upper {
                    Some(upper) => word = word << 1 | u64::from(value == *upper),
                    None => others.push(value),
                }
            }
            let next = combinations.len();
            let kind = *known.entry(others.iter().map(bits).collect()).or_insert(next);
            if kind == next {
                combinations.push(others);
            }
            words.push(word);
            kinds.push(kind);
        }
        let gamma = parameters.gamma;
        let length = points.len().div_ceil(BLOCK) * BLOCK;
        let most = (parameters.cache * 1_048_576.0 / 4.0 / length as f64) as usize;
        // Three are in use at a time.
        let room = most.max(4).min(rows.len());
        Kernel {
            gamma,
            words: points.rows.iter().map(|&row| words[row]).collect(),
            kinds: points.rows.iter().map(|&row| kinds[row]).collect(),
            by_bits: (0..=places).map(|bits| math::exp(-gamma * 4.0 * f64::from(bits))).collect(),
            by_kind: vec![0.0; combinations.len()],
            combinations,
            length,
            values: Vec::new(),
            held: Vec::new(),
            room,
            slots: vec![None; rows.len()],
            clock: 0,
            rows: points.rows.clone(),
        }
    }

    /// Where the row of a point is held from now on; those of the last two calls stay.
    #[inline(always)]
    fn fetch(&mut self, point: usize) -> usize {
        self.clock += 1;
        let row = self.rows[point];
        let slot = match self.slots[row] {
            Some(slot) => slot,
            None => {
                let slot = self.vacate();
                self.compute(point, slot);
                self.slots[row] = Some(slot);
                slot
            }
        };
        self.held[slot] = (row, self.clock);
        slot
    }

    #[inline(always)]
    fn row(&self, slot: usize) -> &[f32] {
        &self.values[slot * self.length..][..self.length]
    }

    /// A slot for a new row: the next one, or that of the row that nobody has asked for longest.
    #[inline(always)]
    fn vacate(&mut self) -> usize {
        if self.held.len() < self.room {
            self.held.push((0, 0));
            self.values.resize(self.held.len() * self.length, 0.0);
            return self.held.len() - 1;
        }
        let oldest = self.held.iter().enumerate().min_by_key(|(_, (_, last))| *last);
        let slot = oldest.map_or(0, |(slot, _)| slot);
        self.slots[self.held[slot].0] = None;
        slot
    }

    #[inline(always)]
    fn compute(&mut self, point: usize, slot: usize) {
        let mine = &self.combinations[self.kinds[point]];
        for (value, combination) in self.by_kind.iter_mut().zip(&self.combinations) {
            let distance: f64 = mine.iter().zip(combination).map(|(one, other)| (one - other) * (one - other)).sum();
            *value = math::exp(-self.gamma * distance);
        }
        let word = self.words[point];
        let values = &mut self.values[slot * self.length..][..self.length];
        for ((value, &other), &kind) in values.iter_mut().zip(&self.words).zip(&self.kinds) {
            let apart = (word ^ other).count_ones() as usize;
            *value = (self.by_bits[apart] * self.by_kind[kind]) as f32;
        }
    }
}

/// The greater value of a column that has two, 2 apart.
fn upper_of_two(rows: &[&[f64]], column: usize) -> Option<f64> {
    let values = || rows.iter().map(|row| row[column]);
    let (least, most) =
        values().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (value.min(least), value.max(most)));
    (most - least == 2.0 && values().all(|value| value == least || value == most)).then_some(most)
}
