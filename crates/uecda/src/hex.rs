//! Tables as 33 hexadecimal characters: protocol 20140.
//!
//! 13 nibbles for the ranks (bit 0 spade … bit 3 club), two for the joker's place (row · 15 + column, or FF), one for
//! 8 · `[5][0]` + `[5][1]` + 2, one for 8 · `[5][2]` + `[5][3]`, one for `[5][4..8]`, bit 0 first, 15 for row 6.

use crate::table::Table;

/// Characters of a table.
pub const HEX_BYTES: usize = 33;

/// What cannot be written is written as zero: the form has no place for it.
pub fn encode(table: &Table) -> [u8; HEX_BYTES] {
    let mut nibbles = [0u8; HEX_BYTES];
    for (rank, nibble) in nibbles[..13].iter_mut().enumerate() {
        *nibble = (0..4).map(|suit| u8::from(table.get(suit, rank + 1) == 1) << suit).sum();
    }
    let joker = table.cards().position(|(_, _, value)| value == 2).unwrap_or(0xFF);
    nibbles[13] = (joker >> 4) as u8;
    nibbles[14] = (joker & 15) as u8;
    let flag = |column| i32::from(table.get(5, column) == 1);
    nibbles[15] = low(8 * flag(0) + (table.get(5, 1) + 2).clamp(0, 7));
    nibbles[16] = low(8 * flag(2) + table.get(5, 3).clamp(0, 7));
    nibbles[17] = low((0..4).map(|bit| flag(4 + bit) << bit).sum());
    for (column, nibble) in nibbles[18..].iter_mut().enumerate() {
        *nibble = low(table.get(6, column));
    }
    nibbles.map(|nibble| b"0123456789ABCDEF"[usize::from(nibble & 15)])
}

/// Reads 33 characters, small letters, too.
pub fn decode(text: &[u8; HEX_BYTES]) -> Result<Table, NotHex> {
    let mut nibbles = [0i32; HEX_BYTES];
    for (place, (nibble, &byte)) in nibbles.iter_mut().zip(text).enumerate() {
        *nibble = char::from(byte).to_digit(16).ok_or(NotHex::Character { place, byte })? as i32;
    }
    let mut table = Table::EMPTY;
    for (rank, nibble) in nibbles[..13].iter().enumerate() {
        (0..4).for_each(|suit| table.set(suit, rank + 1, nibble >> suit & 1));
    }
    match (nibbles[13] * 16 + nibbles[14]) as usize {
        0xFF => {}
        place @ 0..75 => table.set(place / 15, place % 15, 2),
        place => return Err(NotHex::Joker { place }),
    }
    table.set(5, 0, nibbles[15] >> 3);
    table.set(5, 1, (nibbles[15] & 7) - 2);
    table.set(5, 2, nibbles[16] >> 3);
    table.set(5, 3, nibbles[16] & 7);
    (0..4).for_each(|bit| table.set(5, 4 + bit, nibbles[17] >> bit & 1));
    for (column, &nibble) in nibbles[18..].iter().enumerate() {
        table.set(6, column, nibble);
    }
    Ok(table)
}

fn low(value: i32) -> u8 {
    (value & 15) as u8
}

/// Why 33 bytes are no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotHex {
    /// Not a hexadecimal digit.
    #[error("byte {byte} at place {place} of a 20140 table is not a hexadecimal digit")]
    Character {
        /// Counted from 0.
        place: usize,
        /// What is there.
        byte: u8,
    },
    /// The joker lies outside the rows of cards.
    #[error("the joker's place {place} in a 20140 table is neither below 75 nor FF")]
    Joker {
        /// As sent.
        place: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_hand_of_a_game_reads_as_in_the_manual() {
        let mut table = Table::EMPTY;
        table.set(0, 1, 1); // ♠3
        table.set(3, 1, 1); // ♣3
        table.set(2, 13, 1); // ♦2
        table.set(4, 1, 2);
        table.set(5, 0, 1);
        table.set(5, 1, -2);
        table.set(5, 3, 6);
        table.set(5, 4, 1);
        table.set(5, 7, 1);
        (0..5).for_each(|player| table.set(6, player, 10 + player as i32 % 2));
        (0..5).for_each(|player| table.set(6, 5 + player, player as i32));
        (0..5).for_each(|seat| table.set(6, 10 + seat, 4 - seat as i32));
        let text = encode(&table);
        assert_eq!(std::str::from_utf8(&text), Ok("90000000000043D869ABABA0123443210"));
        assert_eq!(decode(&text), Ok(table));
    }

    #[test]
    fn an_empty_table_is_a_pass() {
        let text = encode(&Table::EMPTY);
        assert_eq!(std::str::from_utf8(&text), Ok("0000000000000FF200000000000000000"));
        assert_eq!(decode(&text), Ok(Table::EMPTY));
    }

    #[test]
    fn what_is_not_a_table_is_refused() {
        let mut text = encode(&Table::EMPTY);
        text[7] = b'g';
        assert_eq!(decode(&text), Err(NotHex::Character { place: 7, byte: b'g' }));
        text[7] = b'a';
        assert!(decode(&text).is_ok());
        text[13] = b'4';
        text[14] = b'b';
        assert_eq!(decode(&text), Err(NotHex::Joker { place: 75 }));
    }
}
