use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use kirifuda_any::Columns;
use kirifuda_arena::read_records;
use kirifuda_catalog::decisions::{WalkError, Walker};
use kirifuda_learn::model::Model;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::json;

use crate::convert::to_python;
use crate::errors::wrong;

/// The recorded games of a file, one after the other.
#[pyclass(module = "kirifuda")]
pub struct Records {
    records: kirifuda_arena::Records<BufReader<File>>,
    path: PathBuf,
}

#[pymethods]
impl Records {
    #[new]
    fn new(path: PathBuf) -> PyResult<Records> {
        Ok(Records { records: read_records(BufReader::new(open(&path)?)), path })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(record) = self.records.next() else { return Ok(None) };
        let record = record.map_err(|why| wrong(format!("{}: {why}", self.path.display())))?;
        to_python(py, &serde_json::to_value(&record).map_err(wrong)?).map(Some)
    }
}

fn open(path: &PathBuf) -> PyResult<File> {
    File::open(path).map_err(|why| PyOSError::new_err(format!("cannot read {}: {why}", path.display())))
}

/// The decisions of a file of records, as arrays.
#[pyfunction]
pub fn decisions<'py>(py: Python<'py>, path: PathBuf) -> PyResult<Bound<'py, PyDict>> {
    let file = open(&path)?;
    let (columns, walker) = py.detach(|| {
        let (mut walker, mut columns) = (Walker::new(), Columns::default());
        for record in read_records(BufReader::new(file)) {
            let record = record.map_err(|why| wrong(format!("{}: {why}", path.display())))?;
            let walked = walker.walk(&record, &mut |layout, decision| {
                let start = columns.observation.len();
                columns.observation.resize(start + layout.inputs, 0);
                for (bit, place) in columns.observation[start..].iter_mut().enumerate() {
                    *place = decision.observation[bit / 8] >> (bit % 8) & 1;
                }
                columns.legal.extend(decision.numbers.iter().map(|&number| number as i32));
                columns.legal_ends.push(columns.legal.len() as i64);
                columns.action.push(decision.numbers[decision.action as usize] as i64);
                columns.seat.push(decision.seat.into());
                columns.game.push(decision.game as i64);
                columns.payoff.push(decision.payoff);
                Ok::<(), std::convert::Infallible>(())
            });
            let line = record.line.unwrap_or_default();
            walked.map_err(|why| match why {
                WalkError::Unknown(why) => wrong(format!("{}, line {line}: {why}", path.display())),
                WalkError::Record(why) => wrong(format!("{}: {why}", path.display())),
                WalkError::Other(game) => wrong(format!(
                    "{}, line {line}: a game of {game}, but the file begins with another: one game at a time",
                    path.display()
                )),
                WalkError::Caller(never) => match never {},
            })?;
        }
        Ok::<_, PyErr>((columns, walker))
    })?;
    let Some(layout) = walker.layout() else {
        return Err(wrong(format!("{} holds no game: was it written with record=…?", path.display())));
    };
    arrays(py, columns, layout.inputs)
}

/// Columns as arrays.
pub fn arrays(py: Python<'_>, columns: Columns, bits: usize) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    let rows = columns.action.len();
    dict.set_item("observation", PyArray1::from_vec(py, columns.observation).reshape([rows, bits])?)?;
    dict.set_item("legal", PyArray1::from_vec(py, columns.legal))?;
    dict.set_item("legal_ends", PyArray1::from_vec(py, columns.legal_ends))?;
    dict.set_item("action", PyArray1::from_vec(py, columns.action))?;
    dict.set_item("seat", PyArray1::from_vec(py, columns.seat))?;
    dict.set_item("game", PyArray1::from_vec(py, columns.game))?;
    dict.set_item("payoff", PyArray1::from_vec(py, columns.payoff))?;
    Ok(dict)
}

/// What a model file tells of itself.
#[pyfunction]
pub fn model_about<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let model = Model::from_bytes(bytes).map_err(wrong)?;
    let mut about = serde_json::to_value(&model.header).map_err(wrong)?;
    let sections = model.sections.iter().map(|section| json!({ "name": section.name, "values": section.values.len() }));
    about["sections"] = sections.collect();
    about["bytes"] = json!(bytes.len());
    about["checksum"] = json!(bytes.last_chunk().map(|&sum| format!("{:08x}", u32::from_le_bytes(sum))));
    to_python(py, &about)
}
