use kirifuda_play::Rng;

use super::Hidden;
use super::hidden::MAX;
use crate::cards::{Card, CardSet};

/// Hidden cards to be dealt by odds: a way to deal them is as likely as the product, over the cards, of the share of who gets each in the
/// odds of all who may hold it, a small doubt aside.
///
/// Exact, however tight the constraints: card by card, with the sum over all ways to deal the rest (a table by the room that is left).
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaning {
    certain: [CardSet; MAX],
    receivers: usize,
    rooms: [u8; MAX],
    cards: Vec<(Card, [f64; MAX])>,
    /// What the cards from each on are worth, by the room that is left for all receivers but the last.
    sums: Vec<f64>,
    /// States of the room.
    states: usize,
    /// How far apart two states are that differ by one place of a receiver.
    steps: [usize; MAX],
}

/// So often whoever may hold a card does, whatever the odds say.
const DOUBT: f64 = 0.01;

impl Leaning {
    /// `odds(receiver, card)` is above 0.
    pub fn new(hidden: &Hidden, odds: impl Fn(usize, Card) -> f64) -> Leaning {
        let (certain, rooms, receivers) = hidden.certain();
        let mut leaning = Leaning { certain, rooms, receivers, ..Leaning::default() };
        for (holders, cards) in hidden.open() {
            for card in cards {
                let mut each = [0.0; MAX];
                for (receiver, odds_of) in each[..receivers].iter_mut().enumerate() {
                    if holders >> receiver & 1 == 1 {
                        *odds_of = odds(receiver, card);
                    }
                }
                // Only their ratios count.
                let (all, holders) = (each.iter().sum::<f64>(), f64::from(holders.count_ones()));
                let sure = |odds: f64| if odds > 0.0 { (1.0 - DOUBT) * odds / all + DOUBT / holders } else { 0.0 };
                each.iter_mut().for_each(|odds| *odds = sure(*odds));
                leaning.cards.push((card, each));
            }
        }
        leaning.sum_up();
        leaning
    }

    fn sum_up(&mut self) {
        let last = self.receivers.saturating_sub(1);
        self.states = 1;
        for (step, &room) in self.steps[..last].iter_mut().zip(&self.rooms) {
            *step = self.states;
            self.states *= usize::from(room) + 1;
        }
        self.sums = vec![0.0; (self.cards.len() + 1) * self.states];
        self.sums[self.cards.len() * self.states] = 1.0;
        for number in (0..self.cards.len()).rev() {
            let (before, after) = self.sums.split_at_mut((number + 1) * self.states);
            let (sums, odds) = (&mut before[number * self.states..], &self.cards[number].1);
            let cards = self.cards.len() - number;
            for (state, sum) in sums.iter_mut().enumerate() {
                let mut taken = 0;
                for (receiver, &step) in self.steps[..last].iter().enumerate() {
                    let room = room(state, step, self.rooms[receiver]);
                    taken += room;
                    if room > 0 {
                        *sum += odds[receiver] * after[state - step];
                    }
                }
                if taken < cards && cards - taken <= usize::from(self.rooms[last]) {
                    *sum += odds[last] * after[state];
                }
            }
        }
    }

    /// What a state leaves a receiver, who is not the last.
    fn room(&self, state: usize, receiver: usize) -> usize {
        room(state, self.steps[receiver], self.rooms[receiver])
    }

    /// Deals: `out[r]` becomes what receiver `r` holds. How likely that was.
    pub fn draw(&self, rng: &mut Rng, out: &mut [CardSet]) -> f64 {
        let last = self.receivers.saturating_sub(1);
        out[..self.receivers].copy_from_slice(&self.certain[..self.receivers]);
        let mut state: usize =
            self.steps[..last].iter().zip(&self.rooms).map(|(step, &room)| step * usize::from(room)).sum();
        let mut likely = 1.0;
        for (number, (card, odds)) in self.cards.iter().enumerate() {
            let all = self.sums[number * self.states + state];
            let after = &self.sums[(number + 1) * self.states..];
            let mut left = rng.unit() * all;
            // The last who can have it takes what rounding leaves.
            let mut chosen = None;
            for (receiver, odds) in odds[..self.receivers].iter().enumerate() {
                let next = match receiver == last {
                    true => state,
                    false if self.room(state, receiver) == 0 => continue,
                    false => state - self.steps[receiver],
                };
                let share = odds * after[next];
                if share > 0.0 {
                    chosen = Some((receiver, next, share));
                    left -= share;
                    if left < 0.0 {
                        break;
                    }
                }
            }
            let Some((receiver, next, share)) = chosen else { return 0.0 };
            out[receiver].insert(*card);
            likely *= share / all;
            state = next;
        }
        likely
    }
}

/// The room in a state for who had so much at first.
fn room(state: usize, step: usize, first: u8) -> usize {
    state / step % (usize::from(first) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn set(text: &str) -> CardSet {
        text.parse().unwrap()
    }

    #[test]
    fn deals_are_as_likely_as_the_product_of_their_odds() {
        let cards = set("♣234 ♦23 ♥2 ♠2");
        let may_hold = ["♣234 ♦23 ♥2", "♣234 ♦23 ♥2 ♠2", "♣23 ♦3 ♥2 ♠2"].map(set);
        let hidden = Hidden::new(cards, &[2, 3, 2], &may_hold);
        let odds = |receiver: usize, card: Card| 1.0 + ((card.index() * 7 + receiver * 5) % 11) as f64;
        let leaning = Leaning::new(&hidden, odds);
        let (mut met, mut rng, draws) = (BTreeMap::new(), Rng::new(3), 200_000);
        for _ in 0..draws {
            let mut deal = [CardSet::EMPTY; 3];
            let likely = leaning.draw(&mut rng, &mut deal);
            let share = |r: usize, card: Card| {
                let may = (0..3).filter(|&other| may_hold[other].contains(card));
                let (all, count) = (may.clone().map(|other| odds(other, card)).sum::<f64>(), may.count() as f64);
                if count > 1.0 { (1.0 - DOUBT) * odds(r, card) / all + DOUBT / count } else { 1.0 }
            };
            let product: f64 = deal
                .iter()
                .enumerate()
                .flat_map(|(r, cards)| cards.into_iter().map(move |card| share(r, card)))
                .product();
            assert!(deal.iter().zip(&may_hold).all(|(hand, &may)| (*hand - may).is_empty()));
            met.entry(deal).or_insert((0, likely, product)).0 += 1;
        }
        assert_eq!(met.len() as u128, hidden.count(), "every deal is met");
        let (all, ratio) = (met.values().map(|deal| deal.1).sum::<f64>(), met.values().next().unwrap());
        assert!((all - 1.0).abs() < 1e-9, "the chances of all deals add up to {all}");
        for (count, likely, product) in met.values() {
            assert!((likely / product - ratio.1 / ratio.2).abs() < 1e-9 * likely / product);
            let expected = likely * f64::from(draws);
            assert!((f64::from(*count) - expected).abs() < 5.0 * expected.sqrt() + 1.0, "{count} draws, {expected}");
        }
    }

    #[test]
    fn equal_odds_are_the_uniform_deals() {
        let hidden = Hidden::new(!set("♣23456789TJQKA"), &[13, 13, 13], &[CardSet::DECK; 3]);
        let mut hands = [CardSet::EMPTY; 3];
        let likely = Leaning::new(&hidden, |_, _| 0.3).draw(&mut Rng::new(1), &mut hands);
        assert!((likely * hidden.count() as f64 - 1.0).abs() < 1e-9);
        let sure = Hidden::new(set("♣23"), &[1, 1], &[set("♣2"), set("♣3")]);
        assert_eq!(Leaning::new(&sure, |_, _| 1.0).draw(&mut Rng::new(1), &mut hands), 1.0);
        assert_eq!(hands[..2], [set("♣2"), set("♣3")]);
    }
}
