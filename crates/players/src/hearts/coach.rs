use kirifuda_games::cards::{Card, CardSet, Suit};
use kirifuda_games::hearts::{Hearts, View, points};
use kirifuda_play::Phrase;

use crate::common::{Coached, Reason};
use crate::tricks::{TrickReason, for_card};

/// A fact that speaks for a card or against it in Hearts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeartsReason {
    /// What is true in any game of tricks.
    Trick(TrickReason),
    /// Passes ♠Q, which so many other spades would guard.
    PassesQueen {
        /// Other spades held.
        guards: u8,
    },
    /// Passes a spade above ♠Q, which the hand does not hold.
    PassesAbove {
        /// The card.
        card: Card,
    },
    /// Passes or leads the last card of its suit.
    LastOfSuit {
        /// The suit.
        suit: Suit,
    },
    /// Passes the highest card of its suit that is held.
    PassesHighest {
        /// The card.
        card: Card,
    },
    /// Throws ♠Q on a trick that the seat cannot win.
    ThrowsQueen,
    /// Throws a heart on a trick that the seat cannot win.
    ThrowsHeart,
    /// The seat is last, wins, and there is no point in the trick.
    NoPoints,
    /// Leads a spade below ♠Q, which is unseen.
    BelowQueen,
    /// A spade above ♠Q, which is unseen, and others are still to play to the trick.
    AboveQueen {
        /// The card.
        card: Card,
    },
    /// The seat is last and takes so many points, and another card would not.
    TakesPoints {
        /// How many, as the cards count.
        points: u8,
    },
}

impl Reason for HeartsReason {
    fn phrase(&self) -> Phrase {
        match *self {
            HeartsReason::Trick(reason) => reason.phrase(),
            HeartsReason::PassesQueen { guards } => Phrase::new("say.coach.passes-queen").with("n", guards),
            HeartsReason::PassesAbove { card } => Phrase::new("say.coach.passes-above").with("card", card.to_string()),
            HeartsReason::LastOfSuit { suit } => Phrase::new("say.coach.voids").with("suit", suit.to_string()),
            HeartsReason::PassesHighest { card } => {
                Phrase::new("say.coach.passes-highest").with("suit", card.suit().to_string())
            }
            HeartsReason::ThrowsQueen => Phrase::new("say.coach.throws-queen"),
            HeartsReason::ThrowsHeart => Phrase::new("say.coach.throws-heart"),
            HeartsReason::NoPoints => Phrase::new("say.coach.no-points"),
            HeartsReason::BelowQueen => Phrase::new("say.coach.below-queen"),
            HeartsReason::AboveQueen { card } => Phrase::new("say.coach.above-queen").with("card", card.to_string()),
            HeartsReason::TakesPoints { points } => Phrase::new("say.coach.takes-points").with("n", points),
        }
    }
}

impl Coached for Hearts {
    type Reason = HeartsReason;

    fn speaks_for(view: View<'_>, legal: &[Card], card: Card) -> Option<HeartsReason> {
        if view.is_passing() {
            return for_pass(view, card);
        }
        let (trick, legal) = (view.trick(), legal.iter().copied().collect::<CardSet>());
        let queen_is_out = view.unseen().contains(Card::QUEEN_OF_SPADES);
        if trick.is_empty() {
            let below = card.suit() == Suit::Spades && card < Card::QUEEN_OF_SPADES && queen_is_out;
            if below {
                return Some(HeartsReason::BelowQueen);
            }
            if view.hand().of(card.suit()).len() == 1 && view.hand().len() > 1 {
                return Some(HeartsReason::LastOfSuit { suit: card.suit() });
            }
        } else if !trick.follow().contains(card) {
            if card == Card::QUEEN_OF_SPADES {
                return Some(HeartsReason::ThrowsQueen);
            }
            if card.suit() == Suit::Hearts {
                return Some(HeartsReason::ThrowsHeart);
            }
        }
        let reason = for_card(view.table(), legal, card);
        let wins_last = trick.is_last() && trick.beating().contains(card);
        let free = trick.cards().iter().chain([&card]).all(|&card| points(card) == 0);
        match reason {
            Some(TrickReason::LowestWinner { .. }) | None if wins_last && free => Some(HeartsReason::NoPoints),
            // That it wins is no reason to play it.
            Some(TrickReason::LowestWinner { .. } | TrickReason::Master { .. }) => None,
            Some(reason) => Some(HeartsReason::Trick(reason)),
            None => None,
        }
    }

    fn speaks_against(view: View<'_>, legal: &[Card], card: Card) -> Option<HeartsReason> {
        let trick = view.trick();
        if view.is_passing() {
            return None;
        }
        let taken = points_with(trick.cards(), card);
        let loses = |&other: &Card| !trick.beating().contains(other);
        if trick.is_last() && trick.beating().contains(card) && taken > 0 && legal.iter().any(loses) {
            return Some(HeartsReason::TakesPoints { points: taken });
        }
        let above = card.suit() == Suit::Spades && card > Card::QUEEN_OF_SPADES;
        let played = trick.is_empty() || trick.follow().contains(card);
        let queen_is_out = view.unseen().contains(Card::QUEEN_OF_SPADES);
        (above && played && queen_is_out && !trick.is_last()).then_some(HeartsReason::AboveQueen { card })
    }
}

fn points_with(trick: &[Card], card: Card) -> u8 {
    trick.iter().chain([&card]).map(|&card| points(card)).sum()
}

fn for_pass(view: View<'_>, card: Card) -> Option<HeartsReason> {
    let suit = view.hand().of(card.suit());
    if card == Card::QUEEN_OF_SPADES {
        return Some(HeartsReason::PassesQueen { guards: suit.len() as u8 - 1 });
    }
    if card.suit() == Suit::Spades && card > Card::QUEEN_OF_SPADES && !suit.contains(Card::QUEEN_OF_SPADES) {
        // One that was laid aside a moment ago is not held any more.
        return Some(HeartsReason::PassesAbove { card }).filter(|_| !view.given().contains(&Card::QUEEN_OF_SPADES));
    }
    match suit.len() {
        1 => Some(HeartsReason::LastOfSuit { suit: card.suit() }),
        _ => (suit.highest() == Some(card)).then_some(HeartsReason::PassesHighest { card }),
    }
}
