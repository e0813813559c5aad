//! The checksums of what players and learners do: checks them, or writes them down.
//!
//! ```text
//! cargo run -p kirifuda-catalog --example behaviour                   # compare with crates/catalog/src/behaviour.txt
//! cargo run -p kirifuda-catalog --example behaviour -- hearts falcon  # only cases with these words
//! cargo run -p kirifuda-catalog --example behaviour -- --write        # write the file
//! ```

use std::error::Error;
use std::fs;
use std::process::ExitCode;

use kirifuda_catalog::behaviour::{self, Case, FILE};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let write = words.iter().any(|word| word == "--write");
    words.retain(|word| word != "--write");
    if let Some(option) = words.iter().find(|word| word.starts_with('-')) {
        return Err(format!("unknown option `{option}`; there is only --write, and words that cases have").into());
    }

    let meant = behaviour::read(&fs::read_to_string(FILE)?)?;
    let wanted = |case: &Case| words.iter().all(|word| case.to_string().contains(word.as_str()));
    let (cases, left): (Vec<Case>, Vec<Case>) = behaviour::cases(&meant)?.into_iter().partition(wanted);
    if cases.is_empty() {
        return Err("no case has all of these words".into());
    }
    let mut found = behaviour::compute(&cases)?;
    let differences = behaviour::differences(&meant, &found);
    for difference in &differences {
        println!("{difference}");
    }
    println!("{} of {} cases have changed", differences.len(), cases.len());
    if write {
        found.extend(left.into_iter().filter_map(|case| meant.get(&case).map(|sum| (case.clone(), sum.clone()))));
        fs::write(FILE, behaviour::text(&found))?;
    }
    Ok(if write || differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
