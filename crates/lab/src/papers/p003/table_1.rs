use kirifuda_arena::Estimate;
use serde_json::json;

use super::learned::{FIXED, GAME, RULES};
use crate::lesson::Share;
use crate::{
    Bench, Better, Cell, Contest, Experiment, Finding, LabError, Measures, Part, Reading, ResultTable, Step, Verdict,
    number,
};

pub const TABLE_1: Experiment = Experiment {
    name: "table-1",
    title: "Table 1: the fixed players, each against the one above it",
    claim: "In 5,000 games between neighbours of the table, the player further down is the stronger: keeping pairs helps, \
            breaking those of A and 2 helps more, breaking those of 8 still more.",
    part: Part::Paper,
    run: table_1,
};

/// The cells: each player beats the one above it.
pub const CELLS: [&str; 4] = [
    "PairSave beats Enemy",
    "PSInAllState beats PairSave",
    "PSUnder12 beats PSInAllState",
    "PSUnder12No8 beats PSUnder12",
];

/// Who sits where: how many of the player further down, and at which seats (1) they sit.
const SEATINGS: [(usize, [usize; 5]); 3] = [(1, [1, 0, 0, 0, 0]), (2, [1, 0, 1, 0, 0]), (3, [1, 0, 1, 0, 1])];

/// Both readings of "under 12" as settings of the two players that it is about.
const UPTO: [(&str, &str); 2] = [("", "pairs up to K"), (":upto=J", "pairs up to J")];

struct Meeting {
    /// Name of the player further down, and of the one above it, for people.
    names: [&'static str; 2],
    /// The same for the list.
    players: [String; 2],
    reading: &'static str,
    seating: usize,
    deals: u64,
}

fn meetings(deals: [u64; 2]) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    let [papers, sure] = deals;
    for (number, (upto, reading)) in UPTO.into_iter().enumerate() {
        for pair in FIXED.windows(2) {
            let [(above, above_name), (below, below_name)] = [pair[0], pair[1]];
            let concerned = below.starts_with("psunder12");
            if number > 0 && !concerned {
                continue;
            }
            let text = |player: &str| {
                let suffix = if player.starts_with("psunder12") { upto } else { "" };
                format!("{player}{suffix}")
            };
            let sizes = [(0, papers), (0, sure), (1, sure), (2, sure)];
            meetings.extend(sizes.into_iter().map(|(seating, deals)| Meeting {
                names: [below_name, above_name],
                players: [text(below), text(above)],
                reading: if concerned { reading } else { "" },
                seating,
                deals,
            }));
        }
    }
    meetings
}

fn table_1(bench: &Bench<'_>) -> Result<Finding, LabError> {
    // Each deal is played in five rotations: 1,000 of them are the paper's 5,000 games.
    let papers = bench.scaled(20, 1_000, 1_000);
    let meetings = meetings([papers, bench.scaled(40, 20_000, 100_000)]);
    let seed = bench.seed();
    let step = |meeting: &Meeting| {
        let Meeting { players, seating, deals, .. } = meeting;
        let (players, deals) = (players.clone(), *deals);
        let (count, seats) = SEATINGS[*seating];
        let title = format!("{count} {} against {} {}, {deals} deals", players[0], 5 - count, players[1]);
        let key = json!({"revision": 1, "rules": RULES, "players": players, "seats": seats, "deals": deals});
        Step::new(title, &key, move |monitor| {
            let mut results = Vec::new();
            for (part, seated) in (0..).zip(tables(seats)) {
                let seated = seated.map(|seat| players[1 - seat].as_str());
                let share = Share { monitor, before: part, size: 1, total: count as u64 };
                results.push(Contest { game: GAME, rules: RULES, players: &seated, deals }.play(seed, 1, &share)?);
            }
            mean(&results)
        })
    };
    let results: Vec<Measures> = bench.steps(meetings.iter().map(step).collect())?;
    let heads = ["player", "against", "seats", "reading", "games", "score a game", "first", "last"];
    let caption = "Score of the player further down in the paper's table, +2 … −2 a game, the mean of its seats; par is 0; each deal \
                   in five rotations";
    let mut table = ResultTable::new("neighbours", caption, heads);
    let mut verdicts = Vec::new();
    for (Meeting { names: [below, above], reading, seating, deals, .. }, result) in meetings.iter().zip(&results) {
        let seats = SEATINGS[*seating].0;
        let games = number::count(5 * deals);
        table.row([
            Cell::text(*below),
            Cell::text(*above),
            Cell::text(format!("{seats}–{}", 5 - seats)),
            Cell::text(*reading),
            Cell::text(games.as_str()),
            Cell::ours(result.payoff, 4),
            Cell::ours(result.get("first_rate")?, 4),
            Cell::ours(result.get("last_rate")?, 4),
        ]);
        let reading = if reading.is_empty() { String::new() } else { format!(", {reading}") };
        let what = format!("{below} beats {above}, {seats} against {}, {games} games{reading}", 5 - seats);
        let verdict = Verdict::claim(what, result.payoff, Better::Higher);
        let pair = format!("{below} beats {above}");
        let cell = CELLS.into_iter().find(|cell| *cell == pair);
        // One against four, pairs up to K, in the paper's games and in many more; the rest are other readings.
        let reading = match (*seating, *deals == papers) {
            _ if reading == format!(", {}", UPTO[1].1) => Reading::Other,
            (0, true) => Reading::Printed,
            (0, false) => Reading::Best,
            _ => Reading::Other,
        };
        verdicts.push(cell.map_or(verdict.clone(), |cell| verdict.of(cell, reading)));
    }
    let text = "The paper prints no scores, and not who sat at the table: one of the player further down against four of the \
                one above it, and two against three, three against two. 5,000 games cannot tell all neighbours apart; \
                the longer matches can. \"Under 12\" keeps the pairs up to K, where 3 is rank 1; in the other reading, \
                up to J.";
    Ok(Finding::new().text(text).table(table).verdicts(verdicts))
}

/// A seating as each of the players further down sees it: himself first.
fn tables(seats: [usize; 5]) -> impl Iterator<Item = [usize; 5]> {
    (0..5).filter(move |&first| seats[first] == 1).map(move |first| {
        let mut seen = seats;
        seen.rotate_left(first);
        seen
    })
}

/// How some players did together. They sat at the same tables, so that their errors do not cancel out.
fn mean(results: &[Measures]) -> Result<Measures, LabError> {
    let over = |estimates: Vec<Estimate>| {
        let count = estimates.len().max(1) as f64;
        let widths: Option<f64> = estimates.iter().map(|estimate| estimate.ci95).sum();
        Estimate {
            mean: estimates.iter().map(|estimate| estimate.mean).sum::<f64>() / count,
            ci95: widths.map(|widths| widths / count),
        }
    };
    let mut measures = Vec::new();
    for (name, _) in results.first().iter().flat_map(|first| &first.measures) {
        let each: Vec<Estimate> = results.iter().map(|result| result.get(name)).collect::<Result<_, _>>()?;
        measures.push((name.clone(), over(each)));
    }
    Ok(Measures { payoff: over(results.iter().map(|result| result.payoff).collect()), measures })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_neighbour_meets_in_every_seating_and_the_last_two_in_both_readings() {
        let meetings = meetings([1, 2]);
        assert_eq!(meetings.len(), (4 + 2) * 4);
        assert!(SEATINGS.iter().all(|(count, seats)| seats[0] == 1 && seats.iter().sum::<usize>() == *count));
        let last = &meetings[meetings.len() - 1];
        assert_eq!(last.players, ["psunder12no8:upto=J", "psunder12:upto=J"]);
        assert_eq!(last.names, ["PSUnder12No8", "PSUnder12"]);
        assert_eq!(meetings[0].players, ["pairsave", "enemy"]);
        assert_eq!(meetings.iter().filter(|meeting| meeting.deals == 1).count(), 6);
    }

    #[test]
    fn players_of_a_side_are_measured_together() {
        let three: Vec<[usize; 5]> = tables(SEATINGS[2].1).collect();
        assert_eq!(three, [[1, 0, 1, 0, 1], [1, 0, 1, 1, 0], [1, 1, 0, 1, 0]]);
        let estimate = |mean, ci95| Estimate { mean, ci95: Some(ci95) };
        let result = |payoff, first| Measures { payoff, measures: vec![("first_rate".to_string(), first)] };
        let both =
            mean(&[result(estimate(0.5, 0.1), estimate(0.25, 0.5)), result(estimate(-0.25, 0.3), estimate(0.75, 0.5))]);
        assert_eq!(both.unwrap(), result(estimate(0.125, 0.2), estimate(0.5, 0.5)));
    }
}
