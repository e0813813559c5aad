use kirifuda_games::cards::Card;
use kirifuda_games::hearts::View;
use kirifuda_play::Seat;

use super::Position;

/// Somebody whose opinion a search takes in, such as a trained net.
///
/// Values are payoffs of the deal: minus the points of the deal, moon and jack included, so higher is better.
pub trait Advice: Send + Sync {
    /// What each of the legal cards is worth to the seat of the view, before any search; also while cards are passed.
    /// False when it has no opinion here: the values are then not looked at.
    fn prior(&self, view: View<'_>, legal: &[Card], values: &mut [f32]) -> bool;

    /// What positions at the beginning of a trick are worth to a seat. Their hands are imagined: an adviser may look at
    /// all of them. Asked for many at once, so that a net can work through them together.
    fn leaves(&self, positions: &[Position], seat: Seat, values: &mut [f32]);
}
