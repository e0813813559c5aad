use std::process::ExitCode;

use anyhow::{Result, bail};
use kirifuda_arena::{ArenaError, Contest, Estimate, Outcome, Plan, Record, Sink, Tally, Unit, play_deals};
use kirifuda_catalog::{Listed, PartError, Visitor, visit};
use kirifuda_play::math;

use crate::args::MatchOptions;
use crate::files::{Whole, same_place};
use crate::monitor::Terminal;
use crate::part::{self, Share};
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
        let deals = options.matches.or(options.deals).unwrap_or(1000);
        for (option, place) in [("csv", &options.run.csv), ("out", &options.share.out)] {
            if let (Some(record), Some(place)) = (&options.record, place)
                && same_place(record, place)
            {
                bail!("--record and --{option} name the same file; give each its own");
            }
        }
        let csv = Report::prepare(options.run.csv.as_deref(), options.run.overwrite)?;
        let share = Share::prepare(&options.share, deals, options.run.overwrite, &seating)?;
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
        let contest = if options.matches.is_some() { Contest::Matches } else { Contest::Deals };
        let found = match &share {
            Some(share) => share.tally(contest, &seating, &options.run, sink).map(Found::Part),
            None => play(contest, &seating.plan(deals, &options.run), sink).map(Found::Whole),
        };
        let found = match (found, file) {
            (Ok(found), Some(file)) => file.publish().map(|()| found)?,
            // Games that were played are kept, also when a player has failed in a later one.
            (Err(PartError::Arena(why @ (ArenaError::Fault { .. } | ArenaError::Illegal { .. }))), Some(file))
                if written > 0 =>
            {
                file.publish()?;
                bail!("{why}\nThe {written} games before are in the record file")
            }
            (found, _) => found.map_err(part::plain)?,
        };
        match (found, share) {
            (Found::Part(tally), Some(share)) => share.publish(&tally),
            (Found::Whole(outcome), _) => Report::of_match(&outcome).publish_with_faults(&options.run, csv, &seating),
            (Found::Part(_), None) => Ok(ExitCode::SUCCESS),
        }
    }
}

/// What a run on this machine gives.
enum Found {
    /// All of it.
    Whole(Outcome),
    /// What is to be merged.
    Part(Tally),
}

fn play<G: Listed>(contest: Contest, plan: &Plan<'_, G>, sink: Option<Sink<'_>>) -> Result<Outcome, PartError> {
    let monitor = watcher(contest, plan);
    let outcome = match (contest, G::matches()) {
        (Contest::Matches, Some(play_matches)) => play_matches(plan, &monitor, sink),
        (Contest::Matches, None) => return Err(PartError::NoMatches { game: G::NAME }),
        _ => play_deals(plan, &monitor, sink),
    };
    monitor.finish();
    Ok(outcome?)
}

/// Shows how far a match is, and who leads.
pub fn watcher<G: Listed>(contest: Contest, plan: &Plan<'_, G>) -> Terminal {
    let what = if contest == Contest::Matches { "matches" } else { "deals" };
    Terminal::new(what).of_players(plan.contestants.iter().map(|player| player.name.as_str()))
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
    let digits = if half > 1e-9 { (1.0 - math::log10(half).floor()).clamp(0.0, 6.0) as usize } else { 3 };
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
