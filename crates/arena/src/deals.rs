use kirifuda_play::{Game, Measured, Rng, Text};

use crate::plan::stream;
use crate::sheet::{self, Played, Sheet};
use crate::table::DealTable;
use crate::waves::{Brake, Halt, Slot, Work};
use crate::{ArenaError, Contest, Monitor, Origin, Outcome, Place, Plan, Sink, Tally, Unit};

/// Plays every deal of a plan once in each rotation: contestant c sits at seat (c + rotation) modulo the seats.
///
/// Deal d is dealt from the stream `[1, d]` of the seed, the choices in rotation r come from the stream `[2, d, r]`.
/// A run that is stopped reports the deals before the first unfinished one, just as a run of so many deals would.
pub fn play_deals<G: Text + Measured>(
    plan: &Plan<'_, G>,
    monitor: &dyn Monitor,
    records: Option<Sink<'_>>,
) -> Result<Outcome, ArenaError> {
    Ok(played(plan, monitor, records)?.outcome(plan))
}

/// Plays the deals of a plan as a part of a run of `whole` deals, and gives what adds up with the other parts. A run that is
/// stopped gives nothing.
pub fn tally_deals<G: Text + Measured>(
    plan: &Plan<'_, G>,
    whole: u64,
    origin: &Origin,
    monitor: &dyn Monitor,
    records: Option<Sink<'_>>,
) -> Result<Tally, ArenaError> {
    plan.check_part(whole)?;
    played(plan, monitor, records)?.tally(plan, (Contest::Deals, whole, origin))
}

fn played<G: Text + Measured>(
    plan: &Plan<'_, G>,
    monitor: &dyn Monitor,
    records: Option<Sink<'_>>,
) -> Result<Played, ArenaError> {
    plan.check_table()?;
    if plan.contestants.iter().any(|contestant| contestant.many) {
        return sheet::run_in_blocks(plan, monitor, records);
    }
    let work = Deals { plan, sheet: Sheet::new::<G>(plan.contestants.len()), recording: records.is_some() };
    sheet::run(plan, &work, Unit::Deal, monitor, records)
}

/// Deal number `deal`, from 0, of every plan with this seed.
pub fn nth_deal<G: Game>(rules: &G::Rules, seed: u64, deal: u64) -> G {
    G::deal(rules, &mut Rng::stream(seed, &[stream::DEAL, deal]))
}

/// What the players of a deal in a rotation choose by, in every plan with this seed.
pub fn choices(seed: u64, deal: u64, rotation: u64) -> Rng {
    Rng::stream(seed, &[stream::PLAY, deal, rotation])
}

struct Deals<'a, G: Game> {
    plan: &'a Plan<'a, G>,
    sheet: Sheet,
    recording: bool,
}

struct Worker<'a, G: Game> {
    table: DealTable<'a, G>,
    game: Option<G>,
    measures: Vec<f64>,
    scratch: Vec<f64>,
}

impl<'a, G: Text + Measured> Work for Deals<'a, G> {
    type Worker = Worker<'a, G>;

    fn columns(&self) -> usize {
        self.sheet.columns()
    }

    fn hire(&self) -> Result<Worker<'a, G>, ArenaError> {
        let table = DealTable::new(self.plan.contestants, 1, self.plan.contestants.len())?.keep_moves(self.recording);
        Ok(Worker { table, game: None, measures: self.sheet.measures(), scratch: self.sheet.measures() })
    }

    fn play(&self, worker: &mut Worker<'a, G>, unit: u64, slot: &mut Slot, brake: &Brake<'_>) -> Result<(), Halt> {
        let Worker { table, game, measures, scratch } = worker;
        let (seed, deal) = (self.plan.seed, self.plan.first + unit);
        let dealt: G = nth_deal(self.plan.rules, seed, deal);
        for rotation in 0..self.plan.contestants.len() {
            let game = fresh(game, &dealt);
            let place = Place { unit: Unit::Deal, number: deal, rotation: rotation as u64 };
            table.rotate(rotation);
            table.play(game, &mut choices(seed, deal, place.rotation), brake, place)?;
            measures.fill(0.0);
            self.sheet.measure(game, scratch, measures);
            self.sheet.add(&mut slot.row, |seat| table.contestant(seat), &table.payoffs, measures, 1);
            slot.games += 1;
            if self.recording {
                let record = table.record(&dealt).from_run(seed, deal, place.rotation, None);
                slot.records.push(record);
            }
        }
        Ok(())
    }
}

/// A copy of the deal in the place of the last game, whose memory it may use again.
pub(crate) fn fresh<'a, G: Game>(place: &'a mut Option<G>, dealt: &G) -> &'a mut G {
    match place {
        Some(game) => {
            game.clone_from(dealt);
            game
        }
        None => place.insert(dealt.clone()),
    }
}
