//! TD-FALCON with 1,000 categories, 30 inputs and 20 actions: `td_falcon choose COUNT` asks for all values and an
//! action so many times, `td_falcon learn COUNT` learns so many steps (three searches each: the value of the step, those
//! of the next state, the category). Prints the number, and a sum over the answers, so that a faster network that
//! answers something else does not go unnoticed. With `--time` also the microseconds of each.

use std::time::Instant;

use kirifuda_learn::falcon::{TdFalcon, TdOptions};
use kirifuda_play::Rng;

const INPUTS: usize = 30;
const ACTIONS: u16 = 20;
const CATEGORIES: usize = 1000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, count, ..] = &arguments[..] else {
        return Err("two arguments are needed: choose or learn, and COUNT, for example `choose 1000`".into());
    };
    let count: u64 = count.parse()?;
    let mut rng = Rng::new(1);
    // Every state a category of its own, so that there are as many as wanted; full, so that the number stays.
    let options = TdOptions { vigilance: [1.0, 1.0, 0.0], limit: CATEGORIES, ..TdOptions::default() };
    let mut falcon = TdFalcon::new(INPUTS, ACTIONS.into(), options);
    let mut known: Vec<([f32; INPUTS], u16)> = Vec::new();
    while falcon.categories() < CATEGORIES {
        let step = (state(&mut rng), rng.below(ACTIONS.into()) as u16);
        falcon.learn(&step.0, step.1, rng.unit() as f32);
        known.push(step);
    }
    let available: Vec<u16> = (0..ACTIONS).collect();
    let (mut values, mut sum) = (Vec::new(), 0.0);
    let start = Instant::now();
    match what.as_str() {
        "choose" => {
            for _ in 0..count {
                let action = greedy(&mut falcon, &state(&mut rng), &available, &mut values);
                sum += f64::from(values[usize::from(action)]) + f64::from(action);
            }
        }
        "learn" => {
            for _ in 0..count {
                let ((from, action), to) = (rng.pick(&known), state(&mut rng));
                falcon.update(&from, action, rng.unit() as f32, Some((&to, &available)));
            }
            sum = falcon.parts().iter().map(|&weight| f64::from(weight)).sum();
        }
        _ => return Err(format!("choose or learn, not {what}").into()),
    }
    if arguments.iter().any(|argument| argument == "--time") {
        eprintln!("{:.2} µs each", start.elapsed().as_secs_f64() * 1e6 / count.max(1) as f64);
    }
    println!("{count} moves, answers add up to {sum:.4}");
    Ok(())
}

/// All values, and the action of the highest.
fn greedy(falcon: &mut TdFalcon, state: &[f32], available: &[u16], values: &mut Vec<f32>) -> u16 {
    falcon.values(state, available, values);
    let mut best = (f32::NEG_INFINITY, 0);
    for (&value, &action) in values.iter().zip(available) {
        if value > best.0 {
            best = (value, action);
        }
    }
    best.1
}

/// Real numbers, so that all 60 components of the complement-coded state count.
fn state(rng: &mut Rng) -> [f32; INPUTS] {
    std::array::from_fn(|_| rng.unit() as f32)
}
