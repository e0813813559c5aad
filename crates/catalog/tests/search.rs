//! The searchers of the list: what can be set, and that it matters.
#![allow(clippy::unwrap_used)]

use kirifuda_arena::{Contestant, Plan, Quiet, play_deals};
use kirifuda_catalog::{Listed, contestant};
use kirifuda_games::hearts::Hearts;
use kirifuda_games::kuhn::Kuhn;
use kirifuda_games::leduc::Leduc;
use kirifuda_games::plain_tricks::PlainTricks;
use kirifuda_play::{Actions, Game, Rng, Rules, Turn};
use kirifuda_players::hearts::RandomAction;

fn rules<G: Game>(text: &str) -> G::Rules {
    G::Rules::book().parse(text).unwrap()
}

/// What a player does in a seeded game after some random moves.
fn choice<G: Listed>(rules: &G::Rules, player: &str, moves: usize, seed: u64) -> Option<G::Action> {
    let (mut rng, mut legal) = (Rng::new(seed), Actions::new());
    let mut game = G::deal(rules, &mut rng);
    for _ in 0..moves {
        game.legal(&mut legal);
        game.play(rng.pick(&legal));
    }
    game.legal(&mut legal);
    let Turn::Seat(seat) = game.turn() else {
        return None;
    };
    let mut policy = (contestant::<G>(rules, player).unwrap().maker)().unwrap();
    Some(policy.choose(game.view(seat), &legal, &mut rng))
}

/// What a player does in some positions.
fn choices(player: &str) -> Vec<Option<<Hearts as Game>::Action>> {
    let rules = rules::<Hearts>("falcon");
    (0..60).map(|seed| choice::<Hearts>(&rules, player, 13 + seed as usize % 20, seed)).collect()
}

#[test]
fn monte_carlo_is_by_default_that_of_the_papers() {
    let paper = "mc:sims=200,playout=cards,candidates=actions,threads=1";
    assert_eq!(choices("mc"), choices(paper));
    for other in ["mc:sims=100", "mc:playout=stock", "mc:candidates=all", "mc:exploration=5", "mc:threads=2"] {
        assert_ne!(choices("mc"), choices(other), "{other} makes no difference");
    }
    assert_ne!(choices("uct:sims=100"), choices("uct:sims=100,worlds=3"));
}

#[test]
fn every_playout_and_filter_plays_under_every_preset_also_when_cards_are_passed() {
    for preset in <Hearts as Game>::Rules::book().presets {
        let rules = (preset.rules)();
        for method in ["mc", "uct", "ismcts"] {
            for playout in ["cards", "actions", "stock", "jake"] {
                for candidates in ["all", "actions"] {
                    let player = format!("{method}:sims=8,playout={playout},candidates={candidates}");
                    for moves in [0, 7, 20, 51] {
                        assert!(choice::<Hearts>(&rules, &player, moves, 1).is_some(), "{player} {}", preset.name);
                    }
                }
            }
        }
    }
    for method in ["mc", "uct", "ismcts"] {
        for playout in ["random", "rule"] {
            let player = format!("{method}:sims=8,playout={playout}");
            assert!(choice::<PlainTricks>(&rules::<PlainTricks>(""), &player, 9, 1).is_some());
        }
        assert!(choice::<Kuhn>(&rules::<Kuhn>(""), &format!("{method}:playout=random"), 1, 1).is_some());
        assert!(choice::<Leduc>(&rules::<Leduc>(""), &format!("{method}:ms=2"), 1, 1).is_some());
    }
}

#[test]
fn errors_name_what_is_allowed() {
    fn error<G: Listed>(player: &str) -> String {
        contestant::<G>(&rules::<G>(""), player).err().map_or_else(String::new, |why| why.to_string())
    }
    for (player, part) in [
        ("mc:sims=0", "`sims=0`: allowed are whole numbers from 1 to 100000000"),
        ("mc:sims=many", "`sims=many`: allowed are whole numbers"),
        ("mc:sims=100,ms=100", "`sims` and `ms` exclude each other: give one of them"),
        ("ismcts:ms=0", "`ms=0`: allowed are whole numbers from 1 to 600000"),
        ("uct:worlds=0", "`worlds=0`: allowed are whole numbers from 1 to 10000"),
        ("mc:worlds=5", "player `mc` has no setting `worlds`"),
        ("mc:exploration=-1", "`exploration=-1`: allowed are numbers from 0 to 100"),
        ("mc:exploration=NaN", "allowed are numbers from 0 to 100"),
        ("mc:threads=0", "`threads=0`: allowed are whole numbers from 1 to 256"),
        ("mc:playout=random", "`playout=random`: allowed are cards, actions, stock, jake"),
        ("ismcts:candidates=some", "`candidates=some`: allowed are all, actions"),
    ] {
        let found = error::<Hearts>(player);
        assert!(found.contains(part), "{player}: {found}");
    }
    assert!(error::<PlainTricks>("mc:playout=cards").contains("allowed are random, rule"));
    assert!(error::<Kuhn>("ismcts:playout=rule").contains("allowed are random"));
    assert!(error::<Leduc>("uct:candidates=all").contains("has no setting `candidates`"));
}

/// The mean payoff against others, and its 95% interval.
fn strength<G: Listed>(preset: &str, player: &str, other: &str, deals: u64) -> (f64, f64) {
    let rules = rules::<G>(preset);
    let mut names = vec![other; rules.seats()];
    names[0] = player;
    let contestants: Vec<_> = names.iter().map(|name| contestant::<G>(&rules, name).unwrap()).collect();
    let plan = Plan { rules: &rules, contestants: &contestants, first: 0, deals, seed: 5, threads: None };
    let payoff = play_deals(&plan, &Quiet, None).unwrap().players[0].payoff;
    (payoff.mean, payoff.ci95.unwrap())
}

#[test]
fn searchers_beat_random_players_in_every_game() {
    for method in ["mc:sims=60", "uct:sims=60,worlds=6", "ismcts:sims=60"] {
        let points = strength::<Hearts>("falcon", method, "random", 40);
        assert!(points.0 + points.1 < 0.0 && points.0 - points.1 > -6.5, "{method} hearts: {points:?}");
        let tricks = strength::<PlainTricks>("plain", method, "random", 40);
        assert!(tricks.0 - tricks.1 > 3.25, "{method} plain tricks: {tricks:?}");
        let chips = strength::<Kuhn>("kuhn", method, "random", 1000);
        assert!(chips.0 - chips.1 > 0.0, "{method} kuhn: {chips:?}");
        let chips = strength::<Leduc>("leduc", method, "random", 1000);
        assert!(chips.0 - chips.1 > 0.0, "{method} leduc: {chips:?}");
    }
}

#[test]
fn random_actions_against_stock_are_as_strong_as_was_measured_beforehand() {
    let rules = rules::<Hearts>("falcon");
    let mut contestants = vec![Contestant::<Hearts>::new("random actions", || Ok(Box::new(RandomAction)))];
    contestants.extend((0..3).map(|_| contestant::<Hearts>(&rules, "stock").unwrap()));
    let plan = Plan { rules: &rules, contestants: &contestants, first: 0, deals: 4000, seed: 5, threads: None };
    let ratio = -play_deals(&plan, &Quiet, None).unwrap().players[0].payoff.mean / 26.0;
    // A prototype of the same actions: 0.372. 16,000 games have a standard error of about 0.0025.
    assert!((ratio - 0.372).abs() < 0.01, "penalty ratio {ratio}");
}
