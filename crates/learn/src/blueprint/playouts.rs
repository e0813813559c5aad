use kirifuda_play::{Actions, Game, Retrace, Rng, Seat, Turn};

use super::Manner;
use super::until::Until;
use crate::net::{Desk, Encoder, Net};

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

/// A share of a game's worth that is too small to be played for.
const FAINT: f32 = 0.05;

struct Playout<G> {
    game: G,
    rng: Rng,
    is_over: bool,
    /// What the net thought at the own turns, each with the share that was left to it, and the share that is left to the end.
    thought: f32,
    left: f32,
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
        self.games.push(Playout { game, rng, is_over: false, thought: 0.0, left: 1.0 });
        self.kinds.extend_from_slice(kinds);
    }

    /// What each game was worth to a seat, in the order in which they were added: of its end, and of what the net thought at the
    /// seat's turns on the way.
    pub fn worth<E: Encoder<G>>(&self, encoder: &E, me: Seat) -> impl Iterator<Item = f32> {
        self.games.iter().map(move |playout| {
            let end = if playout.left > 0.0 { encoder.outcome(&playout.game, me) } else { 0.0 };
            playout.thought + playout.left * end
        })
    }

    /// Plays all games until nothing can change for a seat. At each of its turns, `trace` of the worth of what follows is what comes
    /// after it, and the rest what the net thinks there. False when the time is over before.
    pub fn run<E: Encoder<G>>(
        &mut self,
        (encoder, net): (&E, &Net),
        manners: &[Manner<G>],
        me: Seat,
        trace: f32,
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
            desk.glance(net);
            *asked += desk.len() as u64;
            for (position, &number) in open.iter().enumerate() {
                let playout = &mut games[number as usize];
                let best = desk.moves(position).start + desk.best(position);
                if playout.game.turn() == Turn::Seat(me) && trace < 1.0 {
                    let thought = encoder.known(playout.game.view(me)) + desk.value(position, best);
                    playout.thought += playout.left * (1.0 - trace) * thought;
                    playout.left *= trace;
                    // What is left of the rest is not worth its time.
                    if playout.left < FAINT {
                        playout.thought += playout.left * thought;
                        (playout.left, playout.is_over) = (0.0, true);
                        continue;
                    }
                }
                playout.game.play(actions[best]);
            }
        }
    }
}
