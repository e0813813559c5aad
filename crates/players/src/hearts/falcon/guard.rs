use kirifuda_games::cards::{Card, CardSet};
use kirifuda_games::hearts::{Hearts, View};
use kirifuda_learn::falcon::Filter;

use crate::hearts::Look;
use crate::hearts::danger::{Danger, Target};

/// Refuses cards whose predicted danger is too great.
#[derive(Clone)]
pub struct Guard {
    danger: Danger,
    /// What each target's degree has to be below.
    below: Vec<(Target, f32)>,
}

impl Guard {
    /// Refuses what `danger` does not find below these degrees.
    pub fn new(danger: Danger, below: Vec<(Target, f32)>) -> Guard {
        Guard { danger, below }
    }

    /// A filter with a memory of its own.
    pub fn filter(&self) -> Box<dyn Filter<Hearts>> {
        Box::new(self.clone())
    }
}

impl Filter<Hearts> for Guard {
    fn allows(&mut self, view: View<'_>, card: Card) -> bool {
        // The legal cards are not among what danger is predicted from.
        let look = Look::new(view, CardSet::EMPTY.with(card));
        let situation = self.danger.situation(&look);
        self.below
            .iter()
            .all(|&(target, below)| self.danger.degree(target, &situation, card).is_none_or(|degree| degree < below))
    }
}
