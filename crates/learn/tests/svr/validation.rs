//! Cross-validation and grid search.

use std::sync::atomic::{AtomicU64, Ordering};

use kirifuda_learn::svr::{
    Examples, Grid, Machine, Parameters, SvrError, Unwatched, Validation, Watch, fold_of_each, validate,
};

use crate::cards;

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

#[test]
fn folds_are_as_equal_as_can_be_and_depend_on_the_seed() {
    let folds = fold_of_each(103, 5, 1);
    let sizes: Vec<usize> = (0..5).map(|fold| folds.iter().filter(|&&f| f == fold).count()).collect();
    assert_eq!(sizes, [21, 21, 21, 20, 20]);
    assert_eq!(folds, fold_of_each(103, 5, 1));
    assert_ne!(folds, fold_of_each(103, 5, 2));
}

#[test]
fn every_example_is_predicted_by_a_machine_that_has_not_seen_it() {
    let (examples, parameters) = (cards(90, 5, 1), Parameters::for_width(10));
    let folds = fold_of_each(90, 3, 7);
    let mut predictions = vec![0.0; 90];
    for fold in 0..3 {
        let others: Vec<usize> = (0..90).filter(|&example| folds[example] != fold).collect();
        let machine = Machine::train(&examples.only(&others), &parameters).unwrap();
        for example in (0..90).filter(|&example| folds[example] == fold) {
            predictions[example] = machine.predict(examples.row(example)).unwrap();
        }
    }
    let expected = Validation::of(&predictions, examples.labels(), 3);
    assert_eq!(validate(&examples, &parameters, 3, 7, &Unwatched).unwrap(), expected);
    // It has learned something, and not all: labels are noisy.
    assert!((0.6..0.95).contains(&expected.accuracy.unwrap()), "{expected:?}");
}

/// The correlation is by SciPy's `pearsonr`, the rest by hand; scikit-learn's `roc_auc_score` gives the same.
#[test]
fn figures_are_those_of_the_textbook() {
    let found = Validation::of(&[0.9, 0.2, -0.5, 0.2, -0.8], &[1.0, 1.0, -1.0, -1.0, -1.0], 5);
    assert!((found.mean_squared_error - (0.01 + 0.64 + 0.25 + 1.44 + 0.04) / 5.0).abs() < 1e-12);
    assert!((found.correlation.unwrap() - 0.752_648_258_3).abs() < 1e-9, "{found:?}");
    assert_eq!(found.accuracy, Some(0.8));
    // Of the 6 pairs of a 1 and a −1, five are in order and one is equal.
    assert!((found.auc.unwrap() - 5.5 / 6.0).abs() < 1e-12);
    // No signs, no accuracy; nothing that varies, no correlation.
    let points = Validation::of(&[0.5, 0.5], &[0.25, 1.0], 2);
    assert_eq!((points.accuracy, points.auc, points.correlation), (None, None, None));
    assert_eq!(Validation::of(&[0.5, 0.4], &[1.0, 1.0], 2).auc, None);
}

#[test]
fn the_grid_finds_the_point_of_least_error_whatever_the_threads() {
    let (examples, parameters) = (cards(400, 6, 2), Parameters::for_width(11));
    let grid = Grid { costs: vec![0.1, 1.0], nus: vec![0.5], gammas: vec![0.01, 0.1, 5.0] };
    let one = on_threads(1, || grid.search(&examples, &parameters, 4, 3, &Unwatched)).unwrap();
    let three = on_threads(3, || grid.search(&examples, &parameters, 4, 3, &Unwatched)).unwrap();
    assert_eq!(one, three);
    assert_eq!(one.tried.len(), 6);
    for tried in &one.tried {
        assert_eq!(tried.validation, validate(&examples, &tried.parameters, 4, 3, &Unwatched).unwrap());
        assert!(one.validation.mean_squared_error <= tried.validation.mean_squared_error);
    }
    // With γ = 5 every example is alone: the middle cannot be worse.
    assert!(one.best.gamma < 5.0, "{one:?}");
    assert_eq!(Grid::for_width(27).points(&parameters).len(), 36);
}

#[test]
fn what_cannot_be_validated_is_refused() {
    let (examples, parameters) = (cards(10, 3, 3), Parameters::for_width(8));
    assert_eq!(validate(&examples, &parameters, 11, 1, &Unwatched), Err(SvrError::TooFew { found: 10, needed: 11 }));
    assert!(validate(&examples, &parameters, 1, 1, &Unwatched).is_err());
    assert!(validate(&Examples::new(8), &parameters, 2, 1, &Unwatched).is_err());
    let empty = Grid { costs: vec![], nus: vec![0.5], gammas: vec![0.1] };
    assert!(empty.search(&examples, &parameters, 2, 1, &Unwatched).is_err());
    let wrong = Grid { costs: vec![1.0], nus: vec![0.5, 2.0], gammas: vec![0.1] };
    let why = wrong.search(&examples, &parameters, 2, 1, &Unwatched).unwrap_err().to_string();
    assert!(why.contains("nu = 2"), "{why}");
}

/// Stops after some steps.
struct Few {
    steps: u64,
    seen: AtomicU64,
    total: AtomicU64,
}

impl Watch for Few {
    fn advance(&self, done: u64, total: u64) {
        self.seen.fetch_max(done, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }
    fn stopped(&self) -> bool {
        self.seen.load(Ordering::Relaxed) >= self.steps
    }
}

#[test]
fn a_search_tells_how_far_it_is_and_stops_when_it_shall() {
    let (examples, parameters) = (cards(40, 3, 4), Parameters::for_width(8));
    let grid = Grid { costs: vec![0.5, 1.0], nus: vec![0.5], gammas: vec![0.1, 0.2] };
    for (steps, stopped) in [(3, true), (99, false)] {
        let few = Few { steps, seen: AtomicU64::new(0), total: AtomicU64::new(0) };
        let found = on_threads(2, || grid.search(&examples, &parameters, 3, 1, &few));
        assert_eq!(found.is_err(), stopped, "{found:?}");
        assert!(!stopped || found == Err(SvrError::Stopped));
        assert_eq!(few.total.into_inner(), 12);
        assert!(few.seen.into_inner() >= steps.min(12));
    }
}
