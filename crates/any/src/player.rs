use std::sync::Mutex;

use kirifuda_catalog::{Listed, contestant};
use kirifuda_play::{Meaning, Opinion, Policy, Rng};

use crate::state::ViewOf;
use crate::{Error, View};

/// A player of the list, asked move by move.
pub trait Player: Send {
    /// Its move, one of the legal ones.
    fn choose(&mut self, view: &dyn View) -> Result<usize, Error>;
    /// What it thinks of every legal move, if it can say.
    fn opinion(&mut self, view: &dyn View) -> Result<Option<Opinions>, Error>;
}

/// What a player thinks of every legal move.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinions {
    /// The numbers of the moves, each with a value: higher is better.
    pub values: Vec<(usize, f64)>,
    /// What the values are.
    pub meaning: Meaning,
}

pub(crate) struct PlayerOf<G: Listed> {
    policy: Box<dyn Policy<G>>,
    rng: Rng,
}

impl<G: Listed> PlayerOf<G> {
    pub fn make(rules: &G::Rules, text: &str, seed: u64) -> Result<Box<Mutex<dyn Player>>, Error> {
        let made = (contestant::<G>(rules, text)?.maker)();
        let policy = made.map_err(|why| Error::Player(format!("player `{text}` cannot start: {why}")))?;
        Ok(Box::new(Mutex::new(PlayerOf::<G> { policy, rng: Rng::new(seed) })))
    }
}

/// The view of a game that a player can play; the error says why it cannot.
fn asked<G: Listed>(view: &dyn View) -> Result<&ViewOf<G>, Error> {
    let Some(own) = view.as_any().downcast_ref::<ViewOf<G>>() else {
        return Err(Error::Input(format!("this is a player of {}, and the view is of another game", G::NAME)));
    };
    if own.actions.is_empty() {
        let why = match view.turn() {
            None => "the game is over".to_string(),
            Some(turn) => format!("it is seat {turn}'s turn, and the view is seat {}'s", view.seat()),
        };
        return Err(Error::Input(format!("there is nothing to choose: {why}")));
    }
    Ok(own)
}

impl<G: Listed> Player for PlayerOf<G> {
    fn choose(&mut self, view: &dyn View) -> Result<usize, Error> {
        let view = asked::<G>(view)?;
        let action = self.policy.choose(view.view(), &view.actions, &mut self.rng);
        Ok(G::number(action))
    }

    fn opinion(&mut self, view: &dyn View) -> Result<Option<Opinions>, Error> {
        let view = asked::<G>(view)?;
        let Some(Opinion { values, meaning }) = self.policy.opinion(view.view(), &view.actions, &mut self.rng) else {
            return Ok(None);
        };
        let values = view.actions.iter().map(|&action| G::number(action)).zip(values).collect();
        Ok(Some(Opinions { values, meaning }))
    }
}
