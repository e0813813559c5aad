use kirifuda_games::tricks::PLAYERS;
use kirifuda_play::{Rng, Seat};

use super::{Cast, Goal, Manner};

/// Number of kinds of players that an opponent may be.
pub const KINDS: usize = 6;

/// The kinds: how they play, and what they are after.
const PARTS: [(Manner, Goal); KINDS] = [
    (Manner::Stock, Goal::Plain),
    (Manner::Jake, Goal::Plain),
    (Manner::Stock, Goal::Stop),
    (Manner::Jake, Goal::Stop),
    (Manner::Jake, Goal::Shoot),
    // By a net. In playouts, which know rules only, it plays like jake.
    (Manner::Jake, Goal::Plain),
];

/// The kind that plays by a net.
pub(super) const NET: usize = KINDS - 1;
/// Manners of passing: stock's, jake's, the net's.
pub const PASSES: usize = 3;

/// What an opponent may be, before it has played a card.
#[derive(Clone, Copy, Debug)]
pub struct Kinds {
    /// The share of each kind.
    pub shares: [f64; KINDS],
    /// How likely a card is that a kind would not have played, one that it would have played being 1.
    pub doubt: f64,
    /// Does the moon count?
    pub moon: bool,
    /// Is what an opponent is after inferred from its plays, or as often as the shares say?
    pub infer_goals: bool,
}

impl Kinds {
    /// `jake`, `defends` and `shoots` are the shares of opponents that play like jake, that stop shooters, that shoot.
    pub fn new(jake: f64, defends: f64, shoots: f64, doubt: f64, moon: bool, infer_goals: bool) -> Kinds {
        let (defends, shoots) = if moon { (defends, shoots) } else { (0.0, 0.0) };
        let plain = (1.0 - shoots) * (1.0 - defends);
        let stop = (1.0 - shoots) * defends;
        let shares = [plain * (1.0 - jake), plain * jake, stop * (1.0 - jake), stop * jake, shoots, 0.0];
        Kinds { shares, doubt, moon: moon && defends + shoots > 0.0, infer_goals }
    }

    /// The same with a share of opponents that play by a net.
    pub fn with_net(mut self, share: f64) -> Kinds {
        self.shares.iter_mut().for_each(|other| *other *= 1.0 - share);
        self.shares[NET] = share;
        self
    }

    /// How likely a seat's plays and passed cards are, whatever its kind.
    pub fn evidence(&self, plays: &[f64; KINDS], passed: &[f64; PASSES]) -> f64 {
        (0..KINDS).map(|kind| self.shares[kind] * plays[kind] * passed[manner(kind)]).sum()
    }

    /// Draws what a seat is, and writes it into the cast.
    pub fn draw(&self, seat: Seat, plays: &[f64; KINDS], passed: &[f64; PASSES], cast: &mut Cast, rng: &mut Rng) {
        let weight = |kind: usize| self.shares[kind] * plays[kind] * passed[manner(kind)];
        let (manner, goal) = PARTS[pick(weight, rng)];
        let place = seat.index() % PLAYERS;
        (cast.manner[place], cast.goal[place]) = (manner, goal);
        if !self.infer_goals {
            cast.goal[place] = PARTS[pick(|kind| self.shares[kind], rng)].1;
        }
    }
}

/// A kind, drawn by weights.
fn pick(weight: impl Fn(usize) -> f64, rng: &mut Rng) -> usize {
    let all: f64 = (0..KINDS).map(&weight).sum();
    let mut left = rng.unit() * all;
    for kind in 0..KINDS {
        left -= weight(kind);
        if left < 0.0 {
            return kind;
        }
    }
    usize::from(weight(1) > weight(0))
}

/// Which manner of passing a kind has.
#[inline]
fn manner(kind: usize) -> usize {
    if kind == NET {
        return 2;
    }
    usize::from(PARTS[kind].0 == Manner::Jake)
}
