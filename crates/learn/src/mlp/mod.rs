//! Small nets of three layers, learned one example at a time. Free of any game.
//!
//! A [`Net`] has inputs, a layer of hidden sigmoid units and outputs, which are sigmoid units too or plain sums
//! ([`Output`]). Its sizes are given at run time and its weights are one list of numbers, so that it can be saved and
//! restored bit by bit. [`Scratch`] is the caller's memory for one thread's passes: neither a pass forward nor a step of
//! learning allocates. A [`Replay`] keeps the last examples to learn from again.
//!
//! ```
//! use kirifuda_learn::mlp::{Net, Output, Shape};
//! use kirifuda_play::Rng;
//!
//! // Exclusive or: no single layer can learn it.
//! let shape = Shape { inputs: 2, hidden: 4, outputs: 1, output: Output::PROBABILITY };
//! let (mut net, mut rng) = (Net::new(shape, &mut Rng::new(1)), Rng::new(2));
//! let mut work = net.work();
//! for _ in 0..20_000 {
//!     let (a, b) = (rng.chance(0.5), rng.chance(0.5));
//!     net.learn(&[f32::from(a), f32::from(b)], &[f32::from(a != b)], 0.2, &mut work);
//! }
//! assert!(net.value(&[1.0, 0.0], &mut work) > 0.9 && net.value(&[1.0, 1.0], &mut work) < 0.1);
//! ```

mod net;
mod replay;
mod sigmoid;

pub use net::{Delta, Misfit, Net, Output, Scratch, Shape};
pub use replay::Replay;
pub use sigmoid::sigmoid;
