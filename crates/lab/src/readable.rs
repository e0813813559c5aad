//! JSON that people can read and version control can compare: objects line by line, short things on one line, long
//! rows of numbers filled like text.

use serde_json::Value;

const WIDTH: usize = 110;

/// A whole file.
pub fn json(value: &Value) -> String {
    let mut text = String::new();
    push(&mut text, value, 0);
    text.push('\n');
    text
}

fn push(text: &mut String, value: &Value, indent: usize) {
    let compact = value.to_string();
    let short = indent + compact.len() <= WIDTH;
    match value {
        // The top level always stands line by line.
        Value::Object(fields) if !(fields.is_empty() || short && indent > 0) => {
            text.push('{');
            for (i, (name, field)) in fields.iter().enumerate() {
                new_line(text, i, indent + 2);
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push_str(": ");
                push(text, field, indent + 2);
            }
            new_line(text, 0, indent);
            text.push('}');
        }
        Value::Array(items) if !short && items.iter().any(|item| item.is_object() || item.is_array()) => {
            text.push('[');
            for (i, item) in items.iter().enumerate() {
                new_line(text, i, indent + 2);
                push(text, item, indent + 2);
            }
            new_line(text, 0, indent);
            text.push(']');
        }
        Value::Array(items) if !short => {
            text.push('[');
            let mut column = WIDTH;
            for (i, item) in items.iter().enumerate() {
                let item = item.to_string();
                if column + 2 + item.len() > WIDTH {
                    new_line(text, i, indent + 2);
                    column = indent + 2;
                } else {
                    text.push_str(", ");
                    column += 2;
                }
                text.push_str(&item);
                column += item.len();
            }
            new_line(text, 0, indent);
            text.push(']');
        }
        _ => text.push_str(&compact),
    }
}

/// A new line, after a comma where something stands before it.
fn new_line(text: &mut String, before: usize, indent: usize) {
    if before > 0 {
        text.push(',');
    }
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', indent));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_written_reads_back_to_the_last_bit() {
        let numbers: Vec<f64> = (1..200).map(|i| (f64::from(i)).sqrt() / 3.0).collect();
        let value = json!({"a": {"b": [1, 2, {"c": null}], "empty": [], "nothing": {}}, "x": numbers, "t": "♠\n\""});
        let text = json(&value);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH + 1), "{text}");
        assert!(text.lines().count() < 60, "{text}");
        assert!(text.starts_with("{\n  \"a\": {\"b\":[1,2,{\"c\":null}],\"empty\":[],\"nothing\":{}},\n"), "{text}");
    }
}
