//! Where clients arrive: before the match they are greeted and numbered, during it they are sent away.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Scope;
use std::time::{Duration, Instant};

use crate::connection::Connection;
use crate::handshake::{GreetError, Newcomer, hear};
use crate::server::{Hall, ServeError, ServeOptions};

/// How often the listener is polled for new connections.
const GLANCE: Duration = Duration::from_millis(3);
const SLOW_GLANCE: Duration = Duration::from_millis(20);

/// A client with a number.
pub(crate) struct Guest {
    pub connection: Connection,
    pub name: String,
    pub address: SocketAddr,
}

/// A number that can be given to a client.
enum Slot {
    Free,
    Greeting,
    Taken(Box<Guest>),
}

type Heard = (usize, SocketAddr, Result<Newcomer, GreetError>);

/// Waits until every number is taken, or the time for it is over. Greetings take seconds for clients of 2006, so they
/// are heard side by side; numbers are in the order of arrival all the same. The listener must not block.
pub(crate) fn gather(
    listener: &TcpListener,
    seats: usize,
    options: &ServeOptions<'_>,
    hall: &mut dyn Hall,
) -> Result<Vec<Option<Guest>>, ServeError> {
    let deadline = options.join_wait.map(|wait| Instant::now() + wait);
    let slots = std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        let mut lobby = Lobby { slots: (0..seats).map(|_| Slot::Free).collect(), receiver, sender };
        loop {
            if (options.stopped)() {
                return Err(ServeError::Stopped);
            }
            let mut idle = true;
            while let Ok(heard) = lobby.receiver.try_recv() {
                lobby.settle(heard, hall);
                idle = false;
            }
            lobby.drop_leavers(hall);
            if lobby.slots.iter().all(|slot| matches!(slot, Slot::Taken(_))) {
                return Ok(lobby.slots);
            }
            let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if late && !lobby.slots.iter().any(|slot| matches!(slot, Slot::Greeting)) {
                return Ok(lobby.slots);
            }
            idle &= late || !lobby.let_in(listener, options, hall, scope)?;
            if idle {
                std::thread::sleep(GLANCE);
            }
        }
    })?;
    let guest = |slot| if let Slot::Taken(guest) = slot { Some(*guest) } else { None };
    Ok(slots.into_iter().map(guest).collect())
}

struct Lobby {
    slots: Vec<Slot>,
    receiver: Receiver<Heard>,
    sender: Sender<Heard>,
}

impl Lobby {
    /// Accepts a connection for the lowest free number; true if one was waiting.
    fn let_in<'scope>(
        &mut self,
        listener: &TcpListener,
        options: &'scope ServeOptions<'_>,
        hall: &mut dyn Hall,
        scope: &'scope Scope<'scope, '_>,
    ) -> Result<bool, ServeError> {
        let Some(number) = self.slots.iter().position(|slot| matches!(slot, Slot::Free)) else { return Ok(false) };
        match listener.accept() {
            Ok((stream, address)) => {
                self.slots[number] = Slot::Greeting;
                let sender = self.sender.clone();
                scope.spawn(move || {
                    let heard = hear(stream, options.greeting_wait, options.stopped);
                    // Nobody listens any more when the server was stopped.
                    let _ = sender.send((number, address, heard));
                });
                Ok(true)
            }
            Err(why) if why.kind() == ErrorKind::WouldBlock => Ok(false),
            // A client that has gone before it was let in, or a shortage that passes.
            Err(why) => {
                hall.problem(&format!("a connection could not be accepted: {why}"));
                std::thread::sleep(SLOW_GLANCE);
                Ok(false)
            }
        }
    }

    /// Gives a number to a client that has greeted, or takes it back.
    fn settle(&mut self, (number, address, heard): Heard, hall: &mut dyn Hall) {
        let welcomed = heard.and_then(|mut newcomer| {
            newcomer.connection.queue_number(number as i32);
            newcomer.connection.flush()?;
            Ok(newcomer)
        });
        self.slots[number] = match welcomed {
            Ok(Newcomer { connection, name }) => {
                hall.joined(number, &name, connection.protocol(), address);
                Slot::Taken(Box::new(Guest { connection, name, address }))
            }
            Err(why) => {
                hall.problem(&format!("a connection from {address} was refused: {why}"));
                Slot::Free
            }
        };
    }

    /// The numbers of those who have gone again are free.
    fn drop_leavers(&mut self, hall: &mut dyn Hall) {
        for (number, slot) in self.slots.iter_mut().enumerate() {
            if let Slot::Taken(guest) = slot
                && guest.connection.is_closed()
            {
                hall.problem(&format!("client {number} ({}) left before the match", guest.address));
                *slot = Slot::Free;
            }
        }
    }
}

/// Sends late arrivals away while a match is on: they see a closed connection at once, instead of waiting for ever.
/// A client that has lost its connection cannot come back, since the protocol has no way to tell it the game.
pub(crate) fn keep_door(listener: &TcpListener, closing: &AtomicBool, turned_away: &AtomicU64) {
    while !closing.load(Ordering::Relaxed) {
        match listener.accept() {
            Ok(_) => {
                turned_away.fetch_add(1, Ordering::Relaxed);
            }
            Err(_) => std::thread::sleep(SLOW_GLANCE),
        }
    }
}
