//! Lines of comma-separated values.

/// Adds one line. Cells with commas, quotes or line breaks are quoted, quotes doubled (RFC 4180).
pub fn push_line<S: AsRef<str>>(text: &mut String, cells: impl IntoIterator<Item = S>) {
    for (i, cell) in cells.into_iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        let cell = cell.as_ref();
        if cell.contains([',', '"', '\n', '\r']) {
            text.push('"');
            text.push_str(&cell.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(cell);
        }
    }
    text.push('\n');
}

/// A number, or an empty cell.
pub fn optional(number: Option<f64>) -> String {
    number.map(|x| x.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_commas_and_quotes_stay_one_cell() {
        let mut text = String::new();
        push_line(&mut text, ["exec:cmd=./bot \"x\"", "uct:sims=200,c=1", "plain"]);
        assert_eq!(text, "\"exec:cmd=./bot \"\"x\"\"\",\"uct:sims=200,c=1\",plain\n");
    }
}
