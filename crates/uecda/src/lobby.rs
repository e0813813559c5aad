//! Where clients arrive: before the match they are greeted and numbered, during it they are sent away.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Scope;
use std::time::{Duration, Instant};

use crate::connection::Connection;
use crate::handshake::{GreetError, Newcomer, hear};
use crate::protocol::Protocol;
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
    /// For the connection of this arrival, since then.
    Greeting(u64, Instant),
    Taken(Box<Guest>),
}

type Heard = (u64, SocketAddr, Result<Newcomer, GreetError>);

/// A connection that has said nothing for so long gives its number to one that has.
const SILENT: Duration = Duration::from_secs(1);
/// So many connections are heard beyond those that have a number.
const CROWD: usize = 32;

/// Waits until every number is taken, or the time for it is over. Greetings take seconds for clients of 2006, so they
/// are heard side by side; numbers are in the order of arrival all the same, but that a connection that says nothing does not
/// keep out one that greets. The listener must not block.
pub(crate) fn gather(
    listener: &TcpListener,
    seats: usize,
    options: &ServeOptions<'_>,
    hall: &mut dyn Hall,
) -> Result<Vec<Option<Guest>>, ServeError> {
    let deadline = options.join_wait.map(|wait| Instant::now() + wait);
    let closing = AtomicBool::new(false);
    let stopped = || (options.stopped)() || closing.load(Ordering::Relaxed);
    let slots = std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        let slots = (0..seats).map(|_| Slot::Free).collect();
        let mut lobby = Lobby { slots, receiver, sender, arrivals: 0, unnumbered: 0, ready: Vec::new() };
        // Whoever is still heard when the match begins is not waited for.
        let _close = OnDrop(|| closing.store(true, Ordering::Relaxed));
        loop {
            if (options.stopped)() {
                return Err(ServeError::Stopped);
            }
            let mut idle = true;
            while let Ok(heard) = lobby.receiver.try_recv() {
                lobby.settle(heard, hall);
                idle = false;
            }
            lobby.seat_ready(hall);
            lobby.drop_leavers(hall);
            if lobby.slots.iter().all(|slot| matches!(slot, Slot::Taken(_))) {
                return Ok(lobby.slots);
            }
            let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if late && !lobby.slots.iter().any(|slot| matches!(slot, Slot::Greeting(..))) {
                return Ok(lobby.slots);
            }
            idle &= late || !lobby.let_in(listener, options.greeting_wait, &stopped, hall, scope)?;
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
    /// Connections so far.
    arrivals: u64,
    /// Connections that are heard without a number.
    unnumbered: usize,
    /// Those of them that have greeted, in the order of their arrival.
    ready: Vec<(u64, SocketAddr, Newcomer)>,
}

/// Does something when it goes out of scope.
struct OnDrop<F: Fn()>(F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

impl Lobby {
    /// Accepts a connection for the lowest free number, or to stand by where there is none; true if one was waiting.
    fn let_in<'scope>(
        &mut self,
        listener: &TcpListener,
        wait: Duration,
        stopped: &'scope (dyn Fn() -> bool + Sync),
        hall: &mut dyn Hall,
        scope: &'scope Scope<'scope, '_>,
    ) -> Result<bool, ServeError> {
        let free = self.slots.iter().position(|slot| matches!(slot, Slot::Free));
        if free.is_none() && self.unnumbered + self.ready.len() >= CROWD {
            return Ok(false);
        }
        match listener.accept() {
            Ok((stream, address)) => {
                self.arrivals += 1;
                let arrival = self.arrivals;
                match free {
                    Some(number) => self.slots[number] = Slot::Greeting(arrival, Instant::now()),
                    None => self.unnumbered += 1,
                }
                let sender = self.sender.clone();
                scope.spawn(move || {
                    let heard = hear(stream, wait, stopped);
                    // Nobody listens any more when the server was stopped.
                    let _ = sender.send((arrival, address, heard));
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
    fn settle(&mut self, (arrival, address, heard): Heard, hall: &mut dyn Hall) {
        let own = |slot: &Slot| matches!(slot, Slot::Greeting(of, _) if *of == arrival);
        if let Some(number) = self.slots.iter().position(own) {
            self.welcome(number, address, heard, hall);
            return;
        }
        self.unnumbered -= 1;
        match heard {
            Ok(newcomer) => {
                self.ready.push((arrival, address, newcomer));
                self.ready.sort_by_key(|(arrival, ..)| *arrival);
            }
            Err(why) => hall.problem(&format!("a connection from {address} was refused: {why}")),
        }
    }

    /// Gives numbers to those who stood by: free ones, and to those who have greeted in words, those of the silent.
    fn seat_ready(&mut self, hall: &mut dyn Hall) {
        let mut place = 0;
        while let Some((_, _, newcomer)) = self.ready.get(place) {
            let speaks = newcomer.connection.protocol() != Protocol::Y2006;
            let free = self.slots.iter().position(|slot| matches!(slot, Slot::Free));
            let silent = |slot: &Slot| matches!(slot, Slot::Greeting(_, since) if since.elapsed() >= SILENT);
            let number = free.or_else(|| self.slots.iter().position(silent).filter(|_| speaks));
            let Some(number) = number else {
                place += 1;
                continue;
            };
            if matches!(self.slots[number], Slot::Greeting(..)) {
                self.unnumbered += 1;
            }
            let (_, address, newcomer) = self.ready.remove(place);
            self.welcome(number, address, Ok(newcomer), hall);
        }
    }

    fn welcome(
        &mut self,
        number: usize,
        address: SocketAddr,
        heard: Result<Newcomer, GreetError>,
        hall: &mut dyn Hall,
    ) {
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
