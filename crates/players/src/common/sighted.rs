use kirifuda_learn::net::Encoder;
use kirifuda_play::{Game, Seat};

/// A game with an encoder.
pub trait Sighted: Game {
    /// What nets see.
    type Sight: Encoder<Self> + Default;
    /// Whose eyes a view is of.
    fn seat(view: Self::View<'_>) -> Seat;
}

/// What a game's nets see.
macro_rules! sighted {
    ($game:ty: $sight:ty) => {
        impl $crate::common::Sighted for $game {
            type Sight = $sight;
            fn seat(view: Self::View<'_>) -> kirifuda_play::Seat {
                view.seat()
            }
        }
    };
}
pub(crate) use sighted;
