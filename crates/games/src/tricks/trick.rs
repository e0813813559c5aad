use kirifuda_play::Seat;

use super::{Form, NoTrump, PLAYERS};
use crate::cards::{Card, CardSet, Suit};

/// The cards on the table: follow the led suit; its highest card takes the trick, or the highest trump.
#[derive(Clone, Copy, Debug)]
pub struct Trick<F: Form = NoTrump> {
    form: F,
    /// All cards of the suit to follow; none before the lead.
    follow: CardSet,
    turn: Chair,
    winner: Chair,
    count: u8,
    cards: [Card; PLAYERS],
    best: Card,
}

impl Trick {
    /// A trick without trump that `leader` is about to lead.
    #[inline]
    pub const fn led_by(leader: Seat) -> Trick {
        Trick::new(NoTrump, leader)
    }
}

impl<F: Form> Trick<F> {
    /// A trick that `leader` is about to lead.
    #[inline]
    pub const fn new(form: F, leader: Seat) -> Trick<F> {
        let (blank, leader) = (Card::TWO_OF_CLUBS, Chair::of(leader));
        let cards = [blank; PLAYERS];
        Trick { form, follow: CardSet::EMPTY, turn: leader, winner: leader, count: 0, cards, best: blank }
    }

    /// The next card, by the next seat. False when it is of another suit than the one led.
    #[inline]
    pub fn push(&mut self, card: Card) -> bool {
        debug_assert!(!self.is_full());
        self.cards[self.count as usize & (PLAYERS - 1)] = card;
        if self.count == 0 {
            self.follow = card.suit().cards();
            self.best = card;
        }
        let follows = self.follow.contains(card);
        if follows && card >= self.best && !self.is_trumped() || !follows && self.is_higher_trump(card) {
            self.best = card;
            self.winner = self.turn;
        }
        self.count += 1;
        self.turn = Chair::of(Seat(self.turn as u8 + 1));
        follows
    }

    /// True if a trump has the trick, and another suit was led.
    #[inline]
    fn is_trumped(&self) -> bool {
        self.form.trump().is_some() && !self.follow.contains(self.best)
    }

    /// True if a card of another suit than the one led takes the trick.
    #[inline]
    fn is_higher_trump(&self, card: Card) -> bool {
        match self.form.trump() {
            None => false,
            Some(trump) => card.suit() == trump && (self.best.suit() != trump || card > self.best),
        }
    }

    /// Who leads it.
    #[inline]
    pub const fn leader(&self) -> Seat {
        Seat((self.turn as u8).wrapping_sub(self.count) & (PLAYERS as u8 - 1))
    }

    /// Whose card comes next.
    #[inline]
    pub const fn turn(&self) -> Seat {
        Seat(self.turn as u8)
    }

    /// Who would take it as it lies.
    #[inline]
    pub const fn winner(&self) -> Seat {
        Seat(self.winner as u8)
    }

    /// The card that would take it as it lies.
    #[inline]
    pub const fn best(&self) -> Option<Card> {
        if self.count == 0 { None } else { Some(self.best) }
    }

    /// The suit to follow.
    #[inline]
    pub fn suit(&self) -> Option<Suit> {
        let led = if self.form.trump().is_none() { self.best } else { self.cards[0] };
        if self.count == 0 { None } else { Some(led.suit()) }
    }

    /// The cards that would take it from who has it now; all before the lead.
    #[inline]
    pub fn beating(&self) -> CardSet {
        match (self.best(), self.form.trump()) {
            (None, _) => CardSet::DECK,
            (Some(best), Some(trump)) if best.suit() != trump => best.higher() | trump.cards(),
            (Some(best), _) => best.higher(),
        }
    }

    /// All cards of the suit to follow; none before the lead.
    #[inline]
    pub const fn follow(&self) -> CardSet {
        self.follow
    }

    /// The cards in the order played.
    #[inline]
    pub fn cards(&self) -> &[Card] {
        &self.cards[..self.count as usize]
    }

    /// The cards of a full trick.
    #[inline]
    pub(super) const fn all_cards(&self) -> [Card; PLAYERS] {
        self.cards
    }

    /// The cards with who played them.
    pub fn plays(&self) -> impl Iterator<Item = (Seat, Card)> + '_ {
        self.cards().iter().enumerate().map(|(i, &card)| (self.leader().after(i, PLAYERS), card))
    }

    /// True before the lead.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// True when everyone has played.
    #[inline]
    pub const fn is_full(&self) -> bool {
        self.count as usize == PLAYERS
    }

    /// True when the next card is the last.
    #[inline]
    pub const fn is_last(&self) -> bool {
        self.count as usize == PLAYERS - 1
    }
}

/// A seat that the compiler knows to be below four, so that indexing by it needs no check.
#[derive(Clone, Copy, Debug)]
enum Chair {
    First,
    Second,
    Third,
    Fourth,
}

impl Chair {
    #[inline]
    const fn of(seat: Seat) -> Chair {
        match seat.0 & (PLAYERS as u8 - 1) {
            0 => Chair::First,
            1 => Chair::Second,
            2 => Chair::Third,
            _ => Chair::Fourth,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_card_of_the_led_suit_takes_the_trick() {
        let mut trick = Trick::led_by(Seat(2));
        for text in ["♦9", "♠A", "♦J", "♦3"] {
            trick.push(text.parse().unwrap());
        }
        assert!(trick.is_full());
        assert_eq!((trick.winner(), trick.best().unwrap().to_string()), (Seat(0), "♦J".to_string()));
        let plays: Vec<_> = trick.plays().map(|(seat, card)| format!("{seat}{card}")).collect();
        assert_eq!(plays, ["2♦9", "3♠A", "0♦J", "1♦3"]);
    }

    #[test]
    fn the_highest_trump_takes_the_trick() {
        use crate::tricks::SpadesTrump;
        let mut trick = Trick::new(SpadesTrump, Seat(2));
        let mut after = Vec::new();
        for text in ["♦9", "♠3", "♦A", "♠2"] {
            let beating = trick.beating();
            let card = text.parse().unwrap();
            let follows = trick.push(card);
            assert_eq!(beating.contains(card), trick.best() == Some(card), "{text}");
            after.push((trick.winner().0, trick.suit(), follows));
        }
        let led = Some(Suit::Diamonds);
        assert_eq!(after, [(2, led, true), (3, led, false), (3, led, true), (3, led, false)]);
    }
}
