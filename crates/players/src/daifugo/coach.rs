use kirifuda_games::daifugo::{Cards, Daifugo, EIGHT, Kind, Meld, View};
use kirifuda_play::Phrase;

use super::rank_name;
use crate::common::{Coached, Reason};

/// A fact that speaks for a move or against it in Daifugo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DaifugoReason {
    /// The last cards of the hand.
    GoesOut,
    /// Turns the order of the ranks over.
    Revolution,
    /// Has an eight, which clears the table.
    ClearsTable,
    /// All cards of a rank that are held, two or more, at once.
    AllOfRank {
        /// The rank, 0 the threes.
        rank: u8,
        /// How many.
        count: u8,
    },
    /// One card, the only one of its rank that is held, where others that may be played would be taken from a pair or more.
    BreaksNothing {
        /// The rank.
        rank: u8,
    },
    /// An answer, and nothing that may be played is weaker.
    Weakest,
    /// A lead of the weakest rank that is held.
    WeakestRank {
        /// The rank.
        rank: u8,
    },
    /// A lead of so many cards at once.
    Many {
        /// How many, two or more.
        count: u8,
    },
    /// Nothing is played; this is the weakest that could be.
    Saves {
        /// What is kept.
        meld: Meld,
    },
    /// Gives the weakest cards of the hand away.
    GivesWeakest,
    /// Takes cards from others of the same rank, which stay behind.
    Breaks {
        /// The rank.
        rank: u8,
        /// How many stay.
        left: u8,
    },
}

impl Reason for DaifugoReason {
    fn phrase(&self) -> Phrase {
        let name = |rank: u8| rank_name(rank).to_string();
        match *self {
            DaifugoReason::GoesOut => Phrase::new("say.coach.goes-out"),
            DaifugoReason::Revolution => Phrase::new("say.coach.revolution"),
            DaifugoReason::ClearsTable => Phrase::new("say.coach.clears-table"),
            DaifugoReason::AllOfRank { rank, count } => {
                Phrase::new("say.coach.all-of-rank").with("n", count).with("rank", name(rank))
            }
            DaifugoReason::BreaksNothing { rank } => Phrase::new("say.coach.breaks-nothing").with("rank", name(rank)),
            DaifugoReason::Weakest => Phrase::new("say.coach.weakest"),
            DaifugoReason::WeakestRank { rank } => Phrase::new("say.coach.weakest-rank").with("rank", name(rank)),
            DaifugoReason::Many { count } => Phrase::new("say.coach.many").with("n", count),
            DaifugoReason::Saves { meld } => Phrase::new("say.coach.saves").with("cards", meld.to_string()),
            DaifugoReason::GivesWeakest => Phrase::new("say.coach.gives-weakest"),
            DaifugoReason::Breaks { rank, left } => {
                Phrase::new("say.coach.breaks").with("n", left).with("rank", name(rank))
            }
        }
    }
}

impl Coached for Daifugo {
    type Reason = DaifugoReason;

    fn speaks_for(view: View<'_>, legal: &[Meld], meld: Meld) -> Option<DaifugoReason> {
        let (hand, reversed) = (view.hand(), view.is_reversed());
        match meld.kind() {
            Kind::Give => return gives_weakest(hand, meld).then_some(DaifugoReason::GivesWeakest),
            Kind::Pass => {
                let plays = legal.iter().copied().filter(|&other| other != Meld::PASS);
                return plays.min_by_key(|&meld| strength(meld, reversed)).map(|meld| DaifugoReason::Saves { meld });
            }
            _ => {}
        }
        if hand == meld.cards() {
            return Some(DaifugoReason::GoesOut);
        }
        let rules = view.rules();
        let large = meld.kind() == Kind::Group && meld.size() >= 4 || meld.kind() == Kind::Sequence && meld.size() >= 5;
        if rules.revolution && large {
            return Some(DaifugoReason::Revolution);
        }
        if rules.eight_stop && meld.covers(EIGHT) {
            return Some(DaifugoReason::ClearsTable);
        }
        let rank = plain_rank(meld);
        let held = |rank: u8| hand.of_rank(rank).count_ones() as u8;
        if let Some(rank) = rank
            && !meld.has_joker()
        {
            let count = meld.size() as u8;
            if count >= 2 && held(rank) == count {
                return Some(DaifugoReason::AllOfRank { rank, count });
            }
            let breaks = |&other: &Meld| plain_rank(other).is_some_and(|rank| held(rank) > 1 && other.size() == 1);
            if count == 1 && held(rank) == 1 && legal.iter().any(breaks) {
                return Some(DaifugoReason::BreaksNothing { rank });
            }
        }
        if view.table().is_some() {
            let weaker = |&other: &Meld| other != Meld::PASS && strength(other, reversed) < strength(meld, reversed);
            return (!legal.iter().any(weaker)).then_some(DaifugoReason::Weakest);
        }
        if let Some(rank) = rank.filter(|&rank| Some(rank) == weakest_rank(hand, reversed)) {
            return Some(DaifugoReason::WeakestRank { rank });
        }
        let count = meld.size() as u8;
        (count >= 2).then_some(DaifugoReason::Many { count })
    }

    fn speaks_against(view: View<'_>, _: &[Meld], meld: Meld) -> Option<DaifugoReason> {
        let rank = plain_rank(meld)?;
        let left = (view.hand().of_rank(rank).count_ones() as u8).checked_sub(meld.naturals().len() as u8)?;
        (left > 0).then_some(DaifugoReason::Breaks { rank, left })
    }
}

/// The rank of natural cards of one rank.
fn plain_rank(meld: Meld) -> Option<u8> {
    let natural = !meld.naturals().is_empty() && matches!(meld.kind(), Kind::Single | Kind::Group);
    natural.then(|| meld.naturals().bits().trailing_zeros() as u8 / 4)
}

/// What is harder to beat is larger, among melds that answer the same.
fn strength(meld: Meld, reversed: bool) -> u8 {
    const JOKER: u8 = 15;
    match reversed {
        _ if meld == Meld::JOKER => JOKER,
        false => meld.low(),
        true => 14 - meld.low(),
    }
}

fn weakest_rank(hand: Cards, reversed: bool) -> Option<u8> {
    let bits = hand.naturals().bits();
    (bits != 0).then(|| (if reversed { bits.ilog2() } else { bits.trailing_zeros() }) as u8 / 4)
}

/// No card that stays is weaker than one that is given.
fn gives_weakest(hand: Cards, meld: Meld) -> bool {
    let given = meld.cards();
    let kept = (hand - given).naturals().bits();
    !given.has_joker() && (kept == 0 || given.bits().ilog2() / 4 <= kept.trailing_zeros() / 4)
}
