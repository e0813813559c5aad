use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use kirifuda_catalog::{Listed, Setting, Visitor, games, listing, visit};
use kirifuda_play::Rules;
use serde_json::{Value, json};

use crate::args::{ListOptions, ListWhat};
use crate::table::TextTable;

/// `kirifuda list`.
pub fn run(options: &ListOptions) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    if options.json {
        let game = match &options.what {
            Some(ListWhat::Players { game } | ListWhat::Learners { game }) => game.as_deref(),
            Some(ListWhat::Games) | None => None,
        };
        // Names that are not in the list are refused.
        let games = wanted(game).into_iter().map(|name| visit(name, Told)).collect::<Result<Vec<_>, _>>()?;
        let told = json!({ "version": env!("CARGO_PKG_VERSION"), "games": games });
        writeln!(out, "{told}")?;
        return Ok(ExitCode::SUCCESS);
    }
    match options.what.as_ref().unwrap_or(&ListWhat::Games) {
        ListWhat::Games => {
            let mut table = TextTable::new(["game", "rules", "what it is"]);
            for (name, about) in games() {
                table.row([name.to_string(), visit(name, Presets)?, about.to_string()]);
            }
            write!(out, "{}", table.words())?;
        }
        ListWhat::Players { game } => {
            for name in wanted(game.as_deref()) {
                write!(out, "{}", visit(name, Players)?)?;
            }
            writeln!(out, "Any game: exec:COMMAND  a program of your own (docs/protocol.md)")?;
        }
        ListWhat::Learners { game } => {
            for name in wanted(game.as_deref()) {
                write!(out, "{}", visit(name, Learners)?)?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// One game, or all of them.
fn wanted(game: Option<&str>) -> Vec<&str> {
    match game {
        Some(game) => vec![game],
        None => games().into_iter().map(|(name, _)| name).collect(),
    }
}

struct Told;

impl Visitor for Told {
    type Output = Value;
    fn visit<G: Listed>(self) -> Value {
        listing::game::<G>(true)
    }
}

struct Presets;

impl Visitor for Presets {
    type Output = String;
    fn visit<G: Listed>(self) -> String {
        let names: Vec<&str> = G::Rules::book().presets.iter().map(|preset| preset.name).collect();
        names.join(", ")
    }
}

struct Players;

impl Visitor for Players {
    type Output = String;
    fn visit<G: Listed>(self) -> String {
        list::<G>(G::players().iter().map(|player| (player.name, player.about, player.settings)))
    }
}

struct Learners;

impl Visitor for Learners {
    type Output = String;
    fn visit<G: Listed>(self) -> String {
        let trainers = G::trainers();
        if trainers.is_empty() {
            return format!("{}\n  nothing to train\n", G::NAME);
        }
        list::<G>(trainers.iter().map(|trainer| (trainer.name, trainer.about, trainer.settings)))
    }
}

/// Names of one game with what they are and what can be set.
fn list<G: Listed>(items: impl Iterator<Item = (&'static str, &'static str, &'static [Setting])>) -> String {
    let mut table = TextTable::new([G::NAME.to_string(), String::new()]);
    for (name, about, settings) in items {
        table.row([format!("  {name}"), about.to_string()]);
        for setting in settings {
            table.row([format!("    {}={}", setting.name, setting.default), setting.help()]);
        }
    }
    table.words()
}
