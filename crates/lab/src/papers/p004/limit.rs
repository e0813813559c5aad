use kirifuda_arena::{Estimate, Moments};
use kirifuda_games::monsters::Rules;
use kirifuda_players::monsters::best_response::upper_bound;
use kirifuda_players::monsters::{RulePlayer, Style};
use serde_json::json;

use super::course::STYLES;
use super::matches::{Meeting, meet};
use crate::{Bench, Better, Cell, Experiment, Finding, LabError, Part, ResultTable, Step, Verdict, difference, number};

pub const LIMIT: Experiment = Experiment {
    name: "limit",
    title: "How often a rule player can be beaten at all",
    claim: "80 % is the paper's level. A rule player is deterministic, so that the best answer to it is a search: how much is left \
            to learn with random teams?",
    part: Part::Beyond,
    run: limit,
};

/// Players that are no search.
const LEARNED: [&str; 2] = ["learner", "softmax"];
/// Positions of each turn that the search for the bound keeps at most.
const WIDTH: usize = 4096;

fn limit(bench: &Bench<'_>) -> Result<Finding, LabError> {
    let (deals, searched, battles) = bench.scaled((10, 2, 10), (1_000, 100, 500), (5_000, 500, 2_000));
    let mut meetings = Vec::new();
    for other in STYLES {
        let known = format!("best-response:opponent={other}");
        let meeting = |player: &str, deals| Meeting { rules: "dealt", player: player.to_string(), other, deals };
        meetings.extend(LEARNED.map(|player| meeting(player, deals)));
        meetings.extend(["best-response", known.as_str()].map(|player| meeting(player, searched)));
    }
    let rates = meet(bench, &meetings)?;
    let bounds = bounds(bench, battles)?;
    let heads = ["against", "player", "knows", "outright", "capped", "below the best response"];
    let mut table = ResultTable::new("limit", "Percent of games with random teams", heads);
    let mut verdicts = Vec::new();
    let rows = LEARNED.len() + 2;
    for (number, other) in STYLES.iter().enumerate() {
        let own = &rates[number * rows..][..rows];
        let best = own[rows - 1].outright;
        for (meeting, rates) in meetings[number * rows..].iter().zip(own) {
            let knows = match meeting.player.as_str() {
                "best-response" => "how rule players decide",
                learned if LEARNED.contains(&learned) => "what it learned",
                _ => "how this one decides",
            };
            let gap = difference(best, rates.outright);
            let is_best = meeting.player == meetings[number * rows + rows - 1].player;
            table.row([
                Cell::text(*other),
                Cell::text(format!("`{}`", meeting.player)),
                Cell::text(knows),
                Cell::ours(rates.outright, 1),
                Cell::ours(rates.capped, 1),
                if is_best { Cell::Empty } else { Cell::ours(gap, 1) },
            ]);
            if LEARNED.contains(&meeting.player.as_str()) {
                let what = format!("best response to {other} beats `{}`, points outright", meeting.player);
                verdicts.push(Verdict::claim(what, gap, Better::Higher));
            }
        }
        table.row([
            Cell::text(*other),
            Cell::text("a winning line"),
            Cell::text("everything"),
            Cell::ours(bounds[number], 1),
            Cell::Empty,
            Cell::ours(difference(best, bounds[number]), 1),
        ]);
    }
    let how = format!(
        "Learned players {} games each, searching ones {}; both sides of every deal. The last row of each rule player is an upper \
         bound: of {} battles with random teams and leads, those in which a search finds a way to win before the cap, both \
         benches and all coins open.",
        number::count(2 * deals),
        number::count(2 * searched),
        number::count(battles),
    );
    Ok(Finding::new().text(how).table(table).verdicts(verdicts))
}

/// For each rule player the share of battles that can be won, in percent.
fn bounds(bench: &Bench<'_>, battles: u64) -> Result<Vec<Estimate>, LabError> {
    let seed = bench.seed();
    let styles = STYLES.iter().zip([Style::Balanced, Style::Brute, Style::Steady]);
    let steps = styles.map(|(name, style)| {
        let key = json!({"revision": 1, "against": name, "battles": battles, "width": WIDTH});
        Step::new(format!("winning lines against {name}"), &key, move |_| {
            let bound = upper_bound(&Rules::dealt(), RulePlayer::new(style), battles, seed, WIDTH);
            Ok((bound.won, bound.battles))
        })
    });
    let counts: Vec<(u64, u64)> = bench.steps(steps.collect())?;
    Ok(counts.into_iter().map(|(won, battles)| share(won, battles)).collect())
}

/// A share in percent with its interval.
fn share(part: u64, of: u64) -> Estimate {
    let mut moments = Moments::new(1);
    (0..of).for_each(|number| moments.push(&[if number < part { 100.0 } else { 0.0 }]));
    moments.estimate(0)
}
