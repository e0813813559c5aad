//! Games and players are listed in the catalog, and nowhere else: who adds one adds it there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use kirifuda_catalog::{Listed, Visitor, games, visit};

/// A file that names so many of either has a list of its own.
const GAMES: usize = 2;
const PLAYERS: usize = 3;

/// Where games and players have to be named.
const HOMES: [&str; 3] = ["crates/catalog/", "crates/games/", "crates/lab/src/papers/"];

/// Files that name some for a reason.
const EXCEPTIONS: [(&str, &str); 7] = [
    ("scripts/attack/__init__.py", "an attack goes through a game that suits it, whatever else there is"),
    ("scripts/models.py", "the recorded commands by which the shipped models were made"),
    ("scripts/tables.py", "two players of Hearts beside the programs that they follow"),
    ("crates/cli/src/commands/tour.rs", "a tour shows examples, not all that there is"),
    ("crates/lab/src/danger.rs", "♠Q is foretold in Hearts, and from the play of some players"),
    ("crates/lab/src/selection/order.rs", "percepts are chosen for FALCON, against opponents of its papers"),
    ("crates/web/page/js/suits.js", "suits have names of games"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Files under a folder, by their paths from the root of the repository.
fn files(folder: &str, extension: &str, into: &mut Vec<String>) {
    for entry in fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap()) {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            files(&path, extension, into);
        } else if entry.path().extension().is_some_and(|found| found == extension) {
            into.push(path);
        }
    }
}

/// The names of all players.
fn players() -> BTreeSet<&'static str> {
    struct Names;
    impl Visitor for Names {
        type Output = Vec<&'static str>;
        fn visit<G: Listed>(self) -> Self::Output {
            G::players().iter().map(|player| player.name).collect()
        }
    }
    games().into_iter().flat_map(|(game, _)| visit(game, Names).unwrap()).collect()
}

/// Those of some names that stand between quotes in a text, tests and comments left out.
fn named<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let code = code.lines().map(str::trim).filter(|line| !line.starts_with("//") && !line.starts_with('*'));
    let quoted: BTreeSet<&str> = code.flat_map(|line| line.split('"').skip(1).step_by(2)).collect();
    names.into_iter().filter(|name| quoted.contains(name)).collect()
}

/// The names of a list that a text has of its own.
fn lists(text: &str, players: &BTreeSet<&'static str>) -> Option<Vec<&'static str>> {
    let games = named(text, games().into_iter().map(|(game, _)| game));
    let players = named(text, players.iter().copied());
    (games.len() >= GAMES || players.len() >= PLAYERS).then(|| [games, players].concat())
}

#[test]
fn games_and_players_are_listed_in_the_catalog_only() {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        files(&format!("crates/{}/src", entry.unwrap().file_name().to_string_lossy()), "rs", &mut found);
    }
    files("crates/web/page/js", "js", &mut found);
    files("scripts", "py", &mut found);
    assert!(found.len() > 300, "the sources were not found");
    let players = players();
    let mut needed = BTreeSet::new();
    for file in found.iter().filter(|file| !HOMES.iter().any(|home| file.starts_with(home))) {
        let text = fs::read_to_string(root().join(file)).unwrap();
        let Some(names) = lists(&text, &players) else { continue };
        assert!(
            EXCEPTIONS.iter().any(|(known, _)| known == file),
            "{file} lists {names:?}: make what it wants to know of them a fact of the catalog"
        );
        needed.insert(file.as_str());
    }
    for (file, why) in EXCEPTIONS {
        assert!(needed.contains(file), "{file} needs no exception any more ({why})");
    }
}

#[test]
fn what_was_a_list_once_is_found_again() {
    let players = players();
    for once in [
        r#"const SHOWN = ["hearts", "daifugo", "monsters", "plain-tricks"];"#,
        r#"const USUAL: [&str; 5] = ["rule", "stock", "default", "balanced", "random"];"#,
        r#"SLOW = {"mc", "uct", "ismcts", "best-response", "deep"}"#,
    ] {
        assert!(lists(once, &players).is_some(), "{once}");
    }
    assert_eq!(lists(r#"state.board.kind === "daifugo" ? t("last.pile") : t("last.trick")"#, &players), None);
    assert_eq!(lists("#[cfg(test)]\nmod tests { [\"kuhn\", \"leduc\"] }", &players), None);
}

#[test]
fn a_game_is_added_in_the_files_that_its_page_lists() {
    let page = fs::read_to_string(root().join("docs/add-a-game.md")).unwrap();
    let told = page.split("## What Oh Hell and Spades took").nth(1).unwrap();
    let told: BTreeSet<&str> = told.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    assert!((1..=10).contains(&told.len()), "{told:?}");
    let mut sources = Vec::new();
    files("crates", "rs", &mut sources);
    // Outside of its own folders and of tests.
    let elsewhere = |path: &&String| path.contains("/src/") && !path.contains("oh_hell") && !path.contains("spades");
    for names in [["OhHell", "mod oh_hell;"], ["Spades>", "mod spades;"]] {
        let touched = sources.iter().filter(elsewhere).filter(|path| {
            let text = fs::read_to_string(root().join(path)).unwrap();
            names.iter().any(|name| text.contains(name))
        });
        for path in touched {
            assert!(told.contains(path.as_str()), "{path} names a game, but docs/add-a-game.md does not tell of it");
        }
    }
    for path in told {
        let text = fs::read_to_string(root().join(path)).unwrap();
        assert!(text.contains("OhHell") || text.contains("oh_hell") || text.contains("oh-hell"), "{path}");
    }
}
