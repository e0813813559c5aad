//! The network protocol of the UECda contest: our Daifugo players at its tables, its clients at ours.
//!
//! [`serve`] plays games with clients of protocols 20060, 20070 and 20140 mixed at one table, seats filled with our own
//! players as wanted. [`join`] takes a player of ours to any server of the contest. What travels are [`Table`]s;
//! [`cells`] turns cards and melds into cells and back, [`Scene`] says what is sent when. The protocol is described in
//! `docs/uecda.md`.
//!
//! Whatever a client sends, or does not send, concerns that client only: a play that cannot be read is a pass, a client
//! that is silent or gone passes, and the others play on.

#[doc(hidden)]
pub mod anything;
pub mod cells;
mod chair;
mod client;
mod connection;
mod follow;
pub mod handshake;
pub mod hex;
mod host;
mod lobby;
mod protocol;
mod results;
mod scene;
mod server;
mod sitting;
mod standings;
mod table;

pub use cells::Rejection;
pub use client::{Farewell, Guide, JoinError, JoinOptions, join};
pub use connection::{Connection, Silence};
pub use follow::{Confusion, Follow};
pub use kirifuda_games::daifugo;
pub use protocol::Protocol;
pub use results::{Results, Visit};
pub use scene::{SEATS, Scene};
pub use server::{CutShort, Hall, LATE, MatchReport, ServeError, ServeOptions, serve};
pub use standings::{Left, PlayerStanding, Standings};
pub use table::{ByteOrder, COLUMNS, ROWS, TABLE_BYTES, Table};

/// The contest's port.
pub const PORT: u16 = 42485;
