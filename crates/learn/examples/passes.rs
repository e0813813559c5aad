//! How fast a net of Hearts' size looks at positions: one at a time, and many at once.
//!
//! `cargo run --release -p kirifuda-learn --example passes`

use std::time::Instant;

use kirifuda_learn::net::{Net, Pass, Passes, Shape, words};
use kirifuda_play::Rng;

fn main() {
    for (width, blocks) in [(512, 3), (256, 2), (128, 1)] {
        let shape = Shape { inputs: 3085, width, blocks, outputs: 52 };
        let Some(net) = Net::new(shape, shape.weights(160, 1)) else { return };
        let (mut rng, stride, count) = (Rng::new(1), words(shape.inputs), 1024);
        let mut rows = vec![0u64; stride * count];
        for row in rows.chunks_exact_mut(stride) {
            for _ in 0..160 {
                let bit = rng.below(shape.inputs);
                row[bit / 64] |= 1 << (bit % 64);
            }
        }
        let (mut one, mut many) = (Pass::default(), Passes::default());
        net.look_at_many(&rows[..stride], &mut many); // lays out its panels
        let start = Instant::now();
        for row in rows.chunks_exact(stride) {
            net.look(row, &mut one);
        }
        let single = start.elapsed().as_secs_f64() / count as f64;
        print!("{width} units, {blocks} blocks: {:.1} µs one at a time;", 1e6 * single);
        for size in [8, 64, 1024] {
            let start = Instant::now();
            for rows in rows.chunks_exact(stride * size) {
                net.look_at_many(rows, &mut many);
            }
            print!(" {:.1} µs of {size}", 1e6 * start.elapsed().as_secs_f64() / count as f64);
        }
        net.glance_at_many(&rows[..stride], &mut many); // lays out its bytes
        let start = Instant::now();
        for rows in rows.chunks_exact(stride * 64) {
            net.glance_at_many(rows, &mut many);
        }
        print!("; {:.1} µs of 64 at a glance", 1e6 * start.elapsed().as_secs_f64() / count as f64);
        net.look_at_many(&rows[(count - 1) * stride..], &mut many);
        assert_eq!(many.outputs(0)[..shape.outputs], one.outputs[..], "the same bits");
        println!();
    }
}
