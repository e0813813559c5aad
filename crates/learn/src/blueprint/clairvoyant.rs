use kirifuda_play::{Actions, Retrace, Rng, Turn};

use super::Manner;
use super::playouts::Playouts;
use super::until::Until;
use crate::net::{Encoder, Net};

/// A yardstick that sees all cards: plays every move out by a net at all seats in the true deal, or at its own alone where the others
/// go by a rule, and takes the best. How far it is ahead of the net says how much a search over the net could gain at most by knowing
/// the cards.
///
/// It is given the game and not a view, so it is no [`Policy`](kirifuda_play::Policy) and cannot sit at a table.
pub struct Clairvoyant<G: Retrace, E> {
    encoder: E,
    net: Net,
    playouts: Playouts<G>,
    legal: Actions<G>,
    /// The rule by which the others play, if they do not play by the net.
    others: Option<Manner<G>>,
}

impl<G: Retrace, E: Encoder<G>> Clairvoyant<G, E> {
    /// One that plays out by a net; nothing if the net is not for this encoder.
    pub fn new(encoder: E, net: Net) -> Option<Self> {
        let fits = net.is_for(&encoder);
        let playouts = Playouts::default();
        fits.then_some(Clairvoyant { encoder, net, playouts, legal: Actions::new(), others: None })
    }

    /// One whose others play by a rule.
    pub fn among(self, others: Manner<G>) -> Self {
        Clairvoyant { others: Some(others), ..self }
    }

    /// The best move of the seat to move; of equals the first. Nothing when the game is over.
    pub fn choose(&mut self, game: &G) -> Option<G::Action> {
        let Turn::Seat(me) = game.turn() else { return None };
        game.legal(&mut self.legal);
        if let [only] = *self.legal {
            return Some(only);
        }
        let mut kinds = vec![u8::from(self.others.is_some()); game.seats()];
        kinds[me.index()] = 0;
        self.playouts.clear();
        for &action in &*self.legal {
            let mut after = game.clone();
            after.play(action);
            self.playouts.add(after, &kinds, Rng::new(0));
        }
        self.playouts.run((&self.encoder, &self.net), self.others.as_slice(), me, 1.0, Until::default());
        let mut best: Option<(f32, G::Action)> = None;
        for (&action, outcome) in self.legal.iter().zip(self.playouts.worth(&self.encoder, me)) {
            if best.is_none_or(|(most, _)| outcome > most) {
                best = Some((outcome, action));
            }
        }
        best.map(|(_, action)| action)
    }
}
