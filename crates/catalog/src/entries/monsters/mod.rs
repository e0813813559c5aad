//! Players of Monsters in the list.

pub mod adaptive;
mod best_response;
pub mod learner;
mod rule;
mod shipped;

pub(crate) use best_response::player as best_response;
pub(crate) use rule::{balanced, brute, mixed, steady};
pub use shipped::SHIPPED;
pub(crate) use shipped::softmax as shipped_softmax;
