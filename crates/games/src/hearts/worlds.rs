use kirifuda_play::{Game, Imagine, Retrace, Rng, Seat, Worlds};

use super::{Direction, Hearts, PASSED, Phase, View};
use crate::cards::{Card, CardSet};
use crate::tricks::{Hidden, Leaning, PLAYERS};

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
    guess: Option<Box<Guess>>,
}

/// How likely each of the others holds what, and passed what.
#[derive(Clone)]
struct Guess {
    hands: Leaning,
    /// The odds of each card to have been passed first, second or third, if its holder got it from another.
    passed: [[f64; 52]; PASSED],
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
        HeartsWorlds { template, seat: view.seat(), others, hidden, received: view.received(), guess: None }
    }

    /// False when nothing agrees with the view (it was made up outside).
    pub(super) fn exist(&self) -> bool {
        self.hidden.count() > 0
    }

    /// The cards of which three were passed to a seat.
    fn passed_among(&self, world: &Hearts, receiver: Seat) -> CardSet {
        if receiver == self.seat { self.received } else { world.table.first_hand(receiver) }
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
                    world.given[giver.index()] = random_cards(self.passed_among(&world, receiver), rng);
                }
            }
        }
        world
    }

    /// First how much likelier than not each of the others, from the left, holds each card; then each card to have been passed first,
    /// second or third by who gave it. While cards are passed nothing is known to guess by.
    fn guess(&mut self, odds: &[f32]) -> bool {
        if odds.len() != (PLAYERS - 1 + PASSED) * 52 || matches!(self.template.phase, Phase::Pass(_)) {
            return false;
        }
        let (hands, passed) = odds.split_at((PLAYERS - 1) * 52);
        let odds = |odds: &[f32], place: usize| f64::from(odds[place]);
        self.guess = Some(Box::new(Guess {
            hands: Leaning::new(&self.hidden, |receiver, card| odds(hands, receiver * 52 + card.index())),
            passed: std::array::from_fn(|turn| std::array::from_fn(|card| odds(passed, turn * 52 + card))),
        }));
        true
    }

    fn draw_guessed(&mut self, rng: &mut Rng) -> (Hearts, f64) {
        let Some(guess) = &self.guess else { return (self.draw(rng), 1.0) };
        let mut world = self.template.clone();
        let mut likely = world.table.deal_leaning(self.seat, &guess.hands, rng);
        for &giver in &self.others {
            if let Some(receiver) = world.direction.receiver(giver) {
                let (cards, chance) = guess.cards(self.passed_among(&world, receiver), rng);
                world.given[giver.index()] = cards;
                likely *= chance;
            }
        }
        (world, likely)
    }
}

impl Guess {
    /// Three cards of a set, one after the other by the odds, and how likely they were.
    fn cards(&self, mut among: CardSet, rng: &mut Rng) -> ([Card; PASSED], f64) {
        let (mut cards, mut likely) = ([Card::TWO_OF_CLUBS; PASSED], 1.0);
        for (place, odds) in cards.iter_mut().zip(&self.passed) {
            let all: f64 = among.into_iter().map(|card| odds[card.index()]).sum();
            let mut left = rng.unit() * all;
            for card in among {
                *place = card;
                left -= odds[card.index()];
                if left < 0.0 {
                    break;
                }
            }
            likely *= odds[place.index()] / all;
            among = among.without(*place);
        }
        (cards, likely)
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
