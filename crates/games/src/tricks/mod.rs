//! What all trick-taking games share, written once: the [`Trick`] and its winner, the [`Table`] with hands, history
//! and what play has proved about them, its [`Form`] (trump, cards dealt), [`Hidden`] cards dealt to those who may hold
//! them, and the [`Bids`] of games in which players say how many tricks they will take.

mod bids;
mod form;
mod hidden;
mod leaning;
pub(crate) mod notation;
pub(crate) mod numbers;
mod table;
mod trick;
mod why_not;
mod worlds;

pub use bids::{Action, Bids};
pub use form::{Form, NoTrump, SpadesTrump, TurnedUp};
pub use hidden::Hidden;
pub(crate) use leaning::Leaning;
pub use table::{PLAYERS, Table, TableView};
pub use trick::Trick;
pub use why_not::WhyNot;
pub(crate) use worlds::OnTable;
pub use worlds::TableWorlds;
