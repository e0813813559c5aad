//! Card games with hidden hands: rules, states, views, imagined worlds and text forms. This crate knows no player.

pub mod cards;
pub mod daifugo;
pub mod hearts;
pub mod kuhn;
pub mod leduc;
pub mod monsters;
pub mod oh_hell;
pub mod plain_tricks;
pub mod spades;
mod switches;
pub mod tricks;
