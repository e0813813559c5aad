use kirifuda_play::{Game, Measured, Rng, Seat, Series, Text};

use crate::deals::fresh;
use crate::plan::stream;
use crate::sheet::{self, Played, Sheet};
use crate::table::DealTable;
use crate::waves::{Brake, Halt, Slot, Work};
use crate::{ArenaError, Contest, Monitor, Origin, Outcome, Place, Plan, Sink, Tally, Unit};

/// The most deals that a match may have.
pub const MATCH_LIMIT: u64 = 10_000;

/// Plays whole matches, `plan.deals` of them, each once in every rotation.
///
/// The unit of statistics is the match: payoffs and places are those of its end, measures are means over its deals.
/// Deal k of match m is dealt from the stream `[1, m, k]` of the seed, so that all rotations get the same cards as
/// long as they last; the choices of rotation r come from the stream `[2, m, r]`.
pub fn play_matches<G: Text + Measured + Series>(
    plan: &Plan<'_, G>,
    monitor: &dyn Monitor,
    records: Option<Sink<'_>>,
) -> Result<Outcome, ArenaError> {
    Ok(played(plan, monitor, records)?.outcome(plan))
}

/// The same as [`tally_deals`](crate::tally_deals), for matches.
pub fn tally_matches<G: Text + Measured + Series>(
    plan: &Plan<'_, G>,
    whole: u64,
    origin: &Origin,
    monitor: &dyn Monitor,
    records: Option<Sink<'_>>,
) -> Result<Tally, ArenaError> {
    plan.check_part(whole)?;
    played(plan, monitor, records)?.tally(plan, (Contest::Matches, whole, origin))
}

fn played<G: Text + Measured + Series>(
    plan: &Plan<'_, G>,
    monitor: &dyn Monitor,
    records: Option<Sink<'_>>,
) -> Result<Played, ArenaError> {
    plan.check_table()?;
    let work = Matches { plan, sheet: Sheet::new::<G>(plan.contestants.len()), recording: records.is_some() };
    sheet::run(plan, &work, Unit::Match, monitor, records)
}

struct Matches<'a, G: Game> {
    plan: &'a Plan<'a, G>,
    sheet: Sheet,
    recording: bool,
}

struct Worker<'a, G: Game> {
    table: DealTable<'a, G>,
    game: Option<G>,
    totals: Vec<f32>,
    measures: Vec<f64>,
    scratch: Vec<f64>,
}

impl<'a, G: Text + Measured + Series> Work for Matches<'a, G> {
    type Worker = Worker<'a, G>;

    fn columns(&self) -> usize {
        self.sheet.columns()
    }

    fn hire(&self) -> Result<Worker<'a, G>, ArenaError> {
        let seats = self.plan.contestants.len();
        let table = DealTable::new(self.plan.contestants, 1, seats)?.keep_moves(self.recording);
        let (measures, scratch) = (self.sheet.measures(), self.sheet.measures());
        Ok(Worker { table, game: None, totals: vec![0.0; seats], measures, scratch })
    }

    fn play(&self, worker: &mut Worker<'a, G>, unit: u64, slot: &mut Slot, brake: &Brake<'_>) -> Result<(), Halt> {
        let number = self.plan.first + unit;
        for rotation in 0..self.plan.contestants.len() as u64 {
            let place = Place { unit: Unit::Match, number, rotation };
            let deals = self.play_match(worker, place, slot, brake)?;
            let Worker { table, totals, measures, .. } = &*worker;
            self.sheet.add(&mut slot.row, |seat| table.contestant(seat), totals, measures, deals);
            slot.games += deals;
        }
        Ok(())
    }
}

impl<G: Text + Measured + Series> Matches<'_, G> {
    /// Plays one match and leaves totals and sums of measures with the worker; gives the number of deals.
    fn play_match(
        &self,
        worker: &mut Worker<'_, G>,
        place: Place,
        slot: &mut Slot,
        brake: &Brake<'_>,
    ) -> Result<u64, Halt> {
        let Worker { table, game, totals, measures, scratch } = worker;
        let Plan { rules, seed, .. } = *self.plan;
        table.rotate(place.rotation as usize);
        measures.fill(0.0);
        let mut rng = Rng::stream(seed, &[stream::PLAY, place.number, place.rotation]);
        let mut standing = G::opening(rules);
        let mut deals = 0;
        while !G::finished(rules, &standing) {
            if deals == MATCH_LIMIT {
                return Err(Halt::Failed(ArenaError::Endless { place, limit: MATCH_LIMIT }));
            }
            let mut cards = Rng::stream(seed, &[stream::DEAL, place.number, deals]);
            let dealt = G::deal_next(rules, &standing, &mut cards);
            let game = fresh(game, &dealt);
            table.play(game, &mut rng, brake, place)?;
            self.sheet.measure(game, scratch, measures);
            if self.recording {
                slot.records.push(table.record(&dealt).from_run(seed, place.number, place.rotation, Some(deals)));
            }
            game.settle(&mut standing);
            deals += 1;
        }
        for (seat, total) in Seat::all(totals.len()).zip(totals) {
            *total = G::total(&standing, seat);
        }
        Ok(deals)
    }
}
