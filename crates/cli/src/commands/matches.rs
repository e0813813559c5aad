use std::process::ExitCode;

use anyhow::{Result, bail};
use kirifuda_arena::{ArenaError, Estimate, Outcome, Record, Unit, play_deals};
use kirifuda_catalog::{Listed, Visitor, visit};

use crate::args::MatchOptions;
use crate::files::{Whole, same_place};
use crate::monitor::Terminal;
use crate::report::Report;
use crate::seating::{Choice, Seating};
use crate::table::TextTable;

/// `kirifuda match`.
pub fn run(options: &MatchOptions) -> Result<ExitCode> {
    let choice = Choice::new(&options.game, options.run.rules.as_deref())?;
    visit(&choice.game, Play { choice: &choice, options })?
}

struct Play<'a> {
    choice: &'a Choice,
    options: &'a MatchOptions,
}

impl Visitor for Play<'_> {
    type Output = Result<ExitCode>;

    fn visit<G: Listed>(self) -> Result<ExitCode> {
        let options = self.options;
        let seating = Seating::<G>::new(self.choice.rules()?, &options.players, &options.run)?;
        let plan = seating.plan(options.matches.or(options.deals).unwrap_or(1000), &options.run);
        if let (Some(record), Some(csv)) = (&options.record, &options.run.csv)
            && same_place(record, csv)
        {
            bail!("--record and --csv name the same file; give each its own");
        }
        let csv = Report::prepare(&options.run)?;
        let overwrite = options.run.overwrite;
        let mut file = options.record.as_deref().map(|place| Whole::create_new(place, overwrite)).transpose()?;
        let mut written = 0;
        let mut write = file.as_mut().map(|file| {
            |record: &Record| {
                record.write(file.writer())?;
                written += 1;
                Ok(())
            }
        });
        let sink = write.as_mut().map(|write| write as &mut dyn FnMut(&Record) -> std::io::Result<()>);
        let what = if options.matches.is_some() { "matches" } else { "deals" };
        let monitor = Terminal::new(what).of_players(plan.contestants.iter().map(|player| player.name.as_str()));
        let outcome = match (options.matches, G::matches()) {
            (None, _) => play_deals(&plan, &monitor, sink),
            (Some(_), Some(play_matches)) => play_matches(&plan, &monitor, sink),
            (Some(_), None) => bail!("{} is not played in matches; use --deals", G::NAME),
        };
        monitor.finish();
        let outcome = match (outcome, file) {
            (Ok(outcome), Some(file)) => file.publish().map(|()| outcome)?,
            // Games that were played are kept, also when a player has failed in a later one.
            (Err(why @ (ArenaError::Fault { .. } | ArenaError::Illegal { .. })), Some(file)) if written > 0 => {
                file.publish()?;
                bail!("{why}\nThe {written} games before are in the record file")
            }
            (outcome, _) => outcome?,
        };
        let report =
            Report { text: text(&outcome), json: outcome.json(), csv: outcome.csv(), interrupted: outcome.interrupted };
        report.publish(&options.run, csv, &seating)
    }
}

/// The result for people.
pub fn text(outcome: &Outcome) -> String {
    let units = match outcome.unit {
        Unit::Deal => "deals",
        Unit::Match => "matches",
    };
    let mut text = format!(
        "{} under {}: {} {units}, each in {} rotations, seed {}{}\n\n",
        outcome.game,
        outcome.rules,
        outcome.deals,
        outcome.players.len(),
        outcome.seed,
        if outcome.interrupted { " (interrupted)" } else { "" },
    );
    let mut heads = vec!["player".to_string(), "payoff".to_string()];
    heads.extend(outcome.measures.iter().map(|measure| measure.title.to_string()));
    heads.extend((1..=outcome.players.len()).map(ordinal));
    let mut table = TextTable::new(heads);
    for player in &outcome.players {
        let mut cells = vec![player.name.clone(), estimate(player.payoff)];
        cells.extend(player.measures.iter().map(|&measure| estimate(measure)));
        cells.extend(player.rank_shares.iter().map(|share| format!("{share:.3}")));
        table.row(cells);
    }
    text.push_str(&table.numbers());
    text
}

/// `4.37 ±0.02`: as many digits as the interval supports.
pub fn estimate(estimate: Estimate) -> String {
    let Some(half) = estimate.ci95 else {
        return format!("{:.3}", estimate.mean);
    };
    // Two digits of the half-width; one of 1e-19 is nothing but rounding.
    let digits = if half > 1e-9 { (1.0 - half.log10().floor()).clamp(0.0, 6.0) as usize } else { 3 };
    format!("{:.digits$} ±{half:.digits$}", estimate.mean)
}

fn ordinal(place: usize) -> String {
    match place {
        1 => "1st".to_string(),
        2 => "2nd".to_string(),
        3 => "3rd".to_string(),
        _ => format!("{place}th"),
    }
}
