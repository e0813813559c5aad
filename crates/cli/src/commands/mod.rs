//! One file for each command.

pub mod bench;
pub mod bot;
pub mod calibrate;
pub mod danger;
pub mod explain;
pub mod export;
pub mod list;
pub mod manual;
pub mod matches;
pub mod merge;
pub mod model;
pub mod new_game;
pub mod play;
pub mod replay;
pub mod reproduce;
pub mod rules;
pub mod select;
pub mod solve;
pub mod tour;
pub mod tournament;
pub mod train;
pub mod uecda;
