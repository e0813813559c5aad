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

/// Bits of [`write_history`].
pub(crate) const HISTORY_BITS: usize = 4 * WAYS * 52 + 3 * (WAYS - 1) * 52 + 52 * 13 + 52 * 4;
/// Ways to play a card: to lead it, to take the trick with it, to follow below the best card, to throw off another suit.
const WAYS: usize = 4;

/// How every card was played: by whom in which way; what card of others had the trick then, if it was not led; in which trick, and
/// as the how manieth card of it. Seats count from the own one.
pub(crate) fn write_history(view: TableView<'_>, row: &mut Row<'_>) {
    let ways = row.block(4 * WAYS * 52);
    let bests = row.block(3 * (WAYS - 1) * 52);
    let whens = row.block(52 * 13);
    let places = row.block(52 * 4);
    let me = view.seat().index();
    let mut leader = view.first_leader();
    for number in 0..=view.trick_number().min(12) {
        let cards = view.cards_of(number);
        let Some(&lead) = cards.first() else { break };
        let (mut best, mut winner) = (lead, leader);
        for (place, &card) in cards.iter().enumerate() {
            let seat = leader.after(place, 4);
            let steps = (seat.index() + 4 - me) % 4;
            let way = match place {
                0 => 0,
                _ if card.suit() != lead.suit() => 3,
                _ if card > best => 1,
                _ => 2,
            };
            row.set(ways + (steps * WAYS + way) * 52 + card.index());
            if way > 0 && steps > 0 {
                row.set(bests + ((steps - 1) * (WAYS - 1) + way - 1) * 52 + best.index());
            }
            row.set(whens + card.index() * 13 + number);
            row.set(places + card.index() * 4 + place);
            if way == 1 {
                (best, winner) = (card, seat);
            }
        }
        leader = winner;
    }
}

/// All seats, the own one first.
pub(crate) fn from(seat: Seat, others: [Seat; 3]) -> [Seat; 4] {
    [seat, others[0], others[1], others[2]]
}
