//! The greeting: the client names its version and itself, the server answers with its number.

use std::io;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::connection::{Connection, Silence};
use crate::protocol::Protocol;
use crate::table::{COLUMNS, Table};

/// Cells of a name in a greeting.
pub const NAME_CELLS: usize = COLUMNS;

/// A client that has been understood, but has no number yet.
pub struct Newcomer {
    /// The conversation with it.
    pub connection: Connection,
    /// What it calls itself; empty if it did not say.
    pub name: String,
}

/// Why a connection does not become a player.
#[derive(Debug, thiserror::Error)]
pub enum GreetError {
    /// Bytes of some other protocol, or of a version to come.
    #[error("its greeting names protocol {0}; known are 20060, 20070 and 20140: set the version in the client")]
    Version(i32),
    /// The greeting stopped in the middle.
    #[error("only {0} of the 480 bytes of a greeting arrived in time")]
    Partial(usize),
    /// It went away.
    #[error("it left before it had been greeted")]
    Left,
    /// The match was stopped.
    #[error("the server was stopped")]
    Stopped,
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Broken(#[from] io::Error),
}

/// Hears the greeting of a client. Silence for `wait` is the greeting of protocol 20060; a greeting that has begun by
/// then may take as long again.
pub fn hear(stream: TcpStream, wait: Duration, stopped: &dyn Fn() -> bool) -> Result<Newcomer, GreetError> {
    let start = Instant::now();
    // Every version greets in the words of 20070.
    let mut connection = Connection::new(stream, Protocol::Y2007)?;
    let mut heard = connection.read_table(Some(start + wait), stopped);
    if matches!(heard, Err(Silence::Late)) {
        if connection.arrived() == 0 {
            connection.speak(Protocol::Y2006);
            return Ok(Newcomer { connection, name: String::new() });
        }
        heard = connection.read_table(Some(start + 2 * wait), stopped);
    }
    let table = match heard {
        Ok(Ok(table)) => table,
        Ok(Err(_)) => Table::EMPTY,
        Err(Silence::Late) => return Err(GreetError::Partial(connection.arrived())),
        Err(Silence::Closed) => return Err(GreetError::Left),
        Err(Silence::Stopped) => return Err(GreetError::Stopped),
        Err(Silence::Broken(why)) => return Err(GreetError::Broken(why)),
    };
    let version = table.get(0, 0);
    connection.speak(Protocol::of_number(version).ok_or(GreetError::Version(version))?);
    Ok(Newcomer { connection, name: read_name(&table) })
}

/// The greeting of a client.
pub fn greeting(protocol: Protocol, name: &str) -> Table {
    let mut table = Table::EMPTY;
    table.set(0, 0, protocol.number());
    // The last cell stays zero: other servers look for the end of the name.
    let mut bytes = name.len().min(NAME_CELLS - 1);
    while !name.is_char_boundary(bytes) {
        bytes -= 1;
    }
    for (column, byte) in name.bytes().take(bytes).enumerate() {
        table.set(1, column, i32::from(byte));
    }
    table
}

/// The name in a greeting: one byte a cell, to the first zero. What cannot be shown on a terminal is left out.
fn read_name(table: &Table) -> String {
    // A char of the language C may be negative.
    let bytes: Vec<u8> = table.row(1).iter().take_while(|&&cell| cell != 0).map(|&cell| cell as u8).collect();
    let shown = |letter: &char| !letter.is_control() && *letter != char::REPLACEMENT_CHARACTER;
    String::from_utf8_lossy(&bytes).chars().filter(shown).collect::<String>().trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_fills_fourteen_cells_at_most_and_no_letter_is_cut() {
        assert_eq!(read_name(&greeting(Protocol::Y2007, "default")), "default");
        assert_eq!(read_name(&greeting(Protocol::Y2007, "abcdefghijklmnopqrstuvwxyz")), "abcdefghijklmn");
        assert_eq!(read_name(&greeting(Protocol::Y2007, "大富豪大富豪")), "大富豪大");
    }

    #[test]
    fn a_name_without_an_end_or_with_odd_characters_is_tamed() {
        let mut table = Table::EMPTY;
        (0..15).for_each(|column| table.set(1, column, 'x' as i32));
        assert_eq!(read_name(&table), "x".repeat(15));
        for (column, cell) in [27, 0x5b, 0x41, -1, i32::MIN + 0x42].into_iter().enumerate() {
            table.set(1, column, cell);
        }
        assert_eq!(read_name(&table), format!("[AB{}", "x".repeat(10)));
    }
}
