//! The rule players of gnome-hearts on a [`Position`]: the same choices as [`Stock`](crate::hearts::Stock) and
//! [`Jake`](crate::hearts::Jake) (tested), without views and lists.

use kirifuda_games::cards::{Card, CardSet, Rank, Suit};
use kirifuda_games::hearts::{PASSED, POINT_CARDS};
use kirifuda_games::tricks::PLAYERS;

use super::Position;
use crate::hearts::{ACE, KING, QUEEN, Stock, first_of, highest, lowest};

/// How a seat plays as long as nobody shoots the moon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// As the default opponent of gnome-hearts.
    Stock,
    /// As the stronger one.
    Jake,
}

/// ♠Q and above.
const HIGH_SPADES: CardSet = QUEEN.set().with(KING).with(ACE);
/// Kings and aces.
const CASHED: Rank = Rank::KING;

impl Manner {
    /// The card that it plays from a hand, of which `legal`, not empty, may be played.
    #[inline]
    pub fn card(self, position: &Position, hand: CardSet, legal: CardSet) -> Card {
        let choice = match self {
            Manner::Stock => stock(position, legal),
            Manner::Jake => jake(position, hand, legal),
        };
        choice.unwrap_or(Card::TWO_OF_CLUBS)
    }

    /// The three cards that it passes of the thirteen dealt.
    pub fn pass(self, dealt: CardSet) -> CardSet {
        match self {
            Manner::Stock => {
                let mut left = dealt;
                for _ in 0..PASSED {
                    if let Some(card) = Stock::pass(left) {
                        left.remove(card);
                    }
                }
                dealt - left
            }
            Manner::Jake => jake_pass(dealt),
        }
    }
}

#[inline]
fn stock(position: &Position, legal: CardSet) -> Option<Card> {
    if position.count() == 0 {
        return lowest(legal).filter(|&card| card != QUEEN).or_else(|| lowest(legal.without(QUEEN))).or(Some(QUEEN));
    }
    let cards = legal & position.follow();
    if cards.is_empty() {
        return first_of(legal, &[QUEEN, ACE, KING])
            .or_else(|| legal.of(Suit::Hearts).highest())
            .or_else(|| legal.top_ranked().lowest());
    }
    let table = position.table();
    let without_queen = cards.without(QUEEN).highest();
    if !(table & POINT_CARDS).is_empty() {
        let below = (cards & position.best().lower()).highest();
        return below
            .or_else(|| if position.is_last() { without_queen } else { cards.lowest() })
            .or_else(|| cards.highest());
    }
    if position.follow() != Suit::Spades.cards() {
        return cards.highest();
    }
    if cards.contains(QUEEN) && (table.contains(KING) || table.contains(ACE)) {
        return Some(QUEEN);
    }
    if position.is_last() {
        return cards.highest().filter(|&card| card != QUEEN).or(without_queen).or(cards.highest());
    }
    (cards & QUEEN.lower()).highest().or_else(|| cards.highest())
}

#[inline]
fn jake(position: &Position, hand: CardSet, legal: CardSet) -> Option<Card> {
    let unseen = !(position.played() | hand);
    if position.count() == 0 {
        return jake_lead(position, hand, legal, unseen);
    }
    let cards = legal & position.follow();
    if cards.is_empty() { jake_discard(legal, unseen) } else { jake_follow(position, cards, unseen) }
}

fn jake_lead(position: &Position, hand: CardSet, legal: CardSet, unseen: CardSet) -> Option<Card> {
    let me = position.turn();
    let nobody_void = |suit: Suit| {
        let cards = suit.cards();
        !(1..PLAYERS).any(|steps| position.is_void(me.after(steps, PLAYERS), cards))
    };
    // Aces and kings of a suit that cannot score are cashed while everyone follows, longest suits first.
    let (mut cash, mut longest) = (None, 0);
    for suit in [Suit::Clubs, Suit::Diamonds, Suit::Spades] {
        let length = hand.of(suit).len();
        if length <= longest || unseen.of(suit).len() <= 5 {
            continue;
        }
        let top = legal.of(suit).highest().filter(|card| card.rank() >= CASHED);
        let scoreless = suit != Suit::Spades || position.played().contains(QUEEN);
        if top.is_some() && scoreless && nobody_void(suit) {
            (cash, longest) = (top, length);
        }
    }
    if cash.is_some() {
        return cash;
    }
    let queen_unseen = unseen.contains(QUEEN);
    let no_high_spade = (hand & HIGH_SPADES).is_empty();
    let spades = legal.of(Suit::Spades);
    if queen_unseen && no_high_spade && !spades.is_empty() && nobody_void(Suit::Spades) {
        return spades.highest();
    }
    // A card that all who can follow must beat.
    let gives_away =
        |card: &Card| (unseen & card.lower()).is_empty() && !(unseen & card.higher()).is_empty() && *card != QUEEN;
    let giveaway = |among: CardSet| among.iter().rev().find(gives_away);
    giveaway(legal.of(Suit::Hearts))
        .or_else(|| spades.lowest().filter(|_| queen_unseen && no_high_spade))
        .or_else(|| giveaway(legal - Suit::Hearts.cards()))
        .or_else(|| {
            let keep = if no_high_spade { CardSet::EMPTY } else { Suit::Spades.cards() };
            under_most(unseen, legal - keep).or_else(|| under_most(unseen, legal))
        })
}

/// The lowest card of the suit with most unseen cards above it.
#[inline]
fn under_most(unseen: CardSet, cards: CardSet) -> Option<Card> {
    let lows = Suit::ALL.into_iter().filter_map(|suit| cards.of(suit).lowest());
    lows.max_by_key(|card| (unseen & card.higher()).len())
}

#[inline]
fn jake_follow(position: &Position, cards: CardSet, unseen: CardSet) -> Option<Card> {
    let last = position.is_last();
    let has_points = !(position.table() & POINT_CARDS).is_empty();
    if has_points || (!last && is_dangerous(position, unseen)) {
        let calm = cards.without(QUEEN);
        let losing = (cards & position.best().lower()).highest();
        return losing.or_else(|| if last { calm.highest() } else { calm.lowest() }).or_else(|| cards.highest());
    }
    let spades = position.follow() == Suit::Spades.cards();
    if spades && cards.contains(QUEEN) && position.best() > QUEEN {
        return Some(QUEEN);
    }
    let without_points = cards - POINT_CARDS;
    let below_queen = without_points & QUEEN.lower();
    if spades && unseen.contains(QUEEN) && !below_queen.is_empty() {
        return below_queen.highest();
    }
    without_points.highest().or_else(|| cards.highest())
}

/// Somebody behind may put points on the trick.
#[inline]
fn is_dangerous(position: &Position, unseen: CardSet) -> bool {
    let follow = position.follow();
    let count = position.count();
    if (unseen & follow).len() + count < 6 {
        return true;
    }
    let behind = |steps| position.is_void(position.turn().after(steps, PLAYERS), follow);
    !(unseen & POINT_CARDS).is_empty() && (1..PLAYERS - count).any(behind)
}

#[inline]
fn jake_discard(cards: CardSet, unseen: CardSet) -> Option<Card> {
    if cards.contains(QUEEN) {
        return Some(QUEEN);
    }
    if unseen.contains(QUEEN)
        && let Some(card) = first_of(cards, &[ACE, KING])
    {
        return Some(card);
    }
    let top = highest(cards);
    top.filter(|card| card.rank() >= Rank::QUEEN).or_else(|| cards.of(Suit::Hearts).highest()).or(top)
}

fn jake_pass(dealt: CardSet) -> CardSet {
    let mut given = CardSet::EMPTY;
    // False once three are given: what comes later in the list does not matter.
    let mut give = |cards: CardSet, down: bool| {
        let mut left = cards - given;
        while let Some(card) = if down { highest(left) } else { left.lowest() } {
            if given.len() == PASSED {
                break;
            }
            given.insert(card);
            left.remove(card);
        }
    };
    let (hearts, spades) = (dealt.of(Suit::Hearts), dealt.of(Suit::Spades));
    give(spades & ACE.set().with(KING), true);
    if spades.len() < 4 {
        give(spades & QUEEN.set(), true);
    }
    if hearts.lowest().is_some_and(|card| card.rank() > Rank(4)) {
        give(hearts - Suit::Hearts.card(Rank::JACK).lower(), false);
    }
    let (clubs, diamonds) = (dealt.of(Suit::Clubs), dealt.of(Suit::Diamonds));
    let short = if diamonds.len() < clubs.len() { [diamonds, clubs] } else { [clubs, diamonds] };
    for cards in short {
        if cards.len() <= 3 {
            give(cards, true);
        }
    }
    give(clubs | diamonds, true);
    give(hearts, true);
    give(spades, true);
    given
}
