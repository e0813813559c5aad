use std::fmt::Debug;

use kirifuda_play::{Game, Phrase};

/// A game whose moves can be explained to people: facts of the position that speak for a move or against it.
///
/// A reason says what is true at this seat's view, by the rules alone; that it matters is the judgement of whoever chose the
/// move.
pub trait Coached: Game {
    /// A fact.
    type Reason: Reason;

    /// What speaks for a move most; nothing where no fact of the list does.
    fn speaks_for(view: Self::View<'_>, legal: &[Self::Action], action: Self::Action) -> Option<Self::Reason>;

    /// What speaks against a move most.
    fn speaks_against(_view: Self::View<'_>, _legal: &[Self::Action], _action: Self::Action) -> Option<Self::Reason> {
        None
    }
}

/// A fact that speaks for a move or against it.
pub trait Reason: Copy + PartialEq + Debug {
    /// In one sentence.
    fn phrase(&self) -> Phrase;
}
