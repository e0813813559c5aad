use std::marker::PhantomData;

use kirifuda_play::{Game, Policy, Rng};

use super::{Encoder, Net, Parts, Pass, Row, words};
use crate::svr::power_of_two;

/// Plays every move as often as a net says: the softmax of the sums of the parts of the legal moves.
///
/// For nets that have learned a mixed strategy, such as the average policy of fictitious self-play; a net that has learned
/// what moves are worth is for [`Player`](super::Player).
pub struct Mixed<G: Game, E> {
    encoder: E,
    net: Net,
    row: Vec<u64>,
    parts: Parts,
    pass: Pass,
    probabilities: Vec<f32>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, E: Encoder<G>> Mixed<G, E> {
    /// A player; nothing if the net is not for positions and moves of this encoder.
    pub fn new(encoder: E, net: Net) -> Option<Self> {
        let shape = net.shape();
        let fits = shape.inputs == encoder.inputs() && shape.outputs == encoder.outputs();
        let row = vec![0; words(shape.inputs)];
        let (parts, pass, probabilities) = Default::default();
        fits.then_some(Mixed { encoder, net, row, parts, pass, probabilities, game: PhantomData })
    }

    /// The net.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// How likely it plays each of the legal actions.
    pub fn probabilities(&mut self, view: G::View<'_>, legal: &[G::Action]) -> &[f32] {
        let mut row = Row::new(&mut self.row);
        self.encoder.position(view, &mut row);
        debug_assert_eq!(row.len(), self.net.shape().inputs, "the bits that the encoder says");
        self.net.look(&self.row, &mut self.pass);
        self.parts.clear();
        self.probabilities.clear();
        for (number, &action) in legal.iter().enumerate() {
            self.encoder.parts(view, action, &mut self.parts);
            self.parts.end();
            self.probabilities.push(self.parts.value(number, &self.pass.outputs));
        }
        softmax(&mut self.probabilities);
        &self.probabilities
    }
}

impl<G: Game, E: Encoder<G>> Policy<G> for Mixed<G, E> {
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        legal[draw(self.probabilities(view, legal), rng)]
    }
}

impl<G: Game, E: Encoder<G>> Clone for Mixed<G, E> {
    fn clone(&self) -> Self {
        let (parts, pass, probabilities) = Default::default();
        let (encoder, net, row) = (self.encoder.clone(), self.net.clone(), self.row.clone());
        Mixed { encoder, net, row, parts, pass, probabilities, game: PhantomData }
    }
}

/// Turns numbers into probabilities: proportional to e to their power.
pub fn softmax(values: &mut [f32]) {
    let highest = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for value in values.iter_mut() {
        *value = power_of_two((*value - highest) * std::f32::consts::LOG2_E);
        sum += *value;
    }
    values.iter_mut().for_each(|value| *value /= sum);
}

/// The number of one of the items, by their probabilities.
pub fn draw(probabilities: &[f32], rng: &mut Rng) -> usize {
    let mut rest = rng.unit() as f32;
    let mut chosen = 0;
    for (number, &probability) in probabilities.iter().enumerate().filter(|(_, probability)| **probability > 0.0) {
        // Rounding may leave a trace of probability over: it goes to the last item.
        chosen = number;
        rest -= probability;
        if rest < 0.0 {
            break;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_in_proportion_to_exponentials() {
        let mut values = [1.0f32, 0.0, -2.0, 1.0];
        softmax(&mut values);
        let sum = 2.0 * 1f32.exp() + 1.0 + (-2f32).exp();
        for (found, expected) in values.iter().zip([1f32.exp(), 1.0, (-2f32).exp(), 1f32.exp()]) {
            assert!((found - expected / sum).abs() < 1e-6, "{values:?}");
        }
        let mut far = [1000.0f32, -1000.0];
        softmax(&mut far);
        assert!(far[0] == 1.0 && far[1] < 1e-30, "{far:?}");
    }

    #[test]
    fn items_are_drawn_as_often_as_their_probabilities_say() {
        let (mut rng, mut counts) = (Rng::new(3), [0; 4]);
        for _ in 0..10_000 {
            counts[draw(&[0.5, 0.0, 0.3, 0.2], &mut rng)] += 1;
        }
        assert_eq!(counts[1], 0);
        for (count, expected) in counts.iter().zip([5000, 0, 3000, 2000]) {
            assert!((expected - count as &i32).abs() < 200, "{counts:?}"); // four standard deviations of at most 50
        }
    }
}
