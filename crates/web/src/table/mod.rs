//! A table: one game, its seats, its series and its record, whatever the game.

mod ahead;
#[cfg(test)]
mod at_once;
mod eyes;
mod finished;
mod game_table;
#[cfg(test)]
mod same_view;
mod sitting;
#[cfg(test)]
mod tests;
mod thought;

use std::any::Any;
use std::sync::Arc;

use kirifuda_arena::Record;
use kirifuda_play::Phrase;
use serde_json::Value;
use tokio::time::Instant;

use crate::learners::Learners;
use crate::makers::Makers;
use crate::store::Store;
use crate::wire::{HintMessage, Noticed, TableInfo};
use crate::{Refusal, Task};

pub use eyes::hands_at_the_deal;
pub use game_table::GameTable;
pub use sitting::{Chair, Held, Marks, Pass, Sitter, Sitting};
pub use thought::follow;

/// A table whose game is known only at run time.
pub trait AnyTable: Send {
    /// What is fixed.
    fn sitting(&self) -> &Sitting;
    /// Changes what is fixed: pace, names, who sits where. The version grows.
    fn arrange(&mut self, change: &mut dyn FnMut(&mut Sitting));
    /// Grows with every change.
    fn version(&self) -> u64;
    /// Something outside the game has changed: who is there.
    fn touch(&mut self);
    /// What everybody may know.
    fn info(&self, id: &str) -> TableInfo;
    /// The state for somebody's eyes, as JSON. `presence`: who looks from each seat.
    fn state(&self, id: &str, pass: Pass, presence: &[Presence]) -> Result<String, Refusal>;

    /// The same state, had the others the cards of another deal that looks alike to whoever looks; nothing where all lies open.
    #[cfg(test)]
    fn state_elsewhere(&mut self, id: &str, pass: Pass, presence: &[Presence], seed: u64) -> Option<String>;

    /// Somebody moves. `at` is the version that he saw.
    fn act(&mut self, seat: usize, action: &str, at: u64) -> Result<Step, Refusal>;
    /// Somebody chooses, for deal `deal` from 1, what he will play when his turn comes, where all move at the same time; no moves
    /// take the choice back.
    fn choose(&mut self, seat: usize, deal: u64, moves: &[String]) -> Result<(), Refusal>;
    /// Makes the next move that was chosen before its turn, if the turn has come.
    fn play_chosen(&mut self) -> Option<Step>;
    /// Somebody takes back his last move: the number of the first move that is gone.
    fn undo(&mut self, seat: usize) -> Result<Step, Refusal>;
    /// The next deal: its number, from 0.
    fn next(&mut self) -> Result<u64, Refusal>;
    /// A player moves for a person who is away, until he comes back.
    fn stand_in(&mut self, seat: usize, makers: &Makers) -> Result<(), Refusal>;
    /// Whoever was away is back: true where a player stood in for him.
    fn come_back(&mut self, seat: usize) -> bool;
    /// Players wait, or go on.
    fn pause(&mut self, on: bool);

    /// The thought of the player whose move it is, to be carried out somewhere else; none when it is nobody's or a
    /// person's move, or one is under way.
    fn think(&mut self) -> Option<Task<Box<dyn Any + Send>>>;
    /// Makes the move that was thought of, unless the position has changed since.
    fn conclude(&mut self, thought: Box<dyn Any + Send>) -> Option<Concluded>;
    /// The thought broke off: a random move is made instead, so that the table goes on.
    fn give_up(&mut self, why: &str) -> Option<Concluded>;
    /// A person is to move who has a clock: the position, and when the time is over. The first call begins it.
    fn clock(&mut self) -> Option<(u64, Instant)>;
    /// Nobody is there any more: the clock of whoever is to move is stopped.
    fn stop_clock(&mut self);
    /// The time of a person is over: a random move is made, unless the position has changed since.
    fn expire(&mut self, position: u64) -> Option<Concluded>;
    /// The player to move needs long to think, as far as is known.
    fn is_slow(&self) -> bool;

    /// What an adviser would play at a seat.
    fn hint(
        &self,
        seat: usize,
        adviser: Option<&str>,
        makers: &Arc<Makers>,
    ) -> Result<Task<Result<HintMessage, Refusal>>, Refusal>;
    /// A finished deal, move by move, with what an adviser thinks of it.
    fn review(
        &self,
        deal: usize,
        adviser: Option<&str>,
        makers: &Arc<Makers>,
    ) -> Result<Task<Result<Value, Refusal>>, Refusal>;
    /// What learners at this table have to learn from the deal that is over; each only once.
    fn lessons(&mut self) -> Vec<Lesson>;
    /// A learner has learned from a deal and says what has changed.
    fn notice(&mut self, deal: u64, noticed: Noticed);
    /// The deals that are over.
    fn records(&self) -> Vec<Record>;
    /// Number of the deal, from 0.
    fn deal(&self) -> u64;
    /// The deal is over.
    fn is_over(&self) -> bool;
}

/// Who looks at the table from a seat.
#[derive(Clone, Copy, Debug)]
pub struct Presence {
    /// How many browsers.
    pub looks: u32,
    /// Since when somebody has been there, or nobody.
    pub since: Instant,
}

/// A learner takes in a game.
pub struct Lesson {
    /// Number of the deal, from 0.
    pub deal: u64,
    /// Where the learner sits.
    pub seat: usize,
    /// Learns, and says what has changed most, where it can.
    pub learn: Learn,
}

/// Takes in a game, and says what has changed most, where that can be said.
pub type Learn = Box<dyn FnOnce(&Learners, &Store) -> Result<Option<Phrase>, Refusal> + Send>;

/// A move that was made, or the first that was taken back: where it stands in the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Number of the deal, from 0.
    pub deal: u64,
    /// Number of the move within the deal, from 0.
    pub number: u64,
    /// In the game's notation.
    pub action: String,
}

/// A thought has become a move.
#[derive(Clone, Debug)]
pub struct Concluded {
    /// The move.
    pub step: Step,
    /// What went wrong, where a random move was made instead.
    pub trouble: Option<Refusal>,
}
