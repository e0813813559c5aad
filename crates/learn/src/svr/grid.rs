use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::validation::Parts;
use super::{Examples, Parameters, SvrError, Validation, Watch};

/// Parameters to try in all combinations.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// Values of C.
    pub costs: Vec<f64>,
    /// Values of ν.
    pub nus: Vec<f64>,
    /// Values of γ.
    pub gammas: Vec<f64>,
}

/// What a grid search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The parameters with the least mean squared error; the first of equals.
    pub best: Parameters,
    /// How well they do.
    pub validation: Validation,
    /// Everything that was tried, in order.
    pub tried: Vec<Tried>,
}

/// One point of a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// Where it is.
    pub parameters: Parameters,
    /// How well it does.
    pub validation: Validation,
}

impl Grid {
    /// A modest one for so many features: 3 values of C, 3 of ν, and γ from half to four times 1/width.
    pub fn for_width(width: usize) -> Grid {
        let one = Parameters::for_width(width).gamma;
        Grid {
            costs: vec![0.25, 1.0, 4.0],
            nus: vec![0.3, 0.5, 0.7],
            gammas: [0.5, 1.0, 2.0, 4.0].map(|times| times * one).to_vec(),
        }
    }

    /// All combinations, with what else `parameters` say.
    pub fn points(&self, parameters: &Parameters) -> Vec<Parameters> {
        let mut points = Vec::new();
        for &cost in &self.costs {
            for &nu in &self.nus {
                points.extend(self.gammas.iter().map(|&gamma| Parameters { cost, nu, gamma, ..*parameters }));
            }
        }
        points
    }

    /// Cross-validates every point, all on the same folds. Trainings are done in parallel, and the result does not
    /// depend on the number of threads. One step of `watch` is one training.
    pub fn search(
        &self,
        examples: &Examples,
        parameters: &Parameters,
        folds: usize,
        seed: u64,
        watch: &dyn Watch,
    ) -> Result<Found, SvrError> {
        let points = self.points(parameters);
        points.iter().try_for_each(Parameters::check)?;
        let parts = Parts::new(examples, folds, seed)?;
        let (steps, done) = (points.len() * folds, AtomicU64::new(0));
        let predictions: Result<Vec<_>, _> = (0..steps)
            .into_par_iter()
            .map(|step| {
                let predictions = parts.predict(step % folds, &points[step / folds], watch)?;
                watch.advance(done.fetch_add(1, Ordering::Relaxed) + 1, steps as u64);
                Ok(predictions)
            })
            .collect();
        let predictions = predictions?;
        let tried: Vec<Tried> = points
            .iter()
            .zip(predictions.chunks(folds))
            .map(|(&parameters, predictions)| Tried { parameters, validation: parts.judge(predictions) })
            .collect();
        let error = |tried: &&Tried| tried.validation.mean_squared_error;
        let best = tried.iter().min_by(|one, other| error(one).total_cmp(&error(other)));
        let best =
            *best.ok_or_else(|| SvrError::Parameter("nothing to try: name values of C, nu and gamma".to_string()))?;
        Ok(Found { best: best.parameters, validation: best.validation, tried })
    }
}
