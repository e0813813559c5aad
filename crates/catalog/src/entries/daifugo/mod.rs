//! Players of Daifugo in the list.

mod mel;
mod pairs;
pub(crate) mod search;
mod shipped;

pub use mel::{learned, score};
pub(crate) use mel::{player as mel, trainer as mel_trainer};
pub(crate) use pairs::under_12;
pub use shipped::SHIPPED;
