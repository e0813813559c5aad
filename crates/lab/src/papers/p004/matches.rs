use kirifuda_arena::Estimate;
use kirifuda_catalog::Shipped;
use kirifuda_catalog::entries::monsters::{SHIPPED, learner};
use kirifuda_catalog::strength::shipped_curves;
use serde_json::{Value, json};

use crate::{Bench, Contest, LabError, Measures, Step};

/// A match between two players of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    pub rules: &'static str,
    pub player: String,
    pub other: &'static str,
    /// Each is played in both rotations.
    pub deals: u64,
}

/// What a match gave, in percent of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    pub won: Estimate,
    pub outright: Estimate,
    pub capped: Estimate,
}

/// Deals that have not been used to choose anything.
const FRESH: u64 = 77_000;

/// Plays matches, all on the same fresh deals.
pub fn meet(bench: &Bench<'_>, meetings: &[Meeting]) -> Result<Vec<Rates>, LabError> {
    let seed = bench.seed().wrapping_add(FRESH);
    let steps = meetings.iter().map(|meeting| {
        let Meeting { rules, player, other, deals } = meeting.clone();
        let title = format!("{player} against {other} under {rules}");
        let key = json!({"revision": 1, "rules": rules, "player": player, "other": other, "deals": deals,
            "models": models(&player)});
        Step::new(title, &key, move |monitor| {
            let contest = Contest { game: "monsters", rules, players: &[&player, other], deals };
            contest.play(seed, 1, monitor)
        })
    });
    bench.steps(steps.collect())?.iter().map(rates).collect()
}

/// What a learned player plays comes from a file, and how weak it is from measured curves: others are other players.
fn models(player: &str) -> Value {
    let shipped: &[Shipped] = match player.split_once(':').map_or(player, |(name, _)| name) {
        "learner" => &learner::SHIPPED,
        "softmax" => &SHIPPED,
        _ => &[],
    };
    let checksums: Vec<u32> = shipped.iter().map(Shipped::checksum).collect();
    let ordered = player.contains("loses=");
    let curves = shipped_curves().unwrap_or_default().iter().filter(|curve| ordered && curve.game == "monsters");
    json!({"checksums": checksums, "curves": curves.collect::<Vec<_>>()})
}

fn rates(measures: &Measures) -> Result<Rates, LabError> {
    let percent = |estimate: Estimate| estimate.divided_by(0.01);
    Ok(Rates {
        won: percent(measures.payoff),
        outright: percent(measures.get("outright")?),
        capped: percent(measures.get("capped")?),
    })
}
