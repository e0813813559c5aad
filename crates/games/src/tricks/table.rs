use kirifuda_play::{Rng, Seat};

use super::{Hidden, Trick};
use crate::cards::{Card, CardSet, Suit};

/// Players at a table of thirteen tricks.
pub const PLAYERS: usize = 4;

/// Four hands of thirteen cards, the trick under way, everything played, and what play has proved about the hands.
#[derive(Clone, Debug)]
pub struct Table {
    hands: [CardSet; PLAYERS],
    played_by: [CardSet; PLAYERS],
    /// Cards that a seat is publicly known not to hold, because of what it did.
    excluded: [CardSet; PLAYERS],
    trick: Trick,
    tricks_won: [u8; PLAYERS],
    /// The cards of the full tricks; who led them follows from the first leader.
    done: [[Card; PLAYERS]; 13],
    done_count: u8,
    first_leader: Seat,
}

impl Table {
    /// A table with these hands; `leader` leads the first trick.
    pub fn new(hands: [CardSet; PLAYERS], leader: Seat) -> Table {
        Table {
            hands,
            played_by: [CardSet::EMPTY; PLAYERS],
            excluded: [CardSet::EMPTY; PLAYERS],
            trick: Trick::led_by(leader),
            tricks_won: [0; PLAYERS],
            done: [[Card::TWO_OF_CLUBS; PLAYERS]; 13],
            done_count: 0,
            first_leader: leader,
        }
    }

    /// Makes `leader` lead the first trick, which has not begun.
    pub fn lead_first(&mut self, leader: Seat) {
        debug_assert!(self.plays() == 0);
        self.first_leader = leader;
        self.trick = Trick::led_by(leader);
    }

    /// Thirteen cards to each, every deal equally likely.
    #[inline]
    pub fn deal_hands(rng: &mut Rng) -> [CardSet; PLAYERS] {
        let half = CardSet::DECK.random_part(26, rng);
        let (first, third) = (half.random_part(13, rng), (!half).random_part(13, rng));
        [first, half - first, third, !half - third]
    }

    /// The next seat plays a card; the winner, if that ends the trick.
    #[inline]
    pub fn play(&mut self, card: Card) -> Option<Seat> {
        let seat = self.trick.turn().index() & (PLAYERS - 1);
        debug_assert!(self.hands[seat].contains(card), "{card} is not held");
        self.hands[seat].toggle(card);
        self.played_by[seat].insert(card);
        if !self.trick.push(card) {
            self.excluded[seat] |= self.trick.follow();
        }
        if self.trick.is_full() { Some(self.end_trick()) } else { None }
    }

    #[inline]
    fn end_trick(&mut self) -> Seat {
        let winner = self.trick.winner();
        self.tricks_won[winner.index() & (PLAYERS - 1)] += 1;
        if let Some(cards) = self.done.get_mut(self.done_count as usize) {
            *cards = self.trick.all_cards();
        }
        self.done_count += 1;
        self.trick = Trick::led_by(winner);
        winner
    }

    /// Records that play or the rules have proved `seat` to hold none of `cards`.
    #[inline]
    pub fn exclude(&mut self, seat: Seat, cards: CardSet) {
        self.excluded[seat.index()] |= cards;
    }

    /// The cards a seat holds. For the game's own use: players get a [`TableView`].
    #[inline]
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index() & (PLAYERS - 1)]
    }

    /// The hand a seat had before the first trick.
    pub fn first_hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()] | self.played_by[seat.index()]
    }

    /// Puts another hand into a seat: for exchanges and imagined worlds.
    #[inline]
    pub fn set_hand(&mut self, seat: Seat, cards: CardSet) {
        self.hands[seat.index()] = cards;
    }

    /// The table without the hands that `seat` cannot see.
    pub(crate) fn hide_others(&mut self, seat: Seat) {
        for other in self.view(seat).others() {
            self.set_hand(other, CardSet::EMPTY);
        }
    }

    /// Deals hidden cards to the seats other than `seat`, whose table has been prepared by
    /// [`hide_others`](Table::hide_others).
    #[inline]
    pub(crate) fn deal_hidden(&mut self, seat: Seat, hidden: &Hidden, rng: &mut Rng) {
        let mut hands = [CardSet::EMPTY; PLAYERS - 1];
        hidden.draw(rng, &mut hands);
        for (other, hand) in self.view(seat).others().into_iter().zip(hands) {
            self.set_hand(other, hand);
        }
    }

    /// The trick under way.
    #[inline]
    pub fn trick(&self) -> &Trick {
        &self.trick
    }

    /// Cards played so far.
    #[inline]
    pub fn plays(&self) -> usize {
        self.done_count as usize * PLAYERS + self.trick.cards().len()
    }

    /// True in the first trick.
    #[inline]
    pub fn is_first_trick(&self) -> bool {
        self.done_count == 0
    }

    /// True when all cards are played.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.done_count == 13
    }

    /// Who has just won a trick, of which the last card played was the last, and how many cards it has.
    pub fn trick_won(&self) -> Option<(Seat, usize)> {
        // The winner leads to the next.
        (self.done_count > 0 && self.trick.is_empty()).then(|| (self.trick.turn(), PLAYERS))
    }

    /// Tricks a seat has won.
    #[inline]
    pub fn tricks_won(&self, seat: Seat) -> u8 {
        self.tricks_won[seat.index()]
    }

    /// What a seat may know of the table.
    #[inline]
    pub fn view(&self, seat: Seat) -> TableView<'_> {
        TableView { table: self, seat }
    }
}

/// What one seat may know of a [`Table`]: its own hand, everything played, and what that proves about the others.
#[derive(Clone, Copy)]
pub struct TableView<'a> {
    table: &'a Table,
    seat: Seat,
}

impl<'a> TableView<'a> {
    /// Whose eyes.
    #[inline]
    pub fn seat(self) -> Seat {
        self.seat
    }

    /// The own hand.
    #[inline]
    pub fn hand(self) -> CardSet {
        self.table.hand(self.seat)
    }

    /// The trick under way.
    #[inline]
    pub fn trick(self) -> &'a Trick {
        &self.table.trick
    }

    /// All cards played, those of the trick under way included.
    #[inline]
    pub fn played(self) -> CardSet {
        self.table.played_by.iter().fold(CardSet::EMPTY, |all, &cards| all | cards)
    }

    /// The cards a seat has played.
    #[inline]
    pub fn played_by(self, seat: Seat) -> CardSet {
        self.table.played_by[seat.index()]
    }

    /// The cards that the others hold together.
    #[inline]
    pub fn unseen(self) -> CardSet {
        !(self.played() | self.hand())
    }

    /// Cards that a seat is publicly known not to hold.
    #[inline]
    pub fn excluded(self, seat: Seat) -> CardSet {
        self.table.excluded[seat.index()]
    }

    /// True when a seat has shown that it is out of a suit.
    #[inline]
    pub fn is_void(self, seat: Seat, suit: Suit) -> bool {
        suit.cards().is_subset(self.table.excluded[seat.index()])
    }

    /// Cards a seat still holds.
    #[inline]
    pub fn hand_size(self, seat: Seat) -> usize {
        13 - self.table.played_by[seat.index()].len()
    }

    /// Number of the trick under way, from 0.
    #[inline]
    pub fn trick_number(self) -> usize {
        self.table.done_count as usize
    }

    /// Tricks a seat has won.
    #[inline]
    pub fn tricks_won(self, seat: Seat) -> u8 {
        self.table.tricks_won(seat)
    }

    /// Who led the first trick, or will.
    pub fn first_leader(self) -> Seat {
        self.table.first_leader
    }

    /// Every card played with who played it, in order.
    pub fn plays(self) -> impl Iterator<Item = (Seat, Card)> + 'a {
        let trick = *self.trick();
        self.done().chain([trick]).flat_map(|trick| {
            (0..trick.cards().len()).map(move |i| (trick.leader().after(i, PLAYERS), trick.cards()[i]))
        })
    }

    /// The tricks that are full, in order.
    pub fn done(self) -> impl Iterator<Item = Trick> + 'a {
        let mut leader = self.table.first_leader;
        self.table.done[..self.table.done_count as usize].iter().map(move |cards| {
            let mut trick = Trick::led_by(leader);
            for &card in cards {
                trick.push(card);
            }
            leader = trick.winner();
            trick
        })
    }

    /// The other seats, from the left.
    #[inline]
    pub fn others(self) -> [Seat; PLAYERS - 1] {
        [1, 2, 3].map(|steps| self.seat.after(steps, PLAYERS))
    }

    /// The unseen cards, to be dealt to the others as far as the table proves who may hold what. `known` may add what
    /// this seat alone knows: cards that another is known to hold.
    pub(crate) fn hidden(self, known: impl Fn(Seat) -> CardSet) -> Hidden {
        let others = self.others();
        let known_elsewhere =
            |seat: Seat| others.iter().filter(|&&s| s != seat).fold(CardSet::EMPTY, |all, &other| all | known(other));
        let may_hold = others.map(|seat| !(self.excluded(seat) | known_elsewhere(seat)));
        Hidden::new(self.unseen(), &others.map(|seat| self.hand_size(seat)), &may_hold)
    }
}
