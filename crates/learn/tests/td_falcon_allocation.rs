//! TD-FALCON allocates nothing for a choice or a lesson once its buffers have grown. A file of its own: it replaces the
//! allocator.

#[path = "../../play/tests/counting/mod.rs"]
mod counting;

use counting::ALLOCATIONS;
use kirifuda_learn::falcon::{Access, TdFalcon, TdOptions};
use kirifuda_play::Rng;

/// 300 steps among 64 states with 5 actions.
fn play(falcon: &mut TdFalcon, rng: &mut Rng) {
    let state = |number: usize| std::array::from_fn::<f32, 6, _>(|bit| (number >> bit & 1) as f32);
    let (available, mut values) = ([0, 1, 2, 3, 4], Vec::with_capacity(5));
    for _ in 0..300 {
        let (from, to) = (state(rng.below(64)), state(rng.below(64)));
        let action = falcon.choose(&from, &available, rng);
        falcon.values(&from, &available, &mut values);
        falcon.update(&from, action, rng.unit() as f32, Some((&to, &available)));
    }
}

#[test]
fn a_choice_or_a_lesson_allocates_nothing_once_the_categories_are_there() {
    for access in [Access::Each, Access::Direct] {
        let options = TdOptions { access, limit: 100, ..TdOptions::table() };
        let (mut falcon, mut rng) = (TdFalcon::new(6, 5, options), Rng::new(1));
        play(&mut falcon, &mut rng);
        assert_eq!(falcon.categories(), 100);
        let before = ALLOCATIONS.get();
        play(&mut falcon, &mut rng);
        // One: the buffer for the values, which is the caller's.
        assert_eq!(ALLOCATIONS.get() - before, 1, "{access:?}");
    }
}
