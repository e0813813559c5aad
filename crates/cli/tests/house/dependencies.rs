//! What the program is made of: licences, sources and bans as deny.toml has them.

use std::collections::BTreeSet;
use std::process::Command;

/// The texts of a list in deny.toml.
fn list(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../deny.toml")).unwrap();
    let start = text.find(&format!("\n{name} = [")).unwrap_or_else(|| panic!("{name} is missing"));
    let list = &text[start..][..text[start..].find(']').unwrap()];
    list.split('"').skip(1).step_by(2).map(str::to_string).collect()
}

/// True when a licence can be chosen from those that are allowed: `(MIT OR GPL-2.0) AND Unicode-3.0`.
fn allowed(licence: &str, known: &[String]) -> bool {
    let licence = licence.replace(" / ", " OR ").replace('/', " OR ");
    let licence = licence.trim();
    let parts = |by: &str| {
        let mut parts = vec![String::new()];
        let mut depth = 0;
        for word in licence.split_inclusive(' ') {
            let opened = word.matches('(').count() as i32 - word.matches(')').count() as i32;
            if depth == 0 && word.trim() == by {
                parts.push(String::new());
            } else if let Some(last) = parts.last_mut() {
                last.push_str(word);
            }
            depth += opened;
        }
        parts
    };
    let all = parts("AND");
    if all.len() > 1 {
        return all.iter().all(|part| allowed(part, known));
    }
    let any = parts("OR");
    if any.len() > 1 {
        return any.iter().any(|part| allowed(part, known));
    }
    match licence.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => allowed(inner, known),
        None => known.iter().any(|name| name == licence),
    }
}

#[test]
fn licences_are_read_as_they_are_meant() {
    let known = ["MIT".to_string(), "Unicode-3.0".to_string(), "Apache-2.0 WITH LLVM-exception".to_string()];
    for good in [
        "MIT",
        "MIT/GPL-2.0",
        "GPL-2.0 OR MIT",
        "(MIT OR GPL-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception OR X",
    ] {
        assert!(allowed(good, &known), "{good}");
    }
    for bad in ["GPL-2.0", "MIT AND GPL-2.0", "(MIT OR GPL-2.0) AND X", ""] {
        assert!(!allowed(bad, &known), "{bad}");
    }
}

#[test]
fn what_the_program_is_made_of_is_allowed() {
    let (licences, bans) = (list("allow"), list("deny"));
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    let tree = |network: &[&str]| {
        Command::new(&cargo)
            .args(["tree", "--locked", "-p", "kirifuda", "--features", "deep,arrow", "--target", "all"])
            .args(["--edges", "normal,build", "--prefix", "none", "--format", "{p}|{l}"])
            .args(network)
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
            .output()
            .unwrap()
    };
    // Crates for other systems are fetched where nothing has asked for them yet.
    let told = Some(tree(&["--offline"])).filter(|told| told.status.success()).unwrap_or_else(|| tree(&[]));
    let text = String::from_utf8(told.stdout).unwrap();
    let crates: BTreeSet<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    assert!(crates.len() > 100, "{}", String::from_utf8_lossy(&told.stderr));
    for line in crates {
        let (package, licence) = line.split_once('|').unwrap();
        let licence = licence.trim_end_matches("(*)").trim();
        let name = package.split(' ').next().unwrap();
        assert!(name.starts_with("kirifuda") || allowed(licence, &licences), "{package} has the licence `{licence}`");
        assert!(!bans.iter().any(|ban| ban == name), "{package} is banned");
        // What comes from a registry is named without its place.
        let place = package.split('(').nth(1).unwrap_or_default();
        assert!(!place.contains("://"), "{package} comes from elsewhere");
    }
}
