use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// A value that others wait for. They are woken in the order in which they began to wait, so that a simulated run can be repeated:
/// `tokio::sync::watch` wakes them in an order by chance.
pub struct Bell<T> {
    value: Mutex<T>,
    changed: Notify,
}

impl<T: Clone> Bell<T> {
    /// A value to begin with.
    pub fn new(value: T) -> Bell<T> {
        Bell { value: Mutex::new(value), changed: Notify::new() }
    }

    /// The value now.
    pub fn get(&self) -> T {
        self.lock().clone()
    }

    /// Changes the value; those who wait look at it where the change says so.
    pub fn change(&self, change: impl FnOnce(&mut T) -> bool) {
        let rings = change(&mut self.lock());
        if rings {
            self.changed.notify_waiters();
        }
    }

    /// Waits until the value is as wanted.
    pub async fn wait_for(&self, wanted: impl Fn(&T) -> bool) {
        loop {
            let mut changed = pin!(self.changed.notified());
            // From here on no change is missed.
            changed.as_mut().enable();
            if wanted(&self.lock()) {
                return;
            }
            changed.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, T> {
        self.value.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test]
    async fn those_who_wait_are_woken_in_the_order_in_which_they_came() {
        let (bell, order) = (Arc::new(Bell::new(0)), Arc::new(Mutex::new(Vec::new())));
        let wait = |number: usize| {
            let (bell, order) = (Arc::clone(&bell), Arc::clone(&order));
            tokio::spawn(async move {
                bell.wait_for(|value| *value == 2).await;
                order.lock().unwrap().push(number);
            })
        };
        let waiting: Vec<_> = (0..20).map(wait).collect();
        for value in 0..3 {
            tokio::task::yield_now().await;
            assert!(order.lock().unwrap().is_empty());
            bell.change(|known| {
                *known = value;
                true
            });
        }
        for task in waiting {
            task.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), (0..20).collect::<Vec<_>>());
        assert_eq!(bell.get(), 2);
    }
}
