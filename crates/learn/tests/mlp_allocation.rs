//! A pass through a net and a step of learning allocate nothing. A file of its own: it replaces the allocator.

#[path = "../../play/tests/counting/mod.rs"]
mod counting;

use counting::ALLOCATIONS;
use kirifuda_learn::mlp::{Net, Output, Replay, Shape};
use kirifuda_play::Rng;

#[test]
fn nothing_is_allocated_for_a_pass_or_a_step() {
    let shape = Shape { inputs: 32, hidden: 32, outputs: 9, output: Output::PROBABILITY };
    let mut net = Net::new(shape, &mut Rng::new(1));
    let (mut work, mut rng, mut replay) = (net.work(), Rng::new(2), Replay::new(41, 10));
    for _ in 0..10 {
        replay.push(&[&[0.5; 32], &[0.1; 9]]);
    }
    let before = ALLOCATIONS.get();
    for _ in 0..1000 {
        replay.push(&[&[0.25; 32], &[0.9; 9]]);
        let (inputs, targets) = replay.draw(&mut rng).map_or((&[][..], &[][..]), |row| row.split_at(32));
        net.learn(inputs, targets, 0.1, &mut work);
        assert!(net.forward(inputs, &mut work)[0] > 0.0);
    }
    assert_eq!(ALLOCATIONS.get(), before);
}
