//! Any bytes at all: nothing that arrives may stop us.

use kirifuda_play::Rng;
use kirifuda_uecda::anything::swallow;

#[test]
fn any_bytes_are_swallowed() {
    for number in 0..1_000 {
        let mut rng = Rng::stream(21, &[number]);
        let mut bytes: Vec<u8> = (0..rng.below(3_000)).map(|_| rng.bits() as u8).collect();
        // Mostly small numbers, so that many tables are nearly right.
        if number % 2 == 0 {
            bytes.iter_mut().for_each(|byte| *byte = [0, 0, 0, 0, 1, 2, 48, 255][usize::from(*byte) % 8]);
        }
        swallow(&bytes);
    }
}
