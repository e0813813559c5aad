use std::convert::Infallible;

use kirifuda_play::{Game, Rng, Seat};

use super::Pool;

/// Who sits at the other seats while a learner learns.
///
/// `P` is a player, or what makes one for each thread. `S` are the learner's earlier selves: a [`Pool`], or [`Infallible`]
/// for a learner that keeps none.
pub enum Opponents<P, S> {
    /// Uniformly random players.
    Random,
    /// These players, one for each other seat, from the left of the learner's first seat; too few sit round the table
    /// again, and none is as [`Random`](Opponents::Random). They are asked for moves only: a player that has to
    /// [watch](kirifuda_play::Policy::watch) the game does not fit.
    Players(Vec<P>),
    /// At every seat, deal by deal, one of the learner's earlier selves or a random player, each equally likely.
    SelfPlay(S),
    /// The learner itself: all seats play and learn with what it has learned so far.
    Mirror,
}

/// How the deals of a training are played.
pub struct Course<G: Game, P, S> {
    /// The rules.
    pub rules: G::Rules,
    /// All chance comes from it.
    pub seed: u64,
    /// Who sits at the other seats.
    pub opponents: Opponents<P, S>,
    /// Seats at which the learner sits, at least one, spread evenly round the table and moving on by one from deal to
    /// deal.
    pub learners: usize,
    /// How often the learner sits at one of the other seats, too, and learns there: 0 to 1.
    pub mirror: f64,
}

/// First step of the path of the streams of random numbers of deals, unlike those of the arena. All learners have the
/// same: equal seeds have equal deals.
const STREAM: u64 = 4;

impl<G: Game, P, S> Course<G, P, S> {
    /// One seat learns; all of them in the mirror.
    pub fn new(rules: G::Rules, opponents: Opponents<P, S>, seed: u64) -> Self {
        Course { rules, seed, opponents, learners: 1, mirror: 0.0 }
    }

    /// Deals a deal and seats everybody. What else happens by chance in it comes from the generator.
    #[inline]
    pub(super) fn begin(&self, deal: u64, chairs: &mut [Chair]) -> (G, Rng)
    where
        S: Selves,
    {
        let mut rng = Rng::stream(self.seed, &[STREAM, deal]);
        let game = G::deal(&self.rules, &mut rng);
        let seats = chairs.len();
        let (first, learners) = (seat_of(deal, seats), self.learners.clamp(1, seats));
        let mut others = 0..;
        for steps in 0..seats {
            // The seats 0, n/k, 2n/k, … of n are the learner's k.
            let learns = (0..learners).any(|number| number * seats / learners == steps);
            let other = if learns { None } else { others.next() };
            chairs[first.after(steps, seats).index()] = match (&self.opponents, other) {
                (Opponents::Mirror, _) | (_, None) => Chair::Learner,
                _ if self.mirror > 0.0 && rng.chance(self.mirror) => Chair::Learner,
                (Opponents::Players(players), Some(other)) if !players.is_empty() => {
                    Chair::Player(other % players.len())
                }
                (Opponents::Random | Opponents::Players(_), _) => Chair::Random,
                (Opponents::SelfPlay(selves), _) => match rng.below(selves.count() + 1) {
                    0 => Chair::Random,
                    number => Chair::Snapshot(number - 1),
                },
            };
        }
        (game, rng)
    }
}

/// Who sits at a seat in one deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chair {
    /// The learner.
    Learner,
    /// A uniformly random player.
    Random,
    /// One of the players, by number.
    Player(usize),
    /// One of the learner's earlier selves, by number.
    Snapshot(usize),
}

/// The earlier selves of a learner.
pub trait Selves {
    /// How many there are.
    fn count(&self) -> usize;
}

impl Selves for Pool {
    fn count(&self) -> usize {
        self.len()
    }
}

impl Selves for Infallible {
    fn count(&self) -> usize {
        match *self {}
    }
}

/// The learner's seat, the first one where it has several: it goes round the table from deal to deal.
#[inline]
pub fn seat_of(deal: u64, seats: usize) -> Seat {
    Seat((deal % seats as u64) as u8)
}

impl<P, S> Opponents<P, S> {
    /// The earlier selves, where there are any.
    pub fn selves(&self) -> Option<&S> {
        match self {
            Opponents::SelfPlay(selves) => Some(selves),
            _ => None,
        }
    }
}

impl<P> Opponents<P, Pool> {
    /// Puts a pool as it was, of snapshots of so many weights, in the place of the one at the start. False where it does
    /// not fit.
    pub(crate) fn restore(&mut self, kept: Option<Pool>, dimensions: usize) -> bool {
        match (self, kept) {
            (Opponents::SelfPlay(pool), Some(kept)) if kept.dimensions() == dimensions => *pool = kept,
            (Opponents::SelfPlay(_), _) | (_, Some(_)) => return false,
            _ => {}
        }
        true
    }

    /// After so many deals: the pool takes a snapshot if it is time for one.
    #[inline]
    pub(crate) fn note(&mut self, deals: u64, weights: &[f32]) {
        if let Opponents::SelfPlay(pool) = self {
            pool.note(deals, weights);
        }
    }
}
