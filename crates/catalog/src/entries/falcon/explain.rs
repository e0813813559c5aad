use kirifuda_games::hearts::Hearts;
use kirifuda_learn::falcon::Memory;
use kirifuda_play::{Game, Rules};
use kirifuda_players::common::Explanation;
use kirifuda_players::hearts::falcon::sentence;

use super::mode::With;
use super::player::Learned;
use super::shipped;
use crate::trainers::Explained;

/// The most used rules of a model, the most used first.
pub(super) fn explain(what: Explained<'_, Hearts>, most: usize) -> Result<Explanation, String> {
    let model = match what {
        Explained::Model(model) => *model,
        Explained::Shipped(rules) => shipped::hearts(rules).model().map_err(|why| why.to_string())?,
    };
    let rules = <Hearts as Game>::Rules::book().parse(&model.header.rules).map_err(|why| why.to_string())?;
    let learned = Learned::read(&rules, model)?;
    learned.body.mode.with(Explain { learned, most })
}

struct Explain {
    learned: Learned,
    most: usize,
}

impl With for Explain {
    type Output = Result<Explanation, String>;

    fn with<M: Memory>(mut self, options: &M::Options) -> Self::Output {
        let memory = self.learned.memory::<M>(options)?;
        let mut rules = Vec::new();
        memory.rules(&mut |rule| rules.push(rule));
        rules.sort_by(|one, other| other.uses.total_cmp(&one.uses));
        rules.truncate(self.most);
        Ok(rules.iter().map(|rule| sentence(&self.learned.body.task, rule)).collect::<Vec<_>>().into())
    }
}
