use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub, SubAssign};
use std::str::FromStr;

use kirifuda_play::Rng;

use super::card::{rank_of, suit_of};
use super::{Card, NotACard, Suit};

/// A set of cards, as bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CardSet(pub(super) u64); // bit suit * 16 + rank

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// The whole deck.
    pub const DECK: CardSet = CardSet(0x1FFF_1FFF_1FFF_1FFF);

    /// A set of these bits, whatever cards they stand for: games with other decks deal theirs as sets, too.
    pub(crate) const fn from_bits(bits: u64) -> CardSet {
        CardSet(bits)
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// The set as 52 bits: that of a card is its [`Card::index`].
    #[inline]
    pub const fn packed(self) -> u64 {
        let suits = self.0;
        suits & 0x1FFF | (suits >> 16 & 0x1FFF) << 13 | (suits >> 32 & 0x1FFF) << 26 | (suits >> 48 & 0x1FFF) << 39
    }

    /// Number of cards.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True when there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True when the card is in it.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> (card.0 & 63) & 1 == 1
    }

    /// True when every card of this set is in `other`.
    #[inline]
    pub const fn is_subset(self, other: CardSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// Adds a card.
    #[inline]
    pub fn insert(&mut self, card: Card) {
        self.0 |= card.set().0;
    }

    /// Takes a card out.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        self.0 &= !card.set().0;
    }

    /// Adds a card that is missing, takes out one that is there.
    #[inline]
    pub fn toggle(&mut self, card: Card) {
        self.0 ^= card.set().0;
    }

    /// The set with a card.
    #[inline]
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | card.set().0)
    }

    /// The set without a card.
    #[inline]
    pub const fn without(self, card: Card) -> CardSet {
        CardSet(self.0 & !card.set().0)
    }

    /// Those of a suit.
    #[inline]
    pub const fn of(self, suit: Suit) -> CardSet {
        CardSet(self.0 & suit.cards().0)
    }

    /// The ranks of those of a suit as 13 bits, the two lowest.
    #[inline]
    pub const fn ranks_of(self, suit: Suit) -> u32 {
        (self.0 >> (16 * suit as u32)) as u32 & 0x1FFF
    }

    /// The first in ascending order; in a set of one suit, the weakest.
    #[inline]
    pub const fn lowest(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card(self.0.trailing_zeros() as u8)) }
    }

    /// The last in ascending order; in a set of one suit, the strongest.
    #[inline]
    pub const fn highest(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card(63 - self.0.leading_zeros() as u8)) }
    }

    /// Those of the highest rank among them, of whatever suits.
    #[inline]
    pub const fn top_ranked(self) -> CardSet {
        let ranks = self.ranks();
        if ranks == 0 { CardSet::EMPTY } else { CardSet(self.0 & RANK_IN_ALL_SUITS << ranks.ilog2()) }
    }

    /// Those of the lowest rank among them, of whatever suits.
    #[inline]
    pub const fn bottom_ranked(self) -> CardSet {
        let ranks = self.ranks();
        if ranks == 0 { CardSet::EMPTY } else { CardSet(self.0 & RANK_IN_ALL_SUITS << ranks.trailing_zeros()) }
    }

    /// Ranks that occur, as bits.
    #[inline]
    const fn ranks(self) -> u64 {
        (self.0 | self.0 >> 16 | self.0 >> 32 | self.0 >> 48) & 0x1FFF
    }

    /// A selection of `size` of the cards, every one equally likely; fastest for half of them.
    ///
    /// A coin is tossed for each card, then cards are drawn in or out until the number is right. No card is treated
    /// unlike another, so no selection is likelier than another.
    #[inline]
    pub fn random_part(self, size: usize, rng: &mut Rng) -> CardSet {
        debug_assert!(size <= self.len());
        let chosen = CardSet(self.0 & rng.bits());
        match chosen.len() {
            count if count > size => chosen.drop_random(count - size, rng),
            count => self - (self - chosen).drop_random(size - count, rng),
        }
    }

    /// The set without `count` of its cards, drawn at random.
    #[inline]
    fn drop_random(mut self, count: usize, rng: &mut Rng) -> CardSet {
        for _ in 0..count {
            // Ten random places in one draw, until one is in the set. The bit above them marks their end: the four
            // bits left over would be a place among the clubs only.
            let mut places = rng.bits() >> 4 | 1 << 60;
            while self.0 >> (places & 63) & 1 == 0 {
                places >>= 6;
                if places == 1 {
                    places = rng.bits() >> 4 | 1 << 60;
                }
            }
            self.0 ^= 1 << (places & 63);
        }
        self
    }

    /// The cards, ascending.
    #[inline]
    pub const fn iter(self) -> CardIter {
        CardIter(self)
    }
}

/// The twos; shifted by a rank, the cards of that rank.
const RANK_IN_ALL_SUITS: u64 = 0x0001_0001_0001_0001;

/// The cards of a set, ascending.
#[derive(Clone, Debug)]
pub struct CardIter(CardSet);

impl Iterator for CardIter {
    type Item = Card;
    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = self.0.lowest()?;
        self.0.0 &= self.0.0 - 1;
        Some(card)
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for CardIter {
    #[inline]
    fn next_back(&mut self) -> Option<Card> {
        let card = self.0.highest()?;
        self.0.remove(card);
        Some(card)
    }
}

impl ExactSizeIterator for CardIter {}
impl FusedIterator for CardIter {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardIter;
    #[inline]
    fn into_iter(self) -> CardIter {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, CardSet::with)
    }
}

impl BitOr for CardSet {
    type Output = CardSet;
    #[inline]
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl BitOrAssign for CardSet {
    #[inline]
    fn bitor_assign(&mut self, other: CardSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for CardSet {
    type Output = CardSet;
    #[inline]
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}

impl Sub for CardSet {
    type Output = CardSet;
    #[inline]
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

impl SubAssign for CardSet {
    #[inline]
    fn sub_assign(&mut self, other: CardSet) {
        self.0 &= !other.0;
    }
}

/// The rest of the deck.
impl Not for CardSet {
    type Output = CardSet;
    #[inline]
    fn not(self) -> CardSet {
        CardSet::DECK - self
    }
}

/// `♣25T ♥A`; an empty set is `–`.
impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("–");
        }
        let mut gap = "";
        for suit in Suit::ALL {
            let cards = self.of(suit);
            if !cards.is_empty() {
                write!(f, "{gap}{suit}")?;
                cards.iter().try_for_each(|card| write!(f, "{}", card.rank()))?;
                gap = " ";
            }
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for CardSet {
    type Err = NotACard;

    /// Reads what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<CardSet, NotACard> {
        let mut cards = CardSet::EMPTY;
        if text.trim() == "–" {
            return Ok(cards);
        }
        let mut suit = None;
        for symbol in text.chars().filter(|c| !c.is_whitespace()) {
            let wrong = || NotACard(text.chars().take(60).collect());
            // Only the symbols: letters would be read as suits where a rank is meant.
            if !symbol.is_ascii() {
                suit = Some(suit_of(symbol).ok_or_else(wrong)?);
                continue;
            }
            let card = suit.zip(rank_of(&[symbol])).map(|(suit, rank)| Suit::card(suit, rank)).ok_or_else(wrong)?;
            if cards.contains(card) {
                return Err(NotACard(format!("{card} twice")));
            }
            cards.insert(card);
        }
        Ok(cards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    #[test]
    fn every_selection_is_equally_likely() {
        let cards: CardSet = "♣25 ♦A ♥TJ ♠2".parse().unwrap();
        let mut rng = Rng::new(2);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..20_000 {
            *counts.entry(cards.random_part(3, &mut rng)).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 20);
        let chi2: f64 = counts.values().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        // 19 degrees of freedom: 43.8 is exceeded by one seed in a thousand; this seed is fixed.
        assert!(chi2 < 43.8, "chi-square {chi2}");
        assert_eq!(cards.random_part(6, &mut rng), cards);
        assert_eq!(cards.random_part(0, &mut rng), CardSet::EMPTY);
    }

    #[test]
    fn selections_of_any_size_treat_all_cards_alike() {
        let cards: CardSet = "♣235789 ♦A ♥TJ ♠23K".parse().unwrap();
        let mut rng = Rng::new(8);
        for size in [1, 3, 6, 10] {
            let (draws, mut counts) = (60_000, std::collections::BTreeMap::new());
            for _ in 0..draws {
                for card in cards.random_part(size, &mut rng) {
                    *counts.entry(card).or_insert(0u32) += 1;
                }
            }
            let share = size as f64 / 12.0;
            let (expected, deviation) = (f64::from(draws) * share, (f64::from(draws) * share * (1.0 - share)).sqrt());
            for (card, &count) in &counts {
                let off = (f64::from(count) - expected) / deviation;
                assert!(off.abs() < 4.5, "{card} in {size} of 12 cards: {off:.1} standard deviations off");
            }
        }
    }

    proptest! {
        #[test]
        fn a_set_is_its_cards(bits: u64) {
            let set = CardSet(bits) & CardSet::DECK;
            let cards: Vec<Card> = set.iter().collect();
            prop_assert_eq!(cards.len(), set.len());
            prop_assert!(cards.is_sorted());
            prop_assert_eq!(set.iter().rev().collect::<Vec<_>>(), cards.iter().rev().copied().collect::<Vec<_>>());
            prop_assert_eq!(cards.into_iter().collect::<CardSet>(), set);
            prop_assert_eq!(set.to_string().parse(), Ok(set));
            prop_assert_eq!(!!set, set);
            let top = set.iter().map(Card::rank).max();
            prop_assert_eq!(set.top_ranked(), set.iter().filter(|c| Some(c.rank()) == top).collect());
            let bottom = set.iter().map(Card::rank).min();
            prop_assert_eq!(set.bottom_ranked(), set.iter().filter(|c| Some(c.rank()) == bottom).collect());
        }
    }
}
