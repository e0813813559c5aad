use std::time::{Duration, Instant};

/// How long a move is thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many simulations: the same move on every machine.
    Simulations(u32),
    /// As many simulations as fit into the time, at least one. The move depends on the machine and its load.
    Time(Duration),
}

/// Tells whether there is budget left for one simulation more.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    done: u32,
    limit: Limit,
}

#[derive(Clone, Copy, Debug)]
enum Limit {
    Simulations(u32),
    Until(Instant),
}

/// Simulations between two looks at the clock: some ten microseconds of most games, and a look costs 0.03.
const STRIDE: u32 = 8;

impl Clock {
    /// Starts the share `index` of `of` equal ones. Simulations are shared out; time passes for all shares at once.
    pub(super) fn start(budget: Budget, index: usize, of: usize) -> Clock {
        let limit = match budget {
            Budget::Simulations(all) => Limit::Simulations(part(all, index as u32, of as u32)),
            Budget::Time(time) => {
                let now = Instant::now();
                Limit::Until(now.checked_add(time).unwrap_or(now))
            }
        };
        Clock { done: 0, limit }
    }

    /// True, and one simulation counted, while there is budget left.
    #[inline]
    pub fn tick(&mut self) -> bool {
        let go_on = match self.limit {
            Limit::Simulations(limit) => self.done < limit,
            Limit::Until(end) => self.done == 0 || !self.done.is_multiple_of(STRIDE) || Instant::now() < end,
        };
        self.done = self.done.saturating_add(u32::from(go_on));
        go_on
    }

    /// The clock of part `index` when this one, not yet used, is cut into `of` parts that are used one after the other.
    pub fn cut(&self, index: u32, of: u32) -> Clock {
        let limit = match self.limit {
            Limit::Simulations(all) => Limit::Simulations(part(all, index, of)),
            Limit::Until(end) => {
                let now = Instant::now();
                Limit::Until(now + end.saturating_duration_since(now) / (of - index.min(of - 1)))
            }
        };
        Clock { done: 0, limit }
    }

    /// True when nothing can be done: no simulation, or no time left.
    pub fn is_spent(&self) -> bool {
        match self.limit {
            Limit::Simulations(limit) => self.done >= limit,
            Limit::Until(end) => Instant::now() >= end,
        }
    }
}

/// Part `index` of `of` parts that differ by one at most, the larger first.
pub(super) fn part(all: u32, index: u32, of: u32) -> u32 {
    all / of + u32::from(index < all % of)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(mut clock: Clock) -> u32 {
        let mut count = 0;
        while clock.tick() {
            count += 1;
        }
        count
    }

    #[test]
    fn shares_and_parts_of_a_budget_add_up_to_it() {
        for all in [0, 1, 7, 200, 1001] {
            for shares in [1, 2, 3, 8] {
                let shares = (0..shares).map(|i| Clock::start(Budget::Simulations(all), i, shares));
                assert_eq!(shares.map(ticks).sum::<u32>(), all);
            }
            let whole = Clock::start(Budget::Simulations(all), 0, 1);
            assert_eq!((0..20).map(|i| ticks(whole.cut(i, 20))).sum::<u32>(), all);
        }
    }

    #[test]
    fn a_part_has_its_share_of_the_time_that_is_left() {
        let hour = Duration::from_secs(3600);
        let whole = Clock::start(Budget::Time(hour), 0, 1);
        for (index, share) in [(0, 1.0 / 4.0), (1, 1.0 / 3.0), (2, 1.0 / 2.0), (3, 1.0), (9, 1.0)] {
            let Limit::Until(end) = whole.cut(index, 4).limit else { panic!("not a time") };
            let left = end.saturating_duration_since(Instant::now()).as_secs_f64();
            assert!((left - share * hour.as_secs_f64()).abs() < 60.0, "part {index}: {left} s");
        }
    }

    #[test]
    fn time_that_has_run_out_leaves_one_look_at_the_game() {
        assert_eq!(ticks(Clock::start(Budget::Time(Duration::ZERO), 0, 1)), STRIDE);
        assert!(Clock::start(Budget::Time(Duration::ZERO), 0, 1).is_spent());
    }
}
