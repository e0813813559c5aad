//! The softmax policy allocates for a batch, not for its deals and moves. A file of its own: it replaces the allocator.
#![allow(clippy::unwrap_used)]

#[path = "../../play/tests/counting/mod.rs"]
mod counting;

use counting::ALLOCATIONS;
use kirifuda_games::kuhn::{Action, Kuhn, Rules, View};
use kirifuda_learn::softmax::{Course, Features, Opponents, Options, SoftmaxTraining, Sparse};
use rayon::ThreadPoolBuilder;

#[derive(Clone)]
struct Poker;

impl Features<Kuhn> for Poker {
    fn layout(&self) -> &'static str {
        "card, moves; action"
    }
    fn moves(&self) -> usize {
        18
    }
    fn positions(&self) -> usize {
        9
    }
    fn extract(&self, view: View<'_>, legal: &[Action], out: &mut Sparse) {
        let situation = view.card() as u32 * 3 + view.history().len() as u32;
        out.position(situation, 1.0);
        for &action in legal {
            out.next_move();
            out.add(situation * 2 + action as u32);
        }
    }
}

/// Allocations of ten updates.
fn allocations(hidden: usize, batch: usize) -> u64 {
    let options = Options { hidden, batch, ..Options::default() };
    let mut training = SoftmaxTraining::new(Course::new(Rules::kuhn(), Opponents::Mirror, 1), Poker, options).unwrap();
    training.advance(10 * batch as u64).unwrap();
    let before = ALLOCATIONS.get();
    training.advance(10 * batch as u64).unwrap();
    ALLOCATIONS.get() - before
}

#[test]
fn larger_batches_allocate_no_more() {
    // On this thread, where allocations are counted.
    let pool = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().unwrap();
    pool.install(|| {
        for hidden in [0, 3] {
            let (small, large) = (allocations(hidden, 200), allocations(hidden, 5000));
            assert_eq!(small, large);
            assert!(small <= 20 * 10, "{small} in ten updates");
        }
    });
}
