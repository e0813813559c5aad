use std::fmt;

use crate::hex::{self, HEX_BYTES, NotHex};
use crate::table::{ByteOrder, TABLE_BYTES, Table, number, read_number};

/// A version of the protocol, named after the year of the contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// 20060: numbers with the lowest byte first, as the machines of the contest have them; no greeting.
    Y2006,
    /// 20070: numbers with the highest byte first.
    Y2007,
    /// 20140: tables as hexadecimal characters.
    Y2014,
}

impl Protocol {
    /// All versions, oldest first.
    pub const ALL: [Protocol; 3] = [Protocol::Y2006, Protocol::Y2007, Protocol::Y2014];

    /// The number by which it is named in a greeting.
    pub const fn number(self) -> i32 {
        match self {
            Protocol::Y2006 => 20060,
            Protocol::Y2007 => 20070,
            Protocol::Y2014 => 20140,
        }
    }

    /// The version of a number.
    pub fn of_number(number: i32) -> Option<Protocol> {
        Protocol::ALL.into_iter().find(|protocol| protocol.number() == number)
    }

    /// Bytes of a table.
    pub const fn table_bytes(self) -> usize {
        match self {
            Protocol::Y2006 | Protocol::Y2007 => TABLE_BYTES,
            Protocol::Y2014 => HEX_BYTES,
        }
    }

    /// Appends a table.
    pub fn write_table(self, table: &Table, out: &mut Vec<u8>) {
        match self {
            Protocol::Y2006 => out.extend(table.to_bytes(ByteOrder::Little)),
            Protocol::Y2007 => {
                // Numbers of this version have no sign.
                let mut table = *table;
                if table.get(5, 1) < 0 {
                    table.set(5, 1, 0);
                }
                out.extend(table.to_bytes(ByteOrder::Big));
            }
            Protocol::Y2014 => out.extend(hex::encode(table)),
        }
    }

    /// Appends a single number.
    pub fn write_number(self, value: i32, out: &mut Vec<u8>) {
        out.extend(number(value, self.byte_order()));
    }

    /// Reads a table from as many bytes as it has. Bytes that are missing are zeros.
    pub fn read_table(self, bytes: &[u8]) -> Result<Table, NotHex> {
        match self {
            Protocol::Y2006 | Protocol::Y2007 => Ok(Table::from_bytes(&filled(bytes), self.byte_order())),
            Protocol::Y2014 => hex::decode(&filled(bytes)),
        }
    }

    /// Reads a single number.
    pub fn read_number(self, bytes: [u8; 4]) -> i32 {
        read_number(bytes, self.byte_order())
    }

    const fn byte_order(self) -> ByteOrder {
        match self {
            Protocol::Y2006 => ByteOrder::Little,
            Protocol::Y2007 | Protocol::Y2014 => ByteOrder::Big,
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

fn filled<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut whole = [0; N];
    whole.iter_mut().zip(bytes).for_each(|(place, &byte)| *place = byte);
    whole
}
