use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::Error;

/// Threads that work on the pieces of one thing again and again, for some ten microseconds each time.
///
/// The caller takes part, so that one thread less has to be woken. Everybody begins with the same pieces every time, which are
/// still in the cache of its core, and then helps the others. Who is done early waits awake: to sleep and to be woken takes
/// longer than the work.
pub(crate) struct Team {
    /// All but the caller; nothing where it is alone.
    pool: Option<ThreadPool>,
    threads: usize,
}

/// Pieces for each thread: the more, the less one waits for the others.
const PIECES: usize = 8;

/// A piece, and how often it was worked on.
type Piece<P> = Mutex<(usize, P)>;

impl Team {
    /// Nothing means one thread for each core.
    pub fn make(threads: Option<usize>) -> Result<Team, Error> {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = threads.filter(|&threads| threads > 0).unwrap_or_else(cores);
        let pool = match threads {
            1 => None,
            _ => {
                let pool = ThreadPoolBuilder::new().num_threads(threads - 1).build();
                Some(pool.map_err(|why| Error::Input(format!("cannot start {threads} threads: {why}")))?)
            }
        };
        Ok(Team { pool, threads })
    }

    /// How large the pieces of so many things are.
    pub fn size(&self, things: usize) -> usize {
        if self.threads == 1 { things.max(1) } else { things.div_ceil(PIECES * self.threads).max(8) }
    }

    /// Looks at every piece, and works on all if no look says no. Says whether it did.
    pub fn each<P: Send>(
        &self,
        pieces: impl Iterator<Item = P>,
        look: impl Fn(&mut P) -> bool + Sync,
        work: impl Fn(&mut P) + Sync,
    ) -> bool {
        let Some(pool) = &self.pool else {
            let mut pieces: Vec<P> = pieces.collect();
            let agreed = pieces.iter_mut().fold(true, |agreed, piece| look(piece) & agreed);
            if agreed {
                pieces.iter_mut().for_each(work);
            }
            return agreed;
        };
        let pieces: Vec<Piece<P>> = pieces.map(|piece| Mutex::new((0, piece))).collect();
        let (looked, worked, refused) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
        let take_part = |thread: usize| {
            let own = thread * pieces.len() / self.threads;
            stroke(&pieces, own, 0, &looked, |piece| {
                if !look(piece) {
                    refused.store(true, Ordering::Relaxed);
                }
            });
            wait_for(&looked, pieces.len());
            if !refused.load(Ordering::Relaxed) {
                stroke(&pieces, own, 1, &worked, &work);
            }
        };
        pool.in_place_scope(|scope| {
            for thread in 1..self.threads {
                let take_part = &take_part;
                scope.spawn(move |_| take_part(thread));
            }
            take_part(0);
            if !refused.load(Ordering::Relaxed) {
                wait_for(&worked, pieces.len());
            }
        });
        !refused.into_inner()
    }
}

/// Works on all pieces that nobody works on, from one's own on.
fn stroke<P>(pieces: &[Piece<P>], own: usize, number: usize, done: &AtomicUsize, work: impl Fn(&mut P)) {
    for place in (own..pieces.len()).chain(0..own) {
        let Ok(mut piece) = pieces[place].try_lock() else { continue };
        if piece.0 == number {
            // Counted when it is dropped: nobody waits for a piece whose work panics.
            let _counted = Counted(done);
            piece.0 += 1;
            work(&mut piece.1);
        }
    }
}

struct Counted<'a>(&'a AtomicUsize);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Release);
    }
}

/// Waits awake, and lets others have the core when it takes long.
fn wait_for(count: &AtomicUsize, all: usize) {
    let mut rounds = 0u32;
    while count.load(Ordering::Acquire) < all {
        rounds = rounds.saturating_add(1);
        if rounds < 1 << 12 { std::hint::spin_loop() } else { std::thread::yield_now() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_worked_on_once_or_none_is() {
        for threads in [1, 2, 3, 8] {
            let team = Team::make(Some(threads)).expect("threads can be had");
            for round in 0..200 {
                let mut numbers = [0u32; 100];
                let agreed = team.each(
                    numbers.chunks_mut(team.size(100)),
                    |piece| {
                        piece.iter_mut().for_each(|number| *number += 1);
                        round % 2 == 0
                    },
                    |piece| piece.iter_mut().for_each(|number| *number += 10),
                );
                assert_eq!(agreed, round % 2 == 0);
                assert_eq!(numbers, [if agreed { 11 } else { 1 }; 100], "{threads} threads, round {round}");
            }
        }
    }

    #[test]
    fn a_panic_in_the_work_reaches_the_caller() {
        let team = Team::make(Some(2)).expect("threads can be had");
        let mut numbers = [0u32; 64];
        let run = || team.each(numbers.chunks_mut(8), |_| true, |_| panic!("a piece that fails"));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
    }
}
