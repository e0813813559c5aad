use kirifuda_games::cards::{Card, CardSet, Suit};
use kirifuda_games::hearts::{BrokenBy, FirstTrick, Leading, Moon, Opening, POINT_CARDS, Rules, View};
use kirifuda_games::tricks::PLAYERS;
use kirifuda_play::Seat;

use crate::hearts::QUEEN;

/// A deal of Hearts with all cards open, made for playouts: small, copied freely, and only what play needs.
///
/// The game itself remembers every trick for its views; here a position is a few sets of cards, so that thousands of
/// deals a millisecond can be begun anew. It obeys the same rules (tested move by move against the game).
#[derive(Clone, Copy, Debug)]
pub struct Position {
    hands: [CardSet; PLAYERS],
    played_by: [CardSet; PLAYERS],
    played: CardSet,
    excluded: [CardSet; PLAYERS],
    /// What may not be led yet.
    held_back: CardSet,
    /// The suit to follow; none before the lead.
    follow: CardSet,
    /// The cards of the trick under way.
    table: CardSet,
    /// Who has played which of them; of the others something old.
    lying: [Card; PLAYERS],
    best: Card,
    turn: u8,
    winner: u8,
    count: u8,
    tricks: u8,
    taken: [u8; PLAYERS],
    all_taken: u8,
    broken: bool,
    jack_taker: Option<Seat>,
    rules: Rules,
}

impl Position {
    /// Before the first trick, which `leader` leads. Nobody holds a card yet.
    pub fn opening(rules: Rules, leader: Seat) -> Position {
        let held_back = match rules.leading {
            Leading::Free => CardSet::EMPTY,
            Leading::NoHearts => Suit::Hearts.cards(),
            Leading::NoPoints => POINT_CARDS,
        };
        let mut excluded = [CardSet::EMPTY; PLAYERS];
        for steps in 1..PLAYERS {
            excluded[leader.after(steps, PLAYERS).index()] = Card::TWO_OF_CLUBS.set();
        }
        Position {
            hands: [CardSet::EMPTY; PLAYERS],
            played_by: [CardSet::EMPTY; PLAYERS],
            played: CardSet::EMPTY,
            excluded,
            held_back,
            follow: CardSet::EMPTY,
            table: CardSet::EMPTY,
            lying: [Card::TWO_OF_CLUBS; PLAYERS],
            best: Card::TWO_OF_CLUBS,
            turn: leader.0,
            winner: leader.0,
            count: 0,
            tricks: 0,
            taken: [0; PLAYERS],
            all_taken: 0,
            broken: false,
            jack_taker: None,
            rules,
        }
    }

    /// What a seat sees of the tricks, nobody holding a card: hands are put in by [`with_hands`](Position::with_hands).
    /// Not for the passing of cards.
    pub fn of(view: View<'_>) -> Position {
        let opening = Position::opening(*view.rules(), view.first_leader());
        view.plays().fold(opening, |mut position, (_, card)| {
            position.play(card);
            position
        })
    }

    /// The same with these hands.
    #[inline]
    pub fn with_hands(mut self, hands: [CardSet; PLAYERS]) -> Position {
        self.hands = hands;
        self
    }

    /// The rules in force.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whose card comes next.
    #[inline]
    pub fn turn(&self) -> Seat {
        Seat(self.turn & 3)
    }

    /// True when nothing is left that counts.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.tricks == 13 || (self.all_taken == 26 && !self.rules.jack)
    }

    /// The cards that a seat holds.
    #[inline]
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index() & 3]
    }

    /// The cards that a seat has played.
    #[inline]
    pub fn played_by(&self, seat: Seat) -> CardSet {
        self.played_by[seat.index() & 3]
    }

    /// All cards played, those of the trick under way included.
    #[inline]
    pub fn played(&self) -> CardSet {
        self.played
    }

    /// The cards of the trick under way.
    #[inline]
    pub fn table(&self) -> CardSet {
        self.table
    }

    /// The card of the trick under way that the seat so many steps after the next to play has played, if it has.
    #[inline]
    pub fn lying(&self, steps: usize) -> Option<Card> {
        let seat = (usize::from(self.turn) + steps) & 3;
        (steps & 3 >= PLAYERS - self.count()).then_some(self.lying[seat])
    }

    /// Who has taken ♦J, where it counts.
    #[inline]
    pub fn jack_taker(&self) -> Option<Seat> {
        self.jack_taker
    }

    /// Cards in the trick under way.
    #[inline]
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// The card that would take the trick as it lies; before the lead it means nothing.
    #[inline]
    pub fn best(&self) -> Card {
        self.best
    }

    /// Who would take the trick as it lies.
    #[inline]
    pub fn winner(&self) -> Seat {
        Seat(self.winner & 3)
    }

    /// All cards of the suit to follow; none before the lead.
    #[inline]
    pub fn follow(&self) -> CardSet {
        self.follow
    }

    /// True when the next card is the last of its trick.
    #[inline]
    pub fn is_last(&self) -> bool {
        self.count == 3
    }

    /// Number of the trick under way, from 0.
    #[inline]
    pub fn trick_number(&self) -> usize {
        usize::from(self.tricks)
    }

    /// True once hearts may be led (as far as the rules hold them back at all).
    #[inline]
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Points in the tricks that a seat has taken, before moon and jack.
    #[inline]
    pub fn taken(&self, seat: Seat) -> u8 {
        self.taken[seat.index() & 3]
    }

    /// Points in all tricks taken.
    #[inline]
    pub fn all_taken(&self) -> u8 {
        self.all_taken
    }

    /// True when a seat has shown that it is out of a suit, given by all its cards.
    #[inline]
    pub fn is_void(&self, seat: Seat, suit: CardSet) -> bool {
        suit.is_subset(self.excluded[seat.index() & 3])
    }

    /// The only seat with points so far, if there is one: the moon is still open to it.
    #[inline]
    pub fn alone_with_points(&self) -> Option<Seat> {
        if self.all_taken == 0 {
            return None;
        }
        Seat::all(PLAYERS).find(|seat| self.taken(*seat) == self.all_taken)
    }

    /// True when the moon is open to a seat: nobody else has a point.
    #[inline]
    pub fn may_shoot(&self, seat: Seat) -> bool {
        self.taken(seat) == self.all_taken
    }

    /// The legal cards of the seat to move.
    #[inline]
    pub fn legal(&self) -> CardSet {
        self.legal_of(self.hands[usize::from(self.turn & 3)])
    }

    /// The legal cards of the seat to move, if this were its hand.
    #[inline]
    pub fn legal_of(&self, hand: CardSet) -> CardSet {
        if self.tricks == 0 {
            return self.legal_at_first(hand);
        }
        if self.count == 0 { prefer(hand - self.held_back, hand) } else { prefer(hand & self.follow, hand) }
    }

    fn legal_at_first(&self, hand: CardSet) -> CardSet {
        if self.count == 0 {
            return match self.rules.opening {
                Opening::TwoOfClubs => prefer(hand & Card::TWO_OF_CLUBS.set(), hand),
                Opening::AnyCard => prefer(hand - self.held_back, hand),
            };
        }
        let may = prefer(hand & self.follow, hand);
        match self.rules.first_trick {
            FirstTrick::NoPoints => prefer(may - POINT_CARDS, may),
            FirstTrick::Free => may,
        }
    }

    /// The seat to move plays a card. Trusted: neither that it is held nor that it is legal is checked.
    #[inline]
    pub fn play(&mut self, card: Card) {
        let seat = usize::from(self.turn & 3);
        if POINT_CARDS.contains(card) && (!self.broken || self.tricks == 0) {
            self.note_early_points(card);
        }
        self.hands[seat].remove(card);
        self.played_by[seat].insert(card);
        self.played.insert(card);
        if self.count == 0 {
            (self.follow, self.best, self.winner) = (card.suit().cards(), card, self.turn);
        } else if !self.follow.contains(card) {
            self.excluded[seat] |= self.follow;
        } else if card > self.best {
            (self.best, self.winner) = (card, self.turn);
        }
        self.table.insert(card);
        self.lying[seat] = card;
        self.count += 1;
        self.turn = (self.turn + 1) & 3;
        if self.count == 4 {
            self.end_trick();
        }
    }

    #[inline]
    fn end_trick(&mut self) {
        let points = points_in(self.table);
        self.taken[usize::from(self.winner & 3)] += points;
        self.all_taken += points;
        if self.rules.jack && self.table.contains(Card::JACK_OF_DIAMONDS) {
            self.jack_taker = Some(self.winner());
        }
        (self.follow, self.table, self.count) = (CardSet::EMPTY, CardSet::EMPTY, 0);
        self.turn = self.winner;
        self.tricks += 1;
    }

    /// What the first points prove, and what they break.
    #[cold]
    fn note_early_points(&mut self, card: Card) {
        let seat = usize::from(self.turn & 3);
        let first = self.tricks == 0;
        if self.count == 0 {
            if !(first && self.rules.opening == Opening::TwoOfClubs) && self.held_back.contains(card) {
                self.excluded[seat] |= !self.held_back;
            }
        } else if first && self.rules.first_trick == FirstTrick::NoPoints {
            let choice = if self.follow.contains(card) { self.follow } else { CardSet::DECK };
            self.excluded[seat] |= choice - POINT_CARDS;
        }
        if self.rules.broken_by == BrokenBy::Points || card != QUEEN {
            self.broken = true;
            self.held_back = CardSet::EMPTY;
        }
    }

    /// What the deal is worth to a seat when nothing that counts is left: minus its points, moon and jack included.
    #[inline]
    pub fn payoff(&self, seat: Seat) -> f32 {
        let taken = self.taken(seat);
        let shooter = Seat::all(PLAYERS).find(|s| self.taken(*s) == 26);
        let points = match (shooter, self.rules.moon) {
            (None, _) | (_, Moon::Off) => f32::from(taken),
            (Some(shooter), Moon::OthersGain) => 26.0 * f32::from(u8::from(seat != shooter)),
            (Some(shooter), Moon::ShooterLoses) => -26.0 * f32::from(u8::from(seat == shooter)),
        };
        if self.jack_taker == Some(seat) { 10.0 - points } else { -points }
    }
}

/// The points of some cards.
#[inline]
pub(super) fn points_in(cards: CardSet) -> u8 {
    cards.of(Suit::Hearts).len() as u8 + if cards.contains(QUEEN) { 13 } else { 0 }
}

/// The better choices if there are any.
#[inline]
fn prefer(better: CardSet, all: CardSet) -> CardSet {
    if better.is_empty() { all } else { better }
}
