use kirifuda_games::cards::Card;
use kirifuda_games::tricks::{PLAYERS, TableView, Trick};
use kirifuda_play::Phrase;

use super::by_seat;
use crate::picture::Place;
use crate::wire::{LastTrick, OnTable, TricksBoard};

/// What all games of thirteen tricks show to everybody. Points are tricks, and no card counts by itself.
pub fn board(table: TableView<'_>) -> TricksBoard {
    let last = table.done().last();
    TricksBoard {
        trick: plays(table.trick()),
        leader: table.trick().leader().index(),
        last: last.map(|trick| LastTrick { cards: plays(&trick), winner: trick.winner().index() }),
        counts: by_seat(PLAYERS, |seat| table.hand_size(seat)),
        taken: by_seat(PLAYERS, |seat| i32::from(table.tricks_won(seat))),
        points_cards: vec![Vec::new(); PLAYERS],
        broken: false,
        moon: false,
        passing: None,
        trick_number: table.trick_number(),
        hands: None,
    }
}

/// A card by suit and rank, apart for leads.
pub fn place(table: TableView<'_>, card: Card) -> Place {
    let rank = card.to_string().chars().nth(1).unwrap_or_default();
    Place {
        panel: if table.trick().is_empty() { "picture.leading" } else { "picture.following" },
        row: (card.suit() as usize, Phrase::text(card.suit().symbol())),
        column: (card.index() % 13, self::rank(rank)),
    }
}

/// A rank as people write it.
pub fn rank(name: char) -> Phrase {
    if name == 'T' { Phrase::text("10") } else { Phrase::text(name) }
}

fn plays(trick: &Trick) -> Vec<OnTable> {
    trick.plays().map(|(seat, card)| OnTable { seat: seat.index(), card: card.to_string() }).collect()
}
