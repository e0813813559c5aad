use kirifuda_games::cards::Card;
use kirifuda_games::plain_tricks::{PlainTricks, View};
use kirifuda_learn::net::{Encoder, Parts, Row};
use kirifuda_play::{Game, Scale, Seat};

use crate::common::sighted;
use crate::tricks::sight::{TABLE_BITS, from, write_table};

/// What nets see of plain tricks: docs/games/plain-tricks.md lists the bits. A move is a card, which is its part.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlainEncoder;

sighted!(PlainTricks: PlainEncoder);

/// By so much the tricks of a deal are divided.
const TRICKS: f32 = 3.25;

impl Encoder<PlainTricks> for PlainEncoder {
    fn layout(&self) -> &'static str {
        "plain-tricks-1"
    }

    fn inputs(&self) -> usize {
        TABLE_BITS + 4 * 13
    }

    fn active(&self) -> usize {
        150
    }

    fn outputs(&self) -> usize {
        52
    }

    fn position(&self, view: View<'_>, row: &mut Row<'_>) {
        write_table(view.table(), view.unseen(), row);
        for seat in from(view.seat(), view.others()) {
            row.up_to(view.tricks_won(seat).into(), 13);
        }
    }

    /// The hands of the others.
    fn hidden(&self) -> usize {
        3 * 52
    }

    fn holders(&self) -> (usize, usize) {
        (3, 52)
    }

    fn reveal(&self, game: &PlainTricks, seat: Seat, row: &mut Row<'_>) {
        let [_, others @ ..] = from(seat, game.view(seat).others());
        for other in others {
            row.put(game.view(other).hand().packed(), 52);
        }
    }

    fn parts(&self, _: View<'_>, card: Card, parts: &mut Parts) {
        parts.add(card.index());
    }

    fn outcome(&self, game: &PlainTricks, seat: Seat) -> f32 {
        game.payoff(seat) / TRICKS - 1.0
    }

    fn scale(&self, _view: View<'_>) -> Scale {
        Scale { factor: TRICKS, offset: TRICKS, ..Scale::outcome(PlainTricks::UNIT) }
    }

    /// Tricks that are won, beyond an even share of those that are over.
    fn known(&self, view: View<'_>) -> f32 {
        (f32::from(view.tricks_won(view.seat())) - 0.25 * view.trick_number() as f32) / TRICKS
    }
}
