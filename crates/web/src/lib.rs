//! The table in the browser: people and players at one table, hints, reviews, and opponents that go on learning.
//!
//! [`serve`] runs until it is told to stop; [`Server`] is the same for programs and tests. Everything that the page needs
//! is part of the program. What a seat may not know never leaves the server: boards are made from views, and the types in
//! [`wire`] have no place for it.

mod admit;
mod app;
mod backup;
mod beginning;
mod bell;
mod bundle;
mod catalog;
mod coach;
mod disk;
mod forget;
mod forms;
mod hint;
mod learners;
mod limits;
mod live;
mod lock;
mod makers;
mod memory;
mod metrics;
mod owner;
mod patient;
mod picture;
mod refusal;
mod review;
mod routes;
mod runner;
mod secret;
mod server;
mod shipped;
mod shown;
#[cfg(test)]
mod simulation;
mod store;
mod table;
mod trainings;
pub mod wire;

pub use backup::backup;
pub use limits::Limits;
pub use picture::{Bar, Panel, Picture, Place};
pub use refusal::Refusal;
pub use server::{Options, Server, WebError, serve};
pub use shown::Shown;

use kirifuda_play::Deadline;

/// Work for another thread, which has to be done by a deadline.
type Task<T> = Box<dyn FnOnce(&Deadline) -> T + Send>;
