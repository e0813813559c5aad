//! Options that have another name than before: the old name is refused with the new one.

use std::ffi::OsStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};

/// The commands, the old name of an option, and what is said instead.
const RENAMED: &[(&[&str], &str, &str)] = &[
    (&["play"], "host", "--listen"),
    (&["calibrate"], "reference", "--against"),
    (&["bench"], "seconds", "--time"),
    (&["reproduce"], "fresh", "--overwrite"),
    (&["uecda", "serve"], "seats", "--players"),
    (&["uecda", "serve"], "join-wait", "--wait"),
    (&["uecda", "serve"], "move-limit", "--move-time (in seconds)"),
];

/// Adds the old names to the command line, hidden from help: whoever uses one is told the new one.
pub fn with_old_names(line: Command) -> Command {
    RENAMED.iter().fold(line, |line, (path, old, new)| add(line, path, old, new))
}

fn add(command: Command, path: &[&'static str], old: &'static str, new: &'static str) -> Command {
    match path {
        [first, rest @ ..] => command.mut_subcommand(first, |command| add(command, rest, old, new)),
        [] => command.arg(
            // With a value or without: it is refused in any case.
            Arg::new(old)
                .long(old)
                .hide(true)
                .num_args(0..=1)
                .default_missing_value("")
                .allow_hyphen_values(true)
                .value_parser(Refusal { old, new }),
        ),
    }
}

#[derive(Clone)]
struct Refusal {
    old: &'static str,
    new: &'static str,
}

impl TypedValueParser for Refusal {
    type Value = ();

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, _: &OsStr) -> Result<(), Error> {
        let message = format!("--{} has another name now: write {}\n", self.old, self.new);
        Err(Error::raw(ErrorKind::UnknownArgument, message).with_cmd(command))
    }
}
