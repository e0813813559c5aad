//! Card games with hidden hands: rules, states, views, imagined worlds and text forms. This crate knows no player.

pub mod cards;
pub mod daifugo;
pub mod hearts;
pub mod kuhn;
pub mod leduc;
pub mod monsters;
pub mod plain_tricks;
mod switches;
pub mod tricks;
