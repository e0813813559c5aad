//! Walks the list: every game under every preset, every player of it.
#![allow(clippy::unwrap_used)]

use kirifuda_arena::{Plan, Quiet, play_deals};
use kirifuda_catalog::{Listed, Pace, Visitor, contestant, games, visit};
use kirifuda_play::{Rules, conformance};

/// Does something with every player of every game under every preset, if it has what it needs to play.
fn walk(check: impl Fn(&str, &str, &str) + Copy) {
    struct Names;
    impl Visitor for Names {
        type Output = Vec<(&'static str, &'static str)>;
        fn visit<G: Listed>(self) -> Self::Output {
            let presets = G::Rules::book().presets.iter();
            let ready = |preset: &'static kirifuda_play::Preset<G::Rules>| {
                let rules = (preset.rules)();
                let players = G::players().into_iter().filter(move |player| player.is_ready(&rules));
                players.map(move |player| (preset.name, player.name))
            };
            presets.flat_map(ready).collect()
        }
    }
    let mut count = 0;
    for (game, _) in games() {
        for (preset, player) in visit(game, Names).unwrap() {
            check(game, preset, player);
            count += 1;
        }
    }
    assert!(count >= 4 * 4 + 2 + 2 + 2, "the list has shrunk to {count}");
}

/// The specification of a player; of one that searches, with few simulations: what is tested does not depend on how many.
fn quick<G: Listed>(name: &str) -> String {
    G::players().iter().find(|player| player.name == name).unwrap().brief()
}

/// How many deals are enough: fewer of a player that thinks long, and of games with many seats and rotations.
fn deals<G: Listed>(rules: &G::Rules, name: &str, most: u64) -> u64 {
    let player = G::players().into_iter().find(|player| player.name == name).unwrap();
    let most = if rules.seats() > 4 { most / 8 } else { most };
    if player.pace == Pace::Long { (most / 12).max(3) } else { most }
}

#[test]
fn no_player_sees_a_hidden_card() {
    struct NoLeak<'a>(&'a str, &'a str);
    impl Visitor for NoLeak<'_> {
        type Output = ();
        fn visit<G: Listed>(self) {
            let rules = G::Rules::book().parse(self.0).unwrap();
            let player = contestant::<G>(&rules, &quick::<G>(self.1)).unwrap();
            conformance::no_leak::<G>(&rules, deals::<G>(&rules, self.1, 60), || (player.maker)().unwrap());
        }
    }
    walk(|game, preset, player| visit(game, NoLeak(preset, player)).unwrap());
}

#[test]
fn every_player_plays_the_same_with_any_number_of_threads() {
    struct Threads<'a>(&'a str, &'a str);
    impl Visitor for Threads<'_> {
        type Output = ();
        fn visit<G: Listed>(self) {
            let rules = G::Rules::book().parse(self.0).unwrap();
            let mut names = vec![quick::<G>(self.1); rules.seats() - 1];
            names.push("random".to_string());
            let contestants: Vec<_> = names.iter().map(|name| contestant::<G>(&rules, name).unwrap()).collect();
            let deals = deals::<G>(&rules, self.1, 24);
            let run = |threads| {
                let plan =
                    Plan { rules: &rules, contestants: &contestants, first: 0, deals, seed: 3, threads: Some(threads) };
                play_deals(&plan, &Quiet, None).unwrap().json().to_string()
            };
            assert_eq!(run(1), run(3), "{} in {}", self.1, G::NAME);
        }
    }
    walk(|game, preset, player| visit(game, Threads(preset, player)).unwrap());
}

#[test]
fn every_game_has_a_playthrough_and_every_player_a_row_of_strengths() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let strengths = std::fs::read_to_string(format!("{root}/docs/players.md")).unwrap();
    let snapshots: Vec<String> = std::fs::read_dir(format!("{root}/crates/games/tests/snapshots"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    walk(|game, _, player| {
        let name = game.replace('-', "_");
        assert!(snapshots.iter().any(|file| file.contains(&name)), "{game} has no playthrough in crates/games/tests");
        let row = format!("| `{game}` | `{player}`");
        assert!(strengths.lines().any(|line| line.starts_with(&row)), "docs/players.md has no row `{row} | …`");
    });
    for (game, _) in games() {
        let page = format!("{root}/docs/games/{game}.md");
        assert!(std::fs::exists(&page).unwrap(), "docs/games/{game}.md is missing");
    }
}

#[test]
fn players_that_think_long_have_a_budget_that_is_counted() {
    struct Budgets;
    impl Visitor for Budgets {
        type Output = usize;
        fn visit<G: Listed>(self) -> usize {
            let rules = (G::Rules::book().presets[0].rules)();
            let mut counted = 0;
            for player in G::players() {
                assert_eq!(player.budget.is_some(), player.pace == Pace::Long, "{} in {}", player.name, G::NAME);
                let Some(budget) = player.budget else { continue };
                let texts = [format!("{}=3", budget.setting), budget.brief.to_string(), budget.measured.to_string()];
                for settings in texts {
                    contestant::<G>(&rules, &player.with(&settings)).unwrap();
                }
                counted += 1;
            }
            counted
        }
    }
    for (game, _) in games() {
        assert!(visit(game, Budgets).unwrap() >= 3, "{game} has searchers");
    }
}

#[test]
fn a_player_without_a_model_says_how_to_get_one() {
    struct Unready;
    impl Visitor for Unready {
        type Output = Vec<String>;
        fn visit<G: Listed>(self) -> Vec<String> {
            let rules = (G::Rules::book().presets[0].rules)();
            let unready = G::players().into_iter().filter(|player| !player.is_ready(&rules));
            unready.map(|player| contestant::<G>(&rules, player.name).err().unwrap().to_string()).collect()
        }
    }
    for why in games().into_iter().flat_map(|(game, _)| visit(game, Unready).unwrap()) {
        assert!(why.contains("has no shipped model") && why.contains("kirifuda train"), "{why}");
    }
}

#[test]
fn wrong_names_get_the_nearest_valid_ones() {
    struct Wrong(&'static str);
    impl Visitor for Wrong {
        type Output = String;
        fn visit<G: Listed>(self) -> String {
            let rules = G::Rules::book().parse("").unwrap();
            contestant::<G>(&rules, self.0).err().map_or_else(String::new, |why| why.to_string())
        }
    }
    let error = |game: &str, player| visit(game, Wrong(player)).unwrap_or_else(|why| why.to_string());
    assert!(error("heart", "stock").contains("unknown game `heart`; did you mean `hearts`?"));
    assert!(error("hearts", "stok").contains("unknown player `stok` for hearts; did you mean `stock`?"));
    assert!(error("hearts", "stock:sims=3").contains("has no setting `sims`: this player takes none"));
    assert!(error("leduc", "cfr:iteration=3").contains("did you mean `iterations`?"));
    assert!(error("leduc", "cfr:iterations=x").contains("`iterations=x`: allowed are whole numbers from 1 to 1000000"));
    assert!(error("leduc", "cfr:iterations=0").contains("whole numbers from 1"));
    assert!(error("leduc", "cfr:iterations").contains("write `key=value`"));
    assert!(error("leduc", "cfr:iterations=1,iterations=2").contains("twice"));
}
