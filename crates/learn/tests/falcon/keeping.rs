//! Memories written down and read again: bit for bit, and never from what is damaged.

use kirifuda_learn::falcon::{
    AsPrinted, Average, AverageOptions, Deal, Memory, Move, Parts, PrintedOptions, Resonant, ResonantOptions, Start,
    TdOptions, Temporal,
};
use kirifuda_play::Rng;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::{a_move, at, shape, strengths};

/// A deal of a few moves in both networks, in the way that a training tells of it.
fn teach(memory: &mut impl Memory, deal: u64) {
    let rng = &mut Rng::stream(3, &[deal]);
    let mut cost = 0.0;
    let moves: Vec<Move> = (0..4)
        .map(|_| {
            let mut a_move = Move { cost, free: rng.chance(0.8), ..a_move(rng.below(8) as u128, rng.below(3) as u16) };
            a_move.place.network = rng.below(2) as u16;
            cost += rng.below(4) as f32;
            a_move
        })
        .collect();
    for pair in moves.windows(2) {
        memory.follow(&pair[0], pair[1].cost - pair[0].cost, Ok(&pair[1]));
    }
    memory.follow(&moves[3], cost - moves[3].cost, Err(cost / 26.0));
    memory.learn(&Deal { moves: &moves, cost, good: cost <= 6.0, progress: deal as f64 / 200.0 });
}

fn restore<M: Memory>(options: &M::Options, parts: &Parts) -> Option<M> {
    M::restore(shape(3), options, &mut |name| {
        parts.iter().find(|(known, _)| *known == name).map(|(_, values)| values.clone())
    })
}

fn bits(memory: &impl Memory) -> Vec<(&'static str, Vec<u32>)> {
    memory.parts().into_iter().map(|(name, values)| (name, values.into_iter().map(f32::to_bits).collect())).collect()
}

/// Everything that can be asked of a memory and taught to it.
fn use_all(memory: &mut impl Memory) {
    for (network, bits) in (0..2).flat_map(|network| (0..8).map(move |bits| (network, bits))) {
        strengths(memory, at(network, bits));
    }
    for deal in 0..3 {
        teach(memory, deal);
    }
    memory.rules(&mut |_| ());
    memory.categories();
    memory.parts();
}

fn taught<M: Memory>(options: &M::Options, deals: u64) -> M {
    let mut memory = M::new(shape(3), options);
    (0..deals).for_each(|deal| teach(&mut memory, deal));
    memory
}

/// The same work for all memories.
macro_rules! for_all_memories {
    ($work:ident $(, $argument:expr)*) => {
        $work::<Average>(&AverageOptions::default() $(, $argument)*);
        $work::<Average>(&AverageOptions { alike: true, ..AverageOptions::default() } $(, $argument)*);
        $work::<Resonant>(&ResonantOptions::default() $(, $argument)*);
        for start in [Start::Printed, Start::Ones] {
            for complement in [false, true] {
                $work::<AsPrinted>(&PrintedOptions { start, complement, ..PrintedOptions::default() } $(, $argument)*);
            }
        }
        for options in [TdOptions::default(), TdOptions::table()] {
            $work::<Temporal>(&options $(, $argument)*);
        }
    };
}

fn goes_on<M: Memory>(options: &M::Options) {
    let whole: M = taught(options, 200);
    for stop in [0, 1, 37, 150] {
        let mut again: M = restore(options, &taught::<M>(options, stop).parts()).unwrap();
        assert_eq!(bits(&again), bits(&taught::<M>(options, stop)), "{} changes when it is read", M::NAME);
        (stop..200).for_each(|deal| teach(&mut again, deal));
        assert_eq!(bits(&again), bits(&whole), "{} stopped after {stop}", M::NAME);
        assert_eq!(again.categories(), whole.categories());
    }
}

#[test]
fn what_was_stopped_and_read_again_learns_on_bit_for_bit() {
    for_all_memories!(goes_on);
}

/// Damage that must be noticed, wherever it is.
fn refuses<M: Memory>(options: &M::Options) {
    let parts = taught::<M>(options, 30).parts();
    let refused = |number: usize, damage: &dyn Fn(&mut Vec<f32>), what: &str| {
        let mut damaged = parts.clone();
        damage(&mut damaged[number].1);
        assert!(restore::<M>(options, &damaged).is_none(), "{}: {what} in `{}`", M::NAME, parts[number].0);
    };
    for number in 0..parts.len() {
        let mut missing = parts.clone();
        missing.remove(number);
        assert!(restore::<M>(options, &missing).is_none(), "{} without `{}`", M::NAME, parts[number].0);
        refused(number, &|values| values.truncate(values.len() - 1), "one value less");
        refused(number, &|values| values.push(0.0), "one value more");
        refused(number, &|values| values.clear(), "nothing");
        for place in [0, parts[number].1.len() / 2, parts[number].1.len() - 1] {
            for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                refused(number, &|values| values[place] = wrong, &format!("{wrong} at {place}"));
            }
        }
    }
    for (number, (name, _)) in parts.iter().enumerate() {
        if ["places", "coarse places", "percept weights", "complement weights", "order", "copies", "lengths"]
            .contains(name)
        {
            refused(number, &|values| values[0] += 0.5, "half a number");
            refused(number, &|values| values[0] = -1.0, "a number below 0");
        }
        if ["places", "coarse places", "percept weights"].contains(name) {
            refused(number, &|values| values[7] = 2.0, "a network that is not there");
            refused(number, &|values| values[7] = 65_536.0, "too large a number");
            refused(number, &|values| values[0] = 8.0, "a bit that is not sensed");
        }
    }
}

#[test]
fn damaged_parts_are_refused() {
    for_all_memories!(refuses);
}

#[test]
fn parts_of_another_shape_are_refused() {
    fn other<M: Memory>(options: &M::Options) {
        let parts = taught::<M>(options, 30).parts();
        let mut part = |name: &str| parts.iter().find(|(known, _)| *known == name).map(|(_, values)| values.clone());
        for other in [
            kirifuda_learn::falcon::Shape { actions: 4, ..shape(3) },
            kirifuda_learn::falcon::Shape { networks: 1, ..shape(3) },
        ] {
            assert!(M::restore(other, options, &mut part).is_none(), "{} as {other:?}", M::NAME);
        }
    }
    for_all_memories!(other);
}

/// Whatever is read, either it is refused or it can be used.
fn survives<M: Memory>(options: &M::Options, damage: &[(Index, Index, f32)], cut: Option<(Index, Index)>) {
    let mut parts = taught::<M>(options, 10).parts();
    for (part, place, value) in damage {
        let values = &mut parts[part.index(M::new(shape(3), options).parts().len())].1;
        let place = place.index(values.len());
        values[place] = *value;
    }
    if let Some((part, length)) = cut {
        let number = part.index(parts.len());
        let values = &mut parts[number].1;
        values.truncate(length.index(values.len()));
    }
    if let Some(mut memory) = restore::<M>(options, &parts) {
        use_all(&mut memory);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn damaged_parts_never_panic(
        damage in prop::collection::vec((any::<Index>(), any::<Index>(), prop_oneof![
            any::<f32>(), (0..70_000u32).prop_map(|value| value as f32), Just(1e30f32), Just(0.5f32), Just(-1.0f32),
        ]), 1..4),
        cut in prop::option::of((any::<Index>(), any::<Index>())),
    ) {
        for_all_memories!(survives, &damage, cut);
    }
}
