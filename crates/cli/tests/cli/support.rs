//! Starts the program and looks at what comes out.

use std::ffi::OsStr;
use std::ops::Deref;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// What a run of the program left behind.
pub struct Done {
    /// The exit status; nothing when a signal ended it.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// The program with arguments, its input empty, ready to start.
pub fn command<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kirifuda"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program with words that are separated by spaces.
pub fn run(line: &str) -> Done {
    run_words(line.split_whitespace())
}

/// Runs the program to its end.
pub fn run_words<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Done {
    let output = command(arguments).output().unwrap();
    Done {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Done {
    /// The output of a run that went well and had nothing to complain about.
    #[track_caller]
    pub fn fine(self) -> String {
        assert_eq!(self.code, Some(0), "{}", self.stderr);
        assert_eq!(self.stderr, "");
        self.stdout
    }

    /// The one JSON object of a run that went well.
    #[track_caller]
    pub fn json(self) -> Value {
        let output = self.fine();
        assert_eq!(output.lines().count(), 1, "{output}");
        serde_json::from_str(&output).unwrap()
    }

    /// A run that is refused: nothing on standard output, and a message with all of these words.
    #[track_caller]
    pub fn refused(self, words: &[&str]) {
        assert!(self.code.is_some_and(|code| code != 0), "status {:?}: {}", self.code, self.stderr);
        assert_eq!(self.stdout, "");
        assert!(self.stderr.starts_with("error: "), "{}", self.stderr);
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
        for word in words {
            assert!(self.stderr.contains(word), "`{word}` is missing in: {}", self.stderr);
        }
    }
}

/// A number of a result.
#[track_caller]
pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

/// The players of a result.
#[track_caller]
pub fn players(result: &Value) -> &[Value] {
    result["players"].as_array().unwrap()
}

/// A fresh folder for the files of one test, gone at its end.
pub struct Folder(TempDir);

pub fn folder(name: &str) -> Folder {
    let builder = &mut tempfile::Builder::new();
    Folder(builder.prefix(&format!("{name}-")).tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap())
}

impl Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        self.0.path()
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        self
    }
}

/// A file of the repository.
pub fn repository(path: &str) -> String {
    format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"))
}

/// `exec:` with a Python program and its arguments.
pub fn python(program: &str, arguments: &str) -> String {
    format!("exec:python3 '{program}' {arguments}").trim_end().to_string()
}

/// `exec:` with a program that behaves badly; see `bots/faulty.py`.
pub fn faulty(arguments: &str) -> String {
    python(&format!("{}/tests/cli/bots/faulty.py", env!("CARGO_MANIFEST_DIR")), arguments)
}
