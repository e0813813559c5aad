//! Characters: real players, one name each, in the order that was measured.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use kirifuda_catalog::trainers::adopt;
use kirifuda_catalog::{Listed, Rival, Visitor, changes, contestant, games, ladders, visit};
use kirifuda_play::{Actions, Phrase, Policy, Rng, Rules, Seat, Turn, Uniform};
use kirifuda_words::Language;

struct Ladder;

impl Visitor for Ladder {
    type Output = (&'static str, &'static [Rival]);

    /// Everybody plays its first choice under the first rules: a specification that is wrong is found here.
    fn visit<G: Listed>(self) -> Self::Output {
        let rules = (G::Rules::book().presets[0].rules)();
        for rival in G::FACE.rivals {
            let made = contestant::<G>(&rules, rival.player).unwrap_or_else(|why| panic!("{}: {why}", rival.name));
            let mut policy = (made.maker)().unwrap();
            let game = G::deal(&rules, &mut Rng::new(1));
            let Turn::Seat(seat) = game.turn() else { panic!("nobody moves") };
            let mut legal = Actions::<G>::new();
            game.legal(&mut legal);
            let chosen = policy.choose(game.view(seat), &legal, &mut Rng::new(2));
            assert!(legal.contains(&chosen), "{}", rival.name);
            let learns = G::trainers().iter().any(|trainer| trainer.name == rival.player && trainer.adapt.is_some());
            assert!(!rival.learns || learns, "{} cannot learn from games", rival.name);
            assert!(!rival.learns || G::shipped(rival.player, &rules).is_some(), "{} has no model", rival.name);
        }
        (G::NAME, G::FACE.rivals)
    }
}

fn all() -> Vec<(&'static str, &'static [Rival])> {
    games().into_iter().map(|(game, _)| visit(game, Ladder).unwrap()).collect()
}

#[test]
fn every_character_can_play_has_words_and_a_name_of_its_own() {
    let mut names = BTreeSet::new();
    for (game, rivals) in all() {
        let large = ["hearts", "daifugo", "monsters"].contains(&game);
        assert!(rivals.len() >= if large { 6 } else { 3 }, "{game}");
        assert!(!large || rivals.iter().any(|rival| rival.learns), "nobody learns in {game}");
        let looks: BTreeSet<String> = rivals.iter().map(|rival| format!("{:?}", rival.looks)).collect();
        assert_eq!(looks.len(), rivals.len(), "two of {game} look alike");
        for rival in rivals {
            assert!(names.insert(rival.name), "{} is there twice", rival.name);
            for (language, key) in Language::ALL
                .into_iter()
                .flat_map(|language| ["", ".about"].map(|end| (language, format!("rival.{}{end}", rival.name))))
            {
                assert!(language.entries().contains_key(key.as_str()), "{key} in {}", language.code());
            }
        }
    }
}

/// `python3 scripts/rivals.py --write` measures them anew.
#[test]
fn the_characters_stand_in_the_order_that_was_measured() {
    let measured = ladders().unwrap();
    for (game, rivals) in all() {
        let ladder = measured.iter().find(|ladder| ladder.game == game).unwrap_or_else(|| panic!("{game}"));
        let told: Vec<(&str, &str, &str)> =
            ladder.rungs.iter().map(|rung| (rung.below.as_str(), rung.name.as_str(), rung.player.as_str())).collect();
        let stand: Vec<(&str, &str, &str)> =
            rivals.windows(2).map(|pair| (pair[0].name, pair[1].name, pair[1].player)).collect();
        assert_eq!(told, stand, "{game}");
        for rung in &ladder.rungs {
            assert!(rung.difference > 0.0, "{} is not above {}", rung.name, rung.below);
        }
    }
}

struct Memory;

impl Visitor for Memory {
    type Output = ();

    /// A learner studies a random game; what it then says are numbers of its model, before and after.
    fn visit<G: Listed>(self) {
        let rules = (G::Rules::book().presets[0].rules)();
        for rival in G::FACE.rivals.iter().filter(|rival| rival.learns) {
            let trainer = G::trainers().into_iter().find(|trainer| trainer.name == rival.player).unwrap();
            let Some(explain) = trainer.explain else { continue };
            let shipped = G::shipped(rival.player, &rules).unwrap().model().unwrap();
            let mut trainee = adopt::<G>(shipped).unwrap();
            let explained = |trainee: &dyn kirifuda_catalog::trainers::Trainee<G>| {
                let model = trainee.model().unwrap().into_owned();
                explain(kirifuda_catalog::trainers::Explained::Model(Box::new(model)), 0).unwrap()
            };
            let before = explained(&*trainee);
            assert_eq!(changes(&before, &explained(&*trainee)), [], "{}: nothing has happened", rival.name);
            let mut rng = Rng::new(7);
            let dealt = G::deal(&rules, &mut rng);
            let (mut game, mut legal, mut decisions) = (dealt.clone(), Actions::<G>::new(), Vec::new());
            while let Turn::Seat(seat) = game.turn() {
                game.legal(&mut legal);
                let action = Policy::<G>::choose(&mut Uniform, game.view(seat), &legal, &mut rng);
                decisions.push(kirifuda_play::Decision { seat, action });
                game.play(action);
            }
            let payoffs = Seat::all(rules.seats()).map(|seat| game.payoff(seat)).collect();
            let episode = kirifuda_play::Episode { dealt, decisions, payoffs };
            trainee.study(&episode, &[Seat(0), Seat(1)]).unwrap();
            let after = explained(&*trainee);
            let found = changes(&before, &after);
            let largest = found.first().unwrap_or_else(|| panic!("{} has learned nothing", rival.name));
            // Both numbers stand in the charts, at the same place, and no other place has moved further.
            let cells = |told: &kirifuda_players::common::Explanation| -> Vec<Option<f32>> {
                told.charts.iter().flat_map(|chart| chart.values.iter().flatten().copied()).collect()
            };
            let (was, is) = (cells(&before), cells(&after));
            assert!(was.iter().zip(&is).any(|(from, to)| (*from, *to) == (largest.from, Some(largest.to))));
            let moved = was.iter().zip(&is).filter_map(|(from, to)| Some((to.as_ref()? - from.as_ref()?).abs()));
            assert_eq!(largest.size(), moved.fold(0.0, f32::max), "{}", rival.name);
            let said: Phrase = found.iter().find_map(kirifuda_catalog::Change::phrase).unwrap();
            for language in Language::ALL {
                let words = language.say(&said);
                assert!(!words.contains("say."), "{words}");
                println!("{} ({}): {words}", rival.name, language.code());
            }
        }
    }
}

#[test]
fn what_a_learner_says_after_a_game_are_numbers_of_its_model() {
    for (game, _) in games() {
        visit(game, Memory).unwrap();
    }
}
