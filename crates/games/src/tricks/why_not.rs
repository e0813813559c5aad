use kirifuda_play::Phrase;

use crate::cards::{Card, Suit};

/// Why a card or a bid is not legal in a game of tricks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyNot {
    /// The deal is over.
    Over,
    /// It is not in the hand.
    NotHeld(Card),
    /// The led suit is held and must be followed.
    Follow(Suit),
    /// ♣2 is led to the first trick.
    TwoOfClubs,
    /// No point card may be played to the first trick while another card may.
    FirstTrick,
    /// The suit may not be led before it is broken, while another suit is held.
    NotBroken(Suit),
    /// ♠Q may not be led before hearts are broken, while other cards are held.
    QueenNotBroken,
    /// Bids come before cards.
    BidFirst,
    /// All have bid.
    BidsAreMade,
    /// The bids must not add up to the tricks of the deal.
    Hooked {
        /// The bid that would make them.
        bid: u8,
        /// The tricks of the deal.
        tricks: u8,
    },
    /// These rules have no bid of no tricks.
    NoNil,
    /// There are not so many tricks in the deal.
    TooMany {
        /// The tricks of the deal.
        most: u8,
    },
}

impl From<WhyNot> for Phrase {
    fn from(why: WhyNot) -> Phrase {
        match why {
            WhyNot::Over => Phrase::new("say.not.over"),
            WhyNot::NotHeld(card) => Phrase::new("say.not.held").with("cards", card.to_string()),
            WhyNot::Follow(suit) => Phrase::new("say.not.follow").with("suit", suit.symbol().to_string()),
            WhyNot::TwoOfClubs => Phrase::new("say.not.two"),
            WhyNot::FirstTrick => Phrase::new("say.not.first-trick"),
            WhyNot::NotBroken(suit) => Phrase::new("say.not.broken").with("suit", suit.symbol().to_string()),
            WhyNot::QueenNotBroken => Phrase::new("say.not.queen"),
            WhyNot::BidFirst => Phrase::new("say.not.bid-first"),
            WhyNot::BidsAreMade => Phrase::new("say.not.bids-made"),
            WhyNot::Hooked { bid, tricks } => Phrase::new("say.not.hooked").with("bid", bid).with("n", tricks),
            WhyNot::NoNil => Phrase::new("say.not.nil"),
            WhyNot::TooMany { most } => Phrase::new("say.not.too-many").with("n", most),
        }
    }
}
