use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use kirifuda_any::{Error, Progress, TrainOrder};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::game::Game;
use crate::runs::{Watcher, interruptible};

/// So much time lies between two checkpoints.
const EVERY: Duration = Duration::from_secs(60);

/// Trains; the bytes of the model.
#[pyfunction]
#[pyo3(signature = (game, learner, deals, opponents, seed, checkpoint, resume, progress))]
#[allow(clippy::too_many_arguments)]
pub fn run_training<'py>(
    py: Python<'py>,
    game: Game,
    learner: String,
    deals: u64,
    opponents: Option<String>,
    seed: Option<u64>,
    checkpoint: Option<PathBuf>,
    resume: Option<Vec<u8>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let order = TrainOrder { learner, opponents, seed, deals, checkpoint: resume };
    let model = interruptible(py, progress.as_ref(), |watcher| {
        let mut follower = Follower { watcher, place: checkpoint, saved: Instant::now() };
        game.0.train(&order, &mut follower)?.ok_or(Error::Stopped)
    })?;
    Ok(PyBytes::new(py, &model))
}

struct Follower<'a> {
    watcher: &'a Watcher,
    place: Option<PathBuf>,
    saved: Instant,
}

impl Progress for Follower<'_> {
    fn advance(&mut self, deals: u64, total: u64, _: Option<String>) -> bool {
        self.watcher.tell(deals, total);
        !self.watcher.is_stopped()
    }

    fn is_due(&mut self) -> bool {
        self.place.is_some() && self.saved.elapsed() >= EVERY
    }

    fn keep(&mut self, checkpoint: &[u8]) -> Result<(), Error> {
        let Some(place) = &self.place else { return Ok(()) };
        replace(place, checkpoint).map_err(|why| Error::File(format!("cannot write {}: {why}", place.display())))?;
        self.saved = Instant::now();
        Ok(())
    }
}

/// Writes a file, which appears whole or not at all.
fn replace(place: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut file = tempfile::NamedTempFile::new_in(folder.unwrap_or(".".as_ref()))?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(place)?;
    Ok(())
}
