use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use crate::hex::NotHex;
use crate::protocol::Protocol;
use crate::table::{TABLE_BYTES, Table};

/// How long a reader sleeps before it looks whether the match was stopped.
const NAP: Duration = Duration::from_millis(50);
/// How long to wait for the other side to read when its buffers are full, before others are served.
const WRITE_NAP: Duration = Duration::from_millis(4);
/// How long its buffers may stay full.
const WRITE_LIMIT: Duration = Duration::from_secs(2);

/// One end of a conversation: messages of one protocol over a stream.
pub struct Connection {
    stream: TcpStream,
    protocol: Protocol,
    /// Queued, to leave in one write: a message that is cut in two arrives in two, and old clients read only once.
    out: Vec<u8>,
    /// Since when nothing could be sent.
    stuck: Option<Instant>,
    /// The beginning of a message that has not arrived wholly.
    part: [u8; TABLE_BYTES],
    filled: usize,
    nap: Duration,
}

/// Why nothing was read.
#[derive(Debug, thiserror::Error)]
pub enum Silence {
    /// The other side has closed.
    #[error("it closed the connection")]
    Closed,
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Broken(io::Error),
    /// The time was over.
    #[error("it was silent for too long")]
    Late,
    /// The wait was cancelled.
    #[error("stopped")]
    Stopped,
}

impl Connection {
    /// Takes over a connected stream.
    pub fn new(stream: TcpStream, protocol: Protocol) -> io::Result<Connection> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_NAP))?;
        stream.set_read_timeout(Some(NAP))?;
        let (part, filled) = ([0; TABLE_BYTES], 0);
        Ok(Connection { stream, protocol, out: Vec::new(), stuck: None, part, filled, nap: NAP })
    }

    /// The version spoken.
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// From now on another version is spoken.
    pub fn speak(&mut self, protocol: Protocol) {
        self.protocol = protocol;
    }

    /// Queues a table.
    pub fn queue_table(&mut self, table: &Table) {
        self.protocol.write_table(table, &mut self.out);
    }

    /// Queues a single number.
    pub fn queue_number(&mut self, value: i32) {
        self.protocol.write_number(value, &mut self.out);
    }

    /// Sends what is queued, in one write. What cannot be sent now, since the other side does not read, is sent the next
    /// time, or while its answer is waited for; after two seconds it is an error.
    pub fn flush(&mut self) -> io::Result<()> {
        while !self.out.is_empty() {
            match self.stream.write(&self.out) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(sent) => {
                    self.out.drain(..sent);
                    self.stuck = None;
                }
                Err(why) if matches!(why.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    let since = *self.stuck.get_or_insert_with(Instant::now);
                    if since.elapsed() < WRITE_LIMIT {
                        return Ok(());
                    }
                    return Err(io::Error::new(ErrorKind::TimedOut, "nothing was read for two seconds"));
                }
                Err(why) if why.kind() == ErrorKind::Interrupted => {}
                Err(why) => return Err(why),
            }
        }
        Ok(())
    }

    /// Waits for a table until a deadline; what arrived of it is kept for the next time.
    pub fn read_table(
        &mut self,
        deadline: Option<Instant>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Result<Table, NotHex>, Silence> {
        let bytes = self.protocol.table_bytes();
        self.fill(bytes, deadline, stopped)?;
        self.filled = 0;
        Ok(self.protocol.read_table(&self.part[..bytes]))
    }

    /// Waits for a single number.
    pub fn read_number(&mut self, deadline: Option<Instant>, stopped: &dyn Fn() -> bool) -> Result<i32, Silence> {
        self.fill(4, deadline, stopped)?;
        self.filled = 0;
        let [a, b, c, d, ..] = self.part;
        Ok(self.protocol.read_number([a, b, c, d]))
    }

    /// How many bytes of a message have arrived.
    pub fn arrived(&self) -> usize {
        self.filled
    }

    /// Whether the other side has closed, as far as can be told without waiting.
    pub fn is_closed(&self) -> bool {
        if self.stream.set_nonblocking(true).is_err() {
            return true;
        }
        let looked = self.stream.peek(&mut [0]);
        let closed = match looked {
            Ok(bytes) => bytes == 0,
            Err(why) => why.kind() != ErrorKind::WouldBlock,
        };
        closed || self.stream.set_nonblocking(false).is_err()
    }

    /// Says that nothing more comes.
    pub fn finish(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Write);
    }

    /// Waits until the other side has closed, too, and lets what it still says pass. A connection that is closed with
    /// something unread may lose what was sent last.
    pub fn linger(&mut self, deadline: Instant) {
        loop {
            self.filled = 0;
            if self.fill(TABLE_BYTES, Some(deadline), &|| false).is_err() {
                return;
            }
        }
    }

    fn fill(&mut self, bytes: usize, deadline: Option<Instant>, stopped: &dyn Fn() -> bool) -> Result<(), Silence> {
        while self.filled < bytes {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                return Err(Silence::Late);
            }
            self.set_nap(left.map_or(NAP, |left| left.min(NAP)))?;
            match self.stream.read(&mut self.part[self.filled..bytes]) {
                Ok(0) => return Err(Silence::Closed),
                Ok(read) => self.filled += read,
                Err(why) if matches!(why.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    if stopped() {
                        return Err(Silence::Stopped);
                    }
                    self.flush().map_err(Silence::Broken)?;
                }
                Err(why) if why.kind() == ErrorKind::Interrupted => {}
                Err(why) if matches!(why.kind(), ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted) => {
                    return Err(Silence::Closed);
                }
                Err(why) => return Err(Silence::Broken(why)),
            }
        }
        Ok(())
    }

    /// A system call, so only when the nap changes: hardly ever, since most answers come long before the deadline.
    fn set_nap(&mut self, nap: Duration) -> Result<(), Silence> {
        // The system takes zero for "for ever", and counts in microseconds.
        let nap = nap.max(Duration::from_micros(100));
        if nap != self.nap {
            self.stream.set_read_timeout(Some(nap)).map_err(Silence::Broken)?;
            self.nap = nap;
        }
        Ok(())
    }
}
