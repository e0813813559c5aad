use std::marker::PhantomData;

use kirifuda_play::{Base, Game, Meaning, Opinion, Policy, Rng, Unit};

use super::{Encoder, Net, Parts, Pass, Row, words};
use crate::choice::{Rest, draw, softmax};

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
        let fits = net.is_for(&encoder);
        let row = vec![0; words(net.shape().inputs)];
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
        softmax(&mut self.probabilities, 1.0);
        &self.probabilities
    }
}

impl<G: Game, E: Encoder<G>> Policy<G> for Mixed<G, E> {
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        legal[draw(self.probabilities(view, legal), Rest::Last, rng)]
    }

    /// How likely each move is made.
    fn opinion(&mut self, view: G::View<'_>, legal: &[G::Action], _: &mut Rng) -> Option<Opinion> {
        let values = self.probabilities(view, legal).iter().map(|&likely| f64::from(likely)).collect();
        Some(Opinion { values, meaning: Meaning { unit: Unit::Likelihood, base: Base::Moves } })
    }
}

impl<G: Game, E: Encoder<G>> Clone for Mixed<G, E> {
    fn clone(&self) -> Self {
        let (parts, pass, probabilities) = Default::default();
        let (encoder, net, row) = (self.encoder.clone(), self.net.clone(), self.row.clone());
        Mixed { encoder, net, row, parts, pass, probabilities, game: PhantomData }
    }
}
