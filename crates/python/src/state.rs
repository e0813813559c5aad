use std::sync::{Mutex, MutexGuard, PoisonError};

use kirifuda_any as any;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::convert::{bytes, packed, to_python};
use crate::errors::{raised, wrong};
use crate::game::Game;

/// One game in one state, everything open: for whoever deals.
#[pyclass(module = "kirifuda")]
pub struct State {
    game: Game,
    state: Box<dyn any::State>,
    /// Space for an observation, used again.
    row: Vec<u64>,
    bytes: Vec<u8>,
}

impl State {
    pub fn new(game: Game, state: Box<dyn any::State>) -> State {
        State { game, state, row: Vec::new(), bytes: Vec::new() }
    }

    /// A seat that is named, or the one to move.
    fn seat_or_turn(&self, seat: Option<usize>) -> PyResult<usize> {
        seat.or_else(|| self.state.turn()).ok_or_else(|| wrong("the game is over, nobody is to move: name a seat"))
    }
}

#[pymethods]
impl State {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// The seat to move; None when the game is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.state.turn()
    }

    /// True when the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.state.turn().is_none()
    }

    /// The numbers of the legal moves; empty when the game is over.
    fn legal<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.game.list(py, self.state.legal())
    }

    /// Makes a move: its number, or its text in the game's notation. An illegal one raises
    /// :class:`IllegalAction` and changes nothing.
    fn play(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        // A signed number: it is read without a call of `__index__`.
        let number = match action.extract::<i64>().map(usize::try_from) {
            Ok(Ok(number)) => number,
            _ => number_of(&self.game, action)?,
        };
        self.state.play(number).map_err(raised)
    }

    /// What the finished game is worth, by seat; zeros before its end.
    #[getter]
    fn returns(&self) -> Vec<f32> {
        self.state.payoffs()
    }

    /// What a seat may know, as bits; without a seat, the one to move.
    #[pyo3(signature = (seat=None, *, packed=false))]
    fn observation<'py>(&mut self, py: Python<'py>, seat: Option<usize>, packed: bool) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat_or_turn(seat)?;
        let bits = self.game.0.bits();
        self.row.resize(bits.div_ceil(64), 0);
        self.state.observe(seat, &mut self.row).map_err(raised)?;
        if packed {
            return Ok(PyArray1::from_slice(py, &self.row).into_any());
        }
        self.bytes.resize(bits, 0);
        any::bytes_of(&self.row, &mut self.bytes);
        Ok(PyArray1::from_slice(py, &self.bytes).into_any())
    }

    /// The legal moves as a mask over all moves.
    fn mask<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        mask(py, self.state.legal(), self.game.0.actions())
    }

    /// What a seat may know: this is what agents get. Without a seat, the one to move.
    #[pyo3(signature = (seat=None))]
    fn view(&self, seat: Option<usize>) -> PyResult<View> {
        let seat = self.seat_or_turn(seat)?;
        Ok(View::new(self.game.clone(), self.state.view(seat).map_err(raised)?))
    }

    /// A world that agrees with what a seat has seen, each equally likely.
    #[pyo3(signature = (seat=None, seed=0))]
    fn imagine(&self, seat: Option<usize>, seed: u64) -> PyResult<State> {
        let view = self.state.view(self.seat_or_turn(seat)?).map_err(raised)?;
        Ok(State::new(self.game.clone(), view.imagine(seed)))
    }

    /// A copy.
    fn clone(&self) -> State {
        State::new(self.game.clone(), self.state.copy())
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    /// The deal and every move, in the game's notation.
    fn text(&self) -> PyResult<(String, Vec<String>)> {
        self.state.write().map_err(raised)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (deal, actions) = self.text()?;
        let restore = py.import("kirifuda._kirifuda")?.getattr("restore_state")?;
        Ok((restore, (self.game.clone(), deal, actions).into_pyobject(py)?))
    }

    fn __str__(&self) -> String {
        self.state.picture()
    }

    fn __repr__(&self) -> PyResult<String> {
        let moves = self.text()?.1.len();
        Ok(format!("<kirifuda.State of {} after {moves} moves>", self.game.0.name()))
    }
}

/// What one seat may know of a game.
#[pyclass(module = "kirifuda", frozen)]
pub struct View {
    game: Game,
    pub view: Mutex<Box<dyn any::View>>,
}

impl View {
    pub fn new(game: Game, view: Box<dyn any::View>) -> View {
        View { game, view: Mutex::new(view) }
    }

    pub fn look(&self) -> MutexGuard<'_, Box<dyn any::View>> {
        self.view.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn part<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.look().seen()[name])
    }
}

#[pymethods]
impl View {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// Whose eyes.
    #[getter]
    fn seat(&self) -> usize {
        self.look().seat()
    }

    /// The seat to move; None when the game is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.look().turn()
    }

    /// The numbers of the moves that this seat can make now; empty when it is not its turn.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.game.list(py, self.look().legal())
    }

    /// The legal moves as a mask over all moves.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        mask(py, self.look().legal(), self.game.0.actions())
    }

    /// What the seat may know, as bits.
    #[pyo3(signature = (*, packed=false))]
    fn observation<'py>(&self, py: Python<'py>, packed: bool) -> Bound<'py, PyAny> {
        let mut row = vec![0u64; self.game.0.bits().div_ceil(64)];
        self.look().observe(&mut row);
        seen(py, row, self.game.0.bits(), packed)
    }

    /// What the seat holds, in the game's notation.
    #[getter]
    fn hand<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "hand")
    }

    /// Facts of the deal that everybody knows, by name.
    #[getter]
    fn public<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "public")
    }

    /// Facts that this seat alone knows, by name.
    #[getter]
    fn private<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "private")
    }

    /// Facts that follow from what was seen, such as what lies on the table, by name.
    #[getter]
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "position")
    }

    /// Every move so far: who made it, and which; None where it is hidden from this seat.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let seen = self.look().seen();
        let moves = seen["history"].as_array().map(Vec::as_slice).unwrap_or_default();
        moves.iter().map(|act| (act[0].as_u64(), act[1].as_str()).into_pyobject(py)).collect()
    }

    /// What the finished game is worth, by seat; zeros before its end.
    #[getter]
    fn returns(&self) -> Vec<f32> {
        self.look().payoffs()
    }

    /// Names the situation: equal exactly when the seat cannot tell two positions apart.
    #[getter]
    fn key(&self) -> String {
        self.look().key()
    }

    /// A world that agrees with the view, each equally likely.
    ///
    /// >>> view = kirifuda.game("hearts").deal(1).view()
    /// >>> view.imagine(seed=5).view(view.seat) == view
    /// True
    #[pyo3(signature = (seed=0))]
    fn imagine(&self, seed: u64) -> State {
        State::new(self.game.clone(), self.look().imagine(seed))
    }

    /// A world that looks the same goes along, never the game that is played.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (world, seat) = {
            let view = self.look();
            (view.imagine(0), view.seat())
        };
        let (deal, actions) = world.write().map_err(raised)?;
        let restore = py.import("kirifuda._kirifuda")?.getattr("restore_view")?;
        Ok((restore, (self.game.clone(), deal, actions, seat).into_pyobject(py)?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<View>().is_ok_and(|other| {
            let other = other.get();
            std::ptr::eq(self, other)
                || self.game.0.name() == other.game.0.name()
                    && self.game.0.rules() == other.game.0.rules()
                    && self.key() == other.key()
        })
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.key().hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        let seen = self.look().seen();
        let mut text = format!("seat {}\nhand: {}\n", seen["seat"], words(&seen["hand"]));
        for part in ["public", "private", "position"] {
            for (name, values) in seen[part].as_object().into_iter().flatten() {
                text.push_str(&format!("{name}: {}\n", words(values)));
            }
        }
        let history = seen["history"].as_array().map(Vec::as_slice).unwrap_or_default();
        let moves: Vec<String> =
            history.iter().map(|act| format!("{}:{}", act[0], act[1].as_str().unwrap_or("?"))).collect();
        text.push_str(&format!("moves: {}\n", moves.join(" ")));
        text
    }

    fn __repr__(&self) -> String {
        format!("<kirifuda.View of seat {} in {}>", self.seat(), self.game.0.name())
    }
}

/// Texts in a row.
fn words(list: &serde_json::Value) -> String {
    let items = list.as_array().map(Vec::as_slice).unwrap_or_default();
    items.iter().map(|item| item.as_str().unwrap_or_default()).collect::<Vec<_>>().join(" ")
}

fn seen(py: Python<'_>, row: Vec<u64>, bits: usize, is_packed: bool) -> Bound<'_, PyAny> {
    if is_packed { packed(py, row).into_any() } else { bytes(py, &row, bits).into_any() }
}

fn mask<'py>(py: Python<'py>, legal: &[usize], actions: usize) -> Bound<'py, PyArray1<bool>> {
    let mut mask = vec![false; actions];
    legal.iter().for_each(|&number| mask[number] = true);
    PyArray1::from_vec(py, mask)
}

/// The number of a move that is a text, or anything that counts as a number.
fn number_of(game: &Game, action: &Bound<'_, PyAny>) -> PyResult<usize> {
    if let Ok(text) = action.extract::<String>() {
        return game.0.action_number(&text).map_err(raised);
    }
    match action.extract::<i64>() {
        Ok(number) => Err(wrong(format!("action {number}: moves are numbered 0 to {}", game.0.actions() - 1))),
        Err(_) => {
            let kind = action.get_type().name()?;
            Err(wrong(format!("an action is a number or a text in the game's notation, not {kind}")))
        }
    }
}

/// A state from its text: for pickle.
#[pyfunction]
pub fn restore_state(game: Game, deal: &str, actions: Vec<String>) -> PyResult<State> {
    let state = game.0.read(deal, &actions).map_err(raised)?;
    Ok(State::new(game, state))
}

/// A view from a world that looks the same: for pickle.
#[pyfunction]
pub fn restore_view(game: Game, deal: &str, actions: Vec<String>, seat: usize) -> PyResult<View> {
    let view = game.0.read(deal, &actions).and_then(|state| state.view(seat)).map_err(raised)?;
    Ok(View::new(game, view))
}
