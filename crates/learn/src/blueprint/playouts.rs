use kirifuda_play::{Actions, Game, Retrace, Rng, Seat, Turn};

use super::Manner;
use super::desk::Desk;
use super::until::Until;
use crate::net::{Encoder, Net};

/// Games that are played to their ends side by side, so that a net is asked about many positions at once.
pub(super) struct Playouts<G: Game> {
    games: Vec<Playout<G>>,
    /// What the seats of each game are.
    kinds: Vec<u8>,
    legal: Actions<G>,
    /// The games that wait for the net, with their legal moves.
    open: Vec<u32>,
    actions: Vec<G::Action>,
    desk: Desk,
    /// Positions that the net was asked about, in all.
    pub asked: u64,
}

struct Playout<G> {
    game: G,
    rng: Rng,
    is_over: bool,
}

impl<G: Game> Clone for Playouts<G> {
    fn clone(&self) -> Self {
        Playouts::default()
    }
}

impl<G: Game> Default for Playouts<G> {
    fn default() -> Self {
        let (games, kinds, open, actions, desk) = Default::default();
        Playouts { games, kinds, legal: Actions::new(), open, actions, desk, asked: 0 }
    }
}

impl<G: Retrace> Playouts<G> {
    pub fn clear(&mut self) {
        self.games.clear();
        self.kinds.clear();
    }

    /// Adds a game; its seats are of these kinds, 0 for the net.
    pub fn add(&mut self, game: G, kinds: &[u8], rng: Rng) {
        self.games.push(Playout { game, rng, is_over: false });
        self.kinds.extend_from_slice(kinds);
    }

    /// The games, in the order in which they were added.
    pub fn games(&self) -> impl Iterator<Item = &G> {
        self.games.iter().map(|playout| &playout.game)
    }

    /// Plays all games until nothing can change for a seat. False when the time is over before.
    pub fn run<E: Encoder<G>>(
        &mut self,
        encoder: &E,
        net: &Net,
        manners: &[Manner<G>],
        me: Seat,
        until: Until<'_>,
    ) -> bool {
        let Playouts { games, kinds, legal, open, actions, desk, asked } = self;
        let seats = kinds.len() / games.len().max(1);
        loop {
            desk.clear();
            open.clear();
            actions.clear();
            for (number, playout) in games.iter_mut().enumerate() {
                while !playout.is_over {
                    let game = &mut playout.game;
                    let Turn::Seat(seat) = game.turn() else {
                        playout.is_over = true;
                        break;
                    };
                    if game.is_settled(me) {
                        playout.is_over = true;
                        break;
                    }
                    game.legal(legal);
                    if let [only] = **legal {
                        game.play(only);
                        continue;
                    }
                    match kinds[number * seats + seat.index()] {
                        0 => {
                            desk.put(encoder, game.view(seat), legal);
                            open.push(number as u32);
                            actions.extend_from_slice(legal);
                            break;
                        }
                        kind => {
                            let action = manners[usize::from(kind) - 1](game.view(seat), legal, &mut playout.rng);
                            game.play(action);
                        }
                    }
                }
            }
            if open.is_empty() {
                return true;
            }
            if until.has_passed() {
                return false;
            }
            desk.ask(net);
            *asked += desk.len() as u64;
            for (position, &number) in open.iter().enumerate() {
                let action = actions[desk.moves(position).start + desk.best(position)];
                games[number as usize].game.play(action);
            }
        }
    }
}
