use kirifuda_games::cards::{CardSet, Suit};
use kirifuda_games::hearts::{Direction, View};
use kirifuda_games::tricks::PLAYERS;
use kirifuda_learn::net::{Row, words};
use kirifuda_play::Seat;

use super::Position;
use super::position::points_in;
use crate::hearts::HeartsEncoder;

/// What a net sees of a [`Position`] from one seat: the bits of [`HeartsEncoder::PLAIN`].
pub type Sight = [u64; words(HeartsEncoder::BITS)];

/// The cards that were passed before the first trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// To whom.
    pub direction: Direction,
    /// By whom which.
    pub by: [CardSet; PLAYERS],
}

impl Passed {
    /// None were.
    pub const NOTHING: Passed = Passed { direction: Direction::Hold, by: [CardSet::EMPTY; PLAYERS] };

    /// What the seat of a view knows of them: what it gave and what it got.
    pub fn of(view: View<'_>) -> Passed {
        let mut passed = Passed { direction: view.direction(), ..Passed::NOTHING };
        passed.by[view.seat().index()] = view.given().iter().copied().collect();
        if let Some(giver) = passed.direction.giver(view.seat()) {
            passed.by[giver.index()] = view.received();
        }
        passed
    }

    /// What a seat got.
    #[inline]
    pub fn to(&self, seat: Seat) -> CardSet {
        self.direction.giver(seat).map_or(CardSet::EMPTY, |giver| self.by[giver.index()])
    }
}

/// What the seat whose turn it is sees, if it holds `hand`.
pub fn sight(position: &Position, hand: CardSet, passed: &Passed) -> Sight {
    let mut words = Sight::default();
    let mut row = Row::new(&mut words);
    let me = position.turn();
    let seats = [0, 1, 2, 3].map(|steps| me.after(steps, PLAYERS));
    let unseen = !(position.played() | hand);
    row.put(hand.packed(), 52);
    row.put(unseen.packed(), 52);
    for seat in seats {
        row.put(position.played_by(seat).packed(), 52);
    }
    for steps in 1..PLAYERS {
        row.put(position.lying(steps).map_or(0, |card| card.set().packed()), 52);
    }
    for seat in &seats[1..] {
        for suit in Suit::ALL {
            row.flag(position.is_void(*seat, suit.cards()));
        }
    }
    if position.count() == 0 {
        row.skip(52 + 4);
    } else {
        row.put(position.best().set().packed(), 52);
        row.put(1 << position.best().suit() as usize, 4);
    }
    row.one_of(position.trick_number(), 13);
    row.one_of(position.count(), 4);
    for cards in [hand, unseen] {
        for suit in Suit::ALL {
            row.up_to(cards.of(suit).len(), 13);
        }
    }
    for seat in seats {
        row.up_to(position.taken(seat).into(), 26);
    }
    row.up_to(points_in(position.table()).into(), 26);
    row.put((0..).zip(seats).map(|(bit, seat)| u64::from(position.jack_taker() == Some(seat)) << bit).sum(), 4);
    row.flag(position.is_broken());
    row.put(1 << passed.direction as usize, 4);
    row.flag(false);
    row.put(passed.by[me.index()].packed(), 52);
    row.put(passed.to(me).packed(), 52);
    debug_assert_eq!(row.len(), HeartsEncoder::BITS);
    words
}

/// What a seat sees that has been dealt these cards and has laid `given` of them aside to pass.
pub fn sight_of_passing(dealt: CardSet, given: CardSet, direction: Direction) -> Sight {
    let mut words = Sight::default();
    let mut row = Row::new(&mut words);
    let (hand, unseen) = (dealt - given, !dealt);
    row.put(hand.packed(), 52);
    row.put(unseen.packed(), 52);
    row.skip(4 * 52 + 3 * 52 + 3 * 4 + 52 + 4);
    row.one_of(0, 13);
    row.one_of(0, 4);
    for cards in [hand, unseen] {
        for suit in Suit::ALL {
            row.up_to(cards.of(suit).len(), 13);
        }
    }
    row.skip(4 * 26 + 26 + 4 + 1);
    row.put(1 << direction as usize, 4);
    row.flag(true);
    row.put(given.packed(), 52);
    row.skip(52);
    debug_assert_eq!(row.len(), HeartsEncoder::BITS);
    words
}
