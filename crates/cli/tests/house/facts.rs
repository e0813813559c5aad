//! No program decides by reading a sentence: what a setting, a measure or a rule is stands in a type.

use std::fs;
use std::path::{Path, PathBuf};

/// Ways to look into a text that is meant for people.
const READS: [&str; 6] = [".contains(", ".starts_with(", ".ends_with(", ".strip_prefix(", ".split(", ".find("];
/// Texts for people in Rust: help, and what measures and players say of themselves.
const SENTENCES: [&str; 4] = ["about", "help()", "reason()", "allowed()"];
/// Ways of the page to do the same with rules, specifications and help.
const PAGE: [&str; 9] = [
    ".test(rules",
    ".test(state.rules",
    "rules.match(",
    "rules.startsWith(",
    "rules.includes(",
    "about.includes(",
    "about.match(",
    "about.startsWith(",
    "values.match(",
];

/// The lines in which a sentence is read by a program.
fn faults(text: &str, page: bool) -> Vec<&str> {
    // Tests may look at messages.
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let reads = |line: &str| match page {
        true => PAGE.iter().any(|pattern| line.contains(pattern)),
        false => SENTENCES.iter().any(|text| READS.iter().any(|read| line.contains(&format!("{text}{read}")))),
    };
    code.lines().map(str::trim).filter(|line| !line.starts_with("//") && reads(line)).collect()
}

fn files(folder: &Path, extension: &str, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            files(&entry, extension, into);
        } else if entry.extension().is_some_and(|found| found == extension) {
            into.push(entry);
        }
    }
}

#[test]
fn no_program_reads_a_sentence() {
    let crates = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let (mut sources, mut modules) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(crates).unwrap() {
        files(&entry.unwrap().path().join("src"), "rs", &mut sources);
    }
    files(&crates.join("web/page/js"), "js", &mut modules);
    assert!(sources.len() > 300 && modules.len() > 30, "the sources were not found");
    let all = sources.iter().map(|file| (file, false)).chain(modules.iter().map(|file| (file, true)));
    for (file, page) in all {
        let text = fs::read_to_string(file).unwrap();
        let found = faults(&text, page);
        assert!(found.is_empty(), "{} reads a sentence; make it a field of a type: {found:#?}", file.display());
    }
}

#[test]
fn what_was_wrong_once_is_found_again() {
    for once in [
        r#"let about_file = default.is_some_and(|setting| setting.about.contains("a file"));"#,
        r#"less_is_better: measure.is_some_and(|measure| measure.about.contains("lower is better")),"#,
    ] {
        assert_eq!(faults(once, false).len(), 1, "{once}");
    }
    for once in [
        r#"if (state.game !== "hearts" || /moon=off|^saito|^falcon/.test(state.rules)) return false;"#,
        r"const [, min, max] = values.match(/^(\d+) to (\d+)$/) ?? [];",
    ] {
        assert_eq!(faults(once, true).len(), 1, "{once}");
    }
    assert!(faults("fn about() {}\n#[cfg(test)]\nmod tests { why.about.contains(\"x\") }", false).is_empty());
}
