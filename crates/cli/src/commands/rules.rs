use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use kirifuda_catalog::{Listed, Visitor, listing, visit};
use kirifuda_play::{Kind, Rules, Switch};
use serde_json::{Value, json};

use crate::args::RulesOptions;
use crate::seating::Choice;
use crate::table::TextTable;

/// `kirifuda rules`.
pub fn run(options: &RulesOptions) -> Result<ExitCode> {
    let choice = Choice::new(&options.game, options.rules.as_deref())?;
    let mut out = std::io::stdout().lock();
    if options.json {
        writeln!(out, "{}", visit(&choice.game, Told { choice: &choice })??)?;
    } else {
        write!(out, "{}", visit(&choice.game, Explain { choice: &choice })??)?;
    }
    Ok(ExitCode::SUCCESS)
}

struct Told<'a> {
    choice: &'a Choice,
}

impl Visitor for Told<'_> {
    type Output = Result<Value>;

    /// The list's own data of the rules, with the values in force.
    fn visit<G: Listed>(self) -> Result<Value> {
        let (book, rules) = (G::Rules::book(), self.choice.rules::<G::Rules>()?);
        let mut game = listing::game::<G>(true);
        for (told, switch) in game["switches"].as_array_mut().into_iter().flatten().zip(book.switches) {
            told["value"] = json!((switch.get)(&rules));
        }
        Ok(json!({
            "game": G::NAME,
            "about": G::ABOUT,
            "rules": book.text(&rules),
            "seats": rules.seats(),
            "version": env!("CARGO_PKG_VERSION"),
            "presets": game["presets"].take(),
            "switches": game["switches"].take(),
        }))
    }
}

struct Explain<'a> {
    choice: &'a Choice,
}

impl Visitor for Explain<'_> {
    type Output = Result<String>;

    fn visit<G: Listed>(self) -> Result<String> {
        let book = G::Rules::book();
        let rules: G::Rules = self.choice.rules()?;
        let mut text = format!("{}: {}\n\n", G::NAME, G::ABOUT);
        let mut table = TextTable::new(["preset", "what it is"]);
        for (i, preset) in book.presets.iter().enumerate() {
            let default = if i == 0 { " (default)" } else { "" };
            table.row([preset.name.to_string(), format!("{}{default}", preset.about)]);
        }
        text.push_str(&table.words());
        if book.switches.is_empty() {
            return Ok(text);
        }
        text.push('\n');
        let here = book.text(&rules);
        let mut table = TextTable::new(["switch", &format!("in {here}"), "values", "what it decides"]);
        for switch in book.switches {
            table.row([switch.name, &(switch.get)(&rules), &switch.values(), switch.about]);
        }
        text.push_str(&table.words());
        if let Some(change) = book.switches.iter().find_map(|switch| example(switch, &rules)) {
            text.push_str(&format!("\nWrite `--rules {here}`, or with changes `--rules {here},{change}`.\n"));
        }
        Ok(text)
    }
}

/// A change of a switch: one of its values that is not in force.
fn example<R>(switch: &Switch<R>, rules: &R) -> Option<String> {
    let mut values: Vec<String> = switch.kind.choices().iter().map(|word| word.name.to_string()).collect();
    if let Kind::Whole { least, most, .. } = switch.kind {
        values.extend([least.to_string(), most.to_string()]);
    }
    let other = values.into_iter().rfind(|value| *value != (switch.get)(rules));
    other.map(|value| format!("{}={value}", switch.name))
}
