use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use kirifuda_uecda::PORT;

use crate::values::{ANY, DAY, SOME, count, time};

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
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1000, value_parser = count::<u64>(SOME))]
    pub games: u64,
    /// Players of ours that take seats: `default,mc:sims=50`; may be given more than once. The other seats of the five are
    /// for clients
    #[arg(long, value_name = "PLAYERS")]
    pub players: Vec<String>,
    /// The player of ours that takes every seat still free when --wait is over
    #[arg(long, value_name = "PLAYER", requires = "wait")]
    pub fill: Option<String>,
    /// The port; 0: any that is free
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    pub port: u16,
    /// The address to listen on. Other machines can join only if it is one of this machine's own, or 0.0.0.0 for all
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub listen: IpAddr,
    /// How long to wait for clients: seconds, or with a unit (`5m`) [default: for ever]
    #[arg(long, allow_negative_numbers = true, value_name = "TIME", value_parser = time(0.0..=DAY))]
    pub wait: Option<Duration>,
    /// The time that a client has for each answer; 0: for ever. Whoever is late passes, and is out after three times in a
    /// row
    #[arg(long, allow_negative_numbers = true, value_name = "TIME", default_value = "10s", value_parser = time(0.0..=DAY))]
    pub move_time: Duration,
    /// A preset, with changed switches if wanted (see `kirifuda rules daifugo`)
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// All chance comes from this number: the deals, and what players of ours draw
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1, value_parser = count::<u64>(ANY))]
    pub seed: u64,
    /// Write every game to this file, as JSON Lines that `kirifuda replay` reads
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Replace the file of --record if it exists
    #[arg(long)]
    pub overwrite: bool,
    /// Show the running game: all hands, the table, every move
    #[arg(long, conflicts_with = "json")]
    pub watch: bool,
    /// How long to wait after each move that is shown: seconds, or with a unit [default: 500ms on a terminal, else 0]
    #[arg(long, allow_negative_numbers = true, value_name = "TIME", requires = "watch", value_parser = time(0.0..=60.0))]
    pub pace: Option<Duration>,
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
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1, value_parser = count::<u64>(ANY))]
    pub seed: u64,
    /// How long to go on trying while no server is there: seconds, or with a unit (`5m`)
    #[arg(long, allow_negative_numbers = true, value_name = "TIME", default_value = "0s", value_parser = time(0.0..=DAY))]
    pub wait: Duration,
    /// Write every game as we saw it to this file; hidden cards are filled in
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Replace the file of --record if it exists
    #[arg(long)]
    pub overwrite: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}
