use kirifuda_play::{Preset, RuleBook};

use crate::switches::switch;
use crate::tricks::PLAYERS;

/// The variant of Spades.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// May a player bid nil: that he will take no trick?
    pub nil: bool,
    /// What a bag, a trick above the contract, counts.
    pub bags: i8,
    /// A match ends when a team has this many points, or as many below 0.
    pub limit: u16,
}

impl Rules {
    /// Nil, a point for each bag, a match to 500.
    pub const fn standard() -> Rules {
        Rules { nil: true, bags: 1, limit: 500 }
    }

    /// Everybody bids at least one.
    pub const fn nonil() -> Rules {
        Rules { nil: false, ..Rules::standard() }
    }

    /// A match to 200.
    pub const fn short() -> Rules {
        Rules { limit: 200, ..Rules::standard() }
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

const BAGS: &[(&str, i8)] = &[("1", 1), ("0", 0), ("-1", -1), ("-10", -10)];

static BOOK: RuleBook<Rules> = RuleBook {
    presets: &[
        Preset {
            name: "standard",
            about: "what people play: nil, a point for each bag, ten bags cost 100, a match to 500",
            rules: Rules::standard,
        },
        Preset { name: "nonil", about: "everybody bids at least one", rules: Rules::nonil },
        Preset { name: "short", about: "a match to 200", rules: Rules::short },
    ],
    switches: &[
        switch!("nil", nil, "a player may bid to take no trick, for 100 points or minus 100"),
        switch!("bags", bags, "what each trick above the contract counts; every tenth costs 100 besides", BAGS),
        switch!("limit", limit, "a match ends when a team has this many points, or as many below 0", 50..=1000),
    ],
    check: |_| Ok(()),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_and_changes_read_back() {
        for text in ["standard", "nonil", "short", "nonil,bags=-10,limit=300"] {
            assert_eq!(BOOK.text(&BOOK.parse(text).unwrap()), text);
        }
        for text in ["limit=49", "bags=2", "nil=blind"] {
            assert!(BOOK.parse(text).is_err(), "{text}");
        }
    }
}
