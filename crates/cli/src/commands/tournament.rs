use std::process::ExitCode;

use anyhow::Result;
use kirifuda_arena::{Contest, Tournament, tournament};
use kirifuda_catalog::{Listed, Visitor, visit};

use super::matches::estimate;
use crate::args::TournamentOptions;
use crate::monitor::Terminal;
use crate::part::Share;
use crate::report::Report;
use crate::seating::{Choice, Seating};
use crate::table::TextTable;

/// `kirifuda tournament`.
pub fn run(options: &TournamentOptions) -> Result<ExitCode> {
    let choice = Choice::new(&options.game, options.run.rules.as_deref())?;
    visit(&choice.game, Play { choice: &choice, options })?
}

struct Play<'a> {
    choice: &'a Choice,
    options: &'a TournamentOptions,
}

impl Visitor for Play<'_> {
    type Output = Result<ExitCode>;

    fn visit<G: Listed>(self) -> Result<ExitCode> {
        let options = self.options;
        let seating = Seating::<G>::new(self.choice.rules()?, &options.players, &options.run)?;
        let plan = seating.plan(options.deals, &options.run);
        if let Some(share) = Share::prepare(&options.share, options.deals, options.run.overwrite, &seating)? {
            return share.play(Contest::Tournament, &seating, &options.run);
        }
        let csv = Report::prepare(options.run.csv.as_deref(), options.run.overwrite)?;
        let monitor = Terminal::new("deals");
        let result = tournament(&plan, &monitor);
        monitor.finish();
        Report::of_tournament(&result?).publish_with_faults(&options.run, csv, &seating)
    }
}

/// The result for people.
pub fn text(result: &Tournament) -> String {
    let mut text = format!(
        "{} under {}: {} deals, {} games, seed {}{}\n\n",
        result.game,
        result.rules,
        result.deals,
        result.games,
        result.seed,
        if result.interrupted { " (interrupted)" } else { "" },
    );
    let mut ranked: Vec<_> = result.players.iter().collect();
    ranked.sort_by(|a, b| b.rating.total_cmp(&a.rating));
    let mut table = TextTable::new(["player", "rating", "95%", "payoff over opponents"]);
    for player in ranked {
        let interval = player.interval.map_or_else(String::new, |(low, high)| format!("{low:.0} to {high:.0}"));
        table.row([player.name.clone(), format!("{:.0}", player.rating), interval, estimate(player.difference)]);
    }
    text.push_str(&table.numbers());
    text.push('\n');
    let mut table = TextTable::new(["pair", "payoff difference", "deals won"]);
    for pair in &result.pairs {
        let name = format!("{} – {}", pair.a, pair.b);
        table.row([name, estimate(pair.difference), format!("{:.1}%", 100.0 * pair.win_share)]);
    }
    text.push_str(&table.numbers());
    text
}
