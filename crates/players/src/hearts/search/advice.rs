use kirifuda_games::cards::Card;
use kirifuda_games::hearts::View;

use super::Likeness;

/// Somebody whose opinion a search takes in, such as a trained net.
///
/// Values are payoffs of the deal: minus the points of the deal, moon and jack included, so higher is better.
pub trait Advice: Send + Sync {
    /// What each of the legal cards is worth to the seat of the view, before any search; also while cards are passed.
    /// The others seem to play like nets as far as `likeness` says. False when it has no opinion here: the values are then
    /// not looked at.
    fn prior(&self, view: View<'_>, legal: &[Card], likeness: Likeness, values: &mut [f32]) -> bool;
}
