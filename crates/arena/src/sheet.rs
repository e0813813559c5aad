use std::ops::Range;

use kirifuda_play::{Measured, Seat, Text};
use rayon::prelude::*;

use crate::lockstep::{Block, Lockstep};
use crate::statistics::Moments;
use crate::waves::{self, Halt, Slot, Work};
use crate::{ArenaError, Contest, Estimate, Monitor, Origin, Outcome, Plan, PlayerOutcome, Sink, Tally, Unit, outcome};

/// How the observations of a deal stand in a row: for each contestant the payoff, the measures, and the shares of
/// first place, second place and so on; then for each contestant the payoff less the mean of the others'. A row holds sums over the rotations, in which each contestant sits once at
/// every seat; its mean over the deals is the estimate, so that the interval respects the pairing.
#[derive(Clone, Copy)]
pub(crate) struct Sheet {
    seats: usize,
    measures: usize,
}

impl Sheet {
    pub fn new<G: Measured>(seats: usize) -> Sheet {
        Sheet { seats, measures: G::MEASURES.len() }
    }

    pub fn columns(&self) -> usize {
        self.seats * self.width() + self.seats
    }

    /// Works out how far each payoff of a row is from the mean of the others, once all rotations are in it.
    fn compare(&self, row: &mut [f64]) {
        let (rows, differences) = row.split_at_mut(self.seats * self.width());
        let all: f64 = rows.iter().step_by(self.width()).sum();
        let others = self.seats.saturating_sub(1).max(1) as f64;
        for (difference, own) in differences.iter_mut().zip(rows.iter().step_by(self.width())) {
            *difference = own - (all - own) / others;
        }
    }

    /// Adds what one rotation gave: payoffs by seat, and measures by seat, which are divided by `deals`.
    /// `sits` tells which contestant sits at a seat.
    #[inline]
    pub fn add(&self, row: &mut [f64], sits: impl Fn(Seat) -> usize, payoffs: &[f32], measures: &[f64], deals: u64) {
        for seat in Seat::all(self.seats) {
            let start = sits(seat) * self.width();
            let row = &mut row[start..start + self.width()];
            let mine = payoffs[seat.index()];
            row[0] += f64::from(mine);
            let from = seat.index() * self.measures;
            for (sum, measure) in row[1..].iter_mut().zip(&measures[from..from + self.measures]) {
                *sum += measure / deals as f64;
            }
            let places = places(payoffs, mine);
            let share = 1.0 / places.len() as f64;
            for sum in &mut row[1 + self.measures..][places] {
                *sum += share;
            }
        }
    }

    /// Space for the measures of all seats.
    pub fn measures(&self) -> Vec<f64> {
        vec![0.0; self.seats * self.measures]
    }

    /// Adds the measures of a finished game to those of all seats.
    pub fn measure<G: Measured>(&self, game: &G, scratch: &mut [f64], measures: &mut [f64]) {
        if self.measures == 0 {
            return;
        }
        for (seat, sums) in Seat::all(self.seats).zip(measures.chunks_exact_mut(self.measures)) {
            let scratch = &mut scratch[..self.measures];
            game.measure(seat, scratch);
            for (sum, measure) in sums.iter_mut().zip(scratch) {
                *sum += *measure;
            }
        }
    }

    fn width(&self) -> usize {
        1 + self.measures + self.seats
    }

    /// The outcome of a run, all of it or interrupted, from the mean of every column.
    pub fn outcome<G: Measured>(&self, run: &Run<'_>, mean: impl Fn(usize) -> Estimate) -> Outcome {
        let player = |(number, name): (usize, &String)| self.player(name, number, &mean);
        Outcome {
            game: G::NAME,
            rules: run.rules.to_string(),
            seed: run.seed,
            deals: run.deals,
            games: run.games,
            unit: run.unit,
            interrupted: run.interrupted,
            version: outcome::VERSION,
            measures: G::MEASURES,
            players: run.players.iter().enumerate().map(player).collect(),
        }
    }

    fn player(&self, name: &str, contestant: usize, mean: &dyn Fn(usize) -> Estimate) -> PlayerOutcome {
        let start = contestant * self.width();
        // Rows are sums over as many rotations as there are seats.
        let estimate = |column: usize| mean(start + column).divided_by(self.seats as f64);
        let difference = mean(self.seats * self.width() + contestant).divided_by(self.seats as f64);
        let places = 1 + self.measures..self.width();
        let measures: Vec<Estimate> = (1..places.start).map(estimate).collect();
        PlayerOutcome {
            name: name.to_string(),
            payoff: estimate(0),
            measures,
            win_rate: estimate(places.start),
            difference,
            rank_shares: places.map(|place| estimate(place).mean).collect(),
        }
    }
}

/// What the deals of a plan have shown.
pub(crate) struct Played {
    sheet: Sheet,
    unit: Unit,
    games: u64,
    moments: Moments,
}

impl Played {
    /// Adds the row of a deal.
    fn push(&mut self, row: &mut [f64], monitor: &dyn Monitor) {
        let Played { sheet, moments, .. } = self;
        sheet.compare(row);
        moments.push(row);
        if moments.count().is_multiple_of(STRIDE) {
            monitor.interim(&Standing { sheet: *sheet, moments });
        }
    }

    pub fn outcome<G: Measured>(&self, plan: &Plan<'_, G>) -> Outcome {
        let deals = self.moments.count();
        let run = Run {
            rules: &outcome::rules_text::<G>(plan.rules),
            players: &plan.contestants.iter().map(|contestant| contestant.name.clone()).collect::<Vec<_>>(),
            seed: plan.seed,
            deals,
            games: self.games,
            unit: self.unit,
            interrupted: deals < plan.deals,
        };
        self.sheet.outcome::<G>(&run, |column| self.moments.estimate(column))
    }

    /// A part is whole or nothing.
    pub fn tally<G: Measured>(&self, plan: &Plan<'_, G>, run: (Contest, u64, &Origin)) -> Result<Tally, ArenaError> {
        if self.moments.count() < plan.deals {
            return Err(ArenaError::Unfinished);
        }
        Ok(Tally::new(plan, run, self.games, &self.moments, None))
    }
}

/// What an outcome says of its run.
pub(crate) struct Run<'a> {
    pub rules: &'a str,
    pub players: &'a [String],
    pub seed: u64,
    pub deals: u64,
    pub games: u64,
    pub unit: Unit,
    pub interrupted: bool,
}

/// What a run has shown so far.
pub struct Standing<'a> {
    sheet: Sheet,
    moments: &'a Moments,
}

impl Standing<'_> {
    /// Number of contestants.
    pub fn contestants(&self) -> usize {
        self.sheet.seats
    }

    /// The payoff of a contestant so far.
    pub fn payoff(&self, contestant: usize) -> Estimate {
        let Sheet { seats, .. } = self.sheet;
        self.moments.estimate(contestant * self.sheet.width()).divided_by(seats as f64)
    }
}

/// The places, from 0, that all players with this payoff share equally.
fn places(payoffs: &[f32], mine: f32) -> Range<usize> {
    let (mut better, mut equal) = (0, 0);
    for &other in payoffs {
        better += usize::from(other > mine);
        equal += usize::from(other == mine);
    }
    better..better + equal
}

/// So many deals (or matches) lie between two reports of the standing.
const STRIDE: u64 = 16;

/// Plays all units of a full table in waves and reports.
pub(crate) fn run<G: Text + Measured, W: Work>(
    plan: &Plan<'_, G>,
    work: &W,
    unit: Unit,
    monitor: &dyn Monitor,
    mut records: Option<Sink<'_>>,
) -> Result<Played, ArenaError> {
    let pool = waves::pool(plan.threads)?;
    let sheet = Sheet::new::<G>(plan.contestants.len());
    let mut played = Played { sheet, unit, games: 0, moments: Moments::new(sheet.columns()) };
    // Rows of numbers are small; a record of fifty moves takes about 4 kilobytes, and there are many to a match.
    let wave = match (&records, unit) {
        (None, _) => 1024.max(256 * pool.current_num_threads()),
        (Some(_), Unit::Deal) => 256,
        (Some(_), Unit::Match) => 32.max(2 * pool.current_num_threads()),
    };
    let deals = waves::run(work, plan.deals, wave, &pool, monitor, |slot: &mut Slot| {
        played.push(&mut slot.row, monitor);
        played.games += slot.games;
        if let Some(sink) = &mut records {
            slot.records.iter().try_for_each(sink).map_err(ArenaError::Records)?;
        }
        Ok(())
    })?;
    if deals == 0 {
        return Err(ArenaError::Interrupted);
    }
    Ok(played)
}

/// Plays all deals of a full table in blocks, for players that are asked about many games at once.
pub(crate) fn run_in_blocks<G: Text + Measured>(
    plan: &Plan<'_, G>,
    monitor: &dyn Monitor,
    mut records: Option<Sink<'_>>,
) -> Result<Played, ArenaError> {
    let pool = waves::pool(plan.threads)?;
    let sheet = Sheet::new::<G>(plan.contestants.len());
    let mut played = Played { sheet, unit: Unit::Deal, games: 0, moments: Moments::new(sheet.columns()) };
    let (size, last) = (Lockstep::block(plan), plan.first + plan.deals);
    let blocks: Vec<u64> = (plan.first..last).step_by(size as usize).collect();
    let mut tables: Vec<Lockstep<'_, G>> = Vec::new();
    for _ in 0..blocks.len().min(pool.current_num_threads()) {
        tables.push(Lockstep::new(plan, records.is_some())?);
    }
    // One block for each thread at a time, folded in order: results do not depend on how many there are.
    for round in blocks.chunks(tables.len().max(1)) {
        let mut results: Vec<Result<Block, Halt>> = Vec::new();
        pool.install(|| {
            let play = |(table, &first): (&mut Lockstep<'_, G>, &u64)| {
                table.play(first, last.min(first + size), &|| monitor.stopped())
            };
            tables.par_iter_mut().zip(round).map(play).collect_into_vec(&mut results);
        });
        for result in results {
            let mut block = match result {
                Ok(block) => block,
                Err(Halt::Failed(why)) => return Err(why),
                Err(Halt::Braked) if played.moments.count() == 0 => return Err(ArenaError::Interrupted),
                Err(Halt::Braked) => return Ok(played),
            };
            for row in block.rows.chunks_exact_mut(sheet.columns()) {
                played.push(row, monitor);
            }
            played.games += block.games;
            if let Some(sink) = &mut records {
                block.records.iter().try_for_each(sink).map_err(ArenaError::Records)?;
            }
        }
        monitor.advance(played.moments.count(), plan.deals);
    }
    Ok(played)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_payoffs_share_their_places() {
        let payoffs = [3.0, 7.0, 3.0, -1.0, 3.0];
        let shared: Vec<Range<usize>> = payoffs.iter().map(|&mine| places(&payoffs, mine)).collect();
        assert_eq!(shared, [1..4, 0..1, 1..4, 4..5, 1..4]);
    }
}
