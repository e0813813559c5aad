//! The bits of a position, block after block. The table in `docs/games/daifugo.md` is their contract: another meaning is
//! another layout.

use kirifuda_games::daifugo::{Cards, DECK_SIZE, Daifugo, Kind, Meld, PLAYERS, RANKS, View};
use kirifuda_learn::net::Row;
use kirifuda_play::{Game, Seat};

use super::super::features::{column, losers};
use super::super::outlook::{Outlook, counts};

const OTHERS: usize = PLAYERS - 1;
/// Cards of a hand that are told apart: with three players one has 18 at most, but for the exchange.
const LARGEST_HAND: usize = 18;

const CARDS: usize = (2 + OTHERS + 2) * DECK_SIZE;
const HOLDERS: usize = 2 * OTHERS;
const SIZES: usize = PLAYERS * LARGEST_HAND;
const STATES: usize = OTHERS * (1 + PLAYERS) + PLAYERS + OTHERS;
const CLASSES: usize = PLAYERS * PLAYERS;
const KINDS: usize = 4;
const LARGEST_MELD: usize = 8;
const COLUMNS: usize = 14;
const TABLE: usize = KINDS + LARGEST_MELD + COLUMNS + 4 + 1 + PLAYERS;
const ORDER: usize = 4 + 3 + PASSES;
const PASSES: usize = 4;
const TO_GIVE: usize = 3;
const STANDS: usize = 5;
const RANK_COUNTS: usize = 2 * 4 * RANKS;
const PLAN: usize = 11 + 6 + LOSERS + 3 + 13;
const TURNED: usize = 6 + LOSERS;
/// Melds that do not lead are told apart up to so many.
const LOSERS: usize = 5;
const THREAT: usize = 6 + 5 + 8;

/// All bits.
pub(super) const INPUTS: usize = CARDS
    + HOLDERS
    + SIZES
    + STATES
    + CLASSES
    + TABLE
    + ORDER
    + TO_GIVE
    + STANDS
    + RANK_COUNTS
    + PLAN
    + TURNED
    + THREAT;

/// Writes what the seat to move may know.
pub(super) fn write(view: View<'_>, row: &mut Row<'_>) {
    let players = usize::from(view.rules().players);
    let mut others = [None; OTHERS];
    for (steps, other) in (1..players).zip(&mut others) {
        *other = Some(view.after(steps));
    }
    let (hand, played) = (view.hand(), view.played());
    let unseen = Cards::DECK - played - hand;
    row.put(hand.bits(), DECK_SIZE);
    row.put(unseen.bits(), DECK_SIZE);
    for other in others {
        row.put(other.map_or(0, |seat| view.played_by(seat).bits()), DECK_SIZE);
    }
    exchange(view, unseen, &others, row);
    row.up_to(hand.len(), LARGEST_HAND);
    for other in others {
        row.up_to(other.map_or(0, |seat| view.hand_size(seat)), LARGEST_HAND);
    }
    states(view, &others, row);
    classes(view, &others, row);
    table(view, &others, row);
    row.put(u64::from(view.lock()), 4);
    row.flag(view.is_revolution());
    row.flag(view.is_reversed());
    row.flag(view.is_reversed() != view.is_revolution());
    // A game ends after 20 passes in a row.
    row.up_to(usize::from(view.passes()) / 4, PASSES);
    row.one_of(view.to_give(), TO_GIVE);
    derived(view, hand, unseen, &others, row);
}

/// What was exchanged: cards that the partner got and still holds, cards got; who the partner is, and who holds ♦3.
#[inline]
fn exchange(view: View<'_>, unseen: Cards, others: &[Option<Seat>; OTHERS], row: &mut Row<'_>) {
    let partner = view.partner();
    let (given, received) = match partner {
        Some(_) => (view.given() & unseen, view.received()),
        None => (Cards::EMPTY, Cards::EMPTY),
    };
    row.put(given.bits(), DECK_SIZE);
    row.put(received.bits(), DECK_SIZE);
    row.put(which(others, partner), OTHERS);
    let three = view.leader().filter(|_| unseen.contains(Cards::DIAMOND_THREE));
    row.put(which(others, three), OTHERS);
}

/// Who is out, and in which place; who has passed; how many still play, and how many others may answer.
#[inline]
fn states(view: View<'_>, others: &[Option<Seat>; OTHERS], row: &mut Row<'_>) {
    for other in others {
        row.flag(other.is_some_and(|seat| view.has_passed(seat)));
        let place = other.and_then(|seat| view.place_of(seat));
        row.put(place.map_or(0, |place| 1 << place), PLAYERS);
    }
    row.up_to(view.alive(), PLAYERS);
    row.up_to(view.answering(), OTHERS);
}

#[inline]
fn classes(view: View<'_>, others: &[Option<Seat>; OTHERS], row: &mut Row<'_>) {
    let class = |seat: Seat| view.class(seat).map_or(0, |class| 1 << class);
    row.put(class(view.seat()), PLAYERS);
    for other in others {
        row.put(other.map_or(0, class), PLAYERS);
    }
}

#[inline]
fn table(view: View<'_>, others: &[Option<Seat>; OTHERS], row: &mut Row<'_>) {
    let Some(table) = view.table() else {
        row.skip(TABLE);
        return;
    };
    let kind = match table.kind() {
        _ if table == Meld::JOKER => 3,
        Kind::Sequence => 2,
        Kind::Group => 1,
        _ => 0,
    };
    row.one_of(kind, KINDS);
    row.up_to(table.size(), LARGEST_MELD);
    row.up_to(column(table, view.is_reversed()), COLUMNS);
    row.put(u64::from(table.suits()), 4);
    row.flag(table.has_joker());
    let owner = view.owner();
    row.flag(owner == view.seat());
    row.put(which(others, Some(owner)), OTHERS);
}

/// What follows from the rest, but is hard to find for a small net.
fn derived(view: View<'_>, hand: Cards, unseen: Cards, others: &[Option<Seat>; OTHERS], row: &mut Row<'_>) {
    let outlook = Outlook::with_unseen(view, unseen);
    let revolution = view.is_revolution();
    let stand = match view.table() {
        _ if view.to_give() > 0 => 4,
        None => 0,
        Some(_) if view.answering() > 0 => 1,
        Some(_) if view.owner() != view.seat() => 2,
        Some(_) => 3,
    };
    row.one_of(stand, STANDS);
    row.put(by_strength(hand, revolution), 4 * RANKS);
    row.put(by_strength(unseen, revolution), 4 * RANKS);
    let plan = outlook.plan(hand, revolution);
    row.up_to(usize::from(plan.melds), 11);
    row.up_to(usize::from(plan.leads), 6);
    row.up_to(losers(plan), LOSERS);
    row.up_to(usize::from(plan.sequences), 3);
    row.up_to(usize::from(plan.weakest) - 1, 13);
    let turned = outlook.plan(hand, !revolution);
    row.up_to(usize::from(turned.leads), 6);
    row.up_to(losers(turned), LOSERS);
    let mut playing = others.iter().flatten().filter(|&&seat| !view.is_out(seat)).map(|&seat| view.hand_size(seat));
    let next = playing.next().unwrap_or(0);
    row.up_to(playing.fold(next, usize::min), 6);
    row.up_to(next, 5);
    row.up_to(stronger_than_best(hand, unseen, revolution), 8);
}

/// Which of the others it is, as bits; none for nobody and for the seat itself.
#[inline]
fn which(others: &[Option<Seat>; OTHERS], seat: Option<Seat>) -> u64 {
    let place = others.iter().position(|other| other.is_some() && *other == seat);
    place.map_or(0, |place| 1 << place)
}

/// Four bits for every rank, the weakest first: the lowest so many are set as there are cards of it.
#[inline]
fn by_strength(cards: Cards, reversed: bool) -> u64 {
    const EACH: u64 = 0x1_1111_1111_1111;
    let counts = counts(cards.naturals().bits());
    let (one, two, four) = (counts, counts >> 1, counts >> 2);
    let bits =
        (one | two | four) & EACH | ((two | four) & EACH) << 1 | ((one & two | four) & EACH) << 2 | (four & EACH) << 3;
    if !reversed {
        return bits;
    }
    let bytes = bits.swap_bytes();
    let nibbles = (bytes >> 4 & 0x0F0F_0F0F_0F0F_0F0F) | (bytes & 0x0F0F_0F0F_0F0F_0F0F) << 4;
    nibbles >> (64 - 4 * RANKS)
}

/// The hands of the others: how many, and of how many cards.
pub(super) const HANDS: (usize, usize) = (OTHERS, DECK_SIZE);

/// Writes the hands of the others, in the order in which they follow.
pub(super) fn write_hands(game: &Daifugo, view: View<'_>, row: &mut Row<'_>) {
    let players = usize::from(view.rules().players);
    for steps in 1..=OTHERS {
        let hand = if steps < players { game.view(view.after(steps)).hand() } else { Cards::EMPTY };
        row.put(hand.bits(), DECK_SIZE);
    }
}

/// Unseen cards, the joker among them, that are stronger than the best own one; none when that is the joker.
#[inline]
fn stronger_than_best(hand: Cards, unseen: Cards, reversed: bool) -> usize {
    let mine = hand.naturals().bits();
    if hand.has_joker() || mine == 0 {
        return 0;
    }
    let theirs = unseen.naturals().bits();
    let stronger = match reversed {
        true => theirs & ((1 << (mine.trailing_zeros() & !3)) - 1),
        false => theirs >> (mine.ilog2() & !3) >> 4,
    };
    stronger.count_ones() as usize + usize::from(unseen.has_joker())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_counted_from_the_weakest_of_the_order() {
        let cards: Cards = "♠3Q2 ♥3Q ♦3Q ♣Q ★".parse().unwrap();
        let expected = 0b111 | 0b1111 << 36 | 0b1 << 48;
        assert_eq!(by_strength(cards, false), expected);
        assert_eq!(by_strength(cards, true), 0b1 | 0b1111 << 12 | 0b111 << 48);
        for bits in [0, Cards::DECK.bits(), 0x000A_5A5F_0F37_31CE] {
            let cards = Cards::from_bits(bits).unwrap();
            let slowly = |reversed: bool| {
                (0..13u8).fold(0u64, |all, strength| {
                    let rank = if reversed { 12 - strength } else { strength };
                    all | ((1 << cards.of_rank(rank).count_ones()) - 1) << (4 * strength)
                })
            };
            assert_eq!([by_strength(cards, false), by_strength(cards, true)], [slowly(false), slowly(true)]);
        }
    }

    #[test]
    fn what_is_stronger_than_the_best_card_is_counted() {
        let count = |hand: &str, unseen: &str, reversed| {
            stronger_than_best(hand.parse().unwrap(), unseen.parse().unwrap(), reversed)
        };
        assert_eq!(count("♠4K", "♥3KA2 ♦A ★", false), 4);
        assert_eq!(count("♠4K", "♥3KA2 ♦A ★", true), 2);
        assert_eq!(count("♠4K ★", "♥3KA2 ♦A", false), 0);
        assert_eq!(count("♠32", "♥32", false), 0);
        assert_eq!(count("♠32", "♥32", true), 0);
    }
}
