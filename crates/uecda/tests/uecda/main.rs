//! The contest's protocol over real sockets.

#![allow(clippy::unwrap_used)]

mod anything;
mod follow;
mod kit;
mod matches;
mod odd_clients;
mod plays;
mod support;
