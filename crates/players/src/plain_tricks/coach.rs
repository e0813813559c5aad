use kirifuda_games::cards::Card;
use kirifuda_games::plain_tricks::PlainTricks;

use crate::common::Coached;
use crate::tricks::{TrickReason, for_card};

impl Coached for PlainTricks {
    type Reason = TrickReason;

    fn speaks_for(view: Self::View<'_>, legal: &[Card], card: Card) -> Option<TrickReason> {
        for_card(view.table(), legal.iter().copied().collect(), card)
    }
}
