//! Players of Monsters.

mod adaptive;
pub mod best_response;
mod coach;
mod encoder;
mod features;
mod greedy;
pub mod learner;
mod mixed;
mod rule;

pub use adaptive::{Adaptive, Blend, MEMORY, Pattern};
pub use best_response::BestResponse;
pub use coach::MonstersReason;
pub use encoder::MonstersEncoder;
pub use features::PolicyFeatures;
pub use greedy::Greedy;
pub use mixed::Mixed;
pub use rule::{Poison, RulePlayer, Situation, Style};
