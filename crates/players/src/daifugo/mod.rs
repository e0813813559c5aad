//! Players of Daifugo.

mod coach;
mod default;
mod encoder;
mod features;
mod mel;
mod outlook;
mod pairs;
pub mod search;

pub use coach::DaifugoReason;
pub use default::{SampleClient, Sight};
pub use encoder::DaifugoEncoder;
pub use features::PolicyFeatures;
pub use mel::{Explore, Following, PlayEvaluation, Scope, Ties, rank_name};
pub use pairs::PairKeeper;
