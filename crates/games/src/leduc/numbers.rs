use kirifuda_play::{Numbered, Seat};

use super::{Action, Leduc, View};

/// Fold, call, raise.
impl Numbered for Leduc {
    const NUMBERS: &'static str = "leduc-moves-1";
    const SEATS: usize = 2;
    const ACTIONS: usize = Action::ALL.len();
    const LARGE: f32 = 13.0;

    #[inline]
    fn number(action: Action) -> usize {
        action as usize
    }

    #[inline]
    fn numbered(number: usize) -> Option<Action> {
        Action::ALL.get(number).copied()
    }

    fn seat(view: View<'_>) -> Seat {
        view.seat()
    }
}
