use kirifuda_play::Rng;

use super::{Cards, DECK_SIZE, PLAYERS, Rules};
use crate::cards::CardSet;

/// All that fixes a game: for servers, tests and readers of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dealt {
    /// The hands of the players as dealt, before the exchange.
    pub hands: [Cards; PLAYERS],
    /// The players in the order of play.
    pub circle: [u8; PLAYERS],
    /// The classes of the players, 0 the daifugo; nothing if there are none.
    pub classes: Option<[u8; PLAYERS]>,
    /// The player who got the first card.
    pub first: u8,
    /// The number of a permutation of the places, from 0 to n! − 1: who is ranked before whom when nobody plays.
    pub lots: u16,
}

impl Dealt {
    /// A random deal at a table with this order of play and these classes. The first card goes to the daifugo, if
    /// there is one, else to a random player.
    pub fn random(rules: &Rules, circle: [u8; PLAYERS], classes: Option<[u8; PLAYERS]>, rng: &mut Rng) -> Dealt {
        let players = usize::from(rules.players);
        let daifugo = classes.and_then(|classes| classes[..players].iter().position(|&class| class == 0));
        let first = daifugo.unwrap_or_else(|| rng.below(players)) as u8;
        let mut hands = [Cards::EMPTY; PLAYERS];
        deal_hands(&circle[..players], &sizes(players, place_of(&circle, first)), &mut hands, rng);
        Dealt { hands, circle, classes, first, lots: rng.below(permutations(players)) as u16 }
    }

    /// What is wrong with it, if anything.
    pub(super) fn check(&self, rules: &Rules) -> Result<(), String> {
        let players = usize::from(rules.players);
        if !is_permutation(&self.circle[..players]) {
            return Err("the order of play must name every player once".to_string());
        }
        if self.classes.is_some_and(|classes| !is_permutation(&classes[..players])) {
            return Err("the classes must be 0 (daifugo) and up, each once".to_string());
        }
        if usize::from(self.first) >= players || usize::from(self.lots) >= permutations(players) {
            return Err("the first player or the lots are out of range".to_string());
        }
        let all = self.hands[..players].iter().fold(Cards::EMPTY, |all, &hand| all | hand);
        let sizes = sizes(players, place_of(&self.circle, self.first));
        let fits = |place: usize| self.hands[usize::from(self.circle[place])].len() == usize::from(sizes[place]);
        if all != Cards::DECK || !(0..players).all(fits) {
            return Err(format!("the hands must be the {DECK_SIZE} cards, dealt one by one from the first player"));
        }
        Ok(())
    }
}

pub(super) fn is_permutation(numbers: &[u8]) -> bool {
    (0..numbers.len() as u8).all(|number| numbers.contains(&number))
}

pub(super) fn permutations(players: usize) -> usize {
    (1..=players).product()
}

pub(super) fn place_of(circle: &[u8; PLAYERS], player: u8) -> usize {
    circle.iter().position(|&at| at == player).unwrap_or_default()
}

/// Cards of each place when they are dealt one by one from a place on.
pub(super) fn sizes(players: usize, first: usize) -> [u8; PLAYERS] {
    let mut sizes = [0; PLAYERS];
    for (place, size) in sizes[..players].iter_mut().enumerate() {
        let turn = (place + players - first) % players;
        *size = ((DECK_SIZE + players - 1 - turn) / players) as u8;
    }
    sizes
}

/// Deals the deck to the players in the order of their places, by halves: the fastest way to draw a part of a set.
fn deal_hands(circle: &[u8], sizes: &[u8; PLAYERS], hands: &mut [Cards; PLAYERS], rng: &mut Rng) {
    fn deal(cards: CardSet, circle: &[u8], sizes: &[u8], hands: &mut [Cards; PLAYERS], rng: &mut Rng) {
        if let [player] = *circle {
            hands[usize::from(player)] = Cards::from_set(cards);
            return;
        }
        let half = circle.len() / 2;
        let count: u8 = sizes[..half].iter().sum();
        let part = cards.random_part(usize::from(count), rng);
        deal(part, &circle[..half], &sizes[..half], hands, rng);
        deal(cards - part, &circle[half..], &sizes[half..], hands, rng);
    }
    deal(Cards::DECK.as_set(), circle, &sizes[..circle.len()], hands, rng);
}
