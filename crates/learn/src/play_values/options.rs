/// How to learn. The default is a constant step of 0.01, ε = 0.05 and an optimistic start at +2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The share of the error that a game closes: α.
    pub step: f32,
    /// What becomes of a reward.
    pub update: Update,
    /// How the step becomes smaller.
    pub step_fade: Fade,
    /// The value of a choice that was never made. A high one makes the learner try every choice.
    pub start: f32,
    /// How often a play is tried instead of the advised one: ε.
    pub epsilon: f64,
    /// How exploration becomes rarer.
    pub epsilon_fade: Fade,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            step: 0.01,
            update: Update::Mean,
            step_fade: Fade::Never,
            start: 2.0,
            epsilon: 0.05,
            epsilon_fade: Fade::Never,
        }
    }
}

/// What a reward does to a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Update {
    /// The value goes towards it: V ← V + α (R − V).
    #[default]
    Mean,
    /// It is added: V ← V + α R, without bound.
    Sum,
}

/// How something falls with time: to n / (n + count), a half after n, a third after 2n, …
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fade {
    /// It stays.
    #[default]
    Never,
    /// By the games learned from.
    Games(u64),
    /// By the plays seen: a step by those of its own place in the table, exploration by those in the state of the
    /// play that is advised. What is met often is learned first, whatever is rare is still tried.
    Visits(u64),
}

impl Fade {
    /// What is left after so many games and visits. A half-life below one is one.
    #[inline]
    pub fn left(self, games: u64, visits: u64) -> f64 {
        let share = |half: u64, count: u64| {
            let half = half.max(1) as f64;
            half / (half + count as f64)
        };
        match self {
            Fade::Never => 1.0,
            Fade::Games(half) => share(half, games),
            Fade::Visits(half) => share(half, visits),
        }
    }
}
