//! ν support vector regression with an RBF kernel: f(x) = Σ cᵢ exp(−γ|x − xᵢ|²) − ρ.
//!
//! The solver is that of LIBSVM (the crate `libsvm-rs`), model and range files are LIBSVM's own. Around it: [`Examples`]
//! with balanced sampling, [`Ranges`] that scale as `svm-scale` does, [`validate`] and [`Grid`] for choosing
//! [`Parameters`], and [`Dense`], the same function in `f32`, laid out for fast evaluation.
//!
//! ```
//! # use kirifuda_learn::svr::{Dense, Examples, Machine, Parameters, Ranges};
//! let mut examples = Examples::new(1);
//! for x in 0..40 {
//!     let x = f64::from(x);
//!     examples.push(&[x], (x / 6.0).sin())?;
//! }
//! let ranges = Ranges::of(&examples);
//! let machine = Machine::train(&ranges.scaled(&examples)?, &Parameters { gamma: 10.0, ..Parameters::for_width(1) })?;
//! let at_9 = ranges.scaled_row(&[9.0])?;
//! assert!((machine.predict(&at_9)? - 1.5f64.sin()).abs() < 0.1);
//! assert!((Dense::new(&machine).predict(&[at_9[0] as f32]) - 1.5f32.sin()).abs() < 0.1);
//! # Ok::<(), kirifuda_learn::svr::SvrError>(())
//! ```

use std::str::FromStr;

mod dense;
mod examples;
mod grid;
mod machine;
mod matrix;
mod merged;
mod ranges;
mod validation;

pub use dense::Dense;
pub(crate) use dense::power_of_two;
pub use examples::Examples;
pub use grid::{Found, Grid, Tried};
pub use machine::Machine;
pub use ranges::Ranges;
pub use validation::{Validation, fold_of_each, validate};

/// What decides a training besides the examples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// How much an error costs: C.
    pub cost: f64,
    /// At least this share of the examples become support vectors, and at most this share lie outside the tube: ν.
    pub nu: f64,
    /// How fast influence falls with the squared distance: γ.
    pub gamma: f64,
    /// When the solver stops.
    pub tolerance: f64,
    /// Memory for values of the kernel, in MiB. Decides nothing but time.
    pub cache: f64,
    /// Whether equal examples are put together.
    pub solver: Solver,
}

/// How a training is done. Both solve the same problem to the same tolerance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solver {
    /// Every example on its own: LIBSVM's numbers, to the bit.
    #[default]
    Libsvm,
    /// Equal examples are one, of as many times the cost. Where examples are many and their features few and whole, it takes
    /// a fraction of the time; predictions differ within the tolerance.
    Merged,
}

impl Solver {
    /// All of them.
    pub const ALL: [Solver; 2] = [Solver::Libsvm, Solver::Merged];

    /// The name in options and files.
    pub fn name(self) -> &'static str {
        match self {
            Solver::Libsvm => "libsvm",
            Solver::Merged => "merged",
        }
    }
}

impl FromStr for Solver {
    type Err = String;

    fn from_str(text: &str) -> Result<Solver, String> {
        let found = Solver::ALL.into_iter().find(|solver| solver.name() == text);
        found.ok_or_else(|| format!("`{text}` is not known; write {}", Solver::ALL.map(Solver::name).join(" or ")))
    }
}

impl Parameters {
    /// LIBSVM's defaults for so many features.
    pub fn for_width(width: usize) -> Parameters {
        let (gamma, solver) = (1.0 / width.max(1) as f64, Solver::Libsvm);
        Parameters { cost: 1.0, nu: 0.5, gamma, tolerance: 0.001, cache: 200.0, solver }
    }

    /// Refuses what the solver cannot work with.
    pub fn check(&self) -> Result<(), SvrError> {
        let allowed = [
            ("C", self.cost, self.cost > 0.0, "above 0"),
            ("nu", self.nu, self.nu > 0.0 && self.nu <= 1.0, "above 0, at most 1"),
            ("gamma", self.gamma, self.gamma > 0.0, "above 0"),
            ("tolerance", self.tolerance, self.tolerance > 0.0, "above 0"),
            ("cache", self.cache, self.cache > 0.0, "above 0"),
        ];
        match allowed.into_iter().find(|(_, value, fine, _)| !fine || !value.is_finite()) {
            Some((name, value, _, range)) => {
                Err(SvrError::Parameter(format!("{name} = {value}: allowed are numbers {range}")))
            }
            None => Ok(()),
        }
    }
}

/// Follows long work from outside. Called from all threads.
pub trait Watch: Sync {
    /// So many steps of all are finished. Calls from several threads may overtake each other.
    fn advance(&self, _done: u64, _total: u64) {}
    /// True when the work shall end early, with [`SvrError::Stopped`].
    fn stopped(&self) -> bool {
        false
    }
}

/// Shows nothing, never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SvrError {
    /// A parameter that the solver cannot work with.
    #[error("{0}")]
    Parameter(String),
    /// Too little to learn from.
    #[error("{found} examples are too few, at least {needed} are needed: collect more")]
    TooFew {
        /// How many there are.
        found: usize,
        /// How many there must be.
        needed: usize,
    },
    /// A row of another length.
    #[error("a row of {found} numbers where {needed} are needed: features and model do not belong together")]
    Width {
        /// Its length.
        found: usize,
        /// What it must be.
        needed: usize,
    },
    /// An example that is not a number.
    #[error("example {0} holds something that is not a finite number: leave it out")]
    NotFinite(usize),
    /// The contents of a file.
    #[error("{0}")]
    File(String),
    /// [`Watch::stopped`] said so.
    #[error("stopped")]
    Stopped,
}
