//! Everything that players say has words in both languages.
#![allow(clippy::unwrap_used)]

use kirifuda_catalog::Listed;
use kirifuda_catalog::trainers::Explained;
use kirifuda_games::daifugo::Daifugo;
use kirifuda_games::hearts::Hearts;
use kirifuda_games::monsters::Monsters;
use kirifuda_play::{Arg, Game, Phrase, Rules};
use kirifuda_players::common::Explanation;
use kirifuda_players::hearts::{ACTION_SETS, Side};
use kirifuda_words::Language;

/// A phrase has words, every place of them has an argument, and every argument a place; so have the phrases in it.
fn check(phrase: &Phrase) {
    for language in Language::ALL {
        let entry = language.entries().get(phrase.key).unwrap_or_else(|| panic!("no words: {phrase:?}"));
        let mut given: Vec<&str> = phrase.args.iter().map(|(place, _)| *place).collect();
        given.sort_unstable();
        assert_eq!(entry.places(), given, "{phrase:?}");
        let said = language.say(phrase);
        assert!(!said.contains(['{', '}']), "{said}");
        let latin = said.split(|c: char| !c.is_ascii_alphabetic()).any(|word| word.len() > 2);
        assert!(language == Language::English || !latin, "not Japanese: {said}");
    }
    for (_, argument) in &phrase.args {
        match argument {
            Arg::Phrase(phrase) => check(phrase),
            Arg::List(phrases) => phrases.iter().for_each(check),
            Arg::Name { kind, name } => {
                assert!(Language::English.entries().contains_key(&format!("{kind}.{name}")), "{kind} {name}");
            }
            Arg::Whole(_) | Arg::Real { .. } | Arg::Text(_) => {}
        }
    }
}

#[test]
fn every_percept_of_falcon_with_every_value() {
    let mut said = 0;
    for side in Side::ALL {
        for percept in side.percepts() {
            for bits in 0..1 << percept.width {
                let phrases = (percept.say)(bits);
                assert!(!phrases.is_empty(), "{percept:?} is silent");
                phrases.iter().for_each(check);
                said += phrases.len();
            }
        }
    }
    assert!(said > 500, "{said}");
}

#[test]
fn every_action_of_falcon() {
    let actions = ACTION_SETS.iter().flat_map(|set| Side::ALL.iter().flat_map(|&side| set.of(side)));
    let said: Vec<Phrase> = actions.map(|action| action.phrase()).collect();
    said.iter().for_each(check);
    assert_eq!(said.len(), 70);
}

/// What the models that come with the program say, under every preset that has one.
fn shipped<G: Listed>(learner: &str) -> Vec<Explanation> {
    let trainer = G::trainers().into_iter().find(|trainer| trainer.name == learner).unwrap();
    let presets = <G as Game>::Rules::book().presets.iter();
    let told =
        presets.filter_map(|preset| trainer.explain.unwrap()(Explained::Shipped(&(preset.rules)()), 100_000).ok());
    told.collect()
}

#[test]
fn every_rule_and_chart_of_the_models_that_come_with_the_program() {
    let all = [shipped::<Hearts>("falcon"), shipped::<Daifugo>("mel"), shipped::<Monsters>("learner")];
    let mut charts = 0;
    for told in all.iter().inspect(|told| assert!(!told.is_empty())).flatten() {
        assert!(told.rules.len() > 10, "{}", told.rules.len());
        for rule in &told.rules {
            rule.when.iter().for_each(check);
            check(&rule.then);
        }
        for chart in &told.charts {
            check(&Phrase::new(chart.title));
            chart.rows.iter().chain(&chart.columns).for_each(check);
            assert_eq!(chart.values.len(), chart.rows.len());
            assert!(chart.values.iter().all(|row| row.len() == chart.columns.len()));
            charts += 1;
        }
    }
    assert!(charts >= 3, "{charts}");
}
