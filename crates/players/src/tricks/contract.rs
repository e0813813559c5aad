//! What players of games with bids share: what a hand is worth before it is played, and how to take a trick or leave it.

use kirifuda_games::cards::{Card, CardSet, Suit};
use kirifuda_games::tricks::{Form, PLAYERS, TableView};

/// The tricks that a hand may expect, before the first is played.
///
/// A card counts the less, the more higher cards of its suit the others are likely to hold; a high card of a long suit
/// may be trumped; a small trump counts by how many more trumps are held than the others have on average. The numbers are
/// rules of thumb; with trump they are a tenth lower than what four hands take together, since four rule players then score
/// most among themselves, in Oh Hell (6.6 points a deal instead of 6.3) as in Spades (58 instead of 54).
pub(crate) fn expected_tricks<F: Form>(table: TableView<'_, F>) -> f32 {
    let (hand, unseen, trump) = (table.hand(), table.unseen(), table.trump());
    let others = (PLAYERS - 1) * table.tricks();
    // How likely an unseen card is in a hand, not in the stock.
    let dealt = others as f32 / unseen.len().max(1) as f32;
    let each = |suit: Suit| unseen.of(suit).len() as f32 * dealt / (PLAYERS - 1) as f32;
    let mut sum = 0.0;
    for suit in Suit::ALL {
        let held = hand.of(suit);
        let length = held.len() as f32;
        for (place, card) in held.iter().rev().enumerate() {
            let above = (unseen & card.higher()).len() as f32 * dealt;
            if trump == Some(suit) {
                let small = 0.35 + 0.25 * (1.0 - dealt) + 0.12 * (length - each(suit) - 1.0);
                sum += (1.0 - 0.35 * above).max(small).clamp(0.0, 1.0);
                continue;
            }
            // As many smaller cards as there are higher ones above keep it until its time has come.
            let is_guarded = length - place as f32 > above;
            let high = 1.0 - above * if is_guarded { 0.4 } else { 0.75 };
            let rounds = each(suit) - place as f32;
            let kept = if trump.is_some() { (0.3 + 0.35 * rounds).clamp(0.2, 1.0) } else { 1.0 };
            // Without trump, the last cards of a long suit are high at the end.
            let long = if trump.is_none() { 0.2 * (length - each(suit) - 1.0) } else { 0.0 };
            sum += (high * kept).max(long).clamp(0.0, 1.0);
        }
    }
    if trump.is_some() { WITH_TRUMP * sum } else { sum }
}

/// What is left of the tricks that are expected one by one.
const WITH_TRUMP: f32 = 0.9;

/// The own trumps that nothing beats any more; without trump, no card is sure.
pub(crate) fn sure_trumps<F: Form>(table: TableView<'_, F>) -> usize {
    let Some(trump) = table.trump() else { return 0 };
    let against = table.unseen().of(trump).highest();
    let own = table.hand().of(trump);
    against.map_or(own, |card| own & card.higher()).len()
}

/// Cards of the suit that the others may hold and that are higher.
fn above<F: Form>(table: TableView<'_, F>, card: Card) -> usize {
    (table.unseen() & card.higher()).len()
}

/// The card that is best to take the trick with; where none does, the one that is missed least.
pub(crate) fn take<F: Form>(table: TableView<'_, F>, legal: CardSet) -> Option<Card> {
    let trick = table.trick();
    let trumps = trumps(table);
    if trick.is_empty() {
        // The card that the fewest beat; of equals one that is no trump, of the shortest suit.
        let length = |card: Card| table.hand().of(card.suit()).len();
        return legal.iter().min_by_key(|&card| (above(table, card), trumps.contains(card), length(card)));
    }
    let taking = legal & trick.beating();
    if taking.is_empty() {
        return throw(table, legal);
    }
    let plain = taking - trumps;
    if trick.is_last() || plain.is_empty() {
        // As cheaply as possible.
        return if plain.is_empty() { taking.lowest() } else { plain.lowest() };
    }
    plain.iter().min_by_key(|&card| above(table, card))
}

/// The card that is best to leave the trick to others with.
pub(crate) fn leave<F: Form>(table: TableView<'_, F>, legal: CardSet) -> Option<Card> {
    let trick = table.trick();
    let trumps = trumps(table);
    if trick.is_empty() {
        // The card that the most beat; of equals one that is no trump, and the lowest.
        return legal.iter().max_by_key(|&card| (above(table, card), !trumps.contains(card), 13 - card.rank().0));
    }
    let leaving = legal - trick.beating();
    if leaving.is_empty() {
        // It may take the trick: if nobody comes after, with the highest, which is dangerous later.
        let plain = legal - trumps;
        let cards = if plain.is_empty() { legal } else { plain };
        return if trick.is_last() { cards.highest() } else { cards.lowest() };
    }
    let followed = trick.suit().map_or(CardSet::EMPTY, |suit| leaving.of(suit));
    if !followed.is_empty() {
        return followed.highest();
    }
    // Another suit: a trump that another trump beats, or else the card that the fewest beat.
    (leaving & trumps).highest().or_else(|| leaving.iter().min_by_key(|&card| (above(table, card), 13 - card.rank().0)))
}

/// The card that is missed least: the lowest that is no trump.
pub(crate) fn throw<F: Form>(table: TableView<'_, F>, legal: CardSet) -> Option<Card> {
    let plain = legal - trumps(table);
    (if plain.is_empty() { legal } else { plain }).bottom_ranked().lowest()
}

fn trumps<F: Form>(table: TableView<'_, F>) -> CardSet {
    table.trump().map_or(CardSet::EMPTY, Suit::cards)
}
