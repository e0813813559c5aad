//! Players in other processes: one protocol of JSON Lines for every game, both ways.
//!
//! [`ExecPlayer`] seats an outside program at our table: it is asked over its standard input and answers on its
//! standard output. [`serve`] turns the roles: a player of ours answers the questions of a foreign referee.
//! What travels is what the seat has seen ([`kirifuda_play::Seen`]), never the game; every question is complete in
//! itself, so neither side has to remember anything. The messages are described in `docs/protocol.md`.

mod answer;
mod bot;
mod exec;
mod fault_log;
mod follow;
mod lines;
mod message;
mod program;
mod question;
mod report;

pub use bot::{BotOptions, Served, WireError, serve};
pub use exec::{ExecOptions, ExecPlayer, OnFault};
pub use fault_log::FaultLog;
pub use lines::MAX_LINE;
pub use message::PROTOCOL;
