//! Rules of the house: a crate depends only on crates below it, no circles within a crate, facts are types, documents are true,
//! games and players are listed once, and what the program is made of is allowed.
#![allow(clippy::unwrap_used)]

#[path = "house/circles.rs"]
mod circles;
#[path = "house/dependencies.rs"]
mod dependencies;
#[path = "house/documents.rs"]
mod documents;
#[path = "house/facts.rs"]
mod facts;
#[path = "house/lists.rs"]
mod lists;

/// Each crate with all that it may depend on.
const FLOORS: &[(&str, &[&str])] = &[
    ("play", &[]),
    ("games", &["play"]),
    ("learn", &["play"]),
    ("deep", &["play", "learn"]),
    ("arena", &["play"]),
    ("wire", &["play"]),
    ("words", &["play"]),
    ("version", &["arena"]),
    ("players", &["play", "games", "learn", "arena"]),
    ("catalog", &["play", "games", "learn", "deep", "arena", "players"]),
    ("uecda", &["play", "games", "arena"]),
    ("lab", &["play", "games", "learn", "deep", "arena", "players", "catalog"]),
    ("web", &["play", "games", "learn", "arena", "players", "catalog"]),
    ("any", &["play", "learn", "arena", "catalog"]),
    ("python", &["any", "learn", "arena", "catalog", "lab", "version"]),
    ("cli", &["play", "learn", "arena", "players", "catalog", "lab", "wire", "words", "uecda", "version", "web"]),
];

#[test]
fn crates_depend_downwards_only() {
    let crates = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let mut found: Vec<String> = std::fs::read_dir(crates)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    found.sort();
    let mut listed: Vec<&str> = FLOORS.iter().map(|(name, _)| *name).collect();
    listed.sort_unstable();
    assert_eq!(found, listed, "a crate without a floor: list it here and in ARCHITECTURE.md");
    for (name, below) in FLOORS {
        let manifest = std::fs::read_to_string(format!("{crates}/{name}/Cargo.toml")).unwrap();
        // Tests may use what they like.
        let manifest = manifest.split("[dev-dependencies]").next().unwrap_or_default();
        for line in manifest.lines().filter_map(|line| line.strip_prefix("kirifuda-")) {
            let dependency = line.split(['.', ' ', '=']).next().unwrap_or_default();
            assert!(below.contains(&dependency), "{name} must not depend on {dependency}");
        }
    }
}
