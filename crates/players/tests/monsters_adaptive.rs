//! Adapting to one opponent: recognition, change of mind, and no look at hidden monsters.
#![allow(clippy::unwrap_used)]

use std::sync::{Arc, LazyLock};

use kirifuda_games::monsters::{Monsters, Rules};
use kirifuda_play::{Actions, Decision, Episode, Game, Policy, Rng, Seat, Turn, conformance};
use kirifuda_players::monsters::learner::{Mind, Opponents, Options, StrategyTraining};
use kirifuda_players::monsters::{Adaptive, Greedy, MEMORY, Pattern, RulePlayer, Style};

fn greedy() -> Box<dyn Policy<Monsters>> {
    Box::new(Greedy)
}

fn steady() -> Box<dyn Policy<Monsters>> {
    Box::new(RulePlayer::new(Style::Steady))
}

/// Against both, then against one of them.
fn learned(regular: Box<dyn Policy<Monsters>>, games: u64) -> Arc<Mind> {
    let options = Options { mixed_until: 300, replays: 1, team_replays: 4, ..Options::new() };
    let opponents = Opponents { regular, mixed: vec![greedy(), steady()] };
    let mut training = StrategyTraining::new(Rules::paper004(), options, opponents, 1);
    training.advance(games).unwrap();
    Arc::new(training.mind().clone())
}

static ADAPTIVE: LazyLock<Adaptive> = LazyLock::new(|| {
    let pattern = |name: &str, mind| Pattern { name: name.to_string(), mind };
    let patterns = vec![pattern("greedy", learned(greedy(), 500)), pattern("steady", learned(steady(), 500))];
    Adaptive::new(learned(steady(), 300), patterns, MEMORY)
});

fn play(adaptive: &mut Adaptive, other: &mut dyn Policy<Monsters>, seed: u64) {
    let rules = Rules::dealt();
    let mut rng = Rng::new(seed);
    let (mut game, me) = (Monsters::deal(&rules, &mut rng), Seat((seed % 2) as u8));
    let (dealt, mut decisions, mut legal, mut actor) = (game.clone(), Vec::new(), Actions::new(), adaptive.player());
    while let Turn::Seat(seat) = game.turn() {
        game.legal(&mut legal);
        let view = game.view(seat);
        let action =
            if seat == me { actor.choose(view, &legal, &mut rng) } else { other.choose(view, &legal, &mut rng) };
        decisions.push(Decision { seat, action });
        game.play(action);
    }
    adaptive.study(&Episode { dealt, decisions, payoffs: Vec::new() }, &[me]);
}

fn share(adaptive: &Adaptive, name: &str) -> f64 {
    adaptive.shares().iter().find(|(pattern, _)| pattern.name == name).map_or(0.0, |(_, share)| *share)
}

#[test]
fn a_stranger_is_met_with_the_general_strategy() {
    assert!(share(&ADAPTIVE, "general") > 0.9);
    let sum: f64 = ADAPTIVE.shares().iter().map(|(_, share)| share).sum();
    assert!((sum - 1.0).abs() < 1e-9);
}

#[test]
fn a_style_is_recognised_within_a_few_games_and_so_is_its_change() {
    let mut adaptive = ADAPTIVE.clone();
    (0..6).for_each(|seed| play(&mut adaptive, &mut *greedy(), seed));
    assert!(share(&adaptive, "greedy") > 0.7, "{:?}", share(&adaptive, "greedy"));
    (6..12).for_each(|seed| play(&mut adaptive, &mut *steady(), seed));
    assert!(share(&adaptive, "steady") > share(&adaptive, "greedy") * 10.0);
    adaptive.forget();
    assert!(share(&adaptive, "general") > 0.9);
}

#[test]
fn the_blend_sees_no_hidden_monsters() {
    let mut adaptive = ADAPTIVE.clone();
    play(&mut adaptive, &mut *greedy(), 1);
    conformance::no_leak::<Monsters>(&Rules::paper004(), 3, || Box::new(adaptive.player()));
    conformance::no_leak::<Monsters>(&Rules::dealt(), 3, || Box::new(adaptive.player()));
}
