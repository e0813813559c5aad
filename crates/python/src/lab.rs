use std::path::PathBuf;
use std::sync::Mutex;

use kirifuda_any::Error;
use kirifuda_lab::{
    Event, Kept, LabError, Paper, Scale, Settings, Watch, accept, due, kept, papers, perform, report, reproduce, select,
};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::convert::to_python;
use crate::errors::raised;
use crate::runs::{Watcher, interruptible};

/// A paper or an experiment, a scale, a seed, and where results are kept.
struct Order {
    paper: &'static Paper,
    experiment: Option<&'static str>,
    settings: Settings,
}

impl Order {
    fn new(what: &str, scale: &str, seed: u64, out: PathBuf, threads: Option<usize>) -> Result<Order, Error> {
        let (paper, experiment) = select(papers(), what).map_err(told)?;
        let scale: Scale = scale.parse().map_err(Error::Input)?;
        Ok(Order { paper, experiment, settings: Settings { scale, seed, threads, out, fresh: false } })
    }

    fn names(&self) -> Vec<&'static str> {
        self.experiment.into_iter().collect()
    }
}

fn told(why: LabError) -> Error {
    Error::Input(why.to_string())
}

/// Steps done of those that are known, for a bar of progress.
struct Steps<'a> {
    watcher: &'a Watcher,
    counts: Mutex<(u64, u64)>,
}

impl Watch for Steps<'_> {
    fn tell(&self, event: Event<'_>) {
        let Ok(mut counts) = self.counts.lock() else { return };
        match event {
            Event::Batch { steps } => counts.1 += steps as u64,
            Event::End { .. } => counts.0 += 1,
            _ => return,
        }
        self.watcher.tell(counts.0, counts.1);
    }

    fn stopped(&self) -> bool {
        self.watcher.is_stopped()
    }
}

/// Runs what is not kept, and writes the report.
#[pyfunction]
#[pyo3(signature = (what, scale, seed, out, threads, progress))]
pub fn run_reproduction<'py>(
    py: Python<'py>,
    what: &str,
    scale: &str,
    seed: u64,
    out: PathBuf,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let order = Order::new(what, scale, seed, out, threads).map_err(raised)?;
    let result = interruptible(py, progress.as_ref(), |watcher| {
        let watch = Steps { watcher, counts: Mutex::default() };
        let run = reproduce(order.paper, &order.names(), &order.settings, &watch).map_err(told)?;
        let page = report::write(&run, &order.settings.folder(order.paper)).map_err(told)?;
        let mut result = run.json();
        result["report"] = json!(page.to_string_lossy());
        Ok(result)
    })?;
    to_python(py, &result)
}

/// The steps that can be done now: experiment, name and title of each.
#[pyfunction]
pub fn steps_due(
    py: Python<'_>,
    what: &str,
    scale: &str,
    seed: u64,
    out: PathBuf,
) -> PyResult<Vec<(String, String, String)>> {
    let order = Order::new(what, scale, seed, out, None).map_err(raised)?;
    let steps = py.detach(|| due(order.paper, &order.names(), &order.settings)).map_err(told).map_err(raised)?;
    let id = order.paper.id;
    Ok(steps.into_iter().map(|step| (format!("{id}/{}", step.experiment), step.name, step.title)).collect())
}

/// What is kept: a text for each step.
#[pyfunction]
pub fn steps_kept(what: &str, scale: &str, seed: u64, out: PathBuf) -> PyResult<Vec<String>> {
    let order = Order::new(what, scale, seed, out, None).map_err(raised)?;
    let steps = kept(order.paper, &order.settings);
    Ok(steps.iter().map(|step| json!(step).to_string()).collect())
}

/// Keeps steps that were done elsewhere.
#[pyfunction]
pub fn keep_steps(what: &str, scale: &str, seed: u64, out: PathBuf, steps: Vec<String>) -> PyResult<()> {
    let order = Order::new(what, scale, seed, out, None).map_err(raised)?;
    let read = |text: &String| serde_json::from_str(text).map_err(|why| Error::Input(format!("not a step: {why}")));
    let steps: Vec<Kept> = steps.iter().map(read).collect::<Result<_, _>>().map_err(raised)?;
    accept(order.paper, &order.settings, &steps).map_err(told).map_err(raised)
}

/// Does one step that is due, keeps it, and gives it as a text.
#[pyfunction]
#[pyo3(signature = (what, name, scale, seed, out, threads))]
pub fn do_step(
    py: Python<'_>,
    what: &str,
    name: &str,
    scale: &str,
    seed: u64,
    out: PathBuf,
    threads: Option<usize>,
) -> PyResult<String> {
    let order = Order::new(what, scale, seed, out, threads).map_err(raised)?;
    let Some(experiment) = order.experiment else {
        return Err(raised(Error::Input(format!("`{what}` is a whole paper: name an experiment of it"))));
    };
    interruptible(py, None, |watcher| {
        let watch = Steps { watcher, counts: Mutex::default() };
        let step = perform(order.paper, experiment, name, &order.settings, &watch).map_err(told)?;
        Ok(Value::to_string(&json!(step)))
    })
}
