use kirifuda_learn::net::Encoder;
use kirifuda_play::{Game, Seat};

/// A game with an encoder.
pub trait Sighted: Game {
    /// What nets see.
    type Sight: Encoder<Self> + Default;
    /// Whose eyes a view is of.
    fn seat(view: Self::View<'_>) -> Seat;
}

/// What a game's nets see: an encoder of its own, or the numbers of its moves.
macro_rules! sighted {
    ($game:ty) => {
        impl $crate::common::Sighted for $game {
            type Sight = $crate::common::Numbers<$game>;
            fn seat(view: Self::View<'_>) -> kirifuda_play::Seat {
                <$game as kirifuda_play::Numbered>::seat(view)
            }
        }
    };
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
