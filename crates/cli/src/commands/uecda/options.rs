use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use kirifuda_uecda::PORT;

#[derive(Args)]
pub struct UecdaOptions {
    #[command(subcommand)]
    pub what: UecdaWhat,
}

#[derive(Subcommand)]
pub enum UecdaWhat {
    /// Be a server for the contest's clients; players of ours can take seats, too
    Serve(ServeOptions),
    /// Take a player of ours to a server of the contest
    Join(JoinOptions),
}

#[derive(Args)]
pub struct ServeOptions {
    /// Games of the match
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Players of ours that take seats: `default,mc:sims=50`; may be given more than once. The other seats of the five are
    /// for clients
    #[arg(long, value_name = "PLAYERS")]
    pub seats: Vec<String>,
    /// The player of ours that takes every seat still free when --join-wait is over
    #[arg(long, value_name = "PLAYER", requires = "join_wait")]
    pub fill: Option<String>,
    /// The port; 0: any that is free
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    pub port: u16,
    /// The address to listen on. Other machines can join only if it is one of this machine's own, or 0.0.0.0 for all
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub listen: IpAddr,
    /// Seconds to wait for clients [default: for ever]
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS")]
    pub join_wait: Option<f64>,
    /// Milliseconds that a client has for each answer; 0: for ever. Whoever is late passes, and is out after three times in
    /// a row
    #[arg(long, allow_negative_numbers = true, value_name = "MS", default_value_t = 10_000)]
    pub move_limit: u64,
    /// A preset, with changed switches if wanted (see `kirifuda rules daifugo`)
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// All chance comes from this number: the deals, and what players of ours draw
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Write every game to this file, as JSON Lines that `kirifuda replay` reads
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Show the running game: all hands, the table, every move
    #[arg(long, conflicts_with = "json")]
    pub watch: bool,
    /// Milliseconds to wait after each move that is shown [default: 500 on a terminal, else 0]
    #[arg(long, allow_negative_numbers = true, value_name = "MS", requires = "watch", value_parser = clap::value_parser!(u64).range(..=600_000))]
    pub pace: Option<u64>,
    /// Print the standings as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct JoinOptions {
    /// Where the server runs
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub host: String,
    /// Its port
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    pub port: u16,
    /// Our player: `name`, `name:key=value,…` or `exec:COMMAND` (see `kirifuda list players daifugo`)
    #[arg(long, value_name = "PLAYER")]
    pub player: String,
    /// The name that the server is told; it shows 9 to 14 letters [default: that of the player]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// The version of the protocol: 20060, 20070 or 20140
    #[arg(long, value_name = "VERSION", default_value = "20070", value_parser = ["20060", "20070", "20140"])]
    pub protocol: String,
    /// The rules by which the server plays
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// What our player draws comes from this number
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Seconds to go on trying while no server is there
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", default_value_t = 0.0)]
    pub wait: f64,
    /// Write every game as we saw it to this file; hidden cards are filled in
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}
