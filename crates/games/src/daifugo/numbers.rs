use std::sync::LazyLock;

use kirifuda_play::{Numbered, Seat};

use super::cards::RANKS;
use super::meld::{COLUMNS, Joker, Kind, Meld};
use super::{Cards, Daifugo, PLAYERS, View};

/// 4,037 melds, numbered one after the other:
///
/// | numbers | melds |
/// |---|---|
/// | 0 | pass |
/// | 1 to 53 | a single card: rank by rank from the threes, each ♠ ♥ ♦ ♣, then the joker |
/// | 54 to 573 | groups, 40 for each rank from the threes: by the suits as bits (♠ 1, ♥ 2, ♦ 4, ♣ 8), without the joker, then with the joker as each of the other suits; last all four suits with the joker as fifth card |
/// | 574 to 2605 | sequences, 508 for each suit: by the lowest column, the size, and where the joker stands (first without it) |
/// | 2606 to 2658 | one card given in the exchange, in the order of the single cards |
/// | 2659 to 4036 | two cards given: by the higher card, then the lower one |
impl Numbered for Daifugo {
    const NUMBERS: &'static str = "daifugo-melds-1";
    const SEATS: usize = PLAYERS;
    const ACTIONS: usize = GIFTS + CARDS + CARDS * (CARDS - 1) / 2;
    const LARGE: f32 = 5.0;

    fn number(meld: Meld) -> usize {
        match meld.kind() {
            Kind::Pass => 0,
            Kind::Single => SINGLES + card(meld.cards()),
            Kind::Group => {
                let rank = meld.naturals().bits().trailing_zeros() as usize / 4;
                let suits = meld.naturals().of_rank(rank as u8);
                GROUPS + rank * OF_A_RANK + place_in_rank(suits, meld.joker())
            }
            Kind::Sequence => {
                let (low, size) = (meld.low(), meld.size() as u8);
                let suit = meld.cells().trailing_zeros() as usize % 4;
                let joker = match meld.joker() {
                    Some(Joker::Cell { column, .. }) => Some(column),
                    _ => None,
                };
                SEQUENCES + suit * OF_A_SUIT + place_in_suit(low, size, joker)
            }
            Kind::Give => {
                let (low, rest) = lowest(meld.cards());
                match rest.is_empty() {
                    true => GIFTS + low,
                    false => {
                        let high = card(rest);
                        GIFTS + CARDS + high * (high - 1) / 2 + low
                    }
                }
            }
        }
    }

    fn numbered(number: usize) -> Option<Meld> {
        static ALL: LazyLock<Vec<Meld>> = LazyLock::new(|| all().collect());
        ALL.get(number).copied()
    }

    fn seat(view: View<'_>) -> Seat {
        view.seat()
    }
}

const CARDS: usize = Cards::DECK.len();
const SINGLES: usize = 1;
const GROUPS: usize = SINGLES + CARDS;
/// 11 sets of two suits and more, 28 of one to three with the joker as another, and five cards.
const OF_A_RANK: usize = 40;
const SEQUENCES: usize = GROUPS + RANKS * OF_A_RANK;
/// 66 of natural cards, 418 with the joker between the threes and the twos, 24 with it beyond them.
const OF_A_SUIT: usize = 508;
const GIFTS: usize = SEQUENCES + 4 * OF_A_SUIT;

/// All melds in the order of their numbers.
fn all() -> impl Iterator<Item = Meld> {
    let deck: Vec<Cards> = Cards::DECK.iter().collect();
    let singles = (0..52u8).map(|bit| Meld::single(bit / 4, bit % 4)).chain([Meld::JOKER]);
    let groups = (0..RANKS as u8).flat_map(|rank| {
        let of_rank = sets().map(move |(suits, joker)| Meld::group(rank, suits, joker));
        of_rank.chain([Meld::five(rank)])
    });
    let sequences =
        (0..4).flat_map(|suit| runs().map(move |(low, size, joker)| Meld::sequence(suit, low, size, joker)));
    let given: Vec<Meld> = deck.iter().map(|&card| Meld::give(card)).collect();
    let pairs: Vec<Meld> = (0..CARDS)
        .flat_map(|high| (0..high).map(move |low| (high, low)))
        .map(|(high, low)| Meld::give(deck[high] | deck[low]))
        .collect();
    [Meld::PASS].into_iter().chain(singles).chain(groups).chain(sequences).chain(given).chain(pairs)
}

/// Suits of a group, and which the joker stands for.
fn sets() -> impl Iterator<Item = (u8, Option<u8>)> {
    (1..16u8).flat_map(|suits| {
        let natural = (suits.count_ones() > 1).then_some((suits, None));
        natural
            .into_iter()
            .chain((0..4).filter(move |suit| suits >> suit & 1 == 0).map(move |suit| (suits, Some(suit))))
    })
}

/// Lowest column, size and the joker's column of the sequences of a suit.
fn runs() -> impl Iterator<Item = (u8, u8, Option<u8>)> {
    (0..COLUMNS).flat_map(|low| {
        (3..=COLUMNS - low).flat_map(move |size| {
            let joker = (low..low + size).map(Some);
            [None]
                .into_iter()
                .chain(joker)
                .filter(move |&joker| possible(low, size, joker))
                .map(move |joker| (low, size, joker))
        })
    })
}

/// At both ends of the ranks only the joker can stand.
const fn possible(low: u8, size: u8, joker: Option<u8>) -> bool {
    let high = low + size - 1;
    let beyond = (low == 0) as u8 + (high == COLUMNS - 1) as u8;
    match joker {
        None => beyond == 0,
        Some(column) => {
            beyond == 0 || beyond == 1 && (column == low && low == 0 || column == high && high == COLUMNS - 1)
        }
    }
}

/// Where a group of these suits stands among those of its rank.
fn place_in_rank(suits: u8, joker: Option<Joker>) -> usize {
    static PLACES: LazyLock<[[u8; 5]; 16]> = LazyLock::new(|| {
        let mut places = [[0; 5]; 16];
        for (place, (suits, joker)) in (0..).zip(sets()) {
            places[usize::from(suits)][joker.map_or(4, usize::from)] = place;
        }
        places
    });
    match joker {
        Some(Joker::Fifth) => OF_A_RANK - 1,
        Some(Joker::Cell { suit, .. }) => usize::from(PLACES[usize::from(suits)][usize::from(suit)]),
        _ => usize::from(PLACES[usize::from(suits)][4]),
    }
}

/// Where a sequence stands among those of its suit.
fn place_in_suit(low: u8, size: u8, joker: Option<u8>) -> usize {
    const SIDE: usize = COLUMNS as usize + 1;
    static PLACES: LazyLock<Vec<u16>> = LazyLock::new(|| {
        let mut places = vec![0; SIDE * SIDE * SIDE];
        for (place, (low, size, joker)) in (0..).zip(runs()) {
            places[cube(low, size, joker)] = place;
        }
        places
    });
    fn cube(low: u8, size: u8, joker: Option<u8>) -> usize {
        (usize::from(low) * SIDE + usize::from(size)) * SIDE + joker.map_or(SIDE - 1, usize::from)
    }
    usize::from(PLACES[cube(low, size, joker)])
}

/// The number of a single card: its bit.
fn card(card: Cards) -> usize {
    card.bits().trailing_zeros() as usize
}

/// The lowest card, and the others.
fn lowest(cards: Cards) -> (usize, Cards) {
    (card(cards), cards - cards.lowest().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_meld_has_its_own_number() {
        assert_eq!(all().count(), Daifugo::ACTIONS);
        assert_eq!(sets().count(), OF_A_RANK - 1);
        assert_eq!(runs().count(), OF_A_SUIT);
        for (number, meld) in all().enumerate() {
            assert_eq!(Daifugo::number(meld), number, "{meld}");
            assert_eq!(Daifugo::numbered(number), Some(meld));
        }
        assert_eq!((GROUPS, SEQUENCES, GIFTS, Daifugo::ACTIONS), (54, 574, 2606, 4037));
    }

    #[test]
    fn every_meld_is_one_that_the_notation_knows() {
        for meld in all() {
            assert_eq!(meld.to_string().parse(), Ok(meld));
        }
    }
}
