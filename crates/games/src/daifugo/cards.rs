use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};
use std::str::FromStr;

use super::meld::{Joker, Notation};
use crate::cards::CardSet;

/// Number of ranks: 3, 4, … K, A, 2, in order of strength.
pub const RANKS: usize = 13;
/// The names of the ranks, the weakest first.
pub const RANK_NAMES: &[u8; RANKS] = b"3456789TJQKA2";
/// The suits: spades, hearts, diamonds, clubs, the order in which ties are decided.
pub const SUITS: [char; 4] = ['♠', '♥', '♦', '♣'];
/// How the joker is written.
pub const STAR: char = '★';

/// The rank of the eights.
pub const EIGHT: u8 = 5;
/// The rank of the fives.
pub const FIVE: u8 = 2;
/// The rank of the jacks.
pub const JACK: u8 = 8;

/// A set of the 53 cards, as bits: rank by rank from the threes, each ♠ ♥ ♦ ♣, then the joker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cards(u64);

/// One bit for every rank; times a set of suits, all cards of these suits.
pub(super) const EACH_RANK: u64 = 0x1_1111_1111_1111;

impl Cards {
    /// No card.
    pub const EMPTY: Cards = Cards(0);
    /// All 53.
    pub const DECK: Cards = Cards((1 << 53) - 1);
    /// The joker.
    pub const JOKER: Cards = Cards(1 << 52);
    /// The joker's enemy.
    pub const SPADE_THREE: Cards = Cards(1);
    /// Whoever holds it leads first.
    pub const DIAMOND_THREE: Cards = Cards(1 << 2);

    /// The set of these bits; nothing if there are others than those of the 53 cards.
    pub const fn from_bits(bits: u64) -> Option<Cards> {
        if bits & !Cards::DECK.0 == 0 { Some(Cards(bits)) } else { None }
    }

    #[inline]
    pub(super) const fn of_bits(bits: u64) -> Cards {
        Cards(bits & Cards::DECK.0)
    }

    /// The bits: rank · 4 + suit, the joker 52.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// One card.
    #[inline]
    pub const fn card(rank: u8, suit: u8) -> Cards {
        Cards(1 << (rank * 4 + suit))
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

    /// True when all of `cards` are in it.
    #[inline]
    pub const fn contains(self, cards: Cards) -> bool {
        cards.0 & !self.0 == 0
    }

    /// True when the joker is in it.
    #[inline]
    pub const fn has_joker(self) -> bool {
        self.0 >> 52 & 1 == 1
    }

    /// Without the joker.
    #[inline]
    pub const fn naturals(self) -> Cards {
        Cards(self.0 & !Cards::JOKER.0)
    }

    /// The suits held of a rank, as four bits.
    #[inline]
    pub const fn of_rank(self, rank: u8) -> u8 {
        (self.0 >> (rank * 4) & 15) as u8
    }

    /// The ranks held of a suit, as 13 bits, the threes lowest.
    pub fn ranks_of(self, suit: u8) -> u16 {
        (0..RANKS as u8).filter(|&rank| self.of_rank(rank) >> suit & 1 == 1).fold(0, |ranks, rank| ranks | 1 << rank)
    }

    /// The weakest, ♠ first; the joker comes last.
    #[inline]
    pub const fn lowest(self) -> Option<Cards> {
        if self.0 == 0 { None } else { Some(Cards(self.0 & self.0.wrapping_neg())) }
    }

    /// The strongest: the joker, else the highest rank, and of that ♠ before ♥, ♦ and ♣. This is what is given
    /// away in the exchange.
    pub const fn strongest(self) -> Option<Cards> {
        if self.0 == 0 {
            return None;
        }
        let rank = self.0.ilog2() as u64 & !3;
        let of_rank = self.0 & 15 << rank;
        Some(Cards(of_rank & of_rank.wrapping_neg()))
    }

    /// The `count` strongest.
    pub fn strongest_of(self, count: usize) -> Cards {
        let mut chosen = Cards::EMPTY;
        for _ in 0..count {
            chosen |= (self - chosen).strongest().unwrap_or_default();
        }
        chosen
    }

    /// All cards that come before this single card when the strongest are given away.
    pub(super) const fn stronger_than(self) -> Cards {
        let rank = self.0.ilog2() as u64 & !3;
        let below_in_rank = (self.0 - 1) & 15 << rank;
        Cards((Cards::DECK.0 & !((16 << rank) - 1)) | below_in_rank)
    }

    /// Each card, as a set of one, ascending.
    pub fn iter(self) -> impl Iterator<Item = Cards> + Clone {
        let mut left = self;
        std::iter::from_fn(move || {
            let card = left.lowest()?;
            left -= card;
            Some(card)
        })
    }

    /// The same bits, for those who deal them.
    pub(super) const fn as_set(self) -> CardSet {
        CardSet::from_bits(self.0)
    }

    pub(super) const fn from_set(set: CardSet) -> Cards {
        Cards(set.bits())
    }
}

/// `♠3`, or `★`, for a set of one.
pub(super) fn card_name(card: Cards) -> String {
    if card == Cards::JOKER {
        return STAR.to_string();
    }
    let bit = card.0.trailing_zeros() as usize;
    format!("{}{}", SUITS[bit % 4], char::from(RANK_NAMES[bit / 4 % RANKS]))
}

impl BitOr for Cards {
    type Output = Cards;
    #[inline]
    fn bitor(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }
}

impl BitOrAssign for Cards {
    #[inline]
    fn bitor_assign(&mut self, other: Cards) {
        self.0 |= other.0;
    }
}

impl BitAnd for Cards {
    type Output = Cards;
    #[inline]
    fn bitand(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }
}

impl Sub for Cards {
    type Output = Cards;
    #[inline]
    fn sub(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }
}

impl SubAssign for Cards {
    #[inline]
    fn sub_assign(&mut self, other: Cards) {
        self.0 &= !other.0;
    }
}

impl FromIterator<Cards> for Cards {
    fn from_iter<I: IntoIterator<Item = Cards>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::EMPTY, |all, card| all | card)
    }
}

/// `♠37 ♦9 ★`; an empty set is `–`.
impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("–");
        }
        let mut gap = "";
        for (suit, symbol) in SUITS.into_iter().enumerate() {
            let ranks = self.ranks_of(suit as u8);
            if ranks != 0 {
                write!(f, "{gap}{symbol}")?;
                let held = (0..RANKS).filter(|rank| ranks >> rank & 1 == 1);
                held.into_iter().try_for_each(|rank| write!(f, "{}", char::from(RANK_NAMES[rank])))?;
                gap = " ";
            }
        }
        if self.has_joker() { write!(f, "{gap}{STAR}") } else { Ok(()) }
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Cards {
    type Err = String;

    /// Reads what [`Display`](fmt::Display) writes, and `S37 D9 *`.
    fn from_str(text: &str) -> Result<Cards, String> {
        let wrong = || {
            let start: String = text.chars().take(60).collect();
            format!("`{start}` is not a set of cards: write suits and ranks, such as ♠37 ♦9 ★")
        };
        if text.trim() == "–" || text.trim() == "-" {
            return Ok(Cards::EMPTY);
        }
        let mut cards = Cards::EMPTY;
        let mut suit = None;
        for sign in Notation::of(text) {
            let card = match sign {
                Some(Notation::Suit(next)) => {
                    suit = Some(next);
                    continue;
                }
                Some(Notation::Rank(rank)) => Cards::card(rank, suit.ok_or_else(wrong)?),
                Some(Notation::Star) => Cards::JOKER,
                Some(Notation::Dash) | None => return Err(wrong()),
            };
            if cards.contains(card) {
                return Err(format!("{} twice", card_name(card)));
            }
            cards |= card;
        }
        if cards.is_empty() { Err(wrong()) } else { Ok(cards) }
    }
}

impl Joker {
    /// The card it stands for, where there is such a card.
    pub const fn stands_for(self) -> Option<Cards> {
        match self {
            Joker::Cell { column, suit } if column >= 1 && column <= 13 => Some(Cards::card(column - 1, suit)),
            _ => None,
        }
    }
}
