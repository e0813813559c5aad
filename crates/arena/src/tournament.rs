use kirifuda_play::{Game, Measured, Rng, Rules, Seat, Text};
use serde_json::{Value, json};

use crate::counts::Counts;
use crate::deals::{fresh, nth_deal};
use crate::plan::stream;
use crate::sheet::Run;
use crate::statistics::{Estimate, Moments};
use crate::table::DealTable;
use crate::waves::{self, Brake, Halt, Slot, Work};
use crate::{ArenaError, Contest, Monitor, Origin, Place, Plan, Tally, Unit, csv, outcome};

/// What a tournament has shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    /// The game.
    pub game: &'static str,
    /// Its rules, in canonical text.
    pub rules: String,
    /// The seed.
    pub seed: u64,
    /// Deals that count; each was played by every pair in every seating.
    pub deals: u64,
    /// Games played to their end.
    pub games: u64,
    /// True when the tournament was stopped before all deals were played.
    pub interrupted: bool,
    /// The version of the program.
    pub version: &'static str,
    /// One for each contestant, in the order of the plan.
    pub players: Vec<Rated>,
    /// Every pair, in the order of the plan.
    pub pairs: Vec<Pair>,
}

/// How one player of a tournament did.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// The player's specification.
    pub name: String,
    /// Bradley-Terry rating on the Elo scale; all ratings have mean 1000.
    pub rating: f64,
    /// The 95% interval of the rating, by resampling the deals; none for a single deal.
    pub interval: Option<(f64, f64)>,
    /// Payoff minus the opponents' payoff, over all opponents.
    pub difference: Estimate,
}

/// How two players did against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// One player's specification.
    pub a: String,
    /// The other's.
    pub b: String,
    /// Mean payoff of the seats of `a` minus that of the seats of `b`, over all seatings of a deal.
    pub difference: Estimate,
    /// Share of the deals in which the difference favours `a`; a difference of 0 counts half.
    pub win_share: f64,
}

/// Compares players two by two, all pairs on the same deals, and rates them. Two contestants: head to head.
///
/// Each pair plays a deal in every seating that gives half the seats to either player (with an odd number of seats,
/// also those that give one more to the other), so that luck of the cards and of the seats cancels. A deal has the
/// cards of deal d in [`play_deals`](crate::play_deals); the choices in seating s come from the stream `[2, d, s]`
/// whoever plays, so that a pair's result does not depend on who else takes part.
pub fn tournament<G: Text>(plan: &Plan<'_, G>, monitor: &dyn Monitor) -> Result<Tournament, ArenaError> {
    let score = played(plan, monitor)?;
    let deals = score.moments.count();
    let run = Run {
        rules: &outcome::rules_text::<G>(plan.rules),
        players: &plan.contestants.iter().map(|contestant| contestant.name.clone()).collect::<Vec<_>>(),
        seed: plan.seed,
        deals,
        games: score.games,
        unit: Unit::Deal,
        interrupted: deals < plan.deals,
    };
    Ok(conclude::<G>(&run, &score.counts, |column| score.moments.estimate(column)))
}

/// The same as [`tally_deals`](crate::tally_deals), for a tournament.
pub fn tally_tournament<G: Text + Measured>(
    plan: &Plan<'_, G>,
    whole: u64,
    origin: &Origin,
    monitor: &dyn Monitor,
) -> Result<Tally, ArenaError> {
    plan.check_part(whole)?;
    let score = played(plan, monitor)?;
    if score.moments.count() < plan.deals {
        return Err(ArenaError::Unfinished);
    }
    let run = (Contest::Tournament, whole, origin);
    Ok(Tally::new(plan, run, score.games, &score.moments, Some(score.counts)))
}

fn played<G: Text>(plan: &Plan<'_, G>, monitor: &dyn Monitor) -> Result<Score, ArenaError> {
    let (seats, players) = (plan.rules.seats(), plan.contestants.len());
    if seats < 2 || players < 2 {
        return Err(ArenaError::TooFew { players, seats });
    }
    plan.check_deals()?;
    let work = Pairings { plan, seats, masks: balanced_masks(seats), pairs: pairs_of(players).collect() };
    let pool = waves::pool(plan.threads)?;
    let mut score = Score::new(players, work.columns());
    let wave = 1024.max(256 * pool.current_num_threads());
    let deals = waves::run(&work, plan.deals, wave, &pool, monitor, |slot| {
        let deal = plan.first + score.moments.count();
        let weights = Rng::stream(plan.seed, &[stream::BOOTSTRAP, deal]);
        score.push(&work.pairs, &slot.row, work.scale(), weights);
        Ok(())
    })?;
    if deals == 0 {
        return Err(ArenaError::Interrupted);
    }
    score.games = deals * (work.pairs.len() * work.masks.len()) as u64;
    Ok(score)
}

/// All pairs of so many players, in order.
pub(crate) fn pairs_of(players: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..players).flat_map(move |a| (a + 1..players).map(move |b| (a, b)))
}

/// Ratings and intervals from what was counted, and from the means of the columns: the pairs, then the players.
pub(crate) fn conclude<G: Game>(run: &Run<'_>, counts: &Counts, mean: impl Fn(usize) -> Estimate) -> Tournament {
    let pairs: Vec<(usize, usize)> = pairs_of(run.players.len()).collect();
    let name = |player: usize| run.players[player].clone();
    let ratings = counts.ratings(&pairs, run.players.len(), run.deals);
    let intervals = (run.deals > 1).then(|| counts.intervals(&pairs, run.players.len()));
    let rated = |player: usize| Rated {
        name: name(player),
        rating: ratings[player],
        interval: intervals.as_ref().map(|intervals| intervals[player]),
        difference: mean(pairs.len() + player),
    };
    let pair = |(number, &(a, b)): (usize, &(usize, usize))| Pair {
        a: name(a),
        b: name(b),
        difference: mean(number),
        win_share: counts.halves[number] as f64 / (2 * run.deals) as f64,
    };
    Tournament {
        game: G::NAME,
        rules: run.rules.to_string(),
        seed: run.seed,
        deals: run.deals,
        games: run.games,
        interrupted: run.interrupted,
        version: outcome::VERSION,
        players: (0..run.players.len()).map(rated).collect(),
        pairs: pairs.iter().enumerate().map(pair).collect(),
    }
}

impl Tournament {
    /// The machine-readable form; `ci95` is the half-width of a 95% interval, null where a single deal gives none.
    pub fn json(&self) -> Value {
        let player = |player: &Rated| {
            json!({
                "name": player.name,
                "rating": player.rating,
                "rating_low": player.interval.map(|(low, _)| low),
                "rating_high": player.interval.map(|(_, high)| high),
                "mean": player.difference.mean,
                "ci95": player.difference.ci95,
            })
        };
        let pair = |pair: &Pair| {
            let Pair { a, b, difference, win_share } = pair;
            json!({ "a": a, "b": b, "mean": difference.mean, "ci95": difference.ci95, "win_share": win_share })
        };
        json!({
            "game": self.game,
            "rules": self.rules,
            "seed": self.seed,
            "deals": self.deals,
            "games": self.games,
            "interrupted": self.interrupted,
            "version": self.version,
            "players": self.players.iter().map(player).collect::<Vec<_>>(),
            "pairs": self.pairs.iter().map(pair).collect::<Vec<_>>(),
        })
    }

    /// One line for each player under a line of column names, and last what is needed to play it again.
    pub fn csv(&self) -> String {
        let mut text = String::new();
        csv::push_line(
            &mut text,
            ["name", "rating", "rating_low", "rating_high", "mean", "ci95"].iter().chain(&ORIGIN),
        );
        for player in &self.players {
            let (low, high) = (player.interval.map(|(low, _)| low), player.interval.map(|(_, high)| high));
            let Estimate { mean, ci95 } = player.difference;
            let line = [player.name.clone(), player.rating.to_string(), csv::optional(low), csv::optional(high)];
            let line = line.into_iter().chain([mean.to_string(), csv::optional(ci95)]);
            csv::push_line(&mut text, line.chain(self.origin()));
        }
        text
    }

    /// One line for each pair under a line of column names, and last what is needed to play it again.
    pub fn pairs_csv(&self) -> String {
        let mut text = String::new();
        csv::push_line(&mut text, ["a", "b", "mean", "ci95", "win_share"].iter().chain(&ORIGIN));
        for pair in &self.pairs {
            let Estimate { mean, ci95 } = pair.difference;
            let line =
                [pair.a.clone(), pair.b.clone(), mean.to_string(), csv::optional(ci95), pair.win_share.to_string()];
            csv::push_line(&mut text, line.into_iter().chain(self.origin()));
        }
        text
    }

    fn origin(&self) -> [String; ORIGIN.len()] {
        let numbers = [self.seed, self.deals, self.games].map(|number| number.to_string());
        let [seed, deals, games] = numbers;
        let (interrupted, version) = (self.interrupted.to_string(), self.version.to_string());
        [self.game.to_string(), self.rules.clone(), seed, deals, games, interrupted, version]
    }
}

const ORIGIN: [&str; 7] = ["game", "rules", "seed", "deals", "games", "interrupted", "version"];

/// The seats of one player, as bits, in every seating.
fn balanced_masks(seats: usize) -> Vec<u32> {
    let few = seats as u32 / 2;
    (0..1u32 << seats).filter(|mask| [few, seats as u32 - few].contains(&mask.count_ones())).collect()
}

struct Pairings<'a, G: Game> {
    plan: &'a Plan<'a, G>,
    seats: usize,
    masks: Vec<u32>,
    pairs: Vec<(usize, usize)>,
}

impl<G: Game> Pairings<'_, G> {
    /// What a row must be divided by to give differences of means.
    fn scale(&self) -> f64 {
        let few = self.seats / 2;
        (few * (self.seats - few) * self.masks.len()) as f64
    }
}

impl<'a, G: Text> Work for Pairings<'a, G> {
    type Worker = (DealTable<'a, G>, Option<G>);

    fn columns(&self) -> usize {
        self.pairs.len()
    }

    fn hire(&self) -> Result<Self::Worker, ArenaError> {
        Ok((DealTable::new(self.plan.contestants, self.seats.div_ceil(2), self.seats)?, None))
    }

    fn play(&self, worker: &mut Self::Worker, unit: u64, slot: &mut Slot, brake: &Brake<'_>) -> Result<(), Halt> {
        let (table, game) = worker;
        let (seed, deal) = (self.plan.seed, self.plan.first + unit);
        let dealt: G = nth_deal(self.plan.rules, seed, deal);
        for (&(a, b), difference) in self.pairs.iter().zip(&mut slot.row) {
            for (seating, &mask) in self.masks.iter().enumerate() {
                let place = Place { unit: Unit::Deal, number: deal, rotation: seating as u64 };
                let mut rng = Rng::stream(seed, &[stream::PLAY, deal, place.rotation]);
                table.pair(a, b, mask);
                table.play(fresh(game, &dealt), &mut rng, brake, place)?;
                let held = mask.count_ones();
                let left = self.seats as u32 - held;
                // Difference of the means times the seats of both: whole payoffs stay whole, so that a tie is a tie.
                for (seat, &payoff) in Seat::all(self.seats).zip(&table.payoffs) {
                    let payoff = f64::from(payoff);
                    let is_a = mask >> seat.index() & 1 == 1;
                    *difference += if is_a { payoff * f64::from(left) } else { -payoff * f64::from(held) };
                }
            }
        }
        Ok(())
    }
}

/// Differences and wins of all deals.
struct Score {
    players: usize,
    games: u64,
    /// Columns: the differences of the pairs, then each player's mean over its opponents.
    moments: Moments,
    counts: Counts,
    row: Vec<f64>,
    won: Vec<u64>,
}

impl Score {
    fn new(players: usize, pairs: usize) -> Score {
        let row = vec![0.0; pairs + players];
        let moments = Moments::new(row.len());
        Score { players, games: 0, moments, counts: Counts::new(pairs), row, won: vec![0; pairs] }
    }

    fn push(&mut self, pairs: &[(usize, usize)], raw: &[f64], scale: f64, weights: Rng) {
        let (differences, means) = self.row.split_at_mut(pairs.len());
        means.fill(0.0);
        for (((&(a, b), difference), raw), won) in pairs.iter().zip(differences).zip(raw).zip(&mut self.won) {
            *difference = raw / scale;
            means[a] += *difference;
            means[b] -= *difference;
            *won = if *raw > 0.0 { 2 } else { u64::from(*raw == 0.0) };
        }
        for mean in means {
            *mean /= (self.players - 1) as f64;
        }
        self.moments.push(&self.row);
        self.counts.push(&self.won, weights);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seatings_give_every_seat_to_both_players_equally_often() {
        let counts: Vec<usize> = (2..=6).map(|seats| balanced_masks(seats).len()).collect();
        assert_eq!(counts, [2, 6, 6, 20, 20]);
        for seats in 2..=6 {
            let masks = balanced_masks(seats);
            for seat in 0..seats {
                assert_eq!(2 * masks.iter().filter(|&mask| mask >> seat & 1 == 1).count(), masks.len());
            }
        }
    }
}
