//! Learners that go on from a finished model by games that others have played.
#![allow(clippy::unwrap_used)]

use kirifuda_arena::{Contestant, Plan, Quiet, play_deals};
use kirifuda_catalog::trainers::{self, Trainee, Wish};
use kirifuda_catalog::{Listed, contestant};
use kirifuda_games::daifugo::Daifugo;
use kirifuda_games::hearts::Hearts;
use kirifuda_games::monsters::Monsters;
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_learn::model::Model;
use kirifuda_play::{Actions, Decision, Episode, Policy, Rng, Rules, Seat, Turn};

/// A game as these players play it.
fn played<G: Listed>(rules: &G::Rules, players: &[&str], seed: u64) -> Episode<G> {
    let mut policies: Vec<Box<dyn Policy<G>>> =
        players.iter().map(|name| (contestant::<G>(rules, name).unwrap().maker)().unwrap()).collect();
    let mut rng = Rng::new(seed);
    let dealt = G::deal(rules, &mut rng);
    let (mut game, mut legal, mut decisions) = (dealt.clone(), Actions::new(), Vec::new());
    while let Turn::Seat(seat) = game.turn() {
        game.legal(&mut legal);
        let action = policies[seat.index()].choose(game.view(seat), &legal, &mut rng);
        decisions.push(Decision { seat, action });
        game.play(action);
    }
    let payoffs = Seat::all(players.len()).map(|seat| game.payoff(seat)).collect();
    Episode { dealt, decisions, payoffs }
}

fn rules<G: Listed>(text: &str) -> G::Rules {
    G::Rules::book().parse(text).unwrap()
}

fn bytes<G: Listed>(trainee: &dyn Trainee<G>) -> Vec<u8> {
    trainee.checkpoint().unwrap().to_bytes()
}

/// Goes on from a shipped model by a few games, is stored and taken up again, and goes on.
fn goes_on<G: Listed>(file: &str, preset: &str, players: &[&str]) {
    let path = format!("{}/../../models/{file}", env!("CARGO_MANIFEST_DIR"));
    let model = || Model::from_bytes(&std::fs::read(&path).unwrap()).unwrap();
    let learned_from = model().header.deals;
    let learner = model().header.learner;
    let rules = rules::<G>(preset);
    let seats: Vec<Seat> = Seat::all(players.len()).collect();
    let mut one = trainers::adopt::<G>(model()).unwrap();
    let before = bytes::<G>(one.as_ref());
    for seed in 0..3 {
        one.study(&played(&rules, players, seed), &seats).unwrap();
    }
    assert_ne!(bytes::<G>(one.as_ref()), before, "{file}: nothing was learned");
    assert_eq!(one.deals(), learned_from + 3);
    // Stored and taken up again.
    let stored = bytes::<G>(one.as_ref());
    let wish = Wish { learner: &learner, rules: None, opponents: None, seed: None };
    let mut other = trainers::resume::<G>(&wish, Model::from_bytes(&stored).unwrap()).unwrap();
    for trainee in [&mut one, &mut other] {
        trainee.study(&played(&rules, players, 9), &seats[..1]).unwrap();
    }
    assert_eq!(bytes::<G>(one.as_ref()), bytes::<G>(other.as_ref()), "{file}");
    (one.player().unwrap())().unwrap();
}

#[test]
fn shipped_models_go_on_learning_from_games_of_others() {
    goes_on::<Hearts>("hearts-standard.kfm", "standard", &["stock", "jake", "stock", "random"]);
    goes_on::<Hearts>("hearts-falcon.kfm", "falcon", &["stock", "jake", "stock", "random"]);
    goes_on::<PlainTricks>("plain.kfm", "plain", &["rule", "random", "rule", "random"]);
    goes_on::<Daifugo>("daifugo-mel.kfm", "uecda", &["default", "mel", "default", "default", "random"]);
    goes_on::<Monsters>("monsters-learner.kfm", "paper004", &["balanced", "learner"]);
}

#[test]
fn what_cannot_learn_from_others_says_so() {
    let path = format!("{}/../../models/monsters-softmax.kfm", env!("CARGO_MANIFEST_DIR"));
    let model = Model::from_bytes(&std::fs::read(path).unwrap()).unwrap();
    let why = trainers::adopt::<Monsters>(model).err().unwrap().to_string();
    assert!(why.contains("does not learn from games"), "{why}");
}

/// One that begins with nothing is the same as one that goes on from a model that has learned nothing.
fn begins<G: Listed>(learner: &str, preset: &str) {
    let wish = || Wish { learner, rules: Some(rules::<G>(preset)), opponents: None, seed: Some(7) };
    let fresh = trainers::start::<G>(&wish()).unwrap();
    let adopted = trainers::adopt::<G>(fresh.model().unwrap().into_owned()).unwrap();
    let novice = trainers::novice::<G>(&wish()).unwrap();
    assert_eq!(novice.header(), adopted.header(), "{learner}");
    assert!(bytes::<G>(novice.as_ref()) == bytes::<G>(adopted.as_ref()), "{learner}");
}

#[test]
fn a_novice_is_as_if_it_had_been_trained_for_no_deal() {
    begins::<Hearts>("linear-q:average=on,features=wide", "standard");
    begins::<Hearts>("linear-q:pool=5", "saito");
    begins::<Hearts>("falcon", "falcon");
    begins::<Daifugo>("mel:start=2", "uecda");
    begins::<Monsters>("learner:memory=50", "paper004");
    let wish = Wish::<Monsters> { learner: "softmax", rules: None, opponents: None, seed: None };
    let why = trainers::novice(&wish).err().unwrap().to_string();
    assert!(why.contains("does not learn from games"), "{why}");
}

/// The mean payoff of a learner against three random players.
fn payoff<G: Listed>(rules: &G::Rules, trainee: &dyn Trainee<G>) -> f64 {
    let own = Contestant { name: "own".to_string(), maker: trainee.player().unwrap(), many: false };
    let mut contestants = vec![own];
    contestants.resize(4, contestant::<G>(rules, "random").unwrap());
    let plan = Plan { rules, contestants: &contestants, first: 0, deals: 100, seed: 3, threads: Some(2) };
    play_deals(&plan, &Quiet, None).unwrap().players[0].payoff.mean
}

/// Learns from nothing but what others play, and does better than before by so much.
fn learns_by_watching<G: Listed>(learner: &str, preset: &str, players: &[&str], gain: f64) {
    let rules = rules::<G>(preset);
    let wish = Wish { learner, rules: Some(rules.clone()), opponents: Some("mirror"), seed: Some(1) };
    let mut trainee = trainers::start::<G>(&wish).unwrap();
    let before = payoff::<G>(&rules, trainee.as_ref());
    let seats: Vec<Seat> = Seat::all(4).collect();
    for seed in 0..300 {
        trainee.study(&played(&rules, players, 100 + seed), &seats).unwrap();
    }
    let after = payoff::<G>(&rules, trainee.as_ref());
    assert!(after > before + gain, "{learner}: {before} before, {after} after");
}

#[test]
fn a_beginner_learns_by_watching_others() {
    learns_by_watching::<PlainTricks>("linear-q", "plain", &["rule", "random", "rule", "random"], 0.5);
    learns_by_watching::<Hearts>("falcon:plan=1000", "falcon", &["stock", "random", "jake", "random"], 0.5);
}
