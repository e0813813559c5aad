//! Many independent units of play on several threads, folded in order.
//!
//! Threads take the units one by one in order, each result waits in a slot, and after every wave the slots are folded
//! in order: neither the number of threads nor the size of a wave can be seen in the result, memory is bounded, and a
//! run that is stopped keeps all units before the first unfinished one.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::{ArenaError, Monitor, Record};

/// Something that consists of numbered units.
pub(crate) trait Work: Sync {
    /// What a thread keeps from unit to unit.
    type Worker: Send;
    /// Number of observations of a unit.
    fn columns(&self) -> usize;
    fn hire(&self) -> Result<Self::Worker, ArenaError>;
    /// Plays one unit and adds what it gives to an empty slot.
    fn play(&self, worker: &mut Self::Worker, unit: u64, slot: &mut Slot, brake: &Brake<'_>) -> Result<(), Halt>;
}

/// What one unit gives.
#[derive(Default)]
pub(crate) struct Slot {
    pub row: Vec<f64>,
    pub games: u64,
    pub records: Vec<Record>,
    finished: bool,
}

impl Slot {
    fn clear(&mut self, columns: usize) {
        self.row.clear();
        self.row.resize(columns, 0.0);
        self.games = 0;
        self.records.clear();
    }
}

/// Why a unit was not finished.
pub(crate) enum Halt {
    Braked,
    Failed(ArenaError),
}

/// Tells a game in progress that it is no longer wanted.
pub(crate) struct Brake<'a> {
    monitor: &'a dyn Monitor,
    failed: &'a AtomicU64,
    unit: u64,
}

impl Brake<'_> {
    #[inline]
    pub fn pressed(&self) -> bool {
        // Units before a failed one are finished: the first failure must be the same for every number of threads.
        self.failed.load(Ordering::Relaxed) < self.unit || self.monitor.stopped()
    }
}

pub(crate) fn pool(threads: Option<usize>) -> Result<ThreadPool, ArenaError> {
    let builder = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0));
    builder.build().map_err(|why| ArenaError::Threads(why.to_string()))
}

/// Units of the first wave; each wave has twice as many as the one before, up to the most.
const FIRST_WAVE: usize = 16;

/// Plays `total` units and folds them in order; gives the number of units folded, fewer than `total` when stopped.
/// `wave` bounds the units that wait for their turn.
pub(crate) fn run<W: Work>(
    work: &W,
    total: u64,
    wave: usize,
    pool: &ThreadPool,
    monitor: &dyn Monitor,
    mut fold: impl FnMut(&mut Slot) -> Result<(), ArenaError>,
) -> Result<u64, ArenaError> {
    let hands = total.min(pool.current_num_threads() as u64);
    let mut workers: Vec<Apart<Option<W::Worker>>> = (0..hands).map(|_| Apart(None)).collect();
    let slots: Vec<Mutex<Slot>> = (0..total.min(wave as u64)).map(|_| Mutex::default()).collect();
    let board = Board {
        monitor,
        total,
        next: Apart(AtomicU64::new(0)),
        finished: Apart(AtomicU64::new(0)),
        failed: Apart(AtomicU64::new(u64::MAX)),
        failure: Mutex::new(None),
    };
    let mut folded = 0;
    // The first waves are small, so that something can be told early of players that think for long.
    let mut size = slots.len().min(FIRST_WAVE.max(hands as usize));
    while folded < total {
        let end = total.min(folded + size as u64);
        size = slots.len().min(2 * size);
        board.next.0.store(folded, Ordering::Relaxed);
        pool.in_place_scope(|scope| {
            for worker in &mut workers {
                let (board, slots) = (&board, &slots);
                scope.spawn(move |_| board.labour(work, &mut worker.0, folded, end, slots));
            }
        });
        for slot in &slots[..(end - folded) as usize] {
            let mut slot = lock(slot);
            if !slot.finished {
                break;
            }
            fold(&mut slot)?;
            slot.finished = false;
            folded += 1;
        }
        if let Some(why) = lock(&board.failure).take() {
            return Err(why);
        }
        if folded < end {
            break; // stopped
        }
    }
    monitor.advance(folded, total);
    Ok(folded)
}

/// Keeps what one thread writes all the time off the cache lines of others: where two games happened to share one, a
/// million random deals of Hearts took 9.9 s on two cores instead of 6.1.
#[repr(align(128))]
struct Apart<T>(T);

/// What the threads of a run share.
struct Board<'a> {
    monitor: &'a dyn Monitor,
    total: u64,
    next: Apart<AtomicU64>,
    finished: Apart<AtomicU64>,
    failed: Apart<AtomicU64>, // number of the first failed unit; looked at before every move
    failure: Mutex<Option<ArenaError>>,
}

impl Board<'_> {
    /// One thread's share of a wave of units `start..end`.
    fn labour<W: Work>(&self, work: &W, worker: &mut Option<W::Worker>, start: u64, end: u64, slots: &[Mutex<Slot>]) {
        // About a thousand reports for a whole run.
        let stride = (self.total / 1000).max(1);
        if self.next.0.load(Ordering::Relaxed) >= end {
            return;
        }
        // Made before a unit is taken: a player that is slow to start must not hold back the units that count.
        let worker = match worker {
            Some(worker) => worker,
            None => match work.hire() {
                Ok(hired) => worker.insert(hired),
                Err(why) => return self.fail(start, why),
            },
        };
        loop {
            let unit = self.next.0.fetch_add(1, Ordering::Relaxed);
            if unit >= end {
                return;
            }
            let mut slot = lock(&slots[(unit - start) as usize]);
            slot.clear(work.columns());
            let brake = Brake { monitor: self.monitor, failed: &self.failed.0, unit };
            if brake.pressed() {
                return;
            }
            match work.play(worker, unit, &mut slot, &brake) {
                Ok(()) => slot.finished = true,
                Err(Halt::Braked) => return,
                Err(Halt::Failed(why)) => return self.fail(unit, why),
            }
            drop(slot);
            let finished = self.finished.0.fetch_add(1, Ordering::Relaxed) + 1;
            if finished.is_multiple_of(stride) {
                self.monitor.advance(finished, self.total);
            }
        }
    }

    fn fail(&self, unit: u64, why: ArenaError) {
        let mut failure = lock(&self.failure);
        if unit < self.failed.0.load(Ordering::Relaxed) {
            self.failed.0.store(unit, Ordering::Relaxed);
            *failure = Some(why);
        }
    }
}

/// A poisoned lock means that a player panicked; the panic itself ends the run.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
