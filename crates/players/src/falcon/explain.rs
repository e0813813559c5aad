use kirifuda_games::hearts::Hearts;
use kirifuda_learn::falcon::{Memory, Rule};
use kirifuda_play::{Game, Rules};

use super::mode::With;
use super::player::Learned;
use super::{HeartsTask, shipped};
use crate::hearts::Side;
use crate::trainers::{Explained, Sentence};

/// The most used rules of a model, the most used first.
pub(super) fn explain(what: Explained<'_, Hearts>, most: usize) -> Result<Vec<Sentence>, String> {
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
    type Output = Result<Vec<Sentence>, String>;

    fn with<M: Memory>(mut self, options: &M::Options) -> Self::Output {
        let memory = self.learned.memory::<M>(options)?;
        let mut rules = Vec::new();
        memory.rules(&mut |rule| rules.push(rule));
        rules.sort_by(|one, other| other.uses.total_cmp(&one.uses));
        rules.truncate(self.most);
        Ok(rules.iter().map(|rule| sentence(&self.learned.body.task, rule)).collect())
    }
}

fn sentence(task: &HeartsTask, rule: &Rule) -> Sentence {
    let (tricks, place) = task.networks().place(rule.place.network as usize);
    let side = if place == 0 { Side::Lead } else { Side::Follow };
    let mut when = vec![["leading", "2nd to play", "3rd to play", "4th to play"][place].to_string()];
    match (tricks.start(), tricks.end()) {
        (1, 13) => {}
        (first, last) if first == last => when.push(format!("trick {first}")),
        (first, last) => when.push(format!("tricks {first} to {last}")),
    }
    let percepts = task.percepts(side).iter().zip(task.unpack(side, rule.place.bits));
    when.extend(percepts.map(|(percept, value)| (percept.say)(value)).filter(|words| !words.is_empty()));
    let then = task.actions().of(side).get(rule.action as usize).map_or("nothing", |action| action.about);
    Sentence { when: when.join(", "), then: then.to_string(), uses: rule.uses, strength: rule.strength }
}
