//! What nets see of a table of thirteen tricks, the same in every game that is played at one.

use kirifuda_games::cards::{CardSet, Suit};
use kirifuda_games::tricks::TableView;
use kirifuda_learn::net::Row;
use kirifuda_play::Seat;

/// Bits of [`write_table`].
pub(crate) const TABLE_BITS: usize = 52 + 52 + 4 * 52 + 3 * 52 + 3 * 4 + 52 + 4 + 13 + 4 + 2 * 4 * 13;

/// Own hand, unseen cards, cards played by each, cards of the trick by each of the others, voids shown by the others, the
/// best card of the trick, the led suit, the number of the trick, the place in the trick; how many cards of each suit are
/// held, and how many are unseen. Seats count from the own one.
pub(crate) fn write_table(view: TableView<'_>, unseen: CardSet, row: &mut Row<'_>) {
    let (hand, seat) = (view.hand(), view.seat());
    row.put(hand.packed(), 52);
    row.put(unseen.packed(), 52);
    let others = view.others();
    for player in from(seat, others) {
        row.put(view.played_by(player).packed(), 52);
    }
    let trick = view.trick();
    let mut lying = [0u64; 4];
    for (player, card) in trick.plays() {
        lying[(player.index() + 4 - seat.index()) % 4] = card.set().packed();
    }
    for card in &lying[1..] {
        row.put(*card, 52);
    }
    for player in others {
        for suit in Suit::ALL {
            row.flag(view.is_void(player, suit));
        }
    }
    row.put(trick.best().map_or(0, |card| card.set().packed()), 52);
    row.put(trick.suit().map_or(0, |suit| 1 << suit as usize), 4);
    row.one_of(view.trick_number(), 13);
    row.one_of(trick.cards().len(), 4);
    for cards in [hand, unseen] {
        for suit in Suit::ALL {
            row.up_to(cards.of(suit).len(), 13);
        }
    }
}

/// All seats, the own one first.
pub(crate) fn from(seat: Seat, others: [Seat; 3]) -> [Seat; 4] {
    [seat, others[0], others[1], others[2]]
}
