use kirifuda_games::cards::{Card, CardSet};
use kirifuda_games::hearts::{Direction, Hearts, Moon, PASSED, Rules, View};
use kirifuda_learn::net::{Encoder, Parts, Row};
use kirifuda_play::{Base, Game, Meaning, Scale, Seat};

use crate::common::sighted;
use crate::tricks::sight::{HISTORY_BITS, TABLE_BITS, from, write_history, write_table};

/// What nets see of Hearts, under all rules: docs/games/hearts.md lists the bits. A move is a card, which is its part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeartsEncoder {
    /// Whether it tells how each card was played.
    history: bool,
}

impl HeartsEncoder {
    /// Without how the cards were played.
    pub const PLAIN: HeartsEncoder = HeartsEncoder { history: false };
    /// With it.
    pub const LONG: HeartsEncoder = HeartsEncoder { history: true };
    /// Bits of [`PLAIN`](HeartsEncoder::PLAIN).
    pub(crate) const BITS: usize = TABLE_BITS + OWN_BITS;
}

sighted!(Hearts: HeartsEncoder);

/// Points taken by each, points in the trick, ♦J, broken; passing: direction, now, cards given, cards received.
const OWN_BITS: usize = 4 * 26 + 26 + 4 + 1 + 4 + 1 + 52 + 52;

/// By so much the points of deals are divided: an even share of them.
pub(crate) const POINTS: f32 = 6.5;
/// The same where a moon can be shot or ♦J counts.
const MOON_POINTS: f32 = 8.0;

/// Whether all deals have 26 points: then an own score tells how that of the others is.
fn is_even(rules: &Rules) -> bool {
    rules.moon == Moon::Off && !rules.jack
}

/// How a net's number becomes points. Where all deals have 26, it is the own score; else the difference to the mean of the
/// others.
pub(crate) fn scale(rules: &Rules) -> Scale {
    let meaning = |base| Meaning { unit: Hearts::UNIT, base };
    if is_even(rules) {
        Scale { factor: POINTS, offset: -POINTS, meaning: meaning(Base::Outcome) }
    } else {
        Scale { factor: MOON_POINTS, offset: 0.0, meaning: meaning(Base::Others) }
    }
}

impl Encoder<Hearts> for HeartsEncoder {
    fn layout(&self) -> &'static str {
        if self.history { "hearts-2" } else { "hearts-1" }
    }

    fn inputs(&self) -> usize {
        HeartsEncoder::BITS + if self.history { HISTORY_BITS } else { 0 }
    }

    fn active(&self) -> usize {
        if self.history { 250 } else { 160 }
    }

    fn outputs(&self) -> usize {
        52
    }

    fn position(&self, view: View<'_>, row: &mut Row<'_>) {
        write_table(view.table(), view.unseen(), row);
        let seats = from(view.seat(), view.others());
        for seat in seats {
            row.up_to(view.taken(seat).into(), 26);
        }
        row.up_to(view.trick().cards().iter().map(|&card| usize::from(kirifuda_games::hearts::points(card))).sum(), 26);
        row.put(seats.iter().zip(0..).map(|(&seat, bit)| u64::from(view.jack_taker() == Some(seat)) << bit).sum(), 4);
        row.flag(view.is_broken());
        row.put(1 << view.direction() as usize, 4);
        row.flag(view.is_passing());
        row.put(view.given().iter().copied().collect::<CardSet>().packed(), 52);
        row.put(if view.direction() == Direction::Hold { 0 } else { view.received().packed() }, 52);
        if self.history {
            write_history(view.table(), row);
        }
    }

    fn with_history(&self) -> Option<HeartsEncoder> {
        Some(HeartsEncoder::LONG)
    }

    /// The hands of the others, and what they passed first, second and third.
    fn hidden(&self) -> usize {
        (3 + PASSED) * 52
    }

    fn holders(&self) -> (usize, usize) {
        (3, 52)
    }

    fn reveal(&self, game: &Hearts, seat: Seat, row: &mut Row<'_>) {
        let [_, others @ ..] = from(seat, game.view(seat).others());
        for other in others {
            row.put(game.view(other).hand().packed(), 52);
        }
        for turn in 0..PASSED {
            let given = others.iter().filter_map(|&other| game.view(other).given().get(turn));
            row.put(given.copied().collect::<CardSet>().packed(), 52);
        }
    }

    fn parts(&self, _: View<'_>, card: Card, parts: &mut Parts) {
        parts.add(card.index());
    }

    /// How far the own score is below that of the others.
    fn outcome(&self, game: &Hearts, seat: Seat) -> f32 {
        if is_even(game.rules()) {
            return (POINTS + game.payoff(seat)) / POINTS;
        }
        let all: f32 = Seat::all(4).map(|seat| game.payoff(seat)).sum();
        let own = game.payoff(seat);
        (own - (all - own) / 3.0) / MOON_POINTS
    }

    fn scale(&self, view: View<'_>) -> Scale {
        scale(view.rules())
    }

    /// Points that are taken for good.
    fn known(&self, view: View<'_>) -> f32 {
        let taken = [0, 1, 2, 3].map(|seat| f32::from(view.taken(Seat(seat))));
        let (own, all) = (taken[view.seat().index()], taken.iter().sum::<f32>());
        if is_even(view.rules()) {
            return (0.25 * all - own) / POINTS;
        }
        // While one has them all they may still go to the others.
        if taken.iter().filter(|&&points| points > 0.0).count() < 2 {
            return 0.0;
        }
        ((all - own) / 3.0 - own) / MOON_POINTS
    }
}
