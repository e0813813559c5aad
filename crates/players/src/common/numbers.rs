use std::marker::PhantomData;

use kirifuda_learn::net::{Encoder, Parts, Row};
use kirifuda_play::{Game, Numbered, Scale, Seat};

/// What nets see of any game whose moves have numbers. A move is its number, which is its part.
///
/// | bits | of |
/// |---|---|
/// | [`SEATS`](Numbered::SEATS) | the own seat |
/// | [`KNOWN`](Numbered::KNOWN) | what the seat knows besides the moves: its hand, facts |
/// | `SEATS` × [`ACTIONS`](Numbered::ACTIONS) | who has made which moves, the own seat first |
/// | 8 × (`SEATS` + `ACTIONS`) | the last eight moves, the newest first: who, and which |
///
/// An encoder that is made for a game tells more, in fewer bits; this one is there from the first day.
pub struct Numbers<G>(PhantomData<fn() -> G>);

/// So many of the last moves are told in their order: two tricks of four.
const RECENT: usize = 8;

impl<G: Numbered> Encoder<G> for Numbers<G> {
    fn layout(&self) -> &'static str {
        G::NUMBERS
    }

    fn inputs(&self) -> usize {
        G::SEATS + G::KNOWN + G::SEATS * G::ACTIONS + RECENT * (G::SEATS + G::ACTIONS)
    }

    /// The seat, the last moves, and half of the moves either known or made.
    fn active(&self) -> usize {
        1 + 2 * RECENT + G::ACTIONS / 2
    }

    fn outputs(&self) -> usize {
        G::ACTIONS
    }

    fn position(&self, view: G::View<'_>, row: &mut Row<'_>) {
        let own = G::seat(view);
        let seat = row.block(G::SEATS);
        row.set(seat + own.index());
        let known = row.block(G::KNOWN);
        G::known(view, &mut |number| row.set(known + number));
        let made = row.block(G::SEATS * G::ACTIONS);
        // The last moves in a ring: the place of the next is that of the oldest.
        let (mut recent, mut next) = ([None; RECENT], 0);
        G::made(view, &mut |seat, action| {
            let (turn, number) = (seat.steps_after(own, G::SEATS), action.map(G::number));
            if let Some(number) = number {
                row.set(made + turn * G::ACTIONS + number);
            }
            recent[next % RECENT] = Some((turn, number));
            next += 1;
        });
        for back in 1..=RECENT {
            let (who, what) = (row.block(G::SEATS), row.block(G::ACTIONS));
            let Some((turn, number)) = recent[(next + RECENT - back) % RECENT] else { continue };
            row.set(who + turn);
            if let Some(number) = number {
                row.set(what + number);
            }
        }
    }

    fn parts(&self, _: G::View<'_>, action: G::Action, parts: &mut Parts) {
        parts.add(G::number(action));
    }

    fn outcome(&self, game: &G, seat: Seat) -> f32 {
        game.payoff(seat) / G::LARGE
    }

    fn scale(&self, _: G::View<'_>) -> Scale {
        Scale { factor: G::LARGE, ..Scale::outcome(<G as Game>::UNIT) }
    }
}

impl<G> Default for Numbers<G> {
    fn default() -> Self {
        Numbers(PhantomData)
    }
}

impl<G> Clone for Numbers<G> {
    fn clone(&self) -> Self {
        Self::default()
    }
}
