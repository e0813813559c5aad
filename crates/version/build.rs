//! Asks git for the commit and hashes the models. Nothing fails where there is no git.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use sha2::{Digest, Sha256};

/// What the program is made from, seen from the root of the repository.
const SOURCES: [&str; 4] = ["crates", "models", "Cargo.toml", "Cargo.lock"];

fn main() {
    let here = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let root = fs::canonicalize(Path::new(&here).join("../..")).unwrap_or_default();
    println!("cargo::rerun-if-env-changed=KIRIFUDA_COMMIT");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    let commit = env::var("KIRIFUDA_COMMIT").ok().or_else(|| commit(&root)).unwrap_or_else(|| "unknown".to_string());
    println!("cargo::rustc-env=KIRIFUDA_COMMIT={}", commit.replace(char::is_whitespace, "-"));
    println!("cargo::rustc-env=KIRIFUDA_MODELS={}", models(&root.join("models")));
}

/// The commit of the repository, and a checksum of what is not committed.
fn commit(root: &Path) -> Option<String> {
    let git = |arguments: &[&str]| -> Option<Vec<u8>> {
        let mut git = Command::new("git");
        let done = git.current_dir(root).arg("--no-optional-locks").args(arguments).output().ok()?;
        done.status.success().then_some(done.stdout)
    };
    let line = |arguments: &[&str]| Some(String::from_utf8(git(arguments)?).ok()?.trim().to_string());
    // A copy without git inside another project must not take that project's commit for its own.
    if fs::canonicalize(line(&["rev-parse", "--show-toplevel"])?).ok()? != root {
        return None;
    }
    // A commit adds a line here; where there is no such file, the head itself changes.
    for file in ["logs/HEAD", "HEAD"] {
        let place = line(&["rev-parse", "--git-path", file]).map(|file| root.join(file)).filter(|file| file.exists());
        if let Some(place) = place {
            println!("cargo::rerun-if-changed={}", place.display());
        }
    }
    let head = line(&["rev-parse", "HEAD"])?;
    let with = |arguments: &[&'static str]| [arguments, &["--"], &SOURCES].concat();
    let mut changed = git(&with(&["diff", "--no-ext-diff", "--binary", "HEAD"]))?;
    for file in line(&with(&["ls-files", "--others", "--exclude-standard"]))?.lines() {
        changed.extend_from_slice(file.as_bytes());
        changed.extend(fs::read(root.join(file)).unwrap_or_default());
    }
    Some(if changed.is_empty() { head } else { format!("{head}+{}", &hexadecimal(Sha256::digest(&changed))[..16]) })
}

/// One checksum for all model files, by name and contents.
fn models(folder: &Path) -> String {
    let is_model = |file: &PathBuf| file.extension().is_some_and(|kind| kind == "kfm" || kind == "json");
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(is_model).collect();
    files.sort();
    let mut digest = Sha256::new();
    for file in files {
        let contents = fs::read(&file).unwrap_or_default();
        digest.update(file.file_name().unwrap_or_default().as_encoded_bytes());
        digest.update((contents.len() as u64).to_le_bytes());
        digest.update(contents);
    }
    hexadecimal(digest.finalize())
}

fn hexadecimal(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}
