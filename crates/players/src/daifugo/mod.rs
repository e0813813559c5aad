//! Players of Daifugo.

mod default;
mod encoder;
mod features;
mod mel;
mod outlook;
mod pairs;
pub mod search;

pub use default::{SampleClient, Sight};
pub use encoder::DaifugoEncoder;
pub use features::PolicyFeatures;
pub use mel::{Explore, Following, PlayEvaluation, Scope, rank_name};
pub use pairs::PairKeeper;
