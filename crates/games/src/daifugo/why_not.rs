use kirifuda_play::Phrase;

use super::cards::{Cards, RANK_NAMES, SUITS};
use super::meld::{Kind, Meld};
use super::rules::{JokerUse, SpadeThree};
use super::{Daifugo, Phase};

/// Why a meld is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyNot {
    /// The game is over.
    Over,
    /// So many cards are to be given to another player now.
    Give {
        /// How many.
        count: usize,
    },
    /// The exchange is over, or there is none.
    NoExchange,
    /// Not all of it is in the hand.
    NotHeld(Cards),
    /// The table is empty: who leads must play something.
    MustLead,
    /// The joker is played alone under these rules.
    JokerAlone,
    /// Only so many cards of one rank may be played together.
    GroupsUpTo(u8),
    /// Runs are not played under these rules.
    NoRuns,
    /// A joker lies alone, and only ♠3 beats it.
    OnlySpadeThree,
    /// A joker lies alone, and nothing beats it.
    NothingBeatsJoker,
    /// Something else must be played: as many cards of the same kind as lie on the table, beyond its rank.
    Needs {
        /// One card, cards of one rank, or a run.
        kind: Kind,
        /// How many cards.
        size: usize,
        /// What must be beaten.
        beyond: Beyond,
    },
    /// It is of the right kind, but not strong enough.
    TooWeak(Beyond),
    /// The table is locked to other suits, as four bits.
    Locked {
        /// The suits that must be played.
        suits: u8,
    },
}

/// What must be beaten: higher than a column, or lower while the order is turned over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beyond {
    /// Rank + 1; 0 and 14 are the joker's places beyond both ends of the ranks.
    pub column: u8,
    /// Low beats high now.
    pub lower: bool,
}

impl Beyond {
    fn phrase(self) -> Phrase {
        let rank = self.column.checked_sub(1).and_then(|rank| RANK_NAMES.get(usize::from(rank)));
        let rank = rank.map_or('★', |&rank| char::from(rank));
        let rank = if rank == 'T' { "10".to_string() } else { rank.to_string() };
        Phrase::new(if self.lower { "say.not.lower" } else { "say.not.higher" }).with("rank", rank)
    }
}

impl Daifugo {
    /// Why the mover may not do this; nothing where it is legal.
    pub fn forbids(&self, meld: Meld) -> Option<WhyNot> {
        (!self.is_legal(meld)).then(|| self.reason_against(meld))
    }

    /// The first rule that an illegal meld breaks.
    fn reason_against(&self, meld: Meld) -> WhyNot {
        let hand = self.hands[usize::from(self.mover)];
        match self.phase {
            Phase::Over => return WhyNot::Over,
            Phase::Exchange(class) => {
                let count = self.rules.exchanged(class);
                let gift = meld.kind() == Kind::Give && meld.size() == count;
                return if gift { WhyNot::NotHeld(meld.cards() - hand) } else { WhyNot::Give { count } };
            }
            Phase::Play => {}
        }
        let (table, lower) = (self.table, self.is_reversed());
        match meld.kind() {
            Kind::Give => return WhyNot::NoExchange,
            Kind::Pass => return WhyNot::MustLead,
            _ if !hand.contains(meld.cards()) => return WhyNot::NotHeld(meld.cards() - hand),
            Kind::Group | Kind::Sequence if meld.has_joker() && self.rules.joker != JokerUse::Wild => {
                return WhyNot::JokerAlone;
            }
            _ => {}
        }
        if table == Meld::PASS {
            return if meld.kind() == Kind::Sequence { WhyNot::NoRuns } else { WhyNot::GroupsUpTo(self.rules.groups) };
        }
        if table == Meld::JOKER {
            let off = self.rules.spade_three == SpadeThree::Off;
            return if off { WhyNot::NothingBeatsJoker } else { WhyNot::OnlySpadeThree };
        }
        let beyond = Beyond { column: if lower { table.low() } else { table.high() }, lower };
        if meld.form() != table.form() {
            return WhyNot::Needs { kind: table.kind(), size: table.size(), beyond };
        }
        let beats = if lower { meld.high() < beyond.column } else { meld.low() > beyond.column };
        if beats { WhyNot::Locked { suits: self.lock } } else { WhyNot::TooWeak(beyond) }
    }
}

impl From<WhyNot> for Phrase {
    fn from(why: WhyNot) -> Phrase {
        match why {
            WhyNot::Over => Phrase::new("say.not.over"),
            WhyNot::Give { count } => Phrase::new("say.not.give").with("n", count),
            WhyNot::NoExchange => Phrase::new("say.not.exchange"),
            WhyNot::NotHeld(cards) => Phrase::new("say.not.held").with("cards", cards.to_string()),
            WhyNot::MustLead => Phrase::new("say.not.lead"),
            WhyNot::JokerAlone => Phrase::new("say.not.joker-alone"),
            WhyNot::GroupsUpTo(most) => Phrase::new("say.not.groups").with("n", most),
            WhyNot::NoRuns => Phrase::new("say.not.runs"),
            WhyNot::OnlySpadeThree => Phrase::new("say.not.spade-three"),
            WhyNot::NothingBeatsJoker => Phrase::new("say.not.joker"),
            WhyNot::Needs { kind, size, beyond } => {
                let key = match kind {
                    Kind::Group => "say.not.needs-group",
                    Kind::Sequence => "say.not.needs-run",
                    Kind::Pass | Kind::Single | Kind::Give => "say.not.needs-single",
                };
                Phrase::new(key).with("n", size).with("than", beyond.phrase())
            }
            WhyNot::TooWeak(beyond) => Phrase::new("say.not.weak").with("than", beyond.phrase()),
            WhyNot::Locked { suits } => {
                let suits: String = (0..4).filter(|suit| suits >> suit & 1 == 1).map(|suit| SUITS[suit]).collect();
                Phrase::new("say.not.locked").with("suits", suits)
            }
        }
    }
}
