use kirifuda_play::{Game, Rng, Rules, Seat, Text};
use rayon::ThreadPool;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::deals::{fresh, nth_deal};
use crate::plan::stream;
use crate::rating::bradley_terry;
use crate::statistics::{Estimate, Moments};
use crate::table::DealTable;
use crate::waves::{self, Brake, Halt, Slot, Work};
use crate::{ArenaError, Monitor, Place, Plan, Unit, csv, outcome};

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
    let (seats, players) = (plan.rules.seats(), plan.contestants.len());
    if seats < 2 || players < 2 {
        return Err(ArenaError::TooFew { players, seats });
    }
    plan.check_deals()?;
    let pairs: Vec<(usize, usize)> = (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b))).collect();
    let work = Pairings { plan, seats, masks: balanced_masks(seats), pairs };
    let pool = waves::pool(plan.threads)?;
    let mut score = Score::new(players, work.columns());
    let wave = 1024.max(256 * pool.current_num_threads());
    let deals = waves::run(&work, plan.deals, wave, &pool, monitor, |slot| {
        score.push(&work.pairs, &slot.row, work.scale());
        Ok(())
    })?;
    if deals == 0 {
        return Err(ArenaError::Interrupted);
    }
    let name = |player: usize| plan.contestants[player].name.clone();
    let ratings = score.ratings(&work.pairs, (0..deals).map(|deal| deal as usize));
    let intervals = score.intervals(&work.pairs, plan.seed, &pool);
    let rated = |player: usize| Rated {
        name: name(player),
        rating: ratings[player],
        interval: intervals.as_ref().map(|intervals| intervals[player]),
        difference: score.moments.estimate(work.pairs.len() + player),
    };
    let pair = |(number, &(a, b)): (usize, &(usize, usize))| Pair {
        a: name(a),
        b: name(b),
        difference: score.moments.estimate(number),
        win_share: score.win_share(number),
    };
    Ok(Tournament {
        game: G::NAME,
        rules: outcome::rules_text::<G>(plan.rules),
        seed: plan.seed,
        deals,
        games: deals * (work.pairs.len() * work.masks.len()) as u64,
        interrupted: deals < plan.deals,
        version: outcome::VERSION,
        players: (0..players).map(rated).collect(),
        pairs: work.pairs.iter().enumerate().map(pair).collect(),
    })
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

/// How many times the deals are drawn again for the intervals of ratings.
const RESAMPLES: u64 = 200;

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

    fn play(&self, worker: &mut Self::Worker, deal: u64, slot: &mut Slot, brake: &Brake<'_>) -> Result<(), Halt> {
        let (table, game) = worker;
        let seed = self.plan.seed;
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
    /// Columns: the differences of the pairs, then each player's mean over its opponents.
    moments: Moments,
    /// For each deal and pair 2 for a win of the first, 1 for a tie, 0 for a loss.
    wins: Vec<u8>,
    row: Vec<f64>,
}

impl Score {
    fn new(players: usize, pairs: usize) -> Score {
        let row = vec![0.0; pairs + players];
        Score { players, moments: Moments::new(row.len()), wins: Vec::new(), row }
    }

    fn push(&mut self, pairs: &[(usize, usize)], raw: &[f64], scale: f64) {
        let (differences, means) = self.row.split_at_mut(pairs.len());
        means.fill(0.0);
        for ((&(a, b), difference), raw) in pairs.iter().zip(differences).zip(raw) {
            *difference = raw / scale;
            means[a] += *difference;
            means[b] -= *difference;
            self.wins.push(if *raw > 0.0 { 2 } else { u8::from(*raw == 0.0) });
        }
        for mean in means {
            *mean /= (self.players - 1) as f64;
        }
        self.moments.push(&self.row);
    }

    fn win_share(&self, pair: usize) -> f64 {
        let pairs = self.row.len() - self.players;
        let halves: u64 = self.wins[pair..].iter().step_by(pairs).map(|&wins| u64::from(wins)).sum();
        halves as f64 / (2 * self.moments.count()) as f64
    }

    /// Ratings from some of the deals.
    fn ratings(&self, pairs: &[(usize, usize)], deals: impl Iterator<Item = usize>) -> Vec<f64> {
        let mut halves = vec![0u64; pairs.len()];
        let mut played = 0u64;
        for deal in deals {
            played += 1;
            let row = &self.wins[deal * pairs.len()..][..pairs.len()];
            for (sum, &wins) in halves.iter_mut().zip(row) {
                *sum += u64::from(wins);
            }
        }
        let mut wins = vec![vec![0.0; self.players]; self.players];
        for (&(a, b), &halves) in pairs.iter().zip(&halves) {
            wins[a][b] = halves as f64 / 2.0;
            wins[b][a] = (2 * played - halves) as f64 / 2.0;
        }
        bradley_terry(&wins)
    }

    /// The middle 95% of the ratings from deals drawn again with replacement, the same deals for all pairs.
    fn intervals(&self, pairs: &[(usize, usize)], seed: u64, pool: &ThreadPool) -> Option<Vec<(f64, f64)>> {
        let deals = self.moments.count() as usize;
        if deals < 2 {
            return None;
        }
        let resample = |number: u64| {
            let mut rng = Rng::stream(seed, &[stream::BOOTSTRAP, number]);
            self.ratings(pairs, (0..deals).map(|_| rng.below(deals)))
        };
        let samples: Vec<Vec<f64>> = pool.install(|| (0..RESAMPLES).into_par_iter().map(resample).collect());
        let interval = |player: usize| {
            let mut ratings: Vec<f64> = samples.iter().map(|ratings| ratings[player]).collect();
            ratings.sort_by(f64::total_cmp);
            (quantile(&ratings, 0.025), quantile(&ratings, 0.975))
        };
        Some((0..self.players).map(interval).collect())
    }
}

/// A quantile of ascending numbers, between two neighbours by proportion. The n numbers cut the distribution they come
/// from into n + 1 parts that are equally likely, so number k (from 1) stands for the share k / (n + 1).
fn quantile(ascending: &[f64], share: f64) -> f64 {
    let last = (ascending.len() - 1) as f64;
    let place = (share * (last + 2.0) - 1.0).clamp(0.0, last);
    let (below, above) = (ascending[place.floor() as usize], ascending[place.ceil() as usize]);
    below + (above - below) * place.fract()
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

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.5), 2.0);
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.625), 3.0);
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.99), 4.0);
    }
}
