//! Who sits where while a learner learns, and the deals they play.
//!
//! A training is a row of deals, each from its own stream of the seed: one that is stopped and taken up again learns the
//! same to the last bit. The learner goes round the table; [`Opponents`] sit at the other seats.

mod opponents;
mod pool;

pub use opponents::{Chair, Course, Opponents, Selves, seat_of};
pub use pool::Pool;

use kirifuda_play::{Actions, Game, Policy, Rng, Rules, Seat, Turn, Uniform};

/// The learner at its seats: it makes moves, and notes what it will learn from.
pub(crate) trait Actor<G: Game, S> {
    /// Whether anybody is asked where there is only one legal move. (A player may draw random numbers even then.)
    const ASKED_WHEN_FORCED: bool = true;

    /// A move of the learner.
    fn choose(&mut self, seat: Seat, view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action;

    /// A move of the earlier self of a number.
    fn recall(&mut self, past: (&S, usize), view: G::View<'_>, legal: &[G::Action], rng: &mut Rng) -> G::Action;
}

/// The seats of a training, and who sits there in the last deal.
pub(crate) struct Seats<G: Game> {
    chairs: Vec<Chair>,
    legal: Actions<G>,
}

impl<G: Game> Seats<G> {
    /// The seats of a game.
    pub fn new(rules: &G::Rules) -> Self {
        Seats { chairs: vec![Chair::Random; rules.seats()], legal: Actions::new() }
    }

    /// Those at which the learner sat in the last deal.
    pub fn learners(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(self.chairs.len()).filter(|seat| self.chairs[seat.index()] == Chair::Learner)
    }

    /// Plays a deal to its end.
    #[inline]
    pub fn play<S: Selves>(
        &mut self,
        course: &mut Course<G, Box<dyn Policy<G>>, S>,
        deal: u64,
        actor: &mut impl Actor<G, S>,
    ) -> G {
        let begun = course.begin(deal, &mut self.chairs);
        let (players, selves): (&mut [_], _) = match &mut course.opponents {
            Opponents::Players(players) => (players, None),
            Opponents::SelfPlay(selves) => (&mut [], Some(&*selves)),
            Opponents::Random | Opponents::Mirror => (&mut [], None),
        };
        self.finish(begun, players, selves, actor)
    }

    /// The same with players that were made for a thread.
    #[inline]
    pub fn play_with<P, S: Selves>(
        &mut self,
        course: &Course<G, P, S>,
        players: &mut [Box<dyn Policy<G>>],
        deal: u64,
        actor: &mut impl Actor<G, S>,
    ) -> G {
        let begun = course.begin(deal, &mut self.chairs);
        self.finish(begun, players, course.opponents.selves(), actor)
    }

    #[inline]
    fn finish<S, A: Actor<G, S>>(
        &mut self,
        (mut game, mut rng): (G, Rng),
        players: &mut [Box<dyn Policy<G>>],
        selves: Option<&S>,
        actor: &mut A,
    ) -> G {
        let rng = &mut rng;
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut self.legal);
            let (view, legal) = (game.view(seat), &*self.legal);
            let action = match (self.chairs[seat.index()], selves) {
                _ if !A::ASKED_WHEN_FORCED && legal.len() == 1 => legal[0],
                (Chair::Learner, _) => actor.choose(seat, view, legal, rng),
                (Chair::Player(number), _) => players[number].choose(view, legal, rng),
                (Chair::Snapshot(number), Some(selves)) => actor.recall((selves, number), view, legal, rng),
                _ => Policy::<G>::choose(&mut Uniform, view, legal, rng),
            };
            game.play(action);
        }
        game
    }
}
