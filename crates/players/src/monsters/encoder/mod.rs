use kirifuda_games::monsters::{Action, Monsters, View};
use kirifuda_learn::net::{Encoder, Parts, Row};
use kirifuda_play::{Game, Scale, Seat};

use crate::common::sighted;

mod drafts;
mod parts;
mod position;
mod steps;

/// What a net sees of Monsters, under any rules and with any cards.
///
/// A position tells the monsters, as themselves and in numbers, how each does against each other, and what may be hidden.
/// A move is its own number, and what it does: the turn is played against the hardest hit that the other has and
/// against what a rule player would do in its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MonstersEncoder;

sighted!(Monsters: MonstersEncoder);

impl Encoder<Monsters> for MonstersEncoder {
    fn layout(&self) -> &'static str {
        "monsters-1"
    }
    fn inputs(&self) -> usize {
        position::INPUTS
    }
    fn active(&self) -> usize {
        145
    }
    fn outputs(&self) -> usize {
        parts::OUTPUTS
    }

    #[inline]
    fn position(&self, view: View<'_>, row: &mut Row<'_>) {
        position::write(view, row);
    }

    #[inline]
    fn parts(&self, view: View<'_>, action: Action, parts: &mut Parts) {
        parts::add(view, action, parts);
    }

    #[inline]
    fn moves(&self, view: View<'_>, legal: &[Action], parts: &mut Parts) {
        parts::add_all(view, legal, parts);
    }

    /// 1 for the winner, −1 for the loser, the cap of turns or not.
    fn outcome(&self, game: &Monsters, seat: Seat) -> f32 {
        2.0 * game.payoff(seat) - 1.0
    }

    fn scale(&self, _view: View<'_>) -> Scale {
        Scale { factor: 0.5, offset: 0.5, ..Scale::outcome(Monsters::UNIT) }
    }
}
