//! Cards and melds as cells of a table, both ways.
//!
//! Rows 0 to 3 are spades, hearts, diamonds, clubs; columns 1 to 13 the ranks from 3 to 2. A card is 1, the joker 2: in
//! a hand at `[4][1]`, in a play on the card it stands for, which may also be just outside the ranks (columns 0 and 14).

use kirifuda_games::daifugo::{Cards, Joker, Kind, Meld, View};

use crate::hex::NotHex;
use crate::table::Table;

/// Why cards that a client sends are not taken. In the turn of a game it counts as a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// Bytes that are no table.
    #[error("{0}")]
    NotATable(#[from] NotHex),
    /// A cell of the rows of cards that means nothing.
    #[error("cell [{row}][{column}] is {value}; cells of cards are 0, 1 or 2")]
    Value {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
        /// What it holds.
        value: i32,
    },
    /// A card where there are no cards.
    #[error("cell [{row}][{column}] is 1, but only the joker (2) can be in columns 0 and 14 and in row 4")]
    Outside {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// The joker twice or more.
    #[error("{0} jokers; there is one")]
    Jokers(usize),
    /// Cards of others.
    #[error("{0} not in the hand")]
    NotHeld(Cards),
    /// The joker in row 4, but not as the fifth card of its rank.
    #[error("the joker in row 4 can only be the fifth card of a group; alone, put it on [0][14]")]
    RowFour,
    /// No single card, group or sequence.
    #[error("the cards are neither a single card, nor a group, nor a sequence of three or more")]
    Shape,
    /// Another kind of meld than on the table.
    #[error("another kind of meld than on the table")]
    Kind,
    /// Another number of cards than on the table.
    #[error("{played} cards on a table of {needed}")]
    Size {
        /// How many were played.
        played: usize,
        /// How many lie there.
        needed: usize,
    },
    /// Not higher (under revolution: lower) than the table.
    #[error("not stronger than what is on the table")]
    Weak,
    /// Other suits than the table is locked to.
    #[error("the table is locked to other suits")]
    Lock,
    /// A lone joker lies on the table.
    #[error("only ♠3 beats the lone joker")]
    LoneJoker,
    /// The rules in force have no such play.
    #[error("the rules have no such play here")]
    Rules,
    /// A pass where cards lie on the table; it is one, but the answer is that of a rejection.
    #[error("a pass")]
    Pass,
    /// Another number of cards than must be given.
    #[error("{given} cards given instead of {needed}")]
    Gift {
        /// How many were given.
        given: usize,
        /// How many must be.
        needed: usize,
    },
}

/// Writes cards into a table as a hand has them.
pub fn write_hand(table: &mut Table, cards: Cards) {
    write_naturals(table, cards);
    if cards.has_joker() {
        table.set(4, 1, 2);
    }
}

/// Reads a hand: the joker may be anywhere.
pub fn read_hand(table: &Table) -> Result<Cards, Rejection> {
    let (naturals, joker) = read(table)?;
    Ok(if joker.is_some() { naturals | Cards::JOKER } else { naturals })
}

/// Writes a play: the joker on the card it stands for, alone at `[0][14]`, as a fifth card in row 4.
pub fn write_play(table: &mut Table, meld: Meld) {
    write_naturals(table, meld.naturals());
    match meld.joker() {
        Some(Joker::Cell { column, suit }) => table.set(usize::from(suit), usize::from(column), 2),
        Some(Joker::Fifth) => table.set(4, usize::from(meld.low()), 2),
        Some(Joker::Alone) => table.set(0, 14, 2),
        None => {}
    }
}

/// Reads a play by its form alone; no cards are a pass.
pub fn read_play(table: &Table) -> Result<Meld, Rejection> {
    let (naturals, joker) = read(table)?;
    let joker = match joker {
        None if naturals.is_empty() => return Ok(Meld::PASS),
        None => None,
        Some((4, column)) => {
            let rank = naturals.lowest().map(|card| card.bits().trailing_zeros() as usize / 4);
            if naturals.len() != 4 || rank.is_none_or(|rank| rank + 1 != column) {
                return Err(Rejection::RowFour);
            }
            Some(Joker::Fifth)
        }
        Some(_) if naturals.is_empty() => Some(Joker::Alone),
        Some((suit, column)) => Some(Joker::Cell { column: column as u8, suit: suit as u8 }),
    };
    Meld::of(naturals, joker).ok_or(Rejection::Shape)
}

/// Reads cards that are given away from a hand.
pub fn read_gift(table: &Table, hand: Cards, needed: usize) -> Result<Cards, Rejection> {
    let cards = read_hand(table)?;
    if !hand.contains(cards) {
        return Err(Rejection::NotHeld(cards - hand));
    }
    if cards.len() != needed {
        return Err(Rejection::Gift { given: cards.len(), needed });
    }
    Ok(cards)
}

/// Says why a play cannot be made by whoever has this view, to people: the game itself decides.
pub fn objection(view: View<'_>, meld: Meld) -> Rejection {
    let missing = meld.cards() - view.hand();
    if !missing.is_empty() {
        return Rejection::NotHeld(missing);
    }
    let Some(table) = view.table() else { return Rejection::Rules };
    let higher = if view.is_reversed() { meld.high() < table.low() } else { meld.low() > table.high() };
    match () {
        () if meld.kind() == Kind::Pass => Rejection::Pass,
        () if meld.size() != table.size() => Rejection::Size { played: meld.size(), needed: table.size() },
        () if meld.kind() != table.kind() => Rejection::Kind,
        () if table == Meld::JOKER => Rejection::LoneJoker,
        () if !higher => Rejection::Weak,
        () if view.lock() != 0 && meld.suits() != view.lock() => Rejection::Lock,
        () => Rejection::Rules,
    }
}

fn write_naturals(table: &mut Table, cards: Cards) {
    for card in cards.naturals().iter() {
        let bit = card.bits().trailing_zeros() as usize;
        table.set(bit % 4, bit / 4 + 1, 1);
    }
}

/// The natural cards, and the cell of the joker.
fn read(table: &Table) -> Result<(Cards, Option<(usize, usize)>), Rejection> {
    let mut naturals = Cards::EMPTY;
    let mut joker = None;
    let mut jokers = 0;
    for (row, column, value) in table.cards() {
        match value {
            0 => {}
            1 if row < 4 && (1..=13).contains(&column) => naturals |= Cards::card(column as u8 - 1, row as u8),
            1 => return Err(Rejection::Outside { row, column }),
            2 => {
                jokers += 1;
                joker = Some((row, column));
            }
            _ => return Err(Rejection::Value { row, column, value }),
        }
    }
    if jokers > 1 { Err(Rejection::Jokers(jokers)) } else { Ok((naturals, joker)) }
}
