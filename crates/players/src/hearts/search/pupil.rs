use kirifuda_games::cards::{Card, CardSet};
use kirifuda_games::hearts::{Direction, PASSED, Rules};
use kirifuda_games::tricks::PLAYERS;
use kirifuda_learn::choice::softmax;
use kirifuda_learn::net::{Net, Pass, Trace};
use kirifuda_play::{Base, Seat};

use super::Sighting;
use super::sight::{Passed, sight, sight_of_passing};
use crate::hearts::HeartsEncoder;
use crate::hearts::encoder::{POINTS, scale};

/// A small net that has learned what a large one thinks: it tells how likely somebody who plays by such a net would have
/// played, and passed, what was seen.
///
/// It goes on from what it saw last, so that only the bits that have changed cost something: see [`Net::follow`].
#[derive(Clone, Debug)]
pub struct Pupil {
    net: Net,
    pass: Pass,
    /// What it saw last of each card played, and of passing.
    seen: [Vec<Trace>; PLAYERS],
    passing: Trace,
    values: Vec<f32>,
}

/// So often a player plays anything.
const DOUBT: f32 = 0.03;

impl Pupil {
    /// Nothing if the net is not for Hearts.
    pub fn new(net: Net) -> Option<Pupil> {
        let fits = net.is_for(&HeartsEncoder::PLAIN);
        let (pass, seen, passing, values) = Default::default();
        fits.then_some(Pupil { net, pass, seen, passing, values })
    }

    /// Forgets what it saw: what follows does not depend on what was.
    pub fn forget(&mut self) {
        self.seen.iter_mut().flatten().for_each(Trace::clear);
        self.passing.clear();
    }

    /// How likely it would have played what a seat was seen to play, if it holds `hand` now: a factor for each card, and
    /// their product. `sharpness`: how many times less likely (as a power of e) a card is that is a point worse.
    ///
    /// Of the hand, `out` has been replaced by `into` since the factors were found: they are kept where neither could have
    /// been played, for what else is held makes little difference. With the same card twice, all are found anew.
    pub(super) fn likelihood(
        &mut self,
        (seat, hand): (Seat, CardSet),
        (out, into): (Card, Card),
        sightings: &[Sighting],
        passed: &Passed,
        sharpness: f32,
        factors: &mut [f32; 13],
    ) -> f64 {
        let traces = &mut self.seen[seat.index()];
        if traces.len() < sightings.len() {
            traces.resize(sightings.len(), Trace::default());
        }
        let mut likely = 1.0;
        for ((Sighting { before, card, since }, trace), factor) in sightings.iter().zip(traces).zip(factors) {
            let held = hand | *since;
            let legal = before.legal_of(held);
            if legal == card.set() {
                *factor = 1.0;
                continue;
            }
            let had = before.legal_of(held.without(into).with(out));
            if out == into || legal.contains(into) || had.contains(out) {
                self.net.follow(trace, &sight(before, held, passed), &mut self.pass);
                let (steep, outputs) = (sharpness * own_points(before.rules()).0, &self.pass.outputs);
                self.values.clear();
                self.values.extend(legal.iter().map(|card| steep * outputs[card.index()]));
                softmax(&mut self.values, 1.0);
                let share = legal.iter().position(|other| other == *card).map_or(0.0, |place| self.values[place]);
                *factor = (1.0 - DOUBT) * share + DOUBT / legal.len() as f32;
            }
            likely *= f64::from(*factor);
        }
        likely
    }

    /// The three cards that it passes of the thirteen dealt.
    pub fn pass(&mut self, dealt: CardSet, direction: Direction) -> CardSet {
        let mut given = CardSet::EMPTY;
        for _ in 0..PASSED {
            self.net.follow(&mut self.passing, &sight_of_passing(dealt, given, direction), &mut self.pass);
            let value = |card: Card| self.pass.outputs[card.index()];
            let better = |best: Card, card: Card| if value(card) > value(best) { card } else { best };
            if let Some(best) = (dealt - given).iter().reduce(better) {
                given.insert(best);
            }
        }
        given
    }
}

/// From a net's units to own points, minus as they are: the factor and the offset. Of a difference to the mean of the others
/// three quarters are one's own, as far as the deal has its 26 points.
#[inline]
fn own_points(rules: &Rules) -> (f32, f32) {
    let scale = scale(rules);
    match scale.meaning.base {
        Base::Others => (0.75 * scale.factor, -POINTS),
        _ => (scale.factor, scale.offset),
    }
}

/// From a net's units to points.
#[inline]
pub fn in_points(rules: &Rules, value: f32) -> f32 {
    let (factor, offset) = own_points(rules);
    factor * value + offset
}
