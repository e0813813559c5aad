use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use kirifuda_catalog::games;

use crate::args::NewGameOptions;

/// Where each file of the template goes, and what is in it. It is a small game that is complete: it compiles, and passes
/// what every game must pass.
const FILES: [(&str, &str); 5] = [
    ("crates/games/src/template_game/mod.rs", include_str!("../../../../templates/game/games/mod.rs")),
    ("crates/games/src/template_game/text.rs", include_str!("../../../../templates/game/games/text.rs")),
    ("crates/games/tests/template_game.rs", include_str!("../../../../templates/game/tests/template_game.rs")),
    ("crates/players/src/template_game/mod.rs", include_str!("../../../../templates/game/players/mod.rs")),
    ("docs/games/template-game.md", include_str!("../../../../templates/game/docs/template-game.md")),
];

/// What is left to be written by hand.
const LINES: &str = include_str!("../../../../templates/game/lines.txt");

/// `kirifuda new-game`.
pub fn run(options: &NewGameOptions) -> Result<ExitCode> {
    let name = Name::read(&options.name)?;
    let root = options.folder.as_path();
    if !root.join("crates/games/src/lib.rs").is_file() {
        bail!("{} is not the repository of Kirifuda: name it with `--folder`", root.display());
    }
    let files = FILES.map(|(path, text)| (root.join(name.put_into(path)), name.put_into(text)));
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists()) {
        bail!("{} is there already: choose another name, or remove it", path.display());
    }
    let mut out = std::io::stdout().lock();
    for (path, text) in &files {
        write_file(path, text)?;
        writeln!(out, "wrote {}", path.display())?;
    }
    write!(out, "\n{}", name.put_into(LINES))?;
    Ok(ExitCode::SUCCESS)
}

fn write_file(path: &Path, text: &str) -> Result<()> {
    let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(path, text));
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// The name of a new game: small letters and digits, words joined by `-`.
struct Name<'a>(Vec<&'a str>);

impl Name<'_> {
    fn read(text: &str) -> Result<Name<'_>> {
        let words: Vec<&str> = text.split('-').collect();
        let sound = |word: &&str| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        if !words.iter().all(sound) {
            bail!(
                "`{text}` is no name for a game: write words of small letters and digits joined by `-`, like `oh-hell`"
            );
        }
        if games().iter().any(|(known, _)| *known == text) {
            bail!("there is a game `{text}` already: choose another name");
        }
        Ok(Name(words))
    }

    /// The template with this name in place of its own.
    fn put_into(&self, text: &str) -> String {
        let words = self.0.join(" ");
        let type_name: String = self.0.iter().map(|word| capital(word)).collect();
        let ways = [
            ("template_game", self.0.join("_")),
            ("template-game", self.0.join("-")),
            ("TemplateGame", type_name),
            ("Template game", capital(&words)),
            ("template game", words),
        ];
        ways.iter().fold(text.to_string(), |text, (way, own)| text.replace(way, own))
    }
}

fn capital(word: &str) -> String {
    word[..1].to_ascii_uppercase() + &word[1..]
}
