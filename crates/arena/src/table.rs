use kirifuda_play::{Actions, Fault, Game, Policy, Rng, Seat, Text, Turn, Watch};

use crate::waves::{Brake, Halt};
use crate::{ArenaError, Contestant, Place, Record};

/// Players around a table, with every buffer that a game needs: nothing is allocated from game to game.
pub(crate) struct DealTable<'a, G: Game> {
    contestants: &'a [Contestant<G>],
    /// `copies` instances of each contestant, one after the other.
    policies: Vec<Box<dyn Policy<G>>>,
    copies: usize,
    chairs: Vec<Chair>,
    legal: Actions<G>,
    /// What the last game was worth, by seat.
    pub payoffs: Vec<f32>,
    /// The moves of the last game, if they are wanted.
    moves: Option<Vec<G::Action>>,
}

impl<'a, G: Text> DealTable<'a, G> {
    /// Makes `copies` instances of every contestant.
    pub fn new(contestants: &'a [Contestant<G>], copies: usize, seats: usize) -> Result<Self, ArenaError> {
        let mut policies = Vec::with_capacity(contestants.len() * copies);
        for contestant in contestants {
            for _ in 0..copies {
                let made = (contestant.maker)();
                policies.push(made.map_err(|why| ArenaError::Maker { contestant: contestant.name.clone(), why })?);
            }
        }
        let (chairs, payoffs) = (vec![Chair::default(); seats], vec![0.0; seats]);
        Ok(DealTable { contestants, policies, copies, chairs, legal: Actions::new(), payoffs, moves: None })
    }

    /// Keeps the moves of every game from now on.
    pub fn keep_moves(mut self, wanted: bool) -> Self {
        self.moves = wanted.then(Vec::new);
        self
    }

    /// Seats one copy of every contestant, contestant 0 at seat `rotation`.
    pub fn rotate(&mut self, rotation: usize) {
        let (last, first) = self.chairs.split_at_mut(rotation);
        for (contestant, chair) in first.iter_mut().chain(last).enumerate() {
            *chair = Chair { contestant, policy: self.copies * contestant };
        }
    }

    /// Seats copies of contestant `a` where the mask has a bit, and of `b` elsewhere.
    pub fn pair(&mut self, a: usize, b: usize, mask: u32) {
        let mut free = [a, b].map(|contestant| Chair { contestant, policy: self.copies * contestant });
        for (seat, chair) in self.chairs.iter_mut().enumerate() {
            let side = &mut free[usize::from(mask >> seat & 1 == 0)];
            *chair = *side;
            side.policy += 1;
        }
    }

    /// The number of the contestant at a seat.
    #[inline]
    pub fn contestant(&self, seat: Seat) -> usize {
        self.chairs[seat.index()].contestant
    }

    /// Plays a game to its end. `place` says which game it is, should it fail.
    pub fn play(&mut self, game: &mut G, rng: &mut Rng, brake: &Brake<'_>, place: Place) -> Result<(), Halt> {
        self.play_through(game, rng, brake).map_err(|trouble| {
            let name = |seat| self.contestants[self.contestant(seat)].name.clone();
            match trouble {
                Trouble::Braked => Halt::Braked,
                Trouble::Illegal(seat, action) => Halt::Failed(ArenaError::Illegal {
                    contestant: name(seat),
                    place,
                    action: G::show_action(game.rules(), action),
                }),
                Trouble::Fault(seat, why) => Halt::Failed(ArenaError::Fault { contestant: name(seat), place, why }),
            }
        })
    }

    /// The last game, given its deal, as a record.
    pub fn record(&self, dealt: &G) -> Record {
        let names = Seat::all(self.chairs.len()).map(|seat| self.contestants[self.contestant(seat)].name.clone());
        Record::new(dealt, self.moves.as_deref().unwrap_or_default(), &self.payoffs, names.collect())
    }

    fn play_through(&mut self, game: &mut G, rng: &mut Rng, brake: &Brake<'_>) -> Result<(), Trouble<G>> {
        let watched = Seat::all(self.chairs.len()).any(|seat| self.policy(seat).watch().is_some());
        if let Some(moves) = &mut self.moves {
            moves.clear();
        }
        if watched {
            self.tell(|watch, seat| watch.begin(game.view(seat)));
        }
        while let Turn::Seat(seat) = game.turn() {
            if brake.pressed() {
                return Err(Trouble::Braked);
            }
            game.legal(&mut self.legal);
            let policy = &mut self.policies[self.chairs[seat.index()].policy];
            let action = policy.choose(game.view(seat), &self.legal, rng);
            // No early exit: where a random player's action stands is not predictable, and `contains` took 20 ns here.
            if !self.legal.iter().fold(false, |found, &legal| found | (legal == action)) {
                return Err(Trouble::Illegal(seat, action));
            }
            if let Some(moves) = &mut self.moves {
                moves.push(action);
            }
            game.play(action);
            if watched {
                self.tell(|watch, watcher| watch.saw(game.view(watcher), seat));
            }
        }
        for (seat, payoff) in Seat::all(self.chairs.len()).zip(&mut self.payoffs) {
            *payoff = game.payoff(seat);
        }
        if watched { self.tell_end(game) } else { Ok(()) }
    }

    /// Every watcher hears of the end, even when another one has failed.
    fn tell_end(&mut self, game: &G) -> Result<(), Trouble<G>> {
        let mut first = Ok(());
        for seat in Seat::all(self.chairs.len()) {
            if let Some(watch) = self.policies[self.chairs[seat.index()].policy].watch() {
                let told = watch.end(game.view(seat), &self.payoffs);
                first = first.and(told.map_err(|why| Trouble::Fault(seat, why)));
            }
        }
        first
    }

    fn tell(&mut self, mut news: impl FnMut(&mut dyn Watch<G>, Seat)) {
        for seat in Seat::all(self.chairs.len()) {
            if let Some(watch) = self.policy(seat).watch() {
                news(watch, seat);
            }
        }
    }

    #[inline]
    fn policy(&mut self, seat: Seat) -> &mut dyn Policy<G> {
        &mut *self.policies[self.chairs[seat.index()].policy]
    }
}

/// Who sits at a seat.
#[derive(Clone, Copy, Default)]
struct Chair {
    contestant: usize,
    policy: usize,
}

/// Why a game was not played to its end, or does not count.
enum Trouble<G: Game> {
    Braked,
    Illegal(Seat, G::Action),
    Fault(Seat, Fault),
}
