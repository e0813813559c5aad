use std::sync::{Mutex, PoisonError};

use kirifuda_any::{self as any, Arrays, BatchOrder};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::convert::whole_numbers;
use crate::errors::{raised, wrong};
use crate::game::Game;
use crate::player::Player;
use crate::state::{State, View};

/// Many games that are stepped together. The arrays are written in place at every step.
#[pyclass(module = "kirifuda")]
pub struct Batch {
    game: Game,
    games: usize,
    batch: Option<Mutex<Box<dyn any::Batch>>>,
    arrays: Own,
    /// What Python sees: the same memory, read only.
    shown: Shown,
}

/// Arrays that are written.
struct Own {
    bytes: Py<PyArray2<u8>>,
    packed: Py<PyArray2<u64>>,
    mask: Py<PyArray2<bool>>,
    seat: Py<PyArray1<i32>>,
    reward: Py<PyArray2<f32>>,
    done: Py<PyArray1<bool>>,
    deal: Py<PyArray1<i64>>,
    actions: Py<PyArray1<i64>>,
}

struct Shown {
    observation: Py<PyAny>,
    mask: Py<PyAny>,
    seat: Py<PyAny>,
    reward: Py<PyAny>,
    done: Py<PyAny>,
    deal: Py<PyAny>,
}

impl Batch {
    pub fn make(py: Python<'_>, game: &Game, order: BatchOrder, observation: &str) -> PyResult<Batch> {
        let any = &game.0;
        let bits = any.bits();
        let (bits, words) = match observation {
            "bits" => (bits, 0),
            "packed" => (0, bits.div_ceil(64)),
            "none" => (0, 0),
            _ => return Err(wrong(format!("observation `{observation}`: allowed are bits, packed, none"))),
        };
        let games = order.games;
        let batch = py.detach(|| any.batch(order)).map_err(raised)?;
        let arrays = Own {
            bytes: PyArray2::zeros(py, [games, bits], false).unbind(),
            packed: PyArray2::zeros(py, [games, words], false).unbind(),
            mask: PyArray2::zeros(py, [games, any.actions()], false).unbind(),
            seat: PyArray1::zeros(py, games, false).unbind(),
            reward: PyArray2::zeros(py, [games, any.seats()], false).unbind(),
            done: PyArray1::zeros(py, games, false).unbind(),
            deal: PyArray1::zeros(py, games, false).unbind(),
            actions: PyArray1::zeros(py, games, false).unbind(),
        };
        let observation = if words > 0 { arrays.packed.bind(py).as_any() } else { arrays.bytes.bind(py).as_any() };
        let shown = Shown {
            observation: read_only(observation)?,
            mask: read_only(arrays.mask.bind(py))?,
            seat: read_only(arrays.seat.bind(py))?,
            reward: read_only(arrays.reward.bind(py))?,
            done: read_only(arrays.done.bind(py))?,
            deal: read_only(arrays.deal.bind(py))?,
        };
        let mut batch = Batch { game: game.clone(), games, batch: Some(Mutex::new(batch)), arrays, shown };
        batch.advance(py, None)?;
        Ok(batch)
    }

    fn advance(&mut self, py: Python<'_>, actions: Option<&[i64]>) -> PyResult<()> {
        let arrays = &self.arrays;
        let mut bytes = arrays.bytes.bind(py).readwrite();
        let mut packed = arrays.packed.bind(py).readwrite();
        let mut mask = arrays.mask.bind(py).readwrite();
        let mut seat = arrays.seat.bind(py).readwrite();
        let mut reward = arrays.reward.bind(py).readwrite();
        let mut done = arrays.done.bind(py).readwrite();
        let mut deal = arrays.deal.bind(py).readwrite();
        let mut arrays = Arrays {
            bytes: bytes.as_slice_mut()?,
            packed: packed.as_slice_mut()?,
            mask: mask.as_slice_mut()?,
            seat: seat.as_slice_mut()?,
            reward: reward.as_slice_mut()?,
            done: done.as_slice_mut()?,
            deal: deal.as_slice_mut()?,
        };
        let batch = opened(&mut self.batch)?;
        py.detach(|| batch.step(actions, &mut arrays)).map_err(raised)
    }

    /// Fills the array of actions, which is used again.
    fn fill<'py>(
        &mut self,
        py: Python<'py>,
        fill: impl FnOnce(&mut dyn any::Batch, &mut [i64]) -> Result<(), any::Error> + Send,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let out = self.arrays.actions.bind(py).clone();
        let mut write = out.readwrite();
        let (slice, batch) = (write.as_slice_mut()?, opened(&mut self.batch)?);
        py.detach(|| fill(batch, slice)).map_err(raised)?;
        drop(write);
        Ok(out)
    }
}

/// The batch, unless it is closed. (A class of Python must be `Sync`, which players are not: hence the lock, never waited for.)
fn opened(batch: &mut Option<Mutex<Box<dyn any::Batch>>>) -> PyResult<&mut dyn any::Batch> {
    match batch {
        Some(batch) => Ok(&mut **batch.get_mut().unwrap_or_else(PoisonError::into_inner)),
        None => Err(wrong("the batch is closed: make another with game.batch()")),
    }
}

/// The same memory, which cannot be written through it.
fn read_only(array: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let view = array.call_method0("view")?;
    view.getattr("flags")?.setattr("writeable", false)?;
    Ok(view.unbind())
}

#[pymethods]
impl Batch {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// What the seat to move may know, row by row. Written in place: copy what you keep.
    #[getter]
    fn observation(&self, py: Python<'_>) -> Py<PyAny> {
        self.shown.observation.clone_ref(py)
    }

    /// The legal moves, row by row.
    #[getter]
    fn mask(&self, py: Python<'_>) -> Py<PyAny> {
        self.shown.mask.clone_ref(py)
    }

    /// The seat to move, row by row.
    #[getter]
    fn seat(&self, py: Python<'_>) -> Py<PyAny> {
        self.shown.seat.clone_ref(py)
    }

    /// What the games that ended in the last step were worth, by row and seat; zeros elsewhere.
    #[getter]
    fn reward(&self, py: Python<'_>) -> Py<PyAny> {
        self.shown.reward.clone_ref(py)
    }

    /// Which games ended in the last step; their rows are already those of the next deal.
    #[getter]
    fn done(&self, py: Python<'_>) -> Py<PyAny> {
        self.shown.done.clone_ref(py)
    }

    /// The number of the deal, row by row.
    #[getter]
    fn deal(&self, py: Python<'_>) -> Py<PyAny> {
        self.shown.deal.clone_ref(py)
    }

    /// Makes one move in every game, then the moves of the players of the list; games that end are dealt
    /// anew. If one action is illegal, none is made.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        opened(&mut self.batch)?;
        let actions = whole_numbers(actions, "actions", self.games)?;
        let actions = actions.readonly();
        self.advance(py, Some(actions.as_slice()?))
    }

    /// All games from their first deals.
    fn reset(&mut self, py: Python<'_>) -> PyResult<()> {
        self.advance(py, None)
    }

    /// A random legal move for every game, in an array that is used again.
    fn random<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        self.fill(py, |batch, out| batch.random(out))
    }

    /// What a player of the list would do in every game, in an array that is used again.
    fn ask<'py>(&mut self, py: Python<'py>, player: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let spec = match player.cast::<Player>() {
            Ok(player) => player.get().spec_text().to_string(),
            Err(_) => player.extract::<String>().map_err(|_| wrong("a player of the list is expected: its name"))?,
        };
        self.fill(py, move |batch, out| batch.ask(&spec, out))
    }

    /// What the seat to move in a row may know.
    fn view(&mut self, row: usize) -> PyResult<View> {
        let view = opened(&mut self.batch)?.view(row).map_err(raised)?;
        Ok(View::new(self.game.clone(), view))
    }

    /// A copy of the game of a row.
    fn state(&mut self, row: usize) -> PyResult<State> {
        let state = opened(&mut self.batch)?.state(row).map_err(raised)?;
        Ok(State::new(self.game.clone(), state))
    }

    /// Gives its games and threads back.
    fn close(&mut self) {
        self.batch = None;
    }

    fn __len__(&self) -> usize {
        self.games
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(wrong("a batch cannot be pickled: make it anew from its seed, or pickle batch.state(row)"))
    }

    fn __repr__(&self) -> String {
        format!("<kirifuda.Batch of {} games of {}>", self.games, self.game.0.name())
    }
}
