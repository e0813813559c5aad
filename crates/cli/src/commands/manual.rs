//! What is made of the definitions of the command line: completions of shells, manual pages.

use std::fs;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::args::{Arguments, CompletionsOptions, ManOptions};
use crate::files::Whole;

const PROGRAM: &str = "kirifuda";

/// `kirifuda completions`.
pub fn completions(options: &CompletionsOptions) -> Result<ExitCode> {
    // Into memory first: a reader that goes away early is no reason to panic.
    let mut text = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), PROGRAM, &mut text);
    std::io::stdout().lock().write_all(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// `kirifuda man`.
pub fn pages(options: &ManOptions) -> Result<ExitCode> {
    let folder = &options.out;
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let mut pages = Vec::new();
    collect(&Arguments::command().disable_help_subcommand(true), PROGRAM, &mut pages);
    // All are opened before the first is written: a page that exists stops nothing half-way.
    let open = |(name, text): (String, Vec<u8>)| {
        Ok((Whole::create_new(&folder.join(format!("{name}.1")), options.overwrite)?, text))
    };
    let files = pages.into_iter().map(open).collect::<Result<Vec<_>>>()?;
    let count = files.len();
    for (mut file, text) in files {
        file.writer().write_all(&text)?;
        file.publish()?;
    }
    writeln!(
        std::io::stdout().lock(),
        "{count} pages in {}; try: man {}/{PROGRAM}.1",
        folder.display(),
        folder.display()
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The page of a command, then those of its commands.
fn collect(command: &Command, name: &str, pages: &mut Vec<(String, Vec<u8>)>) {
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let named = command.clone().display_name(name).bin_name(name.replace('-', " "));
    let _ = Man::new(named).render(&mut text);
    pages.push((name.to_string(), text));
    for child in command.get_subcommands().filter(|child| !child.is_hide_set()) {
        collect(child, &format!("{name}-{}", child.get_name()), pages);
    }
}
