//! Predictions of a ν-SVR as large as those of danger in Hearts: `svr WAY PREDICTIONS`, where WAY is `libsvm`, sparse and
//! in `f64`, or `dense`, ours. Prints the predictions and their sum, so that a faster way that predicts something else
//! does not go unnoticed. The model is made up, not trained, so that the instructions counted are those of predictions.

use std::fmt::Write;

use kirifuda_learn::svr::{Dense, Machine};
use kirifuda_play::Rng;

/// Four for the suit, one for the rank, 22 of the situation.
const FEATURES: usize = 27;
/// None of them equal: so that both ways have the same work.
const VECTORS: usize = 2000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(way), Some(count)) = (arguments.next(), arguments.next()) else {
        return Err("two arguments are needed: libsvm or dense, and the number of predictions".into());
    };
    let count: u32 = count.parse()?;
    let (mut rng, mut model) = (Rng::new(1), String::new());
    let head = "svm_type nu_svr\nkernel_type rbf\ngamma 0.037\nnr_class 2\n";
    write!(model, "{head}total_sv {VECTORS}\nrho 0.1\nSV\n")?;
    for _ in 0..VECTORS {
        write!(model, "{}", 2.0 * rng.unit() - 1.0)?;
        for (place, value) in row(&mut rng).iter().enumerate() {
            write!(model, " {}:{value}", place + 1)?;
        }
        model.push('\n');
    }
    let machine = Machine::read(&model, FEATURES)?;
    let dense = Dense::new(&machine);
    let mut sum = 0.0;
    for _ in 0..count {
        let row = row(&mut rng);
        sum += match way.as_str() {
            "libsvm" => machine.predict(&row)?,
            "dense" => f64::from(dense.predict(&row.map(|value| value as f32))),
            _ => return Err(format!("`{way}`: allowed are libsvm and dense").into()),
        };
    }
    println!("{count} predictions, sum {sum:.2}");
    Ok(())
}

/// A scaled example.
fn row(rng: &mut Rng) -> [f64; FEATURES] {
    let (suit, rank) = (rng.below(4), rng.below(13) as f64);
    std::array::from_fn(|place| match place {
        0..4 => f64::from(u8::from(place == suit)) * 2.0 - 1.0,
        4 => rank / 6.0 - 1.0,
        _ => f64::from(u8::from(rng.chance(0.3))) * 2.0 - 1.0,
    })
}
