use std::ops::Range;
use std::sync::Arc;

use anyhow::{Result, bail};
use kirifuda_arena::{Contestant, Origin, Plan};
use kirifuda_catalog::{Listed, contestant, origin, side_by_side};
use kirifuda_play::{Policy, Rules};
use kirifuda_version::program;
use kirifuda_wire::{ExecOptions, ExecPlayer, FaultLog, OnFault};
use serde_json::{Value, json};

use crate::args;

/// Who plays, and what went wrong with outside programs.
pub struct Seating<G: Listed> {
    rules: G::Rules,
    contestants: Vec<Contestant<G>>,
    /// For each contestant that is an outside program.
    faults: Vec<Option<Arc<FaultLog>>>,
}

impl<G: Listed> Seating<G> {
    /// Reads rules and players.
    pub fn new(rules: G::Rules, players: &[String], options: &args::RunOptions) -> Result<Seating<G>> {
        let mut seating = Seating { rules, contestants: Vec::new(), faults: Vec::new() };
        let options = exec_options(options);
        for text in players {
            let (contestant, faults) = match text.strip_prefix("exec:") {
                Some(command) => outside::<G>(text, command, &seating.rules, options),
                None => (contestant::<G>(&seating.rules, text)?, None),
            };
            seating.contestants.push(contestant);
            seating.faults.push(faults);
        }
        seating.contestants = side_by_side(seating.contestants);
        Ok(seating)
    }

    /// The plan of a run of so many deals (or matches).
    pub fn plan(&self, deals: u64, options: &args::RunOptions) -> Plan<'_, G> {
        Plan {
            rules: &self.rules,
            contestants: &self.contestants,
            first: 0,
            deals,
            seed: options.seed,
            threads: options.threads.map(usize::from),
        }
    }

    /// The same for a part of it.
    pub fn part(&self, deals: Range<u64>, options: &args::RunOptions) -> Plan<'_, G> {
        Plan { first: deals.start, ..self.plan(deals.end - deals.start, options) }
    }

    /// What decides a run of these players besides its plan, for parts of it. Those that play otherwise elsewhere are refused.
    pub fn origin(&self) -> Result<Origin> {
        let names: Vec<&str> = self.contestants.iter().map(|contestant| contestant.name.as_str()).collect();
        if let Some((name, _)) = names.iter().zip(&self.faults).find(|(_, faults)| faults.is_some()) {
            bail!(
                "player `{name}` cannot be played in parts: nobody knows whether a program of your own plays the same on another \
                 machine; play it whole, without --part"
            );
        }
        Ok(origin::<G>(&self.rules, &names, program())?)
    }

    /// Adds `faults` to the players of a result that are outside programs.
    pub fn count_faults(&self, result: &mut Value) {
        for (player, faults) in self.faults.iter().enumerate() {
            if let Some(log) = faults {
                result["players"][player]["faults"] = json!(log.count());
            }
        }
    }

    /// Tells people about the faults that were counted.
    pub fn report_faults(&self) {
        for (contestant, faults) in self.contestants.iter().zip(&self.faults) {
            if let Some(log) = faults.as_ref().filter(|log| log.count() > 0) {
                eprintln!("warning: {} faults of `{}`; the first:", log.count(), contestant.name);
                log.messages().iter().for_each(|message| eprintln!("  {message}"));
            }
        }
    }
}

/// The rules of a game from `--rules` or from `game:rules=…`.
pub struct Choice {
    pub game: String,
    rules: Option<String>,
}

impl Choice {
    /// Splits `hearts:rules=standard,moon=self`; `--rules` may say it instead, but not as well.
    pub fn new(game: &str, rules: Option<&str>) -> Result<Choice> {
        let Some((name, settings)) = game.split_once(':') else {
            return Ok(Choice { game: game.to_string(), rules: rules.map(str::to_string) });
        };
        let inline = settings.strip_prefix("rules=").unwrap_or(settings);
        if let Some(rules) = rules {
            bail!("the rules are given twice: `{settings}` in the game and `--rules {rules}`; keep one of them");
        }
        Ok(Choice { game: name.to_string(), rules: Some(inline.to_string()) })
    }

    /// The text of the rules, where some are given.
    pub fn text(&self) -> Option<&str> {
        self.rules.as_deref()
    }

    /// The rules, where some are given.
    pub fn given_rules<R: Rules>(&self) -> Result<Option<R>> {
        self.rules.as_ref().map(|_| self.rules()).transpose()
    }

    /// The rules, the game's first preset where none are given.
    pub fn rules<R: Rules>(&self) -> Result<R> {
        Ok(R::book().parse(self.rules.as_deref().unwrap_or_default())?)
    }
}

fn exec_options(options: &args::RunOptions) -> ExecOptions {
    let on_fault = match options.on_fault {
        args::OnFault::Stop => OnFault::Stop,
        args::OnFault::FirstLegal => OnFault::FirstLegal,
    };
    ExecOptions {
        move_time: options.move_time,
        start_time: options.start_time,
        on_fault,
        show_errors: options.bot_stderr,
    }
}

/// An outside program as a player.
pub fn outside<G: Listed>(
    text: &str,
    command: &str,
    rules: &G::Rules,
    options: ExecOptions,
) -> (Contestant<G>, Option<Arc<FaultLog>>) {
    let log = Arc::new(FaultLog::new());
    let (rules, command, shared) = (rules.clone(), command.to_string(), Arc::clone(&log));
    let contestant = Contestant::new(text, move || {
        let player = ExecPlayer::<G>::spawn(&command, &rules, &options, Arc::clone(&shared))?;
        Ok(Box::new(player) as Box<dyn Policy<G>>)
    });
    (contestant, Some(log))
}
