//! Outside programs as players, and our players as outside programs.

#![allow(clippy::unwrap_used)]

mod bot;
mod bot_fuzz;
mod documents;
mod exec;
mod exec_faults;
mod table;
