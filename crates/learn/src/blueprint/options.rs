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
    /// The blueprint's move is left where another is better by more than so many standard errors.
    pub threshold: f64,
    /// By how much the net may be wrong about the difference between two moves, in units of the game: by so much, and by this share of
    /// the difference. What it thinks counts beside the playouts, by what both may be wrong by.
    pub wrong: (f64, f64),
    /// How much of what a playout is worth after each own turn is what comes of it; the rest is what the net thinks there.
    pub trace: f32,
    /// How sharply players like the net choose, in units of the game: a move that is so much worse is e times less likely.
    pub temperature: f32,
    /// Where it is asked whether the others play like the net at all: other values of [`temperature`](Options::temperature) and
    /// [`doubt`](Options::doubt). In a world that is not the true one a rule is broken all the time, so doubt must be larger there.
    pub recognised: Option<(f32, f32)>,
    /// Where worlds are drawn by a guess: how much what the others have played counts beside it. With 1 a world counts by how likely it is over how
    /// likely it was to be drawn (importance sampling), with 0 all that are drawn count alike, and the time for weighing them is saved.
    pub heed: f32,
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
            // What the net thinks does not count beside the playouts.
            wrong: (1e6, 0.0),
            trace: 1.0,
            temperature: 0.7,
            recognised: None,
            heed: 1.0,
            noise: 0.02,
            margin: 3.0,
            width: 6,
            net: 0.5,
            alike: 0.75,
            doubt: 0.03,
        }
    }
}

/// From this likeness on the others are taken for players like the net: about half, what is thought before anything was seen. Then the net
/// is trusted.
pub const ALIKE: f64 = 0.49;

/// A rule by which others may play: from what a seat may know to a move, without memory.
pub type Manner<G> = for<'a> fn(<G as Game>::View<'a>, &[<G as Game>::Action], &mut Rng) -> <G as Game>::Action;
