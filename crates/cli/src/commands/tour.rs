use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use kirifuda_arena::{Plan, play_deals};
use kirifuda_catalog::{Listed, Visitor, contestant, games, visit};

use super::matches;
use crate::monitor::Terminal;
use crate::seating::Choice;
use crate::table::TextTable;

const GAME: &str = "hearts";
const RULES: &str = "standard";
const PLAYERS: [&str; 4] = ["linear-q", "jake", "stock", "random"];
const DEALS: u64 = 2000;

/// `kirifuda tour`: what is here, an example, what to try next.
pub fn run() -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "Kirifuda 切り札: agents that learn to play card games with hidden hands.\n")?;
    let mut table = TextTable::new(["Games", ""]);
    for (name, about) in games() {
        table.row([format!("  {name}"), about.to_string()]);
    }
    writeln!(out, "{}", table.words())?;
    writeln!(out, "A match on duplicate deals: every deal is played four times, each player once at every seat, so")?;
    writeln!(out, "that luck falls on all alike. ± is the 95% interval.\n")?;
    writeln!(out, "  $ kirifuda match {GAME} {} --rules {RULES} --deals {DEALS} --seed 1\n", PLAYERS.join(" "))?;
    for line in visit(GAME, Example)??.lines() {
        writeln!(out, "  {line}")?;
    }
    writeln!(
        out,
        "
Payoff is what counts in the arena, higher is better; in Hearts it is minus the points of a deal.

What to try next
  kirifuda play                         the table in the browser: play against them
  kirifuda list players                 who can play what
  kirifuda rules hearts                 presets and switches of the rules
  kirifuda tournament hearts random rule stock jake --rules falcon
                                        all pairs, with ratings
  kirifuda match hearts jake stock stock stock --record games.jsonl
  kirifuda replay games.jsonl --show 1  watch a game
  kirifuda match hearts \"exec:python3 examples/bot_hearts.py\" stock stock stock
                                        your own program at the table (docs/protocol.md)
  kirifuda train hearts linear-q --deals 100000 --rules saito --out my.kfm
                                        train a player; linear-q:model=my.kfm plays it
  kirifuda reproduce 001 --scale quick  a paper's tables and figures beside ours
  kirifuda match daifugo softmax default default default default --matches 10
                                        a learned policy under the rules of the UECda contest
  kirifuda match monsters best-response balanced --deals 20
                                        monsters: who knows how the other decides wins
  kirifuda solve leduc                  a small game, solved
  kirifuda help                         everything else"
    )?;
    Ok(ExitCode::SUCCESS)
}

struct Example;

impl Visitor for Example {
    type Output = Result<String>;

    fn visit<G: Listed>(self) -> Result<String> {
        let rules = Choice::new(GAME, Some(RULES))?.rules()?;
        let contestants = PLAYERS.iter().map(|name| contestant::<G>(&rules, name)).collect::<Result<Vec<_>, _>>()?;
        let plan = Plan { rules: &rules, contestants: &contestants, first: 0, deals: DEALS, seed: 1, threads: None };
        let monitor = Terminal::new("deals");
        let outcome = play_deals(&plan, &monitor, None);
        monitor.finish();
        Ok(matches::text(&outcome?))
    }
}
