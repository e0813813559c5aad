use kirifuda_games::cards::Card;
use kirifuda_games::hearts::{Direction, Hearts, Moon, PASSED, POINT_CARDS, Phase, View};
use kirifuda_games::tricks::PLAYERS;

use super::{Ahead, Drawing, by_seat, tricks};
use crate::picture::Place;
use crate::wire::{Board, Pass, TricksBoard};

/// How it is drawn.
pub fn drawing() -> Drawing<Hearts> {
    Drawing { phase, board, public_board, open_board: public_board, place, ahead }
}

fn phase(view: View<'_>) -> &'static str {
    match view.phase() {
        Phase::Pass(_) => "pass",
        Phase::Play => "play",
        Phase::Over => "over",
    }
}

fn board(view: View<'_>, _legal: &[Card]) -> Board {
    let mut board = public(view);
    if let Some(passing) = &mut board.passing {
        passing.given = view.given().iter().map(Card::to_string).collect();
        passing.received = view.received().iter().map(|card| card.to_string()).collect();
    }
    Board::Tricks(board)
}

fn place(view: View<'_>, card: Card) -> Option<Place> {
    (!view.is_passing()).then(|| tricks::place(view.table(), card))
}

/// All pass at the same time, so that what is chosen does not depend on what the others pass.
fn ahead(view: View<'_>) -> Option<Ahead<Hearts>> {
    let given = view.given();
    let count = PASSED.saturating_sub(given.len());
    let moves = || view.hand().iter().filter(|card| !given.contains(card)).collect();
    (view.is_passing() && count > 0).then(|| Ahead { moves: moves(), count })
}

fn public_board(views: &[View<'_>]) -> Board {
    Board::Tricks(public(views[0]))
}

/// What everybody sees, from any view.
fn public(view: View<'_>) -> TricksBoard {
    let mut points_cards = vec![Vec::new(); PLAYERS];
    let jack = view.rules().jack;
    for trick in view.done() {
        let count = |card: &&Card| POINT_CARDS.contains(**card) || jack && **card == Card::JACK_OF_DIAMONDS;
        let cards = trick.cards().iter().filter(count).map(Card::to_string);
        points_cards[trick.winner().index()].extend(cards);
    }
    let direction = match view.direction() {
        Direction::Left => "left",
        Direction::Right => "right",
        Direction::Across => "across",
        Direction::Hold => "hold",
    };
    TricksBoard {
        counts: by_seat(PLAYERS, |seat| view.hand_size(seat)),
        taken: by_seat(PLAYERS, |seat| i32::from(view.score(seat))),
        points_cards,
        broken: view.is_broken(),
        moon: view.rules().moon != Moon::Off,
        passing: Some(Pass { direction, given: Vec::new(), received: Vec::new() }),
        ..tricks::board(view.table())
    }
}
