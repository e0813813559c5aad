use kirifuda_games::cards::{Card, Suit};
use kirifuda_games::hearts::Direction;
use kirifuda_play::Phrase;

use super::wide_hearts::{give, lead};
use crate::common::Chart;

/// Ranks of a suit.
const RANKS: usize = 13;
/// How many of the others may be out of a suit.
const OUT: usize = 4;

/// The weights of [`WideHeartsTask`](super::WideHeartsTask) that can be read by themselves: what it adds to a lead that it is
/// this card, and to a card that is passed. Nothing where nothing was learned.
pub fn charts(weights: &[f32]) -> Vec<Chart> {
    let weight = |place: usize| weights.get(place).copied().filter(|&weight| weight != 0.0);
    let card = |suit: Suit, rank: usize| Card::from_index(suit as usize * RANKS + rank);
    let columns = || (0..RANKS).map(|rank| Phrase::text(rank_of(card(Suit::Clubs, rank)))).collect();
    let chart = |title, rows: Vec<(Phrase, Vec<Option<f32>>)>| {
        let (rows, values) = rows.into_iter().unzip();
        Chart { title, rows, columns: columns(), values, truth: Vec::new() }
    };
    let suits = || Suit::ALL.into_iter();
    let leads = suits().flat_map(|suit| {
        (0..OUT).map(move |out| {
            let row = Phrase::new("say.row.lead").with("suit", suit.symbol().to_string()).with("n", out);
            (row, (0..RANKS).map(|rank| weight(lead(card(suit, rank), out))).collect())
        })
    });
    let ways =
        [(Direction::Left, "say.way.left"), (Direction::Across, "say.way.across"), (Direction::Right, "say.way.right")];
    let gives = suits().flat_map(|suit| {
        ways.into_iter().map(move |(direction, way)| {
            let row = Phrase::new("say.row.give").with("suit", suit.symbol().to_string()).with("way", Phrase::new(way));
            (row, (0..RANKS).map(|rank| weight(give(direction, card(suit, rank)))).collect())
        })
    });
    vec![chart("picture.leads", leads.collect()), chart("picture.gives", gives.collect())]
}

/// The rank of a card as people write it.
fn rank_of(card: Card) -> String {
    match card.to_string().chars().last() {
        Some('T') | None => "10".to_string(),
        Some(rank) => rank.to_string(),
    }
}
