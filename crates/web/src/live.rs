use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast;
use tokio::time::Instant;

use crate::Refusal;
use crate::app::App;
use crate::bell::Bell;
use crate::limits::Ticket;
use crate::runner::Lane;
use crate::table::{AnyTable, Concluded, Pass, Presence};
use crate::wire::{Answer, Fault};

/// A table in memory, and who looks at it.
pub struct Live {
    /// Its name in links.
    pub id: String,
    core: Mutex<Core>,
    /// The version of the state; connections wait for it to change.
    pub changed: Bell<u64>,
    /// Messages to every connection of the table.
    pub notices: broadcast::Sender<Arc<str>>,
    touched: Mutex<Instant>,
    ticket: Ticket,
}

/// What is behind the lock.
pub struct Core {
    /// The game.
    pub table: Box<dyn AnyTable>,
    /// Who looks from each seat.
    pub presence: Vec<Presence>,
    /// How many look, from wherever.
    pub watchers: u32,
    /// The task that lets players move is running.
    driving: bool,
    /// The position whose clock a task waits for.
    wound: Option<u64>,
}

impl Live {
    /// A table in memory.
    pub fn new(id: String, table: Box<dyn AnyTable>, ticket: Ticket) -> Live {
        let presence = vec![Presence { looks: 0, since: Instant::now() }; table.sitting().chairs.len()];
        Live {
            id,
            changed: Bell::new(table.version()),
            notices: broadcast::Sender::new(8),
            core: Mutex::new(Core { table, presence, watchers: 0, driving: false, wound: None }),
            touched: Mutex::new(Instant::now()),
            ticket,
        }
    }

    /// From where it was made or opened.
    pub fn address(&self) -> IpAddr {
        self.ticket.address()
    }

    /// Looks at the table.
    pub fn look<T>(&self, look: impl FnOnce(&Core) -> T) -> T {
        look(&self.lock())
    }

    /// Changes the table; everybody who looks is told.
    pub fn change<T>(&self, change: impl FnOnce(&mut Core) -> T) -> T {
        let mut core = self.lock();
        let done = change(&mut core);
        let version = core.table.version();
        drop(core);
        *self.touched.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.changed.change(|known| {
            let grown = version > *known;
            *known = version.max(*known);
            grown
        });
        done
    }

    /// The state for somebody, as JSON.
    pub fn state(&self, pass: Pass) -> Result<String, Refusal> {
        self.look(|core| core.table.state(&self.id, pass, &core.presence))
    }

    /// Nobody looks, nothing moves, and nothing has for so long.
    pub fn is_idle(&self, idle: Duration) -> bool {
        let touched = *self.touched.lock().unwrap_or_else(PoisonError::into_inner);
        touched.elapsed() >= idle && self.look(|core| core.watchers == 0 && !core.driving)
    }

    fn lock(&self) -> MutexGuard<'_, Core> {
        self.core.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sees to it that players move from now on, until it is a person's turn, whose clock then runs.
    pub fn wake(self: &Arc<Self>, app: &Arc<App>) {
        self.play_chosen(app);
        self.wind(app);
        let mut core = self.lock();
        if core.driving || !core.may_drive() {
            return;
        }
        core.driving = true;
        drop(core);
        tokio::spawn(drive(Arc::clone(app), Arc::clone(self)));
    }

    /// Makes the moves that people have chosen before their turns, as far as the turns have come.
    fn play_chosen(self: &Arc<Self>, app: &Arc<App>) {
        let made = self.change(|core| {
            let mut made = 0;
            while let Some(step) = core.table.play_chosen() {
                app.store.put_step(&self.id, step);
                app.metrics.moves_of_people.add();
                made += 1;
            }
            made
        });
        if made > 0 {
            app.after_move(self);
        }
    }

    /// Starts the clock of a person whose move it is, where the table has one and somebody is there.
    fn wind(self: &Arc<Self>, app: &Arc<App>) {
        let due = self.change(|core| {
            let (position, end) = if core.watchers > 0 { core.table.clock() } else { None }?;
            // A task waits for each position once.
            (core.wound != Some(position)).then(|| {
                core.wound = Some(position);
                (position, end)
            })
        });
        if let Some((position, end)) = due {
            tokio::spawn(expire(Arc::clone(app), Arc::clone(self), position, end));
        }
    }

    /// Says something to everybody at the table.
    pub fn notice(&self, refusal: &Refusal) {
        let answer = Answer::Error { re: None, fault: Fault::from(refusal) };
        if let Ok(text) = serde_json::to_string(&answer) {
            // Nobody there is no trouble.
            let _ = self.notices.send(text.into());
        }
    }
}

impl Core {
    /// Players move only while somebody is connected, or where a person has a seat.
    fn may_drive(&self) -> bool {
        self.watchers > 0 || !self.table.sitting().is_open()
    }
}

/// Waits until the time of a person is over.
async fn expire(app: Arc<App>, live: Arc<Live>, position: u64, end: Instant) {
    tokio::time::sleep_until(end).await;
    // Nobody moves while moves cannot be stored.
    tokio::select! {
        biased;
        () = app.store.recovered() => {}
        () = app.stopped() => return,
    }
    let trouble = live.change(|core| {
        core.wound = None;
        // Where nobody is left the clock stands still; it begins anew when somebody comes.
        if core.watchers == 0 {
            core.table.stop_clock();
        }
        let concluded = core.table.expire(position);
        concluded.map(|Concluded { step, trouble }| {
            app.store.put_step(&live.id, step);
            trouble
        })
    });
    if let Some(trouble) = trouble {
        if let Some(trouble) = trouble {
            live.notice(&trouble);
        }
        app.after_move(&live);
    }
    live.wake(&app);
}

/// Lets players move, one after the other.
async fn drive(app: Arc<App>, live: Arc<Live>) {
    loop {
        live.play_chosen(&app);
        let begun = {
            let mut core = live.lock();
            let task = if app.is_stopping() || !core.may_drive() { None } else { core.table.think() };
            match task {
                Some(task) => (task, if core.table.is_slow() { Lane::Slow } else { Lane::Quick }),
                None => {
                    core.driving = false;
                    drop(core);
                    // It is a person's turn, perhaps.
                    live.wind(&app);
                    return;
                }
            }
        };
        let (task, lane) = begun;
        let start = Instant::now();
        let thought = app.runner.run(lane, live.address(), task).await;
        app.metrics.thoughts.note(start.elapsed());
        // The pace may be changed while it lasts.
        loop {
            let pace = Duration::from_millis(live.look(|core| core.table.sitting().pace_ms));
            let left = pace.saturating_sub(start.elapsed());
            if left.is_zero() || app.is_stopping() {
                break;
            }
            let known = live.changed.get();
            tokio::select! {
                biased;
                () = tokio::time::sleep(left) => break,
                () = live.changed.wait_for(|version| *version > known) => {}
            }
        }
        // Nobody moves while moves cannot be stored.
        tokio::select! {
            biased;
            () = app.store.recovered() => {}
            () = app.stopped() => {}
        }
        if app.is_stopping() {
            live.lock().driving = false;
            return;
        }
        let concluded = live.change(|core| {
            let concluded = match thought {
                Ok(thought) => core.table.conclude(thought),
                Err(why) => core.table.give_up(&why),
            };
            // Stored under the lock, so that moves reach the database in their order.
            concluded.map(|Concluded { step, trouble }| {
                app.store.put_step(&live.id, step);
                trouble
            })
        });
        if let Some(trouble) = concluded {
            app.metrics.moves_of_players.add();
            if let Some(trouble) = trouble {
                app.metrics.players_failed.add();
                live.notice(&trouble);
            }
            app.after_move(&live);
        }
    }
}
