use kirifuda_play::{Numbered, Seat};

use super::{Action, Kind, Monsters, Rules, Summon, View};

/// The four moves, then the monsters to send to the front, then the monsters to pick, then the land.
impl Numbered for Monsters {
    const NUMBERS: &'static str = "monsters-moves-1";
    const SEATS: usize = 2;
    const ACTIONS: usize = Action::COUNT as usize;

    #[inline]
    fn number(action: Action) -> usize {
        usize::from(action.code())
    }

    #[inline]
    fn numbered(number: usize) -> Option<Action> {
        u8::try_from(number).ok().filter(|&code| code < Action::COUNT).map(Action::from_code)
    }

    /// A file of cards need not have as many monsters as there are numbers for.
    fn exists(rules: &Rules, action: Action) -> bool {
        match action.kind() {
            Kind::Send(monster) | Kind::Pick(monster) => usize::from(monster) < rules.cards.len(),
            Kind::Land => rules.summon == Summon::Lands,
            _ => true,
        }
    }

    /// The land has the last number, so that all others are as they were before there were lands.
    fn actions(rules: &Rules) -> usize {
        match rules.summon {
            Summon::Free => Action::COUNT_WITHOUT_LAND.into(),
            Summon::Lands => Self::ACTIONS,
        }
    }

    fn seat(view: View<'_>) -> Seat {
        view.seat()
    }
}
