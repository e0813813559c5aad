use std::io;
use std::path::{Path, PathBuf};

use kirifuda_arena::ArenaError;
use kirifuda_catalog::CatalogError;
use kirifuda_learn::select::SelectError;
use kirifuda_play::RuleError;

/// Why an experiment has no finding.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// Somebody wanted it to end. Finished steps are kept.
    #[error("interrupted")]
    Interrupted,
    /// Only kept results were asked for, and this step has none.
    #[error("the step `{0}` has not been run yet")]
    NotRun(String),
    /// A value or key of a step cannot be written as JSON and read back as the same.
    #[error("the step `{title}` cannot be kept: {why}")]
    Unkeepable {
        /// The step.
        title: String,
        /// What is wrong.
        why: String,
    },
    /// A file could not be read or written.
    #[error("cannot {deed} {}: {why}", path.display())]
    File {
        /// `read` or `write`.
        deed: &'static str,
        /// Which file.
        path: PathBuf,
        /// What the system said.
        why: io::Error,
    },
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(String),
    /// A match could not be played.
    #[error(transparent)]
    Arena(ArenaError),
    /// Rules that no game has.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// A player that is not in the list.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// A selection of percepts gave no result.
    #[error(transparent)]
    Select(#[from] SelectError),
    /// This program cannot run the experiment; the message says what it takes.
    #[error("{0}")]
    Unavailable(String),
    /// Anything else, in words.
    #[error("{0}")]
    Other(String),
}

impl From<ArenaError> for LabError {
    fn from(why: ArenaError) -> LabError {
        match why {
            ArenaError::Interrupted | ArenaError::Unfinished => LabError::Interrupted,
            why => LabError::Arena(why),
        }
    }
}

impl LabError {
    pub(crate) fn write(path: &Path) -> impl FnOnce(io::Error) -> LabError {
        let path = path.to_owned();
        move |why| LabError::File { deed: "write", path, why }
    }
}
