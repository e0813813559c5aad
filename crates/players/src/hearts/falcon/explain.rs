use kirifuda_learn::falcon::Rule;

use super::HeartsTask;
use crate::common::Sentence;
use crate::hearts::Side;

/// A learned rule in words.
pub fn sentence(task: &HeartsTask, rule: &Rule) -> Sentence {
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
