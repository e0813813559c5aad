//! The command line of Kirifuda.

mod args;
mod bar;
mod commands;
mod files;
mod monitor;
mod part;
mod renamed;
mod report;
mod seating;
mod steps;
mod table;
mod values;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use kirifuda_arena::ArenaError;

use args::{Arguments, Command};

fn main() -> ExitCode {
    let matches = renamed::with_old_names(Arguments::command()).get_matches();
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|why| why.exit());
    let done = match arguments.command {
        None => commands::play::run(&args::PlayOptions::default()),
        Some(Command::Play(options)) => commands::play::run(&options),
        Some(Command::Backup(options)) => commands::play::copy(&options),
        Some(Command::Tour) => commands::tour::run(),
        Some(Command::Match(options)) => commands::matches::run(&options),
        Some(Command::Tournament(options)) => commands::tournament::run(&options),
        Some(Command::Merge(options)) => commands::merge::run(&options),
        Some(Command::Train(options)) => commands::train::run(&options),
        Some(Command::Select(options)) => commands::select::run(&options),
        Some(Command::Calibrate(options)) => commands::calibrate::run(&options),
        Some(Command::Danger(options)) => commands::danger::run(&options),
        Some(Command::Explain(options)) => commands::explain::run(&options),
        Some(Command::Model(options)) => commands::model::run(&options),
        Some(Command::List(options)) => commands::list::run(&options),
        Some(Command::Rules(options)) => commands::rules::run(&options),
        Some(Command::Replay(options)) => commands::replay::run(&options),
        Some(Command::Export(options)) => commands::export::run(&options),
        Some(Command::Bot(options)) => commands::bot::run(&options),
        Some(Command::Uecda(options)) => commands::uecda::run(&options),
        Some(Command::Solve(options)) => commands::solve::run(&options),
        Some(Command::Bench(options)) => commands::bench::run(&options),
        Some(Command::Reproduce(options)) => commands::reproduce::run(&options),
        Some(Command::NewGame(options)) => commands::new_game::run(&options),
        Some(Command::Completions(options)) => commands::manual::completions(&options),
        Some(Command::Man(options)) => commands::manual::pages(&options),
    };
    match done {
        Ok(code) => code,
        Err(why) if is_broken_pipe(&why) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why:#}");
            if is_interruption(&why) { ExitCode::from(report::INTERRUPTED) } else { ExitCode::FAILURE }
        }
    }
}

/// The reader of a pipe has closed it, as `head` does: not an error.
fn is_broken_pipe(why: &anyhow::Error) -> bool {
    let io = why.downcast_ref::<std::io::Error>();
    io.is_some_and(|why| why.kind() == std::io::ErrorKind::BrokenPipe)
}

/// Ctrl-C came before there was anything to report.
fn is_interruption(why: &anyhow::Error) -> bool {
    matches!(why.downcast_ref(), Some(ArenaError::Interrupted | ArenaError::Unfinished))
}
