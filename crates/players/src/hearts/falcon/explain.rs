use kirifuda_learn::falcon::Rule;
use kirifuda_play::Phrase;

use super::HeartsTask;
use crate::common::Sentence;
use crate::hearts::{Action, Side};

/// A learned rule.
pub fn sentence(task: &HeartsTask, rule: &Rule) -> Sentence {
    let (tricks, place) = task.networks().place(rule.place.network as usize);
    let side = if place == 0 { Side::Lead } else { Side::Follow };
    let places = ["say.leading", "say.second", "say.third", "say.fourth"];
    let mut when = vec![Phrase::new(places[place])];
    match (tricks.start(), tricks.end()) {
        (1, 13) => {}
        (first, last) if first == last => when.push(Phrase::new("say.trick").with("n", *first)),
        (first, last) => when.push(Phrase::new("say.tricks").with("from", *first).with("to", *last)),
    }
    let percepts = task.percepts(side).iter().zip(task.unpack(side, rule.place.bits));
    when.extend(percepts.flat_map(|(percept, value)| (percept.say)(value)));
    let action = task.actions().of(side).get(rule.action as usize);
    let then = action.map_or(Phrase::new("say.nothing"), Action::phrase);
    Sentence { when, then, uses: rule.uses, strength: rule.strength }
}
