use kirifuda_play::{Kind, Preset, RuleBook, Switch, word};

use super::{Deck, Summon};
use crate::switches::switch;

/// The variant of the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rules {
    /// May a status attack be used?
    pub status: bool,
    /// May the trap be set?
    pub trap: bool,
    /// Does the other side see that the trap is set?
    pub trap_visible: bool,
    /// The battle ends after so many turns.
    pub cap: u8,
    /// Where teams come from.
    pub teams: Teams,
    /// Is the kind of the other's draft known while teams are chosen?
    pub scout: bool,
    /// What sending a monster to the front takes.
    pub summon: Summon,
    /// The monsters, the chart of elements and the constants.
    pub cards: &'static Deck,
}

/// Where teams come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Teams {
    /// Each side picks three monsters.
    Choose,
    /// Each side plays with the three that it was dealt.
    Dealt,
}

/// The most turns that a battle may be given: the deal has a coin for each, and one for the end.
pub const MOST_TURNS: u8 = 127;

impl Rules {
    /// Paper 004.
    pub fn paper004() -> Rules {
        Rules {
            status: true,
            trap: true,
            trap_visible: true,
            cap: 100,
            teams: Teams::Choose,
            scout: true,
            summon: Summon::Free,
            cards: Deck::built_in(),
        }
    }

    /// Both teams are dealt at random, as in the paper's training games.
    pub fn dealt() -> Rules {
        Rules { teams: Teams::Dealt, ..Rules::paper004() }
    }

    /// No status attack and no trap, as before the paper's change of rules.
    pub fn plain() -> Rules {
        Rules { status: false, trap: false, ..Rules::paper004() }
    }
}

impl kirifuda_play::Rules for Rules {
    fn book() -> &'static RuleBook<Rules> {
        &BOOK
    }
    fn seats(&self) -> usize {
        2
    }
}

const TEAMS: &[(&str, Teams)] = &[("choose", Teams::Choose), ("dealt", Teams::Dealt)];
const SUMMONS: &[(&str, Summon)] = &[("free", Summon::Free), ("lands", Summon::Lands)];

static BOOK: RuleBook<Rules> = RuleBook {
    presets: &[
        Preset {
            name: "paper004",
            about: "paper 004: teams of three out of 15 monsters, status attack and trap once a game",
            rules: Rules::paper004,
        },
        Preset { name: "dealt", about: "the same with teams dealt at random", rules: Rules::dealt },
        Preset { name: "plain", about: "no status attack and no trap", rules: Rules::plain },
    ],
    switches: &[
        switch!("status", status, "a status attack may be used"),
        switch!("trap", trap, "the trap may be set"),
        switch!("trap-visible", trap_visible, "the other side sees that the trap is set"),
        switch!("cap", cap, "the battle ends after so many turns: more health wins", 1..=MOST_TURNS),
        switch!("teams", teams, "teams are chosen, or dealt at random", TEAMS),
        switch!("scout", scout, "while teams are chosen, the kind of the other's draft is known"),
        switch!(
            "summon",
            summon,
            "what sending a monster to the front takes: nothing, or lands that are laid",
            SUMMONS
        ),
        Switch {
            name: "cards",
            about: "the monsters, the chart and the constants: a TOML file",
            kind: Kind::File,
            words: &[word("built-in", "those of the program")],
            get: |rules| rules.cards.source().to_string(),
            set: |rules, value| {
                rules.cards = match value {
                    "built-in" => Deck::built_in(),
                    path => Deck::load(path).map_err(|why| why.to_string())?,
                };
                Ok(())
            },
        },
    ],
    check: |_| Ok(()),
};
