//! The template of `kirifuda new-game` is a game that passes what every game must pass.

#[path = "../../../templates/game/games/mod.rs"]
mod template_game;

use kirifuda_play::{Game, Seat, Uniform, conformance};
use template_game::{Card, Rules, TemplateGame};

#[test]
fn the_template_passes_what_every_game_must_pass() {
    // What one wins the other loses.
    let fair = |game: &TemplateGame| assert_eq!(game.payoff(Seat(0)) + game.payoff(Seat(1)), 0.0);
    conformance::random_play::<TemplateGame>(&Rules, &Card::ALL, 200, fair);
    conformance::honest_imagination::<TemplateGame>(&Rules, 50, |view| {
        let won: Vec<u8> = Seat::all(2).map(|seat| view.won(seat)).collect();
        format!("{:?} {:?} {:?} {won:?}", view.seat(), view.hand().collect::<Vec<_>>(), view.led())
    });
    conformance::no_leak::<TemplateGame>(&Rules, 20, || Box::new(Uniform));
    conformance::numbers::<TemplateGame>(&Rules, 20);
}
