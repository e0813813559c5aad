use std::sync::Arc;
use std::time::Duration;

use kirifuda_arena::{Contestant, Estimate, Monitor, Plan, play_deals, tournament};
use kirifuda_catalog::{Budget as Counted, Listed, Player, Visitor, contestant, visit};
use kirifuda_play::{Game, Rules};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::clock::Clock;
use crate::{Axis, Bench, Cell, Figure, Finding, LabError, Look, Point, ResultTable, Series, number};

/// A game under a preset, and how many deals every pair plays at each scale.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub game: &'static str,
    pub rules: &'static str,
    pub deals: [u64; 3],
}

/// What players that look ahead may spend on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Budget {
    /// Simulations.
    pub sims: u64,
    /// Imagined worlds, where a player counts those.
    pub worlds: u64,
}

/// What came out of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Standings {
    games: u64,
    /// In the order of the list.
    players: Vec<Standing>,
    /// Share of the deals in which the first did better than the second, ties by half, by numbers of players.
    shares: Vec<(usize, usize, f64)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Standing {
    name: String,
    rating: f64,
    interval: Option<(f64, f64)>,
    /// Payoff over that of the opponents.
    difference: Estimate,
}

/// Every listed player of a game against every other: ratings, and how long a move takes.
pub fn standings(bench: &Bench<'_>, field: Field) -> Result<Finding, LabError> {
    let Field { game, rules, deals: [smoke, quick, paper] } = field;
    let deals = bench.scaled(smoke, quick, paper);
    let budget = Budget { sims: bench.scaled(8, 100, 200), worlds: bench.scaled(1, 10, 20) };
    let names = visit(game, Names { rules, budget })??;
    let (seed, threads) = (bench.seed(), bench.threads());
    let key = json!({"revision": 1, "game": game, "rules": rules, "players": names, "deals": deals});
    let found: Standings = bench.step(&format!("tournament {game} {rules}"), &key, |monitor| {
        visit(game, Compete { rules, names: &names, deals, seed, threads, monitor })?
    })?;
    let patience = Duration::from_millis(bench.scaled(5, 200, 1000));
    let key = json!({"revision": 1, "game": game, "rules": rules, "players": names, "patience": patience.as_millis()});
    let times: Vec<f64> = bench.step(&format!("time {game} {rules}"), &key, |monitor| {
        visit(game, Measure { rules, names: &names, seed, patience, monitor })?
    })?;

    let mut order: Vec<usize> = (0..found.players.len()).collect();
    order.sort_by(|&a, &b| found.players[b].rating.total_cmp(&found.players[a].rating));
    let text = format!(
        "`{game}` under `{rules}`: {} players, every pair on the same {} deals in all seatings, {} games.",
        names.len(),
        number::count(deals),
        number::count(found.games)
    );
    Ok(Finding::new()
        .text(text)
        .table(ranking(&found, &order, &times))
        .figure(strength_and_time(&found, &order, &times))
        .table(crosstable(&found, &order)))
}

/// The head of the column that depends on the machine.
pub const TIME: &str = "µs a decision";

fn ranking(found: &Standings, order: &[usize], times: &[f64]) -> ResultTable {
    let caption = "Ratings on the Elo scale, mean 1000; the payoff is that of a seat over those of the other player's seats. \
                   The time, on one thread, depends on the machine";
    let mut table =
        ResultTable::new("ranking", caption, ["place", "player", "rating", "95%", "payoff over the others", TIME]);
    for (place, &player) in order.iter().enumerate() {
        let Standing { name, rating, interval, difference } = &found.players[player];
        let interval = interval.map_or(String::new(), |(low, high)| format!("{low:.0} to {high:.0}"));
        table.row([
            Cell::text((place + 1).to_string()),
            Cell::text(format!("`{name}`")),
            Cell::ours(exact(*rating), 0),
            Cell::text(interval),
            Cell::ours(*difference, 3),
            times.get(player).map_or(Cell::Empty, |&time| Cell::ours(exact(time), if time < 10.0 { 2 } else { 0 })),
        ]);
    }
    table
}

fn strength_and_time(found: &Standings, order: &[usize], times: &[f64]) -> Figure {
    let mut figure = Figure::new(
        "strength-and-time",
        "Rating against the time for a decision on one thread. Bars are 95% intervals; higher and further left is better.",
        Axis::new("microseconds a decision").log(),
        Axis::new("rating"),
    );
    for &player in order {
        let Standing { name, rating, interval, .. } = &found.players[player];
        let ci95 = interval.map(|(low, high)| (high - low) / 2.0);
        let point = times.get(player).map(|&time| Point::estimate(time, Estimate { mean: *rating, ci95 }));
        figure = figure.series(Series::ours(name.clone(), Look::Markers, point));
    }
    figure
}

fn crosstable(found: &Standings, order: &[usize]) -> ResultTable {
    let heads = ["player".to_string()].into_iter().chain((1..=order.len()).map(|place| place.to_string()));
    let caption = "Share of the deals in which the player of the row did better than the player of that place, in percent; \
                   ties count half";
    let mut table = ResultTable::new("pairs", caption, heads);
    for &row in order {
        let mut cells = vec![Cell::text(format!("`{}`", found.players[row].name))];
        for &column in order {
            let share = found.shares.iter().find_map(|&(a, b, share)| match (a, b) {
                pair if pair == (row, column) => Some(share),
                pair if pair == (column, row) => Some(1.0 - share),
                _ => None,
            });
            cells.push(share.map_or(Cell::Empty, |share| Cell::ours(exact(100.0 * share), 0)));
        }
        table.row(cells);
    }
    table
}

fn exact(mean: f64) -> Estimate {
    Estimate { mean, ci95: None }
}

/// The players of the list that can play as they are listed; those with a budget have one that is counted, so that results
/// can be made again.
struct Names<'a> {
    rules: &'a str,
    budget: Budget,
}

impl Visitor for Names<'_> {
    type Output = Result<Vec<String>, LabError>;

    fn visit<G: Listed>(self) -> Self::Output {
        let rules = <G as Game>::Rules::book().parse(self.rules)?;
        let players = G::players().into_iter().filter(|player| player.is_ready(&rules));
        Ok(players.map(|player| budgeted(&player, self.budget)).collect())
    }
}

fn budgeted<G: Listed>(player: &Player<G>, budget: Budget) -> String {
    let Some(counted) = player.budget else { return player.name.to_string() };
    let most = if counted.setting == Counted::SIMS.setting { budget.sims } else { budget.worlds };
    player.with(&format!("{}={most}", counted.setting))
}

struct Compete<'a> {
    rules: &'a str,
    names: &'a [String],
    deals: u64,
    seed: u64,
    threads: usize,
    monitor: &'a dyn Monitor,
}

impl Visitor for Compete<'_> {
    type Output = Result<Standings, LabError>;

    fn visit<G: Listed>(self) -> Self::Output {
        let Compete { rules, names, deals, seed, threads, monitor } = self;
        let rules = &<G as Game>::Rules::book().parse(rules)?;
        let contestants = contestants::<G>(rules, names)?;
        let plan = Plan { rules, contestants: &contestants, first: 0, deals, seed, threads: Some(threads) };
        let result = tournament(&plan, monitor)?;
        if result.interrupted {
            return Err(LabError::Interrupted);
        }
        let number = |name: &String| names.iter().position(|known| known == name).unwrap_or_default();
        let shares = result.pairs.iter().map(|pair| (number(&pair.a), number(&pair.b), pair.win_share)).collect();
        let players = result.players.into_iter().map(|player| Standing {
            name: player.name,
            rating: player.rating,
            interval: player.interval,
            difference: player.difference,
        });
        Ok(Standings { games: result.games, players: players.collect(), shares })
    }
}

fn contestants<G: Listed>(rules: &G::Rules, names: &[String]) -> Result<Vec<Contestant<G>>, LabError> {
    names.iter().map(|name| Ok(contestant::<G>(rules, name)?)).collect()
}

/// How long each player thinks about a decision, at a table of its like.
struct Measure<'a> {
    rules: &'a str,
    names: &'a [String],
    seed: u64,
    /// A player has played enough when it has thought for so long.
    patience: Duration,
    monitor: &'a dyn Monitor,
}

impl Visitor for Measure<'_> {
    type Output = Result<Vec<f64>, LabError>;

    fn visit<G: Listed>(self) -> Self::Output {
        /// Deals that are enough for the fastest.
        const MOST: u64 = 100;
        let Measure { rules, names, seed, patience, monitor } = self;
        let rules = &<G as Game>::Rules::book().parse(rules)?;
        let mut times = Vec::new();
        for (done, contestant) in contestants::<G>(rules, names)?.iter().enumerate() {
            let clock = Arc::new(Clock::default());
            let table = vec![clock.time(contestant); rules.seats()];
            for deal in 0..MOST {
                let seed = seed.wrapping_add(deal);
                let plan = Plan { rules, contestants: &table, first: 0, deals: 1, seed, threads: Some(1) };
                play_deals(&plan, &Halting(monitor), None)?;
                if monitor.stopped() {
                    return Err(LabError::Interrupted);
                }
                if clock.thought() >= patience && clock.decisions() > 0 {
                    break;
                }
            }
            times.push(clock.thought().as_secs_f64() * 1e6 / clock.decisions().max(1) as f64);
            monitor.advance(done as u64 + 1, names.len() as u64);
        }
        Ok(times)
    }
}

/// Hands on the wish to stop, and no progress: that is counted in players.
struct Halting<'a>(&'a dyn Monitor);

impl Monitor for Halting<'_> {
    fn stopped(&self) -> bool {
        self.0.stopped()
    }
}

#[cfg(test)]
mod tests {
    use kirifuda_arena::Quiet;
    use kirifuda_catalog::games;

    use super::*;

    const BUDGET: Budget = Budget { sims: 7, worlds: 3 };

    #[test]
    fn every_listed_player_of_every_game_takes_part_with_a_budget_that_is_counted() -> Result<(), LabError> {
        struct Listing;
        impl Visitor for Listing {
            type Output = Vec<(&'static str, bool)>;
            fn visit<G: Listed>(self) -> Self::Output {
                let timed = |player: &Player<G>| player.settings.iter().any(|setting| setting.name == "ms");
                let rules = (G::Rules::book().presets[0].rules)();
                let players = G::players().into_iter().filter(|player| player.is_ready(&rules));
                players.map(|player| (player.name, timed(&player))).collect()
            }
        }
        for (game, _) in games() {
            let (listed, names) = (visit(game, Listing)?, visit(game, Names { rules: "", budget: BUDGET })??);
            assert_eq!(listed.len(), names.len(), "{game}");
            for ((player, timed), name) in listed.into_iter().zip(names) {
                assert_eq!(name.split(':').next(), Some(player));
                let counted = name.ends_with(":sims=7") || name.ends_with(":worlds=3");
                assert!(counted || !timed && name == player, "{game}: {name}");
            }
        }
        let hearts = visit("hearts", Names { rules: "", budget: BUDGET })??;
        for wanted in ["random", "mc:sims=7", "uct:sims=7", "search:worlds=3"] {
            assert!(hearts.iter().any(|name| name == wanted), "{wanted} in {hearts:?}");
        }
        let daifugo = visit("daifugo", Names { rules: "", budget: BUDGET })??;
        assert!(daifugo.iter().any(|name| name == "search:worlds=3"), "{daifugo:?}");
        Ok(())
    }

    #[test]
    fn more_thought_takes_more_time_and_a_timed_player_plays_as_before() -> Result<(), LabError> {
        let names = ["mc:sims=2".to_string(), "mc:sims=400".to_string()];
        let patience = Duration::from_millis(20);
        let times = visit("hearts", Measure { rules: "standard", names: &names, seed: 1, patience, monitor: &Quiet })??;
        assert!(times[0] > 0.0 && times[1] > 10.0 * times[0], "{times:?}");

        let rules = &kirifuda_games::hearts::Rules::standard();
        let names = ["random", "mc:sims=5", "search:worlds=1", "jake"].map(String::from);
        let plain = contestants::<kirifuda_games::hearts::Hearts>(rules, &names)?;
        let timed: Vec<_> = plain.iter().map(|player| Arc::new(Clock::default()).time(player)).collect();
        let [plain, timed] = [&plain, &timed].map(|contestants| {
            let plan = Plan { rules, contestants, first: 0, deals: 2, seed: 3, threads: Some(1) };
            play_deals(&plan, &Quiet, None)
        });
        assert_eq!(plain?, timed?);
        Ok(())
    }
}
