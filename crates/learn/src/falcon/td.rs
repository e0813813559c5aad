use kirifuda_play::Rng;

use super::fusion::{Channel, Fusion, FusionOptions, Tracking, unit};

/// TD-FALCON (Tan, Lu and Xiao 2008): values of actions learned by temporal differences and kept in a [`Fusion`]
/// network with the channels state (complement-coded), action (1 for the action, else 0) and reward (Q, 1 − Q).
///
/// Components of states, rewards and values are in [0, 1]; what is beyond is cut, missing components count as 0.
///
/// ```
/// use kirifuda_learn::falcon::{TdFalcon, TdOptions};
/// let mut falcon = TdFalcon::new(2, 3, TdOptions::table());
/// falcon.update(&[1.0, 0.0], 2, 1.0, None); // a reward of 1, and the episode is over
/// assert_eq!(falcon.best(&[1.0, 0.0], &[0, 1, 2]), 2);
/// ```
#[derive(Clone, Debug)]
pub struct TdFalcon {
    options: TdOptions,
    inputs: usize,
    actions: usize,
    fusion: Fusion,
    episodes: u32,
    coded: Vec<f32>,
    marked: Vec<f32>,
    winners: Vec<Option<usize>>,
    values: Vec<f32>,
}

/// How TD-FALCON learns and chooses. The default is the textbook: fuzzy learning, ε-greedy choice, the bounded rule, and
/// the usual parameters. Match tracking, the overwriting of contradictions and the value at the start are those of the
/// public java-ann-falcon (which overwrites wherever the state matches perfectly; here the action has to, too).
/// [`TdOptions::fast`], [`TdOptions::table`] and [`TdOptions::artlib`] are variants.
///
/// With the default vigilance few categories stand for many states, and values are kept to about 1 − ρ of the reward
/// channel: raise both where small differences of delayed rewards matter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TdOptions {
    /// Choice parameter of all channels: α.
    pub choice: f32,
    /// What the channels state, action and reward count in the choice: γ.
    pub shares: [f32; 3],
    /// Vigilance of the channels: ρ. The higher that of the state, the more and finer categories.
    pub vigilance: [f32; 3],
    /// Rate of learning of all channels: β.
    pub rate: f32,
    /// Match tracking: see [`Tracking`].
    pub tracking: Tracking,
    /// The uncommitted category competes: where it wins, the value is [`initial`](TdOptions::initial).
    pub uncommitted: bool,
    /// A new category takes its input as it is, whatever the rate.
    pub fast_commit: bool,
    /// The same action in the same state with a contradicting value overwrites its category.
    pub overwrite: bool,
    /// At most so many categories.
    pub limit: usize,
    /// How actions are found.
    pub access: Access,
    /// How a value is read from the weights of the reward channel.
    pub readout: Readout,
    /// While a value is asked for, the reward channel competes with the input (1, 1), which prefers the categories
    /// whose values have changed least. Otherwise it stays out, as in artlib.
    pub reward_competes: bool,
    /// Only categories that match an action (by its vigilance) tell its value. Otherwise, as in artlib and
    /// java-ann-falcon, a category of another action does where it fits the state so much better.
    pub own_action: bool,
    /// The reward channel learns toward the value, up and down. Fuzzy learning only lowers weights: once their sum has
    /// fallen below 1, values in between change nothing, until one differs so much that its category is overwritten, or
    /// another is made.
    pub follows: bool,
    /// The value where nothing is known.
    pub initial: f32,
    /// TD step: how much of an error is learned at once.
    pub step: f32,
    /// What a reward one step later counts.
    pub discount: f32,
    /// Bounded rule: ΔQ = step · error · (1 − Q). Otherwise ΔQ = step · error, and Q is cut to [0, 1].
    pub bounded: bool,
    /// Exploration of the first episode: how often [`choose`](TdFalcon::choose) takes any action (ε-greedy).
    pub exploration: f32,
    /// It falls by so much with every episode,
    pub exploration_fall: f32,
    /// to no less than this.
    pub exploration_end: f32,
}

/// How actions are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Each available action is presented, and its value read (Tan, Lu and Xiao 2008).
    Each,
    /// Direct code access (Tan 2007): one search with all available actions and the reward (1, 0); the winner's action
    /// is taken, and its reward is the value of the state. Where the winner has no available action, any is taken. The
    /// state should have by far the largest share, so that a good category of another state does not win.
    Direct,
}

/// How a value is read from the weights (r, r̄) of the reward channel. After one lesson all three agree; they differ in
/// what later lessons, which can only lower the weights, do to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readout {
    /// r / (r + r̄): the share of the good.
    Share,
    /// (r + 1 − r̄) / 2: the middle of the values that r and r̄ allow, as in artlib.
    Middle,
    /// r: the least of them, as in java-ann-falcon.
    Least,
}

impl Default for TdOptions {
    fn default() -> Self {
        TdOptions {
            choice: 0.1,
            shares: [1.0 / 3.0; 3],
            vigilance: [0.2, 0.2, 0.5],
            rate: 0.5,
            tracking: Tracking::First(0.001),
            uncommitted: true,
            fast_commit: true,
            overwrite: true,
            limit: usize::MAX,
            access: Access::Each,
            readout: Readout::Share,
            reward_competes: true,
            own_action: false,
            follows: false,
            initial: 0.5,
            step: 0.5,
            discount: 0.9,
            bounded: true,
            exploration: 0.5,
            exploration_fall: 0.0005,
            exploration_end: 0.005,
        }
    }
}

impl TdOptions {
    /// Fast learning: a rate of 1.
    pub fn fast() -> TdOptions {
        TdOptions { rate: 1.0, ..TdOptions::default() }
    }

    /// Every state keeps categories of its own, whose values follow what is learned: Q-learning by a table that grows as
    /// states are met, with values of similar states where nothing is known yet. A variant of ours.
    pub fn table() -> TdOptions {
        TdOptions { vigilance: [1.0, 1.0, 0.0], own_action: true, follows: true, ..TdOptions::fast() }
    }

    /// The conventions of the Python library artlib (0.1): every matching channel is tracked, the uncommitted category
    /// comes last, the reward stays out of predictions, values are middles that start at 0, and the rule is not bounded.
    /// Its rule is SARSA: give the one action that follows as available.
    pub fn artlib() -> TdOptions {
        TdOptions {
            shares: [0.33, 0.33, 0.34],
            rate: 1.0,
            tracking: Tracking::Matched(0.0),
            uncommitted: false,
            overwrite: false,
            readout: Readout::Middle,
            reward_competes: false,
            initial: 0.0,
            step: 1.0,
            discount: 1.0,
            bounded: false,
            ..TdOptions::default()
        }
    }
}

/// Episodes are counted as far as an `f32` does; by then exploration has long reached its end.
const MOST_EPISODES: u32 = 1 << 24;

/// Reward inputs: both values wanted, and the best one.
const ANY: [f32; 2] = [1.0, 1.0];
const BEST: [f32; 2] = [1.0, 0.0];

impl TdFalcon {
    /// Knows nothing yet. `inputs` are the components of a state, before complement coding.
    pub fn new(inputs: usize, actions: usize, options: TdOptions) -> TdFalcon {
        let fusion = Fusion::new(network(inputs, actions, &options));
        TdFalcon {
            options,
            inputs,
            actions,
            fusion,
            episodes: 0,
            coded: Vec::new(),
            marked: Vec::new(),
            winners: Vec::new(),
            values: Vec::new(),
        }
    }

    /// How it learns.
    pub fn options(&self) -> &TdOptions {
        &self.options
    }

    /// The network.
    pub fn network(&self) -> &Fusion {
        &self.fusion
    }

    /// How many categories it has.
    pub fn categories(&self) -> usize {
        self.fusion.categories()
    }

    /// How often it explores now: ε.
    pub fn exploration(&self) -> f32 {
        let TdOptions { exploration, exploration_fall, exploration_end, .. } = self.options;
        (exploration - exploration_fall * self.episodes as f32).max(exploration_end)
    }

    /// The values of the available actions, in their order. The part of the state is computed once for all of them.
    pub fn values(&mut self, state: &[f32], available: &[u16], out: &mut Vec<f32>) {
        self.code(state);
        let least = if self.options.own_action { self.options.vigilance[1] } else { 0.0 };
        let reward = self.options.reward_competes.then_some(ANY.as_slice());
        self.fusion.one_hot_winners(&self.coded, available, reward, least, &mut self.winners);
        out.clear();
        out.extend(self.winners.iter().map(|&winner| self.read(winner)));
    }

    /// The best available action as far as is known (ties: the one named first); 0 where none is available.
    pub fn best(&mut self, state: &[f32], available: &[u16]) -> u16 {
        self.greedy(state, available).or(available.first().copied()).unwrap_or(0)
    }

    /// An action to learn from: mostly the best one, now and then any. 0 where none is available.
    pub fn choose(&mut self, state: &[f32], available: &[u16], rng: &mut Rng) -> u16 {
        // A forced action needs no draw.
        if available.len() < 2 {
            return available.first().copied().unwrap_or(0);
        }
        if rng.chance(f64::from(self.exploration())) {
            return rng.pick(available);
        }
        self.greedy(state, available).unwrap_or_else(|| rng.pick(available))
    }

    /// Learns that an action is worth `value` in a state.
    pub fn learn(&mut self, state: &[f32], action: u16, value: f32) {
        let value = unit(value);
        self.code(state);
        self.mark(&[action]);
        self.fusion.learn([&self.coded, &self.marked, &[value, 1.0 - value]]);
    }

    /// Learns from a step: in `state`, `action` brought `reward` and led to the state `next` with its available
    /// actions; nothing when that was the end of the episode. With one available action, the one that is taken next,
    /// this is SARSA; with all of them Q-learning.
    pub fn update(&mut self, state: &[f32], action: u16, reward: f32, next: Option<(&[f32], &[u16])>) {
        let mut values = std::mem::take(&mut self.values);
        let future = next.map_or(0.0, |(state, available)| self.future(state, available, &mut values));
        self.values(state, &[action], &mut values);
        let old = values.first().copied().unwrap_or(self.options.initial);
        self.values = values;
        let TdOptions { step, discount, bounded, .. } = self.options;
        let error = unit(reward) + discount * future - old;
        let change = step * error * if bounded { 1.0 - old } else { 1.0 };
        self.learn(state, action, old + change);
        if next.is_none() {
            self.end_episode();
        }
    }

    /// An episode is over: exploration falls. [`update`](TdFalcon::update) does this at the end of an episode.
    pub fn end_episode(&mut self) {
        self.episodes = (self.episodes + 1).min(MOST_EPISODES);
    }

    /// Everything learned, to be kept: inputs, actions, episodes, then the weights of the categories.
    pub fn parts(&self) -> Vec<f32> {
        let mut parts = vec![self.inputs as f32, self.actions as f32, self.episodes as f32];
        parts.extend(self.fusion.parts());
        parts
    }

    /// As it was when [`parts`](TdFalcon::parts) were taken; nothing when they do not fit.
    pub fn restore(inputs: usize, actions: usize, options: TdOptions, parts: &[f32]) -> Option<TdFalcon> {
        let [known_inputs, known_actions, episodes, weights @ ..] = parts else { return None };
        let counts = (0.0..=MOST_EPISODES as f32).contains(episodes) && episodes.fract() == 0.0;
        if *known_inputs != inputs as f32 || *known_actions != actions as f32 || !counts {
            return None;
        }
        let fusion = Fusion::restore(network(inputs, actions, &options), weights)?;
        Some(TdFalcon { fusion, episodes: *episodes as u32, ..TdFalcon::new(inputs, actions, options) })
    }

    /// The best available action; nothing where the network does not name one.
    fn greedy(&mut self, state: &[f32], available: &[u16]) -> Option<u16> {
        let mut values = std::mem::take(&mut self.values);
        match self.options.access {
            Access::Each => self.values(state, available, &mut values),
            Access::Direct => {
                values.clear();
                if let Some(winner) = self.direct(state, available) {
                    values.extend(available.iter().map(|&action| self.fusion.weight_at(winner, 1, action.into())));
                }
            }
        }
        // An action that the winner of direct access does not know is not named by it.
        let mut best = (if self.options.access == Access::Direct { 0.0 } else { f32::NEG_INFINITY }, None);
        for (&value, &action) in values.iter().zip(available) {
            if value > best.0 {
                best = (value, Some(action));
            }
        }
        self.values = values;
        best.1
    }

    /// The value of the best available action in a state; 0 where none is available.
    fn future(&mut self, state: &[f32], available: &[u16], values: &mut Vec<f32>) -> f32 {
        match self.options.access {
            _ if available.is_empty() => 0.0,
            Access::Each => {
                self.values(state, available, values);
                values.iter().fold(0.0, |most, &value| value.max(most))
            }
            Access::Direct => {
                let winner = self.direct(state, available);
                self.read(winner)
            }
        }
    }

    /// The winner of direct code access.
    fn direct(&mut self, state: &[f32], available: &[u16]) -> Option<usize> {
        self.code(state);
        self.mark(available);
        self.fusion.winner([Some(&self.coded), Some(&self.marked), Some(&BEST)])
    }

    /// The value that a category stands for.
    fn read(&self, category: Option<usize>) -> f32 {
        let Some(category) = category else { return self.options.initial };
        let [good, bad] = [0, 1].map(|component| self.fusion.weight_at(category, 2, component));
        match self.options.readout {
            Readout::Share if good + bad > 0.0 => good / (good + bad),
            Readout::Share => self.options.initial,
            Readout::Middle => (good + 1.0 - bad) / 2.0,
            Readout::Least => good,
        }
    }

    /// Complement coding: the state, then 1 − the state.
    fn code(&mut self, state: &[f32]) {
        debug_assert_eq!(state.len(), self.inputs, "components of the state");
        self.coded.clear();
        self.coded.extend((0..self.inputs).map(|place| unit(state.get(place).copied().unwrap_or(0.0))));
        for place in 0..self.inputs {
            self.coded.push(1.0 - self.coded[place]);
        }
    }

    fn mark(&mut self, actions: &[u16]) {
        self.marked.clear();
        self.marked.resize(self.actions, 0.0);
        for &action in actions {
            debug_assert!(usize::from(action) < self.actions, "action {action}");
            if let Some(component) = self.marked.get_mut(usize::from(action)) {
                *component = 1.0;
            }
        }
    }
}

/// The network for so many inputs and actions.
fn network(inputs: usize, actions: usize, options: &TdOptions) -> FusionOptions {
    let widths = [2 * inputs, actions, 2];
    FusionOptions {
        channels: std::array::from_fn(|channel| Channel {
            width: widths[channel],
            choice: options.choice,
            share: options.shares[channel],
            vigilance: options.vigilance[channel],
            rate: options.rate,
            follows: options.follows && channel == 2,
        }),
        tracking: options.tracking,
        uncommitted: options.uncommitted,
        fast_commit: options.fast_commit,
        overwrite: options.overwrite,
        limit: options.limit,
    }
}
