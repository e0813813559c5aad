use kirifuda_play::{Game, Rng};

use crate::search::Budget;

/// How to search over a blueprint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Worlds in which all moves are played out, or time for a move.
    pub budget: Budget,
    /// Weighed worlds for each that is played out.
    pub pool: u32,
    /// With a budget of time: at most so many weighed worlds, and at most this share of the time for them.
    pub most: usize,
    /// See [`most`](Options::most).
    pub share: f64,
    /// The blueprint's move is left where another gains more than so many standard errors.
    pub threshold: f64,
    /// How sharply players like the net choose, in units of the game: a move that is so much worse is e times less likely.
    pub temperature: f32,
    /// The share of moves that players like the net make at random.
    pub noise: f32,
    /// Moves that the net thinks worse by more, in units of the game, are not tried.
    pub margin: f32,
    /// At most so many moves are tried.
    pub width: usize,
    /// The share of players like the net before anything was seen; the others go by one of the rules.
    pub net: f32,
    /// How often all others are of one kind.
    pub alike: f32,
    /// How often who goes by a rule makes another move than that rule.
    pub doubt: f32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            budget: Budget::Simulations(64),
            pool: 8,
            most: 8192,
            share: 0.5,
            threshold: 2.0,
            temperature: 0.7,
            noise: 0.02,
            margin: 3.0,
            width: 6,
            net: 0.5,
            alike: 0.75,
            doubt: 0.03,
        }
    }
}

/// A rule by which others may play: from what a seat may know to a move, without memory.
pub type Manner<G> = for<'a> fn(<G as Game>::View<'a>, &[<G as Game>::Action], &mut Rng) -> <G as Game>::Action;
