use kirifuda_games::cards::{Card, CardSet};
use kirifuda_games::hearts::View;
use kirifuda_games::tricks::PLAYERS;
use kirifuda_play::Seat;

use super::kind::{KINDS, Kinds};
use super::{Goal, Manner, Position, moon, playout};

/// The cards that the others were seen to play, each with the position it was played in: how likely each is in an
/// imagined world tells how likely the world is.
#[derive(Clone, Debug, Default)]
pub struct Sightings {
    by_seat: [Vec<Sighting>; PLAYERS],
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Sighting {
    /// What was public before the card.
    pub(super) before: Position,
    pub(super) card: Card,
    /// This card and those that the seat has played since: with what it holds now, its hand at that time.
    pub(super) since: CardSet,
}

impl Sightings {
    /// Looks at what has been played so far; gives the position reached, without hands.
    pub fn look(&mut self, view: View<'_>) -> Position {
        self.by_seat.iter_mut().for_each(Vec::clear);
        let mut position = Position::opening(*view.rules(), view.first_leader());
        for (seat, card) in view.plays() {
            if seat != view.seat() {
                let since = view.played_by(seat) - position.played_by(seat);
                self.by_seat[seat.index()].push(Sighting { before: position, card, since });
            }
            position.play(card);
        }
        position
    }

    /// Those of a seat.
    pub(super) fn of(&self, seat: Seat) -> &[Sighting] {
        &self.by_seat[seat.index()]
    }

    /// How likely what a seat has played is for each kind of player that goes by rules, if it holds `hand` now.
    pub fn likelihood(&self, seat: Seat, hand: CardSet, kinds: &Kinds) -> [f64; KINDS] {
        let mut likely = [1.0; KINDS];
        for Sighting { before, card, since } in &self.by_seat[seat.index()] {
            let held = hand | *since;
            let legal = before.legal_of(held);
            if legal == card.set() {
                continue;
            }
            let factor = |choice: Card| if choice == *card { 1.0 } else { kinds.doubt };
            let stock = factor(Manner::Stock.card(before, held, legal));
            let jake = factor(Manner::Jake.card(before, held, legal));
            likely[0] *= stock;
            likely[1] *= jake;
            if !kinds.moon {
                continue;
            }
            // Kinds that are after the moon, or after who shoots it, differ from the plain ones only here.
            let shooter = moon::threat(before, seat);
            let stop = shooter.and_then(|shooter| moon::stop(before, shooter, held, legal)).map(factor);
            likely[2] *= stop.unwrap_or(stock);
            likely[3] *= stop.unwrap_or(jake);
            likely[4] *= factor(playout::card(before, Manner::Jake, Goal::Shoot, held, legal));
        }
        likely
    }
}
