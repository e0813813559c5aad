use std::marker::PhantomData;

use kirifuda_play::{Fault, Game, Many, Opinion, Policy, Question, Rng};

use super::{Encoder, Net, Parts, Pass, Passes, Row, words};
use crate::choice::best;
use crate::strength::Judge;

/// Plays the move that a net thinks most of.
pub struct Player<G: Game, E> {
    encoder: E,
    net: Net,
    row: Vec<u64>,
    parts: Parts,
    pass: Pass,
    /// Many positions, and what the net thinks of them.
    rows: Vec<u64>,
    passes: Passes,
    values: Vec<f32>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, E: Encoder<G>> Player<G, E> {
    /// A player; nothing if the net is not for positions and moves of this encoder.
    pub fn new(encoder: E, net: Net) -> Option<Self> {
        let fits = net.is_for(&encoder);
        let row = vec![0; words(net.shape().inputs)];
        let (parts, pass, rows, passes, values) = Default::default();
        fits.then_some(Player { encoder, net, row, parts, pass, rows, passes, values, game: PhantomData })
    }

    /// The net.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// What it sees.
    pub fn encoder(&self) -> &E {
        &self.encoder
    }

    /// What it thinks each of the legal actions will bring, in the units of [`Encoder::outcome`].
    pub fn values(&mut self, view: G::View<'_>, legal: &[G::Action]) -> &[f32] {
        let mut row = Row::new(&mut self.row);
        self.encoder.position(view, &mut row);
        debug_assert_eq!(row.len(), self.net.shape().inputs, "the bits that the encoder says");
        self.net.look(&self.row, &mut self.pass);
        weigh(&self.encoder, view, legal, &self.pass.outputs, &mut self.parts, &mut self.values);
        &self.values
    }
}

impl<G: Game, E: Encoder<G>> Policy<G> for Player<G, E> {
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], _: &mut Rng) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        legal[best(self.values(view, legal)).0]
    }

    fn many(&mut self) -> Option<&mut dyn Many<G>> {
        Some(self)
    }
}

impl<G: Game, E: Encoder<G>> Many<G> for Player<G, E> {
    fn choose_many(&mut self, questions: &mut [Question<'_, '_, G>], chosen: &mut Vec<G::Action>) -> Result<(), Fault> {
        self.rows.clear();
        for question in questions.iter().filter(|question| question.legal.len() > 1) {
            self.encoder.position(question.view, &mut Row::new(&mut self.row));
            self.rows.extend_from_slice(&self.row);
        }
        self.net.look_at_many(&self.rows, &mut self.passes);
        let mut position = 0;
        for question in questions.iter() {
            if let [only] = question.legal {
                chosen.push(*only);
                continue;
            }
            weigh(
                &self.encoder,
                question.view,
                question.legal,
                self.passes.outputs(position),
                &mut self.parts,
                &mut self.values,
            );
            chosen.push(question.legal[best(&self.values).0]);
            position += 1;
        }
        Ok(())
    }
}

/// What the moves are worth, by the values of their parts.
fn weigh<G: Game, E: Encoder<G>>(
    encoder: &E,
    view: G::View<'_>,
    legal: &[G::Action],
    outputs: &[f32],
    parts: &mut Parts,
    values: &mut Vec<f32>,
) {
    parts.clear();
    values.clear();
    let known = encoder.known(view);
    encoder.moves(view, legal, parts);
    debug_assert_eq!(parts.len(), legal.len(), "parts of each move");
    values.extend((0..legal.len()).map(|number| known + parts.value(number, outputs)));
}

impl<G: Game, E: Encoder<G>> Judge<G> for Player<G, E> {
    /// Its values. It imagines nothing: attention makes no difference.
    fn judge(&mut self, view: G::View<'_>, legal: &[G::Action], _: f32, _: &mut Rng, out: &mut Vec<f32>) {
        out.clear();
        out.extend_from_slice(self.values(view, legal));
    }

    fn express(&self, view: G::View<'_>, judged: &[f32]) -> Opinion {
        self.encoder.scale(view).opinion(judged)
    }

    /// Outcomes are numbers of about 1; a middling move costs a tenth.
    fn unit(&self) -> f32 {
        0.1
    }
}

impl<G: Game, E: Encoder<G>> Clone for Player<G, E> {
    fn clone(&self) -> Self {
        let (parts, pass, rows, passes, values) = Default::default();
        let (encoder, net, row) = (self.encoder.clone(), self.net.clone(), self.row.clone());
        Player { encoder, net, row, parts, pass, rows, passes, values, game: PhantomData }
    }
}
