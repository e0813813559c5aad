use kirifuda_play::{Rng, Seat};

use super::{Form, Hidden, Leaning, NoTrump, Trick, WhyNot};
use crate::cards::{Card, CardSet, Suit};

/// Players at a table of tricks.
pub const PLAYERS: usize = 4;

/// The most tricks of a deal.
const MOST_TRICKS: usize = 13;

/// Four hands, the trick under way, everything played, and what play has proved about the hands. What is trump and how
/// many cards are dealt says its [`Form`]; what is not dealt lies in a hidden stock.
#[derive(Clone, Debug)]
pub struct Table<F: Form = NoTrump> {
    form: F,
    hands: [CardSet; PLAYERS],
    played_by: [CardSet; PLAYERS],
    /// Cards that a seat is publicly known not to hold, because of what it did.
    excluded: [CardSet; PLAYERS],
    trick: Trick<F>,
    tricks_won: [u8; PLAYERS],
    /// The cards of the full tricks; who led them follows from the first leader.
    done: [[Card; PLAYERS]; MOST_TRICKS],
    done_count: u8,
    first_leader: Seat,
}

impl Table {
    /// A table without trump, with these hands; `leader` leads the first trick.
    pub fn new(hands: [CardSet; PLAYERS], leader: Seat) -> Table {
        Table::with_form(NoTrump, hands, leader)
    }

    /// Thirteen cards to each, every deal equally likely.
    #[inline]
    pub fn deal_hands(rng: &mut Rng) -> [CardSet; PLAYERS] {
        let half = CardSet::DECK.random_part(26, rng);
        let (first, third) = (half.random_part(13, rng), (!half).random_part(13, rng));
        [first, half - first, third, !half - third]
    }
}

impl<F: Form> Table<F> {
    /// A table with these hands; `leader` leads the first trick.
    pub fn with_form(form: F, hands: [CardSet; PLAYERS], leader: Seat) -> Table<F> {
        debug_assert!(form.tricks() <= MOST_TRICKS);
        Table {
            form,
            hands,
            played_by: [CardSet::EMPTY; PLAYERS],
            excluded: [CardSet::EMPTY; PLAYERS],
            trick: Trick::new(form, leader),
            tricks_won: [0; PLAYERS],
            done: [[Card::TWO_OF_CLUBS; PLAYERS]; MOST_TRICKS],
            done_count: 0,
            first_leader: leader,
        }
    }

    /// Makes `leader` lead the first trick, which has not begun.
    pub fn lead_first(&mut self, leader: Seat) {
        debug_assert!(self.plays() == 0);
        self.first_leader = leader;
        self.trick = Trick::new(self.form, leader);
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
        self.trick = Trick::new(self.form, winner);
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
        // The last place is the stock's.
        let mut hands = [CardSet::EMPTY; PLAYERS];
        hidden.draw(rng, &mut hands);
        self.set_others(seat, &hands);
    }

    /// The same by odds: how likely it was.
    pub(crate) fn deal_leaning(&mut self, seat: Seat, leaning: &Leaning, rng: &mut Rng) -> f64 {
        let mut hands = [CardSet::EMPTY; PLAYERS];
        let likely = leaning.draw(rng, &mut hands);
        self.set_others(seat, &hands);
        likely
    }

    #[inline]
    fn set_others(&mut self, seat: Seat, hands: &[CardSet]) {
        for (other, &hand) in self.view(seat).others().into_iter().zip(hands) {
            self.set_hand(other, hand);
        }
    }

    /// The trick under way.
    #[inline]
    pub fn trick(&self) -> &Trick<F> {
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
        self.done_count as usize == self.form.tricks()
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

    /// What is trump, and how many cards are dealt.
    #[inline]
    pub fn form(&self) -> F {
        self.form
    }

    /// The cards that follow the led suit, if the hand to play holds any; otherwise all of it.
    #[inline]
    pub fn following(&self) -> CardSet {
        let hand = self.hand(self.trick.turn());
        let same = hand & self.trick.follow();
        if same.is_empty() { hand } else { same }
    }

    /// Why a card may not be played where the led suit must be followed and nothing else is asked for; nothing where it may.
    pub fn why_not_follow(&self, card: Card) -> Option<WhyNot> {
        match self.trick.suit() {
            _ if self.following().contains(card) => None,
            Some(suit) if self.hand(self.trick.turn()).contains(card) => Some(WhyNot::Follow(suit)),
            _ => Some(WhyNot::NotHeld(card)),
        }
    }

    /// What a seat may know of the table.
    #[inline]
    pub fn view(&self, seat: Seat) -> TableView<'_, F> {
        TableView { table: self, seat }
    }
}

/// What one seat may know of a [`Table`]: its own hand, everything played, and what that proves about the others.
#[derive(Clone, Copy)]
pub struct TableView<'a, F: Form = NoTrump> {
    table: &'a Table<F>,
    seat: Seat,
}

impl<'a, F: Form> TableView<'a, F> {
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
    pub fn trick(self) -> &'a Trick<F> {
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

    /// The cards that the others hold together; where not all cards are dealt, with those of the stock.
    #[inline]
    pub fn unseen(self) -> CardSet {
        !(self.played() | self.hand() | self.table.form.open())
    }

    /// Cards that lie open and that nobody holds.
    #[inline]
    pub fn open(self) -> CardSet {
        self.table.form.open()
    }

    /// The trump suit.
    #[inline]
    pub fn trump(self) -> Option<Suit> {
        self.table.form.trump()
    }

    /// Tricks of the deal: the cards that each hand had.
    #[inline]
    pub fn tricks(self) -> usize {
        self.table.form.tricks()
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
        self.table.form.tricks() - self.table.played_by[seat.index()].len()
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

    /// The cards of a trick so far, in order: of one that is full, or of the one under way. None of a later one.
    #[inline]
    pub fn cards_of(self, number: usize) -> &'a [Card] {
        let full = usize::from(self.table.done_count);
        match number {
            _ if number < full => &self.table.done[number],
            _ if number == full => self.table.trick.cards(),
            _ => &[],
        }
    }

    /// Every card played with who played it, in order.
    pub fn plays(self) -> impl Iterator<Item = (Seat, Card)> + 'a {
        let trick = *self.trick();
        self.done().chain([trick]).flat_map(|trick| {
            (0..trick.cards().len()).map(move |i| (trick.leader().after(i, PLAYERS), trick.cards()[i]))
        })
    }

    /// The tricks that are full, in order.
    pub fn done(self) -> impl Iterator<Item = Trick<F>> + 'a {
        let mut leader = self.table.first_leader;
        self.table.done[..self.table.done_count as usize].iter().map(move |cards| {
            let mut trick = Trick::new(self.table.form, leader);
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
    /// this seat alone knows: cards that another is known to hold. What is not dealt is a further place, in which any
    /// card may be.
    pub(crate) fn hidden(self, known: impl Fn(Seat) -> CardSet) -> Hidden {
        let others = self.others();
        let known_elsewhere =
            |seat: Seat| others.iter().filter(|&&s| s != seat).fold(CardSet::EMPTY, |all, &other| all | known(other));
        let may_hold = others.map(|seat| !(self.excluded(seat) | known_elsewhere(seat)));
        let (unseen, rooms) = (self.unseen(), others.map(|seat| self.hand_size(seat)));
        let stock = self.table.form.stock();
        if stock == 0 {
            return Hidden::new(unseen, &rooms, &may_hold);
        }
        let ([a, b, c], [x, y, z]) = (rooms, may_hold);
        Hidden::new(unseen, &[a, b, c, stock], &[x, y, z, CardSet::DECK])
    }
}
