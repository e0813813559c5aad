//! The 52 cards: [`Card`], [`CardSet`] (bits of a `u64`), [`Suit`], [`Rank`] and their notation.
//!
//! A card is written suit first: `♠Q`, `♥T` (ten). `SQ`, `QS` and `♠10` are read, too.

mod card;
mod set;

pub use card::{Card, NotACard, Rank, Suit};
pub use set::{CardIter, CardSet};
