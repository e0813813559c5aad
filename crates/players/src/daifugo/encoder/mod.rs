use kirifuda_games::daifugo::{Daifugo, Meld, View};
use kirifuda_learn::net::{Encoder, Parts, Row};
use kirifuda_play::{Game, Scale, Seat};

use crate::common::sighted;

mod history;
mod parts;
mod position;

/// What a net sees of Daifugo, under any rules: cards as they lie, and the quantities of
/// [`PolicyFeatures`](super::PolicyFeatures) as bits and as parts of moves.
///
/// A move's parts tell its cards, its form, what it leaves of the ranks that it touches, and how the rest of the hand
/// falls into melds. What all moves of a position share is in the position only: its weights are the net's business.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DaifugoEncoder {
    /// Whether it tells how the others have played and passed.
    history: bool,
}

impl DaifugoEncoder {
    /// Without how the others have played and passed.
    pub const PLAIN: DaifugoEncoder = DaifugoEncoder { history: false };
    /// With it.
    pub const LONG: DaifugoEncoder = DaifugoEncoder { history: true };
}

sighted!(Daifugo: DaifugoEncoder);

impl Encoder<Daifugo> for DaifugoEncoder {
    fn layout(&self) -> &'static str {
        if self.history { "daifugo-2" } else { "daifugo-1" }
    }
    fn inputs(&self) -> usize {
        position::INPUTS + if self.history { history::BITS } else { 0 }
    }
    fn active(&self) -> usize {
        if self.history { 200 } else { 150 }
    }
    fn outputs(&self) -> usize {
        parts::OUTPUTS
    }

    #[inline]
    fn position(&self, view: View<'_>, row: &mut Row<'_>) {
        position::write(view, row);
        if self.history {
            history::write(view, row);
        }
    }

    fn with_history(&self) -> Option<DaifugoEncoder> {
        Some(DaifugoEncoder::LONG)
    }

    /// The hands of the others.
    fn hidden(&self) -> usize {
        position::HANDS.0 * position::HANDS.1
    }

    fn holders(&self) -> (usize, usize) {
        position::HANDS
    }

    fn reveal(&self, game: &Daifugo, seat: Seat, row: &mut Row<'_>) {
        position::write_hands(game, game.view(seat), row);
    }

    #[inline]
    fn parts(&self, view: View<'_>, meld: Meld, parts: &mut Parts) {
        parts::add(view, meld, parts);
    }

    #[inline]
    fn moves(&self, view: View<'_>, legal: &[Meld], parts: &mut Parts) {
        parts::add_all(view, legal, parts);
    }

    /// 1 for the first, −1 for the last, the others evenly between: the points of the contest, scaled.
    fn outcome(&self, game: &Daifugo, seat: Seat) -> f32 {
        let last = f32::from(game.rules().players - 1);
        game.place_of(seat).map_or(0.0, |place| 1.0 - 2.0 * f32::from(place) / last)
    }

    fn scale(&self, view: View<'_>) -> Scale {
        let rules = view.rules();
        let (first, last) = (rules.points_of(0), rules.points_of(rules.players - 1));
        Scale { factor: (first - last) / 2.0, offset: (first + last) / 2.0, ..Scale::outcome(Daifugo::UNIT) }
    }
}
