use std::fmt;
use std::str::FromStr;

use super::CardSet;

/// One of the four suits, in the order that breaks ties between ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// All suits, ascending.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The thirteen cards of the suit.
    #[inline]
    pub const fn cards(self) -> CardSet {
        CardSet(0x1FFF << (16 * self as u64))
    }

    /// The card of a rank in this suit.
    #[inline]
    pub const fn card(self, rank: Rank) -> Card {
        Card((self as u8) << 4 | rank.0)
    }

    /// `♣`, `♦`, `♥` or `♠`.
    pub const fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self as usize]
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.symbol())
    }
}

/// A rank: 0 is the two, 12 the ace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(pub u8);

#[allow(missing_docs)]
impl Rank {
    pub const TWO: Rank = Rank(0);
    pub const TEN: Rank = Rank(8);
    pub const JACK: Rank = Rank(9);
    pub const QUEEN: Rank = Rank(10);
    pub const KING: Rank = Rank(11);
    pub const ACE: Rank = Rank(12);
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(RANKS.get(self.0 as usize..=self.0 as usize).unwrap_or("?"))
    }
}

const RANKS: &str = "23456789TJQKA";

/// A card. Ascending order is by suit, then by rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub(super) u8); // suit * 16 + rank: the bit in a CardSet

#[allow(missing_docs)]
impl Card {
    pub const TWO_OF_CLUBS: Card = Suit::Clubs.card(Rank::TWO);
    pub const JACK_OF_DIAMONDS: Card = Suit::Diamonds.card(Rank::JACK);
    pub const QUEEN_OF_SPADES: Card = Suit::Spades.card(Rank::QUEEN);
    pub const KING_OF_SPADES: Card = Suit::Spades.card(Rank::KING);
    pub const ACE_OF_SPADES: Card = Suit::Spades.card(Rank::ACE);
}

impl Card {
    /// The deck, ascending.
    pub const DECK: [Card; 52] = {
        let mut deck = [Card(0); 52];
        let mut i = 0;
        while i < 52 {
            deck[i] = Card((i / 13 * 16 + i % 13) as u8);
            i += 1;
        }
        deck
    };

    /// Its suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        // A match compiles to nothing, an index into a table to a load.
        match self.0 >> 4 & 3 {
            0 => Suit::Clubs,
            1 => Suit::Diamonds,
            2 => Suit::Hearts,
            _ => Suit::Spades,
        }
    }

    /// Its rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 & 15)
    }

    /// 0 to 51 in ascending order, for tables.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 >> 4) as usize * 13 + (self.0 & 15) as usize
    }

    /// The card of an index below 52.
    pub const fn from_index(index: usize) -> Card {
        Card::DECK[index]
    }

    /// The set of this card alone.
    #[inline]
    pub const fn set(self) -> CardSet {
        CardSet(1 << (self.0 & 63))
    }

    /// The lower cards of the suit.
    #[inline]
    pub const fn lower(self) -> CardSet {
        CardSet((self.set().0 - 1) & self.suit().cards().0)
    }

    /// The higher cards of the suit.
    #[inline]
    pub const fn higher(self) -> CardSet {
        CardSet(!(self.set().0 | (self.set().0 - 1)) & self.suit().cards().0)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit(), self.rank())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotACard(pub(super) String);

impl fmt::Display for NotACard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a card: write suit and rank, such as ♠Q, ♥T or C2", self.0)
    }
}

impl std::error::Error for NotACard {}

impl FromStr for Card {
    type Err = NotACard;

    /// ```
    /// # use kirifuda_games::cards::Card;
    /// let queen: Card = "♠Q".parse()?;
    /// assert_eq!(queen, Card::QUEEN_OF_SPADES);
    /// assert_eq!("qs".parse::<Card>()?, queen);
    /// assert_eq!("H10".parse::<Card>()?.to_string(), "♥T");
    /// # Ok::<(), kirifuda_games::cards::NotACard>(())
    /// ```
    fn from_str(text: &str) -> Result<Card, NotACard> {
        let chars: Vec<char> = text.chars().take(4).collect();
        let (front, back) = (chars.first().copied(), chars.last().copied());
        let suit_first = |suit, rest: &[char]| rank_of(rest).map(|rank| Suit::card(suit, rank));
        let card = match (front.and_then(suit_of), back.and_then(suit_of)) {
            _ if !(2..=3).contains(&chars.len()) => None,
            (Some(suit), _) => suit_first(suit, &chars[1..]),
            (_, Some(suit)) => suit_first(suit, &chars[..chars.len() - 1]),
            _ => None,
        };
        card.ok_or_else(|| NotACard(text.chars().take(40).collect()))
    }
}

pub(super) fn suit_of(symbol: char) -> Option<Suit> {
    match symbol {
        '♣' | 'C' | 'c' => Some(Suit::Clubs),
        '♦' | 'D' | 'd' => Some(Suit::Diamonds),
        '♥' | 'H' | 'h' => Some(Suit::Hearts),
        '♠' | 'S' | 's' => Some(Suit::Spades),
        _ => None,
    }
}

pub(super) fn rank_of(symbols: &[char]) -> Option<Rank> {
    match symbols {
        ['1', '0'] => Some(Rank::TEN),
        [symbol] => RANKS.chars().position(|r| r == symbol.to_ascii_uppercase()).map(|r| Rank(r as u8)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_in_every_notation() {
        for card in Card::DECK {
            let (suit, rank) = (format!("{:?}", card.suit()).remove(0), card.rank().to_string());
            for text in [card.to_string(), format!("{suit}{rank}"), format!("{rank}{suit}").to_lowercase()] {
                assert_eq!(text.parse(), Ok(card), "{text}");
            }
            assert_eq!(Card::from_index(card.index()), card);
        }
        assert_eq!("10♦".parse(), Ok(Suit::Diamonds.card(Rank::TEN)));
    }

    #[test]
    fn what_is_not_a_card_is_refused() {
        for text in ["", "♠", "Q", "♠QQ", "♠11", "X5", "♠1", "S 5", "♠Q♠Q♠Q", "\u{0}\u{0}"] {
            assert!(text.parse::<Card>().is_err(), "{text:?}");
        }
        for text in ["♠QQ", "Q", "♠x", "♠♥§5"] {
            assert!(text.parse::<CardSet>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn lower_and_higher_split_the_suit() {
        for card in Card::DECK {
            assert_eq!(card.lower() | card.higher() | card.set(), card.suit().cards());
            assert!(card.lower().iter().all(|c| c < card) && card.higher().iter().all(|c| c > card));
        }
    }
}
