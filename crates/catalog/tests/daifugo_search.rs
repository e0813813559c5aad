//! The searching player of Daifugo: what it is asked for is checked, a budget is kept, it knows a win when it holds one, and
//! it is stronger than the policy that it looks ahead with.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use kirifuda_arena::{Plan, Quiet, play_deals};
use kirifuda_catalog::contestant;
use kirifuda_catalog::entries::daifugo::SHIPPED;
use kirifuda_games::daifugo::{Cards, Daifugo, Dealt, Meld, Rules, View};
use kirifuda_learn::model::Model;
use kirifuda_learn::strength::Judge;
use kirifuda_play::{Actions, Game, Policy, Rng, Rules as _, Seat, Turn, conformance};
use kirifuda_players::daifugo::search::{Advice, Budget, Options, Others, Searcher};

fn player(rules: &Rules, text: &str) -> Box<dyn Policy<Daifugo>> {
    (contestant::<Daifugo>(rules, text).unwrap().maker)().unwrap()
}

/// Points a game of a player against four sample clients on some deals, each in five rotations.
fn points(text: &str, deals: u64) -> f64 {
    let rules = Rules::uecda();
    let contestants =
        [text, "default", "default", "default", "default"].map(|name| contestant::<Daifugo>(&rules, name).unwrap());
    let plan = Plan { rules: &rules, contestants: &contestants, first: 0, deals, seed: 1001, threads: None };
    play_deals(&plan, &Quiet, None).unwrap().players[0].payoff.mean
}

#[test]
fn it_is_stronger_than_the_policy_it_looks_ahead_with() {
    // On other 1,500 deals it was ahead by 0.09 to 0.13; of 300 games the difference has a standard error of 0.035, and the
    // seed is fixed.
    let (policy, search) = (points("softmax", 60), points("search:worlds=30", 60));
    assert!(search > policy + 0.05, "{search} with search, {policy} without");
}

/// A game of three in which the first seat, having ♦3, leads with this hand; the others have the rest.
fn dealt(hand: &str) -> Daifugo {
    let rules = Rules { players: 3, exchange: false, ..Rules::uecda() };
    let mut deal = Dealt { first: 0, ..Daifugo::deal(&rules, &mut Rng::new(1)).dealt() };
    let hand: Cards = hand.parse().unwrap();
    let rest = || (Cards::DECK - hand).iter();
    deal.hands[..3].copy_from_slice(&[hand, rest().step_by(2).collect(), rest().skip(1).step_by(2).collect()]);
    Daifugo::from_deal(&rules, &deal).unwrap()
}

#[test]
fn it_plays_a_won_hand_to_its_end() {
    // Everything takes the lead but for the threes, which are left for the end.
    let game = dealt("♠38QKA2 ♥8QKA2 ♦38QKA2 ★");
    let mut seen = 0;
    for text in ["search:worlds=1", "search:sims=1,playouts=default"] {
        let (mut game, mut legal) = (game.clone(), Actions::new());
        let (mut me, mut other) = (player(game.rules(), text), player(game.rules(), "softmax"));
        let rng = &mut Rng::new(1);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let policy = if seat == Seat(0) { &mut me } else { &mut other };
            let meld = policy.choose(game.view(seat), &legal, rng);
            seen += u32::from(seat == Seat(0));
            game.play(meld);
        }
        assert_eq!(game.place_of(Seat(0)), Some(0), "{text}");
    }
    assert!(seen > 10);
}

#[test]
fn with_a_budget_of_worlds_or_playouts_a_move_depends_on_the_seed_alone() {
    let rules = Rules::uecda();
    let texts = [
        "search:worlds=10",
        "search:sims=60,playouts=softmax",
        "search:worlds=10,weigh=off,temperature=0",
        "deep-search:worlds=10,blueprint=never",
        "deep-search:sims=200,blueprint=never",
    ];
    for text in texts {
        let mut legal = Actions::new();
        let game = |one: &mut Box<dyn Policy<Daifugo>>, legal: &mut Actions<Daifugo>| {
            let rng = &mut Rng::new(3);
            let mut game = Daifugo::deal(&rules, rng);
            let mut moves = Vec::new();
            while let Turn::Seat(seat) = game.turn() {
                game.legal(legal);
                let meld = one.choose(game.view(seat), legal, rng);
                moves.push(meld);
                game.play(meld);
            }
            moves
        };
        let mut first = player(&rules, text);
        let moves = game(&mut first, &mut legal);
        // A player that has just played another game, and a fresh one.
        assert_eq!(moves, game(&mut first, &mut legal), "{text}");
        assert_eq!(moves, game(&mut player(&rules, text), &mut legal), "{text}");
    }
}

#[test]
fn it_sees_no_hidden_card_and_does_not_mind_the_number_of_threads() {
    for preset in Rules::book().presets {
        let rules = Rules::book().parse(preset.name).unwrap();
        let search = contestant::<Daifugo>(&rules, "search:worlds=3").unwrap();
        conformance::no_leak::<Daifugo>(&rules, 12, || (search.maker)().unwrap());
        let mut contestants = vec![search];
        contestants.extend(["softmax", "default", "default", "random"].map(|name| contestant(&rules, name).unwrap()));
        let run = |threads| {
            let plan =
                Plan { rules: &rules, contestants: &contestants, first: 0, deals: 6, seed: 3, threads: Some(threads) };
            play_deals(&plan, &Quiet, None).unwrap().json().to_string()
        };
        assert_eq!(run(1), run(3), "{}", preset.name);
    }
}

#[test]
fn a_budget_of_time_is_kept() {
    for text in ["search:ms=20", "deep-search:ms=20,blueprint=never"] {
        keeps_time(text);
    }
}

/// A player that is given 20 milliseconds a move.
fn keeps_time(text: &str) {
    let rules = Rules::uecda();
    let (mut search, mut legal, rng) = (player(&rules, text), Actions::new(), &mut Rng::new(9));
    let (mut shortest, mut moves) = (Duration::MAX, 0);
    let mut game = Daifugo::deal(&rules, rng);
    while let Turn::Seat(seat) = game.turn() {
        game.legal(&mut legal);
        let start = Instant::now();
        let meld = search.choose(game.view(seat), &legal, rng);
        if legal.len() > 5 && moves < 40 {
            shortest = shortest.min(start.elapsed());
            moves += 1;
        }
        game.play(meld);
    }
    // Of several moves the one that was disturbed least: other work on the machine only makes it longer.
    assert!(moves >= 5 && shortest < Duration::from_millis(60), "{text}: {shortest:?}");
}

#[test]
fn wrong_settings_are_named_with_what_is_allowed() {
    let error = |text: &str| contestant::<Daifugo>(&Rules::uecda(), text).err().unwrap().to_string();
    assert!(error("search:ms=0").contains("`ms=0`: allowed are whole numbers from 1 to 600000"));
    assert!(error("search:ms=5,worlds=3").contains("`ms`, `worlds` and `sims` exclude each other"));
    assert!(error("search:worlds=3,sims=3").contains("exclude each other"));
    assert!(error("search:sims=x").contains("`sims=x`"));
    assert!(error("search:playouts=random").contains("allowed are mixed, softmax, default"));
    assert!(error("search:weigh=1").contains("allowed are on and off"));
    assert!(error("search:prior=-1").contains("allowed are numbers from 0 to 1000"));
    assert!(error("search:temperature=101").contains("`temperature=101`"));
    assert!(error("search:width=1").contains("whole numbers from 2 to 1000"));
    assert!(error("search:model=none.kfm").contains("cannot read none.kfm"));
    assert!(error("search:world=3").contains("did you mean `worlds`?"));
    for preset in Rules::book().presets {
        let rules = Rules::book().parse(preset.name).unwrap();
        assert!(contestant::<Daifugo>(&rules, "search:worlds=2").is_ok());
    }
}

/// Thinks the last legal move the only one worth a look.
struct Insistent;

impl Advice for Insistent {
    fn prior(&self, _view: View<'_>, legal: &[Meld], scores: &mut [f32]) {
        assert_eq!(legal.len(), scores.len());
        scores.fill(-100.0);
        scores[legal.len() - 1] = 0.0;
    }
}

fn searcher(options: Options) -> Searcher {
    let weights = Model::from_bytes(&std::fs::read(path()).unwrap()).unwrap().take("weights").unwrap();
    Searcher::new(options, Arc::from(weights)).unwrap()
}

#[test]
fn advice_decides_which_moves_are_tried() {
    let options = Options { budget: Budget::Worlds(10), others: Others::Default, ..Options::default() };
    assert!(Searcher::new(options, Arc::from(vec![0.0; 10])).is_none());
    let game = Daifugo::deal(&Rules { exchange: false, ..Rules::uecda() }, &mut Rng::new(4));
    let (Turn::Seat(seat), mut legal) = (game.turn(), Actions::new()) else { panic!("over") };
    game.legal(&mut legal);
    let mut advised = searcher(options).with_advice(Arc::new(Insistent));
    assert_eq!(advised.choose(game.view(seat), &legal, &mut Rng::new(1)), legal[legal.len() - 1]);
}

#[test]
fn what_it_thinks_of_the_moves_is_what_it_plays_by() {
    let options = Options { budget: Budget::Worlds(30), others: Others::Default, ..Options::default() };
    let mut player = searcher(options);
    let (mut compared, mut values, mut legal) = (0, Vec::new(), Actions::new());
    for deal in 0..4 {
        let mut game = Daifugo::deal(&Rules { exchange: false, ..Rules::uecda() }, &mut Rng::new(deal));
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let choice = player.choose(game.view(seat), &legal, &mut Rng::new(7));
            player.judge(game.view(seat), &legal, 1.0, &mut Rng::new(7), &mut values);
            assert_eq!(values.len(), legal.len());
            assert!(values.iter().all(|value| value.is_finite()));
            if legal.len() > 1 {
                let best = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let own = values[legal.iter().position(|meld| *meld == choice).unwrap()];
                // A move that fell out early may look better by the few worlds it was tried in.
                compared += usize::from(own == best);
                assert!(own > best - 2.0, "{own} of {best}");
            }
            game.play(choice);
        }
    }
    assert!(compared > 100, "{compared}");
}

fn path() -> String {
    let file = SHIPPED[0].file;
    format!("{}/../../models/{file}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_largest_errors_do_not_make_it_lose_every_game() {
    // Random moves have 1.27 points a game; the last place has 1. With a won hand in particular, mistakes must not be the
    // same in every game.
    let points = points("search:worlds=1,error=32", 40);
    assert!((1.1..2.0).contains(&points), "{points}");
}
