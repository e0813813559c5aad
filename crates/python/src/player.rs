use std::sync::{Mutex, PoisonError};

use kirifuda_any as any;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::convert::to_python;
use crate::errors::{raised, wrong};
use crate::game::Game;
use crate::state::{State, View};

/// A player of the list.
#[pyclass(module = "kirifuda", frozen)]
pub struct Player {
    game: Game,
    spec: String,
    seed: u64,
    player: Box<Mutex<dyn any::Player>>,
}

impl Player {
    pub fn new(game: Game, spec: String, seed: u64, player: Box<Mutex<dyn any::Player>>) -> Player {
        Player { game, spec, seed, player }
    }

    pub fn spec_text(&self) -> &str {
        &self.spec
    }

    fn ask<T: Send>(
        &self,
        given: &Bound<'_, PyAny>,
        question: impl FnOnce(&mut dyn any::Player, &dyn any::View) -> Result<T, any::Error> + Send,
    ) -> PyResult<T> {
        let Ok(view) = given.cast::<View>() else {
            let remedy =
                if given.is_instance_of::<State>() { ": players get a view, as state.view() gives it" } else { "" };
            return Err(wrong(format!("a view is expected, not {}{remedy}", given.get_type().name()?)));
        };
        let view = view.get();
        given
            .py()
            .detach(|| {
                let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
                question(&mut *player, &**view.look())
            })
            .map_err(raised)
    }
}

#[pymethods]
impl Player {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// Its name with its settings, as a text.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// The seed of its choices.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// Every setting with the value in force.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &serde_json::Value::Object(self.game.0.settings(&self.spec).map_err(raised)?))
    }

    /// Its move.
    fn choose(&self, view: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.ask(view, |player, view| player.choose(view))
    }

    fn __call__(&self, view: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.choose(view)
    }

    /// What it thinks of every legal move: ``values`` by action (higher is better), the ``unit`` they are in,
    /// and the ``base`` they are counted from. None where it cannot say.
    ///
    /// >>> leduc = kirifuda.game("leduc")
    /// >>> leduc.player("cfr").opinion(leduc.deal(1).view())["unit"]
    /// 'likelihood'
    fn opinion<'py>(&self, view: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(opinion) = self.ask(view, |player, view| player.opinion(view))? else { return Ok(None) };
        let (dict, values) = (PyDict::new(view.py()), PyDict::new(view.py()));
        for (number, value) in opinion.values {
            values.set_item(number, value)?;
        }
        let meaning = serde_json::to_value(opinion.meaning).map_err(wrong)?;
        dict.set_item("values", values)?;
        dict.set_item("unit", to_python(view.py(), &meaning["unit"])?)?;
        dict.set_item("base", to_python(view.py(), &meaning["base"])?)?;
        Ok(Some(dict))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let make = self.game.clone().into_pyobject(py)?.getattr("player")?;
        Ok((make, (&self.spec, self.seed).into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        format!("<kirifuda.Player {} of {}>", self.spec, self.game.0.name())
    }
}
