use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

use crate::Task;

/// Runs blocking work (thoughts of players, reviews, pictures) on a bounded number of threads, apart from those that serve.
///
/// Each [`Lane`] has a queue and threads of its own, so that quick jobs do not wait for slow ones. Within a lane the queue is
/// fair between addresses: an address has at most as many jobs in it as the lane has threads, and its further jobs wait
/// outside.
pub struct Runner {
    quick: Queue,
    slow: Queue,
    tables: Queue,
    study: Queue,
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

struct Queue {
    size: usize,
    threads: Arc<Semaphore>,
    /// By address: a semaphore for its jobs in the queue.
    turns: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
}

/// With more addresses than this, those without a job are evicted.
const MANY: usize = 256;

impl Runner {
    /// A runner with so many threads for long thoughts.
    pub fn new(slow: usize) -> Runner {
        let cores = std::thread::available_parallelism().map_or(1, usize::from).max(2);
        let slow = slow.max(1);
        let (quick, slow, tables, study) = (cores, slow, cores, slow.div_ceil(2));
        Runner {
            quick: Queue::new(quick),
            slow: Queue::new(slow),
            tables: Queue::new(tables),
            study: Queue::new(study),
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
        // Semaphores are never closed here.
        let turn = queue.turns_of(address).acquire_owned().await.map_err(|why| why.to_string())?;
        let thread = Arc::clone(&queue.threads).acquire_owned().await.map_err(|why| why.to_string())?;
        let done = tokio::task::spawn_blocking(move || {
            let done = task();
            drop((turn, thread));
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
        (self.quick.threads.available_permits(), self.slow.threads.available_permits())
    }
}

impl Queue {
    fn new(size: usize) -> Queue {
        Queue { size, threads: Arc::new(Semaphore::new(size)), turns: Mutex::default() }
    }

    fn turns_of(&self, address: IpAddr) -> Arc<Semaphore> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        if turns.len() > MANY {
            turns.retain(|_, turns| Arc::strong_count(turns) > 1);
        }
        Arc::clone(turns.entry(address).or_insert_with(|| Arc::new(Semaphore::new(self.size))))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn somebody_with_much_to_do_holds_up_nobody_for_long() {
        let runner = Arc::new(Runner::new(1));
        let (glutton, guest) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let order = Arc::new(Mutex::new(Vec::new()));
        let ask = |address: IpAddr| {
            let (runner, order) = (Arc::clone(&runner), Arc::clone(&order));
            tokio::spawn(async move {
                let task = Box::new(move || {
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
}
