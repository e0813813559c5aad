//! Whole random deals through the public `Game` trait: `engine RULES DEALS`. Prints moves and a checksum of the
//! payoffs, so that a faster engine that plays another game does not go unnoticed.

use kirifuda_games::hearts::{Direction, Hearts, Rules};
use kirifuda_play::{Actions, Game, Rng, Rules as _, Seat, Turn, Uniform, Policy};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let rules = Rules::book().parse(&arguments.next().unwrap_or_else(|| "falcon".to_string()))?;
    let deals: u64 = arguments.next().map_or(Ok(10_000), |text| text.parse())?;
    let (mut moves, mut checksum) = (0u64, 0f64);
    let mut legal = Actions::new();
    let mut rng = Rng::new(1);
    let mut policy = Uniform;
    for deal in 0..deals {
        let mut game = Hearts::deal(&rules, &mut rng);
        while let Turn::Seat(seat) = game.turn() {
            game.legal(&mut legal);
            let action = Policy::<Hearts>::choose(&mut policy, game.view(seat), &legal, &mut rng);
            game.play(action);
        }
        moves += if game.view(Seat(0)).direction() == Direction::Hold { 52 } else { 64 };
        checksum += f64::from(game.payoff(Seat((deal % 4) as u8)));
    }
    println!("{moves} moves, mean payoff {:.4}", checksum / deals as f64);
    Ok(())
}
