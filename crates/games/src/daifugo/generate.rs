use super::cards::{Cards, EACH_RANK};
use super::meld::{COLUMNS, Kind, Meld};
use super::rules::{JokerUse, Rules, SpadeThree};

/// What lies on the table and must be beaten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Demand {
    /// The meld; a pass when the table is empty.
    pub meld: Meld,
    /// The suits that must be played, none if any will do.
    pub lock: u8,
    /// True when low beats high.
    pub reversed: bool,
}

/// Everything that can be played from a hand, without passing; ascending, but for sequences with the joker.
#[inline]
pub(super) fn plays(rules: &Rules, hand: Cards, demand: Demand, mut out: impl FnMut(Meld)) {
    match demand.meld.kind() {
        Kind::Single => single_answers(rules, hand, demand, out),
        Kind::Group => group_answers(rules, hand, demand, &mut out),
        Kind::Sequence => sequence_answers(rules, hand, demand, &mut out),
        Kind::Pass | Kind::Give => leads(rules, hand, &mut out),
    }
}

#[inline]
fn single_answers(rules: &Rules, hand: Cards, demand: Demand, mut out: impl FnMut(Meld)) {
    if demand.meld == Meld::JOKER {
        if rules.spade_three != SpadeThree::Off && hand.contains(Cards::SPADE_THREE) {
            out(Meld::single(0, 0));
        }
        return;
    }
    // The joker may always be played on a single card, whatever the lock.
    if hand.has_joker() {
        out(Meld::JOKER);
    }
    let mut cards = hand.naturals().bits() & stronger(demand.meld, demand.reversed) & suits_mask(demand.lock);
    while cards != 0 {
        out(Meld::single_bit(cards.trailing_zeros()));
        cards &= cards - 1;
    }
}

/// The cards of ranks that beat a meld of one rank.
#[inline]
fn stronger(meld: Meld, reversed: bool) -> u64 {
    let below = (1u64 << (4 * (meld.low() - 1))) - 1;
    if reversed { below } else { !below & !(15 << (4 * (meld.low() - 1))) & (Cards::JOKER.bits() - 1) }
}

#[inline]
fn suits_mask(lock: u8) -> u64 {
    if lock == 0 { u64::MAX } else { EACH_RANK * u64::from(lock) }
}

#[inline]
fn group_answers(rules: &Rules, hand: Cards, demand: Demand, out: &mut impl FnMut(Meld)) {
    let size = demand.meld.size() as u8;
    let joker = hand.has_joker() && rules.joker == JokerUse::Wild;
    let cards = hand.naturals().bits() & stronger(demand.meld, demand.reversed);
    groups(cards, size, joker, demand.lock, out);
}

/// Groups of a size from natural cards and perhaps the joker.
#[inline]
fn groups(cards: u64, size: u8, joker: bool, lock: u8, out: &mut impl FnMut(Meld)) {
    let need = u32::from(size) - u32::from(joker);
    let mut ranks = ranks_with(cards, need);
    while ranks != 0 {
        let rank = (ranks.trailing_zeros() / 4) as u8;
        ranks &= ranks - 1;
        let held = (cards >> (4 * rank) & 15) as u8;
        if size == 5 {
            out(Meld::five(rank));
            continue;
        }
        // The parts of a set, ascending.
        let mut suits = 0u8;
        loop {
            suits = suits.wrapping_sub(held) & held;
            if suits == 0 {
                break;
            }
            let count = suits.count_ones();
            if count == u32::from(size) {
                if lock == 0 || lock == suits {
                    out(Meld::group(rank, suits, None));
                }
            } else if joker && count + 1 == u32::from(size) {
                for suit in (0..4u8).filter(|suit| suits >> suit & 1 == 0) {
                    if lock == 0 || lock == suits | 1 << suit {
                        out(Meld::group(rank, suits, Some(suit)));
                    }
                }
            }
        }
    }
}

/// One bit, the lowest of its four, for every rank of which at least so many cards are held.
#[inline]
fn ranks_with(cards: u64, count: u32) -> u64 {
    // Two-bit counts of neighbours, then of all four.
    let pairs = (cards & 0x5555_5555_5555_5555) + (cards >> 1 & 0x5555_5555_5555_5555);
    let counts = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    match count {
        0 => 0,
        1 => (counts | counts >> 1 | counts >> 2) & EACH_RANK,
        2 => (counts >> 1 | counts >> 2) & EACH_RANK,
        3 => ((counts >> 1 & counts) | counts >> 2) & EACH_RANK,
        4 => counts >> 2 & EACH_RANK,
        _ => 0,
    }
}

#[inline]
fn leads(rules: &Rules, hand: Cards, out: &mut impl FnMut(Meld)) {
    let cards = hand.naturals().bits();
    let joker = hand.has_joker();
    if joker {
        out(Meld::JOKER);
    }
    let mut singles = cards;
    while singles != 0 {
        out(Meld::single_bit(singles.trailing_zeros()));
        singles &= singles - 1;
    }
    let wild = joker && rules.joker == JokerUse::Wild;
    for size in 2..=rules.groups {
        groups(cards, size, wild, 0, out);
    }
    if rules.sequences {
        for size in 3..=COLUMNS - 1 {
            if !sequences(cards, wild, size, 0, 0..COLUMNS, out) {
                break;
            }
        }
    }
}

#[inline]
fn sequence_answers(rules: &Rules, hand: Cards, demand: Demand, out: &mut impl FnMut(Meld)) {
    let size = demand.meld.size() as u8;
    let columns = if demand.reversed { 0..demand.meld.low() } else { demand.meld.high() + 1..COLUMNS };
    let wild = hand.has_joker() && rules.joker == JokerUse::Wild;
    sequences(hand.naturals().bits(), wild, size, demand.lock, columns, out);
}

/// Sequences of a size within columns; false if there is none at all, so that there can be no longer one.
fn sequences(
    cards: u64,
    joker: bool,
    size: u8,
    lock: u8,
    columns: std::ops::Range<u8>,
    out: &mut impl FnMut(Meld),
) -> bool {
    let cells = cards << 4;
    let neighbours = cells & cells >> 4;
    // Most hands have none: two of three cards are needed with the joker, all three without.
    let hopeful = if joker { neighbours | (cells & cells >> 8) } else { neighbours & cells >> 8 };
    if hopeful == 0 {
        return false;
    }
    let mut any = false;
    for low in columns.start..(columns.end + 1).saturating_sub(size) {
        for suit in (0..4u8).filter(|suit| lock == 0 || lock == 1 << suit) {
            let run = super::meld::run_of_cells(suit, low, size);
            let missing = run & !cells;
            if missing == 0 {
                any = true;
                out(Meld::sequence(suit, low, size, None));
                if joker {
                    (low..low + size).for_each(|column| out(Meld::sequence(suit, low, size, Some(column))));
                }
            } else if joker && missing & (missing - 1) == 0 {
                any = true;
                out(Meld::sequence(suit, low, size, Some(missing.trailing_zeros() as u8 / 4)));
            }
        }
    }
    any
}
