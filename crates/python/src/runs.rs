use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kirifuda_any::{Answers, Asked, Contender, Error, Guest, Match, Moves, Part};
use kirifuda_arena::{Contest, Monitor, Record};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::{to_python, whole_numbers};
use crate::errors::{PlayerError, raised, wrong};
use crate::game::Game;
use crate::player::Player;
use crate::records::arrays;
use crate::state::View;

/// Watches a run from the interpreter's side.
#[derive(Default)]
pub struct Watcher {
    stop: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
}

impl Watcher {
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub fn tell(&self, done: u64, total: u64) {
        self.done.fetch_max(done, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }
}

impl Monitor for Watcher {
    fn advance(&self, done: u64, total: u64) {
        self.tell(done, total);
    }

    fn stopped(&self) -> bool {
        self.is_stopped()
    }
}

/// The first exception of a player.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// Works without the interpreter; looks twenty times a second whether somebody has pressed Ctrl-C, and tells the progress.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Watcher) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let watcher = Watcher::default();
    let mut signal = None;
    let result = py.detach(|| {
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| work(&watcher));
            let (mut wait, mut told) = (Duration::from_micros(100), 0);
            loop {
                let finished = worker.is_finished();
                let done = watcher.done.load(Ordering::Relaxed);
                let news = progress.filter(|_| done > told);
                if signal.is_none() && (news.is_some() || !finished) {
                    let looked = Python::attach(|py| {
                        py.check_signals()?;
                        if let Some(progress) = news {
                            told = done;
                            progress.call1(py, (done, watcher.total.load(Ordering::Relaxed)))?;
                        }
                        Ok(())
                    });
                    if let Err(why) = looked {
                        signal = Some(why);
                        watcher.stop.store(true, Ordering::Relaxed);
                    }
                }
                if finished {
                    break;
                }
                std::thread::sleep(wait);
                wait = (wait * 2).min(Duration::from_millis(50));
            }
            worker
                .join()
                .unwrap_or_else(|_| Err(Error::Player("a player broke down (a panic; please report it)".into())))
        })
    });
    match signal {
        Some(signal) => Err(signal),
        None => result.map_err(raised),
    }
}

/// Who plays: texts, players of the list, functions of a view, functions of many positions.
fn contenders(game: &Game, players: &[Bound<'_, PyAny>], failed: &Raised) -> PyResult<Vec<Contender>> {
    let mut contenders = Vec::new();
    for player in players {
        if let Ok(text) = player.extract::<String>() {
            contenders.push(Contender::Listed(text));
            continue;
        }
        if let Ok(player) = player.cast::<Player>() {
            contenders.push(Contender::Listed(player.get().spec_text().to_string()));
            continue;
        }
        if !player.is_callable() {
            return Err(wrong(format!(
                "a player is a name of the list, a Player, or a function of a view, not {}",
                player.get_type().name()?
            )));
        }
        let name = player.getattr("__name__").and_then(|name| name.extract());
        let name = name.or_else(|_| player.get_type().name().map(|name| name.to_string()))?;
        let many = player.getattr("batched").is_ok_and(|batched| batched.is_truthy().unwrap_or(false));
        let (function, game, failed) = (player.clone().unbind(), game.clone(), Arc::clone(failed));
        let answers = if many {
            Answers::Many(Arc::new(move |asked, chosen| {
                Python::attach(|py| {
                    ask_many(py, &function, &game, asked, chosen).map_err(|why| noted(py, &failed, why))
                })
            }))
        } else {
            Answers::Each(Arc::new(move |view| {
                Python::attach(|py| {
                    let chosen = function.call1(py, (View::new(game.clone(), view),));
                    let number = chosen.and_then(|chosen| {
                        chosen.extract::<usize>(py).map_err(|_| {
                            let repr = chosen.bind(py).repr().map_or_else(|_| "?".into(), |text| text.to_string());
                            wrong(format!("it returned {repr}, not the number of an action"))
                        })
                    });
                    number.map_err(|why| noted(py, &failed, why))
                })
            }))
        };
        contenders.push(Contender::Guest(Guest { name, answers }));
    }
    Ok(contenders)
}

/// Keeps the first exception, to be told as the cause.
fn noted(py: Python<'_>, failed: &Raised, why: PyErr) -> String {
    let text = why.to_string();
    failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why.clone_ref(py));
    text
}

fn ask_many(
    py: Python<'_>,
    function: &Py<PyAny>,
    game: &Game,
    asked: &Asked<'_>,
    chosen: &mut Vec<usize>,
) -> PyResult<()> {
    let (bits, actions) = (game.0.bits(), game.0.actions());
    let (mut bytes, mut mask) = (vec![0u8; asked.rows * bits], vec![false; asked.rows * actions]);
    let words = bits.div_ceil(64);
    let mut start = 0;
    for (row, &end) in asked.ends.iter().enumerate() {
        kirifuda_any::bytes_of(&asked.observations[row * words..][..words], &mut bytes[row * bits..][..bits]);
        for &number in &asked.legal[start..end] {
            mask[row * actions + number] = true;
        }
        start = end;
    }
    let observation: Bound<'_, PyArray2<u8>> = PyArray1::from_vec(py, bytes).reshape([asked.rows, bits])?;
    let mask: Bound<'_, PyArray2<bool>> = PyArray1::from_vec(py, mask).reshape([asked.rows, actions])?;
    let answer = function.call1(py, (observation, mask))?;
    let answer = whole_numbers(answer.bind(py), "what the function returned", asked.rows)?;
    let answer = answer.readonly();
    chosen.clear();
    for &number in answer.as_slice()? {
        chosen.push(usize::try_from(number).map_err(|_| wrong(format!("it chose action {number}")))?);
    }
    Ok(())
}

/// A failed player's own exception becomes the cause of ours.
fn with_cause(py: Python<'_>, result: PyErr, failed: &Raised) -> PyErr {
    if result.is_instance_of::<PlayerError>(py)
        && let Some(cause) = failed.lock().unwrap_or_else(PoisonError::into_inner).take()
    {
        result.set_cause(py, Some(cause));
    }
    result
}

/// Plays a match.
#[pyfunction]
#[pyo3(signature = (game, players, deals, seed, threads, series, record, overwrite, progress))]
#[allow(clippy::too_many_arguments)]
pub fn play_match<'py>(
    py: Python<'py>,
    game: Game,
    players: Vec<Bound<'py, PyAny>>,
    deals: u64,
    seed: u64,
    threads: Option<usize>,
    series: bool,
    record: Option<PathBuf>,
    overwrite: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let failed = Raised::default();
    let order = Match { players: contenders(&game, &players, &failed)?, deals, seed, threads, series };
    let mut draft = record.map(|place| Draft::open(place, overwrite)).transpose()?;
    let result = interruptible(py, progress.as_ref(), |watcher| {
        let mut write = draft.as_mut().map(|draft| |record: &Record| record.write(&mut draft.file));
        let sink = write.as_mut().map(|write| write as &mut dyn FnMut(&Record) -> std::io::Result<()>);
        game.0.play(&order, watcher, sink)
    });
    let result = result.map_err(|why| with_cause(py, why, &failed))?;
    if let Some(draft) = draft {
        draft.publish()?;
    }
    to_python(py, &result)
}

/// Plays a tournament.
#[pyfunction]
#[pyo3(signature = (game, players, deals, seed, threads, progress))]
pub fn play_tournament<'py>(
    py: Python<'py>,
    game: Game,
    players: Vec<Bound<'py, PyAny>>,
    deals: u64,
    seed: u64,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let failed = Raised::default();
    let order = Match { players: contenders(&game, &players, &failed)?, deals, seed, threads, series: false };
    let result = interruptible(py, progress.as_ref(), |watcher| game.0.compete(&order, watcher));
    to_python(py, &result.map_err(|why| with_cause(py, why, &failed))?)
}

/// Plays a part of a match or tournament: a text that `merge_parts` adds up.
#[pyfunction]
#[pyo3(signature = (game, players, deals, seed, threads, contest, number, of, progress))]
#[allow(clippy::too_many_arguments)]
pub fn play_part(
    py: Python<'_>,
    game: Game,
    players: Vec<Bound<'_, PyAny>>,
    deals: u64,
    seed: u64,
    threads: Option<usize>,
    contest: &str,
    number: u64,
    of: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let contest = match contest {
        "deals" => Contest::Deals,
        "matches" => Contest::Matches,
        "tournament" => Contest::Tournament,
        _ => return Err(wrong(format!("contest `{contest}`: allowed are deals, matches, tournament"))),
    };
    let failed = Raised::default();
    let order = Match { players: contenders(&game, &players, &failed)?, deals, seed, threads, series: false };
    let part = Part { number, of, contest, program: kirifuda_version::program() };
    interruptible(py, progress.as_ref(), |watcher| game.0.part(&order, &part, watcher))
}

/// The result of all parts of a run.
#[pyfunction]
pub fn merge_parts<'py>(py: Python<'py>, parts: Vec<String>) -> PyResult<Bound<'py, PyAny>> {
    let result = py.detach(|| kirifuda_any::merge(&parts)).map_err(raised)?;
    to_python(py, &result)
}

/// A file that appears whole or not at all.
pub struct Draft {
    pub file: std::io::BufWriter<tempfile::NamedTempFile>,
    place: PathBuf,
    overwrite: bool,
}

impl Draft {
    pub fn open(place: PathBuf, overwrite: bool) -> PyResult<Draft> {
        if !overwrite && fs::exists(&place).unwrap_or(false) {
            let name = place.display();
            return Err(PyOSError::new_err(format!("{name} exists: name another file, or say overwrite=True")));
        }
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
        let file = tempfile::NamedTempFile::new_in(folder.unwrap_or(".".as_ref()));
        let file = file.map_err(|why| PyOSError::new_err(format!("cannot write {}: {why}", place.display())))?;
        Ok(Draft { file: std::io::BufWriter::new(file), place, overwrite })
    }

    pub fn publish(self) -> PyResult<()> {
        let Draft { file, place, overwrite } = self;
        let failed = |why: std::io::Error| PyOSError::new_err(format!("cannot write {}: {why}", place.display()));
        let mut file = file.into_inner().map_err(|why| failed(why.into_error()))?;
        file.flush().and_then(|()| file.as_file().sync_all()).map_err(failed)?;
        let moved = if overwrite { file.persist(&place) } else { file.persist_noclobber(&place) };
        moved.map(drop).map_err(|why| failed(why.error))
    }
}

type Array<'py, T> = Bound<'py, PyArray1<T>>;

/// Plays deals once each: the numbers of the moves, and where each game ends.
#[pyfunction]
#[pyo3(signature = (game, players, first, deals, seed, threads, progress))]
#[allow(clippy::too_many_arguments)]
pub fn play_moves<'py>(
    py: Python<'py>,
    game: Game,
    players: Vec<Bound<'py, PyAny>>,
    first: u64,
    deals: u64,
    seed: u64,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Array<'py, u16>, Array<'py, u64>)> {
    let failed = Raised::default();
    let order = Match { players: contenders(&game, &players, &failed)?, deals, seed, threads, series: false };
    let moves = interruptible(py, progress.as_ref(), |watcher| game.0.moves(&order, first, watcher));
    let moves = moves.map_err(|why| with_cause(py, why, &failed))?;
    Ok((PyArray1::from_vec(py, moves.numbers), PyArray1::from_vec(py, moves.ends)))
}

/// Makes the moves of deals again: every decision, as arrays.
#[pyfunction]
pub fn replay_moves<'py>(
    py: Python<'py>,
    game: Game,
    seed: u64,
    first: u64,
    numbers: PyReadonlyArray1<'py, u16>,
    ends: PyReadonlyArray1<'py, u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let moves = Moves { numbers: numbers.as_slice()?.to_vec(), ends: ends.as_slice()?.to_vec() };
    let columns = py.detach(|| game.0.replay(seed, first, &moves)).map_err(raised)?;
    arrays(py, columns, game.0.bits())
}
