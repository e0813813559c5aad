//! Breaking off and going on, threads, and trials that fail.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use kirifuda_learn::select::{
    Ending, Fast, Greedy, Ledger, Progress, Quiet, SelectError, Selection, Size, Step, Trial, Watch,
};

use crate::world::{DUEL, FULL, World, penalty_ratio};

/// Stops after so many trials.
struct Impatient {
    left: AtomicU64,
    stopped: AtomicBool,
}

impl Impatient {
    fn after(trials: u64) -> Impatient {
        Impatient { left: AtomicU64::new(trials + 1), stopped: AtomicBool::new(false) }
    }
}

impl Watch for Impatient {
    fn advance(&self, progress: &Progress<'_>) {
        // The beginning of a wave is no trial.
        if progress.wave.0 > 0 && self.left.fetch_sub(1, Ordering::Relaxed) == 2 {
            self.stopped.store(true, Ordering::Relaxed);
        }
    }
    fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// Breaks off again and again; each time all that is left is the text of the ledger.
fn in_pieces(run: impl Fn(&mut Ledger, &dyn Watch) -> Selection, trials: u64) -> (Selection, u32) {
    let mut text = "[]".to_string();
    for pieces in 1.. {
        let mut ledger: Ledger = serde_json::from_str(&text).unwrap();
        let before = ledger.len();
        let selection = run(&mut ledger, &Impatient::after(trials));
        if selection.ending != Ending::Stopped {
            return (selection, pieces);
        }
        assert!(ledger.len() >= before + trials as usize, "no progress: {before}, {}", ledger.len());
        text = serde_json::to_string(&ledger).unwrap();
    }
    unreachable!()
}

#[test]
fn a_search_in_any_number_of_pieces_ends_as_in_one() {
    let world = World::hearts_like(penalty_ratio, 7);
    let fast = Fast { confirm: Some((FULL, 3)), ..Fast::quick(DUEL) };
    let mut all = Ledger::default();
    let whole = fast.run(17, &[], &world, &mut all, &Quiet).unwrap();
    assert_eq!(whole.ending, Ending::Complete);
    for trials in [9, 50] {
        let (pieced, pieces) = in_pieces(|ledger, watch| fast.run(17, &[], &world, ledger, watch).unwrap(), trials);
        assert!(pieces > 2 && pieced == whole, "{trials} trials a piece");
    }
    let printed = Greedy { size: FULL, runs: 3, budget: None };
    let whole = printed.run(17, &world, &mut Ledger::default(), &Quiet).unwrap();
    for trials in [20, 90] {
        let (pieced, pieces) = in_pieces(|ledger, watch| printed.run(17, &world, ledger, watch).unwrap(), trials);
        assert!(pieces > 2 && pieced == whole, "{trials} trials a piece");
    }
}

#[test]
fn a_search_that_is_stopped_after_every_single_trial_ends_as_in_one_piece() {
    let world = World::hearts_like(penalty_ratio, 6);
    let whole = Fast::quick(DUEL).run(7, &[], &world, &mut Ledger::default(), &Quiet).unwrap();
    let run = |ledger: &mut Ledger, watch: &dyn Watch| Fast::quick(DUEL).run(7, &[], &world, ledger, watch).unwrap();
    let (pieced, pieces) = in_pool(1, || in_pieces(run, 1));
    assert_eq!(u64::from(pieces), whole.trials);
    assert_eq!(pieced, whole);
}

#[test]
fn what_is_stopped_tells_the_steps_it_has_made() {
    let world = World::hearts_like(penalty_ratio, 7);
    let whole = Fast::quick(DUEL).run(17, &[], &world, &mut Ledger::default(), &Quiet).unwrap();
    let half = Impatient::after(whole.trials / 2);
    let part = in_pool(1, || Fast::quick(DUEL).run(17, &[], &world, &mut Ledger::default(), &half).unwrap());
    assert_eq!(part.ending, Ending::Stopped);
    assert_eq!(part.trials, whole.trials / 2);
    assert!(!part.steps.is_empty() && part.steps[..] == whole.steps[..part.steps.len()]);
    let last = part.steps.iter().rev().find_map(|step| step.to.clone()).unwrap_or_default();
    assert_eq!(part.set, last);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let world = World::hearts_like(penalty_ratio, 8);
    let run = |threads| {
        in_pool(threads, || {
            let mut ledger = Ledger::default();
            let found = Fast::quick(DUEL).run(17, &[], &world, &mut ledger, &Quiet).unwrap();
            (found, ledger)
        })
    };
    let one = run(1);
    assert!(one == run(2) && one == run(7));
}

/// Steps that are told again after a break.
#[derive(Default)]
struct Steps(Mutex<Vec<Step>>);

impl Watch for Steps {
    fn step(&self, step: &Step) {
        self.0.lock().unwrap().push(step.clone());
    }
}

#[test]
fn a_search_that_goes_on_tells_all_its_steps() {
    let world = World::hearts_like(penalty_ratio, 9);
    let mut ledger = Ledger::default();
    let part = Fast::quick(DUEL).run(17, &[], &world, &mut ledger, &Impatient::after(150)).unwrap();
    assert_eq!(part.ending, Ending::Stopped);
    let steps = Steps::default();
    let whole = Fast::quick(DUEL).run(17, &[], &world, &mut ledger, &steps).unwrap();
    assert_eq!(*steps.0.lock().unwrap(), whole.steps);
}

/// Fails for some sets.
struct Faulty(fn(&[usize], u64) -> Result<f64, String>);

impl Trial for Faulty {
    fn run(&self, set: &[usize], run: u64, _size: Size) -> Result<f64, String> {
        (self.0)(set, run)
    }
}

#[test]
fn a_trial_that_fails_is_named_and_what_is_finished_is_kept() {
    let faulty = Faulty(|set, run| {
        if run == 1 && set.first().is_some_and(|&percept| percept >= 2) {
            return Err("out of memory".to_string());
        }
        Ok(set.len() as f64)
    });
    let printed = Greedy { size: FULL, runs: 3, budget: None };
    for threads in [1, 4] {
        let mut ledger = Ledger::default();
        let why = in_pool(threads, || printed.run(5, &faulty, &mut ledger, &Quiet).unwrap_err());
        // The first of those that fail, whoever is faster.
        let expected = SelectError::Trial { set: vec![2], run: 1, size: FULL, why: "out of memory".to_string() };
        assert_eq!(why, expected);
        assert_eq!(
            why.to_string(),
            "the trial of percepts [2], run 1, 75000 deals learned and 5000 examined, failed: out of memory"
        );
        // All of run 0, and of run 1 what comes before.
        assert!(ledger.len() >= 7, "{}", ledger.len());
        assert_eq!(ledger.get(&[4], FULL, 0), Some(1.0));
    }
}

#[test]
fn a_value_that_is_no_number_is_refused() {
    let faulty = Faulty(|_, _| Ok(f64::NAN));
    let why = Fast::quick(DUEL).run(7, &[], &faulty, &mut Ledger::default(), &Quiet).unwrap_err();
    assert!(why.to_string().contains("its value is NaN, not a number"), "{why}");
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let refused = |fast: Fast| {
        let faulty = Faulty(|_, _| Ok(0.0));
        matches!(fast.run(3, &[], &faulty, &mut Ledger::default(), &Quiet), Err(SelectError::Options(_)))
    };
    assert!(refused(Fast { confidence: 1.0, ..Fast::quick(DUEL) }));
    assert!(refused(Fast { least_gain: -0.1, ..Fast::quick(DUEL) }));
    assert!(refused(Fast { margin: f64::NAN, ..Fast::quick(DUEL) }));
    assert!(!refused(Fast::quick(DUEL)));
}
