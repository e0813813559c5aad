use std::fmt;

use super::cards::{Cards, RANK_NAMES, RANKS, STAR, SUITS, card_name};

/// A move in one word: cards played together, a pass, or cards given away in the exchange.
///
/// The natural cards are listed one by one, and the joker with what it stands for, since its suit counts for a lock
/// and its rank for what beats it. Ordered by kind, size, cards and joker; passing comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Meld(u64); // [kind and size: 5 bits][natural cards: 52 bits][joker: 6 bits]

/// What sort of move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Nothing is played.
    Pass,
    /// One card.
    Single,
    /// Cards of equal rank.
    Group,
    /// Three or more neighbours of one suit.
    Sequence,
    /// Cards for another player.
    Give,
}

/// What the joker does in a meld.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Joker {
    /// Played alone: stronger than every card but for ♠3.
    Alone,
    /// Stands for a card. Column 1 is the threes, 13 the twos; it can also stand below the threes (0) or above the
    /// twos (14) at the end of a sequence.
    Cell {
        /// Rank + 1.
        column: u8,
        /// 0 to 3: ♠ ♥ ♦ ♣.
        suit: u8,
    },
    /// The fifth card of a group.
    Fifth,
}

const KIND: u32 = 58;
const CARDS: u32 = 6;
const ALONE: u64 = 61;
const FIFTH: u64 = 62;
/// Codes of kind and size: a pass 0, a single 1, groups their size, sequences their size and this, gifts the last.
const SEQUENCE: u64 = 3;
const GIVE: u64 = 31;
const JOKER_GIVEN: u64 = 63;

/// Columns of a sequence's cells: those of the ranks and one at either end.
pub const COLUMNS: u8 = 15;

impl Meld {
    /// Nothing is played.
    pub const PASS: Meld = Meld(0);
    /// The joker alone.
    pub const JOKER: Meld = Meld(1 << KIND | ALONE);

    /// One card.
    #[inline]
    pub const fn single(rank: u8, suit: u8) -> Meld {
        Meld(1 << KIND | 1 << (rank * 4 + suit + CARDS as u8))
    }

    /// One card by its bit.
    #[inline]
    pub(super) const fn single_bit(bit: u32) -> Meld {
        Meld(1 << KIND | 1 << (bit + CARDS))
    }

    /// Cards of a rank, by their suits, and the joker as another suit of it.
    #[inline]
    pub const fn group(rank: u8, suits: u8, joker: Option<u8>) -> Meld {
        let naturals = (suits as u64) << (rank * 4);
        let (size, code) = match joker {
            Some(suit) => (suits.count_ones() as u64 + 1, cell_code(rank + 1, suit)),
            None => (suits.count_ones() as u64, 0),
        };
        Meld(size << KIND | naturals << CARDS | code)
    }

    /// All four cards of a rank and the joker.
    pub const fn five(rank: u8) -> Meld {
        Meld(5 << KIND | (15 << (rank * 4)) << CARDS | FIFTH)
    }

    /// Neighbours of a suit from a column on; the joker in one of the columns, if it takes part.
    #[inline]
    pub const fn sequence(suit: u8, low: u8, size: u8, joker: Option<u8>) -> Meld {
        let cells = run_of_cells(suit, low, size);
        let (cells, code) = match joker {
            Some(column) => (cells & !(1 << (column * 4 + suit)), cell_code(column, suit)),
            None => (cells, 0),
        };
        Meld((size as u64 + SEQUENCE) << KIND | (cells >> 4) << CARDS | code)
    }

    /// Cards for another player.
    pub const fn give(cards: Cards) -> Meld {
        let joker = if cards.has_joker() { JOKER_GIVEN } else { 0 };
        Meld(GIVE << KIND | cards.naturals().bits() << CARDS | joker)
    }

    /// The meld of natural cards and the joker; nothing if these cards cannot be played together.
    pub fn of(naturals: Cards, joker: Option<Joker>) -> Option<Meld> {
        let naturals = naturals.naturals();
        let size = naturals.len() as u8 + u8::from(joker.is_some());
        match joker {
            Some(Joker::Alone) => return (size == 1).then_some(Meld::JOKER),
            Some(Joker::Fifth) => {
                let rank = naturals.bits().trailing_zeros() as u8 / 4;
                return (naturals.len() == 4 && naturals.of_rank(rank.min(12)) == 15).then(|| Meld::five(rank));
            }
            Some(Joker::Cell { column, suit }) if column >= COLUMNS || suit > 3 => return None,
            _ => {}
        }
        if naturals.is_empty() {
            return None;
        }
        let mut cells = naturals.bits() << 4;
        if let Some(Joker::Cell { column, suit }) = joker {
            let cell = 1 << (column * 4 + suit);
            if cells & cell != 0 {
                return None;
            }
            cells |= cell;
        }
        let (low, high) = (cells.trailing_zeros() as u8 / 4, (63 - cells.leading_zeros() as u8) / 4);
        let code = match joker {
            Some(Joker::Cell { column, suit }) => cell_code(column, suit),
            _ => 0,
        };
        if low == high {
            return Some(Meld(u64::from(size) << KIND | naturals.bits() << CARDS | code));
        }
        let suit = cells.trailing_zeros() as u8 % 4;
        if size < 3 || high - low + 1 != size || cells != run_of_cells(suit, low, size) {
            return None;
        }
        Some(Meld((u64::from(size) + SEQUENCE) << KIND | naturals.bits() << CARDS | code))
    }

    /// What sort of move.
    #[inline]
    pub const fn kind(self) -> Kind {
        match self.0 >> KIND {
            0 => Kind::Pass,
            1 => Kind::Single,
            2..=5 => Kind::Group,
            GIVE => Kind::Give,
            _ => Kind::Sequence,
        }
    }

    /// Kind and size in one number: what is answered must have the same.
    #[inline]
    pub(super) const fn form(self) -> u8 {
        (self.0 >> KIND) as u8
    }

    /// Number of cards.
    #[inline]
    pub const fn size(self) -> usize {
        match self.0 >> KIND {
            form @ 0..=5 => form as usize,
            GIVE => self.cards().len(),
            form => (form - SEQUENCE) as usize,
        }
    }

    /// The cards but for the joker.
    #[inline]
    pub const fn naturals(self) -> Cards {
        Cards::of_bits(self.0 >> CARDS & (Cards::JOKER.bits() - 1))
    }

    /// The cards that leave the hand.
    #[inline]
    pub const fn cards(self) -> Cards {
        let joker = if self.0 & 63 != 0 { Cards::JOKER.bits() } else { 0 };
        Cards::of_bits(self.naturals().bits() | joker)
    }

    /// True when the joker takes part.
    #[inline]
    pub const fn has_joker(self) -> bool {
        self.0 & 63 != 0
    }

    /// What the joker does in it.
    pub const fn joker(self) -> Option<Joker> {
        match self.0 & 63 {
            0 | JOKER_GIVEN => None,
            ALONE => Some(Joker::Alone),
            FIFTH => Some(Joker::Fifth),
            code => Some(Joker::Cell { column: (code - 1) as u8 / 4, suit: (code - 1) as u8 % 4 }),
        }
    }

    /// All cells that it covers: column · 4 + suit. None for the joker alone; a fifth card covers none of its own.
    #[inline]
    pub const fn cells(self) -> u64 {
        let naturals = self.naturals().bits() << 4;
        match self.0 & 63 {
            code @ 1..=60 => naturals | 1 << (code - 1),
            _ => naturals,
        }
    }

    /// The suits in it as four bits, the joker's included; none for the joker alone.
    #[inline]
    pub const fn suits(self) -> u8 {
        let mut cells = self.cells();
        cells |= cells >> 32;
        cells |= cells >> 16;
        cells |= cells >> 8;
        cells |= cells >> 4;
        (cells & 15) as u8
    }

    /// The lowest column, 14 for the joker alone.
    #[inline]
    pub const fn low(self) -> u8 {
        let cells = self.cells();
        if cells == 0 { COLUMNS - 1 } else { cells.trailing_zeros() as u8 / 4 }
    }

    /// The highest column, 14 for the joker alone.
    #[inline]
    pub const fn high(self) -> u8 {
        let cells = self.cells();
        if cells == 0 { COLUMNS - 1 } else { cells.ilog2() as u8 / 4 }
    }

    /// True when a card of the rank is in it, or the joker for one.
    #[inline]
    pub const fn covers(self, rank: u8) -> bool {
        self.cells() >> (4 * rank + 4) & 15 != 0
    }

    /// The whole word, for those who keep melds in files.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// The cells of a run.
#[inline]
pub(super) const fn run_of_cells(suit: u8, low: u8, size: u8) -> u64 {
    let every_fourth = super::cards::EACH_RANK | super::cards::EACH_RANK << 8;
    (every_fourth & ((1 << (4 * size)) - 1)) << (low * 4 + suit)
}

const fn cell_code(column: u8, suit: u8) -> u64 {
    (column * 4 + suit + 1) as u64
}

/// `pass`, `♠7`, `★`, `♠7♥7`, `♠7★♥7` (the joker for ♥7), `♠7♥7♦7♣7★`, `♦9-J`, `♦9★J` (the joker for ♦T), `♦★34`,
/// `give ♠3 ♦4`.
impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            Kind::Pass => f.write_str("pass"),
            Kind::Give => write!(f, "give {}", self.cards()),
            Kind::Single | Kind::Group => {
                let cells = self.cells();
                let joker = self.joker().and_then(Joker::stands_for).unwrap_or_default();
                for card in Cards::of_bits(cells >> 4).iter() {
                    let star = if card == joker { STAR.to_string() } else { String::new() };
                    write!(f, "{star}{}", card_name(card))?;
                }
                if matches!(self.joker(), Some(Joker::Alone | Joker::Fifth)) { write!(f, "{STAR}") } else { Ok(()) }
            }
            Kind::Sequence => {
                let suit = self.cells().trailing_zeros() as usize % 4;
                let name = |column: u8| char::from(RANK_NAMES[usize::from(column).clamp(1, RANKS) - 1]);
                match self.joker() {
                    Some(Joker::Cell { column: joker, .. }) => {
                        write!(f, "{}", SUITS[suit])?;
                        let mut columns = self.low()..=self.high();
                        columns.try_for_each(|c| write!(f, "{}", if c == joker { STAR } else { name(c) }))
                    }
                    _ => write!(f, "{}{}-{}", SUITS[suit], name(self.low()), name(self.high())),
                }
            }
        }
    }
}

impl fmt::Debug for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads what [`Display`](fmt::Display) writes; suits also as S, H, D, C, ten as 10, the joker as `*`.
impl std::str::FromStr for Meld {
    type Err = String;

    fn from_str(text: &str) -> Result<Meld, String> {
        let text = text.trim();
        let wrong = || {
            let start: String = text.chars().take(60).collect();
            format!(
                "`{start}` is not a play: write pass, ♠7, ♠7♥7, ♦9-J, ★ for the joker alone, ♠7★♥7 for the joker as ♥7, \
                 ♦9★J for the joker as ♦T, or give ♠3 ♦4"
            )
        };
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Meld::PASS);
        }
        if let Some(cards) = text.strip_prefix("give ") {
            return Ok(Meld::give(cards.parse()?));
        }
        let signs: Option<Vec<Notation>> = Notation::of(text).take(40).collect();
        let signs = signs.ok_or_else(wrong)?;
        use Notation::{Dash, Rank, Star, Suit};
        let meld = match *signs {
            [Star] => Some(Meld::JOKER),
            [Suit(suit), Rank(low), Dash, Rank(high)] if low < high => {
                let size = high - low + 1;
                (size >= 3).then(|| Meld::sequence(suit, low + 1, size, None))
            }
            // One suit and a row of ranks, the joker among them: a sequence.
            [Suit(suit), ref row @ ..] if row.len() >= 3 && !row.iter().any(|sign| matches!(sign, Suit(_) | Dash)) => {
                run_with_joker(suit, row)
            }
            _ => read_cards(&signs),
        };
        meld.ok_or_else(wrong)
    }
}

/// `9★J` of a suit.
fn run_with_joker(suit: u8, row: &[Notation]) -> Option<Meld> {
    let joker = row.iter().position(|sign| matches!(sign, Notation::Star))?;
    let (place, rank) = row.iter().enumerate().find_map(|(place, sign)| match sign {
        Notation::Rank(rank) => Some((place, *rank)),
        _ => None,
    })?;
    let low = (usize::from(rank) + 1).checked_sub(place)?;
    let in_order = row.iter().enumerate().all(|(place, sign)| match sign {
        Notation::Rank(rank) => usize::from(*rank) + 1 == low + place,
        _ => place == joker,
    });
    let fits = in_order && low + row.len() <= usize::from(COLUMNS);
    fits.then(|| Meld::sequence(suit, low as u8, row.len() as u8, Some((low + joker) as u8)))
}

/// `♠7★♥7`: cards one after the other, a star before the one that the joker stands for, or at the end.
fn read_cards(signs: &[Notation]) -> Option<Meld> {
    let (mut cards, mut joker, mut at) = (Cards::EMPTY, None, signs);
    loop {
        at = match *at {
            [] => break,
            [Notation::Star] if joker.is_none() => {
                joker = Some(Joker::Fifth);
                &[]
            }
            [Notation::Star, Notation::Suit(suit), Notation::Rank(rank), ref rest @ ..] if joker.is_none() => {
                joker = Some(Joker::Cell { column: rank + 1, suit });
                rest
            }
            [Notation::Suit(suit), Notation::Rank(rank), ref rest @ ..] => {
                let card = Cards::card(rank, suit);
                if cards.contains(card) {
                    return None;
                }
                cards |= card;
                rest
            }
            _ => return None,
        };
    }
    Meld::of(cards, joker)
}

/// A sign of the notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Notation {
    Suit(u8),
    Rank(u8),
    Star,
    Dash,
}

impl Notation {
    /// The signs of a text without its blanks; nothing for what is none.
    pub fn of(text: &str) -> impl Iterator<Item = Option<Notation>> + '_ {
        let mut symbols = text.chars().filter(|symbol| !symbol.is_whitespace()).peekable();
        std::iter::from_fn(move || {
            let symbol = symbols.next()?;
            let suit = SUITS.iter().position(|suit| *suit == symbol);
            let suit = suit.or_else(|| "SHDC".find(symbol.to_ascii_uppercase()));
            if symbol == '1' && symbols.next_if_eq(&'0').is_some() {
                return Some(Some(Notation::Rank(7)));
            }
            let rank = RANK_NAMES.iter().position(|name| char::from(*name) == symbol.to_ascii_uppercase());
            Some(match symbol {
                STAR | '*' => Some(Notation::Star),
                '-' => Some(Notation::Dash),
                _ => suit.map(|suit| Notation::Suit(suit as u8)).or(rank.map(|rank| Notation::Rank(rank as u8))),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every meld there is.
    fn all() -> Vec<Meld> {
        let mut melds = vec![Meld::PASS, Meld::JOKER];
        for rank in 0..13 {
            for suits in 1..16u8 {
                melds.push(Meld::group(rank, suits, None));
                melds.extend(
                    (0..4).filter(|suit| suits >> suit & 1 == 0).map(|suit| Meld::group(rank, suits, Some(suit))),
                );
            }
            melds.push(Meld::five(rank));
        }
        for suit in 0..4 {
            for low in 0..COLUMNS {
                for size in 3..=COLUMNS - low {
                    let outside = u8::from(low == 0) + u8::from(low + size == COLUMNS);
                    let (first, last) = (low, low + size - 1);
                    match outside {
                        0 => {
                            melds.push(Meld::sequence(suit, low, size, None));
                            melds.extend((first..=last).map(|c| Meld::sequence(suit, low, size, Some(c))));
                        }
                        1 => melds.push(Meld::sequence(suit, low, size, Some(if low == 0 { 0 } else { 14 }))),
                        _ => {}
                    }
                }
            }
        }
        melds
    }

    #[test]
    fn every_meld_reads_back_and_is_made_of_its_cards() {
        let melds = all();
        let distinct: std::collections::BTreeSet<Meld> = melds.iter().copied().collect();
        assert_eq!(distinct.len(), melds.len());
        for meld in melds {
            assert_eq!(meld.to_string().parse(), Ok(meld), "{meld}");
            assert_eq!(meld.cards().len(), meld.size(), "{meld}");
            if meld != Meld::PASS {
                assert_eq!(Meld::of(meld.naturals(), meld.joker()), Some(meld), "{meld}");
            }
            if meld.kind() == Kind::Sequence {
                assert_eq!(usize::from(meld.high() - meld.low()) + 1, meld.size(), "{meld}");
                assert_eq!(meld.suits().count_ones(), 1);
            }
        }
    }

    #[test]
    fn the_notation_is_that_of_the_documents() {
        for (text, meld) in [
            ("♠7♥7", Meld::group(4, 3, None)),
            ("♦9-J", Meld::sequence(2, 7, 3, None)),
            ("★", Meld::JOKER),
            ("♠7★♥7", Meld::group(4, 1, Some(1))),
            ("♠8♥8♦8♣8★", Meld::five(5)),
            ("♦9★J", Meld::sequence(2, 7, 3, Some(8))),
            ("♣★34", Meld::sequence(3, 0, 3, Some(0))),
            ("♣A2★", Meld::sequence(3, 12, 3, Some(14))),
            ("pass", Meld::PASS),
            ("give ♠3 ♦4", Meld::give(Cards::card(0, 0) | Cards::card(1, 2))),
            ("give ★", Meld::give(Cards::JOKER)),
        ] {
            assert_eq!(meld.to_string(), text);
        }
        assert_eq!("s7 h7".parse(), Ok(Meld::group(4, 3, None)));
        assert_eq!("D9-J".parse(), Ok(Meld::sequence(2, 7, 3, None)));
        assert!("D9-10-J".parse::<Meld>().is_err());
        assert_eq!("S10*H10".parse(), Ok(Meld::group(7, 1, Some(1))));
    }

    #[test]
    fn what_is_no_play_is_refused() {
        for text in [
            "",
            "♠",
            "7",
            "♠7♥8",
            "♠7♠7",
            "★★",
            "♠7★",
            "♠7★♠7",
            "♦9-T",
            "♦J-9",
            "♦9★",
            "♦9★K",
            "♦★★5",
            "♦2★★",
            "♦★3",
            "♦A2★3",
            "give",
            "give ♠3♠3",
            "♠7♥7♦7♣7★♠8",
            "♠3♠4♥5",
            "\u{0}",
            "♦9-J★",
        ] {
            assert!(text.parse::<Meld>().is_err(), "{text:?}");
        }
        // Written out card by card, a sequence is understood.
        assert_eq!("♦9♦T♦J".parse(), Ok(Meld::sequence(2, 7, 3, None)));
    }

    #[test]
    fn the_joker_counts_with_what_it_stands_for() {
        let meld = Meld::group(5, 0b0001, Some(2));
        assert!(meld.covers(5) && meld.suits() == 0b0101 && meld.size() == 2);
        assert!(Meld::sequence(0, 5, 3, Some(6)).covers(5));
        assert!(!Meld::JOKER.covers(5));
        assert_eq!((Meld::JOKER.suits(), Meld::JOKER.low()), (0, 14));
        assert_eq!(Meld::five(3).suits(), 15);
        assert_eq!((Meld::sequence(0, 12, 3, Some(14)).low(), Meld::sequence(0, 12, 3, Some(14)).high()), (12, 14));
    }
}
