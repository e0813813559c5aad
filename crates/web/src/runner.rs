use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::Task;

/// Where players think: threads apart from those that serve, a bounded number of them.
///
/// Whoever asks first is served first, and a table asks for one thought at a time: no table starves another. Long thoughts
/// wait in a lane of their own, so that quick ones pass them by.
pub struct Runner {
    quick: Arc<Semaphore>,
    slow: Arc<Semaphore>,
}

/// How long a thought may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Milliseconds.
    Quick,
    /// A second or more.
    Slow,
}

impl Runner {
    /// A runner with so many threads for long thoughts.
    pub fn new(slow: usize) -> Runner {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Runner { quick: Arc::new(Semaphore::new(cores.max(2))), slow: Arc::new(Semaphore::new(slow.max(1))) }
    }

    /// Carries out a thought. An error says that it broke off.
    pub async fn run<T: Send + 'static>(&self, lane: Lane, task: Task<T>) -> Result<T, String> {
        let lane = match lane {
            Lane::Quick => &self.quick,
            Lane::Slow => &self.slow,
        };
        // Semaphores are never closed here.
        let permit = Arc::clone(lane).acquire_owned().await.map_err(|why| why.to_string())?;
        let done = tokio::task::spawn_blocking(move || {
            let done = task();
            drop(permit);
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

    /// How many thoughts are under way or could be: for metrics.
    pub fn free(&self) -> (usize, usize) {
        (self.quick.available_permits(), self.slow.available_permits())
    }
}
