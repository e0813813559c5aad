//! What travels between server and page, in types of its own: no field can hold a card that its reader may not see,
//! but for [`Board`]'s and [`Outcome`]'s hands, which are filled in only where everything lies open.

mod board;
mod message;
mod request;
mod state;
#[cfg(test)]
mod types;

pub use board::{
    Affinity, Beat, Board, ContractBoard, DaifugoBoard, Exchange, FactsBoard, LastTrick, MonsterCard, MonsterInTeam,
    MonsterOption, MonstersBoard, NamedFact, OnTable, Pass, Pile, SideBoard, Stats, StoryEvent, TricksBoard,
};
pub use message::{Answer, Command, Fault, HintMessage, HintValue, Message};
pub use request::{CreateTable, JoinTable, Joined, MadeTable, SeatInfo, SeatRequest, TableInfo};
pub use state::{Choosing, Happened, Noticed, Outcome, Score, SeatState, State};
