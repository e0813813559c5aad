use std::fmt;

/// Rows of a table.
pub const ROWS: usize = 8;
/// Columns of a table.
pub const COLUMNS: usize = 15;
/// Bytes of a table as numbers.
pub const TABLE_BYTES: usize = ROWS * COLUMNS * 4;

/// What travels: 8 rows of 15 numbers. Rows 0 to 4 are cards, row 5 says what goes on, row 6 who sits where.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Table {
    cells: [[i32; COLUMNS]; ROWS],
}

/// The order of the bytes of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByteOrder {
    /// The highest first: what networks agreed on.
    Big,
    /// The lowest first: what the machines of the contest have.
    Little,
}

impl Table {
    /// All zeros: as a play, a pass.
    pub const EMPTY: Table = Table { cells: [[0; COLUMNS]; ROWS] };

    /// A cell; zero outside the table.
    #[inline]
    pub fn get(&self, row: usize, column: usize) -> i32 {
        self.cells.get(row).and_then(|cells| cells.get(column)).copied().unwrap_or(0)
    }

    /// Writes a cell; outside the table nothing happens.
    #[inline]
    pub fn set(&mut self, row: usize, column: usize, value: i32) {
        if let Some(cell) = self.cells.get_mut(row).and_then(|cells| cells.get_mut(column)) {
            *cell = value;
        }
    }

    /// The cells of a row; none outside the table.
    pub fn row(&self, row: usize) -> &[i32] {
        self.cells.get(row).map_or(&[], |cells| cells.as_slice())
    }

    /// Takes the rows of cards (0 to 4) from another table.
    pub fn copy_cards(&mut self, other: &Table) {
        self.cells[..5].copy_from_slice(&other.cells[..5]);
    }

    /// The cells of the rows of cards: row, column, value.
    pub fn cards(&self) -> impl Iterator<Item = (usize, usize, i32)> + '_ {
        let rows = self.cells.iter().take(5).enumerate();
        rows.flat_map(|(row, cells)| cells.iter().enumerate().map(move |(column, &value)| (row, column, value)))
    }

    /// Row by row, four bytes a cell.
    pub fn to_bytes(&self, order: ByteOrder) -> [u8; TABLE_BYTES] {
        let mut bytes = [0; TABLE_BYTES];
        for (place, &value) in bytes.chunks_exact_mut(4).zip(self.cells.iter().flatten()) {
            place.copy_from_slice(&number(value, order));
        }
        bytes
    }

    /// Reads what [`to_bytes`](Table::to_bytes) writes. Any bytes are some table.
    pub fn from_bytes(bytes: &[u8; TABLE_BYTES], order: ByteOrder) -> Table {
        let mut table = Table::EMPTY;
        for (cell, bytes) in table.cells.iter_mut().flatten().zip(bytes.chunks_exact(4)) {
            *cell = read_number([bytes[0], bytes[1], bytes[2], bytes[3]], order);
        }
        table
    }
}

/// The bytes of a number.
pub fn number(value: i32, order: ByteOrder) -> [u8; 4] {
    match order {
        ByteOrder::Big => value.to_be_bytes(),
        ByteOrder::Little => value.to_le_bytes(),
    }
}

/// The number of four bytes.
pub fn read_number(bytes: [u8; 4], order: ByteOrder) -> i32 {
    match order {
        ByteOrder::Big => i32::from_be_bytes(bytes),
        ByteOrder::Little => i32::from_le_bytes(bytes),
    }
}

impl Default for Table {
    fn default() -> Table {
        Table::EMPTY
    }
}

/// A line for each row.
impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.cells {
            let row: Vec<String> = row.iter().map(i32::to_string).collect();
            writeln!(f, "{}", row.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_sent_row_by_row_highest_byte_first() {
        let mut table = Table::EMPTY;
        table.set(0, 1, 1);
        table.set(5, 1, -2);
        let bytes = table.to_bytes(ByteOrder::Big);
        assert_eq!(bytes[4..8], [0, 0, 0, 1]);
        assert_eq!(bytes[(5 * 15 + 1) * 4..][..4], [255, 255, 255, 254]);
        assert_eq!(Table::from_bytes(&bytes, ByteOrder::Big), table);
        assert_eq!(Table::from_bytes(&table.to_bytes(ByteOrder::Little), ByteOrder::Little), table);
    }

    #[test]
    fn nothing_lies_outside_a_table() {
        let mut table = Table::EMPTY;
        table.set(8, 0, 1);
        table.set(0, 15, 1);
        assert_eq!(table, Table::EMPTY);
        assert_eq!(table.get(8, 15), 0);
    }
}
