use kirifuda_games::daifugo::{Cards, Daifugo, Kind, Meld, Phase, RANK_NAMES, SUITS, View};
use kirifuda_play::{Phrase, Rules as _, Seat, Text};

use super::{Drawing, by_seat, tricks};
use crate::picture::Place;
use crate::wire::{Beat, Board, DaifugoBoard, Exchange, Pile};

/// How it is drawn.
pub fn drawing() -> Drawing<Daifugo> {
    Drawing { phase, board, public_board, open_board: public_board, place, ahead: |_| None }
}

fn phase(view: View<'_>) -> &'static str {
    match view.phase() {
        Phase::Exchange(_) => "exchange",
        Phase::Play => "play",
        Phase::Over => "over",
    }
}

fn board(view: View<'_>, legal: &[Meld]) -> Board {
    let legal = legal.iter().map(|&meld| (Daifugo::show_action(view.rules(), meld), cards(meld.cards())));
    Board::Daifugo(DaifugoBoard {
        given: cards(view.given()),
        received: cards(view.received()),
        legal_cards: legal.collect(),
        ..public(view)
    })
}

fn place(view: View<'_>, meld: Meld) -> Option<Place> {
    if !matches!(meld.kind(), Kind::Single | Kind::Group) || meld.has_joker() {
        return None;
    }
    let (rank, size) = (meld.low() - 1, meld.size());
    Some(Place {
        panel: if view.table().is_none() { "picture.leading" } else { "picture.following" },
        row: (size, Phrase::new("picture.at-once").with("n", size)),
        column: (usize::from(rank), tricks::rank(char::from(RANK_NAMES[usize::from(rank)]))),
    })
}

fn public_board(views: &[View<'_>]) -> Board {
    Board::Daifugo(public(views[0]))
}

/// What everybody sees, from any view.
fn public(view: View<'_>) -> DaifugoBoard {
    let seats = view.rules().seats();
    let pile = view.pile().into_iter().map(|(seat, meld)| Pile {
        seat: seat.index(),
        cards: cards(meld.cards()),
        play: meld.to_string(),
    });
    let mut out: Vec<(u8, Seat)> =
        Seat::all(seats).filter_map(|seat| view.place_of(seat).map(|place| (place, seat))).collect();
    out.sort_unstable();
    DaifugoBoard {
        pile: pile.collect(),
        to_beat: view.table().map(|meld| Beat {
            cards: cards(meld.cards()),
            seat: view.owner().index(),
            play: meld.to_string(),
        }),
        counts: by_seat(seats, |seat| view.hand_size(seat)),
        passed: by_seat(seats, |seat| view.has_passed(seat)),
        out: out.into_iter().map(|(_, seat)| seat.index()).collect(),
        revolution: view.is_revolution(),
        back: view.is_reversed() != view.is_revolution(),
        locked: (0..4).filter(|suit| view.lock() >> suit & 1 == 1).map(|suit| SUITS[suit].to_string()).collect(),
        ranked: view.rules().exchange,
        classes: by_seat(seats, |seat| view.class(seat)),
        circle: view.circle().map(Seat::index).collect(),
        exchange: view.exchange().map(|(from, to, give)| Exchange { give, from: from.index(), to: to.index() }),
        given: Vec::new(),
        received: Vec::new(),
        legal_cards: Default::default(),
        hands: None,
    }
}

fn cards(cards: Cards) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}
