use kirifuda_play::{Game, Imagine, Retrace, Rng, Seat, Worlds};

use super::{Direction, Hearts, PASSED, Phase, View};
use crate::cards::{Card, CardSet};
use crate::tricks::{Hidden, PLAYERS};

/// The deals that agree with what one seat has seen.
///
/// The hidden hands are uniform over all that shown voids, exchanged cards, hand sizes and the restrictions on
/// leading and on the first trick allow. What the others passed among themselves is uniform, too: any three of the
/// thirteen cards of who got them, whatever the hands, so the two can be drawn one after the other.
#[derive(Clone)]
pub struct HeartsWorlds {
    template: Hearts,
    seat: Seat,
    others: [Seat; PLAYERS - 1],
    hidden: Hidden,
    /// What the giver to this seat gave.
    received: CardSet,
}

impl HeartsWorlds {
    pub(super) fn of(view: View<'_>) -> HeartsWorlds {
        let others = view.others();
        let hidden = match view.phase() {
            // Nothing is known of the others' cards; what they have given is still among their thirteen.
            Phase::Pass(_) => Hidden::new(!view.dealt(), &[13; PLAYERS - 1], &[CardSet::DECK; PLAYERS - 1]),
            _ => view.hidden(|seat| view.known_in(seat)),
        };
        // What the seat does not see is not kept, not even to be overwritten.
        let mut template = view.template().clone();
        template.table.hide_others(view.seat());
        for other in others {
            template.given[other.index()] = [Card::TWO_OF_CLUBS; PASSED];
        }
        HeartsWorlds { template, seat: view.seat(), others, hidden, received: view.received() }
    }

    /// False when nothing agrees with the view (it was made up outside).
    pub(super) fn exist(&self) -> bool {
        self.hidden.count() > 0
    }

    /// Draws what the others have given while cards are still being given.
    fn draw_given(world: &mut Hearts, seat: Seat, rng: &mut Rng) {
        let count = world.view(seat).count_given(seat);
        let cards = random_cards(world.table.hand(seat), rng);
        world.given[seat.index()] = cards;
        let kept = cards[..count].iter().fold(world.table.hand(seat), |hand, &card| hand.without(card));
        world.table.set_hand(seat, kept);
    }
}

impl Worlds<Hearts> for HeartsWorlds {
    fn draw(&mut self, rng: &mut Rng) -> Hearts {
        let mut world = self.template.clone();
        world.table.deal_hidden(self.seat, &self.hidden, rng);
        for &giver in &self.others {
            match (world.phase, world.direction.receiver(giver)) {
                (_, None) => {}
                (Phase::Pass(_), _) => Self::draw_given(&mut world, giver, rng),
                (_, Some(receiver)) => {
                    let among = if receiver == self.seat { self.received } else { world.table.first_hand(receiver) };
                    world.given[giver.index()] = random_cards(among, rng);
                }
            }
        }
        world
    }
}

impl Imagine for Hearts {
    type Worlds = HeartsWorlds;
    fn worlds(view: View<'_>) -> HeartsWorlds {
        HeartsWorlds::of(view)
    }
}

impl Retrace for Hearts {
    fn retrace(&self, moves: &mut Vec<Card>) -> Hearts {
        moves.clear();
        let mut hands = [0, 1, 2, 3].map(|seat| self.table.first_hand(Seat(seat)));
        for seat in Seat::all(PLAYERS) {
            let given = &self.given[seat.index()][..self.view(seat).count_given(seat)];
            moves.extend_from_slice(given);
            hands[seat.index()] = (hands[seat.index()] - self.view(seat).received()) | given.iter().copied().collect();
        }
        moves.extend(self.table.view(Seat(0)).plays().map(|(_, card)| card));
        Hearts::with_hands(self.rules, hands, self.direction, self.scores)
    }

    /// The cards that are passed.
    fn unseen_moves(&self) -> usize {
        if self.direction == Direction::Hold { 0 } else { PASSED * PLAYERS }
    }

    /// All points are taken, and ♦J where it counts.
    fn is_settled(&self, _: Seat) -> bool {
        let jack = !self.rules.jack || self.jack_taker.is_some();
        self.phase == Phase::Over || jack && self.taken.iter().sum::<u8>() == 26
    }
}

/// Three cards of a set in random order.
fn random_cards(cards: CardSet, rng: &mut Rng) -> [Card; PASSED] {
    let mut all = [Card::TWO_OF_CLUBS; 13];
    let count = cards.len().min(13);
    for (place, card) in all.iter_mut().zip(cards) {
        *place = card;
    }
    rng.shuffle_front(&mut all[..count], PASSED);
    [all[0], all[1], all[2]]
}
