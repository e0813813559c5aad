//! The learner of paper 004: seven small nets, each for one question, joined by one utility.

mod affinity;
mod evidence;
mod features;
mod foresight;
mod journal;
mod mind;
mod options;
mod part;
mod player;
mod predictor;
mod state;
mod status;
mod team;
mod training;
mod trap;
mod utility;
mod value;
mod worlds;

pub use affinity::Affinity;
pub use features::{Features, Record};
pub use foresight::{Foreseen, Foresight};
pub use mind::{Mind, layout};
pub use options::{Belief, Options, Parts};
pub use player::LearnedPlayer;
pub use predictor::Predictor;
pub use state::{ACTS, OBSERVATION, PAPER_ACTS, PAPER_STATE, STATE, Senses, Sizes, State, observation};
pub use status::Status;
pub use team::TeamValue;
pub use training::{Opponents, StrategyTraining, open};
pub use trap::Trap;
pub use utility::Thoughts;
pub use value::{Lesson, Schooling, Value};
