//! Whole random deals of Hearts through the public `Game` trait: `engine RULES DEALS`. Prints the moves, and the mean
//! payoff, so that a faster engine that plays another game does not go unnoticed.

use kirifuda_games::hearts::{Direction, Hearts};
use kirifuda_play::{Actions, Game, Rng, Seat, Uniform, play_out};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (rules, deals) = kirifuda_benches::arguments()?;
    let (mut moves, mut payoff) = (0u64, 0f64);
    let mut legal = Actions::new();
    let mut rng = Rng::new(1);
    for deal in 0..deals {
        let mut game = Hearts::deal(&rules, &mut rng);
        play_out(&mut game, &mut Uniform, &mut legal, &mut rng);
        // Counted afterwards, so that the count does not cost what it counts.
        moves += if game.view(Seat(0)).direction() == Direction::Hold { 52 } else { 64 };
        payoff += f64::from(game.payoff(Seat((deal % 4) as u8)));
    }
    println!("{moves} moves, mean payoff {:.4}", payoff / deals as f64);
    Ok(())
}
