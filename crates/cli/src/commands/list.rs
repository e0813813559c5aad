use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use kirifuda_play::Rules;
use kirifuda_players::{Listed, Visitor, games, visit};

use crate::args::{ListOptions, ListWhat};
use crate::table::Table;

/// `kirifuda list`.
pub fn run(options: &ListOptions) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    match &options.what {
        ListWhat::Games => {
            let mut table = Table::new(["game", "rules", "what it is"]);
            for (name, about) in games() {
                table.row([name.to_string(), visit(name, Presets)?, about.to_string()]);
            }
            write!(out, "{}", table.words())?;
        }
        ListWhat::Players { game } => {
            let wanted = match game {
                Some(game) => vec![game.as_str()],
                None => games().into_iter().map(|(name, _)| name).collect(),
            };
            for name in wanted {
                write!(out, "{}", visit(name, Players)?)?;
            }
            writeln!(out, "Any game: exec:COMMAND  a program of your own (docs/protocol.md)")?;
        }
    }
    Ok(ExitCode::SUCCESS)
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
        let mut table = Table::new([G::NAME.to_string(), String::new()]);
        for player in G::players() {
            table.row([format!("  {}", player.name), player.about.to_string()]);
            for setting in player.settings {
                table.row([format!("    {}={}", setting.name, setting.default), setting.about.to_string()]);
            }
        }
        table.words()
    }
}
