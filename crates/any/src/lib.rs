//! Games whose type is known only at run time: the one place where generic games become boxes.
//!
//! A [`Game`] gives states, views, players and batches of games. What loops over moves (a batch, a match, a training)
//! stays generic inside its box, so that nothing is lost by it. Moves are numbers ([`Numbered`](kirifuda_play::Numbered)), positions are rows
//! of bits ([`Encoder`](kirifuda_learn::net::Encoder)).
//!
//! ```
//! let hearts = kirifuda_any::game("hearts", "standard")?;
//! let mut state = hearts.deal(1, 0);
//! let stock = hearts.player("stock", 0)?;
//! let seat = state.turn().unwrap();
//! let card = stock.lock().unwrap().choose(&*state.view(seat)?)?;
//! assert!(state.legal().contains(&card));
//! state.play(card)?;
//! # Ok::<(), kirifuda_any::Error>(())
//! ```

mod batch;
mod error;
mod game;
mod guest;
mod moves;
mod player;
mod run;
mod state;
mod team;
mod training;

pub use batch::{Arrays, Batch, BatchOrder, bytes_of};
pub use error::Error;
pub use game::{Game, game};
pub use guest::{AllAtOnce, Answers, Asked, Each, Guest};
pub use moves::{Columns, Moves};
pub use player::{Opinions, Player};
pub use run::{Contender, Match, Part, merge};
pub use state::{State, View};
pub use training::{Progress, TrainOrder};
