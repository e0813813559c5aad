use kirifuda_play::{Preset, RuleBook};

use super::Direction;
use crate::switches::switch;
use crate::tricks::PLAYERS;

/// The variant of Hearts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// How the first trick is led.
    pub opening: Opening,
    /// May points be played on the first trick?
    pub first_trick: FirstTrick,
    /// What may be led before it is broken.
    pub leading: Leading,
    /// What breaks it.
    pub broken_by: BrokenBy,
    /// The exchange of three cards before play.
    pub passing: Passing,
    /// What taking all 26 points means.
    pub moon: Moon,
    /// Does ♦J take 10 points off?
    pub jack: bool,
    /// A match ends when someone has this many points.
    pub limit: u16,
}

/// How the first trick is led. The holder of ♣2 always leads it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Opening {
    /// With ♣2.
    TwoOfClubs,
    /// With any card that may be led.
    AnyCard,
}

/// Points on the first trick.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FirstTrick {
    /// No point card, unless nothing else is legal.
    NoPoints,
    /// Anything.
    Free,
}

/// What may be led.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leading {
    /// Anything, at any time.
    Free,
    /// No heart before hearts are broken, unless only hearts are held.
    NoHearts,
    /// Neither a heart nor ♠Q before they are broken, unless nothing else is held.
    NoPoints,
}

/// What breaks hearts when it is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BrokenBy {
    /// A heart.
    Hearts,
    /// A heart or ♠Q.
    Points,
}

/// The exchange of three cards before play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Passing {
    /// Left, right, across and none, in turn; a single deal takes one of the four at random.
    Cycle,
    /// Always the same.
    Always(Direction),
}

/// What taking all 26 points means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Moon {
    /// 26 points like any others.
    Off,
    /// Everyone else gets 26 points, the shooter none.
    OthersGain,
    /// The shooter's 26 points are taken off instead.
    ShooterLoses,
}

impl Rules {
    /// What people play: passing, the moon, a match to 100.
    pub const fn standard() -> Rules {
        Rules { passing: Passing::Cycle, moon: Moon::OthersGain, ..Rules::saito() }
    }

    /// Paper 001, §4.2, as printed.
    pub const fn saito() -> Rules {
        Rules {
            opening: Opening::TwoOfClubs,
            first_trick: FirstTrick::NoPoints,
            leading: Leading::NoHearts,
            broken_by: BrokenBy::Hearts,
            passing: Passing::Always(Direction::Hold),
            moon: Moon::Off,
            jack: false,
            limit: 100,
        }
    }

    /// Paper 001 as its figures are: hearts may be led at any time.
    pub const fn saito_free() -> Rules {
        Rules { leading: Leading::Free, ..Rules::saito() }
    }

    /// Papers 000 and 002.
    pub const fn falcon() -> Rules {
        Rules { leading: Leading::NoPoints, broken_by: BrokenBy::Points, ..Rules::saito() }
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

const OPENINGS: &[(&str, Opening)] = &[("two-of-clubs", Opening::TwoOfClubs), ("any-card", Opening::AnyCard)];
const FIRST_TRICKS: &[(&str, FirstTrick)] = &[("no-points", FirstTrick::NoPoints), ("free", FirstTrick::Free)];
const LEADINGS: &[(&str, Leading)] =
    &[("free", Leading::Free), ("no-hearts", Leading::NoHearts), ("no-points", Leading::NoPoints)];
const BREAKERS: &[(&str, BrokenBy)] = &[("hearts", BrokenBy::Hearts), ("points", BrokenBy::Points)];
const PASSINGS: &[(&str, Passing)] = &[
    ("cycle", Passing::Cycle),
    ("left", Passing::Always(Direction::Left)),
    ("right", Passing::Always(Direction::Right)),
    ("across", Passing::Always(Direction::Across)),
    ("hold", Passing::Always(Direction::Hold)),
];
const MOONS: &[(&str, Moon)] = &[("off", Moon::Off), ("others", Moon::OthersGain), ("self", Moon::ShooterLoses)];

static BOOK: RuleBook<Rules> = RuleBook {
    presets: &[
        Preset {
            name: "standard",
            about: "what people play: passing, shooting the moon, a match to 100",
            rules: Rules::standard,
        },
        Preset { name: "saito", about: "paper 001 as printed: no passing, no moon", rules: Rules::saito },
        Preset {
            name: "saito-free",
            about: "paper 001 as its figures are: hearts may be led at any time",
            rules: Rules::saito_free,
        },
        Preset {
            name: "falcon",
            about: "papers 000 and 002: neither hearts nor ♠Q may be led until one has been played",
            rules: Rules::falcon,
        },
    ],
    switches: &[
        switch!("opening", opening, "what the holder of ♣2 leads to the first trick", OPENINGS),
        switch!(
            "first-trick",
            first_trick,
            "may point cards follow to the first trick (no-points: only when nothing else is legal)",
            FIRST_TRICKS
        ),
        switch!(
            "leading",
            leading,
            "what may not be led until it is broken, unless nothing else is held (no-points: hearts and ♠Q)",
            LEADINGS
        ),
        switch!("broken-by", broken_by, "what breaks it when it is played (points: a heart or ♠Q)", BREAKERS),
        switch!(
            "passing",
            passing,
            "to whom three cards are passed before play (cycle: left, right, across, hold in turn)",
            PASSINGS
        ),
        switch!("moon", moon, "who takes all 26 points: gives 26 to the others, or takes 26 off his own score", MOONS),
        switch!("jack", jack, "♦J takes 10 points off the score of who takes it"),
        switch!("limit", limit, "a match ends when someone has this many points", 1..=1000),
    ],
    check: |rules| {
        if rules.leading == Leading::Free && rules.broken_by == BrokenBy::Points {
            return Err("`leading=free` lets hearts be led at any time, so `broken-by=points` has nothing to break; \
                        drop `broken-by` or choose `leading=no-hearts`"
                .to_string());
        }
        if rules.leading == Leading::NoPoints && rules.broken_by == BrokenBy::Hearts {
            return Err("`leading=no-points` also holds ♠Q back, so playing ♠Q must break it; \
                        choose `broken-by=points` or `leading=no-hearts`"
                .to_string());
        }
        Ok(())
    },
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_and_changes_read_back() {
        for text in ["standard", "saito", "saito-free", "falcon", "standard,moon=self,jack=on,limit=50"] {
            let rules = BOOK.parse(text).unwrap();
            assert_eq!(BOOK.text(&rules), text);
        }
        assert_eq!(BOOK.parse("").unwrap(), Rules::standard());
        assert_eq!(BOOK.parse("passing=hold,moon=off").unwrap(), Rules::saito());
        assert_eq!(BOOK.parse("falcon , jack=on").unwrap(), Rules { jack: true, ..Rules::falcon() });
    }

    #[test]
    fn wrong_rules_are_refused_with_a_remedy() {
        for (text, expected) in [
            ("standart", "did you mean `standard`"),
            ("plain", "Valid: standard, saito"),
            ("standard,mon=off", "did you mean `moon`"),
            ("moon=maybe", "allowed are off, others, self"),
            ("moon=off,moon=self", "contradictory rules: `moon=off` and `moon=self`"),
            ("leading=free,broken-by=points", "contradictory rules"),
            ("saito,leading=no-points", "contradictory rules"),
            ("limit=0", "1 to 1000"),
            ("moon=off,standard", "the preset first"),
        ] {
            let error = BOOK.parse(text).expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
