use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kirifuda_play::{Deadline, math};
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::Task;
use crate::limits::Limits;
#[cfg(test)]
use crate::simulation;

/// Runs blocking work (thoughts of players, reviews, pictures) on a bounded number of threads, apart from those that serve.
///
/// Each [`Lane`] has a queue and threads of its own, so that quick jobs do not wait for slow ones. Every job has a deadline.
/// Within a lane the queue is fair between addresses: whoever has used least of it lately is next, and those who have used
/// much more are hurried while somebody waits who has not; those who have used less may catch up first. Where all threads of
/// a lane are theirs who have used much more, one of those who have not gets a thread beyond them at once.
pub struct Runner {
    quick: Queue,
    slow: Queue,
    tables: Queue,
    study: Queue,
    /// In a simulation jobs are done here and now, after a wait by chance.
    #[cfg(test)]
    pub here: bool,
}

/// What kind of work it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Thoughts of milliseconds.
    Quick,
    /// Thoughts of a second or more.
    Slow,
    /// Making tables, opening stored ones, learning from a deal: a moment each.
    Tables,
    /// Looking back and drawing: up to half a minute.
    Study,
}

/// Looking back at a deal takes so long at most.
const STUDY: Duration = Duration::from_secs(30);
/// So much of a thought is left to those who have used much more of a lane than somebody who waits.
const LEAST_THOUGHT: Duration = Duration::from_millis(20);
/// So much of looking back is left to them.
const LEAST_STUDY: Duration = Duration::from_secs(2);
/// So much is left to anybody who has used as much as somebody who waits.
const TURN: Duration = Duration::from_secs(1);
/// So many threads beyond those of a lane are for whoever would wait only for those who have used much more.
const BEYOND: usize = 1;
/// What was used counts half after so long.
const HALF: Duration = Duration::from_secs(30);
/// With more addresses than this, those that have used nothing lately are evicted.
const MANY: usize = 256;

impl Runner {
    /// A runner within these limits.
    pub fn new(limits: &Limits) -> Runner {
        let cores = std::thread::available_parallelism().map_or(1, usize::from).max(2);
        let (slow, thought) = (limits.slow_threads.max(1), limits.thought);
        Runner {
            quick: Queue::new(cores, thought, LEAST_THOUGHT),
            slow: Queue::new(slow, thought, LEAST_THOUGHT),
            tables: Queue::new(cores, STUDY, LEAST_STUDY),
            study: Queue::new(slow.div_ceil(2), STUDY, LEAST_STUDY),
            #[cfg(test)]
            here: false,
        }
    }

    /// Runs a job for an address. An error is the message of its panic.
    pub async fn run<T: Send + 'static>(&self, lane: Lane, address: IpAddr, task: Task<T>) -> Result<T, String> {
        let queue = match lane {
            Lane::Quick => &self.quick,
            Lane::Slow => &self.slow,
            Lane::Tables => &self.tables,
            Lane::Study => &self.study,
        };
        let thread = queue.enter(address).await;
        #[cfg(test)]
        if self.here {
            tokio::time::sleep(simulation::delay()).await;
            return Ok(task(&thread.deadline));
        }
        let done = tokio::task::spawn_blocking(move || {
            let done = task(&thread.deadline);
            drop(thread);
            done
        });
        done.await.map_err(|why| match why.try_into_panic() {
            Ok(panic) => {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it broke off").to_string()
            }
            Err(why) => why.to_string(),
        })
    }

    /// Free threads for quick and for long thoughts: for metrics.
    pub fn free(&self) -> (usize, usize) {
        (self.quick.lock().free, self.slow.lock().free)
    }

    /// Nothing is done, and nobody waits.
    #[cfg(test)]
    pub fn is_idle(&self) -> bool {
        [&self.quick, &self.slow, &self.tables, &self.study].into_iter().all(|queue| {
            let schedule = queue.lock();
            schedule.running.is_empty() && schedule.waiting.is_empty()
        })
    }
}

/// The queue of a lane.
struct Queue(Arc<Mutex<Schedule>>);

struct Schedule {
    free: usize,
    /// Threads in use beyond those of the lane.
    beyond: usize,
    /// A job has so long.
    longest: Duration,
    /// A job of somebody who has used much has so long, while others wait.
    least: Duration,
    running: Vec<Running>,
    /// In the order in which they came.
    waiting: Vec<(IpAddr, oneshot::Sender<Thread>)>,
    used: HashMap<IpAddr, Used>,
    numbers: u64,
}

/// A job that runs.
struct Running {
    number: u64,
    address: IpAddr,
    since: Instant,
    deadline: Deadline,
}

/// What an address has used, at some time.
#[derive(Clone, Copy)]
struct Used {
    seconds: f64,
    at: Instant,
}

/// A thread that a job has, until this guard is dropped.
struct Thread {
    queue: Arc<Mutex<Schedule>>,
    number: u64,
    deadline: Deadline,
}

impl Queue {
    fn new(threads: usize, longest: Duration, least: Duration) -> Queue {
        let (running, waiting, used) = (Vec::new(), Vec::new(), HashMap::new());
        let schedule = Schedule { free: threads, beyond: 0, longest, least, running, waiting, used, numbers: 0 };
        Queue(Arc::new(Mutex::new(schedule)))
    }

    fn lock(&self) -> MutexGuard<'_, Schedule> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a thread.
    async fn enter(&self, address: IpAddr) -> Thread {
        loop {
            let wait = {
                let mut schedule = self.lock();
                if schedule.free > 0 {
                    schedule.free -= 1;
                    return schedule.grant(&self.0, address);
                }
                if schedule.beyond < BEYOND && schedule.is_kept_by_others(address) {
                    schedule.press(address);
                    schedule.beyond += 1;
                    return schedule.grant(&self.0, address);
                }
                let (go, wait) = oneshot::channel();
                schedule.waiting.push((address, go));
                schedule.press(address);
                wait
            };
            // The sender is dropped only after it has sent.
            if let Ok(thread) = wait.await {
                return thread;
            }
        }
    }
}

impl Schedule {
    /// Gives a thread to an address.
    fn grant(&mut self, queue: &Arc<Mutex<Schedule>>, address: IpAddr) -> Thread {
        self.numbers += 1;
        let (number, deadline) = (self.numbers, Deadline::within(self.longest));
        self.running.push(Running { number, address, since: Instant::now(), deadline: deadline.clone() });
        Thread { queue: Arc::clone(queue), number, deadline }
    }

    /// Somebody waits: those who have used more are hurried, the others as soon as they have.
    fn press(&self, address: IpAddr) {
        let now = Instant::now();
        let own = self.use_of(address, now);
        for job in self.running.iter().filter(|job| job.address != address) {
            let theirs = self.use_of(job.address, now);
            let turn = if is_much_more(theirs, own) { self.least } else { TURN.max(self.least) };
            let left = match theirs > own {
                true => turn.saturating_sub(now - job.since),
                false => turn + Duration::from_secs_f64(own - theirs),
            };
            job.deadline.bring_forward(left);
        }
    }

    /// All that runs is of those who have used much more than this address.
    fn is_kept_by_others(&self, address: IpAddr) -> bool {
        let now = Instant::now();
        let own = self.use_of(address, now);
        self.running.iter().all(|job| is_much_more(self.use_of(job.address, now), own))
    }

    /// The seconds that an address has used lately, those of its running jobs included.
    fn use_of(&self, address: IpAddr, now: Instant) -> f64 {
        let before = self.used.get(&address).map_or(0.0, |used| used.now(now));
        let running = self.running.iter().filter(|job| job.address == address);
        running.fold(before, |sum, job| sum + (now - job.since).as_secs_f64())
    }

    /// A job has ended: whoever has used least is next.
    fn leave(&mut self, queue: &Arc<Mutex<Schedule>>, number: u64) {
        let now = Instant::now();
        self.give_back();
        if let Some(place) = self.running.iter().position(|job| job.number == number) {
            let job = self.running.swap_remove(place);
            let used = self.used.entry(job.address).or_insert(Used { seconds: 0.0, at: now });
            *used = Used { seconds: used.now(now) + (now - job.since).as_secs_f64(), at: now };
        }
        if self.used.len() > MANY {
            self.used.retain(|_, used| used.now(now) > 1e-3);
        }
        while self.free > 0 && !self.waiting.is_empty() {
            let uses: Vec<f64> = self.waiting.iter().map(|(address, _)| self.use_of(*address, now)).collect();
            let next = (0..uses.len()).min_by(|&one, &other| uses[one].total_cmp(&uses[other])).unwrap_or(0);
            let (address, go) = self.waiting.remove(next);
            self.free -= 1;
            let thread = self.grant(queue, address);
            if let Err(thread) = go.send(thread) {
                // Whoever waited is gone. Its thread is given back here: the lock is held already.
                self.running.retain(|job| job.number != thread.number);
                self.give_back();
                thread.forget();
            }
        }
        // What has just begun may hold up whoever still waits.
        self.waiting.iter().for_each(|(address, _)| self.press(*address));
    }

    /// A thread is not needed any more: first those beyond the lane's own go.
    fn give_back(&mut self) {
        match self.beyond.checked_sub(1) {
            Some(fewer) => self.beyond = fewer,
            None => self.free += 1,
        }
    }
}

/// Whether an address has used much more than another, by their seconds.
fn is_much_more(theirs: f64, own: f64) -> bool {
    theirs > 2.0 * own + TURN.as_secs_f64()
}

impl Used {
    fn now(self, now: Instant) -> f64 {
        self.seconds * math::pow(0.5, (now - self.at).as_secs_f64() / HALF.as_secs_f64())
    }
}

impl Thread {
    /// Drops it without giving anything back.
    fn forget(mut self) {
        self.number = GIVEN_BACK;
    }
}

/// The number of a thread that has been given back.
const GIVEN_BACK: u64 = 0;

impl Drop for Thread {
    fn drop(&mut self) {
        if self.number != GIVEN_BACK {
            let queue = Arc::clone(&self.queue);
            self.queue.lock().unwrap_or_else(PoisonError::into_inner).leave(&queue, self.number);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn somebody_with_much_to_do_holds_up_nobody_for_long() {
        let runner = Arc::new(Runner::new(&Limits { slow_threads: 1, ..Limits::default() }));
        let (glutton, guest) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let order = Arc::new(Mutex::new(Vec::new()));
        let ask = |address: IpAddr| {
            let (runner, order) = (Arc::clone(&runner), Arc::clone(&order));
            tokio::spawn(async move {
                let task = Box::new(move |_: &Deadline| {
                    std::thread::sleep(Duration::from_millis(20));
                    order.lock().unwrap().push(address);
                });
                runner.run(Lane::Slow, address, task).await
            })
        };
        let mut asked: Vec<_> = (0..20).map(|_| ask(glutton)).collect();
        tokio::time::sleep(Duration::from_millis(5)).await;
        asked.push(ask(guest));
        for task in asked {
            task.await.unwrap().unwrap();
        }
        let place = order.lock().unwrap().iter().position(|&address| address == guest).unwrap();
        assert!(place <= 2, "{place} of the glutton's came first");
    }

    /// A thought that takes so long, unless it is hurried.
    fn thought(longest: Duration) -> Task<()> {
        Box::new(move |deadline: &Deadline| {
            let start = Instant::now();
            while start.elapsed() < longest && !deadline.has_passed() {
                std::thread::sleep(Duration::from_millis(1));
            }
        })
    }

    #[tokio::test]
    async fn who_has_used_more_waits_until_the_others_have_had_as_much_and_a_turn() {
        let runner = Arc::new(Runner::new(&Limits { slow_threads: 1, ..Limits::default() }));
        let think = |address: u8, longest| {
            let runner = Arc::clone(&runner);
            async move { runner.run(Lane::Slow, IpAddr::from([192, 0, 2, address]), thought(longest)).await.unwrap() }
        };
        let half = Duration::from_millis(500);
        think(9, half).await;
        // Of two others who have used nothing one thinks, the other one is before him in the queue.
        let others = [1, 2].map(|address| tokio::spawn(think(address, Duration::from_secs(4))));
        tokio::time::sleep(Duration::from_millis(50)).await;
        let start = Instant::now();
        think(9, Duration::ZERO).await;
        let waited = start.elapsed();
        // Each catches up with him and has its turn; the second one waits itself for a turn of the first one.
        assert!((TURN..2 * (half + TURN) + half).contains(&waited), "{waited:?}");
        others.iter().for_each(tokio::task::JoinHandle::abort);
    }

    #[tokio::test]
    async fn who_has_used_little_waits_for_a_moment_only() {
        let runner = Arc::new(Runner::new(&Limits { slow_threads: 1, ..Limits::default() }));
        let think = move |address: [u8; 4], longest: Duration| {
            let runner = Arc::clone(&runner);
            async move { runner.run(Lane::Slow, IpAddr::from(address), thought(longest)).await }
        };
        // Three addresses, each with tables enough to keep the lane busy for ever.
        let busy: Vec<_> = (1..=3)
            .flat_map(|address| (0..4).map(move |_| address))
            .map(|address| {
                let think = think.clone();
                tokio::spawn(async move {
                    for _ in 0..100 {
                        think([192, 0, 2, address], Duration::from_secs(4)).await.unwrap();
                    }
                })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(1500)).await;
        let mut took = Vec::new();
        for _ in 0..9 {
            let start = Instant::now();
            think([192, 0, 2, 9], Duration::from_millis(50)).await.unwrap();
            took.push(start.elapsed());
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        took.sort();
        // A thought of 50 ms begins at once: waiting for the thread alone would be 20 ms more.
        assert!(took[4] <= Duration::from_millis(66), "{took:?}");
        busy.iter().for_each(tokio::task::JoinHandle::abort);
    }
}
