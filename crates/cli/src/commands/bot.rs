use std::io::{BufReader, stdin, stdout};
use std::process::ExitCode;

use anyhow::{Result, bail};
use kirifuda_catalog::{Listed, Visitor, contestant, visit};
use kirifuda_play::Fault;
use kirifuda_wire::serve;

use crate::args::BotOptions;
use crate::seating::Choice;

/// `kirifuda bot`.
pub fn run(options: &BotOptions) -> Result<ExitCode> {
    let choice = Choice::new(&options.game, options.rules.as_deref())?;
    visit(&choice.game, Serve { choice: &choice, options })?
}

struct Serve<'a> {
    choice: &'a Choice,
    options: &'a BotOptions,
}

impl Visitor for Serve<'_> {
    type Output = Result<ExitCode>;

    fn visit<G: Listed>(self) -> Result<ExitCode> {
        let rules: G::Rules = self.choice.rules()?;
        let player = &self.options.player;
        if player.starts_with("exec:") {
            bail!("`{player}` is an outside program already; name one of our players (kirifuda list players)");
        }
        // A wrong name is told at once, not at the first question.
        contestant::<G>(&rules, player)?;
        let options = kirifuda_wire::BotOptions { name: player.clone(), seed: self.options.seed, rules: Some(rules) };
        let make = |rules: &G::Rules| {
            let made = contestant::<G>(rules, player).map_err(|why| Fault(why.to_string()))?;
            (made.maker)()
        };
        let input = BufReader::with_capacity(1 << 16, stdin().lock());
        serve::<G>(&options, make, input, stdout().lock())?;
        Ok(ExitCode::SUCCESS)
    }
}
