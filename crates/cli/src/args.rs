use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use kirifuda_lab::Scale;
use kirifuda_words::Language;

use crate::commands::uecda::UecdaOptions;
use crate::values::{ANY, DAY, Part, SOME, THREADS, count, part, time};

/// Kirifuda: agents that learn to play card games with hidden hands.
///
/// Without a command: the table in the browser, as `kirifuda play`.
#[derive(Parser)]
#[command(name = "kirifuda", version, about, max_term_width = 110)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Subcommand)]
pub enum Command {
    /// Open the table in the browser: play against the players, alone or with others, with hints and reviews (docs/table.md)
    Play(PlayOptions),
    /// Copy the database of the table into a file, also while the table is open
    Backup(BackupOptions),
    /// A short tour of what is here
    Tour,
    /// Play players against each other on duplicate deals
    Match(MatchOptions),
    /// Compare players two by two, all pairs on the same deals, and rate them; two players: head to head
    Tournament(TournamentOptions),
    /// Join the parts of a match or tournament that was shared out over machines (docs/many-machines.md)
    Merge(MergeOptions),
    /// Train a learner and write what it has learned to a file, for a player to play with (docs/training.md)
    Train(TrainOptions),
    /// Find the percepts that a learner does best with, by trials (docs/selection.md)
    Select(SelectOptions),
    /// Learn how dangerous cards are, by support vector regression, for learners to be warned by (docs/danger.md)
    Danger(DangerOptions),
    /// Measure how much weaker a player's errors make it, so that a strength can be ordered (docs/strength.md)
    Calibrate(CalibrateOptions),
    /// Tell what is in a model file or checkpoint
    Model(ModelOptions),
    /// Put the most used rules of a trained model into words
    Explain(ExplainOptions),
    /// List games, players or learners
    #[command(arg_required_else_help = true)]
    List(ListOptions),
    /// Explain the rules of a game: presets and switches
    Rules(RulesOptions),
    /// Play recorded games again, check them, and show one
    Replay(ReplayOptions),
    /// Write the decisions of recorded games as arrays for learning elsewhere: NumPy's .npz, or .arrow (docs/records.md)
    Export(ExportOptions),
    /// Lend one of our players to another program, over standard input and output (docs/protocol.md)
    Bot(BotOptions),
    /// Play Daifugo over the network, by the protocol of the UECda contest: serve its clients, or join its servers
    /// (docs/uecda.md)
    Uecda(UecdaOptions),
    /// Solve a small game by CFR+ and show how far from perfect play it is
    Solve(SolveOptions),
    /// Measure how fast the games run on this machine
    Bench(BenchOptions),
    /// Run the experiments of a paper again and write a report; without WHAT: list them
    Reproduce(ReproduceOptions),
    /// Write the files of a new game into the source of Kirifuda, as a template, and say which lines to add (docs/add-a-game.md)
    NewGame(NewGameOptions),
    /// Print what a shell needs to complete commands and options
    Completions(CompletionsOptions),
    /// Write manual pages, one for each command
    Man(ManOptions),
}

#[derive(Args)]
pub struct CompletionsOptions {
    /// The shell
    pub shell: clap_complete::Shell,
}

#[derive(Args)]
pub struct ManOptions {
    /// The folder to write them to; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Replace pages that exist
    #[arg(long)]
    pub overwrite: bool,
}

#[derive(Args)]
pub struct PlayOptions {
    /// The game to begin with, for example `hearts`
    pub game: Option<String>,
    /// The port to listen at; 0: any that is free
    #[arg(long, value_name = "N", default_value_t = 7777)]
    pub port: u16,
    /// The address to listen at. Others than this machine's own let everybody in who can reach it: 0.0.0.0 for all
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub listen: std::net::IpAddr,
    /// A name under which pages may call the table, besides this machine's own; may be given several times
    #[arg(long, value_name = "NAME")]
    pub name: Vec<String>,
    /// The file that keeps games and learners [default: in the folder for a person's data]
    #[arg(long, value_name = "FILE")]
    pub database: Option<PathBuf>,
    /// A proxy stands in front of the table: the address of a client is the last one in `X-Forwarded-For`
    #[arg(long)]
    pub trust_proxy: bool,
    /// A limit other than usual, for example `tables=500` (docs/table.md); may be given several times
    #[arg(long, value_name = "NAME=N")]
    pub limit: Vec<String>,
    /// Do not open a browser
    #[arg(long)]
    pub no_browser: bool,
}

#[derive(Args)]
pub struct BackupOptions {
    /// The file to write; it must not be there yet
    pub file: PathBuf,
    /// The database of the table [default: in the folder for a person's data]
    #[arg(long, value_name = "FILE")]
    pub database: Option<PathBuf>,
}

#[derive(Args)]
pub struct NewGameOptions {
    /// The name: words of small letters joined by `-`, for example `oh-hell`
    pub name: String,
    /// The folder of the source
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,
}

#[derive(Args)]
pub struct MatchOptions {
    /// The game, for example `hearts` or `hearts:rules=falcon` (see `kirifuda list games`)
    pub game: String,
    /// As many players as the game has seats: `name`, `name:key=value,…` or `exec:COMMAND` (see `kirifuda list players`)
    pub players: Vec<String>,
    #[command(flatten)]
    pub run: RunOptions,
    /// Number of deals; each is played once for every rotation of the players around the table [default: 1000]
    #[arg(long, allow_negative_numbers = true, value_name = "N", conflicts_with = "matches", value_parser = count::<u64>(ANY))]
    pub deals: Option<u64>,
    /// Play so many whole matches (Hearts: to the point limit; Daifugo: sessions with classes) instead of single deals
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u64>(ANY))]
    pub matches: Option<u64>,
    /// Write every game to this file, as JSON Lines that `kirifuda replay` reads
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    #[command(flatten)]
    pub share: ShareOptions,
}

#[derive(Args)]
pub struct TournamentOptions {
    /// The game
    pub game: String,
    /// Two players or more
    pub players: Vec<String>,
    #[command(flatten)]
    pub run: RunOptions,
    /// Number of deals; every pair plays each in all balanced seatings
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1000, value_parser = count::<u64>(ANY))]
    pub deals: u64,
    #[command(flatten)]
    pub share: ShareOptions,
}

#[derive(Args)]
pub struct ShareOptions {
    /// Play only part K of N equal parts of the deals (`17/400`), on this machine, and write it to --out; `kirifuda merge` joins
    /// the parts (docs/many-machines.md)
    #[arg(long, value_name = "K/N", requires = "out", conflicts_with_all = ["json", "csv"], value_parser = part)]
    pub part: Option<Part>,
    /// The file that the part is written to
    #[arg(long, value_name = "FILE", requires = "part")]
    pub out: Option<PathBuf>,
}

#[derive(Args)]
pub struct MergeOptions {
    /// All parts of a run, in any order
    #[arg(required = true, value_name = "FILE")]
    pub parts: Vec<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Write the result to this file as CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write the parts to this file, as one larger part; some may still be missing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "csv"])]
    pub out: Option<PathBuf>,
    /// Replace files that are to be written and exist
    #[arg(long)]
    pub overwrite: bool,
}

/// The time between two checkpoints unless another is given: the default of the option below.
pub const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

#[derive(Args)]
pub struct TrainOptions {
    /// The game, for example `hearts` or `hearts:rules=saito`
    pub game: String,
    /// The learner: `name` or `name:key=value,…` (see `kirifuda list learners`)
    pub learner: String,
    /// The model file to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Deals to learn from, in all [default: 100000]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u64>(ANY))]
    pub deals: Option<u64>,
    /// Who sits at the other seats: `random`, `self-play`, `mirror`, a player for all of them (`stock`), or one for
    /// each (`stock+jake+random`) [default: the learner's own, see docs/training.md]
    #[arg(long, value_name = "WHO")]
    pub opponents: Option<String>,
    /// A preset, with changed switches if wanted (see `kirifuda rules GAME`)
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// All chance of the training comes from this number [default: 1]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u64>(ANY))]
    pub seed: Option<u64>,
    /// Go on from FILE.checkpoint; what is not said here is as it was, and --deals may be more
    #[arg(long, conflicts_with = "overwrite")]
    pub resume: bool,
    /// Start anew although FILE, FILE.checkpoint or the file of the curve exists
    #[arg(long)]
    pub overwrite: bool,
    /// Deals between two points of the curve; 0: no curve [default: a twentieth of all]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u64>(ANY))]
    pub evaluate_every: Option<u64>,
    /// Deals of each point of the curve, the same for all, each in every rotation [default: 2000]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u64>(SOME))]
    pub evaluate_deals: Option<u64>,
    /// Whom the learner meets in the curve: a player, or one for each seat joined by `+` [default: the game's usual rule player, else random]
    #[arg(long, value_name = "PLAYER")]
    pub against: Option<String>,
    /// Write the curve to this file as CSV
    #[arg(long, value_name = "FILE")]
    pub curve: Option<PathBuf>,
    /// The time between two checkpoints: seconds, or with a unit (`5m`)
    #[arg(long, allow_negative_numbers = true, value_name = "TIME", default_value = "60s", value_parser = time(0.01..=DAY))]
    pub checkpoint_every: Duration,
    /// Leave a checkpoint at the end, to go on with more deals later
    #[arg(long)]
    pub keep_checkpoint: bool,
    /// Threads for the curve, and for learners that use more than one; nothing depends on it [default: one for each core]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u16>(THREADS))]
    pub threads: Option<u16>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct SelectOptions {
    /// The game, for example `hearts` or `hearts:rules=falcon`
    pub game: String,
    /// The part of play that percepts are selected for: the name of the learner's setting (`lead`)
    #[arg(long, value_name = "SIDE")]
    pub side: String,
    /// The learner, with settings if wanted [default: the first of the game that has percepts; for fast with few networks
    /// and the other side played by itself, for printed with the other side played by mc]
    #[arg(long, value_name = "LEARNER")]
    pub learner: Option<String>,
    /// `fast`: races that can also drop and exchange percepts; `printed`: the procedure of paper 002 [default: fast]
    #[arg(long, value_enum)]
    pub procedure: Option<Procedure>,
    /// Fast: much smaller races, for percepts that differ clearly
    #[arg(long, conflicts_with = "thorough")]
    pub quick: bool,
    /// Fast: longer races, and two percepts at once where nothing else helps
    #[arg(long)]
    pub thorough: bool,
    /// Percepts that may be chosen, by number or name: `0-15`, `0-12+20` [default: all]
    #[arg(long, value_name = "PERCEPTS")]
    pub among: Option<String>,
    /// Percepts to start with: `6+14+15` [default: none]
    #[arg(long, value_name = "PERCEPTS")]
    pub from: Option<String>,
    /// Printed: runs of each candidate [default: 10]; fast: runs of a duel at most [default: 5; 6 with --quick or --thorough]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u64>(1..=100_000))]
    pub runs: Option<u64>,
    /// Deals that a trial learns from; fast: one in a duel [default: 20000 for fast, 75000 for printed]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u64>(1..=1_000_000_000))]
    pub learn_deals: Option<u64>,
    /// Deals of a trial's examination, each in every rotation [default: as many as make 4000 games, for printed 5000]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u64>(1..=1_000_000_000))]
    pub exam_deals: Option<u64>,
    /// Fast: measure the result by so many trials of the printed size at the end [default: 0]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u64>(0..=100_000))]
    pub confirm: Option<u64>,
    /// Who sits at the other seats while it learns [default: stock, for printed `stock then mc`, where the game has them]
    #[arg(long, value_name = "WHO")]
    pub opponents: Option<String>,
    /// Whom it meets in examinations: a player, or one for each seat joined by `+` [default: a rule player, for printed mc]
    #[arg(long, value_name = "PLAYER")]
    pub against: Option<String>,
    /// What is made as good as possible: `payoff`, or a measure of the game [default: penalty_ratio where there is one]
    #[arg(long, value_name = "NAME")]
    pub measure: Option<String>,
    /// Deals to play at most, in all; may be changed with --resume [default: for fast a twentieth of what the procedure of
    /// paper 002 takes at its own size]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u64>(ANY))]
    pub budget: Option<u64>,
    /// A preset, with changed switches if wanted (see `kirifuda rules GAME`)
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// All chance comes from this number [default: 1]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u64>(ANY))]
    pub seed: Option<u64>,
    /// Threads to use; the result does not depend on it [default: one for each core]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u16>(THREADS))]
    pub threads: Option<u16>,
    /// The file that keeps every trial, and the result [default: select-GAME-SIDE.json]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Go on with what the file keeps; what is not said here is as it was
    #[arg(long, conflicts_with = "overwrite")]
    pub resume: bool,
    /// Start anew although the file exists
    #[arg(long)]
    pub overwrite: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Procedure {
    /// Races on common deals, with dropping and exchanging
    Fast,
    /// The greedy procedure of paper 002
    Printed,
}

#[derive(Args)]
pub struct DangerOptions {
    /// The game: `hearts`, or with rules `hearts:rules=falcon`
    pub game: String,
    /// The model file to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Whose games are learned from: one player for all seats, or four joined by `+` [default: mc]
    #[arg(long, value_name = "PLAYERS")]
    pub players: Option<String>,
    /// Deals to play [default: 100000]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u64>(ANY))]
    pub deals: Option<u64>,
    /// Examples of each label that are kept for each group at most [default: 10000]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u32>(1..=1_000_000))]
    pub per_label: Option<u32>,
    /// What is seen of a decision: `paper` (27 features, as in paper 000) or `more` [default: paper]
    #[arg(long, value_name = "NAME")]
    pub features: Option<String>,
    /// Foretell this alone: `q` or `points` [default: both]
    #[arg(long, value_name = "NAME")]
    pub target: Option<String>,
    /// Choose parameters by cross-validation: `on`, `off` (LIBSVM's defaults), or values, of which those left out are
    /// the standard ones: `C=0.25,1,4;nu=0.5;gamma=0.02,0.04` [default: on]
    #[arg(long, value_name = "GRID")]
    pub grid: Option<String>,
    /// Parts of the cross-validation [default: 5]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u16>(2..=1000))]
    pub folds: Option<u16>,
    /// How trainings are done: `merged` (equal examples are put together, which is faster) or `libsvm` (LIBSVM's numbers,
    /// to the bit) [default: merged]
    #[arg(long, value_name = "NAME")]
    pub solver: Option<String>,
    /// Write LIBSVM's model and range files to this folder, too: `q-lead-05.model`, `q-lead-05.range`, …
    #[arg(long, value_name = "DIR")]
    pub libsvm: Option<PathBuf>,
    /// Learn nothing, but take the models from a folder of such files
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = ["players", "deals", "per_label", "grid", "folds", "solver", "target", "libsvm", "seed", "resume"]
    )]
    pub import: Option<PathBuf>,
    /// A preset, with changed switches if wanted (see `kirifuda rules hearts`) [default: falcon]
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// All chance comes from this number [default: 1]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u64>(ANY))]
    pub seed: Option<u64>,
    /// Threads to use; the result does not depend on it [default: one for each core]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u16>(THREADS))]
    pub threads: Option<u16>,
    /// Go on with what is kept in FILE.parts; what is not said here is as it was
    #[arg(long, conflicts_with = "overwrite")]
    pub resume: bool,
    /// Start anew although FILE or FILE.parts exists
    #[arg(long)]
    pub overwrite: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct CalibrateOptions {
    /// The game, for example `monsters` or `hearts:rules=falcon`
    pub game: String,
    /// The player, at full strength: one that has the setting `loses` (see `kirifuda list players`)
    pub player: String,
    /// Who sits at all other seats
    #[arg(long, value_name = "PLAYER")]
    pub against: String,
    /// Deals of each point of the curve, the same for all, each in every rotation
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 2000, value_parser = count::<u64>(ANY))]
    pub deals: u64,
    /// A preset, with changed switches if wanted (see `kirifuda rules GAME`)
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// All chance comes from this number
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1, value_parser = count::<u64>(ANY))]
    pub seed: u64,
    /// Threads to use; the result does not depend on it [default: one for each core]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u16>(THREADS))]
    pub threads: Option<u16>,
    /// The file to put the curve into, for the setting `curves`; other curves in it are kept
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print the curve as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct ExplainOptions {
    /// The game, for example `hearts`
    pub game: String,
    /// A file written by `kirifuda train`, or a learner (`falcon`): then the model that comes with the program
    pub model: String,
    /// How many rules to tell
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 20, value_parser = count::<usize>(ANY))]
    pub most: usize,
    /// Of the models that come with the program, the one for these rules
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// The language: en (English) or ja (Japanese)
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    pub lang: Language,
    /// Print charts and rules as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct ModelOptions {
    /// A file written by `kirifuda train`
    pub file: PathBuf,
    /// Print it as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// What all runs have in common.
#[derive(Args)]
pub struct RunOptions {
    /// A preset, with changed switches if wanted: `standard,moon=self` (see `kirifuda rules GAME`)
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// All chance comes from this number
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1, value_parser = count::<u64>(ANY))]
    pub seed: u64,
    /// Threads to use; the result does not depend on it [default: one for each core]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u16>(THREADS))]
    pub threads: Option<u16>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Write the result to this file as CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Replace files that are to be written and exist
    #[arg(long)]
    pub overwrite: bool,
    /// The time that an outside program has for each move: seconds, or with a unit (`500ms`)
    #[arg(long, allow_negative_numbers = true, value_name = "TIME", default_value = "5s", value_parser = time(0.001..=DAY))]
    pub move_time: Duration,
    /// Time more for the first answer after an outside program has been started
    #[arg(long, allow_negative_numbers = true, value_name = "TIME", default_value = "5s", value_parser = time(0.0..=DAY))]
    pub start_time: Duration,
    /// What to do when an outside program crashes, hangs or answers nonsense
    #[arg(long, value_enum, default_value_t = OnFault::Stop)]
    pub on_fault: OnFault,
    /// Show what outside programs write to their error output, each line after `bot:`
    #[arg(long)]
    pub bot_stderr: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OnFault {
    /// Stop with a report
    Stop,
    /// Play the first legal action in its place, and count the faults
    FirstLegal,
}

#[derive(Args)]
pub struct ListOptions {
    #[command(subcommand)]
    pub what: Option<ListWhat>,
    /// Print all that the list knows as one JSON object: games, rules, measures, players, learners, settings
    #[arg(long, global = true)]
    pub json: bool,
}

#[derive(Subcommand)]
pub enum ListWhat {
    /// The games
    Games,
    /// The players of all games, or of one
    Players {
        /// Only the players of this game
        game: Option<String>,
    },
    /// The learners of all games, or of one
    Learners {
        /// Only the learners of this game
        game: Option<String>,
    },
}

#[derive(Args)]
pub struct RulesOptions {
    /// The game
    pub game: String,
    /// Show what these rules mean: a preset, with changed switches if wanted
    pub rules: Option<String>,
    /// Print it as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct ReplayOptions {
    /// A file written by `--record`
    pub file: PathBuf,
    /// Show this game, counted from 1, move by move
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u64>(SOME))]
    pub show: Option<u64>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct ExportOptions {
    /// A file written by `--record`, of one game
    pub file: PathBuf,
    /// The file to write: `FILE.npz` or `FILE.arrow`
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    pub overwrite: bool,
    /// Print what was written as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct BotOptions {
    /// The game
    pub game: String,
    /// The player: `name` or `name:key=value,…`
    pub player: String,
    /// The rules of questions that name none
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// All chance in the answers comes from this number
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1, value_parser = count::<u64>(ANY))]
    pub seed: u64,
}

#[derive(Args)]
pub struct SolveOptions {
    /// The game: `kuhn` or `leduc`
    pub game: String,
    /// Iterations of CFR+
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 10_000, value_parser = count::<u32>(1..=4_294_967_295))]
    pub iterations: u32,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct BenchOptions {
    /// Only this game
    pub game: Option<String>,
    /// The time for each figure: seconds, or with a unit (`1m`)
    #[arg(long, allow_negative_numbers = true, value_name = "TIME", default_value = "1s", value_parser = time(0.01..=600.0))]
    pub time: Duration,
    /// Print the figures as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct ReproduceOptions {
    /// Papers, `001`, or experiments of them, `001/rows`; `all` papers; `ladder` compares all players; one after the other
    pub what: Vec<String>,
    /// How much to do: `smoke` takes seconds, `quick` minutes, `paper` is the paper's own size [default: quick]
    #[arg(long)]
    pub scale: Option<Scale>,
    /// All chance comes from this number
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1, value_parser = count::<u64>(ANY))]
    pub seed: u64,
    /// Threads to use; the result does not depend on it [default: one for each core]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count::<u16>(THREADS))]
    pub threads: Option<u16>,
    /// Where results are kept and reports are written: in a folder for each paper and scale
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub out: PathBuf,
    /// Run everything again and replace what is kept
    #[arg(long)]
    pub overwrite: bool,
    /// Run nothing, and list the steps that can be done now: an experiment and the name of its step on a line
    #[arg(long, conflicts_with = "overwrite")]
    pub due: bool,
    /// Do only this step, one of those that `--due` lists; WHAT is its experiment
    #[arg(long, value_name = "NAME", conflicts_with_all = ["overwrite", "due"])]
    pub step: Option<String>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}
