use super::{Memory, Move, Parts, Place, Rule, Shape, TdFalcon, TdOptions};

/// Tan's TD-FALCON: values of actions learned by temporal differences while a deal goes on, in one [`TdFalcon`] for each
/// network. The reward comes at the end: 1 for a deal that cost nothing, 0 for one that cost all there was.
#[derive(Clone, Debug)]
pub struct Temporal {
    shape: Shape,
    options: TdOptions,
    networks: Vec<TdFalcon>,
    /// How often a place was met is not kept by categories; how often each network was is.
    uses: Vec<f32>,
    state: Vec<f32>,
    available: Vec<u16>,
    values: Vec<f32>,
}

impl Temporal {
    /// The values of the available actions in a place, into `self.values`; `self.state` and `self.available` are theirs.
    fn ask(&mut self, place: &Place, applicable: u64) {
        write_bits(place, self.shape.width, &mut self.state);
        self.available.clear();
        self.available.extend((0..self.shape.actions as u16).filter(|action| applicable >> action & 1 == 1));
        self.networks[place.network as usize].values(&self.state, &self.available, &mut self.values);
    }
}

fn write_bits(place: &Place, width: usize, state: &mut Vec<f32>) {
    state.clear();
    state.extend((0..width).map(|bit| f32::from((place.bits >> bit & 1) as u8)));
}

impl Memory for Temporal {
    const NAME: &'static str = "td-falcon";
    type Options = TdOptions;

    fn new(shape: Shape, options: &TdOptions) -> Self {
        Temporal {
            shape,
            options: *options,
            networks: vec![TdFalcon::new(shape.width, shape.actions, *options); shape.networks],
            uses: vec![0.0; shape.networks],
            state: Vec::new(),
            available: Vec::new(),
            values: Vec::new(),
        }
    }

    fn strengths(&mut self, place: &Place, applicable: u64, out: &mut [f32]) {
        self.ask(place, applicable);
        for (&action, &value) in self.available.iter().zip(&self.values) {
            out[action as usize] = value;
        }
    }

    fn follow(&mut self, from: &Move, _paid: f32, to: Result<&Move, f32>) {
        let target = match to {
            Ok(next) => {
                self.ask(&next.place, next.applicable);
                self.options.discount * self.values.iter().copied().fold(0.0, f32::max)
            }
            Err(share) => 1.0 - share.clamp(0.0, 1.0),
        };
        self.ask(&from.place, 1 << from.action);
        let value = self.values.first().copied().unwrap_or_default();
        let room = if self.options.bounded { 1.0 - value } else { 1.0 };
        let learned = (value + self.options.step * (target - value) * room).clamp(0.0, 1.0);
        let network = from.place.network as usize;
        self.networks[network].learn(&self.state, from.action, learned);
        self.uses[network] += 1.0;
    }

    fn categories(&self) -> usize {
        self.networks.iter().map(TdFalcon::categories).sum()
    }

    fn rules(&self, visit: &mut dyn FnMut(Rule)) {
        for (number, network) in self.networks.iter().enumerate() {
            let fusion = network.network();
            for category in 0..network.categories() {
                // The first half of the state's weights stands for bits that are set.
                let bits = fusion.weights(category, 0).take(self.shape.width).zip(0..);
                let bits = bits.filter(|&(weight, _)| weight > 0.5).fold(0, |all, (_, bit)| all | 1 << bit);
                let action = fusion.weights(category, 1).enumerate();
                let action = action.fold(
                    (0, f32::NEG_INFINITY),
                    |best, (action, weight)| {
                        if weight > best.1 { (action, weight) } else { best }
                    },
                );
                let strength = fusion.weights(category, 2).next().unwrap_or_default();
                let place = Place { network: number as u16, parent: number as u16, bits };
                let uses = self.uses[number] / network.categories() as f32;
                visit(Rule { place, action: action.0 as u16, strength, uses });
            }
        }
    }

    fn parts(&self) -> Parts {
        let (mut weights, mut lengths) = (Vec::new(), Vec::new());
        for network in &self.networks {
            let parts = network.parts();
            lengths.push(parts.len() as f32);
            weights.extend(parts);
        }
        NAMES.into_iter().zip([lengths, weights, self.uses.clone()]).collect()
    }

    fn restore(shape: Shape, options: &TdOptions, part: &mut dyn FnMut(&str) -> Option<Vec<f32>>) -> Option<Self> {
        let [lengths, weights, uses] = NAMES.map(part);
        let (lengths, weights, uses) = (lengths?, weights?, uses?);
        let mut memory = Temporal::new(shape, options);
        let whole = |value: &f32| value.is_finite() && *value >= 0.0 && value.fract() == 0.0;
        let fits = lengths.len() == shape.networks && uses.len() == shape.networks;
        if !fits || !lengths.iter().chain(&uses).all(whole) {
            return None;
        }
        let mut left = weights.as_slice();
        for (network, &length) in memory.networks.iter_mut().zip(&lengths) {
            let (own, rest) = left.split_at_checked(length as usize)?;
            *network = TdFalcon::restore(shape.width, shape.actions, *options, own)?;
            left = rest;
        }
        memory.uses = uses;
        left.is_empty().then_some(memory)
    }
}

const NAMES: [&str; 3] = ["lengths", "weights", "uses"];
