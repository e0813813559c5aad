use kirifuda_games::daifugo::{Daifugo, Meld};
use kirifuda_play::{Actions, Fault, Game, Policy, Rng, Seat};

/// A player of ours at somebody else's table.
pub(crate) struct Sitting {
    player: Box<dyn Policy<Daifugo>>,
    me: Seat,
    seed: u64,
    rng: Rng,
    legal: Actions<Daifugo>,
    begun: bool,
}

impl Sitting {
    pub fn new(player: Box<dyn Policy<Daifugo>>, me: Seat, seed: u64) -> Sitting {
        Sitting { player, me, seed, rng: Rng::new(seed), legal: Actions::new(), begun: false }
    }

    /// A game begins; its randomness does not depend on the games before it.
    pub fn begin(&mut self, number: u64) {
        self.rng = Rng::stream(self.seed, &[number, self.me.0.into()]);
        self.begun = false;
    }

    /// Whether the player wants to see the moves of others.
    pub fn watches(&mut self) -> bool {
        self.player.watch().is_some()
    }

    pub fn choose(&mut self, game: &Daifugo) -> Meld {
        self.open(game);
        game.legal(&mut self.legal);
        let meld = self.player.choose(game.view(self.me), &self.legal, &mut self.rng);
        if self.legal.contains(&meld) { meld } else { self.legal.first().copied().unwrap_or(Meld::PASS) }
    }

    pub fn saw(&mut self, game: &Daifugo, seat: Seat) {
        self.open(game);
        if let Some(watch) = self.player.watch() {
            watch.saw(game.view(self.me), seat);
        }
    }

    pub fn end(&mut self, game: &Daifugo) -> Result<(), Fault> {
        let payoffs: Vec<f32> = Seat::all(game.seats()).map(|seat| game.payoff(seat)).collect();
        match self.player.watch() {
            Some(watch) if self.begun => watch.end(game.view(self.me), &payoffs),
            _ => Ok(()),
        }
    }

    /// Shows the beginning of a game to a player that watches, when there is something to see.
    fn open(&mut self, game: &Daifugo) {
        if !self.begun
            && let Some(watch) = self.player.watch()
        {
            watch.begin(game.view(self.me));
        }
        self.begun = true;
    }
}
