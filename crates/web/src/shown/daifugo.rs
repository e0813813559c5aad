use kirifuda_games::daifugo::{Cards, Daifugo, Kind, Meld, Phase, RANK_NAMES, SUITS, View};
use kirifuda_learn::model::Model;
use kirifuda_learn::play_values::Task as _;
use kirifuda_play::{Rules as _, Seat, Text};
use kirifuda_players::daifugo::PlayEvaluation;

use super::{Shown, by_seat, series};
use crate::picture::{Bar, Panel, Place};
use crate::wire::{Beat, Board, DaifugoBoard, Exchange, Pile};

impl Shown for Daifugo {
    series!();
    const WORDS: &'static str = "points: many are good";
    const UNIT: &'static str = "points of the game";

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
            panel: if view.table().is_none() { "Leading" } else { "Following" },
            row: (size, format!("{size} at once")),
            column: (usize::from(rank), char::from(RANK_NAMES[usize::from(rank)]).to_string()),
        })
    }

    /// UseMEL: what playing some of the cards held of a rank is worth, and what keeping pairs together brings.
    fn panels(model: &Model<'_>) -> Vec<Panel> {
        if model.header.learner != "mel" {
            return Vec::new();
        }
        let section = |name: &str| model.sections.iter().find(|section| section.name == name);
        let (shape, values) = (PlayEvaluation::default().shape(), section("values").map(|section| &section.values));
        let visits = model.header.state.get("visits").and_then(|visits| visits.as_array());
        let value = |rank: u8, held: u8, played: u8| {
            let place = PlayEvaluation::place_of(rank, held, played);
            let index = place.state as usize * shape.choices + place.choice as usize;
            let made = visits.and_then(|visits| visits.get(index)?.as_u64()).unwrap_or(0);
            values.and_then(|values| values.get(index).copied()).filter(|_| made > 0)
        };
        let ranks = 0..RANK_NAMES.len() as u8;
        let names = RANK_NAMES.iter().map(|&name| char::from(name).to_string());
        let plays = [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (4, 3), (4, 4)];
        let pairs = ranks.clone().zip(names.clone()).filter_map(|(rank, label)| {
            Some(Bar { label, value: value(rank, 2, 2)? - value(rank, 2, 1)?, error: None })
        });
        vec![
            Panel::Bars { title: "What keeping a pair together brings".to_string(), items: pairs.collect() },
            Panel::Grid {
                title: "Value of playing so many of the cards held of a rank".to_string(),
                rows: plays.iter().map(|(held, played)| format!("{played} of {held}")).collect(),
                columns: names.collect(),
                values: plays
                    .iter()
                    .map(|&(held, played)| ranks.clone().map(|rank| value(rank, held, played)).collect())
                    .collect(),
            },
        ]
    }

    fn public_board(views: &[View<'_>]) -> Board {
        Board::Daifugo(public(views[0]))
    }
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
