use numpy::{PyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

use crate::errors::wrong;

/// Data as Python has it: dictionaries, lists, numbers, texts.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(value) => value.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(number), ..) => number.into_pyobject(py)?.into_any(),
            (_, Some(number), _) => number.into_pyobject(py)?.into_any(),
            (.., number) => number.unwrap_or(f64::NAN).into_pyobject(py)?.into_any(),
        },
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Array(items) => {
            let items: Vec<Bound<'py, PyAny>> =
                items.iter().map(|item| to_python(py, item)).collect::<PyResult<_>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (key, value) in fields {
                dict.set_item(key, to_python(py, value)?)?;
            }
            dict.into_any()
        }
    })
}

/// Bits as an array of bytes.
pub fn bytes<'py>(py: Python<'py>, row: &[u64], bits: usize) -> Bound<'py, PyArray1<u8>> {
    let mut out = vec![0; bits];
    kirifuda_any::bytes_of(row, &mut out);
    PyArray1::from_vec(py, out)
}

/// Bits as they are.
pub fn packed<'py>(py: Python<'py>, row: Vec<u64>) -> Bound<'py, PyArray1<u64>> {
    PyArray1::from_vec(py, row)
}

/// Whole numbers from anything that NumPy makes an array of them of; the error says what was expected.
pub fn whole_numbers<'py>(given: &Bound<'py, PyAny>, what: &str, count: usize) -> PyResult<Bound<'py, PyArray1<i64>>> {
    if let Ok(array) = given.cast::<PyArray1<i64>>()
        && array.is_contiguous()
    {
        return fits(array.clone(), what, count);
    }
    let numpy = given.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (given,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    if !(kind == "i" || kind == "u") || shape.len() != 1 {
        let dtype = array.getattr("dtype")?.str()?;
        return Err(wrong(format!(
            "{what}: {count} whole numbers in one dimension are expected, not an array of {dtype} with shape {shape:?}"
        )));
    }
    let array = numpy.call_method1("ascontiguousarray", (array, "int64"))?;
    fits(array.cast_into::<PyArray1<i64>>()?, what, count)
}

fn fits<'py>(array: Bound<'py, PyArray1<i64>>, what: &str, count: usize) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let length = array.len();
    if length != count {
        return Err(wrong(format!("{what}: {length} numbers, and {count} are expected: one for each game")));
    }
    Ok(array)
}
