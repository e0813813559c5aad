use std::time::Instant;

use kirifuda_play::Deadline;

/// By when a search has to end: its own budget of time, and what it was told by others.
#[derive(Clone, Copy, Default)]
pub(super) struct Until<'a> {
    /// The end of the budget.
    pub end: Option<Instant>,
    /// What holds besides.
    pub deadline: Option<&'a Deadline>,
}

impl Until<'_> {
    pub fn has_passed(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end) || self.deadline.is_some_and(Deadline::has_passed)
    }
}
