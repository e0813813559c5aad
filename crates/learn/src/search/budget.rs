use std::time::{Duration, Instant};

use kirifuda_play::Deadline;

/// How long a move is thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many simulations: the same move on every machine.
    Simulations(u32),
    /// As many simulations as fit into the time, at least one. The move depends on the machine and its load.
    Time(Duration),
}

/// Tells whether there is budget left for one simulation more.
#[derive(Clone, Debug)]
pub struct Clock {
    done: u32,
    limit: Limit,
}

#[derive(Clone, Debug)]
enum Limit {
    Simulations(u32),
    Until(Instant),
    /// The same under a deadline that somebody else sets: the first of the three ends it.
    Hurried {
        most: u32,
        end: Option<Instant>,
        deadline: Deadline,
    },
}

/// Simulations between two looks at the clock: some ten microseconds of most games, and a look costs 0.03.
const STRIDE: u32 = 8;

impl Clock {
    /// Starts the share `index` of `of` equal ones. Simulations are shared out; time passes for all shares at once.
    pub(super) fn start(budget: Budget, deadline: Option<&Deadline>, index: usize, of: usize) -> Clock {
        let limit = match budget {
            Budget::Simulations(all) => Limit::Simulations(part(all, index as u32, of as u32)),
            Budget::Time(time) => {
                let now = Instant::now();
                Limit::Until(now.checked_add(time).unwrap_or(now))
            }
        };
        let limit = match (limit, deadline.cloned()) {
            (limit, None) => limit,
            (Limit::Until(end), Some(deadline)) => Limit::Hurried { most: u32::MAX, end: Some(end), deadline },
            (Limit::Simulations(most) | Limit::Hurried { most, .. }, Some(deadline)) => {
                Limit::Hurried { most, end: None, deadline }
            }
        };
        Clock { done: 0, limit }
    }

    /// True, and one simulation counted, while there is budget left.
    #[inline]
    pub fn tick(&mut self) -> bool {
        let unchecked = self.done == 0 || !self.done.is_multiple_of(STRIDE);
        let go_on = match &self.limit {
            Limit::Simulations(limit) => self.done < *limit,
            Limit::Until(end) => unchecked || Instant::now() < *end,
            Limit::Hurried { most, end, deadline } => self.done < *most && (unchecked || !is_over(*end, deadline)),
        };
        self.done = self.done.saturating_add(u32::from(go_on));
        go_on
    }

    /// The clock of part `index` when this one, not yet used, is cut into `of` parts that are used one after the other.
    pub fn cut(&self, index: u32, of: u32) -> Clock {
        let limit = match &self.limit {
            Limit::Simulations(all) => Limit::Simulations(part(*all, index, of)),
            Limit::Until(end) => Limit::Until(share(*end, index, of)),
            Limit::Hurried { most, end, deadline } => {
                let end = end.map(|end| share(end, index, of));
                let most = if end.is_some() { *most } else { part(*most, index, of) };
                Limit::Hurried { most, end, deadline: deadline.clone() }
            }
        };
        Clock { done: 0, limit }
    }

    /// True when nothing can be done: no simulation, or no time left.
    pub fn is_spent(&self) -> bool {
        match &self.limit {
            Limit::Simulations(limit) => self.done >= *limit,
            Limit::Until(end) => Instant::now() >= *end,
            Limit::Hurried { most, end, deadline } => self.done >= *most || is_over(*end, deadline),
        }
    }
}

/// When the part `index` of `of` parts of the time from now to an end is over, those before it being spent.
fn share(end: Instant, index: u32, of: u32) -> Instant {
    let now = Instant::now();
    now + end.saturating_duration_since(now) / (of - index.min(of - 1))
}

fn is_over(end: Option<Instant>, deadline: &Deadline) -> bool {
    deadline.has_passed() || end.is_some_and(|end| Instant::now() >= end)
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
                let shares = (0..shares).map(|i| Clock::start(Budget::Simulations(all), None, i, shares));
                assert_eq!(shares.map(ticks).sum::<u32>(), all);
            }
            let whole = Clock::start(Budget::Simulations(all), None, 0, 1);
            assert_eq!((0..20).map(|i| ticks(whole.cut(i, 20))).sum::<u32>(), all);
        }
    }

    #[test]
    fn a_part_has_its_share_of_the_time_that_is_left() {
        let hour = Duration::from_secs(3600);
        let whole = Clock::start(Budget::Time(hour), None, 0, 1);
        for (index, share) in [(0, 1.0 / 4.0), (1, 1.0 / 3.0), (2, 1.0 / 2.0), (3, 1.0), (9, 1.0)] {
            let Limit::Until(end) = whole.cut(index, 4).limit else { panic!("not a time") };
            let left = end.saturating_duration_since(Instant::now()).as_secs_f64();
            assert!((left - share * hour.as_secs_f64()).abs() < 60.0, "part {index}: {left} s");
        }
    }

    #[test]
    fn time_that_has_run_out_leaves_one_look_at_the_game() {
        assert_eq!(ticks(Clock::start(Budget::Time(Duration::ZERO), None, 0, 1)), STRIDE);
        assert!(Clock::start(Budget::Time(Duration::ZERO), None, 0, 1).is_spent());
    }

    #[test]
    fn a_deadline_ends_any_budget_and_changes_none_that_is_spent_before() {
        let hour = Duration::from_secs(3600);
        for budget in [Budget::Simulations(1_000_000), Budget::Time(hour)] {
            let late = Deadline::within(Duration::ZERO);
            assert_eq!(ticks(Clock::start(budget, Some(&late), 0, 1)), STRIDE);
            assert!(Clock::start(budget, Some(&late), 0, 1).cut(0, 2).is_spent());
        }
        let whole = Clock::start(Budget::Simulations(1001), Some(&Deadline::within(hour)), 0, 1);
        assert_eq!((0..20).map(|i| ticks(whole.cut(i, 20))).sum::<u32>(), 1001);
    }
}
