//! Training of deep nets by self-play.
//!
//! A [`Machine`] computes and teaches a net, on the processor or on a graphics card; everything else is the same for both.

#[cfg(feature = "cpu")]
mod adam;
#[cfg(feature = "cpu")]
mod cpu;
mod cuda;
pub mod dmc;
mod league;
mod machine;
pub mod nfsp;
mod policy;
mod self_play;

#[cfg(feature = "cpu")]
pub use cpu::Cpu;
pub use cuda::Cuda;
pub use kirifuda_learn::adam::Moments;
pub use league::League;
pub use machine::{Lesson, Machine, MachineError, Rows, Step};
