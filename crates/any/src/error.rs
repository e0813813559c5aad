use kirifuda_arena::ArenaError;
use kirifuda_catalog::CatalogError;

/// Why something was refused or failed. The text names the problem and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// What was asked for is wrong: an unknown name, a seat that is not there.
    #[error("{0}")]
    Input(String),
    /// A move that the rules forbid now.
    #[error("{0}")]
    Illegal(String),
    /// A player failed.
    #[error("{0}")]
    Player(String),
    /// A file could not be read or written.
    #[error("{0}")]
    File(String),
    /// It was told to stop before there was a result.
    #[error("stopped before there was a result")]
    Stopped,
}

impl From<CatalogError> for Error {
    fn from(why: CatalogError) -> Error {
        Error::Input(why.to_string())
    }
}

impl From<ArenaError> for Error {
    fn from(why: ArenaError) -> Error {
        match why {
            ArenaError::Interrupted => Error::Stopped,
            ArenaError::Fault { .. } | ArenaError::Illegal { .. } | ArenaError::Maker { .. } => {
                Error::Player(why.to_string())
            }
            ArenaError::Records(_) => Error::File(why.to_string()),
            _ => Error::Input(why.to_string()),
        }
    }
}
