//! Where a game meets an algorithm: rule players, searching players, and what learners see and do.
//!
//! Filed by game: a folder for each ([`hearts`], [`daifugo`], [`monsters`], [`oh_hell`], [`plain_tricks`], [`poker`],
//! [`spades`]), one for what trick-taking games share ([`tricks`]), and one for what no game owns ([`common`]). A game's
//! folder knows `tricks` and `common`, never another game; names, settings and shipped models are the catalog's.

pub mod common;
pub mod daifugo;
pub mod hearts;
pub mod monsters;
pub mod oh_hell;
pub mod plain_tricks;
pub mod poker;
pub mod spades;
pub mod tricks;
