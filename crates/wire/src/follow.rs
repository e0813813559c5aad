use kirifuda_play::{Act, Fault, Seen, Text, Turn, Watch, moves};

use crate::question::Position;

/// Shows a watching player, from questions that are complete in themselves, the game it would have watched.
///
/// The game rebuilt from a question has some deal and some hidden moves; played through from that deal, it looks to
/// the seat that asks like the true game at every step.
#[derive(Default)]
pub struct Follow(Option<Told>);

/// What the player has been shown so far.
struct Told {
    start: Seen,
    history: Vec<Act>,
}

impl Follow {
    /// Forgets the game: the next position starts another.
    pub fn reset(&mut self) {
        self.0 = None;
    }

    /// Shows the player everything up to a position that it has not been shown yet.
    pub fn catch_up<G: Text>(&mut self, position: &Position<G>, watch: &mut dyn Watch<G>) -> Result<(), String> {
        let (world, seat) = (&position.game, position.seen.seat);
        let mut game = G::read_deal(world.rules(), &world.show_deal())?;
        let start = G::seen(game.view(seat));
        let history = G::seen(world.view(seat)).history;
        let known = match &self.0 {
            Some(told) if told.start == start && history.starts_with(&told.history) => told.history.len(),
            _ => {
                watch.begin(game.view(seat));
                0
            }
        };
        for (number, action) in moves(world)?.into_iter().enumerate() {
            let Turn::Seat(mover) = game.turn() else { return Err("a move after the end of the game".into()) };
            game.try_play(action).map_err(|why| format!("move {}: {why}", number + 1))?;
            if number >= known {
                watch.saw(game.view(seat), mover);
            }
        }
        self.0 = Some(Told { start, history });
        Ok(())
    }

    /// Shows the player the end of the game.
    pub fn finish<G: Text>(
        &mut self,
        position: &Position<G>,
        payoffs: &[f32],
        watch: &mut dyn Watch<G>,
    ) -> Result<(), String> {
        self.catch_up(position, watch)?;
        self.reset();
        watch.end(position.game.view(position.seen.seat), payoffs).map_err(|Fault(why)| why)
    }
}
