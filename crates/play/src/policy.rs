use std::sync::Arc;

use crate::{Actions, Deadline, Game, Opinion, Phrase, Rng, Seat, Turn};

/// A way to play: from what a seat may know to an action.
///
/// An instance may remember things within one game, never from one game to the next: results must not depend on
/// which games an instance happened to be given. (Learning is done by other objects, of which a policy is a copy.)
pub trait Policy<G: Game>: Send {
    /// One of the legal actions (ascending, never empty).
    fn choose(&mut self, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action;

    /// From now on it has to answer by this deadline, whatever its settings allow: whoever looks ahead then answers with the
    /// best that it has found. Players of a moment need not listen. What is answered in time does not depend on it.
    fn hurry(&mut self, _deadline: &Deadline) {}

    /// Players that can say what they think of every move do so here, in the units of the game. For people who ask for a
    /// hint; a game in play never needs it.
    fn opinion(&mut self, _view: G::View<'_>, _legal: &[G::Action], _rng: &mut Rng) -> Option<Opinion> {
        None
    }

    /// Why the last choice was made, for people; players that cannot say leave it at that.
    fn reason(&self) -> Option<Phrase> {
        None
    }

    /// Players that answer many questions at once faster than one by one say so here. Such a player remembers nothing from
    /// move to move, and answers each question as [`choose`](Policy::choose) does.
    fn many(&mut self) -> Option<&mut dyn Many<G>> {
        None
    }

    /// Players that want to see the whole game, not only their own decisions, say so here.
    fn watch(&mut self) -> Option<&mut dyn Watch<G>> {
        None
    }
}

/// A player that is asked about many games at once.
pub trait Many<G: Game> {
    /// Adds one of the legal actions of each question, in their order. A player that fails says why.
    fn choose_many(&mut self, questions: &mut [Question<'_, '_, G>], chosen: &mut Vec<G::Action>) -> Result<(), Fault>;
}

/// What a player is asked in one of many games.
pub struct Question<'v, 'q, G: Game> {
    /// What its seat may know.
    pub view: G::View<'v>,
    /// The legal actions (ascending, never empty).
    pub legal: &'q [G::Action],
    /// The choices of this game.
    pub rng: &'q mut Rng,
}

/// A player that follows the game from its seat.
pub trait Watch<G: Game> {
    /// The cards are dealt.
    fn begin(&mut self, view: G::View<'_>);
    /// `seat` has just made a move; the view, taken after it, shows as much of the move as this seat may see.
    fn saw(&mut self, view: G::View<'_>, seat: Seat);
    /// The game is over. A player that failed in it (outside programs do) says so now: the game does not count.
    fn end(&mut self, view: G::View<'_>, payoffs: &[f32]) -> Result<(), Fault>;
}

/// A player that could not play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Fault(pub String);

/// Makes instances of a player: one for each thread, and for each seat it holds in one game.
pub type Maker<G> = Arc<dyn Fn() -> Result<Box<dyn Policy<G>>, Fault> + Send + Sync>;

/// Every legal action equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Policy<G> for Uniform {
    #[inline]
    fn choose(&mut self, _view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        // A third of all moves in a trick-taking game are forced: no need to draw.
        if let [only] = legal { *only } else { rng.pick(legal) }
    }
}

/// Plays a game to its end, all seats by one policy. The hot loop of playouts and self-play.
// Out of line on purpose: inlined into a longer function, the generator's state is spilled at every move (2.3
// instructions a move in Hearts, benches/README.md).
#[inline(never)]
pub fn play_out<G: Game, P: Policy<G>>(game: &mut G, policy: &mut P, legal: &mut Actions<G>, rng: &mut Rng) {
    while let Turn::Seat(seat) = game.turn() {
        game.legal(legal);
        let action = policy.choose(game.view(seat), legal, rng);
        game.play(action);
    }
}
