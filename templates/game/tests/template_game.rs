//! Template game: what every game must pass, and its rules.
#![allow(clippy::unwrap_used)]

use kirifuda_games::template_game::{Card, Rules, TemplateGame};
use kirifuda_play::{Game, Seat, Text, Uniform, conformance};

#[test]
fn it_passes_what_every_game_must_pass() {
    // What one wins the other loses.
    let fair = |game: &TemplateGame| assert_eq!(game.payoff(Seat(0)) + game.payoff(Seat(1)), 0.0);
    conformance::random_play::<TemplateGame>(&Rules, &Card::ALL, 1000, fair);
    conformance::honest_imagination::<TemplateGame>(&Rules, 200, |view| {
        let hand: Vec<Card> = view.hand().collect();
        format!(
            "{:?} {hand:?} {:?} {:?}",
            view.seat(),
            view.led(),
            Seat::all(2).map(|seat| view.won(seat)).collect::<Vec<_>>()
        )
    });
    conformance::no_leak::<TemplateGame>(&Rules, 50, || Box::new(Uniform));
    conformance::numbers::<TemplateGame>(&Rules, 50);
}

#[test]
fn the_higher_card_wins_the_round_and_leads_the_next() {
    let mut game = TemplateGame::read_deal(&Rules, "1 4 5 9; 2 3 6 8").unwrap();
    for card in ["4", "6"] {
        game.try_play(TemplateGame::read_action(&Rules, card).unwrap()).unwrap();
    }
    assert_eq!(game.turn().seat(), Some(Seat(1)));
    assert_eq!(game.payoff(Seat(1)), 1.0);
}

#[test]
fn playthrough() {
    insta::assert_snapshot!("template_game", conformance::playthrough::<TemplateGame>(&Rules, 1));
}
