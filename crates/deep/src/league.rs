use kirifuda_learn::seats::{Chair, seat_of};
use kirifuda_play::{Game, Maker, Rng};

/// Who sits at the seats of a training.
pub struct League<G: Game> {
    /// Makes the listed players.
    pub players: Vec<Maker<G>>,
    /// The share of deals in which one of them sits at all seats but one.
    pub players_share: f64,
    /// The share of deals in which an earlier self does.
    pub past_share: f64,
    /// Deals between two selves that are stored.
    pub past_every: u64,
    /// At most so many are stored; when there are more, every second one is dropped.
    pub past_most: usize,
}

impl<G: Game> League<G> {
    /// The learner alone, at all seats.
    pub fn alone() -> League<G> {
        League { players: Vec::new(), players_share: 0.0, past_share: 0.0, past_every: 1_000_000, past_most: 16 }
    }

    /// Seats the players of a deal. Where others sit, one seat learns: a different one from deal to deal. There is one
    /// earlier self at a time, if any.
    pub(crate) fn seat(&self, deal: u64, rng: &mut Rng, has_past: bool, out: &mut [Chair]) {
        let mut others = Chair::Learner;
        if self.players_share > 0.0 || self.past_share > 0.0 {
            let (draw, which) = (rng.unit(), rng.below(self.players.len().max(1)));
            if draw < self.players_share {
                others = Chair::Player(which);
            } else if draw < self.players_share + self.past_share && has_past {
                others = Chair::Snapshot(0);
            }
        }
        out.fill(others);
        out[seat_of(deal, out.len()).index()] = Chair::Learner;
    }
}
