use kirifuda_any::Error;
use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyValueError};

create_exception!(
    kirifuda,
    KirifudaError,
    PyValueError,
    "What was asked for is wrong; the message says what would be right."
);
create_exception!(kirifuda, IllegalAction, KirifudaError, "A move that the rules forbid in this position.");
create_exception!(kirifuda, PlayerError, KirifudaError, "A player failed in the middle of a game.");

/// An error as an exception.
pub fn raised(why: Error) -> PyErr {
    match why {
        Error::Input(why) => KirifudaError::new_err(why),
        Error::Illegal(why) => IllegalAction::new_err(why),
        Error::Player(why) => PlayerError::new_err(why),
        Error::File(why) => PyOSError::new_err(why),
        Error::Stopped => PyKeyboardInterrupt::new_err(Error::Stopped.to_string()),
    }
}

/// An error of what was asked for.
pub fn wrong(why: impl ToString) -> PyErr {
    KirifudaError::new_err(why.to_string())
}
