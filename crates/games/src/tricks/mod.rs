//! What all trick-taking games share, written once: the [`Trick`] and its winner, the [`Table`] with hands, history
//! and what play has proved about them, and [`Hidden`] cards dealt to those who may hold them.

mod hidden;
pub(crate) mod notation;
mod table;
mod trick;

pub use hidden::Hidden;
pub use table::{PLAYERS, Table, TableView};
pub use trick::Trick;
