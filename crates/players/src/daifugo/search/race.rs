/// A race of moves: all that are left are tried in the same worlds, and those that fall behind for good are out.
///
/// Since the worlds are the same, differences are known much better than the payoffs themselves.
#[derive(Clone, Debug, Default)]
pub(super) struct Race {
    /// Worlds so far.
    worlds: u32,
    /// Moves that are left, by number.
    left: Vec<usize>,
    /// By number: a bonus, and the sum of the payoffs.
    bonus: Vec<f64>,
    totals: Vec<f64>,
    /// By number: the worlds in which the move was tried.
    tried: Vec<u32>,
    /// Sums of products of the payoffs of two moves.
    products: Vec<f64>,
}

/// A move is out when it is behind by so many standard errors.
const BEHIND: f64 = 2.6;

/// Worlds before the first falls out, and between two looks.
const FIRST: u32 = 16;
const EVERY: u32 = 8;

impl Race {
    /// Begins anew with moves that have these bonuses, which count like so many payoffs in one world.
    pub fn begin(&mut self, bonus: impl IntoIterator<Item = f64>) {
        self.bonus.clear();
        self.bonus.extend(bonus);
        let count = self.bonus.len();
        self.worlds = 0;
        self.left.clear();
        self.left.extend(0..count);
        self.totals.clear();
        self.totals.resize(count, 0.0);
        self.tried.clear();
        self.tried.resize(count, 0);
        self.products.clear();
        self.products.resize(count * count, 0.0);
    }

    /// The moves that are left.
    pub fn left(&self) -> &[usize] {
        &self.left
    }

    /// Worlds so far.
    pub fn worlds(&self) -> u32 {
        self.worlds
    }

    /// Worlds until the next look at who is behind.
    pub fn until_look(&self) -> u32 {
        EVERY - self.worlds % EVERY
    }

    /// The payoffs of the moves that are left, in their order, in one more world.
    pub fn note(&mut self, payoffs: &[f64]) {
        let count = self.totals.len();
        for (&one, &payoff) in self.left.iter().zip(payoffs) {
            self.totals[one] += payoff;
            self.tried[one] += 1;
            for (&two, &other) in self.left.iter().zip(payoffs) {
                self.products[one * count + two] += payoff * other;
            }
        }
        self.worlds += 1;
        if self.worlds >= FIRST && self.worlds.is_multiple_of(EVERY) {
            self.drop_behind();
        }
    }

    /// The best move so far.
    pub fn best(&self) -> usize {
        let mut best = self.left.first().copied().unwrap_or(0);
        for &place in &self.left {
            if self.value(place) > self.value(best) {
                best = place;
            }
        }
        best
    }

    /// What a move has brought on the average, its bonus included; 0 for one that was never tried.
    pub fn mean(&self, place: usize) -> f64 {
        self.value(place) / f64::from(self.tried[place].max(1))
    }

    fn value(&self, place: usize) -> f64 {
        self.totals[place] + self.bonus[place]
    }

    fn drop_behind(&mut self) {
        let (best, count, worlds) = (self.best(), self.totals.len(), f64::from(self.worlds));
        let (totals, products, bonus) = (&self.totals, &self.products, &self.bonus);
        let product = |one: usize, two: usize| products[one * count + two];
        self.left.retain(|&place| {
            if place == best {
                return true;
            }
            let behind = (totals[best] + bonus[best] - totals[place] - bonus[place]) / worlds;
            let mean = (totals[best] - totals[place]) / worlds;
            let squares = (product(best, best) - 2.0 * product(best, place) + product(place, place)) / worlds;
            // As if one world had made a difference of 1: two moves that were the same so far are not the same.
            let variance = (squares - mean * mean).max(0.0) + 1.0 / worlds;
            behind < BEHIND * (variance / worlds).sqrt()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kirifuda_play::Rng;

    #[test]
    fn moves_that_fall_behind_are_out_and_the_best_is_left() {
        let (mut race, mut rng, mut playouts) = (Race::default(), Rng::new(1), 0);
        race.begin([0.0; 4]);
        while race.worlds() < 2000 && race.left().len() > 1 {
            // Luck moves all payoffs of a world together, by much more than the moves differ.
            let luck = 5.0 * rng.unit();
            let payoffs: Vec<f64> = race.left().iter().map(|&place| luck + 0.3 * place as f64 + rng.unit()).collect();
            playouts += payoffs.len();
            race.note(&payoffs);
        }
        assert_eq!(race.left(), [3]);
        assert!((0..3).all(|place| race.mean(place) < race.mean(place + 1)), "{race:?}");
        assert_eq!(race.best(), 3);
        assert!(playouts < 600, "{playouts} playouts"); // each difference is 0.3 with a deviation of 0.4
    }

    #[test]
    fn moves_that_come_out_the_same_stay_and_the_bonus_decides() {
        let mut race = Race::default();
        race.begin([0.0, 1.0, -1.0]);
        for _ in 0..200 {
            race.note(&[3.0; 3]);
        }
        assert_eq!(race.left(), [0, 1, 2]);
        assert_eq!(race.best(), 1);
    }
}
