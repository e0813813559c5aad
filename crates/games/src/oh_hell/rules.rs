use kirifuda_play::{Preset, RuleBook};

use crate::switches::switch;
use crate::tricks::PLAYERS;

/// The variant of Oh Hell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Cards of each hand; in a series, of the first and the last deal.
    pub cards: u8,
    /// May the dealer not make the bids add up to the number of tricks?
    pub hook: bool,
    /// What a deal is worth.
    pub scoring: Scoring,
}

/// What a deal is worth to a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// 10 and the bid where exactly as many tricks were taken, nothing otherwise.
    Exact,
    /// One for each trick, and 10 where as many were taken as were bid.
    Tricks,
    /// Minus the difference between bid and tricks.
    Penalty,
}

impl Rules {
    /// Ten cards, the hook, 10 and the bid for an exact bid.
    pub const fn standard() -> Rules {
        Rules { cards: 10, hook: true, scoring: Scoring::Exact }
    }

    /// Five cards: most of the deck stays hidden.
    pub const fn short() -> Rules {
        Rules { cards: 5, ..Rules::standard() }
    }

    /// All cards are dealt, so there is no trump.
    pub const fn full() -> Rules {
        Rules { cards: 13, ..Rules::standard() }
    }
}

impl kirifuda_play::Rules for Rules {
    fn book() -> &'static RuleBook<Rules> {
        &BOOK
    }
    fn seats(&self) -> usize {
        PLAYERS
    }
}

const SCORINGS: &[(&str, Scoring)] =
    &[("exact", Scoring::Exact), ("tricks", Scoring::Tricks), ("penalty", Scoring::Penalty)];

static BOOK: RuleBook<Rules> = RuleBook {
    presets: &[
        Preset {
            name: "standard",
            about: "ten cards each; an exact bid counts 10 and the bid",
            rules: Rules::standard,
        },
        Preset { name: "short", about: "five cards each: most of the deck stays hidden", rules: Rules::short },
        Preset { name: "full", about: "all thirteen cards each, without trump", rules: Rules::full },
    ],
    switches: &[
        switch!("cards", cards, "cards of each hand; in a series, of the first and the last deal", 1..=13),
        switch!("hook", hook, "the dealer may not make the bids add up to the number of tricks"),
        switch!(
            "scoring",
            scoring,
            "an exact bid counts 10 and the bid; each trick counts 1, an exact bid 10 more; minus the difference",
            SCORINGS
        ),
    ],
    check: |_| Ok(()),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_and_changes_read_back() {
        for text in ["standard", "short", "full", "standard,cards=7,hook=off,scoring=penalty"] {
            assert_eq!(BOOK.text(&BOOK.parse(text).unwrap()), text);
        }
        assert_eq!(BOOK.parse("cards=5").unwrap(), Rules::short());
        for text in ["cards=0", "cards=14", "scoring=most", "seats=5"] {
            assert!(BOOK.parse(text).is_err(), "{text}");
        }
    }
}
