//! The network protocol of the UECda contest: `kirifuda uecda serve` and `kirifuda uecda join`.

mod join;
mod options;
mod serve;
mod show;
mod watch;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use kirifuda_arena::Contestant;
use kirifuda_catalog::contestant;
use kirifuda_play::Rules as _;
use kirifuda_uecda::daifugo::{Daifugo, Rules};
use kirifuda_wire::{ExecOptions, FaultLog, OnFault};

pub use options::UecdaOptions;
use options::UecdaWhat;

use crate::seating::outside;

/// `kirifuda uecda`.
pub fn run(options: &UecdaOptions) -> Result<ExitCode> {
    match &options.what {
        UecdaWhat::Serve(options) => serve::run(options),
        UecdaWhat::Join(options) => join::run(options),
    }
}

fn rules(text: Option<&str>) -> Result<Rules> {
    Ok(Rules::book().parse(text.unwrap_or("uecda"))?)
}

/// A player of ours, and what it does wrong if it is an outside program.
struct Seated {
    contestant: Contestant<Daifugo>,
    faults: Option<Arc<FaultLog>>,
}

impl Seated {
    fn new(rules: &Rules, text: &str) -> Result<Seated> {
        let Some(command) = text.strip_prefix("exec:") else {
            return Ok(Seated { contestant: contestant::<Daifugo>(rules, text)?, faults: None });
        };
        // At a table with others a program that fails is replaced for the move.
        let limit = Duration::from_secs(5);
        let options =
            ExecOptions { move_time: limit, start_time: limit, on_fault: OnFault::FirstLegal, show_errors: false };
        let (contestant, faults) = outside(text, command, rules, options);
        Ok(Seated { contestant, faults })
    }

    fn report_faults(&self) {
        if let Some(log) = self.faults.as_ref().filter(|log| log.count() > 0) {
            eprintln!("warning: {} faults of `{}`; the first:", log.count(), self.contestant.name);
            log.messages().iter().for_each(|message| eprintln!("  {message}"));
        }
    }
}

/// Splits `default,mc:sims=50,ms=3,random`: what comes after a comma and is `key=value` belongs to the player before it.
fn split_players(texts: &[String]) -> Vec<String> {
    let mut players: Vec<String> = Vec::new();
    for text in texts {
        // A command has commas of its own.
        if text.starts_with("exec:") {
            players.push(text.clone());
            continue;
        }
        let mut first = true;
        for part in text.split(',') {
            let setting = part.split_once('=').is_some_and(|(key, _)| !key.contains(':'));
            match players.last_mut() {
                Some(player) if setting && !first => {
                    player.push(',');
                    player.push_str(part.trim());
                }
                _ => players.push(part.trim().to_string()),
            }
            first = false;
        }
    }
    players
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_belong_to_the_player_before_them() {
        let texts = ["default,mc:sims=50,ms=3, random".to_string(), "exec:cat a,b=c".to_string()];
        assert_eq!(split_players(&texts), ["default", "mc:sims=50,ms=3", "random", "exec:cat a,b=c"]);
        assert!(split_players(&[]).is_empty());
    }
}
