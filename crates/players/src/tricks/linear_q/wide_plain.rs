use kirifuda_games::cards::{Card, CardSet, Suit};
use kirifuda_games::plain_tricks::{PlainTricks, View};
use kirifuda_learn::linear_q::Task;

use super::position::{AMOUNTS, Block, COMBINATIONS, PAIRS, Position, ROLES, See, Sum, fill};

/// Plain tricks with more features than paper 001 has: every card played has some, not only those that become the
/// highest; who has shown out of a suit; how many cards are left; the holdings by rank and by place.
#[derive(Clone, Copy, Debug, Default)]
pub struct WidePlainTask;

/// Role, (n, m), later players who are out of the suit.
const PLAY: Block = Block::first(ROLES * PAIRS * 4);
/// Role, cards left.
const LEFT: Block = PLAY.then(ROLES * 13);
/// For each suit: the ranks held, how many cards of it the others hold.
const RANKS: Block = LEFT.then(COMBINATIONS * AMOUNTS);
/// For each suit: the places held among its unplayed cards.
const PLACES: Block = RANKS.then(COMBINATIONS);

impl WidePlainTask {
    #[inline]
    fn play(position: &Position<'_>, card: Card, see: &mut impl See) {
        let role = position.role(card);
        see.see(PLAY.at((role * PAIRS + position.pair(card)) * 4 + position.void[card.suit() as usize]));
        see.see(LEFT.at(role * 13 + position.left()));
        Self::hold(position, card.suit(), card.set(), see);
    }

    #[inline]
    fn hold(position: &Position<'_>, suit: Suit, gone: CardSet, see: &mut impl See) {
        let (ranks, places) = position.held(suit, gone);
        see.see(RANKS.at(ranks * AMOUNTS + position.amount(suit)));
        see.see(PLACES.at(places));
    }
}

impl Task<PlainTricks> for WidePlainTask {
    fn layout(&self) -> &'static str {
        "plain/wide"
    }

    fn dimensions(&self) -> usize {
        PLACES.end()
    }

    fn active(&self, view: View<'_>, card: Card, out: &mut Vec<u32>) {
        let position = Position::of(view.table());
        let mut out = out;
        Self::play(&position, card, &mut out);
        for suit in Suit::ALL.into_iter().filter(|&suit| suit != card.suit()) {
            Self::hold(&position, suit, CardSet::EMPTY, &mut out);
        }
    }

    fn values(&self, weights: &[f32], view: View<'_>, legal: &[Card], out: &mut Vec<f32>) {
        let position = Position::of(view.table());
        let suits = Suit::ALL.map(|suit| Sum::of(weights, |see| Self::hold(&position, suit, CardSet::EMPTY, see)));
        fill(legal.iter().copied(), out, suits, |card| Sum::of(weights, |see| Self::play(&position, card, see)));
    }

    fn gain(&self, view: View<'_>) -> f32 {
        f32::from(view.tricks_won(view.seat()))
    }
}
