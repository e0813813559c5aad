use crate::{Game, Seat};

/// A finished game as it was played: the deal, and every move in order.
///
/// Replaying the moves over the deal gives back each view that a seat had.
#[derive(Clone, Debug)]
pub struct Episode<G: Game> {
    /// The game before its first move.
    pub dealt: G,
    /// Every move, in order.
    pub decisions: Vec<Decision<G::Action>>,
    /// What the finished game was worth, by seat.
    pub payoffs: Vec<f32>,
}

/// One move of an [`Episode`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision<A> {
    /// Who moved.
    pub seat: Seat,
    /// The move.
    pub action: A,
}
