use kirifuda_games::kuhn::Kuhn;
use kirifuda_games::leduc::Leduc;
use kirifuda_play::{Text, Turn};

use super::{Shown, facts, no_series};
use crate::wire::{Board, FactsBoard};

/// Two games in words: what a seat has seen, as its notation tells it.
macro_rules! in_words {
    ($game:ty) => {
        impl Shown for $game {
            no_series!();

            fn phase(view: Self::View<'_>) -> &'static str {
                if view.turn() == Turn::Over { "over" } else { "play" }
            }

            fn board(view: Self::View<'_>, _legal: &[Self::Action]) -> Board {
                let seen = <$game>::seen(view);
                let all = [seen.public, seen.private].concat();
                Board::Facts(FactsBoard { facts: facts(&all), hands: None })
            }

            fn public_board(views: &[Self::View<'_>]) -> Board {
                Board::Facts(FactsBoard { facts: facts(&<$game>::seen(views[0]).public), hands: None })
            }
        }
    };
}

in_words!(Kuhn);
in_words!(Leduc);
