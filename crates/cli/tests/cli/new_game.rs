//! A new game from the template.

use std::fs;
use std::path::Path;

use crate::support::{Done, folder, run_words};

fn new_game(name: &str, root: &Path) -> Done {
    run_words(["new-game", name, "--folder", root.to_str().unwrap()])
}

#[test]
fn a_new_game_is_written_under_its_name_and_nothing_is_overwritten() {
    let root = folder("new-game");
    new_game("high-low", &root).refused(&["is not the repository", "--folder"]);
    let lib = root.join("crates/games/src/lib.rs");
    fs::create_dir_all(lib.parent().unwrap()).unwrap();
    fs::write(&lib, "").unwrap();
    let said = new_game("high-low", &root).fine();
    for line in ["pub mod high_low;", "impl Listed for HighLow {", ", HighLow", "\"game.high-low\""] {
        assert!(said.contains(line), "`{line}` is missing in: {said}");
    }
    let written: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("wrote ")).collect();
    assert_eq!(written.len(), 5, "{said}");
    for file in &written {
        let text = fs::read_to_string(file).unwrap();
        assert!(!format!("{file}{text}").to_lowercase().contains("template"), "{file} still tells of the template");
    }
    let game = fs::read_to_string(root.join("crates/games/src/high_low/mod.rs")).unwrap();
    assert!(
        game.contains("const NAME: &'static str = \"high-low\";") && game.contains("pub struct HighLow "),
        "{game}"
    );

    fs::write(written[0], "mine").unwrap();
    new_game("high-low", &root).refused(&["mod.rs is there already", "another name"]);
    assert_eq!(fs::read_to_string(written[0]).unwrap(), "mine");
    new_game("hearts", &root).refused(&["there is a game `hearts` already"]);
    for name in ["High", "high_low", "high-", "2high", "", "high low"] {
        new_game(name, &root).refused(&["is no name for a game", "`oh-hell`"]);
    }
}
