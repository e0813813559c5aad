use kirifuda_play::{Rng, math};

use super::choice::Choice;
use super::replay::{pack, unpack};

/// A uniform sample of all best answers that a side has ever given, of bounded size.
#[derive(Clone, Debug, PartialEq)]
pub struct Reservoir {
    capacity: usize,
    stride: usize,
    rows: Vec<u64>,
    moves: Vec<Vec<u16>>,
    /// The number of each, from 1, in the order in which they were offered.
    numbers: Vec<u32>,
    seen: u64,
}

/// Draws after which a decision is taken whatever its number.
const MOST_TRIES: usize = 64;

impl Reservoir {
    /// Room for so many decisions in positions of so many words.
    pub fn new(capacity: usize, stride: usize) -> Reservoir {
        Reservoir { capacity, stride, rows: Vec::new(), moves: Vec::new(), numbers: Vec::new(), seen: 0 }
    }

    /// Decisions that it holds.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// True before the first.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Decisions that were offered to it.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// Offers it a decision. Each of all those offered is in it equally likely (J. S. Vitter, "Random sampling with a
    /// reservoir", 1985, algorithm R).
    pub(super) fn offer(&mut self, row: &[u64], choice: Choice<'_>, rng: &mut Rng) {
        debug_assert_eq!(row.len(), self.stride);
        self.seen += 1;
        let number = u32::try_from(self.seen).unwrap_or(u32::MAX);
        if self.len() < self.capacity {
            self.rows.extend_from_slice(row);
            self.moves.push(choice.0.to_vec());
            self.numbers.push(number);
            return;
        }
        let place = rng.below(self.seen as usize);
        if place < self.capacity {
            self.rows[place * self.stride..(place + 1) * self.stride].copy_from_slice(row);
            self.moves[place].clear();
            self.moves[place].extend_from_slice(choice.0);
            self.numbers[place] = number;
        }
    }

    /// One of the decisions, late ones more likely: in proportion to a power of their numbers. With the power 0 all are
    /// equally likely. It must hold one.
    pub(super) fn draw(&self, emphasis: u32, rng: &mut Rng) -> usize {
        let mut place = rng.below(self.len());
        // One in emphasis + 1 is accepted; a small reservoir may hold old ones only.
        for _ in 0..MOST_TRIES {
            let age = f64::from(self.numbers[place]) / self.seen as f64;
            if emphasis == 0 || rng.unit() < math::power(age, emphasis.into()) {
                break;
            }
            place = rng.below(self.len());
        }
        place
    }

    pub(super) fn row(&self, place: usize) -> &[u64] {
        &self.rows[place * self.stride..(place + 1) * self.stride]
    }

    pub(super) fn choice(&self, place: usize) -> Choice<'_> {
        Choice(&self.moves[place])
    }

    /// Everything in packed words.
    pub(super) fn pack(&self) -> Vec<u32> {
        let mut out = Vec::new();
        for place in 0..self.len() {
            out.push(self.numbers[place]);
            pack(self.row(place), self.choice(place), &mut out);
        }
        out
    }

    /// What was packed, after so many decisions were offered; nothing if it does not fit.
    pub(super) fn unpack(
        capacity: usize,
        stride: usize,
        outputs: usize,
        seen: u64,
        mut words: &[u32],
    ) -> Option<Reservoir> {
        let mut reservoir = Reservoir::new(capacity, stride);
        let (mut row, mut moves) = (Vec::new(), Vec::new());
        while let [number, rest @ ..] = words {
            if *number == 0 || u64::from(*number) > seen {
                return None;
            }
            words = unpack(stride, outputs, rest, &mut row, &mut moves)?;
            reservoir.numbers.push(*number);
            reservoir.rows.extend_from_slice(&row);
            reservoir.moves.push(moves.clone());
        }
        reservoir.seen = seen;
        (reservoir.len() as u64 == seen.min(capacity as u64)).then_some(reservoir)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE_OF_TWO: Choice<'static> = Choice(&[1, 2, 1, 2, 0, 1]);

    fn filled(capacity: usize, offered: u64, seed: u64) -> Reservoir {
        let (mut reservoir, mut rng) = (Reservoir::new(capacity, 1), Rng::new(seed));
        (0..offered).for_each(|number| reservoir.offer(&[number], ONE_OF_TWO, &mut rng));
        reservoir
    }

    #[test]
    fn every_decision_offered_stays_equally_likely() {
        let (capacity, offered, times) = (20, 100, 2_000);
        let mut counts = vec![0u32; offered];
        for seed in 0..times {
            let reservoir = filled(capacity, offered as u64, seed);
            assert_eq!(reservoir.len(), capacity);
            (0..capacity).for_each(|place| counts[reservoir.row(place)[0] as usize] += 1);
        }
        let expected = times as f64 * capacity as f64 / offered as f64;
        let chi2: f64 = counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
        // Without replacement the sum is smaller by the factor 1 − 20/100, times 99 degrees of freedom: mean 79, standard
        // deviation 11. The seeds are fixed.
        assert!((35.0..125.0).contains(&chi2), "chi-square {chi2}");
    }

    #[test]
    fn late_decisions_are_drawn_in_proportion_to_a_power_of_their_numbers() {
        let reservoir = filled(100, 100, 1);
        let mut rng = Rng::new(2);
        for (emphasis, mean) in [(0, 50.5), (1, 67.0), (2, 75.25)] {
            let sum: u64 = (0..10_000).map(|_| reservoir.row(reservoir.draw(emphasis, &mut rng))[0] + 1).sum();
            // Means by Σ n^(k+1) / Σ n^k; standard deviations of the mean below 0.3.
            assert!((sum as f64 / 10_000.0 - mean).abs() < 1.2, "{emphasis}: {}", sum as f64 / 10_000.0);
        }
    }

    #[test]
    fn what_is_packed_comes_back() {
        for offered in [0, 7, 50] {
            let reservoir = filled(10, offered, 1);
            let words = reservoir.pack();
            assert_eq!(Reservoir::unpack(10, 1, 2, offered, &words), Some(reservoir));
            assert!(Reservoir::unpack(10, 1, 2, 9, &words).is_none(), "another number of decisions");
            assert!(Reservoir::unpack(10, 2, 2, offered, &words).is_none() || offered == 0);
        }
    }
}
