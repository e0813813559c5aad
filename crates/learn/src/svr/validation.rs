use std::sync::atomic::{AtomicU64, Ordering};

use kirifuda_play::Rng;
use rayon::prelude::*;

use super::{Examples, Machine, Parameters, SvrError, Watch};

/// How well examples are predicted by machines that have not seen them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Validation {
    /// Parts that the examples were divided into.
    pub folds: usize,
    /// Number of examples.
    pub examples: usize,
    /// Mean of (prediction − label)².
    pub mean_squared_error: f64,
    /// Pearson's correlation of predictions and labels; nothing where one of them is constant.
    pub correlation: Option<f64>,
    /// Share of predictions with the sign of the label, where all labels are ±1.
    pub accuracy: Option<f64>,
    /// Probability that an example of label 1 is predicted higher than one of label −1, ties counting half; where all
    /// labels are ±1 and both occur.
    pub auc: Option<f64>,
}

impl Validation {
    /// The figures of some predictions.
    pub fn of(predictions: &[f64], labels: &[f64], folds: usize) -> Validation {
        let (count, pairs) = (labels.len() as f64, || predictions.iter().zip(labels));
        let mean = |values: &[f64]| values.iter().sum::<f64>() / count;
        let (center, label_center) = (mean(predictions), mean(labels));
        let (mut both, mut spread, mut label_spread) = (0.0, 0.0, 0.0);
        for (prediction, label) in pairs() {
            let (from, label_from) = (prediction - center, label - label_center);
            both += from * label_from;
            spread += from * from;
            label_spread += label_from * label_from;
        }
        let signs = labels.iter().all(|label| label.abs() == 1.0) && !labels.is_empty();
        let right = pairs().filter(|(prediction, label)| (**prediction > 0.0) == (**label > 0.0)).count();
        Validation {
            folds,
            examples: labels.len(),
            mean_squared_error: pairs().map(|(prediction, label)| (prediction - label).powi(2)).sum::<f64>() / count,
            correlation: (spread > 0.0 && label_spread > 0.0).then(|| both / (spread * label_spread).sqrt()),
            accuracy: signs.then(|| right as f64 / count),
            auc: if signs { auc(predictions, labels) } else { None },
        }
    }
}

/// Cross-validation: the examples are divided at random into `folds` parts, each is predicted by a machine that has
/// learned from the others. Parts are done in parallel, and the result does not depend on the number of threads.
pub fn validate(
    examples: &Examples,
    parameters: &Parameters,
    folds: usize,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Validation, SvrError> {
    parameters.check()?;
    let parts = Parts::new(examples, folds, seed)?;
    let done = AtomicU64::new(0);
    let predictions: Result<Vec<_>, _> = (0..folds)
        .into_par_iter()
        .map(|fold| {
            let predictions = parts.predict(fold, parameters, watch)?;
            watch.advance(done.fetch_add(1, Ordering::Relaxed) + 1, folds as u64);
            Ok(predictions)
        })
        .collect();
    Ok(parts.judge(&predictions?))
}

/// The part of each of `count` examples: parts of equal size, but for one more in some.
pub fn fold_of_each(count: usize, folds: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    Rng::stream(seed, &[count as u64, folds as u64]).shuffle(&mut order);
    let mut fold_of = vec![0; count];
    for (place, example) in order.into_iter().enumerate() {
        fold_of[example] = place % folds.max(1);
    }
    fold_of
}

/// Examples that are divided.
pub(super) struct Parts<'a> {
    examples: &'a Examples,
    folds: usize,
    fold_of: Vec<usize>,
}

impl<'a> Parts<'a> {
    pub fn new(examples: &'a Examples, folds: usize, seed: u64) -> Result<Parts<'a>, SvrError> {
        if folds < 2 {
            return Err(SvrError::Parameter(format!("{folds} folds: at least 2 are needed")));
        }
        if examples.len() < folds {
            return Err(SvrError::TooFew { found: examples.len(), needed: folds });
        }
        Ok(Parts { examples, folds, fold_of: fold_of_each(examples.len(), folds, seed) })
    }

    /// The predictions for one part, in the order of the examples.
    pub fn predict(&self, fold: usize, parameters: &Parameters, watch: &dyn Watch) -> Result<Vec<f64>, SvrError> {
        if watch.stopped() {
            return Err(SvrError::Stopped);
        }
        let all = 0..self.examples.len();
        let (test, training): (Vec<usize>, Vec<usize>) = all.partition(|&example| self.fold_of[example] == fold);
        let machine = Machine::train(&self.examples.only(&training), parameters)?;
        test.iter().map(|&example| machine.predict(self.examples.row(example))).collect()
    }

    /// The figures of the predictions for all parts.
    pub fn judge(&self, predictions: &[Vec<f64>]) -> Validation {
        let mut next: Vec<_> = predictions.iter().map(|part| part.iter().copied()).collect();
        let in_order: Vec<f64> = self.fold_of.iter().filter_map(|&fold| next[fold].next()).collect();
        Validation::of(&in_order, self.examples.labels(), self.folds)
    }
}

/// By ranks: Mann and Whitney's U. Equal predictions share the mean of their ranks.
fn auc(predictions: &[f64], labels: &[f64]) -> Option<f64> {
    let mut order: Vec<usize> = (0..predictions.len()).collect();
    order.sort_by(|&one, &other| predictions[one].total_cmp(&predictions[other]));
    let (mut ranks, mut before) = (0.0, 0);
    for equal in order.chunk_by(|&one, &other| predictions[one] == predictions[other]) {
        let rank = before as f64 + (equal.len() as f64 + 1.0) / 2.0;
        ranks += rank * equal.iter().filter(|&&example| labels[example] > 0.0).count() as f64;
        before += equal.len();
    }
    let positive = labels.iter().filter(|&&label| label > 0.0).count() as f64;
    let negative = labels.len() as f64 - positive;
    (positive > 0.0 && negative > 0.0).then(|| (ranks - positive * (positive + 1.0) / 2.0) / (positive * negative))
}
