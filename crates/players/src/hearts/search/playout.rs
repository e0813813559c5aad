use kirifuda_games::cards::{Card, CardSet};
use kirifuda_games::tricks::PLAYERS;
use kirifuda_play::{Rng, Seat};

use super::{Manner, Position, moon};

/// What a seat is after in a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Few points.
    Plain,
    /// All points, as long as nobody else has one.
    Shoot,
    /// Few points, and a point of the one who is about to take them all.
    Stop,
}

/// Who plays how in a playout.
#[derive(Clone, Copy, Debug)]
pub struct Cast {
    /// How each seat plays as a rule.
    pub manner: [Manner; PLAYERS],
    /// What each seat is after.
    pub goal: [Goal; PLAYERS],
    /// Share of random moves, in 1/65536.
    pub noise: u16,
}

impl Cast {
    /// All like stock, after few points, with a share of random moves.
    pub fn new(noise: f64) -> Cast {
        let noise = (noise * 65536.0).clamp(0.0, 65535.0) as u16;
        Cast { manner: [Manner::Stock; PLAYERS], goal: [Goal::Plain; PLAYERS], noise }
    }

    /// The card that a seat plays from a hand, without noise.
    #[inline]
    pub fn card(&self, position: &Position, seat: Seat, hand: CardSet, legal: CardSet) -> Card {
        let place = seat.index() & 3;
        card(position, self.manner[place], self.goal[place], hand, legal)
    }

    /// Plays on to the end of the deal.
    #[inline]
    pub fn play_out(&self, position: &mut Position, rng: &mut Rng) {
        let mut bits = 0;
        while !position.is_over() {
            let (seat, legal) = (position.turn(), position.legal());
            bits = if position.count() == 0 || bits == 0 { rng.bits() } else { bits >> 16 };
            let Some(only) = legal.lowest() else {
                return;
            };
            let card = if legal == only.set() {
                only
            } else if (bits as u16) < self.noise {
                random_card(legal, rng)
            } else {
                self.card(position, seat, position.hand(seat), legal)
            };
            position.play(card);
        }
    }
}

/// The card of a seat that plays in this manner to this goal.
#[inline]
pub fn card(position: &Position, manner: Manner, goal: Goal, hand: CardSet, legal: CardSet) -> Card {
    let special = match goal {
        Goal::Plain => None,
        Goal::Shoot if position.may_shoot(position.turn()) => moon::shoot(position, hand, legal),
        Goal::Shoot => None,
        Goal::Stop => {
            moon::threat(position, position.turn()).and_then(|shooter| moon::stop(position, shooter, hand, legal))
        }
    };
    special.unwrap_or_else(|| manner.card(position, hand, legal))
}

#[inline]
fn random_card(cards: CardSet, rng: &mut Rng) -> Card {
    let place = rng.below(cards.len());
    cards.iter().nth(place).unwrap_or(Card::TWO_OF_CLUBS)
}
