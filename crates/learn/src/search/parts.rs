use kirifuda_play::{Actions, Game, Imagine, Policy, Rng, Worlds};

use super::{Clock, Estimate};

/// How simulations are spent: [`Flat`](super::Flat), [`Uct`](super::Uct) or [`IsMcts`](super::IsMcts).
pub trait Method<G: Game>: Clone + Send + Sync + 'static {
    /// What is kept between moves, so that its memory is used again.
    type Memory: Default + Send + Sync;

    /// Spends the budget of one share of a search and adds what came out to the estimates.
    fn explore<P: Policy<G>, C: Candidates<G>, W: Worlds<G>>(
        &self,
        memory: &mut Self::Memory,
        work: SearchWork<'_, G, P, C, W>,
    );

    /// The place of the action to take.
    fn best(&self, estimates: &[Estimate<G::Action>]) -> usize;
}

/// One share of a search: what it may use, and where its results go.
pub struct SearchWork<'a, G: Game, P, C, W> {
    /// The worlds that agree with what the seat has seen.
    pub worlds: &'a mut W,
    /// Plays simulations to their end.
    pub playout: &'a mut P,
    /// Narrows the choices inside a tree; those at the root are in the estimates.
    pub candidates: &'a C,
    /// Moves from the root that a tree holds; those after them are played out.
    pub horizon: usize,
    /// How much exploration is worth, on payoffs between 0 and 1.
    pub exploration: f64,
    /// What may be spent.
    pub clock: Clock,
    /// This share's number among all, from 0, and how many there are.
    pub share: (usize, usize),
    /// The candidates, ascending, at least two; nothing is known of them yet.
    pub estimates: &'a mut [Estimate<G::Action>],
    /// A buffer.
    pub legal: &'a mut Actions<G>,
    /// The share's own stream.
    pub rng: &'a mut Rng,
}

/// Says which legal actions are worth a look.
pub trait Candidates<G: Game>: Clone + Send + Sync + 'static {
    /// Adds them to `out`, in any order; doubles do no harm. Where it names none, all legal actions are looked at.
    fn candidates(&self, view: G::View<'_>, legal: &[G::Action], out: &mut Vec<G::Action>);

    /// Moves from here on that a tree looks at; those after them are played out. All of them where nothing is said.
    fn horizon(&self, _view: G::View<'_>) -> usize {
        usize::MAX
    }

    /// The candidates, ascending and each once, or all that is legal.
    #[inline]
    fn narrow<'a>(&self, view: G::View<'_>, legal: &'a [G::Action], buffer: &'a mut Vec<G::Action>) -> &'a [G::Action] {
        if legal.len() == 1 {
            return legal;
        }
        buffer.clear();
        self.candidates(view, legal, buffer);
        // A filter that names an illegal action must not make the search play it.
        buffer.retain(|action| legal.binary_search(action).is_ok());
        buffer.sort_unstable();
        buffer.dedup();
        if buffer.is_empty() { legal } else { buffer }
    }
}

/// Every legal action is a candidate.
#[derive(Clone, Copy, Debug, Default)]
pub struct AllLegal;

impl<G: Game> Candidates<G> for AllLegal {
    fn candidates(&self, _view: G::View<'_>, legal: &[G::Action], out: &mut Vec<G::Action>) {
        out.extend_from_slice(legal);
    }

    #[inline]
    fn narrow<'a>(
        &self,
        _view: G::View<'_>,
        legal: &'a [G::Action],
        _buffer: &'a mut Vec<G::Action>,
    ) -> &'a [G::Action] {
        legal
    }
}

/// Draws the worlds in which simulations are played.
pub trait Sampler<G: Game>: Clone + Send + Sync + 'static {
    /// What is prepared once a move.
    type Worlds: Worlds<G> + Send;
    /// The worlds of a view.
    fn worlds(&self, view: G::View<'_>) -> Self::Worlds;
}

/// Every world that agrees with the view is equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyWorld;

impl<G: Imagine> Sampler<G> for AnyWorld {
    type Worlds = G::Worlds;
    fn worlds(&self, view: G::View<'_>) -> G::Worlds {
        G::worlds(view)
    }
}
