use std::time::{Duration, Instant};

/// How much is done before the next look at the clock, at the wish to stop, and at the progress to show.
///
/// Players may be fast or slow: a stretch is doubled while it takes less than a moment, and halved when it takes more than
/// five. Nothing that is learned may depend on it.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    size: u64,
    least: u64,
    moment: Duration,
}

impl Stretch {
    /// Never less than so many units, where that takes longer than a moment.
    pub fn new(least: u64, moment: Duration) -> Stretch {
        Stretch { size: least, least, moment }
    }

    /// Works through the next stretch, of so many units at most.
    pub fn work<T>(&mut self, most: u64, work: impl FnOnce(u64) -> T) -> T {
        let (units, start) = (self.size.min(most), Instant::now());
        let done = work(units);
        let took = start.elapsed();
        if took < self.moment && units == self.size {
            self.size = self.size.saturating_mul(2);
        } else if took >= self.moment * 5 {
            self.size = (self.size / 2).max(self.least);
        }
        done
    }
}

/// One deal at least, a fiftieth of a second: for work on one thread.
impl Default for Stretch {
    fn default() -> Self {
        Stretch::new(1, Duration::from_millis(20))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(moment: Duration, least: u64, most: u64) -> Vec<u64> {
        let mut stretch = Stretch::new(least, moment);
        (0..5).map(|_| stretch.work(most, |units| units)).collect()
    }

    #[test]
    fn a_stretch_grows_while_it_is_short_and_shrinks_to_the_least() {
        let day = Duration::from_secs(86_400);
        assert_eq!(sizes(day, 1, u64::MAX), [1, 2, 4, 8, 16]);
        assert_eq!(sizes(day, 1, 3), [1, 2, 3, 3, 3], "what is left says nothing about the pace");
        assert_eq!(sizes(Duration::ZERO, 16, u64::MAX), [16; 5]);
        let mut slow = Stretch { size: 64, ..Stretch::new(16, Duration::ZERO) };
        assert_eq!([(); 4].map(|()| slow.work(u64::MAX, |units| units)), [64, 32, 16, 16]);
    }
}
