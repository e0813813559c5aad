use kirifuda_games::cards::Card;
use kirifuda_games::kuhn::{self, Kuhn};
use kirifuda_games::leduc::{self, Leduc};
use kirifuda_play::Phrase;

use crate::common::{Coached, Reason};

/// How the own hand stands against what the other may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PokerReason {
    /// So many of the cards that the other may hold lose against it.
    pub beats: u8,
    /// So many are as good.
    pub ties: u8,
    /// So many there are.
    pub of: u8,
}

impl Reason for PokerReason {
    fn phrase(&self) -> Phrase {
        let PokerReason { beats, ties, of } = *self;
        match () {
            () if beats == of => Phrase::new("say.coach.beats-all"),
            () if beats == 0 && ties == 0 => Phrase::new("say.coach.beats-none"),
            () if ties == 0 => Phrase::new("say.coach.beats").with("n", beats).with("of", of),
            () => Phrase::new("say.coach.beats-ties").with("n", beats).with("of", of).with("ties", ties),
        }
    }
}

impl Coached for Kuhn {
    type Reason = PokerReason;

    fn speaks_for(view: Self::View<'_>, _: &[kuhn::Action], _: kuhn::Action) -> Option<PokerReason> {
        let own = view.card();
        let beats = kuhn::Card::ALL.iter().filter(|&&other| other < own).count() as u8;
        Some(PokerReason { beats, ties: 0, of: kuhn::Card::ALL.len() as u8 - 1 })
    }
}

impl Coached for Leduc {
    type Reason = PokerReason;

    fn speaks_for(view: Self::View<'_>, _: &[leduc::Action], _: leduc::Action) -> Option<PokerReason> {
        let (own, public) = (view.card(), view.public_card());
        let strength = |card: Card| (public.is_some_and(|open| open.rank() == card.rank()), card.rank());
        let others = leduc::DECK.into_iter().filter(|&card| card != own && Some(card) != public);
        let mut reason = PokerReason { beats: 0, ties: 0, of: 0 };
        for other in others {
            reason.of += 1;
            reason.beats += u8::from(strength(other) < strength(own));
            reason.ties += u8::from(strength(other) == strength(own));
        }
        Some(reason)
    }
}
