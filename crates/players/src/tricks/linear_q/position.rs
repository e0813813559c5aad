//! What the wide feature sets share: a position looked at once for all cards that may be played.

use kirifuda_games::cards::{Card, CardSet, Suit};
use kirifuda_games::tricks::{Form, NoTrump, PLAYERS, TableView};
use kirifuda_play::Seat;

use super::paper::places;

/// What a card does in a trick: leads it; becomes the highest, stays below, or is of another suit and not a trump that
/// becomes the highest, each as the second, third or fourth card.
pub(super) const ROLES: usize = 10;
/// Roles below this one lead or become the highest.
pub(super) const ROLES_ON_TOP: usize = 4;
/// Pairs (n, m): n = 0 to 12 cards of a suit that the others hold, of which m = 0 to n are stronger.
pub(super) const PAIRS: usize = 13 * 14 / 2;
/// Combinations of thirteen ranks, or places.
pub(super) const COMBINATIONS: usize = 1 << 13;
/// How many cards of a suit the others hold: 0, 1–2, 3–5, 6–8, 9 and more.
pub(super) const AMOUNTS: usize = 5;

/// Consecutive features.
#[derive(Clone, Copy)]
pub(super) struct Block {
    start: usize,
    size: usize,
}

impl Block {
    pub const fn first(size: usize) -> Block {
        Block { start: 0, size }
    }

    pub const fn then(self, size: usize) -> Block {
        Block { start: self.end(), size }
    }

    pub const fn end(self) -> usize {
        self.start + self.size
    }

    #[inline]
    pub fn at(self, index: usize) -> usize {
        debug_assert!(index < self.size);
        self.start + index
    }
}

pub(super) struct Position<'a, F: Form = NoTrump> {
    pub table: TableView<'a, F>,
    pub hand: CardSet,
    pub unseen: CardSet,
    /// Players who play after this seat in the trick.
    pub later: usize,
    /// By suit: how many of them have shown that they are out of it.
    pub void: [usize; 4],
    /// By suit: how many cards of it the others hold.
    amount: [usize; 4],
}

impl<'a, F: Form> Position<'a, F> {
    pub fn of(table: TableView<'a, F>) -> Position<'a, F> {
        let (hand, unseen) = (table.hand(), table.unseen());
        let later = PLAYERS - 1 - table.trick().cards().len();
        let void = Suit::ALL.map(|suit| later_seats(table, later).filter(|&seat| table.is_void(seat, suit)).count());
        Position { table, hand, unseen, later, void, amount: Suit::ALL.map(|suit| unseen.of(suit).len()) }
    }

    #[inline]
    pub fn role(&self, card: Card) -> usize {
        let trick = self.table.trick();
        let place = trick.cards().len();
        match trick.best() {
            None => 0,
            Some(_) if trick.beating().contains(card) => place,
            Some(_) if trick.suit() == Some(card.suit()) => 3 + place,
            Some(_) => 6 + place,
        }
    }

    /// (n, m) as one number.
    #[inline]
    pub fn pair(&self, card: Card) -> usize {
        let n = self.amount[card.suit() as usize];
        n * (n + 1) / 2 + self.stronger(card)
    }

    /// Cards of the suit that the others hold and that are stronger.
    #[inline]
    pub fn stronger(&self, card: Card) -> usize {
        (self.unseen & card.higher()).len()
    }

    /// How many cards of a suit the others hold, as one of [`AMOUNTS`].
    #[inline]
    pub fn amount(&self, suit: Suit) -> usize {
        match self.amount[suit as usize] {
            0 => 0,
            1..=2 => 1,
            3..=5 => 2,
            6..=8 => 3,
            _ => 4,
        }
    }

    /// The ranks held of a suit, and their places among its unplayed cards, when `gone` has been played.
    #[inline]
    pub fn held(&self, suit: Suit, gone: CardSet) -> (usize, usize) {
        let ranks = (self.hand - gone).ranks_of(suit);
        let unplayed = (self.hand | self.unseen) - gone;
        (ranks as usize, places(ranks, unplayed.ranks_of(suit)) as usize)
    }

    /// Cards left after the move: 0 to 12.
    #[inline]
    pub fn left(&self) -> usize {
        self.hand.len().saturating_sub(1)
    }
}

/// The seats that play after this one in the trick.
#[inline]
pub(super) fn later_seats<F: Form>(table: TableView<'_, F>, later: usize) -> impl Iterator<Item = Seat> {
    (1..=later).map(move |steps| table.seat().after(steps, PLAYERS))
}

/// Takes in features one by one.
pub(super) trait See {
    fn see(&mut self, feature: usize);
}

impl See for &mut Vec<u32> {
    #[inline]
    fn see(&mut self, feature: usize) {
        self.push(feature as u32);
    }
}

/// The sum of the weights of the features seen.
pub(super) struct Sum<'a> {
    pub weights: &'a [f32],
    pub total: f32,
}

impl<'a> Sum<'a> {
    /// Of the features that `look` shows.
    #[inline]
    pub fn of(weights: &'a [f32], look: impl FnOnce(&mut Sum<'a>)) -> f32 {
        let mut sum = Sum { weights, total: 0.0 };
        look(&mut sum);
        sum.total
    }
}

impl See for Sum<'_> {
    #[inline]
    fn see(&mut self, feature: usize) {
        self.total += self.weights.get(feature).copied().unwrap_or_default();
    }
}

/// The values of all cards: what a card does itself, and the suits that it leaves alone.
#[inline]
pub(super) fn fill(legal: impl Iterator<Item = Card>, out: &mut Vec<f32>, suits: [f32; 4], play: impl Fn(Card) -> f32) {
    let [clubs, diamonds, hearts, spades] = suits;
    let others =
        [diamonds + hearts + spades, clubs + hearts + spades, clubs + diamonds + spades, clubs + diamonds + hearts];
    out.clear();
    out.extend(legal.map(|card| others[card.suit() as usize & 3] + play(card)));
}
