use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use kirifuda_learn::model::Model;
use kirifuda_players::hearts::danger::LEARNER;
use serde_json::{Value, json};

use crate::args::ModelOptions;
use crate::table::TextTable;

/// `kirifuda model`.
pub fn run(options: &ModelOptions) -> Result<ExitCode> {
    let (model, bytes) = read(&options.file)?;
    let sections = model.sections.iter().map(|section| {
        let other = section.values.iter().filter(|&&value| value != 0.0).count();
        (section.name.as_str(), section.values.len(), other)
    });
    // The file's last four bytes: docs/training.md.
    let checksum = bytes.last_chunk().map(|&sum| format!("{:08x}", u32::from_le_bytes(sum)));
    let mut about = serde_json::to_value(&model.header)?;
    let mut out = std::io::stdout().lock();
    if options.json {
        about["sections"] =
            sections.map(|(name, values, other)| json!({"name": name, "values": values, "not_zero": other})).collect();
        about["bytes"] = json!(bytes.len());
        about["checksum"] = json!(checksum);
        writeln!(out, "{about}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = TextTable::new(["what", "in this file"]);
    for (key, value) in about.as_object().into_iter().flatten().filter(|(key, _)| *key != "notes") {
        table.row([key.as_str(), &plain(value)]);
    }
    // Those of danger are hundreds; a table tells about them.
    let danger = super::danger::table(&model.header);
    for (name, values, other) in sections.filter(|_| model.header.learner != LEARNER) {
        table.row([name.to_string(), format!("{values} numbers, {other} of them not 0")]);
    }
    table.row(["bytes".to_string(), bytes.len().to_string()]);
    table.row(["checksum".to_string(), checksum.unwrap_or_default()]);
    write!(out, "{}", table.words())?;
    if let Some(danger) = danger {
        write!(out, "\n{danger}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a model file; its bytes, too.
pub fn read(path: &Path) -> Result<(Model<'static>, Vec<u8>)> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let model = Model::from_bytes(&bytes).map_err(|why| anyhow!("{}: {why}", path.display()))?;
    Ok((model, bytes))
}

/// A value of the header for people: `step=0.1,discount=0.8`.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(fields) => {
            let fields: Vec<String> = fields.iter().map(|(key, value)| format!("{key}={}", plain(value))).collect();
            fields.join(",")
        }
        Value::Array(numbers) if numbers.len() > FEW => format!("{} numbers", numbers.len()),
        other => other.to_string(),
    }
}

/// Longer lists are told by their length; `--json` has them whole.
const FEW: usize = 16;
