//! Moves that all make at the same time: everybody chooses when he likes, the table holds the choice back until the game comes to
//! that seat, so that the record is the same as if all had waited for their turns.

use super::game_table::GameTable;
use super::{Held, Sitter, Step};
use crate::shown::Ahead;
use crate::wire::Choosing;
use crate::{Refusal, Shown};
use kirifuda_play::Seat;

impl<G: Shown> GameTable<G> {
    /// What a person may choose before his turn. Whoever plays alone against players waits for nobody.
    fn ahead(&self, seat: usize) -> Option<Ahead<G>> {
        let person = matches!(self.sitting.chairs.get(seat)?.sitter, Sitter::Person(_));
        (person && !self.sitting.is_solitary()).then(|| G::ahead(self.game.view(Seat(seat as u8))))?
    }

    /// What a seat has chosen for this deal.
    fn held(&self, seat: usize) -> &[String] {
        let held = self.sitting.held.get(&seat).filter(|held| held.deal == self.deal);
        held.map_or(&[], |held| &held.moves)
    }

    /// The same for the eyes of that seat.
    pub(super) fn choosing(&self, seat: usize) -> Option<Choosing> {
        let Ahead { moves, count } = self.ahead(seat)?;
        let moves = moves.into_iter().map(|action| G::show_action(&self.rules, action)).collect();
        Some(Choosing { moves, count, held: self.held(seat).to_vec() })
    }

    /// Keeps what a person has chosen; nothing takes it back.
    pub(super) fn hold(&mut self, seat: usize, deal: u64, moves: &[String]) -> Result<(), Refusal> {
        let may = self.ahead(seat).filter(|_| deal == self.deal + 1);
        let Some(Ahead { moves: may, count }) = may else {
            return Err(Refusal::new(
                409,
                "stale",
                "nothing can be chosen before its turn now",
                "look at the newest state: `choosing` says what can",
            ));
        };
        let known: Vec<String> = may.into_iter().map(|action| G::show_action(&self.rules, action)).collect();
        let twice = (1..moves.len()).any(|place| moves[..place].contains(&moves[place]));
        let fit = moves.is_empty() || moves.len() == count && !twice && moves.iter().all(|text| known.contains(text));
        if !fit {
            return Err(Refusal::new(
                409,
                "illegal",
                format!("{count} different ones of `choosing.moves` are to be chosen"),
                "send so many, or none to choose anew",
            ));
        }
        match moves.is_empty() {
            true => drop(self.sitting.held.remove(&seat)),
            false => drop(self.sitting.held.insert(seat, Held { deal: self.deal, moves: moves.to_vec() })),
        }
        self.version += 1;
        Ok(())
    }

    /// Makes the next move that was chosen before its turn, if the turn has come.
    pub(super) fn release(&mut self) -> Option<Step> {
        let seat = self.game.turn().seat()?;
        let Ahead { moves, .. } = self.ahead(seat.index())?;
        // What was played before a restart is not in the hand any more.
        let known = |text: &String| moves.iter().copied().find(|&action| G::show_action(&self.rules, action) == *text);
        let action = self.held(seat.index()).iter().find_map(known)?;
        let step = self.play(action).ok()?;
        self.undoable = 0;
        Some(step)
    }
}
