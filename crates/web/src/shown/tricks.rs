use kirifuda_games::cards::Card;
use kirifuda_games::tricks::{Bids, Form, PLAYERS, TableView, Trick};
use kirifuda_play::Phrase;

use super::by_seat;
use crate::picture::Place;
use crate::wire::{ContractBoard, LastTrick, OnTable, TricksBoard};

/// What all games of tricks show to everybody. Points are tricks, and no card counts by itself.
pub fn board<F: Form>(table: TableView<'_, F>) -> TricksBoard {
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
        contract: None,
        hands: None,
    }
}

/// The same for games in which tricks are bid for.
pub fn contract<F: Form>(table: TableView<'_, F>, bids: &Bids, teams: Option<[usize; PLAYERS]>) -> TricksBoard {
    let contract = ContractBoard {
        trump: table.trump().map(|suit| suit.symbol().to_string()),
        turned: table.open().iter().next().map(|card| card.to_string()),
        bids: by_seat(PLAYERS, |seat| bids.of(seat)),
        dealer: bids.dealer().index(),
        teams: teams.map(Vec::from),
    };
    TricksBoard { contract: Some(contract), ..board(table) }
}

/// A card by suit and rank, apart for leads.
pub fn place<F: Form>(table: TableView<'_, F>, card: Card) -> Place {
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

fn plays<F: Form>(trick: &Trick<F>) -> Vec<OnTable> {
    trick.plays().map(|(seat, card)| OnTable { seat: seat.index(), card: card.to_string() }).collect()
}
