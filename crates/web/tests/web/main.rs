//! The server over real sockets: what people, programs and vandals meet.
#![allow(clippy::unwrap_used)]

mod catalog;
mod durable;
mod hostile;
mod leaks;
mod learning;
mod people;
mod plays;
mod refusals;
mod reviews;
mod stored;
mod support;
mod vandals;
