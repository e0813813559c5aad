//! What speaks for a card in any game of tricks.

use kirifuda_games::cards::{Card, CardSet, Suit};
use kirifuda_games::tricks::{Action, Form, TableView};
use kirifuda_play::Phrase;

use crate::common::Reason;

/// A fact about a card that may be played to a trick, or about a bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrickReason {
    /// The seat is last and wins with every card that it may play: this is the highest.
    WinsAnyway {
        /// The card.
        card: Card,
    },
    /// The seat is last, and of the cards that win this is the lowest.
    LowestWinner {
        /// The card.
        card: Card,
    },
    /// Wins a trick of another suit so far.
    Trumps {
        /// The trump.
        trump: Suit,
    },
    /// No card that may be played beats the one that wins so far, and none is of a lower rank than this.
    CannotWin {
        /// The card that wins so far.
        winning: Card,
    },
    /// Follows suit below the card that wins so far.
    Under {
        /// The card that wins so far.
        winning: Card,
        /// No higher card that may be played stays below it, but a lower one does.
        highest: bool,
    },
    /// Is of another suit, and no trump: it cannot win. After it the hand has no card of its suit.
    Voids {
        /// Its suit.
        suit: Suit,
    },
    /// Cannot win, and is the highest of its suit in the hand, which has others.
    ThrowsHighest {
        /// The card.
        card: Card,
    },
    /// Leads, and no higher card of the suit is unseen.
    Master {
        /// The card.
        card: Card,
    },
    /// Leads, and so many higher cards of the suit are unseen.
    Beatable {
        /// The card.
        card: Card,
        /// How many.
        higher: u8,
    },
    /// Says a number of tricks with such a hand.
    Holds {
        /// Aces.
        aces: u8,
        /// Trumps, aces among them.
        trumps: u8,
    },
}

impl Reason for TrickReason {
    fn phrase(&self) -> Phrase {
        match *self {
            TrickReason::WinsAnyway { card } => {
                Phrase::new("say.coach.wins-anyway").with("suit", card.suit().to_string())
            }
            TrickReason::LowestWinner { card } => Phrase::new("say.coach.lowest-winner").with("card", card.to_string()),
            TrickReason::Trumps { trump } => Phrase::new("say.coach.trumps").with("suit", trump.to_string()),
            TrickReason::CannotWin { winning } => Phrase::new("say.coach.cannot-win").with("card", winning.to_string()),
            TrickReason::Under { winning, highest: true } => {
                Phrase::new("say.coach.highest-under").with("card", winning.to_string())
            }
            TrickReason::Under { winning, highest: false } => {
                Phrase::new("say.coach.under").with("card", winning.to_string())
            }
            TrickReason::Voids { suit } => Phrase::new("say.coach.voids").with("suit", suit.to_string()),
            TrickReason::ThrowsHighest { card } => {
                Phrase::new("say.coach.throws-highest").with("suit", card.suit().to_string())
            }
            TrickReason::Master { card } => Phrase::new("say.coach.master").with("suit", card.suit().to_string()),
            TrickReason::Beatable { card, higher } => {
                Phrase::new("say.coach.beatable").with("n", higher).with("suit", card.suit().to_string())
            }
            TrickReason::Holds { aces, trumps } => {
                Phrase::new("say.coach.holds").with("aces", aces).with("trumps", trumps)
            }
        }
    }
}

/// What speaks for a card of those that may be played.
pub fn for_card<F: Form>(table: TableView<'_, F>, legal: CardSet, card: Card) -> Option<TrickReason> {
    let trick = table.trick();
    let Some(winning) = trick.best() else {
        let higher = (table.unseen() & card.higher()).len() as u8;
        return Some(match higher {
            0 => TrickReason::Master { card },
            _ => TrickReason::Beatable { card, higher },
        });
    };
    let (winners, follows) = (trick.beating() & legal, trick.follow().contains(card));
    if winners.contains(card) {
        let own = winners.of(card.suit());
        let reason = match trick.is_last() {
            true if winners == legal && own == legal && legal.len() > 1 && own.highest() == Some(card) => {
                TrickReason::WinsAnyway { card }
            }
            true if winners.len() > 1 && own == winners && own.lowest() == Some(card) => {
                TrickReason::LowestWinner { card }
            }
            _ if !follows => TrickReason::Trumps { trump: card.suit() },
            _ => return None,
        };
        return Some(reason);
    }
    if follows {
        let under = (trick.follow() & legal) - winners;
        let highest = under.len() > 1 && under.highest() == Some(card);
        // Below a trump every card of the led suit stays.
        return match winning.suit() == card.suit() {
            true if winners.is_empty() && !highest && legal.bottom_ranked().contains(card) => {
                Some(TrickReason::CannotWin { winning })
            }
            true => Some(TrickReason::Under { winning, highest }),
            false => Some(TrickReason::CannotWin { winning }).filter(|_| legal.bottom_ranked().contains(card)),
        };
    }
    let suit = table.hand().of(card.suit());
    if table.trump() == Some(card.suit()) {
        return None;
    }
    match suit.len() {
        1 if table.hand().len() > 1 => Some(TrickReason::Voids { suit: card.suit() }),
        2.. if suit.highest() == Some(card) => Some(TrickReason::ThrowsHighest { card }),
        _ if winners.is_empty() && legal.bottom_ranked().contains(card) => Some(TrickReason::CannotWin { winning }),
        _ => None,
    }
}

/// What speaks for a move in a game with bids.
pub fn for_action<F: Form>(table: TableView<'_, F>, legal: &[Action], action: Action) -> Option<TrickReason> {
    match action {
        Action::Bid(_) => Some(for_bid(table)),
        Action::Play(card) => for_card(table, legal.iter().filter_map(|action| action.card()).collect(), card),
    }
}

/// What speaks for a bid: the cards that usually win.
fn for_bid<F: Form>(table: TableView<'_, F>) -> TrickReason {
    let hand = table.hand();
    let aces = hand.iter().filter(|card| card.higher().is_empty()).count() as u8;
    TrickReason::Holds { aces, trumps: table.trump().map_or(0, |trump| hand.of(trump).len()) as u8 }
}
