use std::time::Duration;

use kirifuda_arena::Maker;
use kirifuda_play::{Actions, Deadline, Game, Policy, Rng, Seat};
use tokio::time::Instant;

/// A player's thought, carried back to its table.
pub struct Thought<G: Game> {
    /// The position it is about: the version of the table.
    pub position: u64,
    /// Who thought.
    pub seat: Seat,
    /// The player, with what it remembers of this deal.
    pub policy: Option<Box<dyn Policy<G>>>,
    /// The move, or why there is none.
    pub action: Result<G::Action, String>,
    /// How long it took.
    pub took: Duration,
}

/// All that a player needs to think, free of the table.
pub struct Question<G: Game> {
    pub position: u64,
    pub seat: Seat,
    /// The player, if it has moved before in this deal.
    pub policy: Option<Box<dyn Policy<G>>>,
    /// Moves that it has followed; nothing when it has not seen the deal.
    pub followed: Option<usize>,
    pub maker: Maker<G>,
    pub dealt: G,
    pub actions: Vec<G::Action>,
    pub game: G,
    pub rng: Rng,
}

impl<G: Game> Question<G> {
    /// Thinks.
    pub fn answer(self, deadline: &Deadline) -> Thought<G> {
        let start = Instant::now();
        let (position, seat) = (self.position, self.seat);
        let (policy, action) = match self.choose(deadline) {
            Ok((policy, action)) => (Some(policy), Ok(action)),
            Err(why) => (None, Err(why)),
        };
        Thought { position, seat, policy, action, took: start.elapsed() }
    }

    #[allow(clippy::type_complexity)]
    fn choose(mut self, deadline: &Deadline) -> Result<(Box<dyn Policy<G>>, G::Action), String> {
        let mut policy = match self.policy.take() {
            Some(policy) => policy,
            None => {
                self.followed = None;
                (self.maker)().map_err(|why| why.to_string())?
            }
        };
        policy.hurry(deadline);
        follow(&mut *policy, self.seat, &self.dealt, &self.actions, self.followed);
        let mut legal = Actions::new();
        self.game.legal(&mut legal);
        let action = policy.choose(self.game.view(self.seat), &legal, &mut self.rng);
        match legal.contains(&action) {
            true => Ok((policy, action)),
            false => Err("it chose a move that is not legal".to_string()),
        }
    }
}

/// Shows a player that follows whole games the moves that it has not seen.
pub fn follow<G: Game>(
    policy: &mut dyn Policy<G>,
    seat: Seat,
    dealt: &G,
    actions: &[G::Action],
    followed: Option<usize>,
) {
    if policy.watch().is_none() {
        return;
    }
    let mut game = dealt.clone();
    if let (None, Some(watch)) = (followed, policy.watch()) {
        watch.begin(game.view(seat));
    }
    for (number, &action) in actions.iter().enumerate() {
        let mover = game.turn().seat().unwrap_or_default();
        game.play(action);
        if let (true, Some(watch)) = (number >= followed.unwrap_or(0), policy.watch()) {
            watch.saw(game.view(seat), mover);
        }
    }
}
