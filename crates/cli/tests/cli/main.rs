//! The program as people and scripts use it: started as a process, judged by what it prints, writes and returns.

#![allow(clippy::unwrap_used)]

mod any_bytes;
mod bad_input;
mod bad_records;
mod bot;
mod danger;
mod exec;
mod explain;
mod export;
mod interruption;
mod json;
mod listed;
mod new_game;
mod overview;
mod papers;
mod parts;
mod records;
mod reproduce;
mod same_seed;
mod select;
mod support;
mod train;
mod uecda;
