use super::course::STYLES;
use super::matches::{Meeting, Rates, meet};
use super::verdicts::target_of;
use crate::{Bench, Cell, Experiment, Finding, LabError, Part, ResultTable, Verdict, number};

pub const STRONGER: Experiment = Experiment {
    name: "stronger",
    title: "The players that come with the program",
    claim: "How often do the learner trained for longer, a policy learned by gradient and the player that knows how rule players \
            decide beat each rule player?",
    part: Part::Beyond,
    run: stronger,
};

/// The players, and for which share of the deals there is time.
const PLAYERS: [(&str, u64); 3] = [("learner", 1), ("softmax", 1), ("best-response", 10)];
/// Those that have learned what they know.
const LEARNED: [&str; 2] = ["learner", "softmax"];
/// With a team of its own choice, and with random teams.
const RULES: [(&str, &str); 2] = [("paper004", "chosen"), ("dealt", "random")];

fn stronger(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let deals = bench.scaled(10, 1_000, 5_000);
    let mut meetings = Vec::new();
    for (player, share) in PLAYERS {
        for other in STYLES {
            for (rules, _) in RULES {
                meetings.push(Meeting { rules, player: player.to_string(), other, deals: deals / share });
            }
        }
    }
    let rates = meet(bench, &meetings)?;
    let heads = ["player", "against", "teams", "won", "outright", "capped"];
    let mut table = ResultTable::new("players", "Percent of games", heads);
    let mut verdicts = Vec::new();
    for (meeting, rates) in meetings.iter().zip(&rates) {
        let teams = RULES.iter().find(|(rules, _)| *rules == meeting.rules).map_or("", |(_, teams)| teams);
        table.row([
            Cell::text(format!("`{}`", meeting.player)),
            Cell::text(meeting.other),
            Cell::text(teams),
            Cell::ours(rates.won, 1),
            Cell::ours(rates.outright, 1),
            Cell::ours(rates.capped, 1),
        ]);
        if LEARNED.contains(&meeting.player.as_str()) {
            verdicts.push(wanted(meeting, teams, rates));
        }
    }
    let how = format!(
        "The models that come with the program, {} games each, `best-response` {}; both sides of every deal. Outright: won \
         before the cap of turns.",
        number::count(2 * deals),
        number::count(2 * deals / 10),
    );
    Ok(Finding::new().text(how).table(table).verdicts(verdicts))
}

/// What we want of a learner.
fn wanted(meeting: &Meeting, teams: &str, rates: &Rates) -> Verdict {
    let least = if teams == "chosen" { 95.0 } else { 75.0 };
    let what = format!("shipped {} against {}, {teams} teams, outright", meeting.player, meeting.other);
    target_of(&what, least, rates.outright)
}
