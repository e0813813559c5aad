use kirifuda_games::cards::{Card, CardSet};
use kirifuda_games::hearts::{Hearts, POINT_CARDS, View};
use kirifuda_games::tricks::Trick;
use kirifuda_play::{Policy, Rng};

use super::{ACE, KING, QUEEN, Stock};

/// The rule player of paper 001, §4.2. The paper's game has no passing; where there is, it passes like [`Stock`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Rule;

impl Rule {
    fn card(legal: &[Card], trick: &Trick, rng: &mut Rng) -> Card {
        let (Some(suit), Some(best)) = (trick.suit(), trick.best()) else {
            return rng.pick(legal);
        };
        let cards: CardSet = legal.iter().copied().collect();
        // 1. ♠Q, ♠K, ♠A, if it surely does not take the trick.
        let loses = |card: Card| card.suit() != suit || card < best;
        if let Some(card) = [QUEEN, KING, ACE].into_iter().find(|&card| cards.contains(card) && loses(card)) {
            return card;
        }
        let same = cards.of(suit);
        let choice = if !same.is_empty() {
            // 2. Under points the strongest that loses, else the weakest; without points the strongest.
            if trick.cards().iter().any(|&card| POINT_CARDS.contains(card)) {
                (same & best.lower()).highest().or(same.lowest())
            } else {
                same.highest()
            }
        } else {
            // 3. The strongest of the suit of a random card.
            cards.of(rng.pick(legal).suit()).highest()
        };
        choice.unwrap_or(legal[0])
    }
}

impl Policy<Hearts> for Rule {
    fn choose(&mut self, view: View<'_>, legal: &[Card], rng: &mut Rng) -> Card {
        if view.is_passing() {
            return Stock::pass(legal.iter().copied().collect()).unwrap_or(legal[0]);
        }
        Rule::card(legal, view.trick(), rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kirifuda_play::Seat;

    fn answer(table: &[&str], legal: &str) -> String {
        let mut trick = Trick::led_by(Seat(0));
        for card in table {
            trick.push(card.parse().unwrap());
        }
        let legal: Vec<Card> = legal.parse::<CardSet>().unwrap().iter().collect();
        Rule::card(&legal, &trick, &mut Rng::new(1)).to_string()
    }

    #[test]
    fn high_spades_go_as_soon_as_they_cannot_take_the_trick() {
        assert_eq!(answer(&["♦3"], "♥A ♠2KA"), "♠K");
        assert_eq!(answer(&["♦3"], "♥A ♠QKA"), "♠Q");
        assert_eq!(answer(&["♠K"], "♠2Q"), "♠Q");
        assert_eq!(answer(&["♠A"], "♠2K"), "♠K");
        assert_eq!(answer(&["♠J"], "♠2Q"), "♠Q", "the strongest of the suit, since no points lie there");
    }

    #[test]
    fn it_ducks_points_and_takes_tricks_without_them() {
        assert_eq!(answer(&["♦9", "♥2"], "♦28JK"), "♦8");
        assert_eq!(answer(&["♦3", "♥2"], "♦58JK"), "♦5");
        assert_eq!(answer(&["♦9", "♦2"], "♦28JK"), "♦K");
        assert_eq!(answer(&["♥9"], "♥28JK"), "♥8");
    }

    #[test]
    fn it_discards_the_strongest_of_a_random_suit() {
        assert_eq!(answer(&["♣9"], "♦28J"), "♦J");
    }
}
