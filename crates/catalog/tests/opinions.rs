//! What players say when they are asked: a value for every legal move, the best for the one that they play; and why.
#![allow(clippy::unwrap_used)]

use kirifuda_catalog::{Listed, contestant};
use kirifuda_games::daifugo::Daifugo;
use kirifuda_games::hearts::Hearts;
use kirifuda_games::monsters::Monsters;
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_play::{Actions, Game, Opinion, Policy, Rng, Rules, Turn};

fn player<G: Listed>(rules: &G::Rules, text: &str) -> Box<dyn Policy<G>> {
    (contestant::<G>(rules, text).unwrap().maker)().unwrap()
}

/// Asks a player at every turn of a few games that random players play: how often it had an opinion, and how often the move
/// that it made was the one that it thought most of.
fn ask<G: Listed>(rules: &str, text: &str, games: u64) -> (usize, usize) {
    let rules = G::Rules::book().parse(rules).unwrap();
    let mut asked = player::<G>(&rules, text);
    let mut legal = Actions::new();
    let (mut opinions, mut agreed) = (0, 0);
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut game = G::deal(&rules, &mut rng);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let opinion = asked.opinion(game.view(seat), &legal, &mut Rng::new(5));
            if let Some(Opinion { values, .. }) = opinion.filter(|_| legal.len() > 1) {
                assert_eq!(values.len(), legal.len(), "{text}");
                let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                assert!(best.is_finite() && !values.iter().any(|value| value.is_nan()), "{text}: {values:?}");
                let choice = asked.choose(game.view(seat), &legal, &mut Rng::new(5));
                opinions += 1;
                agreed += usize::from(values[legal.iter().position(|action| *action == choice).unwrap()] == best);
            }
            game.play(rng.pick(&legal));
        }
    }
    (opinions, agreed)
}

#[test]
fn players_that_judge_moves_play_what_they_think_most_of() {
    for (text, games) in [("linear-q", 2), ("deep", 1)] {
        for (opinions, agreed) in [ask::<Hearts>("standard", text, games), ask::<PlainTricks>("plain", text, games)] {
            assert!(opinions > 20 && agreed == opinions, "{text}: {agreed} of {opinions}");
        }
    }
    for text in ["softmax", "deep"] {
        for (opinions, agreed) in [ask::<Daifugo>("uecda", text, 1), ask::<Monsters>("paper004", text, 1)] {
            assert!(opinions > 5 && agreed == opinions, "{text}: {agreed} of {opinions}");
        }
    }
    let (opinions, agreed) = ask::<Monsters>("paper004", "learner", 2);
    assert!(opinions > 5 && agreed == opinions, "learner: {agreed} of {opinions}");
}

#[test]
fn searching_players_tell_what_they_found() {
    for text in ["mc:sims=60", "ismcts:sims=60", "search:worlds=5"] {
        let (opinions, agreed) = ask::<Hearts>("falcon", text, 1);
        // The most visited move need not be the one with the best mean.
        assert!(opinions > 20 && 2 * agreed > opinions, "{text}: {agreed} of {opinions}");
    }
}

#[test]
fn falcon_names_the_tactic_that_it_chose() {
    let rules = <Hearts as Game>::Rules::book().parse("falcon").unwrap();
    let mut falcon = player::<Hearts>(&rules, "falcon");
    let mut game = Hearts::deal(&rules, &mut Rng::new(2));
    let (mut legal, mut reasons) = (Actions::new(), Vec::new());
    while let Turn::Seat(seat) = game.turn() {
        game.legal(&mut legal);
        let card = falcon.choose(game.view(seat), &legal, &mut Rng::new(1));
        assert_eq!(falcon.reason().is_some(), legal.len() > 1, "{legal:?}", legal = &legal[..]);
        reasons.extend(falcon.reason().map(|reason| reason.key));
        game.play(card);
    }
    reasons.sort();
    reasons.dedup();
    assert!(reasons.len() > 3, "{reasons:?}");
    let (opinions, agreed) = ask::<Hearts>("falcon", "falcon", 2);
    assert!(opinions > 20 && agreed == opinions, "{agreed} of {opinions}");
}

#[test]
fn players_without_an_opinion_say_so() {
    assert_eq!(ask::<Hearts>("standard", "stock", 1), (0, 0));
    assert_eq!(ask::<Monsters>("paper004", "random", 1), (0, 0));
    let rules = <Hearts as Game>::Rules::book().parse("standard").unwrap();
    assert_eq!(player::<Hearts>(&rules, "stock").reason(), None);
}

#[test]
fn a_weaker_player_tells_what_it_misjudges() {
    let (opinions, agreed) = ask::<Hearts>("falcon", "linear-q:error=2", 2);
    assert!(opinions > 20 && agreed == opinions, "{agreed} of {opinions}");
}
