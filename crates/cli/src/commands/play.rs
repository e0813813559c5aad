use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use kirifuda_catalog::visit;
use kirifuda_web::{Limits, Options, backup, serve};

use crate::args::{BackupOptions, PlayOptions};

/// `kirifuda play`: opens the table in the browser.
pub fn run(options: &PlayOptions) -> Result<ExitCode> {
    let page = match &options.game {
        None => String::new(),
        Some(game) => {
            visit(game, Known)?;
            format!("#/?game={game}")
        }
    };
    let mut limits = Limits::default();
    for limit in &options.limit {
        limits.set(limit).map_err(|why| anyhow!("--limit {why}"))?;
    }
    let options = Options {
        address: SocketAddr::new(options.listen, options.port),
        database: options.database.clone().unwrap_or_else(default_database),
        limits,
        hosts: options.name.clone(),
        trust_proxy: options.trust_proxy,
        open_browser: !options.no_browser,
        page,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start")?;
    let ended = runtime.block_on(serve(options));
    // Everything is stored. Who still thinks, about a review say, thinks in vain.
    runtime.shutdown_background();
    ended?;
    Ok(ExitCode::SUCCESS)
}

/// `kirifuda backup`: copies the database of the table.
pub fn copy(options: &BackupOptions) -> Result<ExitCode> {
    let database = options.database.clone().unwrap_or_else(default_database);
    backup(&database, &options.file).map_err(anyhow::Error::msg)?;
    println!("{} is a copy of {}", options.file.display(), database.display());
    Ok(ExitCode::SUCCESS)
}

/// A game that exists.
struct Known;

impl kirifuda_catalog::Visitor for Known {
    type Output = ();
    fn visit<G: kirifuda_catalog::Listed>(self) {}
}

/// Where programs of this system keep what belongs to a person; this folder where there is no such place.
fn default_database() -> PathBuf {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || variable("HOME");
    let folder = if cfg!(target_os = "windows") {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
    };
    folder.map_or_else(|| PathBuf::from("."), |folder| folder.join("kirifuda")).join("table.sqlite")
}

impl Default for PlayOptions {
    fn default() -> PlayOptions {
        PlayOptions {
            game: None,
            port: 7777,
            listen: IpAddr::from([127, 0, 0, 1]),
            name: Vec::new(),
            database: None,
            trust_proxy: false,
            limit: Vec::new(),
            no_browser: false,
        }
    }
}
