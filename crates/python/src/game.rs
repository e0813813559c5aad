use std::sync::Arc;

use kirifuda_any as any;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyString};

use crate::batch::Batch;
use crate::convert::to_python;
use crate::errors::{raised, wrong};
use crate::player::Player;
use crate::state::State;

/// A game of the list under some rules.
#[pyclass(module = "kirifuda", frozen, from_py_object)]
#[derive(Clone)]
pub struct Game(pub Arc<dyn any::Game>, Arc<[Py<PyInt>]>);

impl Game {
    /// Numbers of moves as Python has them. They are made once: a list of legal moves is asked for before every move.
    pub fn list<'py>(&self, py: Python<'py>, numbers: &[usize]) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, numbers.iter().map(|&number| self.1[number].bind(py)))
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, rules=""))]
    fn new(py: Python<'_>, name: &str, rules: &str) -> PyResult<Game> {
        let game = any::game(name, rules).map_err(raised)?;
        let numbers =
            (0..game.actions()).map(|number| Ok(number.into_pyobject(py)?.unbind())).collect::<PyResult<_>>()?;
        Ok(Game(game, numbers))
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The rules in canonical text.
    #[getter]
    fn rules(&self) -> String {
        self.0.rules()
    }

    /// Number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.0.seats()
    }

    /// All moves that there are: actions are numbered from 0 to one less.
    #[getter]
    fn num_actions(&self) -> usize {
        self.0.actions()
    }

    /// Name and version of the numbers of moves; other numbers have another.
    #[getter]
    fn numbers(&self) -> &'static str {
        self.0.numbers()
    }

    /// Bits of an observation.
    #[getter]
    fn observation_size(&self) -> usize {
        self.0.bits()
    }

    /// Name and version of the bits of an observation; other bits have another.
    #[getter]
    fn layout(&self) -> &'static str {
        self.0.layout()
    }

    /// A payoff that is large: learners divide by it.
    #[getter]
    fn large(&self) -> f32 {
        self.0.large()
    }

    /// What the list tells of the game: players with their settings, learners, measures, presets; as
    /// ``kirifuda list --json``.
    #[getter]
    fn about<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.about())
    }

    /// A move in the game's notation.
    ///
    /// >>> kirifuda.game("hearts").action_text(0)
    /// '♣2'
    fn action_text(&self, action: usize) -> PyResult<String> {
        self.0.action_text(action).map_err(raised)
    }

    /// The number of a move in the game's notation.
    ///
    /// >>> kirifuda.game("hearts").action_number("♣2")
    /// 0
    fn action_number(&self, text: &str) -> PyResult<usize> {
        self.0.action_number(text).map_err(raised)
    }

    /// Deal number ``n`` of a seed: the cards of ``kirifuda match --seed``.
    #[pyo3(signature = (seed=1, n=0))]
    fn deal(&self, seed: u64, n: u64) -> State {
        State::new(self.clone(), self.0.deal(seed, n))
    }

    /// A game from its deal and its moves, in the game's notation: the inverse of ``State.text()``.
    #[pyo3(signature = (deal, actions=vec![]))]
    fn read(&self, deal: &str, actions: Vec<String>) -> PyResult<State> {
        Ok(State::new(self.clone(), self.0.read(deal, &actions).map_err(raised)?))
    }

    /// Every deal with its probability, in games that are small enough (Kuhn and Leduc poker).
    ///
    /// >>> len(kirifuda.game("kuhn").all_deals())
    /// 6
    fn all_deals(&self) -> PyResult<Vec<(f64, State)>> {
        let deals = self.0.all_deals();
        let deals = deals.ok_or_else(|| wrong(format!("the deals of {} are too many to be listed", self.0.name())))?;
        Ok(deals.into_iter().map(|(chance, state)| (chance, State::new(self.clone(), state))).collect())
    }

    /// What a perfect opponent gains a game against a player, in games that are small enough.
    ///
    /// >>> kirifuda.game("kuhn").exploitability("cfr:iterations=10000") < 0.001
    /// True
    fn exploitability(&self, py: Python<'_>, player: &str) -> PyResult<f64> {
        py.detach(|| self.0.exploitability(player)).map_err(raised)
    }

    /// A player of the list. Settings are part of the text or keyword arguments; a dash in a name is an
    /// underscore here.
    ///
    /// >>> kirifuda.game("hearts").player("mc", sims=50).settings["sims"]
    /// 50
    #[pyo3(signature = (spec, seed=0, **settings))]
    fn player(&self, py: Python<'_>, spec: &str, seed: u64, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Player> {
        let spec = with_settings(spec, settings)?;
        let made = py.detach(|| self.0.player(&spec, seed));
        Ok(Player::new(self.clone(), spec, seed, made.map_err(raised)?))
    }

    /// ``n`` games that are stepped together: see :class:`Batch`.
    ///
    /// ``seats`` names who sits where: a player of the list, or None, whose moves are yours; without it all
    /// are. ``rotate`` moves everybody on by one seat from deal to deal. ``observation`` is ``bits`` (a byte
    /// for each bit), ``packed`` (64 bits in a word) or ``none``. ``threads``: one for each core, unless said
    /// otherwise; nothing but the time depends on it.
    ///
    /// >>> batch = kirifuda.game("hearts").batch(16, seed=1, seats=[None, "stock", "stock", "stock"])
    /// >>> for _ in range(13 * 4):
    /// ...     batch.step(batch.random())
    /// >>> batch.observation.shape[0], batch.mask.shape
    /// (16, (16, 52))
    #[pyo3(signature = (n, seed=1, *, seats=vec![], first=0, rotate=false, observation="bits", threads=None))]
    #[allow(clippy::too_many_arguments)]
    fn batch(
        &self,
        py: Python<'_>,
        n: usize,
        seed: u64,
        seats: Vec<Option<String>>,
        first: u64,
        rotate: bool,
        observation: &str,
        threads: Option<usize>,
    ) -> PyResult<Batch> {
        let order = any::BatchOrder { games: n, seed, first, seats, rotate, threads };
        Batch::make(py, self, order, observation)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String, String)) {
        let game = slf.get();
        (slf.get_type().into_any(), (game.0.name().to_string(), game.0.rules()))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| {
            let other = other.get();
            self.0.name() == other.0.name() && self.0.rules() == other.0.rules()
        })
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.0.name(), self.0.rules()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("kirifuda.game({:?}, {:?})", self.0.name(), self.0.rules())
    }
}

/// `mc` and `sims=500` as `mc:sims=500`.
pub fn with_settings(spec: &str, settings: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
    let mut text = spec.to_string();
    for (key, value) in settings.into_iter().flatten() {
        let key: String = key.extract()?;
        let value = match value.extract::<bool>() {
            Ok(on) => if on { "on" } else { "off" }.to_string(),
            Err(_) => value.str()?.cast_into::<PyString>()?.to_string(),
        };
        text.push(if text.contains(':') { ',' } else { ':' });
        // Python has no names with a dash.
        text.push_str(&format!("{}={value}", key.replace('_', "-")));
    }
    Ok(text)
}

/// Every game of the list, with a line about it.
#[pyfunction]
pub fn games() -> Vec<(&'static str, &'static str)> {
    kirifuda_catalog::games()
}
