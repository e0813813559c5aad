//! What was learned, in words.

use kirifuda_catalog::trainers::Explained;
use kirifuda_games::hearts::Hearts;
use kirifuda_learn::model::Model;
use kirifuda_players::common::Sentence;
use kirifuda_players::hearts::{NEW, Side};
use kirifuda_words::Language;

use crate::{has, learner, trained};

fn explained(settings: &str, deals: u64, most: usize) -> Vec<Sentence> {
    let model = Model::from_bytes(&trained(settings, "stock", deals).model().unwrap().to_bytes()).unwrap();
    (learner().explain.unwrap())(Explained::<Hearts>::Model(Box::new(model)), most).unwrap().rules
}

const PLACES: [&str; 4] = ["say.leading", "say.second", "say.third", "say.fourth"];

fn place(rule: &Sentence) -> usize {
    PLACES.iter().position(|place| rule.when[0].key == *place).unwrap()
}

/// When a rule applies, in English.
fn when(rule: &Sentence) -> String {
    Language::English.list(&rule.when)
}

/// Every percept of the side has its say, and the action is one of the side's.
fn is_sound(sentence: &Sentence, percepts: [&[u8]; 2]) {
    let (side, numbers) = if place(sentence) == 0 { (Side::Lead, percepts[0]) } else { (Side::Follow, percepts[1]) };
    for &number in numbers {
        let percept = &side.percepts()[usize::from(number)];
        let mut values = (0..1 << percept.width).map(|value| (percept.say)(value));
        let said = values.any(|words| words.iter().all(|phrase| sentence.when.contains(phrase)));
        assert!(said, "{percept:?} is silent in: {sentence:?}");
    }
    assert!(NEW.of(side).iter().any(|action| action.phrase() == sentence.then), "{sentence:?}");
}

#[test]
fn the_most_used_rules_come_first_and_name_percepts_and_action() {
    let rules = explained("", 3000, 40);
    assert_eq!(rules.len(), 40);
    assert!(rules.windows(2).all(|pair| pair[0].uses >= pair[1].uses));
    assert!(rules.iter().all(|rule| rule.uses >= 1.0 && rule.strength.is_finite()));
    let percepts = Side::ALL.map(Side::hand_picked);
    rules.iter().for_each(|rule| is_sound(rule, percepts));
    // Of 52 networks each is for one trick.
    assert!(rules.iter().all(|rule| rule.when[1].key == "say.trick"), "{rules:?}");
}

#[test]
fn as_many_are_told_as_are_wanted_and_there_are() {
    let all = explained("networks=4,lead=0,follow=0", 500, usize::MAX);
    // Hearts broken or not, at four places.
    assert_eq!(all.len(), 8);
    assert_eq!(explained("networks=4,lead=0,follow=0", 500, 3), all[..3]);
    assert_eq!(explained("networks=4,lead=0,follow=0", 500, 0), []);
    for rule in &all {
        is_sound(rule, [&[0], &[0]]);
        assert!(!when(rule).contains("trick"), "{rule:?}");
    }
    for words in ["leading, hearts broken", "leading, hearts not broken", "4th to play, hearts not broken"] {
        assert!(all.iter().any(|rule| when(rule) == words), "{words}: {all:?}");
    }
    let quarters = explained("networks=16,lead=none,follow=none", 500, usize::MAX);
    let told: Vec<String> = quarters.iter().map(when).collect();
    assert_eq!(told.len(), 16);
    for words in ["leading, tricks 1 to 4", "2nd to play, tricks 5 to 7", "4th to play, tricks 11 to 13"] {
        assert!(told.iter().any(|told| told == words), "{words}: {told:?}");
    }
}

#[test]
fn what_happens_at_every_deal_is_counted() {
    let deals = 400;
    let all = explained("networks=52,lead=none,follow=none", deals, usize::MAX);
    // One decision a trick, some of them forced: those are not counted.
    let uses: f32 = all.iter().map(|rule| rule.uses).sum();
    assert!(uses <= 13.0 * deals as f32 && uses > 6.0 * deals as f32, "{uses}");
}

#[test]
fn every_mode_has_rules() {
    for settings in ["mode=resonant", "mode=as-printed,start=ones", "mode=td-falcon", "mode=td-falcon,kind=table"] {
        let rules = explained(&format!("{settings},networks=4,lead=0,follow=0"), 100, 5);
        assert!(!rules.is_empty() && rules.len() <= 5, "{settings}");
        assert!(rules.windows(2).all(|pair| pair[0].uses >= pair[1].uses), "{settings}");
        assert!(rules.iter().all(|rule| PLACES.contains(&rule.when[0].key)), "{settings}");
    }
}

#[test]
fn a_model_that_does_not_fit_is_not_explained() {
    let mut model = Model::from_bytes(&trained("", "stock", 5).model().unwrap().to_bytes()).unwrap();
    model.sections[0].values.to_mut().pop();
    let error = (learner().explain.unwrap())(Explained::<Hearts>::Model(Box::new(model)), 5).unwrap_err();
    has(&error, &["does not hold what its header tells of", "train again"]);
}
