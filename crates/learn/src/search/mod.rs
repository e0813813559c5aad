//! Search in imagined worlds: what a move is worth is found by playing the game on, many times, in worlds that agree
//! with what the seat has seen.
//!
//! [`Search`] is the player. It is put together from a [`Method`] ([`Flat`] Monte Carlo, [`Uct`] in imagined worlds, or
//! [`IsMcts`], information-set search), a policy that plays simulations to their end, a filter of [`Candidates`] and a
//! [`Sampler`] of worlds. Every seat is taken to maximise its own payoff (max^n), so any number of players will do.
//!
//! With a budget of simulations a move is decided by the random numbers it is given and nothing else: neither by the
//! machine, nor by how many threads happen to be free.

mod budget;
mod estimate;
mod flat;
mod ismcts;
mod log;
mod parts;
mod player;
mod tree;
mod uct;

pub use budget::{Budget, Clock};
pub use estimate::{Estimate, best_mean, most_visited};
pub use flat::Flat;
pub use ismcts::IsMcts;
pub use log::Logs;
pub use parts::{AllLegal, AnyWorld, Candidates, Method, Sampler, SearchWork};
pub use player::{Options, Search};
pub use tree::Tree;
pub use uct::Uct;
