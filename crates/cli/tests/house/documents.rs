//! What can be checked about the documents: paths, crates and lengths.

use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The targets of Markdown links, without anchors.
fn links(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for part in text.split("](").skip(1) {
        let target = part.split(')').next().unwrap_or_default();
        let target = target.split('#').next().unwrap_or_default();
        if !target.is_empty() && !target.contains("://") && !target.contains(' ') {
            found.push(target);
        }
    }
    found
}

fn pages(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            pages(&entry, into);
        } else if entry.extension().is_some_and(|extension| extension == "md") {
            into.push(entry);
        }
    }
}

#[test]
fn every_link_of_the_documents_leads_somewhere() {
    let root = Path::new(ROOT);
    let mut all: Vec<PathBuf> = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
        .map(|name| root.join(name))
        .into_iter()
        .chain([root.join("models/README.md"), root.join("benches/README.md")])
        .collect();
    pages(&root.join("docs"), &mut all);
    let mut count = 0;
    for page in all {
        let text = fs::read_to_string(&page).unwrap();
        for link in links(&text) {
            let target = page.parent().unwrap().join(link);
            assert!(target.exists(), "{} links to {link}, which is not there", page.display());
            count += 1;
        }
    }
    assert!(count > 100, "only {count} links were found");
}

/// Paths in backquotes: `crates/play/src/rng.rs`, `crates/{games,arena}/tests/allocation.rs`, `crates/cli/tests`.
#[test]
fn every_path_in_the_architecture_is_there() {
    let text = fs::read_to_string(format!("{ROOT}/ARCHITECTURE.md")).unwrap();
    let quoted = text.split('`').skip(1).step_by(2);
    let paths: Vec<&str> = quoted.filter(|quote| quote.starts_with("crates/") && !quote.contains(' ')).collect();
    assert!(paths.len() > 20, "only {} paths were found", paths.len());
    for path in paths {
        for path in alternatives(path) {
            assert!(exists(&path), "ARCHITECTURE.md names {path}, which is not there");
        }
    }
}

/// `a/{b,c}/d` as `a/b/d` and `a/c/d`.
fn alternatives(path: &str) -> Vec<String> {
    let Some((before, rest)) = path.split_once('{') else { return vec![path.to_string()] };
    let Some((choices, after)) = rest.split_once('}') else { return vec![path.to_string()] };
    choices.split(',').flat_map(|choice| alternatives(&format!("{before}{choice}{after}"))).collect()
}

/// A `*` stands for any text within the last part.
fn exists(path: &str) -> bool {
    let full = format!("{ROOT}/{path}");
    let Some((before, after)) = full.split_once('*') else { return Path::new(&full).exists() };
    let (folder, start) = before.rsplit_once('/').unwrap_or_default();
    let Ok(entries) = fs::read_dir(folder) else { return false };
    let names: Vec<String> = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.iter().any(|name| name.starts_with(start) && name.ends_with(after))
}

#[test]
fn the_architecture_lists_every_crate() {
    let text = fs::read_to_string(format!("{ROOT}/ARCHITECTURE.md")).unwrap();
    for entry in fs::read_dir(format!("{ROOT}/crates")).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        assert!(text.contains(&format!("| [`{name}`](crates/{name}) |")), "ARCHITECTURE.md has no row for {name}");
    }
}

#[test]
fn the_readme_is_read_in_a_minute() {
    let lines = fs::read_to_string(format!("{ROOT}/README.md")).unwrap().lines().count();
    assert!(lines <= 150, "the README has {lines} lines; 150 are enough: move something to docs");
}
